"""Eight floats at once, where the compiler cannot prove that vectorizing is safe."""

from collections.abc import Callable, Sequence
from typing import Protocol, cast

from llvmlite import ir
from numba import types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from ..rules.symbols import COLOUR_COUNT
from .nets import Floats

LANES = 8


class _Context(Protocol):
    """The part of numba's untyped target context that is used here."""

    def make_array(self, kind: types.Type) -> Callable[..., ir.Value]: ...

    def get_dummy_value(self) -> ir.Value: ...


_VECTOR = ir.VectorType(ir.FloatType(), LANES)
_NOTHING = ir.Constant(_VECTOR, ir.Undefined)
_INDEX = ir.IntType(32)


def _raise_rows(
    _typing: object, best: types.Type, here: types.Type, there: types.Type
) -> tuple[Signature, object]:
    """best[x, y] = max(best[x, y], here[x] + there[y]) for six rows of eight.

    This is most of the work of `fill_inputs`. numba cannot guarantee that the three arrays do not
    overlap, so LLVM would not vectorize the loop, which takes four times as long.
    """

    def generate(
        context: _Context,
        builder: ir.IRBuilder,
        signature: Signature,
        arguments: Sequence[ir.Value],
    ) -> ir.Value:
        data = [
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args, arguments, strict=True)
        ]

        def vector_at(pointer: ir.Value, offset: int) -> ir.Value:
            moved = builder.gep(pointer, [_INDEX(offset)])
            return builder.bitcast(moved, _VECTOR.as_pointer())

        def load(pointer: ir.Value) -> ir.Value:
            value = builder.load(pointer)
            value.align = 4
            return value

        row_there = load(vector_at(data[2], 0))
        for x in range(COLOUR_COUNT):
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


raise_rows = cast(Callable[[Floats, Floats, Floats], None], intrinsic(_raise_rows))
