"""A record as typed values: one game, decision by decision and draw by draw."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..rules import AnyGame, Result
from ..rules.match import Starts
from ..rules.moves import Decision
from ..rules.symbols import UNKNOWN, Pieces

JsonObject = dict[str, Any]
"""An object as `json` writes it."""

RECORD_FORMAT = "ingenious-record/1"
MATCH_FORMAT = "ingenious-match/1"

Hidden = int
"""The number of pieces, which replaces hidden pieces in a redacted record."""

Deal = Mapping[str, tuple[Pieces | Hidden, ...]]
"""The opening deal: `racks`, `hands`, `faceup` or `dice` seat by seat, or one `centre`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of the log: a decision, an outcome, or a decision with the outcome that followed.

    Keeping the tiles or the hand, and rolling again, are never written: the draw or the roll that
    follows implies it. `gain` has the points of both halves of a placement, in scoring order.
    """

    seat: int
    decision: Decision | None = None
    outcome: Pieces | Hidden | None = None
    gain: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Commitment:
    """What a dealer has committed to: the hash of its seed; once the game is over, the seed too."""

    commit: str
    seed: bytes | None = None
    drew_start: bool = False


View = int | Literal["whole", "spectator"]
"""What a record shows: what a seat knows, what a spectator knows, or everything."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game, finished or running; complete, or redacted to what a seat or a spectator knows."""

    game: AnyGame
    seats: tuple[str, ...]
    start: int
    deal: Deal
    log: tuple[Entry, ...]
    result: Result | None = None
    dealer: Commitment | None = None
    view: View = "whole"
    date: str | None = None  # when it began, such as "2026-11-18"
    event: str | None = None  # such as "Club evening"


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
        """Whether no challenge can follow; without `challenges`, whether no game is running."""
        result = self.games[-1].result
        if result is None or self.challenges is None:
            return result is not None
        return result.reason == "resigned" or len(self.games) >= len(self.challenges)


def split_deal(game: AnyGame, pieces: Pieces) -> Deal:
    """The pieces of an opening deal, by its parts."""
    deal, at = {}, 0
    for part in game.deal_parts:
        end = at + part.groups * part.size
        deal[part.name] = tuple(pieces[i : i + part.size] for i in range(at, end, part.size))
        at = end
    return deal


def join_deal(game: AnyGame, deal: Deal) -> Pieces:
    """The parts of a deal as one sequence of pieces."""
    pieces: list[str] = []
    for part in game.deal_parts:
        for group in deal[part.name]:
            pieces.extend(seen(group))
    return tuple(pieces)


def is_hidden(owner: int, view: View) -> bool:
    """Whether a view hides the hidden pieces of a seat."""
    return view not in ("whole", owner)


def seen(group: Pieces | Hidden) -> Pieces:
    """The pieces of a group; of a hidden one, as many unknown pieces."""
    return (UNKNOWN,) * group if isinstance(group, int) else group
