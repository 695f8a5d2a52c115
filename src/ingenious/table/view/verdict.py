"""What decided a finished game: where the sides first differ, and what the losers were short of."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from msgspec import UNSET

from ...rules import AnyGame, AnyState, BoardGame, BoardState, Pegs
from ...rules.game import Reason, rank
from ...rules.scoreboards import TugOfWar
from ...rules.symbols import ORDER, SYMBOLS
from .position import rules_of
from .structs import Difference, Missed, Verdict, VerdictSide

MAX_MISSED_POINTS = 3
"""If a side missed the win by more, the game was not close, and `missed` is left out."""

Key = tuple[int, ...]


DecidedBy = Literal["pegs", "goal", "resigned"]

DECIDED_BY: Mapping[Reason, DecidedBy] = {
    "resigned": "resigned",
    "won": "goal",
    "instant-win": "goal",
}
"""What decided a game that ended for this reason; in all other games the pegs did."""


def verdict(game: AnyGame, state: AnyState) -> Verdict | None:
    """What decided the game; None as long as it is not over."""
    if state.ending is None:
        return None
    by = DECIDED_BY.get(state.ending.reason, "pegs")
    ranks, keys = game.ranks(state), game.ranked_by(state)
    sides = sorted(game.sides, key=lambda seats: ranks[seats[0]])
    places = rank([(-ranks[seats[0]],) for seats in sides])
    counts = isinstance(game, BoardGame) and isinstance(game.scoring, TugOfWar)
    return Verdict(
        by=by,
        sides=tuple(
            _side(game, state, seats, place) for seats, place in zip(sides, places, strict=True)
        ),
        differences=tuple(
            Difference(column=None if counts and not column else column - counts, sides=group)
            for column, group in differences([keys[seats[0]] for seats in sides])
        )
        if by == "pegs"
        else UNSET,
    )


def differences(keys: Sequence[Key]) -> list[tuple[int, tuple[int, ...]]]:
    """The columns that rank some keys (A4), and which of the keys each column separates.

    The first column that is not the same for all comes first. Those that are level in it, too, are
    compared further among themselves; those that are level in everything are in no further column.
    """
    return list(_compared(keys, tuple(range(len(keys)))))


def _compared(keys: Sequence[Key], group: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    shortest = min(len(keys[one]) for one in group)
    for column in range(shortest):
        values = [keys[one][column] for one in group]
        if len(set(values)) == 1:
            continue
        yield column, group
        for value in dict.fromkeys(values):
            level = tuple(one for one in group if keys[one][column] == value)
            if len(level) > 1:
                yield from _compared(keys, level)
        return


def _side(game: AnyGame, state: AnyState, seats: tuple[int, ...], place: int) -> VerdictSide:
    seat = seats[0]
    pegs = game.scores(state)[seat]
    counted = list(range(6))
    is_duel = isinstance(game, BoardGame) and isinstance(game.scoring, TugOfWar)
    if is_duel:  # E4
        counted = [colour for colour in counted if pegs[colour] > 0]
    ordered = sorted(counted, key=lambda colour: pegs[colour])  # equal ones as on the score board
    return VerdictSide(
        seats=seats,
        rank=place,
        pegs=tuple((SYMBOLS[colour], pegs[colour]) for colour in ordered),
        short=short(game, pegs),
        count=len(counted) if is_duel else UNSET,
        missed=(place > 1 and missed_by(game, state, seat)) or UNSET,
    )


def short(game: AnyGame, pegs: Pegs) -> tuple[int, ...]:
    """For each colour, how many points its peg is short of the hole that wins at once."""
    win = rules_of(game).win
    return tuple(max(0, win - peg) for peg in pegs)


def missed_by(game: AnyGame, state: AnyState, seat: int) -> Missed | None:
    """The fewest extra points in one colour that would have won the game for a seat, if few.

    Points decide only if the board is full. After an instant win, `short` says what was missing.
    After a resignation, or when nothing could move, more points would not have changed the result.
    """
    if state.ending is None or state.ending.reason != "board-full":
        return None
    assert isinstance(game, BoardGame)
    assert isinstance(state, BoardState)
    pegs = game.scores(state)[seat]
    colours = sorted(SYMBOLS, key=lambda symbol: pegs[ORDER[symbol]])
    for points in range(1, MAX_MISSED_POINTS + 1):
        for symbol in colours:
            standing, _ = game.scoring.score(state.standing, seat, symbol, points, None)
            if _would_win(game, replace(state, standing=standing), seat):
                return Missed(colour=symbol, points=points)
    return None


def _would_win(game: BoardGame, state: BoardState, seat: int) -> bool:
    own = next(seats for seats in game.sides if seat in seats)
    ranks = rank(game.ranked_by(state))
    return ranks[seat] == 1 and all(
        place > 1 for other, place in enumerate(ranks) if other not in own
    )
