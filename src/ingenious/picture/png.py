"""Pictures in PNG, drawn by resvg."""

import re
from importlib.resources import as_file, files
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..optional import how_to_install

IS_AVAILABLE = find_spec("resvg_py") is not None

if TYPE_CHECKING or IS_AVAILABLE:
    from resvg_py import svg_to_bytes

FONT = "inter.ttf"
"""The font of the pages. A checkout has it once the pages are built."""

OTHER_LETTERS = re.compile("[^\0-\xff–—’“”…−→]")
"""Characters that the font may lack. They are drawn in a system font that has them, if any."""


def png(svg: str, *, width: int | None = None) -> bytes:
    """A picture as PNG, at its own size or scaled to a width in pixels.

    Raises `ModuleNotFoundError` without the extra `pictures`, and `ValueError` for an invalid SVG.
    """
    if not IS_AVAILABLE:
        raise ModuleNotFoundError(how_to_install("resvg_py"), name="resvg_py")
    with as_file(files(__package__).joinpath(FONT)) as font:
        is_enough = font.exists() and OTHER_LETTERS.search(svg) is None
        return svg_to_bytes(svg, width=width, font_files=[str(font)], skip_system_fonts=is_enough)
