"""Draws positions as SVG, with the symbols and colours of the game's pages.

A drawing is part of a page: its colours are the custom properties of `web/src/app.css`, so it
follows the page's theme, and its symbols are those of `definitions`, once per page.
"""

import json
import math
from collections.abc import Callable, Iterable, Sequence, Set
from pathlib import Path

from ingenious.rules import (
    AnyGame,
    AnyState,
    BoardGame,
    BoardState,
    CardState,
    DiceState,
    TileChallenge,
)
from ingenious.rules.areas import AREAS, LAST_COLUMN
from ingenious.rules.board import DIRECTIONS, EMPTY, PRINTED, RADIUS, Board
from ingenious.rules.game import Pegs
from ingenious.rules.moves import Place, Space
from ingenious.rules.scoreboards import TRACK_END, TUG_END
from ingenious.rules.symbols import SYMBOLS

SHAPES = Path(__file__).resolve().parent.parent / "web" / "src" / "pieces" / "shapes.json"
PLAYERS = ("Ada", "Ben", "Cleo", "Dan")

SIZE = 17  # from the middle of a space to a corner
RIM = 0.36 * SIZE
ROW = 23  # the height of a row of pegs
STEP = 11.5  # from one hole of a score board to the next
CARD = (44, 62)

Point = tuple[float, float]
Draw = Callable[[str, Point], str]  # draws a piece with its upper left corner at a point


def definitions() -> str:
    """The shapes that all drawings of a page use."""
    shapes = [
        f'<symbol id="sym-{name}" viewBox="0 0 100 100">'
        f'<path fill-rule="evenodd" d="{d}"/></symbol>'
        for name, d in json.loads(SHAPES.read_text("utf-8")).items()
    ]
    gradient = (
        '<linearGradient id="material" x1="0" y1="0" x2="0" y2="1">'
        '<stop offset="0" style="stop-color:var(--mat-hi)"/>'
        '<stop offset="1" style="stop-color:var(--mat-lo)"/></linearGradient>'
    )
    return (
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
        f"{''.join(shapes)}{gradient}</defs></svg>"
    )


def position(
    rules: AnyGame, state: AnyState, place: Place | None, words: dict[str, str]
) -> list[str]:
    """The drawings of a position: what lies on the table, and the score boards.

    A placement is drawn on the board, with the lines that it scores.
    """
    if isinstance(state, BoardState):
        assert isinstance(rules, BoardGame)
        pegs = state.standing.pegs
        if rules.name == "duel":
            return [board(state.board, place), duel_board(pegs[0], state.standing.tokens)]
        sides = rules.scoring.sides(rules.players)
        names = [" + ".join(PLAYERS[seat] for seat in side) for side in sides]
        end = rules.scoring.stops[-1]
        mine = state.seat % len(pegs)
        boards = [score_board(pegs[k], end, names[k]) for k in _of_interest(pegs, mine)]
        return [board(state.board, place), *boards]
    end = rules.target if isinstance(rules, TileChallenge) else LAST_COLUMN
    areas = () if isinstance(rules, TileChallenge) else AREAS
    boards = [
        score_board(state.pegs[seat], end, PLAYERS[seat], areas)
        for seat in _of_interest(state.pegs, state.seat)
    ]
    if isinstance(state, CardState):
        rows = [(PLAYERS[seat], cards) for seat, cards in enumerate(state.faceup)]
        rows.append((f"{words['hand']} {PLAYERS[state.seat]}", state.hands[state.seat]))
        return [pieces(rows, _card, CARD), *boards]
    if isinstance(state, DiceState):
        dice = [(PLAYERS[seat], tuple(shown)) for seat, shown in enumerate(state.dice)]
        return [pieces(dice, _die, (36, 36)), *boards]
    tiles = [(words["centre"], tuple(state.centre)), (words["drawn"], tuple(state.drawn))]
    return [pieces(tiles, _chip, (36, 36)), *boards]


def _of_interest(pegs: Sequence[Pegs], mine: int) -> list[int]:
    """The score boards to draw: that of the seat to move, and others that show anything."""
    return [number for number, row in enumerate(pegs) if number == mine or any(row)]


