"""The net of the board games: two small layers that are shared, and three full ones above them.

A game does not care which colour is which, nor in which order tiles are listed. So the inputs of
each colour go through one shared layer, whose results are added; the inputs of each kind of tile
go through another one. Of the kinds of tiles two sums are taken: one weighted by how many of the
kind the seat holds, one by how many a rival can be expected to hold.

    colours = sum over colours of leaky(colour @ C + c)
    kinds   = leaky(kind @ K + k), for each kind
    first   = leaky([plain, colours, sum own * kinds, sum expected * kinds] @ W1 + b1)
    second  = leaky(first @ W2 + b2)
    outputs = second @ W3 + b3

The inputs are a vector: the plain ones, those of each colour, and for each kind of tile the two
weights and its inputs.
"""

from typing import NamedTuple

import numpy as np

from ...rules.symbols import COLOUR_COUNT
from ..jit import compiled_floats
from ..nets import LEAK, MAX_INPUTS, MAX_SCRATCH, Floats, Shape, add_rows
from .geometry import TILE_KINDS

KIND_WEIGHTS = 2
"""How many weights of a kind stand before its inputs."""


class BoardNet(NamedTuple):
    """A net: its shape, and all its weights in one vector."""

    shape: Shape
    weights: Floats

    @property
    def inputs(self) -> int:
        """The number of inputs."""
        plain, colour, kind = self.shape[:3].tolist()
        return int(plain + COLOUR_COUNT * colour + TILE_KINDS * (KIND_WEIGHTS + kind))

    @property
    def scratch(self) -> int:
        """The number of floats `forward` needs for its layers."""
        by_colour, by_kind, first, second = self.shape[3:7].tolist()
        return int((COLOUR_COUNT + 1) * by_colour + (TILE_KINDS + 2) * by_kind + first + second)

    def fits(self, *sizes: int) -> bool:
        """Whether it has these inputs and outputs, all its weights, and not too many."""
        if self.shape.shape != (8,):
            return False
        complete = len(self.weights) == sum(rows * width for rows, width in _layers(self.shape))
        roomy = self.scratch <= MAX_SCRATCH and self.inputs <= MAX_INPUTS
        return complete and roomy and (*self.shape[:3].tolist(), int(self.shape[7])) == sizes


Widths = tuple[int, int, int, int]
"""Of the layers: the one for each colour, the one for each kind of tile, and the two above."""


def _layers(shape: Shape) -> list[tuple[int, int]]:
    """The rows and the width of each layer; the last row has its biases."""
    plain, colour, kind, by_colour, by_kind, first, second, outputs = shape.tolist()
    joined = plain + by_colour + 2 * by_kind
    return [
        (colour + 1, by_colour),
        (kind + 1, by_kind),
        (joined + 1, first),
        (first + 1, second),
        (second + 1, outputs),
    ]


def new_net(
    plain: int, colour: int, kind: int, widths: Widths, outputs: int, seed: int
) -> BoardNet:
    """A net with random weights (He initialisation) and outputs near zero."""
    shape = np.array([plain, colour, kind, *widths, outputs], dtype=np.int64)
    rng = np.random.default_rng(seed)
    layers = []
    for rows, width in _layers(shape):
        layer = rng.normal(0, np.sqrt(2 / (rows - 1)), (rows, width))
        layer[-1] = 0
        layers.append(layer)
    layers[2][plain:-1] *= 0.4  # sums over colours and kinds are larger than other inputs
    layers[4] *= 0.1 / np.sqrt(2)
    weights = np.concatenate([layer.ravel() for layer in layers])
    return BoardNet(shape, weights.astype(np.float32))


@compiled_floats
def _leak(layer: Floats) -> None:
    for h in range(len(layer)):
        value = layer[h]
        layer[h] = value if value > 0 else LEAK * value


