"""Learning by self-play: games in which all players choose with the net, and TD(lambda).

After every placement, the seat that made it evaluates the position. The target is the result of the
game, mixed with the values of later positions; samples go to a replay memory from which the net
learns in small batches. Outputs: a logit for each side, the seat's own first; the lowest peg the
seat ends with; and the final lead of its pegs (an auxiliary target), or in solo the value of the
game.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...rules.symbols import COLOUR_COUNT
from ..jit import compiled_floats
from ..nets import MAX_SCRATCH, Floats, Optimizer, adam
from ..rng import Rng, below, uniform
from .features import fill_inputs
from .heuristic import WorkspaceRecord, Workspaces
from .net import backward, forward
from .position import (
    MAX_MOVES,
    OVER,
    REFILLING,
    SOLO,
    SWAP,
    SWAPPING,
    Moves,
    StateRecord,
    States,
    deal,
    decide,
    legal,
    refill,
    side_of,
    win_share,
)
from .search import Evaluator, choose, lowest_part, solo_value

MAX_PLACEMENTS = 128
"""More placements than a game can have."""

MIN_SAMPLES = 4096
"""How many samples the memory must hold before the net learns from them."""

RANDOM_SHARE = 0.02
"""The fraction of placements that are random."""

MARGIN_WEIGHT = np.float32(0.3)
LOWEST_WEIGHT = np.float32(0.5)
SOLO_WEIGHT = np.float32(4)


class Samples(NamedTuple):
    """The replay memory, and two counts: total samples stored, and Adam steps."""

    inputs: Floats
    targets: Floats
    counts: npt.NDArray[np.int64]


class Schedule(NamedTuple):
    """How to learn: candidates, the TD lambda, Adam's learning rate, batches per game."""

    width: int
    trace: float
    rate: float
    batches: int
    batch: int


class Trail(NamedTuple):
    """The positions of a game after each placement, and buffers."""

    inputs: Floats
    values: Floats  # of each side; in solo, of the game
    missed: Floats  # the same after the best move, where a random one was made instead
    movers: npt.NDArray[np.int64]
    strayed: npt.NDArray[np.bool_]
    chances: Floats
    moves: Moves


@compiled_floats
def _softmax(out: Floats, sides: int, p: Floats) -> None:
    most = out[0]
    for i in range(1, sides):
        most = max(most, out[i])
    total = np.float32(0)
    for i in range(sides):
        p[i] = np.exp(out[i] - most)
        total += p[i]
    for i in range(sides):
        p[i] /= total


@compiled_floats
def _evaluate_sides(
    st: StateRecord, workspace: WorkspaceRecord, evaluator: Evaluator, p: Floats, row: Floats
) -> None:
    """Fill in each side's chance from the result or the net; in solo the value of the game."""
    sides = int(st.sides)
    if st.phase == OVER:
        for side in range(sides):
            row[side] = solo_value(st) if st.mode == SOLO else win_share(st, side)
        return
    fill_inputs(st, workspace)
    forward(evaluator.shape, evaluator.weights, workspace.x, workspace.scratch, workspace.out)
    if st.mode == SOLO:
        row[0] = workspace.out[2]
        return
    _softmax(workspace.out, sides, p)
    me = side_of(st, st.seat)
    for j in range(sides):
        row[(me + j) % sides] = p[j]


@compiled_floats
def _margin(st: StateRecord, side: int) -> float:
    """By how much a side's two lowest pegs are ahead of the best rival's."""
    worst = 9.0
    own = _two_lowest(st, side)
    for other in range(st.sides):
        if other != side:
            theirs = _two_lowest(st, other)
            worst = min(worst, (own[0] - theirs[0]) / 4 + (own[1] - theirs[1]) / 16)
    return min(max(worst, -1.5), 1.5)


@compiled_floats
def _two_lowest(st: StateRecord, side: int) -> tuple[float, float]:
    first, second = 99.0, 99.0
    for k in range(COLOUR_COUNT):
        peg = float(st.pegs[side, k])
        if peg < first:
            first, second = peg, first
        elif peg < second:
            second = peg
    return first, second


@compiled_floats
def play_and_learn(
    states: States,
    start: States,
    workspaces: Workspaces,
    evaluator: Evaluator,
    samples: Samples,
    optimizer: Optimizer,
    schedule: Schedule,
    games: int,
    rng: Rng,
) -> float:
    """Play games and learn after each; returns the mean squared error of the evaluations."""
    workspace = workspaces[0]
    inputs = samples.inputs.shape[1]
    trail = Trail(
        np.zeros((MAX_PLACEMENTS, inputs), np.float32),
        np.zeros((MAX_PLACEMENTS, 4), np.float32),
        np.zeros((MAX_PLACEMENTS, 4), np.float32),
        np.zeros(MAX_PLACEMENTS, np.int64),
        np.zeros(MAX_PLACEMENTS, np.bool_),
        np.zeros(8, np.float32),
        np.zeros(MAX_MOVES, np.int32),
    )
    scratch = np.zeros(MAX_SCRATCH, np.float32)
    error, number = 0.0, 1
    for _ in range(games):
        states[0] = start[0]
        length = _play_game(states, workspace, evaluator, schedule.width, trail, rng)
        error += _remember(states[0], workspace, evaluator, trail, length, schedule.trace, samples)
        number += length
        if min(samples.counts[0], len(samples.inputs)) >= MIN_SAMPLES:
            for _ in range(schedule.batches):
                _learn(states[0], evaluator, samples, optimizer, schedule, scratch, rng)
    return error / number


