"""Which two spaces each tile of a drawn board covers, so that the pages can draw the tiles."""

from collections.abc import Sequence

from ..rules.board import EMPTY, PRINTED, Board
from ..rules.moves import Place
from .model import LessonError


def laid_tiles(board: Board, given: Sequence[Place]) -> tuple[Place, ...]:
    """Tiles that cover the symbols on a board: those that are given, and others for the rest."""
    layout, cells = board.layout, board.cells
    printed = {layout.index[space] for space in PRINTED}
    left = {n for n, cell in enumerate(cells) if cell != EMPTY and n not in printed}
    for place in given:
        for symbol, space in zip(place.tile, place.at, strict=True):
            number = layout.index.get(space)
            if number not in left or cells[number] != symbol:
                raise LessonError(f"the tile {place.tile} does not lie at {place.at[0].name}")
            left.remove(number)
    return (*given, *_cover(board, frozenset(left)))


def _cover(board: Board, left: frozenset[int]) -> tuple[Place, ...]:
    """Tiles for all spaces that are left, the one with the fewest neighbours first."""
    if not left:
        return ()
    layout, cells = board.layout, board.cells
    free = {n: [ray[0] for ray in layout.rays[n] if ray and ray[0] in left] for n in left}
    space = min(left, key=lambda n: (len(free[n]), n))
    for other in sorted(free[space]):
        pair = layout.spaces[space], layout.spaces[other]
        try:
            rest = _cover(board, left - {space, other})
        except LessonError:
            continue
        return (Place(cells[space] + cells[other], pair), *rest)
    raise LessonError("no tiles cover the symbols on the board; name them in 'tiles'")
