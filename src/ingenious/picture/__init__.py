"""Pictures of positions in SVG, for all seven games, in the look of the pages."""

from .board import Marks
from .canvas import THEMES, Theme
from .draw import draw

__all__ = ["THEMES", "Marks", "Theme", "draw"]
