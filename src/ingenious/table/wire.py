"""What goes over the wire, as types: everything that a table tells, and every decision.

The views are written as plain values, because that is quick; these types say what is in them. They
describe the API (`/api/openapi.json`) and the browser's own types (`web/src/wire.ts`) are written
from them. The tests hold everything that a server sends in whole games against them.
"""

import dataclasses
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ..rules import events as told
from ..rules.moves import DecisionKind, Space
from ..rules.protocol import Reason
from .events import Reaction
from .naming import called
from .settings import Clock
from .table import Phase

Game = Literal["classic", "solo", "team", "duel", "cards", "dice", "tiles"]
Colour = Literal["R", "O", "Y", "G", "B", "P"]
Groups = tuple[tuple[str, ...] | int, ...]
"""For each seat its tiles or cards, or how many it has."""


class Told(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a message consists of; nothing else is in it."""


# Decisions


class PlaceChoice(Told, frozen=True, kw_only=True):
    """Place a tile: its first symbol on the first space.

    That half is scored first, unless `first` is 1.
    """

    place: str
    at: tuple[Space, Space]
    first: Literal[0, 1] | UnsetType = UNSET


class SwapChoice(Told, frozen=True, kw_only=True):
    """Show these tiles and exchange them."""

    swap: tuple[str, ...]


class KeepChoice(Told, frozen=True, kw_only=True):
    """Decline a swap, or decline to discard the hand."""

    keep: Literal[True]


class PlayChoice(Told, frozen=True, kw_only=True):
    """Play a card; `first` is the symbol that is scored first, else the first of its letters."""

    play: str
    first: Colour | UnsetType = UNSET


class DiscardChoice(Told, frozen=True, kw_only=True):
    """Show the whole hand and discard it."""

    discard: tuple[str, ...]


class RerollChoice(Told, frozen=True, kw_only=True):
    """Roll all dice again."""

    reroll: Literal[True]


class MatchUse(Told, frozen=True, kw_only=True):
    """Use one die, by its place in the roll, to match the dice of the others."""

    match: int


class WildUse(Told, frozen=True, kw_only=True, rename={"symbol": "as"}):
    """Use equal dice, by their places in the roll, for points in a symbol of one's choice."""

    wild: tuple[int, ...]
    symbol: Colour


DieUse: TypeAlias = Annotated[dict[str, Any], called("DieUse")]


class ResolveChoice(Told, frozen=True, kw_only=True):
    """Accept the roll and use every die of it once, in this order."""

    resolve: tuple[DieUse, ...]


class DrawChoice(Told, frozen=True, kw_only=True):
    """Draw a tile from the pool."""

    draw: Literal[True]


class ScoreChoice(Told, frozen=True, kw_only=True):
    """Stop drawing and score."""

    score: Literal[True]


class FreeChoice(Told, frozen=True, kw_only=True):
    """Take a free score in one of one's lowest symbols."""

    free: Colour


class PlaceDecision(PlaceChoice, frozen=True, kw_only=True):
    """A seat places a tile."""

    seat: int


class SwapDecision(SwapChoice, frozen=True, kw_only=True):
    """A seat swaps tiles."""

    seat: int


class KeepDecision(KeepChoice, frozen=True, kw_only=True):
    """A seat keeps its tiles or its hand."""

    seat: int


class PlayDecision(PlayChoice, frozen=True, kw_only=True):
    """A seat plays a card."""

    seat: int


class DiscardDecision(DiscardChoice, frozen=True, kw_only=True):
    """A seat discards its hand."""

    seat: int


class RerollDecision(RerollChoice, frozen=True, kw_only=True):
    """A seat rolls again."""

    seat: int


class ResolveDecision(ResolveChoice, frozen=True, kw_only=True):
    """A seat uses its dice."""

    seat: int


class DrawDecision(DrawChoice, frozen=True, kw_only=True):
    """A seat draws a tile from the pool."""

    seat: int


class ScoreDecision(ScoreChoice, frozen=True, kw_only=True):
    """A seat scores the tiles it has drawn."""

    seat: int


class FreeDecision(FreeChoice, frozen=True, kw_only=True):
    """A seat takes a free score."""

    seat: int


class ResignDecision(Told, frozen=True, kw_only=True):
    """A seat gives the game up for its side, also out of turn, where two sides play."""

    seat: int
    resign: Literal[True]


Choice: TypeAlias = Annotated[dict[str, Any], called("Choice")]
Decision: TypeAlias = Annotated[dict[str, Any], called("Decision")]


# Records


class PlaceEntry(Told, frozen=True, kw_only=True):
    """A placement, the half scored first at first, and what each half gained."""

    seat: int
    place: str
    at: tuple[Space, Space]
    gain: tuple[int, int] | UnsetType = UNSET


class SwapEntry(SwapDecision, frozen=True, kw_only=True):
    """Tiles swapped, and the tiles drawn for them, or how many where that is hidden."""

    draw: tuple[str, ...] | int


class DrawEntry(Told, frozen=True, kw_only=True):
    """Pieces drawn, or how many where that is hidden; in the Tile Challenge one letter."""

    seat: int
    draw: tuple[str, ...] | str | int


class RollEntry(Told, frozen=True, kw_only=True):
    """What a seat rolled."""

    seat: int
    roll: tuple[Colour, ...]


class RefillEntry(Told, frozen=True, kw_only=True):
    """Tiles that came to the centre at the start of a seat's turn."""

    seat: int
    refill: tuple[Colour, ...]


LogEntry: TypeAlias = Annotated[dict[str, Any], called("LogEntry")]


class Result(Told, frozen=True, kw_only=True):
    """The end of a game: six pegs and a rank for each seat; equal seats share a rank."""

    reason: Reason
    scores: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]


