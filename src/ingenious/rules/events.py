"""What a move did, in order and in enough detail to show it.

Events hold nothing that is hidden from any seat: a hidden draw is told by its size alone, and that
a swap was possible and declined is not told at all, for it would tell something about the rack.
`why` is the rule by which something out of the ordinary happened.
"""

from dataclasses import dataclass

from .moves import Space
from .symbols import Pieces


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile came to the board."""

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
    """Points were scored, one or more: where the peg went, how many were lost, by which rule.

    Pegs are seen from the seat's own side, as in a result. Where an area stopped the peg (F2),
    `blockers` are the symbols whose pegs still stand too low.
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
    """A peg came to the end of a score board: "Ingenious!". Except in solo it earns a bonus."""

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
    """The opening deal was made; of it face-up cards, dice or the centre lie open."""

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
    """A seat drew to its rack or hand; `shown` is what everybody sees of it, in solo the tile."""

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
    """A face-up card went to the discard pile and the played one came to the table (G4)."""

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
    """A tile was drawn before the player (I5)."""

    seat: int
    symbol: str


@dataclass(frozen=True, slots=True)
class WentOut:
    """The tile drawn ended the turn: drawn before, or not in the centre.

    All tiles drawn went to the centre, and bonus turns still owed were lost.
    """

    seat: int
    symbol: str
    repeated: bool
    to_centre: str
    bonus_lost: int
    why: str = "I5"


@dataclass(frozen=True, slots=True)
class TilesScored:
    """Tiles before the player were scored (I6): some left the game, some went back to the pool."""

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
    """A seat gave the game up for its side."""

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
"""Where a move's events are told; None when nobody listens, which is faster."""
