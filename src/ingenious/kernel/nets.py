"""Small neural nets: several blocks through one shared layer, summed, one more layer, outputs.

A game does not care which colour is which. So the inputs that belong to a colour form a block,
all blocks go through the same first layer, and the results are added; inputs that belong to no
colour join at the second layer. With a single block it is an ordinary net of two hidden layers.

    hidden[h] = sum over blocks of leaky(block @ W1 + b1)[h]
    upper     = leaky(concat(hidden, shared) @ W2 + b2)
    outputs   = upper @ W3 + b3

Callers decide what the outputs mean, and compute the loss gradient with respect to them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .jit import compiled_floats

Floats = npt.NDArray[np.float32]
Shape = npt.NDArray[np.int64]
"""Blocks, inputs per block, shared inputs, hidden units, upper units, outputs."""

LEAK = np.float32(0.05)
MAX_INPUTS = 1024
MAX_SCRATCH = 2048
"""The number of floats that the layers of a net may need."""


class Net(NamedTuple):
    """A net: its shape, and all its weights in one vector."""

    shape: Shape
    weights: Floats

    @property
    def inputs(self) -> int:
        """The number of inputs, block after block and then the shared ones."""
        blocks, block, shared = self.shape[:3]
        return int(blocks * block + shared)

    def fits(self, *sizes: int) -> bool:
        """Whether it has these blocks, inputs and outputs, all its weights, and not too many."""
        if self.shape.shape != (6,):
            return False
        blocks, block, shared, hidden, upper, outputs = self.shape.tolist()
        layers = (block + 1) * hidden + (hidden + shared + 1) * upper + (upper + 1) * outputs
        complete = len(self.weights) == layers and self.scratch <= MAX_SCRATCH
        return complete and (blocks, block, shared, outputs) == sizes

    @property
    def scratch(self) -> int:
        """The number of floats `forward` needs for its layers."""
        blocks, _, _, hidden, upper, _ = self.shape
        return int((blocks + 1) * hidden + upper)


class Optimizer(NamedTuple):
    """The gradient, and the two moments that Adam keeps."""

    gradient: Floats
    first: Floats
    second: Floats


def new_net(
    blocks: int, block: int, shared: int, hidden: int, upper: int, outputs: int, seed: int
) -> Net:
    """A net with random weights (He initialisation) and outputs near zero."""
    rng = np.random.default_rng(seed)
    parts = [
        rng.normal(0, np.sqrt(2 / block), block * hidden),
        np.zeros(hidden),
        rng.normal(0, np.sqrt(2 / (blocks * hidden + shared)), (hidden + shared) * upper),
        np.zeros(upper),
        rng.normal(0, 0.1 * np.sqrt(1 / upper), upper * outputs),
        np.zeros(outputs),
    ]
    shape = np.array([blocks, block, shared, hidden, upper, outputs], dtype=np.int64)
    return Net(shape, np.concatenate(parts).astype(np.float32))


@compiled_floats
def add_rows(layer: Floats, weights: Floats, at: int, x: Floats, start: int, rows: int) -> None:
    """layer += x[start : start + rows] @ the matrix that begins at `at`; four rows at a time."""
    width = len(layer)
    fours = rows // 4 * 4
    for i in range(0, fours, 4):
        a, b, c, d = x[start + i], x[start + i + 1], x[start + i + 2], x[start + i + 3]
        here = at + i * width
        row_a, row_b = weights[here : here + width], weights[here + width : here + 2 * width]
        here += 2 * width
        row_c, row_d = weights[here : here + width], weights[here + width : here + 2 * width]
        for h in range(width):
            layer[h] += a * row_a[h] + b * row_b[h] + c * row_c[h] + d * row_d[h]
    for i in range(fours, rows):
        value = x[start + i]
        row = weights[at + i * width : at + (i + 1) * width]
        for h in range(width):
            layer[h] += value * row[h]


@compiled_floats
def forward(shape: Shape, weights: Floats, x: Floats, scratch: Floats, out: Floats) -> None:
    """Compute the outputs; `scratch` keeps the layers for `backward`."""
    blocks, block, shared, hidden, upper = shape[0], shape[1], shape[2], shape[3], shape[4]
    outputs = shape[5]
    at_b1 = block * hidden
    at_w2 = at_b1 + hidden
    at_b2 = at_w2 + (hidden + shared) * upper
    at_w3 = at_b2 + upper
    at_b3 = at_w3 + upper * outputs
    total = scratch[blocks * hidden : (blocks + 1) * hidden]
    top = scratch[(blocks + 1) * hidden : (blocks + 1) * hidden + upper]
    for h in range(hidden):
        total[h] = 0
    for b in range(blocks):
        layer = scratch[b * hidden : (b + 1) * hidden]
        for h in range(hidden):
            layer[h] = weights[at_b1 + h]
        add_rows(layer, weights, 0, x, b * block, block)
        for h in range(hidden):
            value = layer[h]
            total[h] += value if value > 0 else LEAK * value
    for u in range(upper):
        top[u] = weights[at_b2 + u]
    add_rows(top, weights, at_w2, total, 0, hidden)
    add_rows(top, weights, at_w2 + hidden * upper, x, blocks * block, shared)
    for o in range(outputs):
        out[o] = weights[at_b3 + o]
    for u in range(upper):
        value = top[u]
        value = value if value > 0 else LEAK * value
        for o in range(outputs):
            out[o] += value * weights[at_w3 + u * outputs + o]


@compiled_floats
def backward(
    shape: Shape, weights: Floats, x: Floats, scratch: Floats, dout: Floats, grad: Floats
) -> None:
    """Add the gradient of the weights to `grad`; `dout` is the gradient of the outputs.

    `scratch` is what `forward` left for the same `x`.
    """
    blocks, block, shared, hidden, upper = shape[0], shape[1], shape[2], shape[3], shape[4]
    outputs = shape[5]
    at_b1 = block * hidden
    at_w2 = at_b1 + hidden
    at_b2 = at_w2 + (hidden + shared) * upper
    at_w3 = at_b2 + upper
    at_b3 = at_w3 + upper * outputs
    w2 = weights[at_w2:at_b2].reshape((hidden + shared, upper))
    g2 = grad[at_w2:at_b2].reshape((hidden + shared, upper))
    g1 = grad[:at_b1].reshape((block, hidden))
    total = scratch[blocks * hidden : (blocks + 1) * hidden]
    top = scratch[(blocks + 1) * hidden : (blocks + 1) * hidden + upper]

    dtop = np.empty(upper, np.float32)
    for u in range(upper):
        value = top[u]
        slope = np.float32(1) if value > 0 else LEAK
        total_d = np.float32(0)
        for o in range(outputs):
            at = at_w3 + u * outputs + o
            total_d += dout[o] * weights[at]
            grad[at] += dout[o] * value * slope
        dtop[u] = total_d * slope
    for o in range(outputs):
        grad[at_b3 + o] += dout[o]
    for u in range(upper):
        grad[at_b2 + u] += dtop[u]
    dhidden = np.empty(hidden, np.float32)
    for h in range(hidden):
        row, out_row, value = w2[h], g2[h], total[h]
        d = np.float32(0)
        for u in range(upper):
            d += dtop[u] * row[u]
            out_row[u] += dtop[u] * value
        dhidden[h] = d
    for s in range(shared):
        value = x[blocks * block + s]
        if value != 0:
            out_row = g2[hidden + s]
            for u in range(upper):
                out_row[u] += dtop[u] * value
    dlayer = np.empty(hidden, np.float32)
    for b in range(blocks):
        layer = scratch[b * hidden : (b + 1) * hidden]
        for h in range(hidden):
            slope = np.float32(1) if layer[h] > 0 else LEAK
            dlayer[h] = dhidden[h] * slope
            grad[at_b1 + h] += dlayer[h]
        for i in range(block):
            value = x[b * block + i]
            if value != 0:
                out_row = g1[i]
                for h in range(hidden):
                    out_row[h] += dlayer[h] * value


@compiled_floats
def adam(weights: Floats, optimizer: Optimizer, step: int, rate: float) -> None:
    """Take one Adam step, then clear the gradient; `step` counts from 1."""
    grad, first, second = optimizer
    beta1, beta2 = np.float32(0.9), np.float32(0.999)
    scale = np.float32(rate * np.sqrt(1 - 0.999**step) / (1 - 0.9**step))
    for i in range(len(weights)):
        g = grad[i]
        first[i] = beta1 * first[i] + (1 - beta1) * g
        second[i] = beta2 * second[i] + (1 - beta2) * g * g
        weights[i] -= scale * first[i] / (np.sqrt(second[i]) + np.float32(1e-8))
        grad[i] = 0
