"""What points are worth to a side, and from that a cheap order of all placements.

Points in a low colour are worth more than in a high one, and reaching a stop brings a bonus. A
placement is valued by both of its halves: what it scores, whether it takes the single best place
of a colour or of a tile away from the others, what it covers that is worth much to them or to the
seat itself, what it opens for them and for the seat, and whether it leaves room beside the colours
that the seat needs. A tile that would be worth more elsewhere is kept. The weights of these
features depend on how full the board is. They were fitted to the evaluations of a trained net, for
each mode.
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from ...rules.scoreboards import DOUBLE_LENGTH, TRACK_END, TUG_END
from ...rules.symbols import COLOUR_COUNT
from ..jit import compiled_floats
from ..nets import MAX_INPUTS, MAX_SCRATCH, Floats
from ..records import record_dtype
from ..simd import KIND_LANES, raise_edges, raise_kinds
from .geometry import EDGE_A, EDGE_B, EDGES, FIRST, NEIGHBOUR, OUTSIDE, SECOND, TILE_KINDS
from .position import DUEL, EMPTY, StateRecord, side_of, start_edges, turning_pays

STEP_DECAY = np.float32(0.85)
"""How much less a peg's step is worth than the same step one place lower."""

POINTS_LIMIT = 20  # more than a half can move a peg
MAX_CANDIDATES = 160

FEATURES = 14
THETA = np.zeros((2, FEATURES), dtype=np.float32)
"""Weights for modes that have none of their own: on a full board, and what open edges add."""
THETA[0, :10] = [8.5, 3.7, 2.9, -1.8, 2.3, -3.4, -0.5, 0.0, 0.8, -0.3]

OPEN_SCALE = np.float32(1 / 240)

POWERS = (STEP_DECAY ** np.arange(DOUBLE_LENGTH[-1] + 1)).astype(np.float32)
TUG_VALUES = (1 / (1 + np.exp(-np.arange(-TUG_END, TUG_END + 1) / 2.2))).astype(np.float32) * 2

Numbers = npt.NDArray[np.integer]


class WorkspaceRecord:
    """The buffers of one thread, as compiled functions get them: `workspaces[0]`."""

    theta: Annotated[Floats, np.float32, FEATURES]  # the weights of the heuristic now
    opened: Annotated[Floats, np.float32, (2, OUTSIDE + 1, 8)]  # by one more symbol in line
    chances: Annotated[Floats, np.float32, (3, KIND_LANES)]  # the others' best edges, by kind
    worth: Annotated[Floats, np.float32, (4, 8, POINTS_LIMIT)]  # of points, by side and colour
    others: Annotated[Floats, np.float32, (8, POINTS_LIMIT)]  # the same to the others on average
    need: Annotated[Floats, np.float32, (4, 8)]  # how much a side wants a colour, 0 to 1
    phi: Annotated[Floats, np.float32, (OUTSIDE + 1, 8)]  # value of a half beside its points
    live: Annotated[Numbers, np.int16, OUTSIDE + 1]  # spaces on an open edge
    marked: Annotated[Numbers, np.int8, OUTSIDE + 1]
    lives: Annotated[int, np.int32]
    top: Annotated[Numbers, np.int32, (8, 3)]  # the three largest gains of each colour
    where: Annotated[Numbers, np.int32, 8]  # the space of the largest
    moves: Annotated[npt.NDArray[np.int32], np.int32, MAX_CANDIDATES]
    scores: Annotated[Floats, np.float32, MAX_CANDIDATES]
    spots: Annotated[npt.NDArray[np.int32], np.int32, len(EDGES)]
    fields: Annotated[Floats, np.float32, (4, OUTSIDE + 1, 8)]  # what gains are worth, by side
    # Of each kind of tile by side: the best place, the second, and the squares of all.
    places: Annotated[Floats, np.float32, (4, 3, KIND_LANES)]
    total: Annotated[Floats, np.float32, 8]  # of the gains of each colour
    racked: Annotated[Floats, np.float32, 8]  # own tiles that show a colour
    halves: Annotated[Floats, np.float32, 8]  # unseen halves of a colour
    unseen: Annotated[Floats, np.float32, 24]  # tiles of each kind that the seat does not see
    own: Annotated[Floats, np.float32, 24]  # tiles of each kind on the seat's own rack
    good: Annotated[Floats, np.float32, (8, 3)]  # live spaces with a gain of 2, 3, 4 and more
    sorted: Annotated[Floats, np.float32, (2, 24)]
    pegs: Annotated[Floats, np.float32, (4, 8)]  # by side, the seat's own first
    low: Annotated[Floats, np.float32, (4, 8)]  # the same from the lowest up
    order: Annotated[Numbers, np.int32, 8]
    want: Annotated[Floats, np.float32, 8]
    fear: Annotated[Floats, np.float32, 8]
    paired: Annotated[Floats, np.float32, 8]
    x: Annotated[Floats, np.float32, MAX_INPUTS]
    scratch: Annotated[Floats, np.float32, MAX_SCRATCH]
    out: Annotated[Floats, np.float32, 8]


