"""Choosing placements with a net, and playouts in which all players do.

A net evaluates a position for the seat that has just placed: its chance to win, or in solo the
lowest peg it will end with. A *choice* takes the candidate with the highest value. A *playout*
redeals what the seat does not see, makes a move, lets all players choose for some turns and ends
with the value of what the seat itself would choose next: only then does the net see the position
through the searching seat.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...rules.scoreboards import TRACK_END, TUG_END
from ...rules.symbols import COLOUR_COUNT
from ..jit import compiled_floats
from ..nets import Floats, Shape
from ..rng import Rng, seed_branch
from .features import fill_inputs
from .heuristic import WorkspaceRecord, Workspaces, candidates
from .net import forward
from .position import (
    DOUBLE_END,
    DUEL,
    OVER,
    PLACING,
    REFILLING,
    SOLO,
    SWAP,
    SWAPPING,
    StateRecord,
    States,
    decide,
    redeal,
    refill,
    side_of,
    win_share,
)

SEARCH_STATES = 3
"""States that a playout needs: the one it runs in, and two to look ahead from it."""


class Evaluator(NamedTuple):
    """A net, and the weights of the heuristic that picks the candidates."""

    shape: Shape
    weights: Floats
    theta: Floats


@compiled_floats
def evaluate(st: StateRecord, workspace: WorkspaceRecord, evaluator: Evaluator) -> float:
    """The value of a position to the seat that has just placed, from 0 to 1."""
    side = side_of(st, st.seat)
    if st.phase == OVER:
        return solo_value(st) if st.mode == SOLO else win_share(st, side)
    fill_inputs(st, workspace)
    out = workspace.out
    forward(evaluator.shape, evaluator.weights, workspace.x, workspace.scratch, out)
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
def solo_value(st: StateRecord) -> float:
    """The result of a solo game: its lowest peg, with a little for the next ones, from 0 to 1."""
    pegs = np.empty(COLOUR_COUNT, np.float64)
    for k in range(COLOUR_COUNT):
        peg = float(st.pegs[0, k])
        i = k
        while i > 0 and pegs[i - 1] > peg:
            pegs[i] = pegs[i - 1]
            i -= 1
        pegs[i] = peg
    return float((pegs[0] + 0.05 * pegs[1] + 0.005 * pegs[2]) / DOUBLE_END)


@compiled_floats
def lowest_part(st: StateRecord, side: int) -> float:
    """The lowest peg of a side, as a fraction of the way to the end of its score board."""
    peg = int(st.pegs[side, 0])
    for k in range(1, COLOUR_COUNT):
        peg = min(peg, int(st.pegs[side, k]))
    return peg / (TUG_END if st.mode == DUEL else TRACK_END * st.laps)


@compiled_floats
def choose(
    states: States, at: int, workspace: WorkspaceRecord, evaluator: Evaluator, width: int
) -> tuple[int, float]:
    """The best placement of `states[at]` and its value; `states[at + 1]` is used for trying."""
    number = candidates(states[at], workspace, evaluator.theta, width)
    best, worth = int(workspace.moves[0]), -1.0
    for i in range(number):
        states[at + 1] = states[at]
        st = states[at + 1]
        move = int(workspace.moves[i])
        decide(st, move)
        value = evaluate(st, workspace, evaluator)
        if value > worth:
            best, worth = move, value
    return best, worth


@compiled_floats
def finish_turn(
    states: States, at: int, workspace: WorkspaceRecord, evaluator: Evaluator, width: int, rng: Rng
) -> None:
    """Make the bonus placements of a turn, swap if that is allowed, and refill."""
    st = states[at]
    while st.phase == PLACING and st.due > 0:
        move, _ = choose(states, at, workspace, evaluator, width)
        decide(st, move)
    if st.phase == SWAPPING:
        decide(st, SWAP)
    if st.phase == REFILLING:
        refill(st, rng)


@compiled_floats
def playout(
    states: States,
    root: States,
    move: int,
    turns: int,
    workspace: WorkspaceRecord,
    evaluator: Evaluator,
    width: int,
    rng: Rng,
) -> float:
    """Make a decision of the seat to move in `root[0]` and play on; the value for that seat."""
    states[0] = root[0]
    st = states[0]
    seat = int(st.seat)
    side = side_of(st, seat)
    redeal(st, seat, rng)
    decide(st, move)
    if st.phase == REFILLING:
        refill(st, rng)
    else:
        finish_turn(states, 0, workspace, evaluator, width, rng)
    for _ in range(turns):
        if st.phase == OVER:
            break
        chosen, _ = choose(states, 0, workspace, evaluator, width)
        decide(st, chosen)
        finish_turn(states, 0, workspace, evaluator, width, rng)
    if st.phase == OVER:
        return solo_value(st) if st.mode == SOLO else win_share(st, side)
    _, worth = choose(states, 0, workspace, evaluator, width)
    return worth


@compiled_floats
def evaluate_candidates(
    states: States,
    workspaces: Workspaces,
    evaluator: Evaluator,
    width: int,
    moves: npt.NDArray[np.int32],
    values: npt.NDArray[np.float64],
    lows: npt.NDArray[np.float64],
) -> int:
    """The net's values of the first `width` candidates of `states[0]`; returns their number.

    `lows` are the expected lowest pegs at the end, as fractions of the way.
    """
    workspace = workspaces[0]
    number = candidates(states[0], workspace, evaluator.theta, width)
    moves[:number] = workspace.moves[:number]
    evaluate_moves(states, workspaces, evaluator, moves[:number], values, lows)
    return number


@compiled_floats
def evaluate_moves(
    states: States,
    workspaces: Workspaces,
    evaluator: Evaluator,
    moves: npt.NDArray[np.int32],
    values: npt.NDArray[np.float64],
    lows: npt.NDArray[np.float64],
) -> None:
    """The net's values of moves of `states[0]`, and the expected lowest pegs at the end."""
    workspace = workspaces[0]
    for i in range(len(moves)):
        states[1] = states[0]
        st = states[1]
        decide(st, int(moves[i]))
        values[i] = evaluate(st, workspace, evaluator)
        side = side_of(st, st.seat)
        lows[i] = lowest_part(st, side) if st.phase == OVER else workspace.out[st.sides]


@compiled_floats
def run_playouts(
    states: States,
    root: States,
    moves: npt.NDArray[np.int32],
    first: int,
    last: int,
    turns: int,
    workspaces: Workspaces,
    evaluator: Evaluator,
    width: int,
    seed: int,
    sums: npt.NDArray[np.float64],
) -> None:
    """Run playouts `first` to `last` of every move; equal numbers share a deal."""
    workspace = workspaces[0]
    rng = np.zeros(1, np.uint64)
    for number in range(first, last):
        for i in range(len(moves)):
            seed_branch(rng, seed, number)
            move = int(moves[i])
            sums[i] += playout(states, root, move, turns, workspace, evaluator, width, rng)