def board(shown: Board, place: Place | None = None) -> str:
    """A board with its symbols, and a placement with the lines that it scores (B8)."""
    spaces = shown.layout.spaces
    reach = shown.layout.radius
    width = math.sqrt(3) * (2 * reach + 1) * SIZE + 2 * RIM
    height = (3 * reach + 2) * SIZE + 2 * RIM
    parts = [_path((_hexagon(space) for space in spaces), "rim")]
    for ring, kind in zip(sorted(set(RADIUS.values())), ("cell", "ring3", "ring4"), strict=True):
        parts.append(_path((_hexagon(s) for s in spaces if _ring(s) == ring), kind))
    for space, symbol in zip(spaces, shown.cells, strict=True):
        if symbol != EMPTY:
            kind = "printed" if space in PRINTED else "piece"
            parts += [_path([_hexagon(space, 0.8)], kind), _symbol(symbol, _middle(space), SIZE)]
    if place is not None:
        parts += _placement(shown, place)
    return _svg(parts, (-width / 2, -height / 2, width, height), "board")


def _placement(shown: Board, place: Place) -> list[str]:
    lines: list[str] = []
    pills: list[str] = []
    for symbol, start in zip(place.tile, place.at, strict=True):
        for (q, r), length in zip(DIRECTIONS, shown.rays(symbol, start), strict=True):
            if length:
                x, y = _middle(start)
                end = _middle(Space(start.q + q * length, start.r + r * length))
                dx, dy = (end[0] - x) / length, (end[1] - y) / length
                lines.append(
                    f'<path class="ray" stroke="var(--{symbol})" d="M{_n(x)} {_n(y)}L{_n(end[0])} '
                    f'{_n(end[1])}"/>'
                )
                pills.append(_pill(str(length), (end[0] + 0.42 * dx, end[1] + 0.42 * dy)))
    halves = [_path([_hexagon(space, 0.8)], "piece placed") for space in place.at]
    symbols = [
        _symbol(symbol, _middle(space), SIZE)
        for symbol, space in zip(place.tile, place.at, strict=True)
    ]
    return [*lines, *halves, *symbols, *pills]


def score_board(pegs: Pegs, end: int, name: str, areas: Sequence[tuple[int, int]] = ()) -> str:
    """A score board with its pegs; one that goes on after 18 is two boards end to end (D2)."""
    left, top, bottom = 34, 34 if name else 10, 26
    step = STEP if end >= TRACK_END else 2 * STEP
    width, height = left + end * step + 50, top + 6 * ROW + bottom
    parts = [_rectangle(0, 0, width, height, 12, "panel")]
    if name:
        parts.append(_text(name, (14, 23), "name"))
    for first, last in areas:
        wide = (last - first + 0.8) * step
        parts.append(_rectangle(left + (first - 0.4) * step, top, wide, 6 * ROW, 6, "area"))
    if end > TRACK_END:
        x = left + TRACK_END * step
        parts.append(_rectangle(x - 8, top - 4, 16, 6 * ROW + 8, 6, "area"))
    marks = range(0, end + 1, 3) if end >= TRACK_END else range(end + 1)
    parts += [_text(str(k), (left + k * step, height - 9), "scale") for k in marks]
    for row, (symbol, peg) in enumerate(zip(SYMBOLS, pegs, strict=True)):
        y = top + (row + 0.5) * ROW
        parts.append(_symbol(symbol, (16, y), 15))
        if not areas:
            parts.append(_slot(left, left + end * step, y))
        parts += _holes([left + k * step for k in range(end + 1)], y, {end, TRACK_END})
        parts += _peg(symbol, left, left + peg * step, y)
        parts.append(_text(str(peg), (width - 12, y + 5), "value"))
    return _svg(parts, (0, 0, width, height), "scores")


