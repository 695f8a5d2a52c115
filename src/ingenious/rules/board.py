"""The hexagonal board: its spaces, the symbols on them, and what each symbol would score.

For an empty space c and a symbol k, the *gain* is the sum over the six directions of the run of k
that starts next to c. A tile on two adjacent empty spaces scores exactly the gain of each half: the
space of the other half is still empty, so that direction counts nothing. Placing a symbol changes
gains only where its rays end, so the table of gains is updated instead of recomputed.
"""

from dataclasses import dataclass, field
from functools import cache

from .moves import Place, Space
from .symbols import ORDER

EMPTY = "."
RADIUS = {1: 5, 2: 5, 3: 6, 4: 7}  # B1, by the number of players

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Clockwise from the right; a direction and its opposite are three apart."""

PRINTED = {  # B2
    Space(0, -5): "R",
    Space(5, -5): "G",
    Space(5, 0): "B",
    Space(0, 5): "O",
    Space(-5, 5): "Y",
    Space(-5, 0): "P",
}

Ray = tuple[int, ...]
Axes = tuple[tuple[Ray, Ray], ...]
"""The rays from a space, in opposite pairs."""

Edges = int
"""A set of edges, pairs of adjacent spaces: bit n stands for edge number n."""


class Layout:
    """What all boards of one radius share (B1); spaces are numbered row by row."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        span = range(-radius, radius + 1)
        self.spaces = tuple(Space(q, r) for r in span for q in span if abs(q + r) <= radius)
        self.index = {space: number for number, space in enumerate(self.spaces)}
        self.rays = tuple(
            tuple(self._ray(space, direction) for direction in DIRECTIONS) for space in self.spaces
        )
        self.axes = tuple(tuple(zip(rays[:3], rays[3:], strict=True)) for rays in self.rays)
        neighbours = [[ray[0] for ray in rays if ray] for rays in self.rays]
        # Undirected, the space with the lower number first.
        self.edges = tuple(
            (self.spaces[a], self.spaces[b])
            for a in range(len(self.spaces))
            for b in sorted(neighbours[a])
            if a < b
        )
        # The numbers of the spaces of each edge; a board has fewer than 256.
        self.first_ends = bytes(self.index[a] for a, _ in self.edges)
        self.second_ends = bytes(self.index[b] for _, b in self.edges)
        self.edge_numbers = {
            pair: number for number, edge in enumerate(self.edges) for pair in (edge, edge[::-1])
        }
        self.edges_at: tuple[Edges, ...] = tuple(
            sum(1 << number for number, edge in enumerate(self.edges) if space in edge)
            for space in self.spaces
        )
        self.around_printed = tuple(tuple(neighbours[self.index[space]]) for space in PRINTED)

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return layout, (self.radius,)  # one instance per radius, even after unpickling

    def _ray(self, start: Space, direction: tuple[int, int]) -> Ray:
        """The spaces from the neighbour of `start` to the edge of the board."""
        ray: list[int] = []
        q, r = start
        while True:
            q, r = q + direction[0], r + direction[1]
            number = self.index.get(Space(q, r))
            if number is None:
                return tuple(ray)
            ray.append(number)


@cache
def layout(radius: int) -> Layout:
    """The one layout of this radius."""
    return Layout(radius)


@dataclass(frozen=True, slots=True)
class Board:
    """A position on the board. All fields but `cells` follow from it (see `from_cells`)."""

    layout: Layout = field(repr=False)
    cells: str  # a symbol or EMPTY for each space
    gains: bytes = field(repr=False)  # six for each space, in the order of SYMBOLS; 0 if taken
    open: Edges = field(repr=False)  # those whose two spaces are empty

    def gain(self, symbol: str, space: Space) -> int:
        """The points that a half with this symbol would score on an empty space."""
        return self.gains[6 * self.layout.index[space] + ORDER[symbol]]

    def gain_of(self, place: Place) -> tuple[int, int]:
        """The points counted for each half of a placement, before any limit (B8)."""
        index, gains, (a, b) = self.layout.index, self.gains, place.at
        x, y = place.tile
        return gains[6 * index[a] + ORDER[x]], gains[6 * index[b] + ORDER[y]]

    def rays(self, symbol: str, space: Space) -> tuple[int, ...]:
        """The parts of a gain: the run of the symbol in each of the six directions."""
        rays = self.layout.rays[self.layout.index[space]]
        return tuple(_run(self.cells, ray, symbol) for ray in rays)

    def place(self, move: Place) -> "Board":
        """The board with the tile on it; both spaces must be empty."""
        layout, cells, gains = self.layout, self.cells, bytearray(self.gains)
        a, b = layout.index[move.at[0]], layout.index[move.at[1]]
        for symbol, here in zip(move.tile, (a, b), strict=True):
            cells = cells[:here] + symbol + cells[here + 1 :]
            gains[6 * here : 6 * here + 6] = bytes(6)
            _add(cells, gains, layout.axes[here], symbol)
        still_open = self.open & ~(layout.edges_at[a] | layout.edges_at[b])
        return Board(layout, cells, bytes(gains), still_open)

    def open_at_start(self) -> Edges:
        """The open edges that touch a printed symbol which no tile touches yet (B7)."""
        allowed = 0
        for around in self.layout.around_printed:
            if all(self.cells[space] == EMPTY for space in around):
                for space in around:
                    allowed |= self.layout.edges_at[space]
        return self.open & allowed


@cache
def empty_board(radius: int) -> Board:
    """The board before the first tile, with its printed symbols."""
    return from_cells(radius, "".join(PRINTED.get(space, EMPTY) for space in layout(radius).spaces))


def from_cells(radius: int, cells: str) -> Board:
    """A board with these symbols on its spaces, row by row."""
    here = layout(radius)
    gains, still_open = bytearray(6 * len(cells)), (1 << len(here.edges)) - 1
    for number, rays in enumerate(here.rays):
        if cells[number] != EMPTY:
            still_open &= ~here.edges_at[number]
            continue
        for ray in rays:
            if ray and (symbol := cells[ray[0]]) != EMPTY:
                gains[6 * number + ORDER[symbol]] += _run(cells, ray, symbol)
    return Board(here, cells, bytes(gains), still_open)


def _run(cells: str, ray: Ray, symbol: str) -> int:
    """The length of the run of the symbol along the ray."""
    length = 0
    for space in ray:
        if cells[space] != symbol:
            break
        length += 1
    return length


def _add(cells: str, gains: bytearray, axes: Axes, symbol: str) -> None:
    """Update the gains for a symbol that was placed where these axes cross.

    A space whose run ended just before this one now counts it too, and the run beyond it. (The
    loops are written out, because a placement spends most of its time here.)
    """
    colour = ORDER[symbol]
    for front, back in axes:
        ahead = behind = 0
        for space in front:
            if cells[space] != symbol:
                break
            ahead += 1
        for space in back:
            if cells[space] != symbol:
                break
            behind += 1
        if ahead < len(front) and cells[front[ahead]] == EMPTY:
            gains[6 * front[ahead] + colour] += behind + 1
        if behind < len(back) and cells[back[behind]] == EMPTY:
            gains[6 * back[behind] + colour] += ahead + 1
