"""The inputs and outputs of a net for the Tile Challenge."""

from math import prod
from typing import NamedTuple

import numpy as np

from ...rules.symbols import COLOUR_COUNT
from ...rules.tiles import CENTRE_SIZE
from ..jit import compiled, compiled_floats
from ..nets import LEAK, Floats, Net, Shape
from .game import (
    CENTRE,
    DUE,
    OVER,
    PEGS,
    PHASE,
    PLAYERS,
    POOL,
    SEAT,
    TARGET,
    Flat,
    count_tiles,
    lowest_peg,
)


class Evaluator(NamedTuple):
    """A net, its buffers, and a cache of what its first layers computed for single colours."""

    shape: Shape
    weights: Floats
    layers: tuple[Floats, Floats, Floats, Floats, Floats, Floats]
    """The same weights again, cut into the matrices and biases of the layers."""
    x: Floats
    scratch: Floats
    out: Floats
    lows: Flat
    """The lowest peg of each seat."""
    known: Flat
    """The keys of the cached colours."""
    share: Floats
    """What each of them adds to the upper layer."""


CACHE_SIZE = 1 << 13


def block_inputs(players: int, target: int) -> int:
    """The number of inputs for each colour."""
    return players * (target + 4) + 7


def shared_inputs(players: int) -> int:
    """The number of inputs that belong to no colour."""
    return 9 + 7 * players


def shape_of(players: int, target: int) -> tuple[int, int, int, int]:
    """The blocks, inputs a block, shared inputs and outputs of a net."""
    return COLOUR_COUNT, block_inputs(players, target), shared_inputs(players), 2 * players


def new_evaluator(net: Net) -> Evaluator:
    """An evaluator for a net; call `clear_cache` after its weights are changed in place."""
    _, block, shared, hidden, upper, outputs = (int(size) for size in net.shape)
    shapes = (block, hidden), (hidden,), (hidden + shared, upper), (upper,)
    layers, at = [], 0
    for shape in (*shapes, (upper, outputs), (outputs,)):
        layers.append(net.weights[at : at + prod(shape)].reshape(shape))
        at += prod(shape)
    w1, b1, w2, b2, w3, b3 = layers
    return Evaluator(
        *net,
        (w1, b1, w2, b2, w3, b3),
        np.zeros(net.inputs, np.float32),
        np.zeros(net.scratch, np.float32),
        np.zeros(outputs, np.float32),
        np.zeros(4, np.int64),
        np.full(CACHE_SIZE, -1, np.int64),
        np.zeros((CACHE_SIZE, upper), np.float32),
    )


@compiled
def clear_cache(evaluator: Evaluator) -> None:
    """Drop what was computed with other weights."""
    evaluator.known[:] = -1


@compiled_floats
def fill_colour_inputs(flat: Flat, lows: Flat, symbol: int, x: Floats, at: int) -> None:
    """Fill the inputs for one colour, as the seat whose turn begins sees it."""
    players, target = flat[PLAYERS], flat[TARGET]
    here, unseen = flat[CENTRE + symbol], flat[POOL + symbol]
    for i in range(at, at + players * (target + 4) + 7):
        x[i] = 0
    for k in range(players):
        seat = (flat[SEAT] + k) % players
        peg = flat[PEGS + 6 * seat + symbol]
        left = target - peg
        x[at + left] = 1
        at += target + 1
        x[at] = peg == lows[seat]
        x[at + 1] = min(left, here + 1) / 3
        x[at + 2] = 0 < left <= here + 1 and here > 0
        at += 3
    x[at + min(here, 4)] = 1
    x[at + 5] = min(here, 15) / 4
    x[at + 6] = unseen / 21


@compiled
def colour_key(flat: Flat, lows: Flat, symbol: int) -> int:
    """A number that differs wherever the inputs for a colour do."""
    players, number = flat[PLAYERS], 0
    seat = flat[SEAT]
    for _ in range(players):
        peg = flat[PEGS + 6 * seat + symbol]
        number = number << 4 | peg << 1 | (peg == lows[seat])
        seat = seat + 1 if seat + 1 < players else 0
    return int(number << 9 | flat[POOL + symbol] << 4 | min(flat[CENTRE + symbol], 15))


@compiled_floats
def fill_shared_inputs(flat: Flat, lows: Flat, x: Floats, at: int) -> None:
    """Fill the inputs that belong to no colour."""
    players, target = flat[PLAYERS], flat[TARGET]
    pool, centre, kinds, safe = count_tiles(flat, POOL), count_tiles(flat, CENTRE), 0, 0
    for symbol in range(6):
        if flat[CENTRE + symbol] > 0:
            kinds += 1
            safe += flat[POOL + symbol]
    for i in range(at, at + 9 + 7 * players):
        x[i] = 0
    x[at] = flat[DUE] == 2
    x[at + 1] = flat[DUE] > 2
    x[at + 2] = pool / 126
    x[at + 3] = centre / 6
    if centre < CENTRE_SIZE:
        x[at + 4 + centre] = 1
    x[at + 7] = kinds / 6
    x[at + 8] = safe / max(pool, 1)
    at += 9
    for k in range(players):
        seat = (flat[SEAT] + k) % players
        left, unfinished, free = 0, 0, 0
        for symbol in range(6):
            peg = flat[PEGS + 6 * seat + symbol]
            left += target - peg
            unfinished += peg < target
            if peg == lows[seat]:
                free = max(free, flat[CENTRE + symbol])
        x[at] = lows[seat] / target
        x[at + 1] = left / (6 * target)
        x[at + 2] = unfinished / 6
        x[at + 3] = unfinished == 1
        x[at + 4] = unfinished == 2
        x[at + 5] = free / 3
        x[at + 6] = left <= 3
        at += 7


