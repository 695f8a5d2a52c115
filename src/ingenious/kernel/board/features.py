"""A position of a board game as the inputs of a net, seen by the seat that has just placed.

The seat knows its own tiles; of the others it knows only how many of each kind are unseen. The
plain inputs have the colours in the order of their pegs, the lowest first: once by the seat's own
pegs and once by those of each rival, because the lowest peg decides. After them come the inputs of
each colour and of each kind of tile, which go through the net's shared layers.

All inputs are the same after a turn of the board or an exchange of colours, so the net need not
learn these symmetries.
"""

import numpy as np

from ...rules.boardgame import RACK_SIZE
from ...rules.scoreboards import TRACK_END, TUG_END
from ...rules.symbols import COLOUR_COUNT
from ..jit import compiled_floats
from ..simd import KIND_LANES, raise_kinds
from .geometry import EDGE_A, EDGE_B, FIRST, SECOND, TILE_KINDS
from .heuristic import WorkspaceRecord, capped, find_live_spaces, value_points
from .position import DUEL, SWAPPING, StateRecord, compare, side_of


def input_counts(sides: int) -> tuple[int, int, int]:
    """The numbers of plain inputs, of inputs of a colour, and of inputs of a kind of tile."""
    rivals = sides - 1
    plain = 6 * (10 + rivals) + 60 * rivals + 5 + 3 * rivals + 17 + 9 * rivals
    return plain, 9 + 4 * sides, 5 + 3 * sides


@compiled_floats
def _rank_places(st: StateRecord, workspace: WorkspaceRecord, side: int) -> None:
    """What the open edges are worth to a side for each kind of tile."""
    field, places = workspace.fields[side], workspace.places[side]
    worth = workspace.worth[side]
    for i in range(workspace.lives):
        c = workspace.live[i]
        for k in range(COLOUR_COUNT):
            field[c, k] = worth[k, capped(st.gains[c, k])]
    for i in range(len(places)):
        for t in range(KIND_LANES):
            places[i, t] = 0
    for at in range(st.open):
        edge = st.edges[at]
        raise_kinds(places, field[EDGE_A[edge]], field[EDGE_B[edge]])


@compiled_floats
def _fill_draws(workspace: WorkspaceRecord, side: int, total: float, draws: int, at: int) -> None:
    """Of tiles drawn from the unseen ones: the expected best, the best possible, and the mean."""
    best, unseen, x = workspace.places[side, 0], workspace.unseen, workspace.x
    values, numbers = workspace.sorted[0], workspace.sorted[1]
    kinds = 0
    mean = np.float32(0)
    for t in range(TILE_KINDS):
        if unseen[t] > 0:
            value = best[t]
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
def fill_inputs(st: StateRecord, workspace: WorkspaceRecord) -> int:
    """Fill `workspace.x` for the seat that has just placed; returns the number of inputs."""
    sides = int(st.sides)
    me = side_of(st, st.seat)
    value_points(st, workspace)
    find_live_spaces(st, workspace)
    for side in range(sides):
        _rank_places(st, workspace, side)
    hidden = _count_colours(st, workspace)
    end = _sort_pegs(st, workspace, me)
    scale = np.float32(2.0 / end)
    at = 0
    for j in range(sides):
        _order_colours(workspace, sides, j)
        if j == 0:
            at = _fill_own_colours(workspace, sides, end, scale, at)
        else:
            at = _fill_rival_colours(workspace, j, end, scale, at)
    at = _fill_best_tiles(st, workspace, me, hidden, at)
    at = _fill_board(st, workspace, at)
    at = _fill_own_pegs(st, workspace, me, scale, at)
    for j in range(1, sides):
        at = _fill_lead(st, workspace, me, j, at)
    at = _fill_each_colour(st, workspace, me, scale, at)
    return _fill_each_kind(st, workspace, me, hidden, at)


