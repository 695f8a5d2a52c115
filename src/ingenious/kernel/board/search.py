"""Choosing placements with a net, and playouts in which everybody does.

A net judges a position for the seat that has just placed: its chance to win, or alone the lowest
peg it will end with. A *choice* takes the best of some candidates by that judgement. A *playout*
deals again what the seat does not see, makes a move, lets everybody choose for some turns and
ends with the judgement of what the seat itself would choose next: only then is a position seen by
the seat that searches.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ...rules.scoreboards import TUG_END
from ..jit import compiled_floats
from ..nets import Shape, forward
from ..rng import Rng, branch
from .features import describe
from .heuristic import Floats, Workspace, candidates
from .position import (
    DUEL,
    OVER,
    PLACING,
    REFILLING,
    SOLO,
    STOP,
    SWAP,
    SWAPPING,
    State,
    decide,
    redeal,
    refill,
    share,
    side_of,
)

DEEPEST = 3
"""States that a playout needs: the one it runs in, and two to look ahead from it."""


@compiled_floats
def judge(st: Any, workspace: Any, shape: Shape, weights: Floats) -> float:
    """What a position is worth to the seat that has just placed, from 0 to 1."""
    side = side_of(st, st.seat)
    if st.phase == OVER:
        return alone(st) if st.mode == SOLO else share(st, side)
    describe(st, workspace)
    out = workspace.out
    forward(shape, weights, workspace.x, workspace.scratch, out)
    if st.mode == SOLO:
        return float(out[2])
    most = out[0]
    for i in range(1, st.sides):
        most = max(most, out[i])
    total = np.float32(0)
    for i in range(st.sides):
        total += np.exp(out[i] - most)
    return float(np.exp(out[0] - most) / total)


@compiled_floats
def alone(st: Any) -> float:
    """What a solo game came to: its lowest peg, with a little for the next ones, from 0 to 1."""
    pegs = np.empty(6, np.float64)
    for k in range(6):
        peg = float(st.pegs[0, k])
        i = k
        while i > 0 and pegs[i - 1] > peg:
            pegs[i] = pegs[i - 1]
            i -= 1
        pegs[i] = peg
    return float((pegs[0] + 0.05 * pegs[1] + 0.005 * pegs[2]) / (2 * STOP))


@compiled_floats
def lowest(st: Any, side: int) -> float:
    """The lowest peg of a side as a part of the way to the end of its score board."""
    peg = int(st.pegs[side, 0])
    for k in range(1, 6):
        peg = min(peg, int(st.pegs[side, k]))
    return peg / (TUG_END if st.mode == DUEL else STOP * st.laps)


@compiled_floats
def choose(
    states: State, at: int, workspace: Any, shape: Shape, weights: Floats, theta: Floats, width: int
) -> tuple[int, float]:
    """The best placement of `states[at]` and its worth; `states[at + 1]` is used for trying."""
    number = candidates(states[at], workspace, theta, width)
    best, worth = int(workspace.moves[0]), -1.0
    for i in range(number):
        states[at + 1] = states[at]
        st = states[at + 1]
        move = int(workspace.moves[i])
        decide(st, move)
        value = judge(st, workspace, shape, weights)
        if value > worth:
            best, worth = move, value
    return best, worth


@compiled_floats
def finish_turn(
    states: State,
    at: int,
    workspace: Any,
    shape: Shape,
    weights: Floats,
    theta: Floats,
    width: int,
    rng: Rng,
) -> None:
    """Make the bonus placements of a turn, swap where one may, and refill."""
    st = states[at]
    while st.phase == PLACING and st.due > 0:
        move, _ = choose(states, at, workspace, shape, weights, theta, width)
        decide(st, move)
    if st.phase == SWAPPING:
        decide(st, SWAP)
    if st.phase == REFILLING:
        refill(st, rng)


@compiled_floats
def playout(
    states: State,
    root: State,
    move: int,
    turns: int,
    workspace: Any,
    shape: Shape,
    weights: Floats,
    theta: Floats,
    width: int,
    rng: Rng,
) -> float:
    """Play a decision of the seat to move in `root[0]` on: what it comes to for that seat."""
    states[0] = root[0]
    st = states[0]
    seat = int(st.seat)
    side = side_of(st, seat)
    redeal(st, seat, rng)
    decide(st, move)
    if st.phase == REFILLING:
        refill(st, rng)
    else:
        finish_turn(states, 0, workspace, shape, weights, theta, width, rng)
    for _ in range(turns):
        if st.phase == OVER:
            break
        chosen, _ = choose(states, 0, workspace, shape, weights, theta, width)
        decide(st, chosen)
        finish_turn(states, 0, workspace, shape, weights, theta, width, rng)
    if st.phase == OVER:
        return alone(st) if st.mode == SOLO else share(st, side)
    _, worth = choose(states, 0, workspace, shape, weights, theta, width)
    return worth


@compiled_floats
def weigh_candidates(
    states: State,
    desks: Workspace,
    shape: Shape,
    weights: Floats,
    theta: Floats,
    width: int,
    moves: npt.NDArray[np.int32],
    values: npt.NDArray[np.float64],
    lows: npt.NDArray[np.float64],
) -> int:
    """The net's judgement of the first `width` candidates of `states[0]`, in their order.

    `lows` are the lowest pegs that it expects at the end, as parts of the way.
    """
    workspace = desks[0]
    number = candidates(states[0], workspace, theta, width)
    for i in range(number):
        moves[i] = workspace.moves[i]
        states[1] = states[0]
        st = states[1]
        decide(st, int(moves[i]))
        values[i] = judge(st, workspace, shape, weights)
        side = side_of(st, st.seat)
        lows[i] = lowest(st, side) if st.phase == OVER else workspace.out[st.sides]
    return number


@compiled_floats
def run_playouts(
    states: State,
    root: State,
    moves: npt.NDArray[np.int32],
    first: int,
    last: int,
    turns: int,
    desks: Workspace,
    shape: Shape,
    weights: Floats,
    theta: Floats,
    width: int,
    seed: int,
    sums: npt.NDArray[np.float64],
) -> None:
    """Playouts number `first` to `last` of every move; the same number has the same deal."""
    workspace = desks[0]
    rng = np.zeros(1, np.uint64)
    for number in range(first, last):
        for i in range(len(moves)):
            branch(rng, seed, number)
            sums[i] += playout(
                states, root, int(moves[i]), turns, workspace, shape, weights, theta, width, rng
            )
