"""The forward pass of `kernel.nets`, faster: a playout is hardly more than forward passes.

Two thirds of the inputs in a colour's block are zero. Only the rows of the others are added, to
many units at once, with the sums in registers.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, cast

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from ..jit import compiled_floats
from ..nets import LEAK, Floats, Shape

LANES = 64
"""The widths of the layers must be multiples of this; inputs need as much room after them."""

_VECTOR = ir.VectorType(ir.FloatType(), LANES)
_BITS = ir.IntType(LANES)
_INDEX = ir.IntType(32)
_SPREAD = ir.Constant(ir.VectorType(_INDEX, LANES), [0] * LANES)


_variable = cast(Callable[[ir.IRBuilder, ir.Type], ir.Value], cgutils.alloca_once)


class _Context(Protocol):
    """The part of numba's untyped target context that is used here."""

    def make_array(self, kind: types.Type) -> Callable[..., ir.Value]: ...

    def get_dummy_value(self) -> ir.Value: ...


def _generate(
    context: _Context, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[ir.Value]
) -> ir.Value:
    """Code that numba would not make: its own loops load and store the sum for every row."""
    goal, matrix, x = (
        context.make_array(kind)(context, builder, value).data
        for kind, value in zip(signature.args[:3], arguments[:3], strict=True)
    )
    at_goal, at_matrix, width, at_x, rows = arguments[3:]

    def vector_at(pointer: ir.Value, offset: ir.Value) -> ir.Value:
        return builder.bitcast(builder.gep(pointer, [offset]), _VECTOR.as_pointer())

    def load(pointer: ir.Value) -> ir.Value:
        value = builder.load(pointer)
        value.align = 4
        return value

    zeros = ir.Constant(_VECTOR, [0.0] * LANES)
    used = builder.bitcast(builder.fcmp_unordered("!=", load(vector_at(x, at_x)), zeros), _BITS)
    beyond = builder.lshr(_BITS(-1), builder.sub(_BITS(LANES), rows))
    total, left = _variable(builder, _VECTOR), _variable(builder, _BITS)
    builder.store(load(vector_at(goal, at_goal)), total)
    builder.store(builder.and_(used, beyond), left)
    with cgutils.for_range(builder, builder.ctpop(builder.load(left))):
        bits = builder.load(left)
        row = builder.cttz(bits, ir.IntType(1)(1))
        builder.store(builder.and_(bits, builder.sub(bits, _BITS(1))), left)
        factor = builder.load(builder.gep(x, [builder.add(at_x, row)]))
        single = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), factor, _INDEX(0))
        weights = load(vector_at(matrix, builder.add(at_matrix, builder.mul(row, width))))
        product = builder.fmul(
            builder.shuffle_vector(single, single, _SPREAD), weights, flags=("contract",)
        )
        builder.store(builder.fadd(builder.load(total), product, flags=("contract",)), total)
    builder.store(builder.load(total), vector_at(goal, at_goal)).align = 4
    return context.get_dummy_value()


def _add_rows(
    _typing: object,
    goal: types.Type,
    matrix: types.Type,
    x: types.Type,
    _at_goal: types.Type,
    _at_matrix: types.Type,
    _width: types.Type,
    _at_x: types.Type,
    _rows: types.Type,
) -> tuple[Signature, object]:
    return types.void(goal, matrix, x, *(types.int64,) * 5), _generate


_add_few_rows = cast(
    Callable[[Floats, Floats, Floats, int, int, int, int, int], None], intrinsic(_add_rows)
)
"""Add to `LANES` units what 1 to `LANES` inputs contribute.

The arguments are the units, the weights and the inputs; then where the units begin, where their
part of the matrix begins in the weights, its width, where its inputs begin, and their number.
"""


@compiled_floats
def add_rows(layer: Floats, weights: Floats, matrix: int, x: Floats, start: int, rows: int) -> None:
    """layer += x[start : start + rows] @ the matrix that begins at `matrix`."""
    width = len(layer)
    for i in range(0, rows, LANES):
        part, number = matrix + i * width, min(LANES, rows - i)
        for h in range(0, width, LANES):
            _add_few_rows(layer, weights, x, h, part + h, width, start + i, number)


@compiled_floats
def forward(shape: Shape, weights: Floats, x: Floats, scratch: Floats, out: Floats) -> None:
    """Compute the outputs; `scratch` keeps the layers for `nets.backward`."""
    blocks, block, shared, hidden, upper = shape[0], shape[1], shape[2], shape[3], shape[4]
    outputs = shape[5]
    at_b1 = block * hidden
    at_w2 = at_b1 + hidden
    at_b2 = at_w2 + (hidden + shared) * upper
    at_w3 = at_b2 + upper
    at_b3 = at_w3 + upper * outputs
    # Loops over slices are vectorized; numba cannot tell that other indices are not negative.
    at_top = (blocks + 1) * hidden
    total, top = scratch[at_top - hidden : at_top], scratch[at_top : at_top + upper]
    bias = weights[at_b1 : at_b1 + hidden]
    for h in range(hidden):
        total[h] = 0
    for b in range(blocks):
        layer = scratch[b * hidden : (b + 1) * hidden]
        for h in range(hidden):
            layer[h] = bias[h]
        add_rows(layer, weights, 0, x, b * block, block)
        for h in range(hidden):
            total[h] += max(layer[h], LEAK * layer[h])
    bias = weights[at_b2 : at_b2 + upper]
    for u in range(upper):
        top[u] = bias[u]
    add_rows(top, weights, at_w2, scratch, at_top - hidden, hidden)
    add_rows(top, weights, at_w2 + hidden * upper, x, blocks * block, shared)
    for o in range(outputs):
        value, column = weights[at_b3 + o], weights[at_w3 + o : at_b3 : outputs]
        for u in range(upper):
            value += max(top[u], LEAK * top[u]) * column[u]
        out[o] = value