@compiled_floats
def _count_colours(st: StateRecord, workspace: WorkspaceRecord) -> float:
    """Count gains, own tiles and unseen halves by colour; returns the number of unseen tiles."""
    total, racked, halves = workspace.total, workspace.racked, workspace.halves
    for k in range(8):
        total[k] = racked[k] = halves[k] = 0
    for i in range(workspace.lives):
        c = workspace.live[i]
        for k in range(8):
            total[k] += st.gains[c, k]
    unseen, own = workspace.unseen, workspace.own
    for t in range(TILE_KINDS):
        unseen[t] = st.left[t]
        own[t] = 0
    for i in range(st.held[st.seat]):
        tile = st.racks[st.seat, i]
        unseen[tile] -= 1
        own[tile] += 1
        racked[FIRST[tile]] += 1
        if FIRST[tile] != SECOND[tile]:
            racked[SECOND[tile]] += 1
    hidden = np.float32(0)
    for t in range(TILE_KINDS):
        hidden += unseen[t]
        halves[FIRST[t]] += unseen[t]
        halves[SECOND[t]] += unseen[t]
    return float(hidden)


@compiled_floats
def _sort_pegs(st: StateRecord, workspace: WorkspaceRecord, me: int) -> int:
    """Fill the pegs of each side, as they are and from the lowest up; returns the track's end."""
    shift, end = 0, TRACK_END * int(st.laps)
    if st.mode == DUEL:
        shift, end = TUG_END, 2 * TUG_END
    pegs, low = workspace.pegs, workspace.low
    for j in range(st.sides):
        side = (me + j) % st.sides
        for k in range(COLOUR_COUNT):
            peg = np.float32(st.pegs[side, k] + shift)
            pegs[j, k] = peg
            i = k
            while i > 0 and low[j, i - 1] > peg:
                low[j, i] = low[j, i - 1]
                i -= 1
            low[j, i] = peg
    return end


@compiled_floats
def _order_colours(workspace: WorkspaceRecord, sides: int, j: int) -> None:
    """Order the colours by the pegs of a side, the lowest first."""
    pegs, order = workspace.pegs, workspace.order
    for k in range(COLOUR_COUNT):
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


@compiled_floats
def _fill_own_colours(
    workspace: WorkspaceRecord, sides: int, end: int, scale: np.float32, at: int
) -> int:
    """The colours as the seat's own pegs order them."""
    x, pegs, top, racked = workspace.x, workspace.pegs, workspace.top, workspace.racked
    for i in range(COLOUR_COUNT):
        k = workspace.order[i]
        g1, g2, g3 = np.float32(top[k, 0]), np.float32(top[k, 1]), np.float32(top[k, 2])
        reach = g1 if racked[k] > 0 else np.float32(0)
        x[at] = pegs[0, k] * scale - 1
        for rival in range(1, sides):
            x[at + rival] = pegs[rival, k] * scale - 1
        at += sides
        x[at] = g1 / 6
        x[at + 1] = g2 / 6
        x[at + 2] = g3 / 6
        x[at + 3] = workspace.total[k] / 60
        x[at + 4] = racked[k] / 3
        x[at + 5] = reach / 6
        x[at + 6] = workspace.halves[k] / 40
        x[at + 7] = min(end, pegs[0, k] + reach) * scale - 1
        x[at + 8] = min(end, pegs[0, k] + g1 + g2) * scale - 1
        at += 9
    return at


@compiled_floats
def _fill_rival_colours(
    workspace: WorkspaceRecord, j: int, end: int, scale: np.float32, at: int
) -> int:
    """The colours as the pegs of a rival order them."""
    x, pegs, top = workspace.x, workspace.pegs, workspace.top
    for i in range(COLOUR_COUNT):
        k = workspace.order[i]
        g1, g2, g3 = np.float32(top[k, 0]), np.float32(top[k, 1]), np.float32(top[k, 2])
        x[at] = pegs[j, k] * scale - 1
        x[at + 1] = pegs[0, k] * scale - 1
        x[at + 2] = g1 / 6
        x[at + 3] = g2 / 6
        x[at + 4] = g3 / 6
        x[at + 5] = workspace.total[k] / 60
        x[at + 6] = workspace.halves[k] / 40
        x[at + 7] = min(end, pegs[j, k] + g1) * scale - 1
        x[at + 8] = min(end, pegs[j, k] + g1 + g2) * scale - 1
        x[at + 9] = workspace.racked[k] / 3
        at += 10
    return at


