"""Records of games and of matches."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from ...rules.match import Starts
from ...rules.moves import Space
from ...rules.game import Reason
from ..naming import called
from .decisions import SwapDecision
from .told import Colour, Game, Groups, Told


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
    """Several challenges, with the victory points of each seat in each finished one.

    Without `challenges`, the agreed list, it is ranked by its totals, even if one was resigned.
    """

    games: tuple[RecordDocument, ...]
    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    challenges: tuple[Game, ...] | UnsetType = UNSET
    starts: Starts | UnsetType = UNSET
