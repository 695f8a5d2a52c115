"""Score boards."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..rules import Pegs
from ..rules.scoreboards import TUG_END
from ..rules.symbols import SYMBOLS
from .canvas import Canvas, style
from .shapes import Point, hex_path

ROW, HEAD, SIDE = 27.0, 40.0, 16.0
SCALE = 26.0
"""The height of the numbers below the holes."""
LEFT, RIGHT = 34.0, 48.0
PEG, STONE, SOCKET = 8.5, 11.0, 12.0
GAP = 8.0
"""The gap between two areas."""


@dataclass(frozen=True, slots=True)
class Track:
    """The holes of a score board, from 0 to the last, in areas or in laps."""

    last: int
    areas: tuple[tuple[int, int], ...] = ()
    laps: int = 1

    def places(self, width: float) -> list[float]:
        """Where the holes are, from the left, in a track of this width."""
        if not self.areas:
            step = (width - 2 * PEG - 2) / self.last
            return [PEG + 1 + step * column for column in range(self.last + 1)]
        step = self.step(width)
        return [
            step * (column + 0.5) + GAP * sum(column > last for _, last in self.areas)
            for column in range(self.last + 1)
        ]

    def step(self, width: float) -> float:
        """The width of a column of a track in areas."""
        return (width - GAP * (len(self.areas) - 1)) / (self.last + 1)


@dataclass(frozen=True, slots=True)
class ScoreBoard:
    """A score board of one player, or of one team."""

    name: str
    pegs: Pegs
    track: Track
    has_turn: bool = False
    lowest: str = ""  # the word before the lowest peg

    @property
    def height(self) -> float:
        """The height of the board."""
        return self._head + 6 * ROW + SCALE + (17 if self.track.laps > 1 else 0)

    @property
    def _head(self) -> float:
        return HEAD if self.name else 12.0

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw the board with its upper left corner here."""
        canvas.rect(x, y, width, self.height, "panel", rx=16, stroke="panelline")
        right, top, low = x + width - SIDE, y + self._head, min(self.pegs)
        if self.name:
            room = width - 2 * SIDE - 13 * len(str(low)) - 8 * len(self.lowest) - 12
            _draw_name(canvas, x + SIDE, y, self.name, room, has_turn=self.has_turn)
            bold = style(text_anchor="end", font_weight=800)
            canvas.text(right, y + 21, str(low), 19, "on-panel", **bold)
            word = style(text_anchor="end", font_weight=400)
            left = right - 13 * len(str(low)) - 4
            canvas.text(left, y + 22, self.lowest, 14, "on-panel2", **word)
        start, across = x + SIDE + LEFT, width - 2 * SIDE - LEFT - RIGHT
        holes = [start + place for place in self.track.places(across)]
        for first, last in self.track.areas:
            half = self.track.step(across) / 2
            reach = holes[last] - holes[first] + 2 * half
            canvas.rect(holes[first] - half, top - 4, reach, 6 * ROW + 8, "area", rx=8)
        for colour, (symbol, peg) in enumerate(zip(SYMBOLS, self.pegs, strict=True)):
            middle = top + ROW * (colour + 0.5)
            canvas.symbol(symbol, x + SIDE + 12, middle, 21)
            _draw_pegs(canvas, middle, self.track, holes, symbol, peg)
            _draw_value(canvas, right, middle, peg, is_lowest=bool(self.name) and peg == low)
        self._draw_scale(canvas, holes, top + 6 * ROW + 14)

    def _draw_scale(self, canvas: Canvas, holes: Sequence[float], y: float) -> None:
        light = style(text_anchor="middle", font_weight=500)
        strong = style(text_anchor="middle", font_weight=700)
        for column in range(0, len(holes), 3 if len(holes) > 12 else 1):
            canvas.text(holes[column], y, str(column), 12, "scale", **light)
            if self.track.laps > 1:
                second = str(column + self.track.last)
                canvas.text(holes[column], y + 17, second, 12, "on-panel", **strong)
        if self.track.laps > 1:
            left = holes[0] - 26
            canvas.circle(left, y, 4, "hole")
            canvas.circle(left, y + 17, 4, "hole")
            canvas.circle(left, y + 17, 6.4, "none", stroke="on-panel", stroke_width=2)