@compiled_floats
def _play_game(
    states: States,
    workspace: WorkspaceRecord,
    evaluator: Evaluator,
    width: int,
    trail: Trail,
    rng: Rng,
) -> int:
    """Play a game from `states[0]` and fill the trail; returns the number of positions in it."""
    st = states[0]
    st.seat = below(rng, st.players)
    deal(st, rng)
    length = 0
    random_turns = below(rng, 4) * int(st.players)
    while st.phase != OVER:
        if st.phase == SWAPPING:
            decide(st, SWAP)
            continue
        if st.phase == REFILLING:
            refill(st, rng)
            continue
        move, _ = choose(states, 0, workspace, evaluator, width)
        strays = st.turns < random_turns and below(rng, 2) == 0
        trail.strayed[length] = strays or uniform(rng) < RANDOM_SHARE
        if trail.strayed[length]:
            states[1] = states[0]
            decide(states[1], move)
            missed = trail.missed[length]
            _evaluate_sides(states[1], workspace, evaluator, trail.chances, missed)
            move = int(trail.moves[below(rng, legal(st, trail.moves))])
        decide(st, move)
        trail.movers[length] = side_of(st, st.seat)
        if st.phase != OVER:
            _evaluate_sides(st, workspace, evaluator, trail.chances, trail.values[length])
            for i in range(trail.inputs.shape[1]):
                trail.inputs[length, i] = workspace.x[i]
            length += 1
    return length


@compiled_floats
def _remember(
    st: StateRecord,
    workspace: WorkspaceRecord,
    evaluator: Evaluator,
    trail: Trail,
    length: int,
    trace: float,
    samples: Samples,
) -> float:
    """Add the positions of a finished game to the samples; returns the sum of squared errors.

    Going backwards, a position takes the value of the one after it. Where a random move was made,
    the positions before it take the value of the best move instead.
    """
    sides, room = int(st.sides), len(samples.inputs)
    target = np.zeros(4, np.float32)
    _evaluate_sides(st, workspace, evaluator, trail.chances, target)
    error = 0.0
    for i in range(length - 1, -1, -1):
        me = trail.movers[i]
        slot = samples.counts[0] % room
        x, y = samples.inputs[slot], samples.targets[slot]
        samples.counts[0] += 1
        for k in range(len(x)):
            x[k] = trail.inputs[i, k]
        for j in range(sides):
            y[j] = target[(me + j) % sides]
        y[sides] = lowest_part(st, me)
        y[sides + 1] = _margin(st, me)
        if st.mode == SOLO:
            y[0], y[2] = 1, target[0]
        error += (trail.values[i, me] - target[me]) ** 2
        for side in range(sides):
            if trail.strayed[i]:
                target[side] = trail.missed[i, side]
            else:
                target[side] += np.float32(1 - trace) * (trail.values[i, side] - target[side])
    return error


@compiled_floats
def _learn(
    st: StateRecord,
    evaluator: Evaluator,
    samples: Samples,
    optimizer: Optimizer,
    schedule: Schedule,
    scratch: Floats,
    rng: Rng,
) -> None:
    """One step of Adam on a batch of remembered samples."""
    sides, filled = int(st.sides), min(samples.counts[0], len(samples.inputs))
    outputs = int(evaluator.shape[7])
    out, p, dout = np.zeros(8, np.float32), np.zeros(8, np.float32), np.zeros(8, np.float32)
    scale = np.float32(1.0 / schedule.batch)
    last = SOLO_WEIGHT if st.mode == SOLO else MARGIN_WEIGHT
    for _ in range(schedule.batch):
        slot = below(rng, filled)
        x, y = samples.inputs[slot], samples.targets[slot]
        forward(evaluator.shape, evaluator.weights, x, scratch, out)
        _softmax(out, sides, p)
        for j in range(sides):
            dout[j] = (p[j] - y[j]) * scale
        dout[sides] = (out[sides] - y[sides]) * scale * LOWEST_WEIGHT
        dout[sides + 1] = (out[sides + 1] - y[sides + 1]) * scale * last
        for o in range(sides + 2, outputs):
            dout[o] = 0
        backward(evaluator.shape, evaluator.weights, x, scratch, dout, optimizer.gradient)
    samples.counts[1] += 1
    step = samples.counts[1]
    adam(evaluator.weights, optimizer, step, schedule.rate)