@compiled_floats
def _starts(shape: Shape) -> tuple[int, int, int, int]:
    """Where the weights of the layers begin, but for the first one, that of the colours."""
    plain, colour, kind = shape[0], shape[1], shape[2]
    by_colour, by_kind, first, second = shape[3], shape[4], shape[5], shape[6]
    kinds = (colour + 1) * by_colour
    lower = kinds + (kind + 1) * by_kind
    upper = lower + (plain + by_colour + 2 * by_kind + 1) * first
    return int(kinds), int(lower), int(upper), int(upper + (first + 1) * second)


@compiled_floats
def forward(shape: Shape, weights: Floats, x: Floats, scratch: Floats, out: Floats) -> None:
    """Compute the outputs; `scratch` keeps the layers, after their leaky steps, for `backward`."""
    plain, colour, kind = shape[0], shape[1], shape[2]
    by_colour, by_kind, first, second, outputs = shape[3], shape[4], shape[5], shape[6], shape[7]
    at_k, at_1, at_2, at_3 = _starts(shape)
    joined = plain + by_colour + 2 * by_kind
    total = scratch[COLOUR_COUNT * by_colour : (COLOUR_COUNT + 1) * by_colour]
    for h in range(by_colour):
        total[h] = 0
    bias = colour * by_colour
    for i in range(COLOUR_COUNT):
        layer = scratch[i * by_colour : (i + 1) * by_colour]
        for h in range(by_colour):
            layer[h] = weights[bias + h]
        add_rows(layer, weights, 0, x, plain + i * colour, colour)
        for h in range(by_colour):
            value = layer[h]
            value = value if value > 0 else LEAK * value
            layer[h] = value
            total[h] += value
    at = (COLOUR_COUNT + 1) * by_colour
    own = scratch[at + TILE_KINDS * by_kind : at + (TILE_KINDS + 1) * by_kind]
    expected = scratch[at + (TILE_KINDS + 1) * by_kind : at + (TILE_KINDS + 2) * by_kind]
    for h in range(by_kind):
        own[h] = expected[h] = 0
    bias = at_k + kind * by_kind
    start = plain + COLOUR_COUNT * colour
    for t in range(TILE_KINDS):
        here = start + t * (KIND_WEIGHTS + kind)
        mine, theirs = x[here], x[here + 1]
        layer = scratch[at + t * by_kind : at + (t + 1) * by_kind]
        if mine == 0 and theirs == 0:
            continue
        for h in range(by_kind):
            layer[h] = weights[bias + h]
        add_rows(layer, weights, at_k, x, here + KIND_WEIGHTS, kind)
        for h in range(by_kind):
            value = layer[h]
            value = value if value > 0 else LEAK * value
            layer[h] = value
            own[h] += mine * value
            expected[h] += theirs * value
    at += (TILE_KINDS + 2) * by_kind
    lower = scratch[at : at + first]
    upper = scratch[at + first : at + first + second]
    for h in range(first):
        lower[h] = weights[at_1 + joined * first + h]
    add_rows(lower, weights, at_1, x, 0, plain)
    add_rows(lower, weights, at_1 + plain * first, total, 0, by_colour)
    add_rows(lower, weights, at_1 + (plain + by_colour) * first, own, 0, by_kind)
    add_rows(lower, weights, at_1 + (plain + by_colour + by_kind) * first, expected, 0, by_kind)
    _leak(lower)
    for u in range(second):
        upper[u] = weights[at_2 + first * second + u]
    add_rows(upper, weights, at_2, lower, 0, first)
    _leak(upper)
    for o in range(outputs):
        value = weights[at_3 + second * outputs + o]
        for u in range(second):
            value += upper[u] * weights[at_3 + u * outputs + o]
        out[o] = value


@compiled_floats
def _add_layer(
    weights: Floats,
    grad: Floats,
    at: int,
    x: Floats,
    start: int,
    rows: int,
    d: Floats,
    back: Floats,
) -> None:
    """Of layer += x[start : start + rows] @ W: the gradient of W, and that of x into `back`."""
    width = len(d)
    for i in range(rows):
        value = x[start + i]
        row = weights[at + i * width : at + (i + 1) * width]
        out_row = grad[at + i * width : at + (i + 1) * width]
        total = np.float32(0)
        for h in range(width):
            total += d[h] * row[h]
            out_row[h] += d[h] * value
        back[i] = total


