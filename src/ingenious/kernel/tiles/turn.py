"""Drawing or stopping, solved exactly.

A turn ends in one of its *leaves*: a score after some set of drawn symbols, a bust after such a
set, or a free score. A leaf is the position in which the next turn begins, before the centre is
refilled. An evaluator gives every leaf a value for every seat; drawing or stopping is then solved
exactly from the last draw backwards, with the true numbers of the pool.
"""

from typing import NamedTuple

import numpy as np

from ...rules.tiles import CENTRE_SIZE
from ..arrays import copy
from ..jit import compiled, compiled_floats
from ..nets import Floats
from .evaluate import Evaluator, evaluate_by_gain, evaluate_by_net
from .game import (
    CENTRE,
    CHOOSING,
    DECISIONS,
    DRAW,
    DRAWN,
    DRAWN_SETS,
    FREE_LEAVES,
    LEAVES,
    MAX_DRAWS,
    OVER,
    PHASE,
    POOL,
    SCORE,
    SEAT,
    SIZE,
    Flat,
    add_to_centre,
    count_tiles,
    decide,
    draw,
    legal,
)


class TurnTable(NamedTuple):
    """The leaves of a turn, their values, and the best decision for each set of drawn symbols."""

    leaves: Flat
    """A position for each leaf."""
    used: Flat
    """Whether there is such a leaf."""
    values: Floats
    """What the leaf is worth, for each seat."""
    best: Flat
    """The best decision with each set drawn."""
    worth: Floats
    """What each set is worth when played so."""
    options: Floats
    """What each decision is worth now."""


def new_turn_table(players: int) -> TurnTable:
    """An empty table."""
    return TurnTable(
        np.zeros((LEAVES, SIZE), np.int64),
        np.zeros(LEAVES, np.int64),
        np.zeros((LEAVES, 2 * players), np.float32),
        np.zeros(DRAWN_SETS, np.int64),
        np.zeros((DRAWN_SETS, 2 * players), np.float32),
        np.zeros((DECISIONS, 2 * players), np.float32),
    )


@compiled
def symbols_in(flat: Flat, at: int) -> int:
    """The set of symbols in the centre or among the drawn tiles, a bit for each."""
    symbols = 0
    for symbol in range(6):
        if flat[at + symbol] > 0:
            symbols |= 1 << symbol
    return symbols


@compiled
def find_leaves(flat: Flat, table: TurnTable, draws: int) -> None:
    """List every end of the turn under way, with at most this number of draws."""
    table.used[:] = 0
    now, within = symbols_in(flat, DRAWN), symbols_in(flat, CENTRE)
    if now == 0:
        frees = legal(flat)
        for symbol in range(6):
            if frees >> symbol & 1:
                leaf = table.leaves[FREE_LEAVES + symbol]
                copy(flat, leaf)
                decide(leaf, symbol)
                table.used[FREE_LEAVES + symbol] = 1
    for drawn in range(now, within + 1):
        more = count_draws(flat, now, drawn, within)
        if more > draws:
            continue
        for end in range(7):
            goes_on = (within & ~drawn) >> end & 1
            if (end == SCORE and drawn == 0) or (end < SCORE and (goes_on or more == draws)):
                continue
            leaf = table.leaves[7 * drawn + end]
            copy(flat, leaf)
            for symbol in range(6):
                if (drawn & ~now) >> symbol & 1:
                    leaf[POOL + symbol] -= 1
                    leaf[DRAWN + symbol] += 1
            if end == SCORE:
                decide(leaf, SCORE)
            elif leaf[POOL + end] > 0:
                draw(leaf, end)
            else:
                continue
            table.used[7 * drawn + end] = 1


@compiled
def count_draws(flat: Flat, now: int, drawn: int, within: int) -> int:
    """The number of draws that lead from one set to another; 7 if none do."""
    if drawn & now != now or drawn & ~within != 0:
        return 7
    draws = 0
    for symbol in range(6):
        if (drawn & ~now) >> symbol & 1:
            draws += 1
            if flat[POOL + symbol] == 0:
                return 7
    return draws


