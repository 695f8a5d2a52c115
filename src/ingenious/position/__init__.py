"""Positions as values: play moves, parse and print them, redact and compare them."""

from .line import Line
from .position import LegalMoves, Position, UnknownPieces

__all__ = ["LegalMoves", "Line", "Position", "UnknownPieces"]
