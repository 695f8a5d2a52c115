"""Words for people: numbers with their nouns, and names of seats."""


def pluralize(number: int, noun: str) -> str:
    """A number and its noun: "1 card", "2 cards"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def seat_names(players: int) -> tuple[str, ...]:
    """Names for players who have none; people count seats from 1."""
    return tuple(f"Seat {seat + 1}" for seat in range(players))
