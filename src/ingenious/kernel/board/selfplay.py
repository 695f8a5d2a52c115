"""Learning by self-play: games in which everybody chooses with the net, and TD(lambda).

Every placement leaves a position judged by the seat that made it. Its target is what the game
came to, mixed with the judgements of the positions after it; samples go to a replay memory from
which the net learns in small batches. Outputs: a logit for each side, the seat's own first; the
lowest peg the seat ends with; and by how much its pegs are ahead at the end (only to learn from),
or alone what the game comes to.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ..jit import compiled_floats
from ..nets import Shape, adam, backward, forward
from ..rng import Rng, below, uniform
from .features import describe
from .geometry import COLOURS
from .heuristic import Floats, Workspace
from .position import (
    MOST_MOVES,
    OVER,
    REFILLING,
    SOLO,
    SWAP,
    SWAPPING,
    State,
    deal,
    decide,
    legal,
    refill,
    share,
    side_of,
)
from .search import alone, choose, lowest

LONGEST = 128
"""More placements than a game can have."""

MARGIN_WEIGHT = np.float32(0.3)
LOWEST_WEIGHT = np.float32(0.5)
ALONE_WEIGHT = np.float32(4)


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
def _assess(st: Any, workspace: Any, shape: Shape, weights: Floats, p: Floats, row: Floats) -> None:
    """Fill in what each side has of the game by its result or by the net; alone, its worth."""
    sides = int(st.sides)
    if st.phase == OVER:
        for side in range(sides):
            row[side] = alone(st) if st.mode == SOLO else share(st, side)
        return
    describe(st, workspace)
    forward(shape, weights, workspace.x, workspace.scratch, workspace.out)
    if st.mode == SOLO:
        row[0] = workspace.out[2]
        return
    _softmax(workspace.out, sides, p)
    me = side_of(st, st.seat)
    for j in range(sides):
        row[(me + j) % sides] = p[j]


@compiled_floats
def _margin(st: Any, side: int) -> float:
    """By how much a side's two lowest pegs are ahead of the best rival's."""
    worst = 9.0
    mine = _two_lowest(st, side)
    for other in range(st.sides):
        if other != side:
            his = _two_lowest(st, other)
            worst = min(worst, (mine[0] - his[0]) / 4 + (mine[1] - his[1]) / 16)
    return min(max(worst, -1.5), 1.5)


@compiled_floats
def _two_lowest(st: Any, side: int) -> tuple[float, float]:
    first, second = 99.0, 99.0
    for k in range(COLOURS):
        peg = float(st.pegs[side, k])
        if peg < first:
            first, second = peg, first
        elif peg < second:
            second = peg
    return first, second


@compiled_floats
def play_and_learn(
    states: State,
    start: State,
    desks: Workspace,
    shape: Shape,
    weights: Floats,
    theta: Floats,
    width: int,
    memory_x: Floats,
    memory_y: Floats,
    counts: npt.NDArray[np.int64],
    grad: Floats,
    first: Floats,
    second: Floats,
    rate: float,
    trace: float,
    batches: int,
    batch: int,
    games: int,
    rng: Rng,
) -> float:
    """Play games and learn from them after each; returns the mean squared error of judgements.

    `counts` holds the samples remembered in all, and the steps of Adam.
    """
    workspace = desks[0]
    inputs = int(shape[0] * shape[1] + shape[2])
    outputs = int(shape[5])
    xs = np.zeros((LONGEST, inputs), np.float32)
    judged = np.zeros((LONGEST, 4), np.float32)  # what each side has of it; alone, its worth
    missed = np.zeros((LONGEST, 4), np.float32)  # the same of the move that was not made
    movers = np.zeros(LONGEST, np.int64)
    strayed = np.zeros(LONGEST, np.bool_)
    target = np.zeros(4, np.float32)
    dout = np.zeros(8, np.float32)
    out = np.zeros(8, np.float32)
    p = np.zeros(8, np.float32)
    scratch = np.zeros(2048, np.float32)
    buffer = np.zeros(MOST_MOVES, np.int32)
    room = len(memory_x)
    error, number = 0.0, 1
    for _ in range(games):
        states[0] = start[0]
        st = states[0]
        st.seat = below(rng, st.players)
        deal(st, rng)
        sides = int(st.sides)
        length = 0
        random_turns = below(rng, 4) * int(st.players)
        while st.phase != OVER:
            if st.phase == SWAPPING:
                decide(st, SWAP)
                continue
            if st.phase == REFILLING:
                refill(st, rng)
                continue
            move, _ = choose(states, 0, workspace, shape, weights, theta, width)
            stray = st.turns < random_turns and below(rng, 2) == 0
            strayed[length] = stray or uniform(rng) < 0.02
            if strayed[length]:
                states[1] = states[0]
                decide(states[1], move)
                _assess(states[1], workspace, shape, weights, p, missed[length])
                move = int(buffer[below(rng, legal(st, buffer))])
            decide(st, move)
            movers[length] = side_of(st, st.seat)
            if st.phase != OVER:
                _assess(st, workspace, shape, weights, p, judged[length])
                for i in range(inputs):
                    xs[length, i] = workspace.x[i]
                length += 1
        _assess(st, workspace, shape, weights, p, target)
        # From the end back: a position is worth what comes after it. Where chance strayed
        # from the best move, what comes before is worth what the best one would have been.
        for i in range(length - 1, -1, -1):
            me = movers[i]
            x, y = memory_x[counts[0] % room], memory_y[counts[0] % room]
            counts[0] += 1
            for k in range(inputs):
                x[k] = xs[i, k]
            for j in range(sides):
                y[j] = target[(me + j) % sides]
            y[sides] = lowest(st, me)
            y[sides + 1] = _margin(st, me)
            if st.mode == SOLO:
                y[0], y[2] = 1, target[0]
            error += (judged[i, me] - target[me]) ** 2
            number += 1
            for side in range(sides):
                if strayed[i]:
                    target[side] = missed[i, side]
                else:
                    target[side] += np.float32(1 - trace) * (judged[i, side] - target[side])
        filled = min(counts[0], room)
        if filled < 4096:
            continue
        for _ in range(batches):
            for _ in range(batch):
                slot = below(rng, filled)
                x, y = memory_x[slot], memory_y[slot]
                forward(shape, weights, x, scratch, out)
                _softmax(out, sides, p)
                scale = np.float32(1.0 / batch)
                for j in range(sides):
                    dout[j] = (p[j] - y[j]) * scale
                last = ALONE_WEIGHT if st.mode == SOLO else MARGIN_WEIGHT
                dout[sides] = (out[sides] - y[sides]) * scale * LOWEST_WEIGHT
                dout[sides + 1] = (out[sides + 1] - y[sides + 1]) * scale * last
                for o in range(sides + 2, outputs):
                    dout[o] = 0
                backward(shape, weights, x, scratch, dout, grad)
            counts[1] += 1
            adam(weights, grad, first, second, counts[1], rate)
    return error / number
