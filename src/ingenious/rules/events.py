"""What a move did, step by step and in enough detail to show it.

Events contain nothing that is hidden from any seat: of a hidden draw only the size, and nothing
about a swap that was possible and declined, because that would tell something about the rack.
`why` is the rule that caused something unusual.
"""

from dataclasses import dataclass

from .moves import Space
from .symbols import Pieces


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile was placed on the board."""

    seat: int
    tile: str
    at: tuple[Space, Space]
    bonus: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """One half of a placed tile was counted: the lengths of its six rays (B8).

    The rays run clockwise from the right; the one towards the other half is 0.
    """

    seat: int
    symbol: str
    space: Space
    rays: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class PegMoved:
    """One or more points were scored: where the peg went, how many were lost, and by which rule.

    Pegs are seen from the seat's own side, as in a result. If an area stopped the peg (F2),
    `blockers` are the symbols whose pegs are too low.
    """

    seat: int
    symbol: str
    start: int
    end: int
    lost: int = 0
    why: str = ""
    blockers: str = ""


@dataclass(frozen=True, slots=True)
class CalledIngenious:
    """A peg reached the end of a track: "Ingenious!". Except in solo, this earns a bonus."""

    seat: int
    symbol: str
    why: str


@dataclass(frozen=True, slots=True)
class TokenTaken:
    """The duel's token of a colour changed hands (E2)."""

    seat: int
    symbol: str
    from_opponent: bool


@dataclass(frozen=True, slots=True)
class BonusLapsed:
    """Bonus placements could not be made: the rack is empty."""

    seat: int
    count: int
    why: str = "B12"


@dataclass(frozen=True, slots=True)
class Dealt:
    """The opening deal was made; `shown` are the face-up cards, the dice or the centre."""

    shown: tuple[Pieces, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """Tiles or cards were shown to everyone and put away: a swap, or a discarded hand."""

    seat: int
    pieces: Pieces
    why: str


@dataclass(frozen=True, slots=True)
class PutBack:
    """Swapped tiles went back to the bag, after the new ones were drawn (B13)."""

    seat: int
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew to its rack or hand; `shown` is what everyone sees of it, in solo the tile."""

    seat: int
    count: int
    shown: Pieces = ()


@dataclass(frozen=True, slots=True)
class DeckRenewed:
    """The deck ran out and the discard pile was shuffled to become the deck."""

    cards: int
    why: str = "G7"


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Matched:
    """A symbol was matched: by which face-up cards or dice, each as (seat, place from 0)."""

    seat: int
    symbol: str
    by: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class FaceUpReplaced:
    """The played card replaced a face-up card, which went to the discard pile (G4)."""

    seat: int
    discarded: str
    faceup: Pieces


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled for the first, second or third time in the turn."""

    seat: int
    dice: str
    roll: int


@dataclass(frozen=True, slots=True)
class WildScored:
    """Equal dice gave points in a chosen symbol."""

    seat: int
    dice: tuple[int, ...]
    symbol: str
    points: int


@dataclass(frozen=True, slots=True)
class CentreRefilled:
    """Tiles were drawn to the centre at the start of a turn (I3)."""

    seat: int
    symbols: str


@dataclass(frozen=True, slots=True)
class TileDrawn:
    """A tile was drawn from the pool (I5)."""

    seat: int
    symbol: str


@dataclass(frozen=True, slots=True)
class WentOut:
    """The drawn tile was a bust: its symbol was drawn before, or is not in the centre.

    All drawn tiles went to the centre, and bonus turns still due were lost.
    """

    seat: int
    symbol: str
    repeated: bool
    to_centre: str
    bonus_lost: int
    why: str = "I5"


@dataclass(frozen=True, slots=True)
class TilesScored:
    """Tiles were scored (I6): some left the game, some went back to the pool."""

    seat: int
    from_centre: str
    left_game: str
    to_pool: str


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A seat is to move now; `bonus` when it is a bonus turn."""

    seat: int
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat resigned the game for its side."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    reason: str
    why: str


Event = (
    Placed
    | Counted
    | PegMoved
    | CalledIngenious
    | TokenTaken
    | BonusLapsed
    | Dealt
    | Shown
    | PutBack
    | Drew
    | DeckRenewed
    | Played
    | Matched
    | FaceUpReplaced
    | Rolled
    | WildScored
    | CentreRefilled
    | TileDrawn
    | WentOut
    | TilesScored
    | TurnBegan
    | Resigned
    | Ended
)

Story = list[Event] | None
"""The list to which a move adds its events; None, which is faster, if they are not needed."""