WORKSPACE = record_dtype(WorkspaceRecord)
Workspaces = npt.NDArray[np.void]
"""A workspace of dtype `WORKSPACE`, in an array of one. Threads must not share one."""


def new_workspace() -> Workspaces:
    """A workspace for one thread."""
    return np.zeros(1, WORKSPACE)


@compiled_floats
def value_points(st: StateRecord, workspace: WorkspaceRecord) -> None:
    """Fill in what points are worth to every side, as the pegs stand."""
    for side in range(st.sides):
        low = 127
        for k in range(COLOUR_COUNT):
            low = min(low, int(st.pegs[side, k]))
        for k in range(COLOUR_COUNT):
            peg = int(st.pegs[side, k])
            row = workspace.worth[side, k]
            row[0] = 0
            if st.mode == DUEL:
                workspace.need[side, k] = (
                    0 if peg == TUG_END else 1 - 0.5 * TUG_VALUES[peg + TUG_END]
                )
                mine = st.tokens[k] == side
                for g in range(1, POINTS_LIMIT):
                    end = min(peg + g, TUG_END)
                    row[g] = TUG_VALUES[end + TUG_END] - TUG_VALUES[peg + TUG_END]
                    row[g] += np.float32(0.04) * (end - peg)
                    if end == TUG_END and peg != TUG_END and not mine:
                        row[g] += np.float32(0.15)
            else:
                stop = TRACK_END
                if peg >= TRACK_END:
                    stop = TRACK_END * st.laps
                workspace.need[side, k] = 0 if peg >= stop else POWERS[peg - low]
                for g in range(1, POINTS_LIMIT):
                    end = min(peg + g, stop)
                    row[g] = POWERS[peg - low] - POWERS[end - low]
                    row[g] += np.float32(0.04) * (end - peg)
                    if end == stop and peg < stop:
                        row[g] += np.float32(0.15)


@compiled_floats
def find_live_spaces(st: StateRecord, workspace: WorkspaceRecord) -> None:
    """Find the spaces on open edges, and the largest gains of each colour among them."""
    lives = 0
    for at in range(st.open):
        edge = st.edges[at]
        a, b = EDGE_A[edge], EDGE_B[edge]
        if not workspace.marked[a]:
            workspace.marked[a] = 1
            workspace.live[lives] = a
            lives += 1
        if not workspace.marked[b]:
            workspace.marked[b] = 1
            workspace.live[lives] = b
            lives += 1
    workspace.lives = lives
    for k in range(COLOUR_COUNT):
        workspace.top[k, 0] = workspace.top[k, 1] = workspace.top[k, 2] = 0
        workspace.where[k] = -1
    for i in range(lives):
        c = workspace.live[i]
        workspace.marked[c] = 0
        for k in range(COLOUR_COUNT):
            g = int(st.gains[c, k])
            if g > workspace.top[k, 2]:
                if g > workspace.top[k, 1]:
                    workspace.top[k, 2] = workspace.top[k, 1]
                    if g > workspace.top[k, 0]:
                        workspace.top[k, 1] = workspace.top[k, 0]
                        workspace.top[k, 0] = g
                        workspace.where[k] = c
                    else:
                        workspace.top[k, 1] = g
                else:
                    workspace.top[k, 2] = g


@compiled_floats
def capped(gain: int) -> int:
    """A gain, limited to what the tables of worth have room for."""
    return min(gain, POINTS_LIMIT - 1)


