"""The board as tables of numbers, one numbering for all its sizes.

Spaces are numbered from the middle outwards: the white area is 0 to 90, with the light grey ring 0
to 126, and with the dark grey one 0 to 168. Edges, the pairs of adjacent spaces, come in the same
order. So the tables of a smaller board are the beginning of those of a larger one.
"""

import numpy as np

from ...rules import boardgame
from ...rules.board import DIRECTIONS, PRINTED, RADIUS, layout
from ...rules.moves import Space
from ...rules.symbols import DOUBLES, ORDER, PAIRS

RADII = tuple(sorted({*RADIUS.values()}))


def ring(space: Space) -> int:
    """How far a space is from the middle."""
    return max(abs(space.q), abs(space.r), abs(space.q + space.r))


SPACES = tuple(sorted(layout(RADII[-1]).spaces, key=lambda space: (ring(space), space.r, space.q)))
SPACE_NUMBER = {space: number for number, space in enumerate(SPACES)}
OUTSIDE = len(SPACES)
"""The number that stands for all spaces outside the board."""

EDGES = tuple(
    sorted(
        (tuple(sorted((SPACE_NUMBER[a], SPACE_NUMBER[b]))) for a, b in layout(RADII[-1]).edges),
        key=lambda edge: (ring(SPACES[edge[1]]), edge),
    )
)
EDGE_NUMBER = {edge: number for number, edge in enumerate(EDGES)}

SPACES_OF = {n: sum(ring(space) <= n for space in SPACES) for n in RADII}
EDGES_OF = {n: sum(ring(SPACES[edge[1]]) <= n for edge in EDGES) for n in RADII}


def _neighbours() -> list[list[int]]:
    return [
        [SPACE_NUMBER.get(Space(space.q + q, space.r + r), OUTSIDE) for q, r in DIRECTIONS]
        for space in SPACES
    ]


NEIGHBOUR = np.array([*_neighbours(), [OUTSIDE] * len(DIRECTIONS)], dtype=np.uint16)
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

PRINTED_AT = np.array([SPACE_NUMBER[space] for space in PRINTED], dtype=np.int16)
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
"""For each printed symbol, the edges on which a first tile touches it, padded with -1 (B7)."""

TILE_NAMES = (*PAIRS, *DOUBLES)
TILE_KINDS = len(TILE_NAMES)
TILE_NUMBER = {name: number for number, name in enumerate(TILE_NAMES)}
FIRST = np.array([ORDER[x] for x, _ in TILE_NAMES], dtype=np.uint8)
SECOND = np.array([ORDER[y] for _, y in TILE_NAMES], dtype=np.uint8)
TILE_COPIES = np.array([boardgame.BOX.count(tile) for tile in TILE_NAMES], dtype=np.int8)
BOX = np.repeat(np.arange(TILE_KINDS, dtype=np.int8), TILE_COPIES)
