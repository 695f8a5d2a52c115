"""Which tiles lie on a board of which only the symbols are known."""

from collections import Counter
from collections.abc import Callable

from ..rules.board import EMPTY, PRINTED, Board
from ..rules.symbols import CANONICAL

Pick = Callable[[int], int]
"""A random number from 0 to n - 1, all equally likely."""

MAX_STEPS = 2_000
"""How many placements one search tries. An unlucky choice early on can take very long to undo."""

MAX_SEARCHES = 50
"""How many searches with other random choices are tried."""


class NoTiling(ValueError):
    """No tiles were found that cover the symbols on the board."""


def tiles_on(board: Board, available: Counter[str], pick: Pick) -> Counter[str]:
    """Tiles that cover all symbols on the board but the printed ones, chosen at random.

    They are taken from the available ones. Raises `NoTiling` if there are none.
    """
    printed = {board.layout.index[space] for space in PRINTED}
    covered = {
        number for number, cell in enumerate(board.cells) if cell != EMPTY and number not in printed
    }
    beside = {
        number: [ray[0] for ray in board.layout.rays[number] if ray and ray[0] in covered]
        for number in covered
    }
    for _ in range(MAX_SEARCHES):
        search = _Search(board.cells, beside, Counter(available), pick)
        if search.cover(covered):
            return Counter(search.tiles)
        if search.steps < MAX_STEPS:
            raise NoTiling("no set of tiles covers the symbols on the board (B3)")
    raise NoTiling("no set of tiles was found that covers the symbols on the board (B3)")


class _Search:
    """Covers the spaces one by one, the one with the fewest choices first."""

    def __init__(
        self,
        cells: str,
        beside: dict[int, list[int]],
        available: Counter[str],
        pick: Pick,
    ) -> None:
        self.tiles: list[str] = []
        self._cells = cells
        self._beside = beside
        self._available = available
        self._pick = pick
        self.steps = 0

    def cover(self, left: set[int]) -> bool:
        """Whether tiles cover the spaces that are left; they are added to `tiles`."""
        if not left:
            return True
        space = min(left, key=lambda number: (len(self._free(number, left)), number))
        choices = self._free(space, left)
        while choices and self.steps < MAX_STEPS:
            self.steps += 1
            other = choices.pop(self._pick(len(choices)))
            tile = CANONICAL[self._cells[space] + self._cells[other]]
            if not self._available[tile]:
                continue
            self._available[tile] -= 1
            self.tiles.append(tile)
            if self.cover(left - {space, other}):
                return True
            self._available[self.tiles.pop()] += 1
        return False

    def _free(self, space: int, left: set[int]) -> list[int]:
        return [other for other in self._beside[space] if other in left]