@compiled_floats
def value_spaces(st: StateRecord, workspace: WorkspaceRecord, weights: Floats) -> None:
    """Fill in what a half is worth on each live space beyond the points it scores."""
    seat = st.seat
    me = side_of(st, seat)
    value_points(st, workspace)
    find_live_spaces(st, workspace)
    theta = workspace.theta
    for i in range(FEATURES):
        theta[i] = weights[0, i] + weights[1, i] * st.open * OPEN_SCALE
    worth, others = workspace.worth[me], workspace.others
    rivals = st.sides - 1
    part = np.float32(1.0 / rivals) if rivals else np.float32(0)
    want, fear, paired = workspace.want, workspace.fear, workspace.paired
    for k in range(COLOUR_COUNT):
        want[k] = workspace.need[me, k]
        fear[k] = 0
        for g in range(POINTS_LIMIT):
            others[k, g] = 0
        for side in range(st.sides):
            if side != me:
                fear[k] += part * workspace.need[side, k]
                for g in range(POINTS_LIMIT):
                    others[k, g] += part * workspace.worth[side, k, g]
        tiles = 0
        for i in range(st.held[seat]):
            tile = st.racks[seat, i]
            tiles += FIRST[tile] == k or SECOND[tile] == k
        paired[k] = want[k] if tiles >= 2 else 0
    _value_opening(st, workspace, me)
    for i in range(workspace.lives):
        c = workspace.live[i]
        rivals_worth, own_worth = np.float32(0), np.float32(0)
        phi = workspace.phi[c]
        for k in range(COLOUR_COUNT):
            g = capped(st.gains[c, k])
            if g:
                rivals_worth += others[k, g]
                own_worth += worth[k, g]
            phi[k] = 0
        room = _value_lines(st, workspace, me, c)
        beside = np.float32(room / 6.0)
        base = theta[2] * rivals_worth + theta[3] * own_worth + theta[6] * beside
        for k in range(COLOUR_COUNT):
            phi[k] += (
                base
                + beside * (theta[4] * want[k] + theta[5] * fear[k] + theta[7] * paired[k])
                + theta[8] * want[k]
                + theta[9] * fear[k]
            )
    for i in range(workspace.lives):
        workspace.marked[workspace.live[i]] = 0
    for k in range(COLOUR_COUNT):
        c = workspace.where[k]
        if c >= 0:
            best, second = capped(workspace.top[k, 0]), capped(workspace.top[k, 1])
            if best > second:
                denied = np.float32(0.9) * (others[k, best] - others[k, second])
                denied -= np.float32(0.1) * (worth[k, best] - worth[k, second])
                for other in range(COLOUR_COUNT):
                    workspace.phi[c, other] += theta[1] * denied
    _value_edges(st, workspace, me, theta[13])


@compiled_floats
def _value_lines(st: StateRecord, workspace: WorkspaceRecord, me: int, c: int) -> int:
    """Add what a half on a space opens on the spaces beside it; returns how many are empty."""
    theta, phi = workspace.theta, workspace.phi[c]
    worth, others = workspace.worth[me], workspace.others
    room = 0
    for direction in range(6):
        there = NEIGHBOUR[c, direction]
        if st.cells[there] != EMPTY:
            continue
        room += 1
        if not workspace.marked[there]:
            continue
        for k in range(COLOUR_COUNT):
            phi[k] += theta[10] * workspace.opened[0, there, k]
            phi[k] += theta[11] * workspace.opened[1, there, k]
        behind = NEIGHBOUR[c, (direction + 3) % 6]
        colour = st.cells[behind]
        if 0 <= colour < COLOUR_COUNT:
            run = 1
            while st.cells[behind] == colour:
                run += 1
                behind = NEIGHBOUR[behind, (direction + 3) % 6]
            one = capped(st.gains[there, colour] + 1)
            more = capped(st.gains[there, colour] + run)
            phi[colour] += theta[10] * (worth[colour, more] - worth[colour, one])
            phi[colour] += theta[11] * (others[colour, more] - others[colour, one])
    return room


@compiled_floats
def _value_opening(st: StateRecord, workspace: WorkspaceRecord, me: int) -> None:
    """What one more symbol in line with a space is worth there, to the seat and to the others.

    The live spaces stay marked.
    """
    worth, others = workspace.worth[me], workspace.others
    for i in range(workspace.lives):
        c = workspace.live[i]
        workspace.marked[c] = 1
        for k in range(COLOUR_COUNT):
            now, then = capped(st.gains[c, k]), capped(st.gains[c, k] + 1)
            workspace.opened[0, c, k] = worth[k, then] - worth[k, now]
            workspace.opened[1, c, k] = others[k, then] - others[k, now]


