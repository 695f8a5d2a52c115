"""Pictures of positions in SVG, for all seven games, in the look of the pages."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..rules import AnyGame, AnyState, BoardGame, BoardState, CardState, DiceState, Pegs, TileState
from ..rules.areas import AREAS
from ..rules.scoreboards import TRACK_END, TUG_END, TugOfWar
from ..rules.tiles import TileChallenge
from ..rules.words import seat_names
from .board import Marks, board_size, draw_board
from .canvas import Canvas, Theme
from .pieces import card, die, hexagon, lying_tile
from .scores import Track, draw_panel, panel_height
from .shapes import ROOT3, Point

MARGIN, GAP, PANEL = 20.0, 14.0, 400.0
RACK_S, CARD, DIE, TILE_S = 17.0, 44.0, 46.0, 27.0
LABEL = 78.0
"""The width of the word in front of a row of pieces."""


@dataclass(frozen=True, slots=True)
class Row:
    """Pieces that lie below a score board, with a word in front of them."""

    label: str
    kind: str  # tile, card, die or hexagon
    pieces: Sequence[str]

    @property
    def height(self) -> float:
        """The height of the row."""
        return {"tile": 2 * RACK_S, "card": 1.4 * CARD, "die": DIE, "hexagon": 2 * TILE_S}[
            self.kind
        ] + 10


@dataclass(frozen=True, slots=True)
class Block:
    """A score board with the pieces of its players."""

    name: str
    pegs: Pegs
    track: Track
    value: str
    has_turn: bool
    rows: tuple[Row, ...] = ()

    @property
    def height(self) -> float:
        """The height of the block."""
        return panel_height() + sum(row.height for row in self.rows)


def draw(
    game: AnyGame,
    state: AnyState,
    *,
    theme: Theme = "light",
    width: float | None = None,
    names: Sequence[str] | None = None,
    marks: Marks | None = None,
    scores: bool = True,
) -> str:
    """The position as an SVG picture, scaled to a width.

    `names` are those of the players. Without `scores` a board is drawn alone; the challenges always
    have their score boards.
    """
    shown = list(seat_names(game.players) if names is None else names)
    if len(shown) != game.players:
        raise ValueError(f"{game.name} needs {game.players} names, not {len(shown)}")
    canvas = Canvas(theme)
    has_scores = scores or not isinstance(state, BoardState)
    blocks = _blocks(game, state, shown) if has_scores else []
    columns = min(2, len(blocks)) if not isinstance(state, BoardState) or len(blocks) > 2 else 1
    column_heights = [
        sum(block.height + GAP for block in blocks[k::columns]) - GAP for k in range(columns)
    ]
    across = columns * (PANEL + GAP) if blocks else 0.0
    table_width, table_height = _table_size(state)
    left = MARGIN + (table_width + GAP if isinstance(state, BoardState) else 0.0)
    top = MARGIN + (0.0 if isinstance(state, BoardState) else table_height)
    whole_width = left + across - GAP + MARGIN if blocks else 2 * MARGIN + table_width
    bottom = max([top + height for height in column_heights], default=0.0)
    whole_height = max(bottom, MARGIN + table_height) + MARGIN
    canvas.rect(0, 0, whole_width, whole_height, "page")
    _draw_table(canvas, state, marks or Marks(), whole_width)
    heights = [top] * max(1, columns)
    for number, block in enumerate(blocks):
        column = number % columns
        _draw_block(canvas, block, left + column * (PANEL + GAP), heights[column])
        heights[column] += block.height + GAP
    return canvas.svg(whole_width, whole_height, f"{game.name} for {game.players}", width)


def _blocks(game: AnyGame, state: AnyState, names: Sequence[str]) -> list[Block]:
    scores, over = game.scores(state), state.ending is not None
    if isinstance(game, BoardGame) and isinstance(state, BoardState):
        return _board_blocks(game, state, names)
    found = []
    for seat, name in enumerate(names):
        if isinstance(game, TileChallenge):
            track = Track(0, game.target)
        else:
            track = Track(0, AREAS[-1][1], AREAS)
        value = f"lowest {min(scores[seat])}"
        rows = _rows(state, seat)
        found.append(Block(name, scores[seat], track, value, seat == state.seat and not over, rows))
    return found


def _board_blocks(game: BoardGame, state: BoardState, names: Sequence[str]) -> list[Block]:
    over = state.ending is not None
    racks = [Row(name, "tile", rack) for name, rack in zip(names, state.racks, strict=True)]
    if isinstance(game.scoring, TugOfWar):
        pegs = state.standing.pegs[0]
        track = Track(-TUG_END, TUG_END)
        mine, theirs = (sum(peg * sign > 0 for peg in pegs) for sign in (1, -1))
        name = f"{names[1]} – {names[0]}"
        return [Block(name, pegs, track, f"{theirs} – {mine}", has_turn=False, rows=tuple(racks))]
    boards = len(state.standing.pegs)
    laps = len(game.scoring.stops)
    found = []
    for board, pegs in enumerate(state.standing.pegs):
        seats = range(board, game.players, boards)
        name = " and ".join(names[seat] for seat in seats)
        found.append(
            Block(
                name,
                pegs,
                Track(0, TRACK_END, laps=laps),
                f"lowest {min(pegs)}",
                state.seat in seats and not over,
                tuple(racks[seat] for seat in seats),
            )
        )
    return found


def _rows(state: AnyState, seat: int) -> tuple[Row, ...]:
    match state:
        case CardState():
            return (
                Row("Face up", "card", state.faceup[seat]),
                Row("Hand", "card", state.hands[seat]),
            )
        case DiceState():
            return (Row("Dice", "die", state.dice[seat]),)
        case TileState() if seat == state.seat and state.drawn:
            return (Row("Drawn", "hexagon", state.drawn),)
        case _:
            return ()


def _table_size(state: AnyState) -> tuple[float, float]:
    """The size of what lies in the middle of the table."""
    match state:
        case BoardState():
            return board_size(state.board)
        case TileState():
            return len(state.centre) * (ROOT3 * TILE_S + 4) + 2 * GAP, 2 * TILE_S + 3 * GAP
        case _:
            return 0.0, 0.0


def _draw_table(canvas: Canvas, state: AnyState, marks: Marks, width: float) -> None:
    if isinstance(state, BoardState):
        draw_board(canvas, state.board, marks, MARGIN, MARGIN)
    elif isinstance(state, TileState):
        across, height = _table_size(state)
        left = (width - across) / 2
        canvas.rect(left, MARGIN, across, height - GAP, "mata", rx=16)
        for k, symbol in enumerate(state.centre):
            x = left + GAP + (ROOT3 * TILE_S + 4) * (k + 0.5)
            hexagon(canvas, symbol, Point(x, MARGIN + GAP + TILE_S), TILE_S)


def _draw_block(canvas: Canvas, block: Block, x: float, y: float) -> None:
    draw_panel(canvas, block, x, y, PANEL)
    below = y + panel_height() + 8
    for row in block.rows:
        middle = below + (row.height - 10) / 2
        canvas.text(x + 4, middle, row.label, 14, "ink2", font_weight=600)
        _draw_row(canvas, row, x + LABEL, below)
        below += row.height


def _draw_row(canvas: Canvas, row: Row, x: float, y: float) -> None:
    match row.kind:
        case "tile":
            for k, pair in enumerate(row.pieces):
                lying_tile(canvas, pair, x + k * (2 * ROOT3 * RACK_S + 4) * _fit(row), y, RACK_S)
        case "card":
            for k, pair in enumerate(row.pieces):
                card(canvas, pair, x + k * (CARD + 6), y, CARD)
        case "die":
            for k, symbol in enumerate(row.pieces):
                die(canvas, symbol, x + k * (DIE + 8), y, DIE)
        case _:
            for k, symbol in enumerate(row.pieces):
                at = Point(x + (ROOT3 * TILE_S + 4) * (k + 0.5), y + TILE_S)
                hexagon(canvas, symbol, at, TILE_S)


def _fit(row: Row) -> float:
    """How close the tiles of a rack lie, so that six fit."""
    room = (PANEL - LABEL) / (len(row.pieces) * (2 * ROOT3 * RACK_S + 4)) if row.pieces else 1.0
    return min(1.0, room)
