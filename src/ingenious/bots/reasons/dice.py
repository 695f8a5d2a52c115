"""Reasons in the Dice Challenge."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, inf, prod

from ...rules import DiceState, areas
from ...rules.dice import MAX_ROLLS, resolutions
from ...rules.events import WildScored
from ...rules.game import Pegs
from ...rules.moves import MatchDie, Reroll, Resolve
from ...rules.symbols import SYMBOLS
from ..baselines import GREEDY_STEP_DECAY
from .context import MoveContext, earned, ended, lost, scored
from .parts import GivesUp, ReasonPart, RollsBetter, RollsLeft, ScoresWild

FEW_ROLLS = 0.4
"""If a smaller share of rolls would be better, it is a reason to keep the dice."""


def parts_of(move: MoveContext[DiceState]) -> Iterator[ReasonPart | None]:
    """The parts of a reason, the most important first."""
    match move.decision:
        case Resolve():
            yield from _use_of_dice(move)
        case Reroll():
            yield _rolls_better(_better_rolls(move))
            if move.before.rolls == 1:
                yield RollsLeft(MAX_ROLLS - move.before.rolls)
        case _:  # to resign
            yield GivesUp()


def _use_of_dice(move: MoveContext[DiceState]) -> Iterator[ReasonPart | None]:
    yield ended(move)
    yield scored(move)
    yield earned(move, "turn")
    yield lost(move)
    if move.before.rolls < MAX_ROLLS and (better := _better_rolls(move)) < FEW_ROLLS:
        yield _rolls_better(better)
    wild = dict.fromkeys(event.symbol for event in move.events if isinstance(event, WildScored))
    if wild and move.after.ending is None:
        yield ScoresWild("".join(wild))


def _rolls_better(better: float) -> RollsBetter:
    share = Fraction(better).limit_denominator(6)
    return RollsBetter(share.numerator, share.denominator)


def _better_rolls(move: MoveContext[DiceState]) -> float:
    """The chance that a new roll is better than this one."""
    state = move.before
    rolled = state.dice[move.seat]
    others = "".join(dice for seat, dice in enumerate(state.dice) if seat != move.seat)
    now, better, total = _roll_value(move.pegs, rolled, others), 0, 0
    for dice in combinations_with_replacement(SYMBOLS, len(rolled)):
        repeats = prod(factorial(number) for number in Counter(dice).values())
        orders = factorial(len(dice)) // repeats
        total += orders
        if _roll_value(move.pegs, "".join(dice), others) > now:
            better += orders
    return better / total


@lru_cache(maxsize=512)
def _roll_value(pegs: Pegs, dice: str, others: str) -> float:
    """What the best use of a roll gains: low pegs lifted, bonus turns, or the win."""
    boards = _boards(pegs, dice, others)
    if any(map(areas.has_won, boards)):
        return inf
    return max(
        0.3 * board.count(areas.LAST_COLUMN) - sum(GREEDY_STEP_DECAY**peg for peg in board)
        for board in boards
    )


def _boards(pegs: Pegs, roll: str, others: str) -> frozenset[Pegs]:
    """The score boards that a roll can lead to, its dice used in any way and order (H4)."""
    boards = set[Pegs]()
    for way in resolutions(roll):
        board = pegs
        for use in way.uses:
            if isinstance(use, MatchDie):
                board = _scored(board, roll[use.die], others.count(roll[use.die]))
            else:
                board = _scored(board, use.symbol, len(use.dice) - 1)
        boards.add(board)
    return frozenset(boards)


@lru_cache(maxsize=8192)
def _scored(pegs: Pegs, symbol: str, points: int) -> Pegs:
    return areas.score(pegs, 0, symbol, points)[0]
