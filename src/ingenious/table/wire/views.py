"""Tables as somebody may see them, and as lists show them."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from ...rules.moves import DecisionKind
from ..settings import Clock
from ..table import Phase
from .decisions import Choice, PlaceChoice
from .positions import Position
from .records import Result
from .told import Colour, Game, Groups, Told


class Rules(Told, frozen=True, kw_only=True):
    """What does not change in a game, for whoever draws it without knowing the rules."""

    game: Game
    edition: str
    goal: Annotated[int, Meta(description="the last hole of a peg")]
    win: Annotated[int, Meta(description="the hole that all pegs of a side need to win at once")]
    bonus: Annotated[tuple[int, ...], Meta(description="the holes where one calls Ingenious!")]
    sides: Annotated[
        tuple[tuple[int, ...], ...], Meta(description="the seats that share a score board")
    ]
    hidden: Annotated[bool, Meta(description="whether racks or hands are hidden from others")]
    held: Annotated[int, Meta(description="tiles or cards of a full rack or hand; 0 without")]
    rolls: Annotated[int, Meta(description="rolls of a turn at most; 0 without dice")]
    laps: Annotated[int, Meta(description="how often a peg goes round the track to its goal")]
    areas: Annotated[
        tuple[tuple[int, int], ...],
        Meta(description="first and last column of each area; none without areas"),
    ]


class SeatView(Told, frozen=True, kw_only=True):
    """A seat as everybody sees it; `away` and `late` where a bot plays for somebody."""

    kind: Literal["open", "bot", "program"]
    name: str
    taken: bool
    level: int | UnsetType = UNSET
    away: Literal[True] | UnsetType = UNSET
    late: Literal[True] | UnsetType = UNSET


class Turn(Told, frozen=True, kw_only=True):
    """Who has to decide what; null where only that seat may know."""

    seat: int
    kind: DecisionKind | None


class Paused(Told, frozen=True, kw_only=True):
    """A clock that is paused because the connection of the seat that has to decide is silent."""

    seat: int
    since: Annotated[int, Meta(description="from when the clock is paused, in milliseconds")]
    until: Annotated[int, Meta(description="when it runs again if the connection stays silent")]


class MatchTally(Told, frozen=True, kw_only=True):
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


class Missed(Told, frozen=True, kw_only=True):
    """The points in one colour with which a side would have won; only if the board was full."""

    colour: Colour
    points: int


class VerdictSide(Told, frozen=True, kw_only=True):
    """A side at the end of a game, with its place among the sides; equal ones share it."""

    seats: tuple[int, ...]
    rank: int
    pegs: Annotated[
        tuple[tuple[Colour, int], ...],
        Meta(description="in the order in which they count; in the duel those on its own side"),
    ]
    short: Annotated[
        tuple[int, ...],
        Meta(description="for each colour, the points its peg is short of winning at once"),
    ]
    count: Annotated[int, Meta(description="in the duel, the pegs on its own side")] | UnsetType = (
        UNSET
    )
    missed: Missed | UnsetType = UNSET


class Difference(Told, frozen=True, kw_only=True):
    """A column of the pegs that tells some sides apart that are level in all before it."""

    column: Annotated[int | None, Meta(description="null for the number of pegs in the duel")]
    sides: Annotated[tuple[int, ...], Meta(description="by their places in the verdict")]


class Verdict(Told, frozen=True, kw_only=True):
    """What decided a game: its sides, the best first.

    By `pegs`, the first difference decides; by `goal`, a side had all pegs there.
    """

    by: Literal["pegs", "goal", "resigned"]
    sides: tuple[VerdictSide, ...]
    differences: tuple[Difference, ...] | UnsetType = UNSET


Can = Literal[
    "start",
    "resign",
    "back",
    "answer-back",
    "withdraw-back",
    "rematch",
    "close",
    "react",
    "say",
]


class View(Told, frozen=True, kw_only=True):
    """A table as somebody may see it now."""

    number: Annotated[int, Meta(description="of the last event")]
    phase: Phase
    seats: tuple[SeatView, ...]
    since: Annotated[int, Meta(description="when this decision was asked for, in milliseconds")]
    rules: Rules
    position: Annotated[Position | None, Meta(description="null before the game")]
    looks: Annotated[int | None, Meta(description="through whose eyes this is")]
    yours: tuple[int, ...] | UnsetType = UNSET
    can: tuple[Can, ...] | UnsetType = UNSET
    turn: Turn | UnsetType | None = UNSET
    racks: Groups | UnsetType = UNSET
    hands: Groups | UnsetType = UNSET
    choices: tuple[Choice, ...] | UnsetType = UNSET
    turned: tuple[PlaceChoice, ...] | UnsetType = UNSET
    order_matters: (
        Annotated[
            tuple[str, ...],
            Meta(description="cards of one's hand for which it matters what is scored first"),
        ]
        | UnsetType
    ) = UNSET
    lowest: Annotated[str, Meta(description="the colours for which one may swap or discard")] | (
        UnsetType
    ) = UNSET
    deadline: int | UnsetType | None = UNSET
    left: tuple[int, ...] | UnsetType | None = UNSET
    paused: Paused | UnsetType = UNSET
    stand_ins: (
        Annotated[
            tuple[int, ...],
            Meta(description="entries of the log that a bot decided for whoever holds the seat"),
        ]
        | UnsetType
    ) = UNSET
    asking: int | UnsetType = UNSET
    rematch: str | UnsetType = UNSET
    match: MatchTally | UnsetType = UNSET
    verdict: Annotated[Verdict, Meta(description="once the game is over")] | UnsetType = UNSET


class PartnerMessage(Told, frozen=True, kw_only=True):
    """What a seat wrote to its partner, with the number and the time of the event."""

    number: int
    at: int
    seat: int
    text: str


class Brief(Told, frozen=True, kw_only=True):
    """What a list of tables shows of one."""

    games: tuple[Game, ...]
    game: Annotated[Game, Meta(description="the one that is played, was last, or will be first")]
    edition: str
    phase: Phase
    seats: tuple[SeatView, ...]
    casual: bool
    spectators: bool
    turn: Annotated[int | None, Meta(description="the seat that has to decide")] = None
    moves: Annotated[int, Meta(description="decisions made in this game")] = 0
    clock: Clock | UnsetType = UNSET
    result: Result | UnsetType = UNSET