@compiled_floats
def _fill_best_tiles(
    st: StateRecord, workspace: WorkspaceRecord, me: int, hidden: float, at: int
) -> int:
    """What the three best tiles of the rack are worth, and tiles drawn by each side."""
    x, mine = workspace.x, workspace.places[me, 0]
    sides = int(st.sides)
    x[at] = x[at + 1] = x[at + 2] = 0
    for i in range(st.held[st.seat]):
        tile = st.racks[st.seat, i]
        value = mine[tile]
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
    draws = RACK_SIZE if sides > 1 else 1
    _fill_draws(workspace, me, hidden, draws, at)
    at += 2  # the mean is overwritten: the seat's own rack tells more
    for j in range(1, sides):
        _fill_draws(workspace, (me + j) % sides, hidden, draws, at)
        at += 3
    return at


@compiled_floats
def _fill_board(st: StateRecord, workspace: WorkspaceRecord, at: int) -> int:
    """How much room is left, and what the turn still has to bring."""
    x = workspace.x
    live = np.float32(st.open)
    x[at] = live / 120 - 1
    x[at + 1] = max(np.float32(0), 1 - live / 30)
    x[at + 2] = max(np.float32(0), 1 - live / 10)
    x[at + 3] = st.due > 0
    x[at + 4] = st.due > 1
    x[at + 5] = st.phase == SWAPPING
    x[at + 6] = np.float32(workspace.lives) / 45 - 1
    small = st.open < 40
    pairs = 2.0
    if small:
        pairs = _count_tiles_that_fit(st, workspace)
    x[at + 7] = pairs / 8 if small else 2
    x[at + 8] = (1.0 if pairs % 2 == 1 else -1.0) if small and pairs <= 4 else 0.0
    x[at + 9] = small and pairs == 1
    x[at + 10] = small and pairs == 2
    x[at + 11] = small and pairs == 3
    return at + 12


@compiled_floats
def _fill_own_pegs(
    st: StateRecord, workspace: WorkspaceRecord, me: int, scale: np.float32, at: int
) -> int:
    """How the seat's own pegs stand, and the duel's tokens."""
    x, pegs, low = workspace.x, workspace.pegs, workspace.low
    done = 0
    lacking = 1
    for k in range(COLOUR_COUNT):
        done += pegs[0, k] >= TRACK_END
        if pegs[0, k] == low[0, 0] and workspace.racked[k] > 0:
            lacking = 0
    x[at] = done / 3.0
    x[at + 1] = lacking
    x[at + 2] = low[0, 0] * scale - 1
    x[at + 3] = (low[0, 1] - low[0, 0]) / 5
    tokens = 0
    if st.mode == DUEL:
        for k in range(COLOUR_COUNT):
            tokens += int(st.tokens[k] == me) - int(st.tokens[k] == 1 - me)
    x[at + 4] = tokens / 3.0
    return at + 5


