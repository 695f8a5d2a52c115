"""What points are worth to a side, and from that a cheap order of all placements.

Points in a low colour are worth more than in a high one, and reaching a stop brings a bonus. A
placement is judged by both of its halves: what it scores, whether it takes the single best place
of a colour away from the others, what it covers that is worth much to them or to oneself, and
whether it leaves room beside the colours one needs. The weights of these ten reasons (`THETA`)
were fitted to the judgement of a trained net.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ...rules.scoreboards import TUG_END
from ..jit import compiled_floats
from .geometry import COLOURS, EDGE_A, EDGE_B, EDGES, FIRST, NEIGHBOUR, OUTSIDE, SECOND
from .position import DUEL, EMPTY, STOP, side_of, start_edges, turning_pays

CLOSENESS = np.float32(0.85)
MOST_POINTS = 20  # more than a half can bring a peg
REASONS = 10
MOST_CANDIDATES = 160

THETA = np.array([8.5, 3.7, 2.9, -1.8, 2.3, -3.4, -0.5, 0.0, 0.8, -0.3], dtype=np.float32)

POWERS = (CLOSENESS ** np.arange(2 * STOP + 1)).astype(np.float32)
TUG_WORTH = (1 / (1 + np.exp(-np.arange(-TUG_END, TUG_END + 1) / 2.2))).astype(np.float32) * 2

DESK = np.dtype(
    [
        ("worth", np.float32, (4, 8, MOST_POINTS)),  # of so many points in a colour to a side
        ("others", np.float32, (8, MOST_POINTS)),  # the same to the others on average
        ("need", np.float32, (4, 8)),  # how much a side wants a colour, 0 to 1
        ("phi", np.float32, (OUTSIDE + 1, 8)),  # of a half by space and colour, without its points
        ("live", np.int16, OUTSIDE + 1),  # spaces on an open edge
        ("marked", np.int8, OUTSIDE + 1),
        ("lives", np.int32),
        ("top", np.int32, (8, 3)),  # the three largest gains of each colour
        ("where", np.int32, 8),  # the space of the largest
        ("moves", np.int32, MOST_CANDIDATES),
        ("scores", np.float32, MOST_CANDIDATES),
        ("spots", np.int32, len(EDGES)),
        ("fields", np.float32, (4, OUTSIDE + 1, 8)),  # what each gain is worth to each side
        ("best", np.float32, (4, 8, 8)),  # the best place of each kind of tile for each side
        ("total", np.float32, 8),  # of the gains of each colour
        ("racked", np.float32, 8),  # own tiles that show a colour
        ("halves", np.float32, 8),  # unseen halves of a colour
        ("unseen", np.float32, 24),  # tiles of each kind that the seat does not see
        ("sorted", np.float32, (2, 24)),
        ("pegs", np.float32, (4, 8)),  # by side, the seat's own first
        ("low", np.float32, (4, 8)),  # the same from the lowest up
        ("order", np.int32, 8),
        ("want", np.float32, 8),
        ("fear", np.float32, 8),
        ("paired", np.float32, 8),
        ("x", np.float32, 512),
        ("scratch", np.float32, 2048),
        ("out", np.float32, 8),
    ],
    align=True,
)
Workspace = npt.NDArray[np.void]
"""Room to work, one for each thread, in an array of one."""

Floats = npt.NDArray[np.float32]


def new_desk() -> Workspace:
    """Room to work for one thread."""
    return np.zeros(1, DESK)


@compiled_floats
def weigh_points(st: Any, workspace: Any) -> None:
    """Fill in what points are worth to every side, as the pegs stand."""
    for side in range(st.sides):
        low = 127
        for k in range(COLOURS):
            low = min(low, int(st.pegs[side, k]))
        for k in range(COLOURS):
            peg = int(st.pegs[side, k])
            row = workspace.worth[side, k]
            row[0] = 0
            if st.mode == DUEL:
                workspace.need[side, k] = (
                    0 if peg == TUG_END else 1 - 0.5 * TUG_WORTH[peg + TUG_END]
                )
                mine = st.tokens[k] == side
                for g in range(1, MOST_POINTS):
                    end = min(peg + g, TUG_END)
                    row[g] = TUG_WORTH[end + TUG_END] - TUG_WORTH[peg + TUG_END]
                    row[g] += np.float32(0.04) * (end - peg)
                    if end == TUG_END and peg != TUG_END and not mine:
                        row[g] += np.float32(0.15)
            else:
                stop = STOP
                if peg >= STOP:
                    stop = STOP * st.laps
                workspace.need[side, k] = 0 if peg >= stop else POWERS[peg - low]
                for g in range(1, MOST_POINTS):
                    end = min(peg + g, stop)
                    row[g] = POWERS[peg - low] - POWERS[end - low]
                    row[g] += np.float32(0.04) * (end - peg)
                    if end == stop and peg < stop:
                        row[g] += np.float32(0.15)


@compiled_floats
def find_live(st: Any, workspace: Any) -> None:
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
    for k in range(COLOURS):
        workspace.top[k, 0] = workspace.top[k, 1] = workspace.top[k, 2] = 0
        workspace.where[k] = -1
    for i in range(lives):
        c = workspace.live[i]
        workspace.marked[c] = 0
        for k in range(COLOURS):
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
def points(gain: int) -> int:
    """A gain as the tables of worth know it."""
    return min(gain, MOST_POINTS - 1)


@compiled_floats
def weigh_spaces(st: Any, workspace: Any, theta: Floats) -> None:
    """Fill in what a half is worth on each live space beyond the points it scores."""
    seat = st.seat
    me = side_of(st, seat)
    weigh_points(st, workspace)
    find_live(st, workspace)
    worth, others = workspace.worth[me], workspace.others
    rivals = st.sides - 1
    part = np.float32(1.0 / rivals) if rivals else np.float32(0)
    want, fear, paired = workspace.want, workspace.fear, workspace.paired
    for k in range(COLOURS):
        want[k] = workspace.need[me, k]
        fear[k] = 0
        for g in range(MOST_POINTS):
            others[k, g] = 0
        for side in range(st.sides):
            if side != me:
                fear[k] += part * workspace.need[side, k]
                for g in range(MOST_POINTS):
                    others[k, g] += part * workspace.worth[side, k, g]
        tiles = 0
        for i in range(st.held[seat]):
            tile = st.racks[seat, i]
            tiles += FIRST[tile] == k or SECOND[tile] == k
        paired[k] = want[k] if tiles >= 2 else 0
    for i in range(workspace.lives):
        c = workspace.live[i]
        his, mine, room = np.float32(0), np.float32(0), 0
        for k in range(COLOURS):
            g = points(st.gains[c, k])
            if g:
                his += others[k, g]
                mine += worth[k, g]
        for direction in range(6):
            room += st.cells[NEIGHBOUR[c, direction]] == EMPTY
        beside = np.float32(room / 6.0)
        base = theta[2] * his + theta[3] * mine + theta[6] * beside
        for k in range(COLOURS):
            workspace.phi[c, k] = (
                base
                + beside * (theta[4] * want[k] + theta[5] * fear[k] + theta[7] * paired[k])
                + theta[8] * want[k]
                + theta[9] * fear[k]
            )
    for k in range(COLOURS):
        c = workspace.where[k]
        if c >= 0:
            best, second = points(workspace.top[k, 0]), points(workspace.top[k, 1])
            if best > second:
                denied = np.float32(0.9) * (others[k, best] - others[k, second])
                denied -= np.float32(0.1) * (worth[k, best] - worth[k, second])
                for other in range(COLOURS):
                    workspace.phi[c, other] += theta[1] * denied


@compiled_floats
def candidates(st: Any, workspace: Any, theta: Floats, most: int) -> int:
    """Put the best placements, best first, into `workspace.moves`; returns their number."""
    weigh_spaces(st, workspace, theta)
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
        for at in range(spots):
            edge = int(workspace.spots[at]) if opening else int(st.edges[at])
            a, b = EDGE_A[edge], EDGE_B[edge]
            if x == y:
                first, second = int(st.gains[a, x]), int(st.gains[b, x])
                value = (
                    workspace.phi[a, x]
                    + workspace.phi[b, x]
                    + theta[0] * worth_x[points(first + second)]
                )
                turned = int(turning_pays(st, x, first, second))
                number = _keep(moves, scores, number, most, tile * 1024 + edge * 2 + turned, value)
            else:
                value = workspace.phi[a, x] + workspace.phi[b, y]
                value += theta[0] * (
                    worth_x[points(st.gains[a, x])] + worth_y[points(st.gains[b, y])]
                )
                number = _keep(moves, scores, number, most, tile * 1024 + edge * 2, value)
                value = workspace.phi[b, x] + workspace.phi[a, y]
                value += theta[0] * (
                    worth_x[points(st.gains[b, x])] + worth_y[points(st.gains[a, y])]
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
