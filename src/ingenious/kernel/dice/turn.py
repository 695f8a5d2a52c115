"""Evaluating the rolls of a turn, with what the other players may still do."""

from typing import NamedTuple

import numpy as np

from ...rules.areas import GOAL_COLUMN
from ...rules.symbols import COLOUR_COUNT
from ..jit import compiled, compiled_floats
from .boards import (
    Boards,
    Doubles,
    Floats,
    Ints,
    Longs,
    Rolls,
    Small,
    boards_reached,
    turn_value,
)
from .race import dice_number, find_equivalents


class Outlook(NamedTuple):
    """What each pattern is worth to a player when their turn is over."""

    worth: Floats  # by their last roll and the pattern
    due_worth: Floats  # by bonus turns due and the pattern, if these are not searched


class Memory(NamedTuple):
    """The values of bonus turns that have been searched (a hash table)."""

    keys: Longs
    values: Doubles


def new_memory(size: int = 1 << 14) -> Memory:
    """An empty memory; with size 0, bonus turns are not searched.

    A turn meets a few hundred boards with bonus turns due, so the table never fills up.
    """
    return Memory(np.full(size, -1), np.zeros(size))


@compiled
def _slot(keys: Longs, key: int) -> int:
    """The slot of a key in the memory, or the one where it would go."""
    at = (key * 40503) % len(keys)
    while keys[at] >= 0 and keys[at] != key:
        at = (at + 1) % len(keys)
    return at


@compiled_floats
def _weigh_turn(
    board: int,
    due: int,
    others: Ints,
    known: Boards,
    own: Rolls,
    outlook: Outlook,
    memory: Memory,
    worth: Doubles,
    leaf: Ints,
    wanted: Longs,
) -> int:
    """Like `weigh_rolls`; bonus turns that the memory lacks are added to `wanted` and counted."""
    out = np.empty(len(own.uses), np.int32)
    before = known.tens[known.pattern[board]]
    missing = 0
    for r in range(len(own.dice)):
        first, last = own.start[r], own.start[r + 1]
        worth[r], leaf[r] = -1e9, -1
        for way in range(
            boards_reached(known.step, own.uses, own.same, first, last, board, others, out)
        ):
            b = out[way]
            pattern = known.pattern[b]
            left = due - 1 + known.tens[pattern] - before
            value = 0.0
            if left == 0 or known.lowest[pattern] >= GOAL_COLUMN:
                value = outlook.worth[r, pattern]
            elif len(memory.keys) == 0:
                value = outlook.due_worth[left, pattern]
            else:
                at = _slot(memory.keys, b * 8 + left)
                value = memory.values[at]
                if memory.keys[at] < 0 and missing < len(wanted):
                    wanted[missing] = b * 8 + left
                    missing += 1
            if value > worth[r]:
                worth[r], leaf[r] = value, b
    return missing


@compiled_floats
def weigh_rolls(
    board: int,
    due: int,
    others: Ints,
    known: Boards,
    own: Rolls,
    outlook: Outlook,
    memory: Memory,
    worth: Doubles,
    leaf: Ints,
) -> None:
    """For every roll of a turn, the value of keeping it and the board it then leads to.

    A memory belongs to one outlook and one set of others' dice, which bonus turns do not change.
    """
    open_turns = np.empty(len(own.uses) + 4 * len(memory.keys) + 1, np.int64)
    open_turns[0] = board * 8 + due
    top, taken = 0, np.empty(len(own.dice))
    while top >= 0:
        key = open_turns[top]
        at = 0
        if top > 0:
            at = _slot(memory.keys, key)
            if memory.keys[at] >= 0:
                top -= 1
                continue
        missing = _weigh_turn(
            key // 8,
            key % 8,
            others,
            known,
            own,
            outlook,
            memory,
            worth,
            leaf,
            open_turns[top + 1 :],
        )
        if missing == 0 and top > 0:
            memory.keys[at] = key
            memory.values[at] = turn_value(worth, own.chance, taken)
        top += missing if missing > 0 else -1


@compiled_floats
def bonus_value(board: int, left: int, outlook: Outlook, pattern: int, memory: Memory) -> float:
    """The value of a board with bonus turns left, after `weigh_rolls` has searched it."""
    if len(memory.keys) > 0:
        at = _slot(memory.keys, board * 8 + left)
        if memory.keys[at] >= 0:
            return float(memory.values[at])
    return float(outlook.due_worth[left, pattern])


@compiled_floats
def race_chances(gain: Floats, alive: Floats, worth: Floats) -> None:
    """For each roll and pattern, the chance to finish while no other player has."""
    for r in range(len(alive)):
        for pattern in range(len(gain)):
            total = np.float32(0)
            for t in range(alive.shape[1]):
                total += gain[pattern, t] * alive[r, t]
            worth[r, pattern] = total


@compiled_floats
def finish_chances(
    board: int,
    shown: Ints,
    unknown: Rolls,
    known: Boards,
    own: Rolls,
    rest: Outlook,
    done: Floats,
    sets: Small,
    numbers: Ints,
    clock: Doubles,
) -> None:
    """For each roll that a player may leave, the chance that an opponent finishes within t turns.

    The opponent can match that roll, the dice `shown` by others, and some that are still `unknown`;
    `sets` are all sets that these can form. The opponent plays for the fewest turns, by `rest`.
    The chances go to `clock[roll, t]`.
    """
    span, n_rolls = done.shape[1], len(own.dice)
    alike = np.empty(len(sets), np.int32)
    find_equivalents(known.pegs, known.first[known.pattern[board]], sets, numbers, alike)
    found, ready = np.zeros((len(sets), span)), np.zeros(len(sets), np.bool_)
    others, nothing = np.empty(COLOUR_COUNT, np.int32), Memory(np.empty(0, np.int64), np.empty(0))
    worth, taken, leaf = np.empty(n_rolls), np.empty(n_rolls), np.empty(n_rolls, np.int32)
    before = known.tens[known.pattern[board]]
    clock[:] = 0
    for r in range(n_rolls):
        for u in range(len(unknown.dice)):
            for colour in range(COLOUR_COUNT):
                others[colour] = own.dice[r, colour] + shown[colour] + unknown.dice[u, colour]
            m = alike[dice_number(known.order, board, others, numbers)]
            if not ready[m]:
                ready[m] = True
                weigh_rolls(board, 1, others, known, own, rest, nothing, worth, leaf)
                turn_value(worth, own.chance, taken)
                for kept in range(n_rolls):
                    pattern = known.pattern[leaf[kept]]
                    left = known.tens[pattern] - before
                    for t in range(span):
                        found[m, t] += taken[kept] * done[pattern, min(t + left, span - 1)]
            for t in range(span):
                clock[r, t] += unknown.chance[u] * found[m, t]