@compiled_floats
def _value_edges(st: StateRecord, workspace: WorkspaceRecord, me: int, weight: float) -> None:
    """Find the seat's best edge for each kind of tile, and value those that the others want.

    An edge that is the best one for a tile that another seat may hold is worth as much as the
    second-best one is worse.
    """
    mine, theirs = workspace.fields[0], workspace.fields[1]
    worth, others = workspace.worth[me], workspace.others
    for i in range(workspace.lives):
        c = workspace.live[i]
        for k in range(COLOUR_COUNT):
            gain = capped(st.gains[c, k])
            mine[c, k] = worth[k, gain]
            theirs[c, k] = others[k, gain]
    places, chances = workspace.places[0], workspace.chances
    for i in range(len(places)):
        for t in range(KIND_LANES):
            places[i, t] = chances[i, t] = 0
    for at in range(st.open):
        edge = st.edges[at]
        a, b = EDGE_A[edge], EDGE_B[edge]
        raise_kinds(places, mine[a], mine[b])
        raise_edges(chances, theirs[a], theirs[b], float(edge))
    unseen = workspace.unseen
    for t in range(TILE_KINDS):
        unseen[t] = st.left[t]
    for i in range(st.held[st.seat]):
        unseen[st.racks[st.seat, i]] -= 1
    hidden = np.float32(1e-6)
    for t in range(TILE_KINDS):
        hidden += unseen[t]
    for t in range(TILE_KINDS):
        if unseen[t] > 0 and chances[0, t] > chances[1, t]:
            value = weight * unseen[t] / hidden * (chances[0, t] - chances[1, t])
            edge = int(chances[2, t])
            for k in range(COLOUR_COUNT):
                workspace.phi[EDGE_A[edge], k] += value
                workspace.phi[EDGE_B[edge], k] += value


@compiled_floats
def candidates(st: StateRecord, workspace: WorkspaceRecord, weights: Floats, most: int) -> int:
    """Put the best placements, best first, into `workspace.moves`; returns their number."""
    value_spaces(st, workspace, weights)
    theta = workspace.theta
    seat = st.seat
    me = side_of(st, seat)
    opening = st.turns < st.players
    spots = start_edges(st, workspace.spots) if opening else int(st.open)
    moves, scores = workspace.moves, workspace.scores
    number = 0
    for i in range(st.held[seat]):
        tile = int(st.racks[seat, i])
        seen = False
        for j in range(i):
            seen = seen or st.racks[seat, j] == tile
        if seen:
            continue
        x, y = FIRST[tile], SECOND[tile]
        worth_x, worth_y = workspace.worth[me, x], workspace.worth[me, y]
        elsewhere = theta[12] * workspace.places[0, 0, tile]
        for at in range(spots):
            edge = int(workspace.spots[at]) if opening else int(st.edges[at])
            a, b = EDGE_A[edge], EDGE_B[edge]
            if x == y:
                first, second = int(st.gains[a, x]), int(st.gains[b, x])
                value = (
                    elsewhere
                    + workspace.phi[a, x]
                    + workspace.phi[b, x]
                    + theta[0] * worth_x[capped(first + second)]
                )
                turned = int(turning_pays(st, x, first, second))
                number = _keep(moves, scores, number, most, tile * 1024 + edge * 2 + turned, value)
            else:
                value = elsewhere + workspace.phi[a, x] + workspace.phi[b, y]
                value += theta[0] * (
                    worth_x[capped(st.gains[a, x])] + worth_y[capped(st.gains[b, y])]
                )
                number = _keep(moves, scores, number, most, tile * 1024 + edge * 2, value)
                value = elsewhere + workspace.phi[b, x] + workspace.phi[a, y]
                value += theta[0] * (
                    worth_x[capped(st.gains[b, x])] + worth_y[capped(st.gains[a, y])]
                )
                number = _keep(moves, scores, number, most, tile * 1024 + edge * 2 + 1, value)
    return number


@compiled_floats
def _keep(
    moves: npt.NDArray[np.int32], scores: Floats, number: int, most: int, move: int, value: float
) -> int:
    """Insert a move into the sorted best ones, if it is among them."""
    if number == most:
        if value <= scores[most - 1]:
            return number
        number -= 1
    at = number
    while at > 0 and scores[at - 1] < value:
        scores[at] = scores[at - 1]
        moves[at] = moves[at - 1]
        at -= 1
    scores[at] = value
    moves[at] = move
    return number + 1
