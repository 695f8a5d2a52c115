"""Solves the race: how many turns a player needs from each score board, with the chances."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...rules.areas import GOAL_COLUMN
from ...rules.dice import DICE_EACH
from ...rules.symbols import COLOUR_COUNT
from ..arrays import copy
from ..jit import compiled, compiled_floats
from .boards import (
    TURNS_AHEAD,
    Boards,
    Doubles,
    Floats,
    Ints,
    Rolls,
    Small,
    boards,
    boards_reached,
    rolls,
    turn_value,
)


class Race(NamedTuple):
    """The turns that one player needs when minimizing them."""

    turns: Doubles  # by pattern: the turns still needed on average
    done: Floats  # by pattern: the chance to finish within each number of turns
    low: Floats  # by pattern: where the lowest peg then stands on average
    row: Ints  # by pattern and bonus turns due: the row of the three below
    due_turns: Doubles  # by row and others' dice: the turns needed beyond those due
    due_done: Floats
    due_low: Floats


def new_race(players: int) -> Race:
    """A race in which only the finished patterns are solved."""
    known = boards()
    patterns, end = len(known.first), known.lowest >= GOAL_COLUMN
    row = np.full((patterns, COLOUR_COUNT + 1), -1, np.int32)
    rows = 0
    for pattern in np.flatnonzero(~end):
        for due in range(1, known.tens[pattern] + 1):
            row[pattern, due] = rows
            rows += 1
    sets = len(rolls(count_others_dice(players)).dice)
    return Race(
        np.zeros(patterns),
        np.repeat(end[:, None], TURNS_AHEAD + 1, 1).astype(np.float32),
        np.repeat(known.lowest[:, None], TURNS_AHEAD + 1, 1).astype(np.float32),
        row,
        np.zeros((rows, sets)),
        np.zeros((rows, sets, TURNS_AHEAD + 1), np.float32),
        np.zeros((rows, sets, TURNS_AHEAD + 1), np.float32),
    )


def count_others_dice(players: int) -> int:
    """How many dice the other players have (H1)."""
    return (players - 1) * DICE_EACH[players]


@compiled
def dice_number(order: Small, board: int, others: Small | Ints, numbers: Ints) -> int:
    """The number of the others' dice, counted in the order of the board's pegs."""
    code, scale = 0, 1
    for i in range(COLOUR_COUNT):
        code += scale * others[order[board, i]]
        scale *= 7
    return int(numbers[code])


@compiled
def find_equivalents(pegs: Small, board: int, sets: Small, numbers: Ints, alike: Ints) -> None:
    """For each set of others' dice, the first one that is equivalent because pegs are equal."""
    own = np.empty(COLOUR_COUNT, np.int8)
    for m in range(len(sets)):
        copy(sets[m], own)
        for i in range(COLOUR_COUNT):
            for j in range(i + 1, COLOUR_COUNT):
                if pegs[board, i] == pegs[board, j] and own[i] < own[j]:
                    own[i], own[j] = own[j], own[i]
        code, scale = 0, 1
        for i in range(COLOUR_COUNT):
            code += scale * own[i]
            scale *= 7
        alike[m] = numbers[code]


@compiled_floats
def _best_uses(
    p: int,
    due: int,
    others: Small,
    known: Boards,
    own: Rolls,
    numbers: Ints,
    race: Race,
    worth: Doubles,
    leaf: Ints,
) -> None:
    """For each roll, the board from which the fewest turns are needed, and minus their number.

    With one turn due, the board is -1 if no use of the roll moves a peg: its value is not known
    yet. If a peg can be moved, uses that move none are ignored.
    """
    board = known.first[p]
    out, shown = np.empty(len(own.uses), np.int32), others.astype(np.int32)
    for r in range(len(own.dice)):
        first, last = own.start[r], own.start[r + 1]
        worth[r], leaf[r] = -1e9, -1
        for way in range(
            boards_reached(known.step, own.uses, own.same, first, last, board, shown, out)
        ):
            b = out[way]
            if b == board and due == 1:
                continue
            q = known.pattern[b]
            value = -race.turns[q]
            row = race.row[q, due - 1 + known.tens[q] - known.tens[p]]
            if row >= 0:
                value = -race.due_turns[row, dice_number(known.order, b, others, numbers)]
            if value > worth[r]:
                worth[r], leaf[r] = value, b