@compiled_floats
def back_up(flat: Flat, table: TurnTable, draws: int) -> int:
    """Solve the turn from its leaves; returns the best decision now."""
    seat, width = flat[SEAT], table.values.shape[1]
    now, within = symbols_in(flat, DRAWN), symbols_in(flat, CENTRE)
    pool = count_tiles(flat, POOL)
    for drawn in range(within, now - 1, -1):
        more = count_draws(flat, now, drawn, within)
        if more > draws:
            continue
        worth, best = table.worth[drawn], -1
        if drawn > 0:
            best = SCORE
            copy(table.values[7 * drawn + SCORE], worth)
        for symbol in range(6):
            if drawn == 0 and table.used[FREE_LEAVES + symbol]:
                value = table.values[FREE_LEAVES + symbol]
                if best < 0 or value[seat] > worth[seat]:
                    best = symbol
                    copy(value, worth)
        left = pool - more
        if left > 0 and more < draws:
            drawing = table.options[DRAW]
            drawing[:] = 0
            for symbol in range(6):
                number = flat[POOL + symbol] - ((drawn & ~now) >> symbol & 1)
                if number == 0:
                    continue
                chance = np.float32(number / left)
                if (within & ~drawn) >> symbol & 1:
                    value = table.worth[drawn | 1 << symbol]
                else:
                    value = table.values[7 * drawn + symbol]
                for i in range(width):
                    drawing[i] += chance * value[i]
            if best < 0 or drawing[seat] > worth[seat]:
                best = DRAW
                copy(drawing, worth)
        table.best[drawn] = best
    for symbol in range(6):
        copy(table.values[FREE_LEAVES + symbol], table.options[symbol])
    copy(table.values[7 * now + SCORE], table.options[SCORE])
    return int(table.best[now])


@compiled
def draws_to_foresee(flat: Flat) -> int:
    """How many draws to foresee in a whole turn; further draws bust too often to matter."""
    kinds = 0
    for symbol in range(6):
        kinds += flat[CENTRE + symbol] > 0
    return 3 if kinds > 4 else 2


@compiled_floats
def weigh_by_gain(flat: Flat, table: TurnTable, draws: int) -> int:
    """Weigh the decisions by the points of the turn, foreseeing this number of draws."""
    find_leaves(flat, table, draws)
    for leaf in range(LEAVES):
        if table.used[leaf]:
            evaluate_by_gain(flat, table.leaves[leaf], table.values[leaf])
    return back_up(flat, table, draws)


@compiled_floats
def weigh_by_net(flat: Flat, table: TurnTable, evaluator: Evaluator, draws: int) -> int:
    """Weigh the decisions by the net's value of every leaf, foreseeing this number of draws."""
    find_leaves(flat, table, draws)
    for leaf in range(LEAVES):
        if table.used[leaf]:
            evaluate_by_net(table.leaves[leaf], evaluator, table.values[leaf])
    return back_up(flat, table, draws)


@compiled_floats
def weigh_ahead(flat: Flat, table: TurnTable, inner: TurnTable, evaluator: Evaluator) -> int:
    """Weigh the decisions by the whole next turn after every leaf, over all ways to refill."""
    find_leaves(flat, table, MAX_DRAWS)
    for leaf in range(LEAVES):
        if table.used[leaf]:
            _evaluate_ahead(table.leaves[leaf], inner, evaluator, table.values[leaf])
    return back_up(flat, table, MAX_DRAWS)


@compiled_floats
def _evaluate_ahead(flat: Flat, inner: TurnTable, evaluator: Evaluator, value: Floats) -> None:
    """The value of the next turn, as a mean over all ways to refill the centre."""
    if flat[PHASE] == OVER:
        evaluate_by_net(flat, evaluator, value)
        return
    if flat[PHASE] == CHOOSING:
        weigh_by_net(flat, inner, evaluator, draws_to_foresee(flat))
        copy(inner.worth[0], value)
        return
    value[:] = 0
    missing, pool = CENTRE_SIZE - count_tiles(flat, CENTRE), count_tiles(flat, POOL)
    ways = pool * (pool - 1) * (pool - 2) // 6 if missing == 3 else pool * (pool - 1) // 2
    ways = pool if missing == 1 else ways
    filled = np.empty_like(flat)
    for a in range(6):
        # If one or two tiles are missing, the inner loops run once, for no tile.
        for b in range(a, 6) if missing > 1 else range(6, 7):
            for c in range(b, 6) if missing > 2 else range(6, 7):
                chance = np.float32(_ways_to_take(flat, a, b, c) / ways)
                if chance == 0:
                    continue
                copy(flat, filled)
                add_to_centre(filled, a)
                if b < 6:
                    add_to_centre(filled, b)
                if c < 6:
                    add_to_centre(filled, c)
                weigh_by_net(filled, inner, evaluator, draws_to_foresee(filled))
                for i in range(len(value)):
                    value[i] += chance * inner.worth[0, i]


@compiled
def _ways_to_take(flat: Flat, a: int, b: int, c: int) -> int:
    """In how many ways these tiles can be taken out of the pool; 6 stands for no tile."""
    ways = 1
    for symbol in range(6):
        number, taken = flat[POOL + symbol], (a == symbol) + (b == symbol) + (c == symbol)
        if taken == 1:
            ways *= number
        elif taken == 2:
            ways *= number * (number - 1) // 2
        elif taken == 3:
            ways *= number * (number - 1) * (number - 2) // 6
    return ways
