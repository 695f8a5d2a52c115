"""Positions as they are drawn."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from .told import Told


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
    why: Annotated[str, Meta(description="the rule that says so")]


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
