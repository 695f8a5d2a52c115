"""The board with its tiles, and marks on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..rules.board import DIRECTIONS, EMPTY, PRINTED, Board
from ..rules.moves import MIDDLE, ROWS, Place, Space
from .canvas import Canvas, style
from .pieces import hexagon, tile
from .shapes import ROOT3, Point, centre, corners, hex_path, number

S = 30.0
"""The distance from the middle of a space to its corners."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn on a board besides its tiles."""

    tiles: tuple[Place, ...] = ()  # which of the symbols belong together
    last: Place | None = None
    gains: Place | None = None  # a placement, drawn with the lines that it scores
    ghosts: tuple[Place, ...] = ()  # placements to draw faintly
    labels: Mapping[Space, str] = field(default_factory=dict)
    arrows: tuple[tuple[Space, Space], ...] = ()
    coordinates: bool = False


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board with its tiles and marks."""

    board: Board
    marks: Marks

    def size(self, _: float = 0.0) -> tuple[float, float]:
        """The width and the height of the board with its rim; it needs no other width."""
        radius = self.board.layout.radius
        return (ROOT3 * (2 * radius + 1) + 1.8) * S, (3 * radius + 3.4) * S

    def draw(self, canvas: Canvas, x: float, y: float, _: float = 0.0) -> None:
        """Draw the board with its upper left corner here."""
        board, marks, (width, height) = self.board, self.marks, self.size()
        with canvas.group(transform=f"translate({number(x + width / 2)} {number(y + height / 2)})"):
            _draw_spaces(canvas, board)
            if marks.coordinates:
                _draw_coordinates(canvas, board)
            _draw_tiles(canvas, board, marks)
            for ghost in marks.ghosts:
                tile(canvas, ghost.tile, *_middles(ghost), S, "ghost")
            if marks.gains is not None:
                _draw_gains(canvas, board, marks.gains)
            for start, end in marks.arrows:
                _draw_arrow(canvas, centre(start, S), centre(end, S))
            for space, label in marks.labels.items():
                _draw_label(canvas, centre(space, S), label)


def _draw_spaces(canvas: Canvas, board: Board) -> None:
    middles = {space: centre(space, S) for space in board.layout.spaces}
    outline = "".join(
        "M" + "L".join(f"{number(p.x)} {number(p.y)}" for p in corners(middle, S)) + "Z"
        for middle in middles.values()
    )
    rim = style(stroke="edge", stroke_width=0.58 * S, stroke_linejoin="round")
    canvas.path(outline, "edge", **rim)
    for space, middle in middles.items():
        ring = max(abs(space.q), abs(space.r), abs(space.q + space.r))
        kind = "ring4" if ring > 6 else "ring3" if ring > 5 else "cell"
        path = hex_path(middle, S, 0, 0)
        canvas.path(path, f"url(#{kind})", stroke="edge", stroke_width=max(1, 0.04 * S))


def _draw_tiles(canvas: Canvas, board: Board, marks: Marks) -> None:
    together = {space for place in marks.tiles for space in place.at}
    for space, symbol in zip(board.layout.spaces, board.cells, strict=True):
        if symbol == EMPTY or space in together:
            continue
        middle = centre(space, S)
        if space in PRINTED:
            canvas.path(hex_path(middle, S, 0.4, 0.06), "printed")
            canvas.symbol(symbol, middle.x, middle.y, 0.98 * S)
        else:
            is_last = marks.last is not None and space in marks.last.at
            hexagon(canvas, symbol, middle, S, last=is_last)
    for place in marks.tiles:
        is_last = marks.last is not None and set(place.at) == set(marks.last.at)
        tile(canvas, place.tile, *_middles(place), S, "last" if is_last else "rest")


def _draw_gains(canvas: Canvas, board: Board, place: Place) -> None:
    """Draw a placement with the lines that it scores, and their lengths at their ends (B8)."""
    ends = []
    for symbol, space, other in zip(place.tile, place.at, place.at[::-1], strict=True):
        for (dq, dr), ray in zip(DIRECTIONS, _rays(board, space), strict=True):
            if (space.q + dq, space.r + dr) == other:
                continue
            counted = 0
            while counted < len(ray) and board.cells[ray[counted]] == symbol:
                counted += 1
            if not counted:
                continue
            start, end = centre(space, S), centre(board.layout.spaces[ray[counted - 1]], S)
            half = Point((end.x - start.x) / counted / 2, (end.y - start.y) / counted / 2)
            tip = Point(end.x + half.x, end.y + half.y)
            line = style(stroke=symbol, stroke_width=0.17 * S, stroke_linecap="round")
            edge = Point(start.x + half.x, start.y + half.y)
            canvas.path(_straight(edge, tip), "none", **line)
            ends.append((tip, symbol, str(counted)))
    if board.cells[board.layout.index[place.at[0]]] == EMPTY:
        tile(canvas, place.tile, *_middles(place), S, "placed")
    for tip, symbol, length in ends:
        canvas.circle(tip.x, tip.y, 0.34 * S, "pill", stroke=symbol, stroke_width=2)
        _draw_centred(canvas, tip, length, 0.4 * S)


def _rays(board: Board, space: Space) -> tuple[tuple[int, ...], ...]:
    return board.layout.rays[board.layout.index[space]]


def _draw_arrow(canvas: Canvas, start: Point, end: Point) -> None:
    """Draw an arrow with a light edge, so that it is visible on tiles too."""
    dx, dy = end.x - start.x, end.y - start.y
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    along = Point(dx / length * 0.5 * S, dy / length * 0.5 * S)
    neck, side = Point(end.x - along.x, end.y - along.y), Point(-along.y * 0.56, along.x * 0.56)
    wings = (Point(neck.x + side.x, neck.y + side.y), Point(neck.x - side.x, neck.y - side.y))
    head = "M" + "L".join(f"{number(p.x)} {number(p.y)}" for p in (end, *wings)) + "Z"
    for colour, edge in (("page", 0.1 * S), ("ink", 0.0)):
        line = style(stroke=colour, stroke_linecap="round", stroke_linejoin="round")
        canvas.path(_straight(start, neck), "none", stroke_width=0.2 * S + 2 * edge, **line)
        canvas.path(head, colour, stroke_width=max(1, 2 * edge), **line)


def _draw_label(canvas: Canvas, at: Point, label: str) -> None:
    wide = max(0.42 * S, 0.15 * S * len(label) + 0.22 * S)
    line = style(stroke="on-pill", stroke_width=1.2)
    canvas.rect(at.x - wide, at.y - 0.42 * S, 2 * wide, 0.84 * S, "pill", rx=0.42 * S, **line)
    _draw_centred(canvas, at, label, 0.46 * S)


def _draw_centred(canvas: Canvas, at: Point, text: str, size: float) -> None:
    canvas.text(at.x, at.y, text, size, "on-pill", text_anchor="middle", font_weight=800)


def _draw_coordinates(canvas: Canvas, board: Board) -> None:
    """Write the letters of the rows at the left edge, the numbers of the diagonals at the lower.

    They are outside the rim, clear of the length of a line that ends there.
    """
    radius = board.layout.radius
    small = style(text_anchor="middle", font_weight=500)
    for n in range(-radius, radius + 1):
        left = centre(Space(max(-radius, -radius - n), n), S)
        canvas.text(left.x - 1.5 * S, left.y, ROWS[n + MIDDLE], 0.42 * S, "ink2", **small)
        low = centre(Space(n, min(radius, radius - n)), S)
        at = Point(low.x + 0.8 * S, low.y + 1.33 * S)
        canvas.text(at.x, at.y, str(n + MIDDLE + 1), 0.42 * S, "ink2", **small)


def _middles(place: Place) -> tuple[Point, Point]:
    return centre(place.at[0], S), centre(place.at[1], S)


def _straight(start: Point, end: Point) -> str:
    return f"M{number(start.x)} {number(start.y)}L{number(end.x)} {number(end.y)}"
