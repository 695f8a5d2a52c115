"""The Dice Challenge on numbers: every split and order of the dice, and the race solved exactly.

A *board* is the number of one player's six pegs as they stand, of which the areas (F2) allow
166,943. A *pattern* is a board up to the order of its colours: there are 1,414. A *roll* is the
number of a set of dice, and `others` are the dice that lie before the other players, counted by
symbol. What becomes of a roll is the twin of `rules/dice.py`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..rules.areas import GOAL, LAST
from ..rules.dice import DICE_EACH
from .compiled import compiled, compiled_floats

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Small = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

COLOURS = 6
MOST = max(DICE_EACH.values())
ROUNDS = 30
"""How many turns of one's own are looked ahead; hardly a player needs more."""


class Boards(NamedTuple):
    """All score boards that the areas allow."""

    pegs: Small  # by board and colour
    step: Ints  # the board after one point in a colour; the same one where the point is lost
    pattern: Ints
    order: Small  # the colours of the board from the lowest peg up
    first: Ints  # for each pattern its board with rising pegs
    tens: Small  # for each pattern how many of its pegs are on 10
    lowest: Small  # for each pattern its lowest peg


class Rolls(NamedTuple):
    """All rolls of a number of dice, and the ways to use them (H4).

    A use is colour + 6 × points: a match has no points of its own yet. The ways of a roll stand in
    the rows from `start[roll]`, sorted, and a row begins like the one before it in `same` uses.
    """

    dice: Small  # by roll and symbol
    chance: Doubles
    uses: Small  # by way and place; -1 after the last
    same: Small
    start: Ints


@cache
def boards() -> Boards:
    """The score boards, numbered by their pegs as a figure in base 11."""
    zones = [np.indices((4,) * 6), np.indices((6,) * 6) + 1, np.indices((7,) * 6) + 4]
    scale = (LAST + 1) ** np.arange(COLOURS)
    codes = np.unique(np.concatenate([scale @ zone.reshape(COLOURS, -1) for zone in zones]))
    pegs = codes[:, None] // scale % (LAST + 1)
    rising = np.sort(pegs, axis=1)
    _, pattern = np.unique(rising @ scale, return_inverse=True)
    step = np.empty((len(codes), COLOURS), np.int32)
    for colour in range(COLOURS):
        # A step that the areas forbid leads to pegs that are no board (F2).
        after = codes + scale[colour] * (pegs[:, colour] < LAST)
        at = np.minimum(np.searchsorted(codes, after), len(codes) - 1)
        step[:, colour] = np.where(codes[at] == after, at, np.arange(len(codes)))
    first = np.flatnonzero((pegs == rising).all(axis=1))
    return Boards(
        pegs.astype(np.int8),
        step,
        pattern.astype(np.int32),
        np.argsort(pegs, axis=1, kind="stable").astype(np.int8),
        first.astype(np.int32),
        (pegs[first] == LAST).sum(axis=1).astype(np.int8),
        pegs[first].min(axis=1).astype(np.int8),
    )


def board_of(pegs: tuple[int, ...]) -> int:
    """The number of a board."""
    return _numbers()[tuple(pegs)]


@cache
def _numbers() -> dict[tuple[int, ...], int]:
    return {tuple(pegs): number for number, pegs in enumerate(boards().pegs.tolist())}


