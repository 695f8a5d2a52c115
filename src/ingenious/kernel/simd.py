"""Eight floats at once, where the compiler does not find out by itself that it may."""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from .board.geometry import COLOURS

LANES = 8
_VECTOR = ir.VectorType(ir.FloatType(), LANES)
_NOTHING = ir.Constant(_VECTOR, ir.Undefined)
_INDEX = ir.IntType(32)


def _raise_rows(_typing: Any, best: Any, here: Any, there: Any) -> Any:
    """best[x, y] = max(best[x, y], here[x] + there[y]) for six rows of eight.

    This is most of the work of describing a position. numba cannot promise that the three arrays
    do not overlap, so LLVM would do it one by one, which takes four times as long.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = [
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args, arguments, strict=True)
        ]

        def vector_at(pointer: Any, offset: int) -> Any:
            moved = builder.gep(pointer, [_INDEX(offset)])
            return builder.bitcast(moved, _VECTOR.as_pointer())

        def load(pointer: Any) -> Any:
            value = builder.load(pointer)
            value.align = 4
            return value

        row_there = load(vector_at(data[2], 0))
        for x in range(COLOURS):
            single = builder.load(builder.gep(data[1], [_INDEX(x)]))
            spread = builder.insert_element(_NOTHING, single, _INDEX(0))
            every = ir.Constant(ir.VectorType(_INDEX, LANES), [0] * LANES)
            spread = builder.shuffle_vector(spread, _NOTHING, every)
            total = builder.fadd(spread, row_there)
            pointer = vector_at(data[0], LANES * x)
            old = load(pointer)
            larger = builder.select(builder.fcmp_ordered(">", total, old), total, old)
            builder.store(larger, pointer).align = 4
        return context.get_dummy_value()

    return types.void(best, here, there), generate


raise_rows = cast(Callable[[Any, Any, Any], None], intrinsic(_raise_rows))
