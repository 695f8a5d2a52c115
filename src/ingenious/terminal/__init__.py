"""What a terminal shows: positions, with boards, pegs, racks and cards in colour."""

from .draw import draw, match_places

__all__ = ["draw", "match_places"]
