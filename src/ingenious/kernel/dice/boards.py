"""Score boards and rolls of the Dice Challenge by their numbers, and what a roll can reach."""

from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import factorial, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...rules.areas import AREAS, LAST_COLUMN
from ...rules.dice import DICE_EACH, MAX_ROLLS, resolutions
from ...rules.moves import DieUse, MatchDie
from ...rules.symbols import COLOUR_COUNT, ORDER, SYMBOLS
from ..jit import compiled, compiled_floats

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Small = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

MAX_DICE = max(DICE_EACH.values())
TURNS_AHEAD = 30
"""How many of a player's own turns are foreseen; a game hardly ever takes more."""

assert MAX_ROLLS == 3, "turn_value is written for three rolls"


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

    A use is colour + 6 × points; a match has 0, for its points depend on the others' dice. The ways
    of a roll are the rows from `start[roll]`, sorted; a row shares its first `same` uses with the
    row before it.
    """

    dice: Small  # by roll and symbol
    chance: Doubles
    uses: Small  # by way and place; -1 after the last
    same: Small
    start: Ints


@cache
def boards() -> Boards:
    """The score boards, in the order of their pegs read as a number in base 11."""
    # All pegs are in two adjacent areas (F2).
    zones = [
        np.indices((last - first + 1,) * COLOUR_COUNT) + first
        for (first, _), (_, last) in pairwise(AREAS)
    ]
    scale = (LAST_COLUMN + 1) ** np.arange(COLOUR_COUNT)
    codes = np.unique(np.concatenate([scale @ zone.reshape(COLOUR_COUNT, -1) for zone in zones]))
    pegs = codes[:, None] // scale % (LAST_COLUMN + 1)
    rising = np.sort(pegs, axis=1)
    _, pattern = np.unique(rising @ scale, return_inverse=True)
    step = np.empty((len(codes), COLOUR_COUNT), np.int32)
    for colour in range(COLOUR_COUNT):
        # A step that the areas forbid leads to pegs that are no board (F2).
        after = codes + scale[colour] * (pegs[:, colour] < LAST_COLUMN)
        at = np.minimum(np.searchsorted(codes, after), len(codes) - 1)
        step[:, colour] = np.where(codes[at] == after, at, np.arange(len(codes)))
    first = np.flatnonzero((pegs == rising).all(axis=1))
    return Boards(
        pegs.astype(np.int8),
        step,
        pattern.astype(np.int32),
        np.argsort(pegs, axis=1, kind="stable").astype(np.int8),
        first.astype(np.int32),
        (pegs[first] == LAST_COLUMN).sum(axis=1).astype(np.int8),
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
    """The rolls of a number of dice, each a set: which die shows what does not matter."""
    dice = roll_sets(count)
    orders = [factorial(count) // prod(map(factorial, row)) for row in dice.tolist()]
    uses, same, start = list[tuple[int, ...]](), list[int](), [0]
    # A seat rolls at most four dice; for the six of the others only the sets are needed.
    for row in dice.tolist() if count <= MAX_DICE else []:
        before: tuple[int, ...] = ()
        for way in _ways("".join(map(str.__mul__, SYMBOLS, row))):
            uses.append(way + (-1,) * (count - len(way)))
            same.append(_shared_length(before, way))
            before = way
        start.append(len(uses))
    return Rolls(
        dice,
        np.array(orders) / COLOUR_COUNT**count,
        np.array(uses, np.int8).reshape(len(uses), count),
        np.array(same, np.int8),
        np.array(start, np.int32),
    )


@cache
def roll_sets(*counts: int) -> Small:
    """The sets of these numbers of dice, counted by symbol."""
    sets = [one for count in counts for one in combinations_with_replacement(SYMBOLS, count)]
    return np.array([[one.count(symbol) for symbol in SYMBOLS] for one in sets], np.int8)


def _ways(roll: str) -> list[tuple[int, ...]]:
    """Every way to use a roll, as the rules list them (H4)."""
    return sorted({tuple([_number(use, roll) for use in way.uses]) for way in resolutions(roll)})


def _number(use: DieUse, roll: str) -> int:
    if isinstance(use, MatchDie):
        return ORDER[roll[use.die]]
    return ORDER[use.symbol] + COLOUR_COUNT * (len(use.dice) - 1)


def _shared_length(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many uses two ways share at the beginning."""
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))


@cache
def roll_numbers(*counts: int) -> Ints:
    """The numbers of the rolls of these numbers of dice, by their dice read in base 7."""
    numbers = np.full(7**COLOUR_COUNT, -1, np.int32)
    dice = roll_sets(*counts)
    numbers[dice.astype(np.int64) @ 7 ** np.arange(COLOUR_COUNT)] = np.arange(len(dice))
    return numbers


@compiled
def boards_reached(
    step: Ints, uses: Small, same: Small, first: int, last: int, board: int, others: Ints, out: Ints
) -> int:
    """Fill in the boards that the ways from `first` up to `last` lead to; returns their number."""
    width = uses.shape[1]
    passed = np.empty(width + 1, np.int32)
    passed[0] = board
    for way in range(first, last):
        at = same[way] if way > first else 0
        now = passed[at]
        while at < width and uses[way, at] >= 0:
            colour = uses[way, at] % COLOUR_COUNT
            points = uses[way, at] // COLOUR_COUNT
            if points == 0:
                points = others[colour]  # a match
            for _ in range(points):
                now = step[now, colour]
            at += 1
            passed[at] = now
        out[way - first] = now
    return last - first


@compiled_floats
def turn_value(worth: Doubles, chance: Doubles, taken: Doubles) -> float:
    """The value of a turn before its first roll, if keeping roll r is worth `worth[r]` (H3).

    `taken` is filled with the chance of each roll to be the one that is used.
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
