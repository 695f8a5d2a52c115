"""A match of several challenges (J1, J2)."""

from collections.abc import Sequence
from typing import Literal

from .game import Pegs, Result, rank

CHALLENGES = ("cards", "dice", "tiles")

MIN_CHALLENGES, MAX_CHALLENGES = 2, 12
"""How many challenges players may agree on. Records of other lengths can still be read."""

Starts = Literal["rotate", "same", "drawn"]
"""Who begins each challenge after the first: the next seat, the same seat, or a drawn one (J1)."""


class NoMatch(ValueError):
    """A list of challenges that is not a valid match."""


def check_challenges(names: Sequence[str]) -> None:
    """Raise `NoMatch` unless players may agree on this list of challenges (J1)."""
    if not all(name in CHALLENGES for name in names):
        known, given = ", ".join(CHALLENGES), ",".join(names)
        raise NoMatch(f"the challenges of a match must be from {known}, not {given!r} (J1)")
    if not MIN_CHALLENGES <= len(names) <= MAX_CHALLENGES:
        bounds = f"{MIN_CHALLENGES} to {MAX_CHALLENGES}"
        raise NoMatch(f"a match must have {bounds} challenges, not {len(names)} (J1)")


def victory_points(scores: Sequence[Pegs]) -> tuple[int, ...]:
    """The victory points of a finished challenge: the lowest peg of each seat."""
    return tuple(min(pegs) for pegs in scores)


def start_of(challenge: int, first: int, players: int, starts: Starts = "rotate") -> int | None:
    """The seat that begins a challenge (counted from 0); None if it is drawn (J1)."""
    if challenge == 0 or starts == "same":
        return first
    return (first + challenge) % players if starts == "rotate" else None


def tally(points: Sequence[Sequence[int]], players: int) -> tuple[int, ...]:
    """Each seat's victory points over all challenges."""
    return tuple(sum(row[seat] for row in points) for seat in range(players))


def match_ranks(totals: Sequence[int], last: Result | None = None) -> tuple[int, ...]:
    """Ranks by victory points; equal totals share the win.

    `last` is the result of the last challenge. If it was resigned, its ranks are those of the
    match, whatever the totals (J2). Leave it out for a match made before J2.
    """
    if last is not None and last.reason == "resigned":
        return last.ranks
    return rank([(total,) for total in totals])
