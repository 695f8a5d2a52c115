"""What all games have in common: the abstract class `Game`, endings, ranks, resigning."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from .errors import IllegalMove
from .events import Ended, Event, Resigned, Story
from .moves import Chance, Decision, Move, Outcome, Resign, Turn
from .symbols import SYMBOLS
from .words import pluralize

Reason = Literal["board-full", "instant-win", "won", "stalled", "resigned"]
Pegs = tuple[int, ...]
Sides = tuple[tuple[int, ...], ...]


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


@dataclass(frozen=True, slots=True)
class DealPart:
    """A part of the opening deal: a number of groups of pieces, perhaps hidden from other seats."""

    name: str
    groups: int
    size: int
    rule: str
    hidden: bool = False


class State(Protocol):
    """What the states of all games have in common; they are frozen dataclasses."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def phase(self) -> str:
        """What the game waits for; `over` at the end."""

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""

    @property
    def due(self) -> int:
        """How many placements, plays or turns the seat has to make now, bonuses included."""

    @property
    def ending(self) -> Ending | None:
        """Why the game is over, once it is."""


S = TypeVar("S", bound=State)
T = TypeVar("T")


class Game(ABC, Generic[S]):
    """The rules of one game for one number of players, as pure functions on frozen states.

    A subclass implements `deal_parts`, `opening`, `awaits`, `legal`, `step` and `scores`; Python
    refuses to create one that does not. Everything else follows from these.
    """

    __slots__ = ()

    name: str  # as in a record
    edition: str
    players: int

    @property
    def options(self) -> Mapping[str, bool]:
        """The options that differ from the defaults."""
        return {}

    @property
    def sides(self) -> Sides:
        """The seats that win and lose together; by default each seat is a side of its own."""
        return tuple((seat,) for seat in range(self.players))

    @property
    @abstractmethod
    def deal_parts(self) -> tuple[DealPart, ...]:
        """What is dealt at the opening, in order; each part seat by seat."""

    @property
    def hides_draws(self) -> bool:
        """Whether what a seat draws is hidden from the others."""
        return False

    @abstractmethod
    def opening(self, start: int) -> S:
        """The state before anything is dealt."""

    @abstractmethod
    def awaits(self, state: S) -> Turn | Chance | None:
        """Who has to decide, or which outcome is awaited; None when the game is over."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[Decision]:
        """Every decision of the seat to move, each once; it may also resign (A5)."""

    @abstractmethod
    def step(self, state: S, move: Move, story: Story) -> S:
        """Apply a move other than resigning; an outcome has the right size. Adds to the story."""

    @abstractmethod
    def scores(self, state: S) -> tuple[Pegs, ...]:
        """Six pegs for each seat, seen from its own side."""

    def ranked_by(self, state: S) -> tuple[tuple[int, ...], ...]:
        """The ranking key of each seat as its pegs stand: the first difference decides (A4)."""
        return from_lowest(self.scores(state))

    def new(self, start: int = 0) -> S:
        """The state before anything is dealt; the seat `start` begins (A2)."""
        if not 0 <= start < self.players:
            raise ValueError(f"the starting seat must be from 0 to {self.players - 1}, not {start}")
        return self.opening(start)

    def deal_size(self) -> int:
        """The number of pieces of the opening deal."""
        return sum(part.groups * part.size for part in self.deal_parts)

    def apply(self, state: S, move: Move) -> S:
        """The state after a decision or an outcome; raises `IllegalMove`."""
        return self.advance(state, move, None)

    def events(self, state: S, move: Move) -> tuple[Event, ...]:
        """What the move does, step by step."""
        story: list[Event] = []
        self.advance(state, move, story)
        return tuple(story)

    def ranks(self, state: S) -> tuple[int, ...]:
        """The ranks at the end of the game; before that, what they would be now."""
        ending = state.ending
        if ending is None or ending.resigned is None:
            return rank(self.ranked_by(state))
        losers = next(side for side in self.sides if ending.resigned in side)
        return rank([(int(seat not in losers),) for seat in range(self.players)])  # A5

    def result(self, state: S) -> Result | None:
        """The result once the game is over."""
        if state.ending is None:
            return None
        return Result(state.ending.reason, self.scores(state), self.ranks(state))

    def advance(self, state: S, move: Move, story: Story) -> S:
        """The state after a move, whose events are added to the story; raises `IllegalMove`."""
        if isinstance(move, Outcome):
            self._check_outcome(state, move)
        elif isinstance(move, Resign):
            return self._resign(state, move, story)
        return self.step(state, move, story)

    def _check_outcome(self, state: S, outcome: Outcome) -> None:
        """Refuse an outcome that is not awaited, or that has the wrong number of pieces."""
        awaited, given = self.awaits(state), len(outcome.pieces)
        if not isinstance(awaited, Chance):
            raise refuse_move(awaited, outcome)
        if given != awaited.count:
            raise IllegalMove(
                awaited.rule,
                f"the {awaited.kind} needs {pluralize(awaited.count, 'piece')}, not {given}",
            )

    def _resign(self, state: S, move: Resign, story: Story) -> S:
        """End the game at once; refused unless exactly two sides play (A5)."""
        if state.ending is not None:
            raise refuse_move(None, move)
        if state.phase == "deal":
            raise IllegalMove("A5", "a player cannot resign before the opening deal")
        if len(self.sides) != 2:
            raise IllegalMove("A5", "a player can only resign in a game between two sides")
        if not 0 <= move.seat < self.players:
            raise IllegalMove("A5", f"there is no seat {move.seat} that could resign")
        if story is not None:
            story.append(Resigned(move.seat))
        return end(state, Ending("resigned", move.seat), "A5", story)


AnyGame: TypeAlias = Game[Any]
"""The rules of any of the games."""


def end(state: S, ending: Ending, why: str, story: Story) -> S:
    """The state with the game over, by the rule `why`."""
    if story is not None:
        story.append(Ended(ending.reason, why))
    return replace(state, due=0, phase="over", ending=ending)


def rank(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The ranks of the seats by their keys, the greatest first; equal keys share a rank."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def from_lowest(scores: Sequence[Pegs]) -> tuple[tuple[int, ...], ...]:
    """The pegs of each seat sorted from the lowest up (A4)."""
    return tuple([tuple(sorted(pegs)) for pegs in scores])


def lowest(pegs: Pegs) -> str:
    """The symbols of the lowest pegs, all that tie."""
    floor = min(pegs)
    return "".join([SYMBOLS[colour] for colour in range(6) if pegs[colour] == floor])


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The tuple with one of its items replaced."""
    return (*items[:place], item, *items[place + 1 :])


DUTIES = {
    "place": "place a tile",
    "swap": "swap or keep the tiles",
    "play": "play a card",
    "discard": "discard or keep the hand",
    "roll-or-use": "use the dice or roll again",
    "use": "use the dice",
    "draw-or-free": "draw a tile or take a free score",
    "draw-or-score": "score or draw again",
}
"""What a seat must do, in words, by the kind of decision."""


def refuse_move(awaited: Turn | Chance | None, move: Move) -> IllegalMove:
    """The error for a move of a kind that is not due."""
    is_chance = isinstance(move, Outcome)
    given = "a draw, roll or deal" if is_chance else f"{type(move).__name__.lower()!r}"
    if awaited is None:
        return IllegalMove("A3", f"the game is over; {given} is not possible")
    if isinstance(awaited, Turn):
        due = f"seat {awaited.seat} must {DUTIES[awaited.kind]}"
    elif awaited.seat is None:
        due = f"the opening deal of {awaited.count} comes first"
    else:
        due = f"a {awaited.kind} of {awaited.count} for seat {awaited.seat} comes first"
    return IllegalMove(awaited.rule, f"{due}; {given} is not possible now")
