"""Which tiles lie on a board of which only the symbols are known."""

from collections import Counter
from collections.abc import Callable

from ..rules.board import EMPTY, PRINTED, Board
from ..rules.symbols import CANONICAL

Pick = Callable[[int], int]
"""A random number from 0 to n - 1, all equally likely."""

MAX_STEPS = 2_000
"""How many placements one search tries. An unlucky choice early on can take very long to undo."""

MAX_CHECK_STEPS = 200
"""The same limit for `check_tiles_on`."""

MAX_SEARCHES = 50
"""How many searches with other random choices are tried."""


class NoTiling(ValueError):
    """No tiles were found that cover the symbols on the board."""


def tiles_on(board: Board, available: Counter[str], pick: Pick) -> Counter[str]:
    """Tiles that cover all symbols on the board but the printed ones, chosen at random.

    They are taken from the available ones. Raises `NoTiling` if there are none.
    """
    for _ in range(MAX_SEARCHES):
        search = _Search(board, available, pick, MAX_STEPS)
        if search.cover():
            return Counter(search.tiles)
        if not search.gave_up:
            raise NoTiling("no set of tiles covers the symbols on the board (B3)")
    raise NoTiling("no set of tiles was found that covers the symbols on the board (B3)")


def check_tiles_on(board: Board, tiles: Counter[str], pick: Pick) -> None:
    """Raise `NoTiling` if it is certain that these tiles cannot cover the symbols on the board.

    The search is short, because it can be very hard to find out which tile lies where.
    """
    search = _Search(board, tiles, pick, MAX_CHECK_STEPS)
    if not search.cover() and not search.gave_up:
        raise NoTiling(
            "the symbols on the board cannot be covered with the tiles that are neither on a rack "
            "nor in the bag (B3)"
        )


class _Search:
    """Covers the spaces one by one, the one with the fewest choices first."""

    def __init__(self, board: Board, available: Counter[str], pick: Pick, max_steps: int) -> None:
        printed = {board.layout.index[space] for space in PRINTED}
        self.tiles: list[str] = []
        self._cells = board.cells
        self._left = {n for n, cell in enumerate(board.cells) if cell != EMPTY} - printed
        self._beside = {
            number: [ray[0] for ray in board.layout.rays[number] if ray and ray[0] in self._left]
            for number in self._left
        }
        self._choices = {number: len(beside) for number, beside in self._beside.items()}
        self._available = Counter(available)
        self._pick = pick
        self._steps_left = max_steps

    @property
    def gave_up(self) -> bool:
        """Whether the search ended before it had tried everything."""
        return not self._steps_left

    def cover(self) -> bool:
        """Whether tiles cover the spaces that are left; they are added to `tiles`."""
        if not self._left:
            return True
        space = min(self._left, key=self._choices.__getitem__)
        others = [other for other in self._beside[space] if other in self._left]
        while others and self._steps_left:
            self._steps_left -= 1
            other = others.pop(self._pick(len(others)))
            tile = CANONICAL[self._cells[space] + self._cells[other]]
            if not self._available[tile]:
                continue
            self._take(space, other, tile, 1)
            if self.cover():
                self.tiles.append(tile)
                return True
            self._take(space, other, tile, -1)
        return False

    def _take(self, space: int, other: int, tile: str, count: int) -> None:
        """Use a tile for two spaces, or with -1 remove it again."""
        self._available[tile] -= count
        change = self._left.difference_update if count > 0 else self._left.update
        change((space, other))
        for covered in (space, other):
            for beside in self._beside[covered]:
                self._choices[beside] -= count
