"""The parts of a reason as values, from which clients make sentences in their language.

Colours are letters, seats are numbers. `english` makes the sentences of the command.
"""

from dataclasses import dataclass
from typing import Literal

Gains = tuple[tuple[str, int], ...]
"""Colours with their points, in the order in which they are listed."""

Bonus = Literal["tile", "card", "turn"]


@dataclass(frozen=True, slots=True)
class Wins:
    """The game is won at once."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The game ends because the board is full or no peg has moved for long; these seats win."""

    ending: Literal["board-full", "stalled"]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """Points that count; `lowest` are those of these colours that are lowest on the score board."""

    gains: Gains
    lowest: str


@dataclass(frozen=True, slots=True)
class ScoresNothing:
    """No point counts."""


@dataclass(frozen=True, slots=True)
class EarnsBonus:
    """These pegs reach the end of a track ("Ingenious!"), and each earns a bonus."""

    colours: str
    bonus: Bonus


@dataclass(frozen=True, slots=True)
class Pulls:
    """In the duel, pegs reach the middle, the seat's side, or its side from the other side."""

    colours: str
    to: Literal["middle", "side", "over"]


@dataclass(frozen=True, slots=True)
class TakesTokens:
    """In the duel, the tokens of these colours are taken from the opponent."""

    colours: str


@dataclass(frozen=True, slots=True)
class TakesAway:
    """The best place of a colour is gone, where a seat could have scored these points."""

    seat: int
    colour: str
    points: int


@dataclass(frozen=True, slots=True)
class OpensNothing:
    """None of these seats can score more than before."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetsUp:
    """A colour of the seat's rack has a better place than before."""

    colour: str
    points: int
    is_lowest: bool


@dataclass(frozen=True, slots=True)
class LeavesOpen:
    """A lowest colour of the seat's rack can still score these points, with a tile that is kept."""

    colour: str
    points: int


@dataclass(frozen=True, slots=True)
class Loses:
    """Points are lost at a hole; `blockers` are the colours that are too low, if that is why."""

    points: int
    hole: int
    blockers: str


@dataclass(frozen=True, slots=True)
class HasNoLowest:
    """No piece shows one of the lowest colours, so all of them are exchanged."""

    pieces: Literal["tiles", "cards"]
    lowest: str


@dataclass(frozen=True, slots=True)
class ExchangesFinished:
    """In the duel, the tiles that show finished colours are exchanged."""

    colours: str
    tiles: int


@dataclass(frozen=True, slots=True)
class Keeps:
    """The rack or hand is kept: it can score these points, and some pieces are drawn."""

    pieces: Literal["tiles", "cards"]
    gains: Gains
    draws: int


@dataclass(frozen=True, slots=True)
class ShowsLowest:
    """A card brings lowest colours to the table."""

    colours: str


@dataclass(frozen=True, slots=True)
class Clears:
    """The last symbol of a colour that a seat needs leaves the table."""

    colour: str
    seat: int


@dataclass(frozen=True, slots=True)
class ScoresWild:
    """Equal dice score in these colours."""

    colours: str


@dataclass(frozen=True, slots=True)
class RollsBetter:
    """The share of rolls that would do better; 0 of 1 is hardly any, 1 of 1 is nearly all."""

    rolls: int
    of: int


@dataclass(frozen=True, slots=True)
class RollsLeft:
    """The number of rolls that are left."""

    rolls: int


@dataclass(frozen=True, slots=True)
class HasNoRisk:
    """A free score cannot fail."""


@dataclass(frozen=True, slots=True)
class GoesOut:
    """The chance that the next tile is a bust; 0 and 1 of 1 are exact only if it is sure."""

    times: int
    of: int
    is_sure: bool


@dataclass(frozen=True, slots=True)
class Risks:
    """These points are lost in a bust, and perhaps a bonus turn."""

    points: int
    bonus: bool


@dataclass(frozen=True, slots=True)
class HopesFor:
    """The next tile can bring points in a colour."""

    colour: str
    points: int
    is_lowest: bool


@dataclass(frozen=True, slots=True)
class GivesUp:
    """The seat resigns."""


ReasonPart = (
    Wins
    | Ends
    | Scores
    | ScoresNothing
    | EarnsBonus
    | Pulls
    | TakesTokens
    | TakesAway
    | OpensNothing
    | SetsUp
    | LeavesOpen
    | Loses
    | HasNoLowest
    | ExchangesFinished
    | Keeps
    | ShowsLowest
    | Clears
    | ScoresWild
    | RollsBetter
    | RollsLeft
    | HasNoRisk
    | GoesOut
    | Risks
    | HopesFor
    | GivesUp
)
