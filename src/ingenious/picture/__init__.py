"""Pictures of positions in SVG and PNG, for all seven games, in the look of the pages."""

from .board import Marks
from .canvas import Theme, colour
from .draw import Words, draw, draw_parts
from .png import png

__all__ = ["Marks", "Theme", "Words", "colour", "draw", "draw_parts", "png"]
