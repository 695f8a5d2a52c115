"""Pictures of positions in SVG, for all seven games, in the look of the pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from ..rules import AnyGame, AnyState, BoardGame, BoardState, CardState, DiceState, TileState
from ..rules.areas import AREAS, LAST_COLUMN
from ..rules.scoreboards import TRACK_END, TugOfWar
from ..rules.tiles import TileChallenge
from ..rules.words import checked_names
from .board import DrawnBoard, Marks
from .canvas import Canvas, Size, Theme
from .rows import Mat, Row
from .scores import DuelBoard, ScoreBoard, Track
from .shapes import Point, number

MARGIN, GAP, PANEL = 20.0, 14.0, 400.0

NARROW = 400
"""In a picture narrower than this, score boards are below the board."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words in a picture."""

    seat: str = "Seat"
    lowest: str = "Lowest"
    hand: str = "Hand"
    centre: str = "Centre"
    drawn: str = "Drawn"


ENGLISH = Words()


@dataclass(frozen=True, slots=True)
class Block:
    """A score board, and below it the racks or the hand of its players."""

    board: ScoreBoard | DuelBoard
    rows: tuple[Row, ...] = ()

    @property
    def height(self) -> float:
        """The height of the block."""
        return self.board.height + sum(row.height(PANEL - 8) + 10 for row in self.rows)

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the block with its upper left corner here."""
        self.board.draw(canvas, x, y, PANEL)
        y += self.board.height + 10
        for row in self.rows:
            row.draw(canvas, x + 4, y, PANEL - 8, "ink2")
            y += row.height(PANEL - 8) + 10


def draw(
    game: AnyGame,
    state: AnyState,
    *,
    theme: Theme = "light",
    size: Size = None,
    names: Sequence[str] | None = None,
    marks: Marks | None = None,
    scores: bool = True,
) -> str:
    """The position as an SVG picture, scaled to a width, or centred in a frame.

    `names` are those of the players. Without `scores` a board is drawn alone; the challenges always
    have their score boards. Raises `ValueError` for a size that is not above 0.
    """
    if size is not None and not all(0 < side < inf for side in _sides(size)):
        raise ValueError(f"the size of a picture must be above 0, not {size}")
    players = _players(game, names, ENGLISH)
    has_blocks = scores or not isinstance(state, BoardState)
    blocks = _blocks(game, state, players, ENGLISH) if has_blocks else []
    table = _table(state, players, marks or Marks(), ENGLISH)
    layout = _layout(table, blocks, size)
    canvas = Canvas(theme)
    table.draw(canvas, MARGIN, MARGIN, layout.across)
    scale = f"{layout.block_scale:.4g}"
    for block, at in zip(blocks, layout.places, strict=True):
        place = f"matrix({scale} 0 0 {scale} {number(at.x)} {number(at.y)})"
        with canvas.group(transform=place):
            block.draw(canvas, 0, 0)
    title = f"{game.name} for {game.players}"
    return canvas.svg(layout.width, layout.height, title, size=size, background="page")


def draw_parts(
    game: AnyGame,
    state: AnyState,
    *,
    theme: Theme,
    names: Sequence[str],
    marks: Marks,
    words: Words,
    scales: tuple[float, float],
) -> tuple[str, list[str]]:
    """The position as several pictures, which a page can arrange: the table, and each score board.

    `scales` are those of a board, and of everything else.
    """
    players, (board_scale, scale) = _players(game, names, words), scales
    canvas, table = Canvas(theme), _table(state, players, marks, words)
    width, height = table.size(PANEL)
    table.draw(canvas, 0, 0, PANEL)
    scaled = width * (board_scale if isinstance(table, DrawnBoard) else scale)
    drawn = canvas.svg(width, height, size=scaled)
    boards = []
    for block in _blocks(game, state, players, words):
        canvas = Canvas(theme)
        block.draw(canvas, 0, 0)
        boards.append(canvas.svg(PANEL, block.height, size=scale * PANEL))
    return drawn, boards


def _sides(size: float | tuple[float, float]) -> tuple[float, ...]:
    return size if isinstance(size, tuple) else (size,)


def _players(game: AnyGame, names: Sequence[str] | None, words: Words) -> list[str]:
    if names is None:
        return [f"{words.seat} {seat + 1}" for seat in range(game.players)]
    return list(checked_names(names, game.name, game.players))


def _blocks(game: AnyGame, state: AnyState, players: Sequence[str], words: Words) -> list[Block]:
    turn = state.seat if state.ending is None else None
    if isinstance(game, BoardGame) and isinstance(state, BoardState):
        return _board_blocks(game, state, players, words)
    if isinstance(game, TileChallenge):
        track = Track(game.target)
    else:
        track = Track(LAST_COLUMN, AREAS)
    found = []
    for seat, (name, pegs) in enumerate(zip(players, game.scores(state), strict=True)):
        hand = state.hands[seat] if isinstance(state, CardState) else ()
        rows = (Row(words.hand, "card", hand),) if hand else ()
        found.append(Block(ScoreBoard(name, pegs, track, seat == turn, words.lowest), rows))
    return found


def _board_blocks(
    game: BoardGame, state: BoardState, players: Sequence[str], words: Words
) -> list[Block]:
    turn = state.seat if state.ending is None else None
    if isinstance(game.scoring, TugOfWar):
        standing = state.standing
        board = DuelBoard(players, standing.pegs[0], standing.tokens, turn)
        return [Block(board, _racks(state, players, range(game.players)))]
    boards = len(state.standing.pegs)
    track = Track(TRACK_END, laps=len(game.scoring.stops))
    found = []
    for first, pegs in enumerate(state.standing.pegs):
        seats = range(first, game.players, boards)
        name = " + ".join(players[seat] for seat in seats)
        rows = _racks(state, players, seats)
        found.append(Block(ScoreBoard(name, pegs, track, turn in seats, words.lowest), rows))
    return found


def _racks(state: BoardState, players: Sequence[str], seats: Sequence[int]) -> tuple[Row, ...]:
    """The racks below a score board, with names only if there are several."""
    return tuple(
        Row(players[seat] if len(seats) > 1 else "", "tile", state.racks[seat])
        for seat in seats
        if state.racks[seat]
    )


def _table(state: AnyState, players: Sequence[str], marks: Marks, words: Words) -> DrawnBoard | Mat:
    """What everyone sees in the middle of the table."""
    match state:
        case BoardState():
            return DrawnBoard(state.board, marks)
        case CardState():
            cards = zip(players, state.faceup, strict=True)
            return Mat(tuple(Row(name, "card", shown) for name, shown in cards))
        case DiceState():
            dice = zip(players, state.dice, strict=True)
            return Mat(tuple(Row(name, "die", shown) for name, shown in dice))
        case TileState():
            drawn = (Row(words.drawn, "hexagon", state.drawn),) if state.drawn else ()
            return Mat((Row(words.centre, "hexagon", state.centre), *drawn))


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of a picture go."""

    across: float  # the width for what is on the table
    places: tuple[Point, ...]  # of the blocks
    width: float
    height: float
    block_scale: float = 1.0

    def scale(self, frame: tuple[float, float]) -> float:
        """How far it can be enlarged in a frame."""
        return min(frame[0] / self.width, frame[1] / self.height)


