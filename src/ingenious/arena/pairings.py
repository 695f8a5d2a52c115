"""Who sits where: the same deal is played until every bot has had every seat.

The games of one deal are a *group*, which is the unit of the statistics: its games share a deal,
so they are not independent, and every bot has had the advantage of every seat.
"""

from itertools import combinations, permutations

Lineup = tuple[int, ...]
"""The number of the bot on each side of a game, the sides in the game's order."""


def tables(bots: int, sides: int) -> tuple[Lineup, ...]:
    """The tables at which the bots meet, in turn.

    With two sides, every bot meets every other. With more sides and two bots, the first meets
    copies of the second; more bots meet at mixed tables, and if a seat is left over, each of them
    takes it in turn with a copy. In solo, every bot has its own table.
    """
    if sides == 1 or bots >= sides:
        return tuple(combinations(range(bots), sides))
    if bots == 2:
        return ((0, *(1,) * (sides - 1)),)
    return tuple((*range(bots), copied) for copied in range(bots))


def lineups(bots: int, sides: int, number: int) -> tuple[Lineup, ...]:
    """The games of a group: its table with the seats rotated; in solo, the same deal for all bots.

    Rotating keeps each bot's neighbours, so the seating order changes each time a table is
    played again.
    """
    meetings = tables(bots, sides)
    if sides == 1:
        return meetings
    turn, which = divmod(number, len(meetings))
    first, *others = meetings[which]
    orders = tuple(permutations(others))
    table = (first, *orders[turn % len(orders)])
    return tuple((*table[-shift:], *table[:-shift]) for shift in range(sides))


def groups_for(bots: int, sides: int, games: int) -> int:
    """How many groups give every table (in solo, every bot) at least this number of games."""
    if sides == 1:
        return games
    return len(tables(bots, sides)) * -(-games // sides)


def points_by_rank(ranks: tuple[int, ...]) -> tuple[float, ...]:
    """The points of a game by the ranks of its sides: one for the win, shared in a tie."""
    firsts = ranks.count(1)
    return tuple(1 / firsts if rank == 1 else 0.0 for rank in ranks)
