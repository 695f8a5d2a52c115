"""Who sits where: the same deal is played again until every bot has had every seat.

The games of one deal are a *group*, and the group is what statistics count: its games share their
luck, so they are not independent of each other, and what the deal gave to a seat it has given to
every bot in turn.
"""

from itertools import combinations, permutations

Lineup = tuple[int, ...]
"""The number of the bot on each side of a game, the sides in the game's order."""


def tables(bots: int, sides: int) -> tuple[Lineup, ...]:
    """The tables at which the bots meet, in turn.

    Two sides: every bot against every other. More sides: of two bots the first meets copies of
    the second; more bots sit at mixed tables, and where there is a seat too many each of them has
    a copy in turn. Alone, every bot has a table for itself.
    """
    if sides == 1 or bots >= sides:
        return tuple(combinations(range(bots), sides))
    if bots == 2:
        return ((0, *(1,) * (sides - 1)),)
    return tuple((*range(bots), copied) for copied in range(bots))


def lineups(bots: int, sides: int, number: int) -> tuple[Lineup, ...]:
    """The games of a group: its table with the seats rotated; alone, the same deal for everyone.

    Rotating never changes who follows whom, so each time that a table comes up again it sits in
    another order.
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
    """How many groups give every table (alone: every bot) at least so many games."""
    if sides == 1:
        return games
    return len(tables(bots, sides)) * -(-games // sides)


def shares(ranks: tuple[int, ...]) -> tuple[float, ...]:
    """The points of a game, by the ranks of its sides: one for the win, shared if it is shared."""
    firsts = ranks.count(1)
    return tuple(1 / firsts if rank == 1 else 0.0 for rank in ranks)