def _layout(table: DrawnBoard | Mat, blocks: Sequence[Block], size: Size) -> Layout:
    """The usual layout, one for a narrow picture, or the one that fills a frame best."""
    if not blocks:
        width, height = table.size(0)
        return Layout(0, (), width + 2 * MARGIN, height + 2 * MARGIN)
    if isinstance(size, tuple):
        found = [_in_columns(table, blocks, columns + 1) for columns in range(len(blocks))]
        return max(found, key=lambda layout: layout.scale(size))
    if size is not None and size < NARROW:
        return _below(table, blocks)
    wide = len(blocks) > (2 if isinstance(table, DrawnBoard) else 1)
    return _in_columns(table, blocks, 2 if wide else 1)


def _in_columns(table: DrawnBoard | Mat, blocks: Sequence[Block], columns: int) -> Layout:
    """Blocks in columns: to the right of a board, or below a mat."""
    across = columns * (PANEL + GAP) - GAP
    width, height = table.size(across)
    if isinstance(table, DrawnBoard):
        left, top = MARGIN + width + GAP, MARGIN
    else:
        left, top = MARGIN, MARGIN + height + GAP
    bottoms, places = [top] * columns, []
    for k, block in enumerate(blocks):
        column = k % columns
        places.append(Point(left + column * (PANEL + GAP), bottoms[column]))
        bottoms[column] += block.height + GAP
    bottom = max(MARGIN + height, max(bottoms) - GAP)
    return Layout(across, tuple(places), left + across + MARGIN, bottom + MARGIN)


def _below(table: DrawnBoard | Mat, blocks: Sequence[Block]) -> Layout:
    """All blocks below the table and as wide as it is, so that their numbers are legible."""
    width, height = table.size(PANEL)
    scale, bottom, places = width / PANEL, MARGIN + height + GAP, []
    for block in blocks:
        places.append(Point(MARGIN, bottom))
        bottom += block.height * scale + GAP
    whole = bottom - GAP + MARGIN
    return Layout(PANEL, tuple(places), width + 2 * MARGIN, whole, scale)
