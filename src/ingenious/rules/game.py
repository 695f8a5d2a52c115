"""What all games have in common: the protocol they answer to, endings, ranks, resigning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from .errors import IllegalMove
from .events import Ended, Event, Resigned, Story
from .moves import Chance, Decision, Move, Outcome, Resign, Turn
from .symbols import SYMBOLS

Reason = Literal["board-full", "instant-win", "won", "stalled", "resigned"]
Pegs = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a game is over, and the seat that resigned, if one did."""

    reason: Reason
    resigned: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: six pegs and a rank for each seat; equal seats share a rank (A4)."""

    reason: Reason
    scores: tuple[Pegs, ...]
    ranks: tuple[int, ...]


S = TypeVar("S")


class Game(Protocol[S]):
    """The rules of one game for one number of players, as pure functions on frozen states."""

    @property
    def name(self) -> str:
        """The game's name, as in a record."""

    @property
    def edition(self) -> str:
        """The edition of the rulebook."""

    @property
    def players(self) -> int:
        """The number of seats."""

    @property
    def options(self) -> Mapping[str, bool]:
        """The options that differ from the usual game."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together."""

    def new(self, start: int = 0) -> S:
        """The state before anything is dealt, with the seat that begins (A2)."""

    def awaits(self, state: S) -> Turn | Chance | None:
        """Who has to decide, or which outcome is awaited; None when the game is over."""

    def legal(self, state: S) -> Sequence[Decision]:
        """Every decision the seat to move has, each named once; besides them, A5 lets it resign."""

    def apply(self, state: S, move: Move) -> S:
        """The state after a decision or an outcome; raises `IllegalMove`."""

    def events(self, state: S, move: Move) -> tuple[Event, ...]:
        """What the move does, step by step."""

    def scores(self, state: S) -> tuple[Pegs, ...]:
        """Six pegs for each seat, seen from its own side."""

    def ranks(self, state: S) -> tuple[int, ...]:
        """How the seats stand: at the end the final ranks, before it what they would be now."""

    def result(self, state: S) -> Result | None:
        """The result once the game is over."""


def rank(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks of the seats by a key each, the greatest first; equal keys share a rank."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def rank_by_lowest(scores: Sequence[Pegs]) -> tuple[int, ...]:
    """Ranks by the pegs sorted from the lowest up (A4)."""
    return rank([tuple(sorted(pegs)) for pegs in scores])


def rank_resigned(resigned: int, sides: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks after a resignation: the resigning side is last (A5)."""
    losers = next(side for side in sides if resigned in side)
    return rank([(int(seat not in losers),) for seat in range(sum(map(len, sides)))])


def ending_by_resigning(move: Resign, sides: Sequence[tuple[int, ...]], story: Story) -> Ending:
    """The ending that a resignation brings; refused unless exactly two sides play (A5)."""
    if len(sides) != 2:
        raise IllegalMove("A5", f"nobody resigns in a game of {len(sides)} sides, only of two")
    if not any(move.seat in side for side in sides):
        raise IllegalMove("A5", f"there is no seat {move.seat} to resign")
    if story is not None:
        story += [Resigned(move.seat), Ended("resigned")]
    return Ending("resigned", move.seat)


def lowest(pegs: Pegs) -> str:
    """The symbols whose pegs stand lowest, all that tie."""
    floor = min(pegs)
    return "".join([symbol for symbol, peg in zip(SYMBOLS, pegs, strict=True) if peg == floor])


def with_item(items: tuple[S, ...], place: int, item: S) -> tuple[S, ...]:
    """The tuple with one of its items replaced."""
    return (*items[:place], item, *items[place + 1 :])


def refuse_move(awaited: Turn | Chance | None, move: Move) -> IllegalMove:
    """The error for a move of a kind that is not due."""
    given = type(move).__name__.lower()
    match awaited:
        case None:
            return IllegalMove("A3", f"the game is over: no {given} can follow")
        case Turn(seat=seat, kind=kind, rule=rule):
            return IllegalMove(rule, f"seat {seat} has to {DUE[kind]}: no {given} is possible here")
        case Chance(kind=kind, rule=rule, seat=seat, count=count):
            what = "the opening deal" if seat is None else f"a {kind} for seat {seat}"
            return IllegalMove(rule, f"{what} is due, {count} in all: no {given} is possible here")


def check_outcome(awaited: Turn | Chance | None, outcome: Outcome) -> Chance:
    """The chance that is awaited; refuses the outcome if none is, or another number of pieces."""
    if not isinstance(awaited, Chance):
        raise refuse_move(awaited, outcome)
    if len(outcome.pieces) != awaited.count:
        raise IllegalMove(
            awaited.rule,
            f"the {awaited.kind} has {len(outcome.pieces)} piece(s) where {awaited.count} are due",
        )
    return awaited


DUE = {
    "place": "place a tile",
    "swap": "swap or keep its tiles",
    "play": "play a card",
    "discard": "discard or keep its hand",
    "dice": "roll again or use its dice",
    "tiles": "draw, score or take a free score",
}
