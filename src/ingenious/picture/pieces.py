"""Tiles, cards and dice."""

from typing import Literal

from .canvas import Canvas, style
from .shapes import ROOT3, Point, hex_path, tile_path

TileState = Literal["rest", "last", "placed", "ghost"]


def tile(
    canvas: Canvas, pair: str, a: Point, b: Point, s: float, state: TileState = "rest"
) -> None:
    """A tile of two symbols on two middles; without symbols, its back."""
    with canvas.group(opacity=0.55 if state == "ghost" else None):
        canvas.path(tile_path(a, b, s, 1.2), "url(#material)", stroke="mat-edge", stroke_width=0.8)
        for symbol, spot in zip(pair, (a, b), strict=False):
            _dish(canvas, symbol, spot, 0.66 * s, 0.94 * s)
        if state != "rest":
            dashes = f"{0.2 * s:.2f} {0.14 * s:.2f}" if state != "last" else None
            width = max(1.5, (0.055 if state == "ghost" else 0.085) * s)
            line = style(stroke="on-piece", stroke_width=width, stroke_dasharray=dashes)
            canvas.path(tile_path(a, b, s, 0.135 * s), "none", **line)


def hexagon(canvas: Canvas, symbol: str, at: Point, s: float, *, last: bool = False) -> None:
    """A tile of one symbol, or half a tile whose other half is not known."""
    canvas.path(hex_path(at, s, 0.8), "url(#material)", stroke="mat-edge", stroke_width=0.8)
    _dish(canvas, symbol, at, 0.66 * s, 0.94 * s)
    if last:
        width = max(1.5, 0.085 * s)
        canvas.path(hex_path(at, s, 0.135 * s), "none", stroke="on-piece", stroke_width=width)


def lying_tile(canvas: Canvas, pair: str, x: float, y: float, s: float) -> None:
    """A tile on a rack, from its upper left corner; `?` is its back."""
    a = Point(x + ROOT3 / 2 * s, y + s)
    tile(canvas, "" if pair == "?" else pair, a, Point(a.x + ROOT3 * s, a.y), s)


def card(canvas: Canvas, pair: str, x: float, y: float, width: float) -> None:
    """A card of two symbols; `?` is its back."""
    height, line = 1.4 * width, style(stroke="mat-edge", stroke_width=0.8)
    canvas.rect(x, y, width, height, "url(#material)", rx=0.09 * width, **line)
    if pair == "?":
        middle = Point(x + width / 2, y + height / 2)
        back = style(stroke="piece-line", stroke_width=max(1.2, 0.03 * width))
        canvas.path(hex_path(middle, 0.22 * width), "none", **back)
        return
    for symbol, part in zip(pair, (0.29, 0.71), strict=True):
        at = Point(x + width / 2, y + part * height)
        _dish(canvas, symbol, at, 0.25 * width, 0.36 * width)


def die(canvas: Canvas, symbol: str, x: float, y: float, size: float) -> None:
    """A die with the symbol on top."""
    depth, corner = max(2.0, 0.07 * size), 0.18 * size
    canvas.rect(x, y + depth, size, size, "die-side", rx=corner)
    line = style(stroke="mat-edge", stroke_width=0.8)
    canvas.rect(x, y, size, size, "url(#material)", rx=corner, **line)
    middle = Point(x + size / 2, y + size / 2)
    _dish(canvas, symbol, middle, 0.36 * size, 0.52 * size)


def _dish(canvas: Canvas, symbol: str, at: Point, r: float, size: float) -> None:
    canvas.circle(at.x, at.y, r, "url(#dish)", stroke="piece-edge", stroke_width=max(0.6, 0.03 * r))
    canvas.symbol(symbol, at.x, at.y, size)
