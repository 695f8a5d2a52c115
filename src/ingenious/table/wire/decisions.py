"""What a seat can decide: as it is offered, and as it is sent."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from ...rules.moves import Space
from ..naming import called
from .told import Colour, Told


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
