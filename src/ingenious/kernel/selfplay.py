"""Learning by self-play: games in which everybody chooses with the net, and TD(lambda).

Every placement leaves a position judged by the seat that made it. Its target is what the game
came to, mixed with the judgements of the positions after it; samples go to a replay memory from
which the net learns in small batches. Outputs: a logit for each side, the seat's own first; the
lowest peg the seat ends with; and by how much its pegs are ahead at the end (only to learn from).
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from .board import (
    DUEL,
    MOST_MOVES,
    OVER,
    REFILLING,
    SOLO,
    STOP,
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
from .chance import Rng, below, uniform
from .compiled import compiled_floats
from .features import describe
from .geometry import COLOURS
from .nets import Shape, adam, backward, forward
from .search import choose, lowest
from .worth import Desk, Floats

LONGEST = 128
"""More placements than a game can have."""

MARGIN_WEIGHT = np.float32(0.3)
LOWEST_WEIGHT = np.float32(0.5)


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
    desks: Desk,
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
    desk = desks[0]
    inputs = int(shape[0] * shape[1] + shape[2])
    outputs = int(shape[5])
    xs = np.zeros((LONGEST, inputs), np.float32)
    ps = np.zeros((LONGEST, 4), np.float32)  # judged, by side
    movers = np.zeros(LONGEST, np.int64)
    cut = np.zeros(LONGEST, np.bool_)
    lows = np.zeros(LONGEST, np.float32)
    target = np.zeros(4, np.float32)
    dout = np.zeros(8, np.float32)
    out = np.zeros(8, np.float32)
    p = np.zeros(8, np.float32)
    scratch = np.zeros(2048, np.float32)
    buffer = np.zeros(MOST_MOVES, np.int32)
    room = len(memory_x)
    error, judged = 0.0, 1
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
            strayed = st.turns < random_turns and below(rng, 2) == 0
            strayed = strayed or uniform(rng) < 0.02
            if strayed:
                move = int(buffer[below(rng, legal(st, buffer))])
            else:
                move, _ = choose(states, 0, desk, shape, weights, theta, width)
            decide(st, move)
            me = side_of(st, st.seat)
            movers[length] = me
            cut[length] = strayed
            if st.phase != OVER:
                describe(st, desk)
                forward(shape, weights, desk.x, scratch, out)
                _softmax(out, sides, p)
                for i in range(inputs):
                    xs[length, i] = desk.x[i]
                for j in range(sides):
                    ps[length, (me + j) % sides] = p[j]
                lows[length] = out[sides]
                length += 1
        for side in range(sides):
            target[side] = share(st, side)
        if st.mode == SOLO:
            target[0] = lowest(st, 0)
        # From the end back: a position is worth what comes after it. Where chance strayed
        # from the best move, the return is cut: what follows says little about before.
        for i in range(length - 1, -1, -1):
            me = movers[i]
            slot = counts[0] % room
            counts[0] += 1
            for k in range(inputs):
                memory_x[slot, k] = xs[i, k]
            for j in range(sides):
                memory_y[slot, j] = target[(me + j) % sides]
            if st.mode == SOLO:
                memory_y[slot, 1] = target[0]
                memory_y[slot, 0] = 1
                memory_y[slot, 2] = 0
                delta = float(lows[i] - target[0])
            else:
                low, _ = _two_lowest(st, me)
                memory_y[slot, sides] = low / 9 if st.mode == DUEL else low / (STOP * st.laps)
                memory_y[slot, sides + 1] = _margin(st, me)
                delta = float(ps[i, me] - target[me])
            error += delta * delta
            judged += 1
            keep = np.float32(0) if cut[i] else np.float32(trace)
            if st.mode == SOLO:
                target[0] = keep * target[0] + (1 - keep) * lows[i]
            else:
                for side in range(sides):
                    target[side] = keep * target[side] + (1 - keep) * ps[i, side]
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
                weight = LOWEST_WEIGHT
                if states[0].mode == SOLO:
                    dout[0] = 0
                    weight = np.float32(4)
                dout[sides] = (out[sides] - y[sides]) * scale * weight
                dout[sides + 1] = (out[sides + 1] - y[sides + 1]) * scale * MARGIN_WEIGHT
                for o in range(sides + 2, outputs):
                    dout[o] = 0
                backward(shape, weights, x, scratch, dout, grad)
            counts[1] += 1
            adam(weights, grad, first, second, counts[1], rate)
    return error / judged
