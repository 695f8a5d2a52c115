"""A match of several challenges (J1)."""

from collections.abc import Sequence

from .protocol import Pegs, rank

CHALLENGES = ("cards", "dice", "tiles")


def victory_points(scores: Sequence[Pegs]) -> tuple[int, ...]:
    """What a finished challenge brings each seat: its lowest row."""
    return tuple(min(pegs) for pegs in scores)


def start_of(challenge: int, first: int, players: int) -> int:
    """The seat that begins a challenge, counted from 0: the start moves on by one each time."""
    return (first + challenge) % players


def tally(points: Sequence[Sequence[int]], players: int) -> tuple[int, ...]:
    """Each seat's victory points over all challenges."""
    return tuple(sum(row[seat] for row in points) for seat in range(players))


def match_ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """Ranks by victory points; equal totals share the win."""
    return rank([(total,) for total in totals])