@cache
def rolls(count: int) -> Rolls:
    """The rolls of so many dice, each a set: which die shows what does not matter."""
    dice = roll_sets(count)
    orders = [factorial(count) // prod(map(factorial, row)) for row in dice.tolist()]
    uses, same, start = list[tuple[int, ...]](), list[int](), [0]
    # Nobody rolls more dice than four; of the others' six only the sets are asked for.
    for row in dice.tolist() if count <= MOST else []:
        before: tuple[int, ...] = ()
        for way in sorted(set(_ways(tuple(row)))):
            uses.append(way + (-1,) * (count - len(way)))
            same.append(_alike(before, way))
            before = way
        start.append(len(uses))
    return Rolls(
        dice,
        np.array(orders) / COLOURS**count,
        np.array(uses, np.int8).reshape(len(uses), count),
        np.array(same, np.int8),
        np.array(start, np.int32),
    )


@cache
def roll_sets(*counts: int) -> Small:
    """The sets of so many dice, counted by symbol."""
    sets = [one for count in counts for one in combinations_with_replacement(range(6), count)]
    return np.array([[one.count(colour) for colour in range(COLOURS)] for one in sets], np.int8)


def _ways(left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All orders of uses for the dice left, counted by symbol (H4)."""
    if not any(left):
        yield ()
    for symbol, number in enumerate(left):
        for size in range(1, number + 1):
            rest = (*left[:symbol], number - size, *left[symbol + 1 :])
            wilds = [COLOURS * (size - 1) + wild for wild in range(COLOURS)]
            for use in [symbol] if size == 1 else wilds:
                yield from ((use, *later) for later in _ways(rest))


def _alike(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """In how many uses two ways begin alike."""
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))


@cache
def roll_numbers(*counts: int) -> Ints:
    """The numbers of the rolls of so many dice, by their dice as a figure in base 7."""
    numbers = np.full(7**COLOURS, -1, np.int32)
    dice = roll_sets(*counts)
    numbers[dice.astype(np.int64) @ 7 ** np.arange(COLOURS)] = np.arange(len(dice))
    return numbers


@compiled
def reach(
    step: Ints, uses: Small, same: Small, first: int, last: int, board: int, others: Ints, out: Ints
) -> int:
    """The boards that the ways from `first` up to `last` lead to, one after the other."""
    width = uses.shape[1]
    passed = np.empty(width + 1, np.int32)
    passed[0] = board
    for way in range(first, last):
        at = same[way] if way > first else 0
        now = passed[at]
        while at < width and uses[way, at] >= 0:
            colour = uses[way, at] % COLOURS
            points = uses[way, at] // COLOURS
            if points == 0:
                points = others[colour]  # a match
            for _ in range(points):
                now = step[now, colour]
            at += 1
            passed[at] = now
        out[way - first] = now
    return last - first


@compiled_floats
def roll_thrice(worth: Doubles, chance: Doubles, taken: Doubles) -> float:
    """What the first roll of a turn is worth, when keeping roll r is worth `worth[r]` (H3).

    `taken` gets how likely each roll is to be the one that counts.
    """
    once, twice, thrice = 0.0, 0.0, 0.0
    for r in range(len(worth)):
        once += chance[r] * worth[r]
    refused_second = 0.0
    for r in range(len(worth)):
        twice += chance[r] * max(worth[r], once)
        if worth[r] < once:
            refused_second += chance[r]
    refused_first = 0.0
    for r in range(len(worth)):
        thrice += chance[r] * max(worth[r], twice)
        if worth[r] < twice:
            refused_first += chance[r]
    for r in range(len(worth)):
        kept = refused_first * refused_second
        if worth[r] >= once:
            kept += refused_first
        if worth[r] >= twice:
            kept += 1
        taken[r] = chance[r] * kept
    return thrice


class Race(NamedTuple):
    """How the race goes for one player who needs as few turns as he can."""

    turns: Doubles  # by pattern: the turns still needed on average
    done: Floats  # by pattern: the chance to be done within so many turns
    low: Floats  # by pattern: where the lowest peg then stands on average
    row: Ints  # by pattern and bonus turns due: the row of the three below
    due_turns: Doubles  # by row and others' dice: the turns needed beyond those due
    due_done: Floats
    due_low: Floats


def new_race(players: int) -> Race:
    """A race of which only the finish is known."""
    known = boards()
    patterns, end = len(known.first), known.lowest >= GOAL
    row = np.full((patterns, COLOURS + 1), -1, np.int32)
    rows = 0
    for pattern in np.flatnonzero(~end):
        for due in range(1, known.tens[pattern] + 1):
            row[pattern, due] = rows
            rows += 1
    sets = len(rolls(others_dice(players)).dice)
    return Race(
        np.zeros(patterns),
        np.repeat(end[:, None], ROUNDS + 1, 1).astype(np.float32),
        np.repeat(known.lowest[:, None], ROUNDS + 1, 1).astype(np.float32),
        row,
        np.zeros((rows, sets)),
        np.zeros((rows, sets, ROUNDS + 1), np.float32),
        np.zeros((rows, sets, ROUNDS + 1), np.float32),
    )


def others_dice(players: int) -> int:
    """How many dice lie before the other players (H1)."""
    return (players - 1) * DICE_EACH[players]


@compiled
def _align(order: Small, board: int, others: Small | Ints, numbers: Ints) -> int:
    """The number of the others' dice, counted in the order of the board's pegs."""
    code, scale = 0, 1
    for i in range(COLOURS):
        code += scale * others[order[board, i]]
        scale *= 7
    return int(numbers[code])


@compiled
def _likenesses(pegs: Small, board: int, sets: Small, numbers: Ints, alike: Ints) -> None:
    """For each set of others' dice the first one that equal pegs make the same as it."""
    own = np.empty(COLOURS, np.int8)
    for m in range(len(sets)):
        own[:] = sets[m]
        for i in range(COLOURS):
            for j in range(i + 1, COLOURS):
                if pegs[board, i] == pegs[board, j] and own[i] < own[j]:
                    own[i], own[j] = own[j], own[i]
        code, scale = 0, 1
        for i in range(COLOURS):
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
    """For each roll the board from which fewest turns are needed, and these, below zero.

    With one turn due the board is -1 where every way to use the roll leaves the pegs as they are:
    what that is worth is not known yet. Where a peg can be moved, standing still is left out.
    """
    board = known.first[p]
    out, shown = np.empty(len(own.uses), np.int32), others.astype(np.int32)
    for r in range(len(own.dice)):
        first, last = own.start[r], own.start[r + 1]
        worth[r], leaf[r] = -1e9, -1
        for way in range(reach(known.step, own.uses, own.same, first, last, board, shown, out)):
            b = out[way]
            if b == board and due == 1:
                continue
            q = known.pattern[b]
            value = -race.turns[q]
            row = race.row[q, due - 1 + known.tens[q] - known.tens[p]]
            if row >= 0:
                value = -race.due_turns[row, _align(known.order, b, others, numbers)]
            if value > worth[r]:
                worth[r], leaf[r] = value, b


@compiled_floats
def _fewest_turns(
    worth: npt.NDArray[np.float64], leaf: Ints, weight: Doubles, chance: Doubles
) -> float:
    """The turns needed from a pattern, itself the value of the rolls that leave it unchanged."""
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
            roll_thrice(values, chance, taken)
            for r in range(len(chance)):
                if leaf[m, r] >= 0:
                    onward -= weight[m] * taken[r] * worth[m, r]
                else:
                    stay += weight[m] * taken[r]
        turns = onward / (1 - stay)
    return turns


@compiled_floats
def _look_ahead(
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
    """Sum up what follows the rolls that are taken; returns how likely the pegs do not move."""
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
            side = _align(known.order, b, others, numbers)
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
    """Find the fewest turns from a pattern, when all patterns with more points are solved.

    `sets` are the dice that the others may show and `chance` how likely they do.
    """
    count, n_rolls, span = len(sets), len(own.dice), race.done.shape[1]
    alike = np.empty(count, np.int32)
    _likenesses(known.pegs, known.first[p], sets, numbers, alike)
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
                turns[m] = -roll_thrice(worth[m], own.chance, taken)
                stuck[m] = _look_ahead(
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


class Outlook(NamedTuple):
    """What a player goes by: what each pattern is worth to him when his turn is over."""

    worth: Floats  # by his last roll and the pattern
    due_worth: Floats  # by bonus turns due and the pattern, where these are not looked into


class Memory(NamedTuple):
    """What bonus turns are worth, as far as they were looked into (a hash table)."""

    keys: Longs
    values: Doubles


def new_memory(size: int = 1 << 14) -> Memory:
    """A memory of nothing yet; without any size bonus turns are not looked into.

    A turn comes by a few hundred boards with bonus turns due, so it never gets crowded.
    """
    return Memory(np.full(size, -1), np.zeros(size))


@compiled
def _slot(keys: Longs, key: int) -> int:
    """Where a key stands in the memory, or would stand."""
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
    """What `weigh_rolls` does, unless the memory lacks bonus turns: then these are `wanted`.

    Returns how many.
    """
    out = np.empty(len(own.uses), np.int32)
    before = known.tens[known.pattern[board]]
    missing = 0
    for r in range(len(own.dice)):
        first, last = own.start[r], own.start[r + 1]
        worth[r], leaf[r] = -1e9, -1
        for way in range(reach(known.step, own.uses, own.same, first, last, board, others, out)):
            b = out[way]
            pattern = known.pattern[b]
            left = due - 1 + known.tens[pattern] - before
            value = 0.0
            if left == 0 or known.lowest[pattern] >= GOAL:
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
    """For every roll of a turn what keeping it is worth, and the board that it then leads to.

    The memory serves one outlook and one set of others' dice, which stay the same in bonus turns.
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
            memory.values[at] = roll_thrice(worth, own.chance, taken)
        top += missing if missing > 0 else -1


@compiled_floats
def bonus_value(board: int, left: int, outlook: Outlook, pattern: int, memory: Memory) -> float:
    """What a board with bonus turns left is worth, after `weigh_rolls` came by it."""
    if len(memory.keys) > 0:
        at = _slot(memory.keys, board * 8 + left)
        if memory.keys[at] >= 0:
            return float(memory.values[at])
    return float(outlook.due_worth[left, pattern])


@compiled_floats
def chances(gain: Floats, alive: Floats, worth: Floats) -> None:
    """The chance of each pattern to be done at a time when, after each roll, nobody else is."""
    for r in range(len(alive)):
        for pattern in range(len(gain)):
            total = np.float32(0)
            for t in range(alive.shape[1]):
                total += gain[pattern, t] * alive[r, t]
            worth[r, pattern] = total


@compiled_floats
def opponents_clock(
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
    """For each roll that a player may leave how soon an opponent is done; `clock[roll, t]`.

    Before the opponent will lie that roll, the dice `shown` by others, and some that are still
    `unknown`: `sets` are all that it can be in all. He is taken to need as few turns as he can;
    `rest` says how many those are.
    """
    span, n_rolls = done.shape[1], len(own.dice)
    alike = np.empty(len(sets), np.int32)
    _likenesses(known.pegs, known.first[known.pattern[board]], sets, numbers, alike)
    found, ready = np.zeros((len(sets), span)), np.zeros(len(sets), np.bool_)
    others, nothing = np.empty(COLOURS, np.int32), Memory(np.empty(0, np.int64), np.empty(0))
    worth, taken, leaf = np.empty(n_rolls), np.empty(n_rolls), np.empty(n_rolls, np.int32)
    before = known.tens[known.pattern[board]]
    clock[:] = 0
    for r in range(n_rolls):
        for u in range(len(unknown.dice)):
            for colour in range(COLOURS):
                others[colour] = own.dice[r, colour] + shown[colour] + unknown.dice[u, colour]
            m = alike[_align(known.order, board, others, numbers)]
            if not ready[m]:
                ready[m] = True
                weigh_rolls(board, 1, others, known, own, rest, nothing, worth, leaf)
                roll_thrice(worth, own.chance, taken)
                for kept in range(n_rolls):
                    pattern = known.pattern[leaf[kept]]
                    left = known.tens[pattern] - before
                    for t in range(span):
                        found[m, t] += taken[kept] * done[pattern, min(t + left, span - 1)]
            for t in range(span):
                clock[r, t] += unknown.chance[u] * found[m, t]
