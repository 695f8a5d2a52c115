"""Decisions and entries of a log as they are sent.

JSON tells decisions apart by their keys, not by a tag. So one class has the fields of all of them,
and a decision uses those that belong to it: `{"seat": 0, "place": "RG", "at": [[0, 0], [0, 1]]}`.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...record import RecordError
from ...record.entries import read_decision, write_decision
from ...rules.moves import Decision, Space
from ..errors import decision_refused
from .base import Colour, WireStruct


class DieUseDoc(WireStruct, frozen=True, kw_only=True, rename={"symbol": "as"}):
    """Use one die as a `match`, or equal dice for a `wild` score in the symbol of `as`."""

    match: Annotated[int, Meta(description="the index of the die in the roll")] | UnsetType = UNSET
    wild: (
        Annotated[tuple[int, ...], Meta(description="the indexes of the dice in the roll")]
        | UnsetType
    ) = UNSET
    symbol: Colour | UnsetType = UNSET


class _Action(WireStruct, frozen=True, kw_only=True):
    """What decisions and entries have in common."""

    place: Annotated[str, Meta(description="the tile; its first symbol is on the first space")] | (
        UnsetType
    ) = UNSET
    at: tuple[Space, Space] | UnsetType = UNSET
    first: (
        Annotated[
            Literal[0, 1] | Colour,
            Meta(description="which half of the tile, or symbol of the card, is scored first"),
        ]
        | UnsetType
    ) = UNSET
    swap: Annotated[tuple[str, ...], Meta(description="the tiles to exchange")] | UnsetType = UNSET
    play: Annotated[str, Meta(description="the card to play")] | UnsetType = UNSET
    discard: Annotated[tuple[str, ...], Meta(description="all cards of the hand")] | UnsetType = (
        UNSET
    )
    resolve: (
        Annotated[
            tuple[DieUseDoc, ...],
            Meta(description="how each die of the roll is used, in this order"),
        ]
        | UnsetType
    ) = UNSET
    score: Annotated[Literal[True], Meta(description="stop drawing and score")] | UnsetType = UNSET
    free: Annotated[Colour, Meta(description="take a free score in this symbol")] | (
        UnsetType
    ) = UNSET
    resign: Annotated[Literal[True], Meta(description="resign the game for your side")] | (
        UnsetType
    ) = UNSET


class Choice(_Action, frozen=True, kw_only=True):
    """A decision that a seat can make; exactly one of the keys says which it is."""

    keep: Annotated[Literal[True], Meta(description="keep the rack or the hand")] | (
        UnsetType
    ) = UNSET
    reroll: Annotated[Literal[True], Meta(description="roll all dice again")] | UnsetType = UNSET
    draw: Annotated[Literal[True], Meta(description="draw a tile from the pool")] | (
        UnsetType
    ) = UNSET


class DecisionDoc(Choice, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """A decision of a seat; other keys, such as the gain in an entry, are ignored."""

    seat: int


class LogEntry(_Action, frozen=True, kw_only=True):
    """An entry of a record's log: a decision, an outcome of chance, or both."""

    seat: int
    gain: (
        Annotated[tuple[int, int], Meta(description="the points of each half of a placement")]
        | UnsetType
    ) = UNSET
    draw: (
        Annotated[
            tuple[str, ...] | str | int,
            Meta(
                description="the pieces drawn, or how many if they are hidden; "
                "in the Tile Challenge one letter"
            ),
        ]
        | UnsetType
    ) = UNSET
    roll: tuple[Colour, ...] | UnsetType = UNSET
    refill: (
        Annotated[tuple[Colour, ...], Meta(description="the tiles added to the centre")] | UnsetType
    ) = UNSET


def from_doc(doc: DecisionDoc, seat: int) -> Decision:
    """The decision that a seat sent; raises `Refused`."""
    try:
        return read_decision(msgspec.to_builtins(doc), None, seat)
    except RecordError as error:
        raise decision_refused(error) from None


def to_choice(decision: Decision) -> Choice:
    """A decision as it is offered."""
    return msgspec.convert(write_decision(decision), Choice)


def to_doc(decision: Decision, seat: int) -> DecisionDoc:
    """A decision of a seat as it is sent and stored."""
    return msgspec.convert({"seat": seat, **write_decision(decision)}, DecisionDoc)
