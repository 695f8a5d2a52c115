"""A table as a viewer sees it, and as lists show it."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...rules.moves import DecisionKind
from ..commands import PossibleCommand
from ..naming import GameName, wire_type
from ..settings import Clock
from ..table import Phase
from .base import Colour, Groups, WireStruct
from .position import Choices, Position
from .records import ResultDoc


class SeatView(WireStruct, frozen=True, kw_only=True):
    """A seat as everyone sees it; `away` and `late` if a bot plays for its person."""

    kind: Literal["open", "bot", "program"]
    name: str
    taken: bool
    level: int | UnsetType = UNSET
    away: Literal[True] | UnsetType = UNSET
    late: Literal[True] | UnsetType = UNSET


class TurnView(WireStruct, frozen=True, kw_only=True):
    """Who has to decide what; null where only that seat may know."""

    seat: int
    kind: DecisionKind | None


class PausedClock(WireStruct, frozen=True, kw_only=True):
    """A clock that is paused because the connection of the seat that has to decide is silent."""

    seat: int
    since: Annotated[int, Meta(description="since when the clock is paused, in milliseconds")]
    until: Annotated[int, Meta(description="when the clock resumes if the connection stays silent")]


class MatchTally(WireStruct, frozen=True, kw_only=True):
    """Which game of a match is played, counted from 0, and the victory points so far."""

    game: int
    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    resigned: (
        Annotated[
            Literal[True], Meta(description="true if the player ranked last gave up the match")
        ]
        | UnsetType
    ) = UNSET


class Missed(WireStruct, frozen=True, kw_only=True):
    """The points in one colour that a side was short of a win; only if the board was full."""

    colour: Colour
    points: int


class VerdictSide(WireStruct, frozen=True, kw_only=True):
    """A side at the end of a game, with its place among the sides; equal ones share it."""

    seats: tuple[int, ...]
    rank: int
    pegs: Annotated[
        tuple[tuple[Colour, int], ...],
        Meta(description="in the order of comparison; in the duel those on its own side"),
    ]
    short: Annotated[
        tuple[int, ...],
        Meta(description="for each colour, the points its peg is short of winning at once"),
    ]
    count: Annotated[int, Meta(description="in the duel, the pegs on its own side")] | UnsetType = (
        UNSET
    )
    missed: Missed | UnsetType = UNSET


class Difference(WireStruct, frozen=True, kw_only=True):
    """A column of the pegs that separates sides that are equal in all columns before it."""

    column: Annotated[int | None, Meta(description="null for the number of pegs in the duel")]
    sides: Annotated[tuple[int, ...], Meta(description="indexes of sides in the verdict")]


class Verdict(WireStruct, frozen=True, kw_only=True):
    """What decided a game: its sides, the best first.

    By `pegs`, the first difference decides; by `goal`, a side had all pegs there.
    """

    by: Literal["pegs", "goal", "resigned"]
    sides: tuple[VerdictSide, ...]
    differences: tuple[Difference, ...] | UnsetType = UNSET


class SharedView(WireStruct, frozen=True, kw_only=True):
    """What is the same for every viewer.

    While a decision is held back from the others, there are two: one for the seat that made it,
    and one for the others.
    """

    phase: Phase
    seats: tuple[SeatView, ...]
    since: Annotated[int, Meta(description="when the current turn began, in milliseconds")]
    rules: Annotated[msgspec.Raw, wire_type("Rules")]
    position: Annotated[Position | None, Meta(description="null before the game starts")]
    deadline: int | UnsetType | None = UNSET
    left: tuple[int, ...] | UnsetType | None = UNSET
    paused: PausedClock | UnsetType = UNSET
    stand_ins: (
        Annotated[
            tuple[int, ...],
            Meta(description="entries of the log that a bot decided in place of a person"),
        ]
        | UnsetType
    ) = UNSET
    asking: Annotated[int, Meta(description="the seat that asks for a takeback")] | (
        UnsetType
    ) = UNSET
    rematch: Annotated[str, Meta(description="the table of the rematch")] | UnsetType = UNSET
    match: MatchTally | UnsetType = UNSET
    verdict: Annotated[Verdict, Meta(description="once the game is over")] | UnsetType = UNSET


class View(WireStruct, frozen=True, kw_only=True):
    """A table as a viewer sees it now."""

    number: Annotated[int, Meta(description="the number of the last event")]
    shared: Annotated[msgspec.Raw, wire_type("SharedView")]
    looks: Annotated[
        int | None, Meta(description="the seat whose view this is; null for a spectator")
    ]
    yours: tuple[int, ...] | UnsetType = UNSET
    can: tuple[PossibleCommand, ...] | UnsetType = UNSET
    turn: TurnView | UnsetType | None = UNSET
    racks: Groups | UnsetType = UNSET
    hands: Groups | UnsetType = UNSET
    choices: Choices | UnsetType = UNSET


class PartnerMessage(WireStruct, frozen=True, kw_only=True):
    """What a seat wrote to its partner, with the number and the time of the event."""

    number: int
    at: int
    seat: int
    text: str


class Brief(WireStruct, frozen=True, kw_only=True):
    """What a list of tables shows for each table."""

    games: tuple[GameName, ...]
    game: Annotated[GameName, Meta(description="the current game, or else the last or first one")]
    edition: str
    phase: Phase
    seats: tuple[SeatView, ...]
    casual: bool
    spectators: bool
    turn: Annotated[int | None, Meta(description="the seat that has to decide")] = None
    moves: Annotated[int, Meta(description="decisions made in this game")] = 0
    clock: Clock | UnsetType = UNSET
    result: ResultDoc | UnsetType = UNSET
