"""Rows of tiles, cards and dice, and the mat they lie on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

from .canvas import Canvas
from .pieces import card, die, hexagon, lying_tile
from .shapes import ROOT3, Point

Kind = Literal["tile", "card", "die", "hexagon"]
Draw = Callable[[Canvas, str, float, float, float], None]

GAP = 6.0
LABEL = 84.0
"""The width of the word in front of a row."""


def _hexagon(canvas: Canvas, symbol: str, x: float, y: float, width: float) -> None:
    s = width / ROOT3
    hexagon(canvas, symbol, Point(x + width / 2, y + s), s)


def _tile(canvas: Canvas, pair: str, x: float, y: float, width: float) -> None:
    lying_tile(canvas, pair, x, y, width / ROOT3 / 2)


PIECES: dict[Kind, tuple[float, float, Draw]] = {
    "tile": (59.0, 1 / ROOT3, _tile),
    "card": (44.0, 1.4, card),
    "die": (44.0, 1.07, die),
    "hexagon": (46.0, 2 / ROOT3, _hexagon),
}
"""The width of a piece, its height as a share of that, and what draws it."""


@dataclass(frozen=True, slots=True)
class Row:
    """Pieces side by side, with a word in front of them; on several lines if they do not fit."""

    label: str
    kind: Kind
    pieces: Sequence[str]

    def height(self, room: float) -> float:
        """The height of the row at this width."""
        width = self._width(room)
        lines = max(1, ceil(len(self.pieces) / self._per_line(room, width)))
        return lines * (width * PIECES[self.kind][1] + GAP) - GAP

    def draw(self, canvas: Canvas, x: float, y: float, room: float, colour: str) -> None:
        """Draw the row with its upper left corner here."""
        width = self._width(room)
        per_line, (_, share, draw) = self._per_line(room, width), PIECES[self.kind]
        if self.label:
            middle = y + width * share / 2
            canvas.fitted_text(x, middle, self.label, 14, LABEL - GAP, colour, font_weight=600)
        for k, piece in enumerate(self.pieces):
            line, column = divmod(k, per_line)
            left = x + self._indent + column * (width + GAP)
            draw(canvas, piece, left, y + line * (width * share + GAP), width)

    @property
    def width(self) -> float:
        """The width of the row on one line."""
        return self._indent + len(self.pieces) * (PIECES[self.kind][0] + GAP) - GAP

    @property
    def _indent(self) -> float:
        return LABEL if self.label else 0.0

    def _width(self, room: float) -> float:
        """The width of a piece; a rack is always one line."""
        width = PIECES[self.kind][0]
        if self.kind != "tile" or not self.pieces:
            return width
        return min(width, (room - self._indent + GAP) / len(self.pieces) - GAP)

    def _per_line(self, room: float, width: float) -> int:
        return max(1, int((room - self._indent + GAP + 0.01) / (width + GAP)))


@dataclass(frozen=True, slots=True)
class Mat:
    """What lies in the middle of the table in a challenge: rows, side by side if they are short."""

    rows: tuple[Row, ...]

    PADDING = 14.0
    BETWEEN = 12.0

    def size(self, width: float) -> tuple[float, float]:
        """The width and the height of a mat that is this wide."""
        lines = self._lines(width)[1]
        rows = sum(height + self.BETWEEN for _, height in lines)
        return width, rows - self.BETWEEN + 2 * self.PADDING

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw the mat with its upper left corner here."""
        canvas.rect(x, y, *self.size(width), "mata", rx=16, stroke="line")
        y += self.PADDING
        room, lines = self._lines(width)
        for line, height in lines:
            for column, row in enumerate(line):
                left = x + self.PADDING + column * (room + self.BETWEEN)
                row.draw(canvas, left, y, room, "onmat")
            y += height + self.BETWEEN

    def _lines(self, width: float) -> tuple[float, list[tuple[tuple[Row, ...], float]]]:
        """The width of a row, and the rows of each line with its height."""
        room, columns = width - 2 * self.PADDING, 1
        half = (room - self.BETWEEN) / 2
        if all(row.width <= half for row in self.rows):
            room, columns = half, 2
        lines = [self.rows[k : k + columns] for k in range(0, len(self.rows), columns)]
        return room, [(line, max(row.height(room) for row in line)) for line in lines]
