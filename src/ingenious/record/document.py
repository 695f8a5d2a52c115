"""A record as typed values: what every game was, decision by decision and draw by draw."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..rules import CardChallenge, DiceChallenge, Game, Result, TileChallenge
from ..rules.moves import Decision
from ..rules.symbols import Pieces

RECORD_FORMAT = "ingenious-record/1"
MATCH_FORMAT = "ingenious-match/1"

Hidden = int
"""What a redacted record has in the place of pieces that a seat has not seen: their number."""

Deal = Mapping[str, tuple[Pieces | Hidden, ...]]
"""The opening deal: `racks`, `hands`, `faceup` or `dice` seat by seat, or one `centre`."""

HIDING_GAMES = frozenset({"classic", "team", "duel", "cards"})
HIDING_DEALS = frozenset({"racks", "hands"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of the log: a decision, an outcome, or a decision with the outcome it brought.

    To keep one's tiles or one's hand, and to roll again, are never written: the draw or the roll
    that follows says it. `gain` is for each half of a placement, the half scored first at first.
    """

    seat: int
    decision: Decision | None = None
    outcome: Pieces | Hidden | None = None
    gain: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Commitment:
    """What a dealer has promised: the hash of its seed, and once the game is over the seed."""

    commit: str
    seed: bytes | None = None
    drew_start: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """One game, finished or running; whole, or redacted to what a seat or a spectator knows."""

    game: Game[Any]
    seats: tuple[str, ...]
    start: int
    deal: Deal
    log: tuple[Entry, ...]
    result: Result | None = None
    dealer: Commitment | None = None
    view: int | Literal["whole", "spectator"] = field(default="whole")


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """Several challenges, with the victory points of each seat in each finished one (J1)."""

    games: tuple[Record, ...]
    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealPart:
    """One part of an opening deal: so many groups of so many pieces, by a rule."""

    key: str
    groups: int
    size: int
    rule: str


def deal_parts(game: Game[Any]) -> tuple[DealPart, ...]:
    """What is dealt at the opening, in the order in which the rules' deal has it."""
    match game:
        case CardChallenge():
            faceup = DealPart("faceup", game.players, game.faceup_each, "G2")
            return (DealPart("hands", game.players, 6, "G2"), faceup)
        case DiceChallenge():
            dice = DealPart("dice", game.players, game.dice_each, "H1")
            return (dice,) if game.opening_roll else ()
        case TileChallenge():
            return (DealPart("centre", 1, 3, "I1"),)
        case _:
            return () if game.players == 1 else (DealPart("racks", game.players, 6, "B4"),)


def split_deal(game: Game[Any], pieces: Pieces) -> Deal:
    """The rules' one deal, by its parts."""
    deal, at = {}, 0
    for part in deal_parts(game):
        end = at + part.groups * part.size
        deal[part.key] = tuple(pieces[i : i + part.size] for i in range(at, end, part.size))
        at = end
    return deal


def join_deal(game: Game[Any], deal: Deal) -> Pieces:
    """The parts of a whole deal as the rules' one deal."""
    pieces: list[str] = []
    for part in deal_parts(game):
        for group in deal[part.key]:
            pieces.extend(seen(group))
    return tuple(pieces)


def seen(group: Pieces | Hidden) -> Pieces:
    """The pieces of a whole record, in which nothing is hidden."""
    assert isinstance(group, tuple), "a redacted record cannot be replayed"
    return group
