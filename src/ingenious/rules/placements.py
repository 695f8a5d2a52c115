"""The legal placements of a position, listed lazily."""

from collections.abc import Iterator, Sequence
from typing import overload

from .moves import Place, Space
from .symbols import Pieces


class Placements(Sequence[Place]):
    """The legal placements, made one by one as they are asked for: there can be thousands.

    Each distinct tile on each open pair of spaces, pairs of different symbols both ways round,
    and after these the doubles of which the other half may be scored first to another effect.
    """

    def __init__(
        self,
        tiles: Pieces,
        edges: tuple[tuple[Space, Space], ...],
        spots: tuple[int, ...],
        turned: tuple[Place, ...],
    ) -> None:
        self._ways = [(tile, turn) for tile in tiles for turn in TURNS[tile[0] == tile[1]]]
        self._edges = edges
        self._spots = spots
        self._turned = turned

    def __len__(self) -> int:
        return len(self._ways) * len(self._spots) + len(self._turned)

    @overload
    def __getitem__(self, index: int) -> Place: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Place]: ...
    def __getitem__(self, index: int | slice) -> Place | Sequence[Place]:
        if isinstance(index, slice):
            return tuple(self)[index]
        number = range(len(self))[index]  # negative ones count from the end, others may raise
        way, spot = divmod(number, len(self._spots))
        if way >= len(self._ways):
            return self._turned[number - len(self._ways) * len(self._spots)]
        tile, turn = self._ways[way]
        a, b = self._edges[self._spots[spot]]
        return Place(tile, (b, a) if turn else (a, b))

    def __iter__(self) -> Iterator[Place]:
        edges = [self._edges[spot] for spot in self._spots]
        for tile, turn in self._ways:
            for a, b in edges:
                yield Place(tile, (b, a) if turn else (a, b))
        yield from self._turned


TURNS = {False: (False, True), True: (False,)}
"""Whether a tile is turned round on its spaces; a double looks the same both ways."""
