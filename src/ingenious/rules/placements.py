"""The legal placements of a position, listed lazily."""

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import overload

from .board import Board, Edges, Layout
from .moves import Place
from .symbols import ORDER, Pieces


class Placements(Sequence[Place]):
    """The legal placements, created on demand: there can be thousands.

    Each distinct tile on each open pair of spaces, tiles of two symbols both ways round; then the
    doubles for which it matters that the other half is scored first.
    """

    def __init__(
        self, tiles: Pieces, layout: Layout, spots: Edges, turned: tuple[Place, ...] = ()
    ) -> None:
        self._ways = [(tile, turn) for tile in tiles for turn in TURNS[tile[0] == tile[1]]]
        self._edges = layout.edges
        self._first_ends, self._second_ends = layout.first_ends, layout.second_ends
        self._spots = spots
        self._regular = len(self._ways) * spots.bit_count()
        self.turned = turned

    def __repr__(self) -> str:
        return f"<{len(self)} placements>"

    def __len__(self) -> int:
        return self._regular + len(self.turned)

    @overload
    def __getitem__(self, index: int) -> Place: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Place]: ...
    def __getitem__(self, index: int | slice) -> Place | Sequence[Place]:
        if isinstance(index, slice):
            return tuple(self)[index]
        number = index if index >= 0 else len(self) + index
        if not 0 <= number < len(self):
            raise IndexError(f"there is no placement {index}; there are {len(self)}, from 0")
        if number >= self._regular:
            return self.turned[number - self._regular]
        way, spot = divmod(number, self._spots.bit_count())
        tile, turn = self._ways[way]
        a, b = self._edges[_nth(self._spots, spot)]
        return Place(tile, (b, a) if turn else (a, b))

    def __iter__(self) -> Iterator[Place]:
        edges = list(compress(self._edges, self._open_flags()))
        for tile, turn in self._ways:
            for a, b in edges:
                yield Place(tile, (b, a) if turn else (a, b))
        yield from self.turned

    def gains(self, board: Board) -> Iterator[tuple[str, list[tuple[int, int]]]]:
        """The gains of all placements, in order, without creating them.

        Each group has one tile, turned one way, on all open pairs of spaces. A double that matters
        turned is a group of its own.
        """
        flags = self._open_flags()
        first = bytes(compress(self._first_ends, flags))
        second = bytes(compress(self._second_ends, flags))
        symbols = {symbol for tile, _ in self._ways for symbol in tile}
        tables = {symbol: _gains_by_space(board, symbol) for symbol in symbols}
        on_first = {symbol: first.translate(table) for symbol, table in tables.items()}
        on_second = {symbol: second.translate(table) for symbol, table in tables.items()}
        for tile, turn in self._ways:
            x, y = (on_second, on_first) if turn else (on_first, on_second)
            yield tile, list(zip(x[tile[0]], y[tile[1]], strict=True))
        yield from [(place.tile, [board.gain_of(place)]) for place in self.turned]

    def _open_flags(self) -> bytes:
        """1 for each open pair of spaces and 0 for the others, by their number."""
        return bin(self._spots)[:1:-1].encode().translate(_BIT_OF_DIGIT)


_BIT_OF_DIGIT = bytes.maketrans(b"01", b"\x00\x01")


def _gains_by_space(board: Board, symbol: str) -> bytes:
    """The gains of a symbol, as a table for `translate`: the fastest way to look up many."""
    return board.gains[ORDER[symbol] :: 6].ljust(256)


def _nth(edges: Edges, n: int) -> int:
    """The number of the n-th edge of a set, found by bisection."""
    number, width = 0, edges.bit_length()
    while width > 1:
        width = (width + 1) // 2
        low = edges & ((1 << width) - 1)
        below = low.bit_count()
        if n < below:
            edges = low
        else:
            edges, n, number = edges >> width, n - below, number + width
    return number


TURNS = {False: (False, True), True: (False,)}
"""The ways to turn a tile on its spaces, by whether it is a double."""
