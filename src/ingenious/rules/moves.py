"""Moves: the decisions of the seats and the outcomes of chance.

What is written first is scored first: `Place("GR", (a, b))` puts green on a and red on b and scores
green first, and `Play("GR")` scores green first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .symbols import Pieces

ROWS = "ABCDEFGHIJKLMNO"
"""The names of the rows of the largest board, from the top; H is the middle one."""

MIDDLE = ROWS.index("H")


class Space(NamedTuple):
    """A space of the board in axial coordinates: (0, 0) is the middle; q increases to the right."""

    q: int
    r: int

    def __str__(self) -> str:
        """The name and the coordinates: `H8 (0, 0)`; only the coordinates off every board."""
        written = f"({self.q}, {self.r})"
        return written if self.name is None else f"{self.name} {written}"

    @property
    def name(self) -> str | None:
        """A letter for the row and a number for the diagonal: `H8` is the middle."""
        if max(abs(self.q), abs(self.r), abs(self.q + self.r)) > MIDDLE:
            return None
        return f"{ROWS[self.r + MIDDLE]}{self.q + MIDDLE + 1}"


@dataclass(frozen=True, slots=True)
class Place:
    """Place a tile: its first symbol on the first space, which is also scored first (B9)."""

    tile: str
    at: tuple[Space, Space]


@dataclass(frozen=True, slots=True)
class Swap:
    """Show these tiles and exchange them: the whole rack (B13), in the duel a part of it (E3)."""

    tiles: Pieces


@dataclass(frozen=True, slots=True)
class Keep:
    """Decline a swap, or decline to discard the hand."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; its first letter is scored first (G3)."""

    card: str


@dataclass(frozen=True, slots=True)
class Discard:
    """Reveal and discard the whole hand (G6)."""

    cards: Pieces


@dataclass(frozen=True, slots=True)
class Reroll:
    """Roll all dice again (H3)."""


@dataclass(frozen=True, slots=True)
class MatchDie:
    """Use one die, by its place in the roll, to match the dice of the others (H4)."""

    die: int


@dataclass(frozen=True, slots=True)
class WildScore:
    """Use equal dice, by their places in the roll, for points in a chosen symbol (H4)."""

    dice: tuple[int, ...]
    symbol: str


DieUse = MatchDie | WildScore


@dataclass(frozen=True, slots=True)
class Resolve:
    """Keep the roll and use every die of it, in this order (H4)."""

    uses: tuple[DieUse, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a tile from the pool (I4)."""


@dataclass(frozen=True, slots=True)
class Score:
    """Stop drawing and score (I6)."""


@dataclass(frozen=True, slots=True)
class Free:
    """Take a free score in one of the seat's lowest symbols (I7)."""

    symbol: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign the game for the seat's side, also out of turn (A5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome of chance: the pieces dealt, drawn or rolled, in order, canonically spelled."""

    pieces: Pieces


Decision = Place | Swap | Keep | Play | Discard | Reroll | Resolve | Draw | Score | Free | Resign
Move = Decision | Outcome

DecisionKind = Literal[
    "place", "swap", "play", "discard", "roll-or-use", "use", "draw-or-free", "draw-or-score"
]
ChanceKind = Literal["deal", "draw", "roll", "refill"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat has to decide, by this rule."""

    seat: int
    kind: DecisionKind
    rule: str


@dataclass(frozen=True, slots=True)
class Chance:
    """An outcome is awaited: `count` pieces out of `source`, in order.

    Pieces are drawn without replacement, unless `repeats` is set (dice). When `source` runs out,
    drawing continues from `renewal` (the Card Challenge's shuffled discards, G7).
    """

    kind: ChanceKind
    rule: str
    seat: int | None
    count: int
    source: Sequence[str]
    renewal: Pieces = ()
    repeats: bool = False
