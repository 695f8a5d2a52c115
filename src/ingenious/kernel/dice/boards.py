"""Score boards and rolls of the Dice Challenge by their numbers, and what a roll can reach."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import factorial, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...rules.areas import AREAS, LAST
from ...rules.dice import DICE_EACH
from ..jit import compiled, compiled_floats

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
    # All pegs stand in two areas side by side (F2).
    zones = [
        np.indices((last - first + 1,) * COLOURS) + first
        for (first, _), (_, last) in pairwise(AREAS)
    ]
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