def duel_board(pegs: Pegs, tokens: Sequence[int | None] = (None,) * 6) -> str:
    """The duel's one score board: six pegs that both sides pull at, and the tokens (E1, E2)."""
    margin, top = 42, 34
    middle = margin + TUG_END * STEP * 1.3
    width, height = 2 * middle, top + 6 * ROW + 26
    parts = [
        _rectangle(0, 0, width, height, 12, "panel"),
        _text(PLAYERS[0], (14, 23), "name"),
        _text(PLAYERS[1], (width - 14, 23), "name right"),
        _rectangle(middle - 9, top - 4, 18, 6 * ROW + 8, 6, "area"),
    ]
    holes = [middle + k * STEP * 1.3 for k in range(-TUG_END, TUG_END + 1)]
    for k in range(-TUG_END, TUG_END + 1, 3):
        parts.append(_text(str(abs(k)), (holes[k + TUG_END], height - 9), "scale"))
    for row, symbol in enumerate(SYMBOLS):
        y = top + (row + 0.5) * ROW
        parts.append(_slot(holes[0], holes[-1], y))
        parts += _holes(holes, y, {0, 2 * TUG_END})
        parts += _peg(symbol, middle, holes[TUG_END - pegs[row]], y)
        for seat, x in enumerate((16.0, width - 16)):
            has = tokens[row] == seat
            parts.append(_path([_hexagon_at((x, y), 10)], "token held" if has else "token"))
            parts += [_symbol(symbol, (x, y), 12)] if has else []
    return _svg(parts, (0, 0, width, height), "scores")


def card_table(words: dict[str, str]) -> str:
    """Where the cards lie with two players: two before each of them, and the way they go (G4)."""
    wide, high = CARD
    width, height, gap = 500.0, 4 * high + 90, 12
    middle = height / 2
    parts = [
        _rectangle(0, 0, width, height, 16, "mat"),
        f'<path class="middle" d="M100 {_n(middle)}H{_n(width - 100)}"/>',
    ]
    rows = (
        ("BP", words["outer"].format(name=PLAYERS[1]), -2 * high - 1.5 * gap),
        ("OG", words["inner"], -high - gap),
        ("RY", words["inner"], gap),
        ("GB", words["outer"].format(name=PLAYERS[0]), high + 1.5 * gap),
    )
    for card, label, y in rows:
        parts += [_card(card, (140, middle + y)), _note(label, (196, middle + y + high / 2 + 5))]
    for y, sign in ((-1.5 * high, 1), (1.5 * high, -1)):
        parts.append(_arrow((126, middle + y), (126, middle + y + sign * high)))
    for x, word in ((20.0, "deck"), (width - wide - 20, "discards")):
        parts += [
            _rectangle(x, middle - high / 2, wide, high, 6, "piece"),
            _path([_hexagon_at((x + wide / 2, middle), 10)], "token"),
            _text(words[word], (x + wide / 2, middle + high / 2 + 18), "note centred"),
        ]
    return _svg(parts, (0, 0, width, height), "mat-drawing")


def pieces(
    rows: Sequence[tuple[str, Sequence[str]]],
    draw: Draw,
    size: tuple[float, float],
) -> str:
    """Rows of cards, dice or tiles, each with its label above."""
    rows = [(label, shown) for label, shown in rows if shown]
    wide, high = size[0] + 8, size[1] + 34
    width = 28 + max(8.0, *(len(shown) for _, shown in rows)) * wide if rows else 200
    parts = [_rectangle(0, 0, width, 14 + len(rows) * high, 12, "mat")]
    for k, (label, shown) in enumerate(rows):
        y = 12 + k * high
        parts.append(_note(label, (16, y + 15)))
        parts += [draw(piece, (16 + i * wide, y + 24)) for i, piece in enumerate(shown)]
    return _svg(parts, (0, 0, width, 14 + len(rows) * high), "mat-drawing")


def _card(card: str, at: Point) -> str:
    (x, y), (wide, high) = at, CARD
    spots = [(x + wide / 2, y + high * part) for part in (0.28, 0.72)]
    return _rectangle(x, y, wide, high, 6, "piece") + "".join(
        _symbol(symbol, spot, 20) for symbol, spot in zip(card, spots, strict=True)
    )


def _die(symbol: str, at: Point) -> str:
    return _rectangle(*at, 36, 36, 8, "piece") + _symbol(symbol, (at[0] + 18, at[1] + 18), 22)