class Deal(Told, frozen=True, kw_only=True):
    """The opening deal, seat by seat; only the centre belongs to all."""

    racks: Groups | UnsetType = UNSET
    hands: Groups | UnsetType = UNSET
    faceup: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    dice: tuple[tuple[Colour, ...], ...] | UnsetType = UNSET
    centre: tuple[Colour, ...] | UnsetType = UNSET


class Commitment(Told, frozen=True, kw_only=True):
    """What the dealer has promised: the hash of its seed, and once the game is over the seed."""

    commit: str
    seed: str | UnsetType = UNSET
    drew_start: Literal[True] | UnsetType = UNSET


class RecordDocument(Told, frozen=True, kw_only=True, tag_field="format", tag="ingenious-record/1"):
    """A game, decision by decision; `view` says for whom it was redacted, if it was."""

    game: Game
    edition: str
    options: dict[str, bool]
    seats: tuple[str, ...]
    start: int
    deal: Deal
    log: tuple[LogEntry, ...]
    result: Result | None
    dealer: Commitment | UnsetType = UNSET
    view: int | UnsetType | None = UNSET


class MatchDocument(Told, frozen=True, kw_only=True, tag_field="format", tag="ingenious-match/1"):
    """Several challenges, with the victory points of each seat in each finished one."""

    games: tuple[RecordDocument, ...]
    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


# Stories

SPELLED: dict[str, Any] = {"symbol": Colour, "reason": Reason}
"""What values of these names in a story really are."""


def _event(kind: type[Any]) -> type[Struct]:
    """The type of an event of a story, of which the rules have made a dataclass."""
    hints = get_type_hints(kind)
    fields = [
        (field.name, SPELLED.get(field.name, hints[field.name]))
        for field in dataclasses.fields(kind)
    ]
    return msgspec.defstruct(
        kind.__name__,
        fields,
        module=__name__,
        namespace={"__doc__": kind.__doc__},
        frozen=True,
        forbid_unknown_fields=True,
    )


STORY = {kind.__name__: _event(kind) for kind in get_args(told.Event)}
"""Everything that can happen in a story, by its name."""

StoryItem: TypeAlias = Annotated[tuple[str, dict[str, Any]], called("Told")]


# Positions


class _Position(Told, frozen=True, kw_only=True, tag_field="kind"):
    pegs: tuple[tuple[int, ...], ...]
    ranked_by: Annotated[
        tuple[tuple[int, ...], ...],
        Meta(description="by what the pegs of each seat rank it: the first difference decides"),
    ]
    ranks: tuple[int, ...]
    due: int


class BoardPosition(_Position, frozen=True, kw_only=True, tag="board"):
    """Classic, solo, team or duel as it is drawn."""

    radius: int
    cells: Annotated[str, Meta(description="a letter for each space of the board, `.` if empty")]
    rays: Annotated[
        tuple[str, ...], Meta(description="for each empty space what it sees: symbol, length, …")
    ]
    spots: Annotated[str, Meta(description="hexadecimal; bit n stands for pair n of the board")]
    first_turn: bool
    bonus: Annotated[bool, Meta(description="whether the placement that is due is a bonus")]
    bag: int
    tokens: tuple[int | None, ...] | UnsetType = UNSET


class Closed(Told, frozen=True, kw_only=True):
    """The first column that no peg of a seat can enter now, and the pegs that stand too low.

    It opens when all pegs have reached `floor`.
    """

    column: int
    floor: int
    blockers: str


class CardPosition(_Position, frozen=True, kw_only=True, tag="cards"):
    """The Card Challenge as it is drawn."""

    faceup: tuple[tuple[str, ...], ...]
    deck: int
    discards: int
    closed: tuple[Closed | None, ...]


class Uses(Told, frozen=True, kw_only=True):
    """What the dice of the roll are good for; every die is used once, in any order."""

    match: Annotated[
        tuple[int, ...], Meta(description="for each die its points where it is used as a match")
    ]
    equal: Annotated[
        tuple[tuple[int, ...], ...],
        Meta(description="the dice that are equal: any two or more of them make a wild score"),
    ]
    wild: Annotated[
        tuple[int, ...], Meta(description="the points of a wild score by its number of dice")
    ]


class DicePosition(_Position, frozen=True, kw_only=True, tag="dice"):
    """The Dice Challenge as it is drawn; `uses` is there when dice are to be used."""

    dice: tuple[str, ...]
    rolls: int
    closed: tuple[Closed | None, ...]
    uses: Uses | UnsetType = UNSET


