"""Evaluating positions of the Card Challenge by a net."""

from typing import NamedTuple

import numpy as np

from ...rules.areas import GOAL_COLUMN
from ...rules.symbols import COLOUR_COUNT
from ..jit import compiled_floats
from ..nets import Floats, Net, Shape
from .features import (
    BLOCK,
    BLOCK_SEAT,
    SHARED,
    SHARED_SEAT,
    Buffers,
    fill_inputs,
    new_buffers,
)
from .game import PHASE, PLAYERS, WON, Position, lowest_peg, win_shares
from .net import LANES, forward


class Evaluator(NamedTuple):
    """A net and its buffers."""

    shape: Shape
    weights: Floats
    x: Floats
    scratch: Floats
    out: Floats
    buffers: Buffers


def shape_of(players: int) -> tuple[int, int, int, int]:
    """The blocks, inputs a block, shared inputs and outputs of a net."""
    block, shared = BLOCK_SEAT * players + BLOCK, SHARED_SEAT * players + SHARED
    return COLOUR_COUNT, block, shared, players + 1


def new_evaluator(net: Net) -> Evaluator:
    """An evaluator with its own buffers; threads must not share one.

    Raises `ValueError` unless its layers are multiples of `LANES` units wide.
    """
    if net.shape[3] % LANES or net.shape[4] % LANES:
        raise ValueError(f"layers must be multiples of {LANES} units wide")
    return Evaluator(
        net.shape,
        net.weights,
        np.zeros(net.inputs + LANES, np.float32),
        np.zeros(net.scratch + LANES, np.float32),
        np.zeros(8, np.float32),
        new_buffers(),
    )


@compiled_floats
def evaluate(s: Position, viewer: int, evaluator: Evaluator, chances: Floats) -> None:
    """Each seat's chance to win as the viewer sees it, then the viewer's lowest peg at the end."""
    players = s[PLAYERS]
    if s[PHASE] >= WON:
        win_shares(s, chances)
        chances[players] = lowest_peg(s, viewer)
        return
    fill_inputs(s, viewer, evaluator.x, evaluator.buffers)
    out = evaluator.out
    forward(evaluator.shape, evaluator.weights, evaluator.x, evaluator.scratch, out)
    most = out[0]
    for i in range(1, players):
        most = max(most, out[i])
    total = np.float32(0)
    for i in range(players):
        out[i] = np.exp(out[i] - most)
        total += out[i]
    for i in range(players):
        out[i] /= total
        chances[(viewer + i) % players] = out[i]
    chances[players] = out[players] * GOAL_COLUMN
