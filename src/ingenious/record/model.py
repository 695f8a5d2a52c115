"""A record as typed values: what every game was, decision by decision and draw by draw."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..rules import AnyGame, Result
from ..rules.match import Starts
from ..rules.moves import Decision
from ..rules.symbols import Pieces

RECORD_FORMAT = "ingenious-record/1"
MATCH_FORMAT = "ingenious-match/1"

Hidden = int
"""What a redacted record has in the place of pieces that a seat has not seen: their number."""

Deal = Mapping[str, tuple[Pieces | Hidden, ...]]
"""The opening deal: `racks`, `hands`, `faceup` or `dice` seat by seat, or one `centre`."""


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


View = int | Literal["whole", "spectator"]
"""Whose view of a game a record is: a seat's, everybody's, or the whole of it."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game, finished or running; whole, or redacted to what a seat or a spectator knows."""

    game: AnyGame
    seats: tuple[str, ...]
    start: int
    deal: Deal
    log: tuple[Entry, ...]
    result: Result | None = None
    dealer: Commitment | None = None
    view: View = "whole"


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """Several challenges, with the victory points of each seat in each finished one (J1).

    A match without `challenges` was made before J2 and is ranked by its totals.
    """

    games: tuple[Record, ...]
    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    challenges: tuple[str, ...] | None = None  # the agreed list, of which `games` are the first
    starts: Starts = "rotate"

    @property
    def is_over(self) -> bool:
        """Whether no further challenge can follow; without `challenges`, if no game runs."""
        result = self.games[-1].result
        if result is None or self.challenges is None:
            return result is not None
        return result.reason == "resigned" or len(self.games) >= len(self.challenges)


def split_deal(game: AnyGame, pieces: Pieces) -> Deal:
    """The rules' one deal, by its parts."""
    deal, at = {}, 0
    for part in game.deal_parts:
        end = at + part.groups * part.size
        deal[part.name] = tuple(pieces[i : i + part.size] for i in range(at, end, part.size))
        at = end
    return deal


def join_deal(game: AnyGame, deal: Deal) -> Pieces:
    """The parts of a whole deal as the rules' one deal."""
    pieces: list[str] = []
    for part in game.deal_parts:
        for group in deal[part.name]:
            pieces.extend(seen(group))
    return tuple(pieces)


def is_hidden(owner: int, view: View) -> bool:
    """Whether a view does not show what a seat keeps hidden."""
    return view not in ("whole", owner)


def seen(group: Pieces | Hidden) -> Pieces:
    """The pieces of a whole record, in which nothing is hidden."""
    assert isinstance(group, tuple), "a redacted record cannot be replayed"
    return group