class TilePosition(_Position, frozen=True, kw_only=True, tag="tiles"):
    """The Tile Challenge as it is drawn; `risk` and `bust` are there when one may draw."""

    centre: str
    drawn: str
    pool: int
    unseen: Annotated[tuple[int, ...], Meta(description="of the pool, for each colour how many")]
    risk: Annotated[float, Meta(description="the chance that the next tile ends the turn")] | (
        UnsetType
    ) = UNSET
    bust: Annotated[str, Meta(description="the symbols that would end the turn")] | (
        UnsetType
    ) = UNSET


Position = BoardPosition | CardPosition | DicePosition | TilePosition


# Views


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


class MatchTally(Told, frozen=True, kw_only=True):
    """Which game of a match is played, counted from 0, and the victory points so far."""

    game: int
    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


Can = Literal["start", "resign", "back", "answer-back", "rematch", "close"]


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
    lowest: Annotated[str, Meta(description="the colours for which one may swap or discard")] | (
        UnsetType
    ) = UNSET
    deadline: int | UnsetType | None = UNSET
    left: tuple[int, ...] | UnsetType | None = UNSET
    asking: int | UnsetType = UNSET
    rematch: str | UnsetType = UNSET
    match: MatchTally | UnsetType = UNSET


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


# News


class _News(Told, frozen=True, kw_only=True, tag_field="event"):
    number: int
    at: int


class _OfSeat(_News, frozen=True, kw_only=True):
    seat: int


class NewsCreated(_News, frozen=True, kw_only=True, tag="created"):
    """The table was opened."""


class NewsSat(_OfSeat, frozen=True, kw_only=True, tag="sat"):
    """Somebody took a seat, or came back to it."""

    name: str


class NewsLeft(_OfSeat, frozen=True, kw_only=True, tag="left"):
    """Somebody left a seat: before the start it is free again, later a bot plays on."""


class NewsStarted(_News, frozen=True, kw_only=True, tag="started"):
    """The next game began."""


class NewsPlayed(_OfSeat, frozen=True, kw_only=True, tag="played"):
    """A seat decided; `stand_in` if a bot did so in its place.

    To decline a swap adds no entries.
    """

    stand_in: bool
    story: tuple[StoryItem, ...]
    entries: tuple[LogEntry, ...] | UnsetType = UNSET


class NewsRanOut(_OfSeat, frozen=True, kw_only=True, tag="ran-out"):
    """The time of a seat ran out."""


class NewsAskedBack(_OfSeat, frozen=True, kw_only=True, tag="asked-back"):
    """A seat would like to take its last decision back."""


class NewsAgreedBack(_OfSeat, frozen=True, kw_only=True, tag="agreed-back"):
    """Somebody agreed to a takeback, but others still have to."""


class NewsRefusedBack(_OfSeat, frozen=True, kw_only=True, tag="refused-back"):
    """Somebody did not agree to a takeback."""


class NewsTookBack(_OfSeat, frozen=True, kw_only=True, tag="took-back"):
    """The game stands before a decision of this seat again."""


class NewsReacted(_OfSeat, frozen=True, kw_only=True, tag="reacted"):
    """A seat said one of the quick words."""

    reaction: Reaction


class NewsImported(_News, frozen=True, kw_only=True, tag="imported"):
    """A game that was played elsewhere came to the table, to be looked at."""


class NewsRematched(_News, frozen=True, kw_only=True, tag="rematched"):
    """The same people go on at another table."""

    table: str


class NewsClosed(_News, frozen=True, kw_only=True, tag="closed"):
    """The host closed the table before any game began."""


News = (
    NewsCreated
    | NewsSat
    | NewsLeft
    | NewsStarted
    | NewsPlayed
    | NewsRanOut
    | NewsAskedBack
    | NewsAgreedBack
    | NewsRefusedBack
    | NewsTookBack
    | NewsReacted
    | NewsImported
    | NewsRematched
    | NewsClosed
)

EITHER: dict[str, tuple[type[Struct], ...]] = {
    "DieUse": (MatchUse, WildUse),
    "Choice": (
        PlaceChoice,
        SwapChoice,
        KeepChoice,
        PlayChoice,
        DiscardChoice,
        RerollChoice,
        ResolveChoice,
        DrawChoice,
        ScoreChoice,
        FreeChoice,
    ),
    "Decision": (
        PlaceDecision,
        SwapDecision,
        KeepDecision,
        PlayDecision,
        DiscardDecision,
        RerollDecision,
        ResolveDecision,
        DrawDecision,
        ScoreDecision,
        FreeDecision,
        ResignDecision,
    ),
    "LogEntry": (
        PlaceEntry,
        SwapEntry,
        DrawEntry,
        PlayDecision,
        DiscardDecision,
        RollEntry,
        ResolveDecision,
        RefillEntry,
        ScoreDecision,
        FreeDecision,
        ResignDecision,
    ),
}
"""Kinds that are one of several, told apart by their keys alone."""
