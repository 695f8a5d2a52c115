"""The board as tables of numbers, one numbering for all its sizes.

Spaces are numbered from the middle outwards, so that the white area is 0 to 90, with the light
grey ring 0 to 126 and with the dark grey one 0 to 168; edges, the pairs of adjacent spaces, come
in the same order. A smaller board is then simply a shorter one.
"""

import numpy as np

from ...rules.board import DIRECTIONS, PRINTED, RADIUS, layout
from ...rules.moves import Space
from ...rules.symbols import DOUBLES, ORDER, PAIRS

RADII = tuple(sorted({*RADIUS.values()}))
COLOURS = 6


def ring(space: Space) -> int:
    """How far a space is from the middle."""
    return max(abs(space.q), abs(space.r), abs(space.q + space.r))


SPACES = tuple(sorted(layout(RADII[-1]).spaces, key=lambda space: (ring(space), space.r, space.q)))
NUMBER = {space: number for number, space in enumerate(SPACES)}
OUTSIDE = len(SPACES)
"""The number of what lies beyond the board."""

EDGES = tuple(
    sorted(
        (tuple(sorted((NUMBER[a], NUMBER[b]))) for a, b in layout(RADII[-1]).edges),
        key=lambda edge: (ring(SPACES[edge[1]]), edge),
    )
)
EDGE_NUMBER = {edge: number for number, edge in enumerate(EDGES)}

SPACES_OF = {n: sum(ring(space) <= n for space in SPACES) for n in RADII}
EDGES_OF = {n: sum(ring(SPACES[edge[1]]) <= n for edge in EDGES) for n in RADII}


def _neighbours() -> list[list[int]]:
    return [
        [NUMBER.get(Space(space.q + q, space.r + r), OUTSIDE) for q, r in DIRECTIONS]
        for space in SPACES
    ]


NEIGHBOUR = np.array([*_neighbours(), [OUTSIDE] * 6], dtype=np.uint16)
"""The space next to a space in each direction; opposite directions are three apart."""

EDGE_A = np.array([a for a, _ in EDGES], dtype=np.uint16)
EDGE_B = np.array([b for _, b in EDGES], dtype=np.uint16)
EDGE_AT = np.array(
    [
        [EDGE_NUMBER.get((min(here, there), max(here, there)), -1) for there in NEIGHBOUR[here]]
        for here in range(OUTSIDE)
    ],
    dtype=np.int16,
)
"""The edge that leaves a space in each direction, -1 for none."""

PRINTED_AT = np.array([NUMBER[space] for space in PRINTED], dtype=np.int16)
PRINTED_COLOUR = np.array([ORDER[symbol] for symbol in PRINTED.values()], dtype=np.int8)


def _start_edges() -> list[list[int]]:
    """The edges that leave the spaces beside each printed symbol, each edge once."""
    found = []
    for printed in PRINTED_AT:
        beside = [here for here in NEIGHBOUR[printed] if here < OUTSIDE]
        edges = dict.fromkeys(int(edge) for here in beside for edge in EDGE_AT[here])
        closed = {-1, *EDGE_AT[printed].tolist()}
        found.append([edge for edge in edges if edge not in closed])
    longest = max(map(len, found))
    return [edges + [-1] * (longest - len(edges)) for edges in found]


START_EDGES = np.array(_start_edges(), dtype=np.int16)
"""For each printed symbol the edges on which a first tile touches it, filled up with -1 (B7)."""

TILES = tuple(tuple(tile) for tile in (*PAIRS, *DOUBLES))
TILE_NAMES = tuple("".join(tile) for tile in TILES)
TILE_NUMBER = {name: number for number, name in enumerate(TILE_NAMES)}
FIRST = np.array([ORDER[x] for x, _ in TILES], dtype=np.uint8)
SECOND = np.array([ORDER[y] for _, y in TILES], dtype=np.uint8)
COPIES = np.array([5 if x == y else 6 for x, y in TILES], dtype=np.int8)  # B3
BOX = np.repeat(np.arange(len(TILES), dtype=np.int8), COPIES)