@compiled_floats
def _fill_lead(st: StateRecord, workspace: WorkspaceRecord, me: int, j: int, at: int) -> int:
    """How far the seat is ahead of a rival, and how the rival's pegs stand."""
    x, pegs, low = workspace.x, workspace.pegs, workspace.low
    done = 0
    gap = np.float32(0)
    same = 0
    for k in range(COLOUR_COUNT):
        done += pegs[j, k] >= TRACK_END
        gap += pegs[0, k] - pegs[j, k]
        same = max(same, int(pegs[0, k] == low[0, 0] and pegs[j, k] == low[j, 0]))
    x[at] = (low[0, 0] - low[j, 0]) / 5
    x[at + 1] = (low[0, 1] - low[j, 1]) / 5
    x[at + 2] = (low[0, 2] - low[j, 2]) / 5
    x[at + 3] = gap / 30
    x[at + 4] = compare(st, me, (me + j) % int(st.sides))
    x[at + 5] = done / 3.0
    x[at + 6] = same
    x[at + 7] = (low[j, 1] - low[j, 0]) / 5
    x[at + 8] = (low[0, 3] - low[j, 3]) / 5
    return at + 9


@compiled_floats
def _count_tiles_that_fit(st: StateRecord, workspace: WorkspaceRecord) -> float:
    """About how many more tiles fit at least: a greedy matching of the open edges."""
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


@compiled_floats
def _fill_each_colour(
    st: StateRecord, workspace: WorkspaceRecord, me: int, scale: np.float32, at: int
) -> int:
    """Of each colour the pegs, what its best places are worth, and how many good ones it has."""
    x, pegs, low, top = workspace.x, workspace.pegs, workspace.low, workspace.top
    sides = int(st.sides)
    good = workspace.good
    for k in range(COLOUR_COUNT):
        good[k, 0] = good[k, 1] = good[k, 2] = 0
    for i in range(workspace.lives):
        gains = st.gains[workspace.live[i]]
        for k in range(COLOUR_COUNT):
            good[k, 0] += gains[k] >= 2
            good[k, 1] += gains[k] >= 3
            good[k, 2] += gains[k] >= 4
    for k in range(COLOUR_COUNT):
        for j in range(sides):
            worth = workspace.worth[(me + j) % sides, k]
            x[at] = pegs[j, k] * scale - 1
            x[at + 1] = min(pegs[j, k] - low[j, 0], np.float32(9)) / 6
            x[at + 2] = worth[capped(top[k, 0])]
            x[at + 3] = worth[capped(top[k, 1])]
            at += 4
        x[at] = np.float32(top[k, 0]) / 6
        x[at + 1] = np.float32(top[k, 1]) / 6
        x[at + 2] = np.float32(top[k, 2]) / 6
        x[at + 3] = workspace.total[k] / 60
        x[at + 4] = good[k, 0] / 12
        x[at + 5] = good[k, 1] / 6
        x[at + 6] = good[k, 2] / 4
        x[at + 7] = workspace.racked[k] / 3
        x[at + 8] = workspace.halves[k] / 40
        at += 9
    return at


@compiled_floats
def _fill_each_kind(
    st: StateRecord, workspace: WorkspaceRecord, me: int, hidden: float, at: int
) -> int:
    """Of each kind of tile who may hold it, and what its places are worth to each side."""
    x = workspace.x
    sides = int(st.sides)
    draws = RACK_SIZE if sides > 1 else 1
    each = np.float32(draws / max(hidden, 1.0))
    part = np.float32(1.0 / max(sides - 1, 1))
    for t in range(TILE_KINDS):
        one, other = FIRST[t], SECOND[t]
        expected = workspace.unseen[t] * each
        x[at] = workspace.own[t]
        x[at + 1] = expected
        at += 2
        for j in range(sides):
            places = workspace.places[(me + j) % sides]
            x[at] = places[0, t]
            x[at + 1] = places[1, t]
            x[at + 2] = np.sqrt(places[2, t]) / 3
            at += 3
        need = np.float32(0)
        for j in range(1, sides):
            needs = workspace.need[(me + j) % sides]
            need += part * (needs[one] + needs[other])
        mine = workspace.need[me]
        x[at] = mine[one] + mine[other]
        x[at + 1] = need
        x[at + 2] = workspace.own[t]
        x[at + 3] = expected
        x[at + 4] = one == other
        at += 5
    return at