@compiled_floats
def _add_gradient(
    grad: Floats, at: int, bias: int, x: Floats, start: int, rows: int, d: Floats
) -> None:
    """Of layer += x[start : start + rows] @ W + b: the gradient of W and of b."""
    width = len(d)
    for i in range(rows):
        value = x[start + i]
        if value != 0:
            out_row = grad[at + i * width : at + (i + 1) * width]
            for h in range(width):
                out_row[h] += d[h] * value
    for h in range(width):
        grad[bias + h] += d[h]


@compiled_floats
def backward(
    shape: Shape, weights: Floats, x: Floats, scratch: Floats, dout: Floats, grad: Floats
) -> None:
    """Add the gradient of the weights to `grad`; `dout` is the gradient of the outputs.

    `scratch` is what `forward` left for the same `x`.
    """
    plain, colour, kind = shape[0], shape[1], shape[2]
    by_colour, by_kind, first, second, outputs = shape[3], shape[4], shape[5], shape[6], shape[7]
    at_k, at_1, at_2, at_3 = _starts(shape)
    joined = plain + by_colour + 2 * by_kind
    total = scratch[COLOUR_COUNT * by_colour : (COLOUR_COUNT + 1) * by_colour]
    at = (COLOUR_COUNT + 1) * by_colour
    kinds = scratch[at : at + TILE_KINDS * by_kind]
    own = scratch[at + TILE_KINDS * by_kind : at + (TILE_KINDS + 1) * by_kind]
    expected = scratch[at + (TILE_KINDS + 1) * by_kind : at + (TILE_KINDS + 2) * by_kind]
    at += (TILE_KINDS + 2) * by_kind
    lower = scratch[at : at + first]
    upper = scratch[at + first : at + first + second]

    d_upper = np.empty(second, np.float32)
    for u in range(second):
        d = np.float32(0)
        for o in range(outputs):
            d += dout[o] * weights[at_3 + u * outputs + o]
            grad[at_3 + u * outputs + o] += dout[o] * upper[u]
        d_upper[u] = d if upper[u] > 0 else LEAK * d
    for o in range(outputs):
        grad[at_3 + second * outputs + o] += dout[o]
    d_lower = np.empty(first, np.float32)
    _add_layer(weights, grad, at_2, lower, 0, first, d_upper, d_lower)
    for u in range(second):
        grad[at_2 + first * second + u] += d_upper[u]
    for h in range(first):
        if lower[h] <= 0:
            d_lower[h] *= LEAK
    _add_gradient(grad, at_1, at_1 + joined * first, x, 0, plain, d_lower)
    d_total = np.empty(by_colour, np.float32)
    d_own = np.empty(by_kind, np.float32)
    d_expected = np.empty(by_kind, np.float32)
    row = at_1 + plain * first
    _add_layer(weights, grad, row, total, 0, by_colour, d_lower, d_total)
    row += by_colour * first
    _add_layer(weights, grad, row, own, 0, by_kind, d_lower, d_own)
    row += by_kind * first
    _add_layer(weights, grad, row, expected, 0, by_kind, d_lower, d_expected)
    d_layer = np.empty(by_colour, np.float32)
    for i in range(COLOUR_COUNT):
        for h in range(by_colour):
            value = d_total[h]
            d_layer[h] = value if scratch[i * by_colour + h] > 0 else LEAK * value
        _add_gradient(grad, 0, colour * by_colour, x, plain + i * colour, colour, d_layer)
    d_kind = np.empty(by_kind, np.float32)
    start = plain + COLOUR_COUNT * colour
    for t in range(TILE_KINDS):
        here = start + t * (KIND_WEIGHTS + kind)
        mine, theirs = x[here], x[here + 1]
        if mine == 0 and theirs == 0:
            continue
        for h in range(by_kind):
            value = mine * d_own[h] + theirs * d_expected[h]
            d_kind[h] = value if kinds[t * by_kind + h] > 0 else LEAK * value
        _add_gradient(grad, at_k, at_k + kind * by_kind, x, here + KIND_WEIGHTS, kind, d_kind)
