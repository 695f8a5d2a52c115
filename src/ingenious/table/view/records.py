"""Records of games and of matches, as `ingenious.record` writes them."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from ...record import Record, redact, write_record
from ...record.model import View
from ...rules.game import Reason
from ...rules.match import Starts
from ..naming import GameName, wire_type
from .base import Colour, Groups, WireStruct
from .decision import LogEntry


class ResultDoc(WireStruct, frozen=True, kw_only=True):
    """The end of a game: six pegs and a rank for each seat; equal seats share a rank."""

    reason: Reason
    scores: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]


class DealDoc(WireStruct, frozen=True, kw_only=True):
    """The opening deal, seat by seat, except for the centre, which all share."""

    racks: Groups | UnsetType = UNSET
    hands: Groups | UnsetType = UNSET
    faceup: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    dice: tuple[tuple[Colour, ...], ...] | UnsetType = UNSET
    centre: tuple[Colour, ...] | UnsetType = UNSET


class CommitmentDoc(WireStruct, frozen=True, kw_only=True):
    """The dealer's commitment: the hash of its seed, and the seed once the game is over."""

    commit: str
    seed: str | UnsetType = UNSET
    drew_start: Literal[True] | UnsetType = UNSET


class RecordDocument(
    WireStruct, frozen=True, kw_only=True, tag_field="format", tag="ingenious-record/1"
):
    """A game, decision by decision; `view` is the viewer it was redacted for, if any."""

    game: GameName
    edition: str
    options: dict[str, bool]
    seats: tuple[str, ...]
    start: int
    deal: DealDoc
    log: tuple[LogEntry, ...]
    result: ResultDoc | None
    dealer: CommitmentDoc | UnsetType = UNSET
    view: int | UnsetType | None = UNSET
    date: str | UnsetType = UNSET
    event: str | UnsetType = UNSET


class MatchDocument(
    WireStruct, frozen=True, kw_only=True, tag_field="format", tag="ingenious-match/1"
):
    """Several challenges, with the victory points of each seat in each finished one.

    Without `challenges`, the agreed list, it is ranked by its totals, even if one was resigned.
    """

    games: tuple[RecordDocument, ...]
    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    challenges: tuple[GameName, ...] | UnsetType = UNSET
    starts: Starts | UnsetType = UNSET


EncodedRecord = Annotated[msgspec.Raw, wire_type("RecordDocument")]
"""A record that `ingenious.record` has written, which is the one place that knows the format."""

_encode = msgspec.json.Encoder().encode


def encode_record(record: Record, view: View) -> EncodedRecord:
    """A record as a viewer may know it: complete once the game is over, redacted before."""
    if record.result is None and view != "whole":
        record = redact(record, None if view == "spectator" else view)
    return msgspec.Raw(_encode(write_record(record)))
