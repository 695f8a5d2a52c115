"""Words for people: numbers with their nouns, and names of seats."""

import re
from collections.abc import Sequence

_SEAT = re.compile(r"""(?<!\w)'[^']*'|"[^"]*"|\bseat (\d{1,9})\b""")
"""A seat in a message, or quoted text, which stays as it is."""


def pluralize(number: int, noun: str) -> str:
    """A number and its noun: "1 card", "2 cards"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def seat_names(players: int) -> tuple[str, ...]:
    """Names for players who have none; people count seats from 1."""
    return tuple(f"Seat {seat + 1}" for seat in range(players))


def checked_names(names: Sequence[str], game: str, players: int) -> tuple[str, ...]:
    """The names of the seats, if there is one for each.

    A single text is refused, although Python would take each of its letters for a name.
    """
    if isinstance(names, str):
        raise TypeError(f"the names must be a list, not {names!r}")
    if len(names) != players:
        raise ValueError(f"{game} needs {players} names, not {len(names)}")
    return tuple(names)


def count_seats_from_1(message: str) -> str:
    """A message for people, made from one that counts seats from 0 as the library does."""
    return _SEAT.sub(
        lambda found: found[0] if found[1] is None else f"seat {int(found[1]) + 1}", message
    )
