"""A position of a board game as the inputs of a net, seen by the seat that has just placed.

The tiles it holds are known, those of the others are not: what is unseen counts by its numbers.
Colours come in the order of their pegs, the lowest first, once by one's own pegs and once more by
those of each rival, for the lowest peg decides.
"""

from typing import Any

import numpy as np

from ...rules.scoreboards import TUG_END
from ..jit import compiled_floats
from ..simd import raise_rows
from .geometry import COLOURS, COPIES, EDGE_A, EDGE_B, FIRST, SECOND
from .heuristic import find_live, points, weigh_points
from .position import DUEL, RACK, STOP, SWAPPING, compare, side_of

KINDS = len(COPIES)


def inputs_of(sides: int) -> int:
    """The number of inputs for so many sides."""
    rivals = sides - 1
    return 6 * (10 + rivals) + 60 * rivals + 5 + 3 * rivals + 17 + 9 * rivals


@compiled_floats
def _best_places(st: Any, workspace: Any, side: int) -> None:
    """What the best place of each kind of tile is worth to a side, over the open edges."""
    field, best = workspace.fields[side], workspace.best[side]
    worth = workspace.worth[side]
    for i in range(workspace.lives):
        c = workspace.live[i]
        for k in range(COLOURS):
            field[c, k] = worth[k, points(st.gains[c, k])]
    for x in range(COLOURS):
        for y in range(8):
            best[x, y] = 0
    for at in range(st.open):
        edge = st.edges[at]
        raise_rows(best, field[EDGE_A[edge]], field[EDGE_B[edge]])
    for x in range(COLOURS):
        for y in range(x):
            value = max(best[x, y], best[y, x])
            best[x, y] = best[y, x] = value


@compiled_floats
def _outlook(workspace: Any, side: int, total: float, draws: int, at: int) -> None:
    """Of tiles drawn from the unseen ones: the expected best, the best of all, and the mean."""
    best, unseen, x = workspace.best[side], workspace.unseen, workspace.x
    values, numbers = workspace.sorted[0], workspace.sorted[1]
    kinds = 0
    mean = np.float32(0)
    for t in range(KINDS):
        if unseen[t] > 0:
            value = best[FIRST[t], SECOND[t]]
            mean += value * unseen[t]
            i = kinds
            while i > 0 and values[i - 1] < value:
                values[i] = values[i - 1]
                numbers[i] = numbers[i - 1]
                i -= 1
            values[i] = value
            numbers[i] = unseen[t]
            kinds += 1
    expected, beyond = np.float32(0), np.float32(1)
    below = total
    for i in range(kinds):
        below -= numbers[i]
        rest = np.float32(1)
        part = max(below, 0) / total
        for _ in range(draws):
            rest *= part
        expected += values[i] * (beyond - rest)
        beyond = rest
    x[at] = expected
    x[at + 1] = values[0]
    x[at + 2] = mean / total


