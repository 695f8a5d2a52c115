"""Eight floats at once, where the compiler cannot prove that vectorizing is safe."""

from collections.abc import Callable, Sequence
from typing import Protocol, cast

from llvmlite import ir
from numba import types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from ..rules.symbols import COLOUR_COUNT, DOUBLES, ORDER, PAIRS
from .nets import Floats

LANES = 8
KIND_LANES = 24
"""The kinds of tiles, filled up to whole vectors."""

_UNUSED = KIND_LANES - len(PAIRS) - len(DOUBLES)
LANES_FIRST = [ORDER[x] for x, _ in (*PAIRS, *DOUBLES)] + [COLOUR_COUNT] * _UNUSED
LANES_SECOND = [ORDER[y] for _, y in (*PAIRS, *DOUBLES)] + [COLOUR_COUNT] * _UNUSED


class _Context(Protocol):
    """The part of numba's untyped target context that is used here."""

    def make_array(self, kind: types.Type) -> Callable[..., ir.Value]: ...

    def get_dummy_value(self) -> ir.Value: ...


_VECTOR = ir.VectorType(ir.FloatType(), LANES)
_NOTHING = ir.Constant(_VECTOR, ir.Undefined)
_INDEX = ir.IntType(32)


def _for_each_kind(has_edge: bool) -> Callable[..., tuple[Signature, object]]:
    """The code that lets an edge count for each kind of tile.

    numba cannot guarantee that the arrays do not overlap, so LLVM would not vectorize the loop,
    which takes four times as long.
    """

    def generate(
        context: _Context,
        builder: ir.IRBuilder,
        signature: Signature,
        arguments: Sequence[ir.Value],
    ) -> ir.Value:
        data = [
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args[:3], arguments[:3], strict=True)
        ]

        def vector_at(pointer: ir.Value, offset: int) -> ir.Value:
            moved = builder.gep(pointer, [_INDEX(offset)])
            return builder.bitcast(moved, _VECTOR.as_pointer())

        def load(pointer: ir.Value) -> ir.Value:
            value = builder.load(pointer)
            value.align = 4
            return value

        def store(value: ir.Value, pointer: ir.Value) -> None:
            builder.store(value, pointer).align = 4

        def larger(one: ir.Value, other: ir.Value) -> ir.Value:
            return builder.select(builder.fcmp_ordered(">", one, other), one, other)

        def smaller(one: ir.Value, other: ir.Value) -> ir.Value:
            return builder.select(builder.fcmp_ordered(">", one, other), other, one)

        def pick(row: ir.Value, colours: Sequence[int]) -> ir.Value:
            mask = ir.Constant(ir.VectorType(_INDEX, LANES), list(colours))
            return builder.shuffle_vector(row, _NOTHING, mask)

        row_here, row_there = load(vector_at(data[1], 0)), load(vector_at(data[2], 0))
        for start in range(0, KIND_LANES, LANES):
            one, other = LANES_FIRST[start : start + LANES], LANES_SECOND[start : start + LANES]
            value = larger(
                builder.fadd(pick(row_here, one), pick(row_there, other)),
                builder.fadd(pick(row_here, other), pick(row_there, one)),
            )
            best, second, third = (vector_at(data[0], i * KIND_LANES + start) for i in range(3))
            before = load(best)
            store(larger(load(second), smaller(before, value)), second)
            store(larger(before, value), best)
            if has_edge:
                single = builder.insert_element(_NOTHING, arguments[3], _INDEX(0))
                edge = builder.shuffle_vector(
                    single, _NOTHING, ir.Constant(ir.VectorType(_INDEX, LANES), [0] * LANES)
                )
                is_better = builder.fcmp_ordered(">", value, before)
                store(builder.select(is_better, edge, load(third)), third)
            else:
                store(builder.fadd(load(third), builder.fmul(value, value)), third)
        return context.get_dummy_value()

    def of_places(
        _typing: object, places: types.Type, here: types.Type, there: types.Type
    ) -> tuple[Signature, object]:
        return types.void(places, here, there), generate

    def of_edges(
        _typing: object,
        places: types.Type,
        here: types.Type,
        there: types.Type,
        _edge: types.Type,
    ) -> tuple[Signature, object]:
        return types.void(places, here, there, types.float32), generate

    return of_edges if has_edge else of_places


raise_kinds = cast(Callable[[Floats, Floats, Floats], None], intrinsic(_for_each_kind(False)))
"""Let an edge count for each kind of tile: the best value, the second, the sum of the squares.

The other arguments are what the colours are worth on the two spaces of the edge. A tile may lie
either way; the better one counts.
"""

raise_edges = cast(Callable[[Floats, Floats, Floats, float], None], intrinsic(_for_each_kind(True)))
"""The same, with the number of the best edge instead of the squares."""
