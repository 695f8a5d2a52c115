"""What a terminal shows: positions, with boards, pegs, racks and cards in colour."""

from .draw import draw, match_places, status

__all__ = ["draw", "match_places", "status"]
