"""What the lower levels see of a placement.

A *sight* scores a placement by what it brings the seat itself at once. It does not see the other
players, bonus placements, or what the placement opens. Sights differ in what else they overlook.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...rules.scoreboards import TRACK_END, TUG_END
from ..jit import compiled, compiled_floats
from ..rng import Rng, uniform
from .geometry import EDGE_A, EDGE_B, FIRST, NEIGHBOUR, SECOND, TILE_KINDS
from .position import DUEL, Moves, StateRecord, legal, side_of

Doubles = npt.NDArray[np.float64]


class Sight(NamedTuple):
    """What a player sees of a placement."""

    longest: int  # a longer line counts as one of this length
    halves: int  # 2, or 1 if only the half that scores more is counted
    decay: float  # the value of a step, as a multiple of the step below; 1: points are counted
    favour: float  # points that a colour counts more when it scores, for each step of its peg


@compiled
def points_seen(st: StateRecord, space: int, colour: int, longest: int) -> int:
    """The points of a half on a space, if no line counts for more than `longest`."""
    if st.gains[space, colour] <= longest:
        return int(st.gains[space, colour])
    points = 0
    for direction in range(6):
        there = NEIGHBOUR[space, direction]
        line = 0
        while line < longest and st.cells[there] == colour:
            line += 1
            there = NEIGHBOUR[there, direction]
        points += line
    return points


@compiled
def peg_after(st: StateRecord, peg: int, points: int) -> int:
    """Where a peg ends after one half has scored (B10, D3, E1)."""
    if st.mode == DUEL:
        return min(peg + points, TUG_END)
    return min(peg + points, TRACK_END if peg < TRACK_END else TRACK_END * st.laps)


@compiled_floats
def see_placement(st: StateRecord, sight: Sight, move: int) -> float:
    """How good a placement looks."""
    tile, edge = move >> 10, (move >> 1) & 511
    pegs = st.pegs[side_of(st, st.seat)]
    x, y = FIRST[tile], SECOND[tile]
    a, b = EDGE_A[edge], EDGE_B[edge]
    if move & 1:
        a, b = b, a
    first = points_seen(st, a, x, sight.longest)
    second = points_seen(st, b, y, sight.longest)
    if sight.decay < 1:
        middle = peg_after(st, pegs[x], first)
        start = middle if x == y else int(pegs[y])
        end = peg_after(st, start, second)
        lift = sight.decay ** int(pegs[x]) - sight.decay**middle
        return float(lift + sight.decay**start - sight.decay**end)
    if sight.halves == 1:
        first, second = max(first, second), 0
    points = float(first + second)
    if first:
        points += sight.favour * pegs[x]
    if second:
        points += sight.favour * pegs[y]
    return points


@compiled_floats
def shortlist(
    st: StateRecord,
    sight: Sight,
    most: int,
    places: int,
    rng: Rng,
    moves: Moves,
    scores: Doubles,
) -> int:
    """Put the placements that look best first, with their scores; returns their number.

    There are at most `most`, and at most `places` of each tile. Equal ones are in random order.
    """
    number = legal(st, moves)
    for i in range(number):
        scores[i] = see_placement(st, sight, int(moves[i])) + 1e-9 * uniform(rng)
    taken = np.zeros(TILE_KINDS, np.int64)
    listed = 0
    while listed < most:
        best = -1
        for i in range(listed, number):
            if taken[moves[i] >> 10] < places and (best < 0 or scores[i] > scores[best]):
                best = i
        if best < 0:
            break
        moves[listed], moves[best] = moves[best], moves[listed]
        scores[listed], scores[best] = scores[best], scores[listed]
        taken[moves[listed] >> 10] += 1
        listed += 1
    return listed
