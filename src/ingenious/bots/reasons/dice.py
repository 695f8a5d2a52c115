"""Reasons in the Dice Challenge."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, inf, prod

from ...rules import (
    DiceState,
    areas,
)
from ...rules.dice import ROLLS
from ...rules.events import (
    WildScored,
)
from ...rules.game import Pegs
from ...rules.symbols import SYMBOLS
from ..policies import CLOSENESS
from .context import (
    MoveContext,
    name_colours,
    so_often,
    tell_bonus,
    tell_ending,
    tell_losses,
    tell_scores,
)
from .parts import Part, RollsBetter, RollsLeft, ScoresWild, part


def of_dice(scene: MoveContext) -> Iterator[Part | None]:
    """The parts of a reason to use the dice as they lie."""
    yield tell_ending(scene)
    yield tell_scores(scene)
    yield tell_bonus(scene)
    yield tell_losses(scene)
    if scene.before.rolls < ROLLS and (better := _better_rolls(scene)) < 0.4:
        yield _of_rolls(better, "")
    wild = {event.symbol: True for event in scene.events if isinstance(event, WildScored)}
    if wild:  # which the dice themselves do not show
        yield part(f"wild score in {name_colours(wild)}", ScoresWild("".join(wild)))


def of_reroll(scene: MoveContext) -> Iterator[Part]:
    """The parts of a reason to roll again."""
    yield _of_rolls(_better_rolls(scene), "re-roll: ")
    if scene.before.rolls == 1:
        yield part("two rolls are left", RollsLeft(ROLLS - scene.before.rolls))


def _of_rolls(better: float, before: str) -> Part:
    share = Fraction(better).limit_denominator(6)
    said = RollsBetter(share.numerator, share.denominator)
    if share.denominator == 1:
        return part(f"{before}{'nearly every' if share else 'hardly any'} roll does better", said)
    does = "does" if share.numerator == 1 else "do"
    return part(f"{before}{so_often(share, 'roll')} {does} better", said)


def _better_rolls(scene: MoveContext) -> float:
    """How often a new roll brings more than this one."""
    state: DiceState = scene.before
    rolled = state.dice[scene.seat]
    others = "".join(dice for seat, dice in enumerate(state.dice) if seat != scene.seat)
    now, better, total = _roll_worth(scene.pegs, rolled, others), 0, 0
    for dice in combinations_with_replacement(SYMBOLS, len(rolled)):
        repeats = prod(factorial(number) for number in Counter(dice).values())
        orders = factorial(len(dice)) // repeats
        total += orders
        if _roll_worth(scene.pegs, "".join(dice), others) > now:
            better += orders
    return better / total


@lru_cache(maxsize=512)
def _roll_worth(pegs: Pegs, dice: str, others: str) -> float:
    """What the best use of a roll brings: low pegs lifted, bonus turns, or the win."""
    boards = _boards(pegs, dice, others)
    if any(map(areas.has_won, boards)):
        return inf
    return max(0.3 * board.count(areas.LAST) - sum(CLOSENESS**peg for peg in board)
               for board in boards)  # fmt: skip


@lru_cache(maxsize=8192)
def _boards(pegs: Pegs, dice: str, others: str) -> frozenset[Pegs]:
    """The score boards that a roll can lead to, its dice used in any way and order (H4)."""
    if not dice:
        return frozenset((pegs,))
    found = set[Pegs]()
    for symbol in dict.fromkeys(dice):
        for size in range(1, dice.count(symbol) + 1):
            ways = (
                [(symbol, others.count(symbol))] if size == 1 else [(s, size - 1) for s in SYMBOLS]
            )
            rest = dice.replace(symbol, "", size)
            for scored, points in ways:
                found |= _boards(areas.score(pegs, 0, scored, points)[0], rest, others)
    return frozenset(found)