@dataclass(frozen=True, slots=True)
class DuelBoard:
    """The duel's one score board: six pegs that both sides pull at, and the tokens (E1, E2)."""

    names: Sequence[str]  # left, right
    pegs: Pegs  # above 0 is on the left side
    tokens: Sequence[int | None]
    turn: int | None = None

    @property
    def height(self) -> float:
        """The height of the board."""
        return HEAD + 6 * ROW + SCALE + 6

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw the board with its upper left corner here."""
        canvas.rect(x, y, width, self.height, "panel", rx=16, stroke="panelline")
        left, right, middle = x + SIDE, x + width - SIDE, x + width / 2
        room = width / 2 - SIDE - 36
        _draw_name(canvas, left, y, self.names[0], room, has_turn=self.turn == 0)
        _draw_name(canvas, right, y, self.names[1], room, has_turn=self.turn == 1, is_right=True)
        for side, sign in ((-1, 1), (1, -1)):
            count = str(sum(peg * sign > 0 for peg in self.pegs))
            bold = style(text_anchor="middle", font_weight=800)
            canvas.text(middle + 18 * side, y + 21, count, 24, "on-panel", **bold)
        canvas.text(middle, y + 20, ":", 20, "on-panel2", text_anchor="middle", font_weight=400)
        top = y + HEAD + 6
        margin = SIDE + 2 * SOCKET + 8
        step = (width / 2 - margin - STONE - 2) / TUG_END
        holes = [middle - step * value for value in range(-TUG_END, TUG_END + 1)]
        canvas.rect(middle - 10, top - 4, 20, 6 * ROW + 8, "piece-edge", rx=6)
        for colour, (symbol, peg) in enumerate(zip(SYMBOLS, self.pegs, strict=True)):
            at = top + ROW * (colour + 0.5)
            groove = style(rx=11, opacity=0.75)
            canvas.rect(x + margin, at - 11, width - 2 * margin, 22, "groove", **groove)
            _draw_stone(canvas, at, holes, symbol, peg)
            for side, place in enumerate((left + SOCKET, right - SOCKET)):
                has = self.tokens[colour] == side
                _draw_token(canvas, Point(place, at), symbol if has else None)
        light = style(text_anchor="middle", font_weight=500)
        for value in range(-TUG_END, TUG_END + 1, 3):
            number = str(abs(value))
            canvas.text(holes[value + TUG_END], top + 6 * ROW + 13, number, 12, "scale", **light)


def _draw_name(
    canvas: Canvas,
    x: float,
    y: float,
    name: str,
    room: float,
    *,
    has_turn: bool,
    is_right: bool = False,
) -> None:
    way = -1 if is_right else 1
    if has_turn:
        canvas.path(hex_path(Point(x + 8 * way, y + 21), 9), "on-panel")
        x, room = x + 24 * way, room - 24
    anchor = "end" if is_right else None
    canvas.fitted_text(x, y + 21, name, 16, room, "on-panel", text_anchor=anchor)


def _draw_value(canvas: Canvas, right: float, y: float, peg: int, *, is_lowest: bool) -> None:
    canvas.text(right, y, str(peg), 19, "on-panel", text_anchor="end", font_weight=800)
    if is_lowest:
        wide = 12 * len(str(peg))
        canvas.rect(right - wide, y + 8.6, wide, 2, "on-panel")


def _draw_pegs(
    canvas: Canvas, y: float, track: Track, holes: Sequence[float], symbol: str, peg: int
) -> None:
    if not track.areas:
        width = holes[-1] - holes[0] + 20
        canvas.rect(holes[0] - 10, y - 10, width, 20, "groove", rx=10)
    is_second = track.laps > 1 and peg > track.last
    stand = peg - track.last if is_second else peg
    _draw_band(canvas, holes[0], holes[-1] if is_second else holes[stand], y, symbol, 0.34)
    if is_second:
        _draw_band(canvas, holes[0], holes[stand], y, symbol, 0.85)
    for column, hole in enumerate(holes):
        if column == track.last:
            canvas.circle(hole, y, 5.5, "none", stroke="hole", stroke_width=1.6)
        else:
            is_behind = is_second and column <= stand
            fill = "pit" if is_behind else symbol if is_second or column <= stand else "hole"
            canvas.circle(hole, y, 2.6 if column % 3 == 0 and track.last > 12 else 2, fill)
    if is_second:
        canvas.circle(holes[stand], y, PEG + 2, "none", stroke="on-panel", stroke_width=2)
    canvas.circle(holes[stand], y, PEG, symbol, stroke="pit", stroke_width=1)
    canvas.circle(holes[stand], y, 0.5 * PEG, "on-panel", opacity=0.28)


def _draw_band(
    canvas: Canvas, start: float, end: float, y: float, symbol: str, opacity: float
) -> None:
    canvas.rect(start - 5, y - 5, end - start + 10, 10, symbol, rx=3, opacity=opacity)


def _draw_stone(canvas: Canvas, y: float, holes: Sequence[float], symbol: str, peg: int) -> None:
    zero, at = holes[TUG_END], holes[peg + TUG_END]
    canvas.rect(min(zero, at), y - 5, abs(at - zero), 10, symbol, opacity=0.42)
    for column, hole in enumerate(holes):
        if column in {0, 2 * TUG_END}:
            canvas.circle(hole, y, 5.5, "none", stroke="hole", stroke_width=1.6)
        else:
            canvas.circle(hole, y, 2.6 if column % 3 == 0 else 2, "hole")
    canvas.circle(at, y, STONE, "piece-edge", stroke="piece-line", stroke_width=1)
    canvas.circle(at, y, 0.78 * STONE, "pit")
    canvas.symbol(symbol, at, y, 1.1 * STONE)


def _draw_token(canvas: Canvas, at: Point, symbol: str | None) -> None:
    outline = hex_path(at, SOCKET)
    if symbol is None:
        canvas.path(outline, "none", stroke="piece-line", stroke_width=1.2)
        return
    canvas.path(outline, "pit", stroke="on-panel", stroke_width=2)
    canvas.symbol(symbol, at.x, at.y, 1.15 * SOCKET)