@compiled_floats
def describe(st: Any, workspace: Any) -> int:
    """Fill `workspace.x` for the seat that has just placed; returns the number of inputs."""
    x, top = workspace.x, workspace.top
    seat = st.seat
    me = side_of(st, seat)
    sides = int(st.sides)
    weigh_points(st, workspace)
    find_live(st, workspace)
    for side in range(sides):
        _best_places(st, workspace, side)

    total, racked, halves = workspace.total, workspace.racked, workspace.halves
    for k in range(8):
        total[k] = racked[k] = halves[k] = 0
    for i in range(workspace.lives):
        c = workspace.live[i]
        for k in range(8):
            total[k] += st.gains[c, k]
    unseen = workspace.unseen
    for t in range(KINDS):
        unseen[t] = st.left[t]
    for i in range(st.held[seat]):
        tile = st.racks[seat, i]
        unseen[tile] -= 1
        racked[FIRST[tile]] += 1
        if FIRST[tile] != SECOND[tile]:
            racked[SECOND[tile]] += 1
    hidden = np.float32(0)
    for t in range(KINDS):
        hidden += unseen[t]
        halves[FIRST[t]] += unseen[t]
        halves[SECOND[t]] += unseen[t]

    shift, end = 0, STOP * st.laps
    if st.mode == DUEL:
        shift, end = TUG_END, 2 * TUG_END
    pegs, low, order = workspace.pegs, workspace.low, workspace.order
    scale = np.float32(1 / 9.0) if end == STOP else np.float32(1 / 18.0)
    for j in range(sides):
        side = (me + j) % sides
        for k in range(COLOURS):
            peg = np.float32(st.pegs[side, k] + shift)
            pegs[j, k] = peg
            i = k
            while i > 0 and low[j, i - 1] > peg:
                low[j, i] = low[j, i - 1]
                i -= 1
            low[j, i] = peg

    at = 0
    for j in range(sides):  # the colours by the pegs of each side, lowest first
        for k in range(COLOURS):
            tie = pegs[1, k] if j == 0 and sides > 1 else pegs[0, k]
            key = pegs[j, k] * 64 + tie
            i = k
            while i > 0:
                c = order[i - 1]
                other = pegs[1, c] if j == 0 and sides > 1 else pegs[0, c]
                if pegs[j, c] * 64 + other <= key:
                    break
                order[i] = c
                i -= 1
            order[i] = k
        for i in range(COLOURS):
            k = order[i]
            g1, g2, g3 = np.float32(top[k, 0]), np.float32(top[k, 1]), np.float32(top[k, 2])
            if j == 0:
                reach = g1 if racked[k] > 0 else np.float32(0)
                x[at] = pegs[0, k] * scale - 1
                for rival in range(1, sides):
                    x[at + rival] = pegs[rival, k] * scale - 1
                at += sides
                x[at] = g1 / 6
                x[at + 1] = g2 / 6
                x[at + 2] = g3 / 6
                x[at + 3] = total[k] / 60
                x[at + 4] = racked[k] / 3
                x[at + 5] = reach / 6
                x[at + 6] = halves[k] / 40
                x[at + 7] = min(end, pegs[0, k] + reach) * scale - 1
                x[at + 8] = min(end, pegs[0, k] + g1 + g2) * scale - 1
                at += 9
            else:
                x[at] = pegs[j, k] * scale - 1
                x[at + 1] = pegs[0, k] * scale - 1
                x[at + 2] = g1 / 6
                x[at + 3] = g2 / 6
                x[at + 4] = g3 / 6
                x[at + 5] = total[k] / 60
                x[at + 6] = halves[k] / 40
                x[at + 7] = min(end, pegs[j, k] + g1) * scale - 1
                x[at + 8] = min(end, pegs[j, k] + g1 + g2) * scale - 1
                x[at + 9] = racked[k] / 3
                at += 10

    mine = workspace.best[me]
    x[at] = x[at + 1] = x[at + 2] = 0
    for i in range(st.held[seat]):
        tile = st.racks[seat, i]
        value = mine[FIRST[tile], SECOND[tile]]
        if value > x[at]:
            x[at + 2] = x[at + 1]
            x[at + 1] = x[at]
            x[at] = value
        elif value > x[at + 1]:
            x[at + 2] = x[at + 1]
            x[at + 1] = value
        elif value > x[at + 2]:
            x[at + 2] = value
    at += 3
    draws = RACK if sides > 1 else 1
    _outlook(workspace, me, float(hidden), draws, at)
    at += 2  # the mean is written over: one's own rack tells more
    for j in range(1, sides):
        _outlook(workspace, (me + j) % sides, float(hidden), draws, at)
        at += 3

    live = np.float32(st.open)
    x[at] = live / 120 - 1
    x[at + 1] = max(np.float32(0), 1 - live / 30)
    x[at + 2] = max(np.float32(0), 1 - live / 10)
    x[at + 3] = st.due > 0
    x[at + 4] = st.due > 1
    x[at + 5] = st.phase == SWAPPING
    x[at + 6] = np.float32(workspace.lives) / 45 - 1
    pairs = 2.0
    if st.open < 40:
        pairs = _matching(st, workspace)
    x[at + 7] = pairs / 8 if st.open < 40 else 2
    small = st.open < 40
    x[at + 8] = (1.0 if pairs % 2 == 1 else -1.0) if small and pairs <= 4 else 0.0
    x[at + 9] = small and pairs == 1
    x[at + 10] = small and pairs == 2
    x[at + 11] = small and pairs == 3
    done = 0
    lacking = 1
    for k in range(COLOURS):
        done += pegs[0, k] >= STOP
        if pegs[0, k] == low[0, 0] and racked[k] > 0:
            lacking = 0
    x[at + 12] = done / 3.0
    x[at + 13] = lacking
    x[at + 14] = low[0, 0] * scale - 1
    x[at + 15] = (low[0, 1] - low[0, 0]) / 5
    tokens = 0
    if st.mode == DUEL:
        for k in range(COLOURS):
            tokens += int(st.tokens[k] == me) - int(st.tokens[k] == 1 - me)
    x[at + 16] = tokens / 3.0
    at += 17
    for j in range(1, sides):
        side = (me + j) % sides
        done = 0
        gap = np.float32(0)
        for k in range(COLOURS):
            done += pegs[j, k] >= STOP
            gap += pegs[0, k] - pegs[j, k]
        x[at] = (low[0, 0] - low[j, 0]) / 5
        x[at + 1] = (low[0, 1] - low[j, 1]) / 5
        x[at + 2] = (low[0, 2] - low[j, 2]) / 5
        x[at + 3] = gap / 30
        x[at + 4] = compare(st, me, side)
        x[at + 5] = done / 3.0
        same = 0
        for k in range(COLOURS):
            same = max(same, int(pegs[0, k] == low[0, 0] and pegs[j, k] == low[j, 0]))
        x[at + 6] = same
        x[at + 7] = (low[j, 1] - low[j, 0]) / 5
        x[at + 8] = (low[0, 3] - low[j, 3]) / 5
        at += 9
    return at


@compiled_floats
def _matching(st: Any, workspace: Any) -> float:
    """How many more tiles fit at the least, about: a greedy matching of the open edges."""
    pairs = 0.0
    for at in range(st.open):
        edge = st.edges[at]
        a, b = EDGE_A[edge], EDGE_B[edge]
        if not workspace.marked[a] and not workspace.marked[b]:
            workspace.marked[a] = workspace.marked[b] = 1
            pairs += 1
    for i in range(workspace.lives):
        workspace.marked[workspace.live[i]] = 0
    return pairs
