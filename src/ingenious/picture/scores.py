"""Score boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..rules import Pegs
from ..rules.symbols import SYMBOLS
from .canvas import Canvas, style
from .shapes import Point, hex_path

ROW, HEAD, FOOT, SIDE = 27.0, 40.0, 26.0, 16.0
LEFT, RIGHT = 34.0, 48.0


@dataclass(frozen=True, slots=True)
class Track:
    """The holes of a score board, from the first to the last, in areas or in laps."""

    first: int
    last: int
    areas: tuple[tuple[int, int], ...] = ()
    laps: int = 1

    def places(self, width: float) -> list[float]:
        """Where the holes lie, from the left, in a track of this width."""
        gaps = 0.7 * (len(self.areas) - 1) if self.areas else 0.0
        step = width / (self.last - self.first + gaps + 1)
        found = []
        for column in range(self.first, self.last + 1):
            before = sum(column > last for _, last in self.areas)
            found.append(step * (column - self.first + 0.5 + 0.7 * before))
        return found


def panel_height() -> float:
    """The height of a score board."""
    return HEAD + 6 * ROW + FOOT


class Panel(Protocol):
    """What a score board shows."""

    @property
    def name(self) -> str:
        """The players of the board."""

    @property
    def pegs(self) -> Pegs:
        """The six pegs."""

    @property
    def track(self) -> Track:
        """The holes."""

    @property
    def value(self) -> str:
        """What stands at the upper right."""

    @property
    def has_turn(self) -> bool:
        """Whether one of the players has to decide."""


def draw_panel(canvas: Canvas, panel: Panel, x: float, y: float, width: float) -> None:
    """Draw one score board with its upper left corner here."""
    track, left, right = panel.track, x + SIDE, x + width - SIDE
    canvas.rect(x, y, width, panel_height(), "panel", rx=16, stroke="panelline")
    if panel.has_turn:
        canvas.path(hex_path(Point(left + 8, y + 20.5), 9), "on-panel")
        left += 24
    canvas.text(left, y + 20.5, panel.name, 16, "on-panel")
    canvas.text(right, y + 20.5, panel.value, 16, "on-panel2", text_anchor="end")
    holes = track.places(width - 2 * SIDE - LEFT - RIGHT)
    start = x + SIDE + LEFT
    for first, last in track.areas:
        reach = holes[last - track.first] - holes[first - track.first] + 20
        canvas.rect(start + holes[first] - 10, y + HEAD - 4, reach, 6 * ROW + 8, "area", rx=8)
    for colour, (symbol, peg) in enumerate(zip(SYMBOLS, panel.pegs, strict=True)):
        middle = y + HEAD + ROW * (colour + 0.5)
        canvas.symbol(symbol, x + SIDE + 12, middle, 21)
        _draw_row(canvas, start, middle, track, holes, symbol, peg)
        bold = style(text_anchor="end", font_weight=800)
        canvas.text(right, middle, str(abs(peg)), 18, "on-panel", **bold)
    below, light = y + HEAD + 6 * ROW + 14, style(text_anchor="middle", font_weight=500)
    for at, column in zip(holes, range(track.first, track.last + 1), strict=True):
        if column % (3 if len(holes) > 12 else 1) == 0:
            canvas.text(start + at, below, str(abs(column)), 12, "scale", **light)


def _draw_row(
    canvas: Canvas, x: float, y: float, track: Track, holes: Sequence[float], symbol: str, peg: int
) -> None:
    if not track.areas:
        width = holes[-1] - holes[0] + 20
        canvas.rect(x + holes[0] - 10, y - 10, width, 20, "groove", rx=10)
    span = track.last - track.first
    is_second = track.laps > 1 and peg > span
    stand = peg - span if is_second else peg
    origin = 0 if track.first < 0 else track.first
    low, high = sorted((origin, stand))
    band = holes[high - track.first] - holes[low - track.first]
    at = x + holes[low - track.first] - 4
    if is_second:
        canvas.rect(
            x + holes[0] - 4, y - 5, holes[-1] - holes[0] + 8, 10, symbol, rx=3, opacity=0.3
        )
    canvas.rect(at, y - 5, band + 8, 10, symbol, rx=3, opacity=0.4)
    for hole in holes:
        canvas.circle(x + hole, y, 2.2, "hole")
    canvas.circle(x + holes[stand - track.first], y, 8.5, symbol, stroke="pit", stroke_width=1)
    if is_second:
        spot = x + holes[stand - track.first]
        canvas.circle(spot, y, 8.5, "none", stroke="on-panel", stroke_width=2)