def _chip(symbol: str, at: Point) -> str:
    middle = (at[0] + 18, at[1] + 18)
    return _path([_hexagon_at(middle, 19)], "piece") + _symbol(symbol, middle, 20)


def _slot(start: float, end: float, y: float) -> str:
    return _rectangle(start - 9, y - 9, end - start + 18, 18, 9, "slot")


def _holes(holes: Sequence[float], y: float, goals: Set[int]) -> list[str]:
    dots = "".join(f"M{_n(x)} {_n(y)}h0" for k, x in enumerate(holes) if k not in goals)
    rings = [
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="4.5" class="goal"/>'
        for k, x in enumerate(holes)
        if k in goals
    ]
    return [f'<path class="holes" d="{dots}"/>', *rings]


def _peg(symbol: str, start: float, end: float, y: float) -> list[str]:
    left, wide = min(start, end), abs(end - start)
    return [
        f'<rect x="{_n(left)}" y="{_n(y - 3)}" width="{_n(wide)}" height="6" '
        f'fill="var(--{symbol})" opacity="0.42"/>',
        f'<circle cx="{_n(end)}" cy="{_n(y)}" r="7" fill="var(--{symbol})" class="peg"/>',
    ]


def _ring(space: Space) -> int:
    """The smallest board that has this space."""
    distance = max(abs(space.q), abs(space.r), abs(space.q + space.r))
    return max(distance, min(RADIUS.values()))


def _middle(space: Space) -> Point:
    return math.sqrt(3) * SIZE * (space.q + space.r / 2), 1.5 * SIZE * space.r


def _hexagon(space: Space, inset: float = 0) -> str:
    return _hexagon_at(_middle(space), SIZE - inset)


def _hexagon_at(middle: Point, size: float) -> str:
    angles = (math.radians(60 * k - 90) for k in range(6))
    corners = (
        f"{_n(middle[0] + size * math.cos(a))} {_n(middle[1] + size * math.sin(a))}" for a in angles
    )
    return f"M{'L'.join(corners)}Z"


def _symbol(symbol: str, middle: Point, size: float) -> str:
    x, y = _n(middle[0] - size / 2), _n(middle[1] - size / 2)
    shape = "Ys" if symbol == "Y" and size <= 20 else symbol  # a small sun has fewer rays
    return (
        f'<use href="#sym-{shape}" x="{x}" y="{y}" width="{size}" height="{size}" '
        f'fill="var(--{symbol})"/>'
    )


def _pill(text: str, middle: Point) -> str:
    x, y = middle
    circle = f'<circle cx="{_n(x)}" cy="{_n(y)}" r="7.5" class="pill"/>'
    return circle + _text(text, (x, y + 4), "count")


def _arrow(start: Point, end: Point) -> str:
    (x, y), (_, to) = start, end
    tip = 5 if to < y else -5
    return (
        f'<path class="arrow" d="M{_n(x)} {_n(y)}V{_n(to)}M{_n(x - 5)} {_n(to + tip)}L{_n(x)} '
        f'{_n(to)}L{_n(x + 5)} {_n(to + tip)}"/>'
    )


def _note(text: str, at: Point) -> str:
    return _text(text, at, "note")


def _text(text: str, at: Point, kind: str) -> str:
    return f'<text x="{_n(at[0])}" y="{_n(at[1])}" class="{kind}">{text}</text>'


def _rectangle(x: float, y: float, width: float, height: float, radius: float, kind: str) -> str:
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{radius}" '
        f'class="{kind}"/>'
    )


def _path(outlines: Iterable[str], kind: str) -> str:
    return f'<path class="{kind}" d="{"".join(outlines)}"/>'


def _svg(parts: Iterable[str], box: tuple[float, float, float, float], kind: str) -> str:
    """A drawing for a page; its text describes it, so readers of screens skip it."""
    view = " ".join(map(_n, box))
    return (
        f'<svg class="{kind}" viewBox="{view}" width="{_n(box[2])}" height="{_n(box[3])}" '
        f'aria-hidden="true">{"".join(parts)}</svg>'
    )


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