@compiled_floats
def fill_inputs(flat: Flat, evaluator: Evaluator) -> None:
    """Fill all inputs of the net, colour after colour and then the shared ones."""
    block = evaluator.shape[1]
    for seat in range(flat[PLAYERS]):
        evaluator.lows[seat] = lowest_peg(flat, seat)
    for symbol in range(6):
        fill_colour_inputs(flat, evaluator.lows, symbol, evaluator.x, symbol * block)
    fill_shared_inputs(flat, evaluator.lows, evaluator.x, 6 * block)


@compiled_floats
def compute_colour(
    flat: Flat,
    lows: Flat,
    symbol: int,
    w1: Floats,
    b1: Floats,
    w2: Floats,
    x: Floats,
    layer: Floats,
    share: Floats,
    slot: int,
) -> None:
    """What a colour adds to the upper layer."""
    block, hidden = w1.shape
    fill_colour_inputs(flat, lows, symbol, x, 0)
    for h in range(hidden):
        layer[h] = b1[h]
    for i in range(block):
        value = x[i]
        if value != 0:
            for h in range(hidden):
                layer[h] += value * w1[i, h]
    for u in range(w2.shape[1]):
        share[slot, u] = 0
    for h in range(hidden):
        value = max(layer[h], LEAK * layer[h])
        for u in range(w2.shape[1]):
            share[slot, u] += value * w2[h, u]


@compiled_floats
def compute_outputs(flat: Flat, evaluator: Evaluator) -> None:
    """Compute the outputs of the net like `forward`, with cached colours."""
    w1, b1, w2, b2, w3, b3 = evaluator.layers
    hidden, upper, outputs = len(b1), len(b2), len(b3)
    out, top, x, share = evaluator.out, evaluator.scratch, evaluator.x, evaluator.share
    known, lows = evaluator.known, evaluator.lows
    for seat in range(flat[PLAYERS]):
        lows[seat] = lowest_peg(flat, seat)
    fill_shared_inputs(flat, lows, x, len(w1))
    for u in range(upper):
        top[hidden + u] = b2[u]
    for symbol in range(6):
        number = colour_key(flat, lows, symbol)
        slot = (number * 0x1E3779B97F4A7C15 >> 48) & (CACHE_SIZE - 1)
        if known[slot] != number:
            known[slot] = number
            compute_colour(flat, lows, symbol, w1, b1, w2, x, top, share, slot)
        for u in range(upper):
            top[hidden + u] += share[slot, u]
    for s in range(len(w2) - hidden):
        value = x[len(w1) + s]
        if value != 0:
            for u in range(upper):
                top[hidden + u] += value * w2[hidden + s, u]
    for u in range(upper):
        top[hidden + u] = max(top[hidden + u], LEAK * top[hidden + u])
    for o in range(outputs):
        value = b3[o]
        for u in range(upper):
            value += top[hidden + u] * w3[u, o]
        out[o] = value


@compiled_floats
def read_outputs(flat: Flat, out: Floats, value: Floats) -> None:
    """Each seat's chance to win, then each one's lowest peg at the end as a part of the target."""
    players, seat = flat[PLAYERS], flat[SEAT]
    most = out[0]
    for k in range(1, players):
        most = max(most, out[k])
    whole = np.float32(0)
    for k in range(players):
        whole += np.exp(out[k] - most)
    for k in range(players):
        value[(seat + k) % players] = np.exp(out[k] - most) / whole
        value[players + (seat + k) % players] = out[players + k]


@compiled_floats
def evaluate_by_net(flat: Flat, evaluator: Evaluator, value: Floats) -> None:
    """The value of a leaf, by the net or by the result."""
    players = flat[PLAYERS]
    if flat[PHASE] != OVER:
        compute_outputs(flat, evaluator)
        read_outputs(flat, evaluator.out, value)
        return
    for seat in range(players):
        value[seat] = seat == flat[SEAT]
        value[players + seat] = lowest_peg(flat, seat) / flat[TARGET]


@compiled_floats
def evaluate_by_gain(before: Flat, after: Flat, value: Floats) -> None:
    """The points up to the target, half a point for a lowest colour, two for a finished peg."""
    seat, target = before[SEAT], before[TARGET]
    low, gain = lowest_peg(before, seat), np.float32(0)
    for symbol in range(6):
        start, peg = before[PEGS + 6 * seat + symbol], after[PEGS + 6 * seat + symbol]
        if peg > start:
            gain += peg - start + 0.5 * (start == low) + 2 * (peg == target)
    value[:] = 0
    value[seat] = gain
