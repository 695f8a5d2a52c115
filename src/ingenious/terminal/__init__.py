"""What a terminal shows: positions, with boards, pegs, racks and cards in colour."""

from .draw import draw

__all__ = ["draw"]
