"""What a reason consists of, for clients that put it into their own words.

Colours are told by their letters, seats by their numbers. `Part` has the same in English.
"""

from dataclasses import dataclass
from typing import Literal

Gains = tuple[tuple[str, int], ...]
"""Colours with their points, in the order in which they are told."""


@dataclass(frozen=True, slots=True)
class Wins:
    """The game is won at once."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The game ends, the board being full or nothing having moved for long; these seats win."""

    ending: Literal["board-full", "stalled"]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """Points that count; `lowest` are those of the colours that are lowest on the board."""

    gains: Gains
    lowest: str


@dataclass(frozen=True, slots=True)
class ScoresNothing:
    """No point counts."""


@dataclass(frozen=True, slots=True)
class EarnsBonus:
    """These pegs come to a hole where one calls Ingenious, and so much more may be done."""

    colours: str
    bonus: Literal["tile", "card", "turn"]


@dataclass(frozen=True, slots=True)
class Pulls:
    """In the duel, pegs come to the middle, to one's side, or over from the other side."""

    colours: str
    to: Literal["middle", "side", "over"]


@dataclass(frozen=True, slots=True)
class TakesTokens:
    """In the duel, the tokens of these colours are taken from the other."""

    colours: str


@dataclass(frozen=True, slots=True)
class TakesAway:
    """The best place of a colour is gone, where a seat would have had so many points."""

    seat: int
    colour: str
    points: int


@dataclass(frozen=True, slots=True)
class OpensNothing:
    """None of these seats can score more than before."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetsUp:
    """A colour of one's rack has a better place than before."""

    colour: str
    points: int
    is_lowest: bool


@dataclass(frozen=True, slots=True)
class Loses:
    """So many points are lost at a hole; if pegs stand too low, these are the blockers."""

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
    """What one holds is kept: it can score so much, and so many pieces are drawn."""

    pieces: Literal["tiles", "cards"]
    gains: Gains
    draws: int


@dataclass(frozen=True, slots=True)
class ShowsLowest:
    """A card brings lowest colours to the table."""

    colours: str


@dataclass(frozen=True, slots=True)
class Clears:
    """The last symbol of a colour that a seat needs goes from the table."""

    colour: str
    seat: int


@dataclass(frozen=True, slots=True)
class ScoresWild:
    """Equal dice score in these colours."""

    colours: str


@dataclass(frozen=True, slots=True)
class RollsBetter:
    """So many rolls of so many would do better; 0 and 1 of 1 are hardly any and nearly all."""

    rolls: int
    of: int


@dataclass(frozen=True, slots=True)
class RollsLeft:
    """One may roll so often."""

    rolls: int


@dataclass(frozen=True, slots=True)
class HasNoRisk:
    """A free score cannot fail."""


@dataclass(frozen=True, slots=True)
class GoesOut:
    """The next tile would end the turn so often; 0 and 1 of 1 are exact only if it is sure."""

    times: int
    of: int
    is_sure: bool


@dataclass(frozen=True, slots=True)
class Risks:
    """So many points are lost if the turn ends, and maybe a bonus turn."""

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
    """The game is given up."""


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


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a reason in English, and what it says."""

    text: str
    said: tuple[ReasonPart, ...]


def part(text: str, *said: ReasonPart) -> Part:
    """A part that says this."""
    return Part(text, said)