@compiled_floats
def _fewest_turns(
    worth: npt.NDArray[np.float64], leaf: Ints, weight: Doubles, chance: Doubles
) -> float:
    """The turns needed from a pattern, which is also the value of rolls that move no peg."""
    values, taken = np.empty(len(chance)), np.empty(len(chance))
    turns, before = 10.0, 0.0
    while abs(turns - before) > 1e-9:
        before = turns
        onward, stay = 1.0, 0.0
        for m in range(len(weight)):
            if weight[m] == 0:
                continue
            for r in range(len(chance)):
                values[r] = worth[m, r] if leaf[m, r] >= 0 else -turns
            turn_value(values, chance, taken)
            for r in range(len(chance)):
                if leaf[m, r] >= 0:
                    onward -= weight[m] * taken[r] * worth[m, r]
                else:
                    stay += weight[m] * taken[r]
        turns = onward / (1 - stay)
    return turns


@compiled_floats
def _sum_outcomes(
    p: int,
    due: int,
    others: Small,
    known: Boards,
    numbers: Ints,
    race: Race,
    taken: Doubles,
    leaf: Ints,
    done: Doubles,
    low: Doubles,
) -> float:
    """Sum up what follows the rolls that are taken; returns the chance that no peg moves."""
    done[:], low[:] = 0, 0
    stuck = 0.0
    for r in range(len(taken)):
        b = leaf[r]
        if b < 0:
            stuck += taken[r]
            continue
        q = known.pattern[b]
        row = race.row[q, due - 1 + known.tens[q] - known.tens[p]]
        if row >= 0:
            side = dice_number(known.order, b, others, numbers)
            done += taken[r] * race.due_done[row, side]
            low += taken[r] * race.due_low[row, side]
        else:
            done += taken[r] * race.done[q]
            low += taken[r] * race.low[q]
    return stuck


@compiled_floats
def solve_pattern(
    p: int,
    known: Boards,
    own: Rolls,
    sets: Small,
    chance: Doubles,
    numbers: Ints,
    race: Race,
) -> None:
    """Find the fewest turns from a pattern, once all patterns with more points are solved.

    `sets` are the dice that the others may show, and `chance` their probabilities.
    """
    count, n_rolls, span = len(sets), len(own.dice), race.done.shape[1]
    alike = np.empty(count, np.int32)
    find_equivalents(known.pegs, known.first[p], sets, numbers, alike)
    weight = np.zeros(count)
    for m in range(count):
        weight[alike[m]] += chance[m]
    worth, leaf = np.empty((count, n_rolls)), np.empty((count, n_rolls), np.int32)
    done, low, stuck = np.zeros((count, span)), np.zeros((count, span)), np.zeros(count)
    turns, taken = np.zeros(count), np.empty(n_rolls)
    for due in range(1, max(1, known.tens[p]) + 1):
        for m in range(count):
            if alike[m] == m:
                _best_uses(p, due, sets[m], known, own, numbers, race, worth[m], leaf[m])
        if due == 1:
            race.turns[p] = _fewest_turns(worth, leaf, weight, own.chance)
        for m in range(count):
            if alike[m] == m:
                for r in range(n_rolls):
                    if leaf[m, r] < 0:
                        worth[m, r] = -race.turns[p]
                turns[m] = -turn_value(worth[m], own.chance, taken)
                stuck[m] = _sum_outcomes(
                    p, due, sets[m], known, numbers, race, taken, leaf[m], done[m], low[m]
                )
        if due == 1:
            for t in range(1, span):
                race.done[p, t], race.low[p, t] = 0, 0
                for m in range(count):
                    race.done[p, t] += weight[m] * (done[m, t - 1] + stuck[m] * race.done[p, t - 1])
                    race.low[p, t] += weight[m] * (low[m, t - 1] + stuck[m] * race.low[p, t - 1])
        if race.row[p, due] >= 0:
            for m in range(count):
                race.due_turns[race.row[p, due], m] = turns[alike[m]]
                for t in range(span):
                    race.due_done[race.row[p, due], m, t] = (
                        done[alike[m], t] + stuck[alike[m]] * race.done[p, t]
                    )
                    race.due_low[race.row[p, due], m, t] = (
                        low[alike[m], t] + stuck[alike[m]] * race.low[p, t]
                    )
