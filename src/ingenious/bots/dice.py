"""The Dice Challenge: exact expectations over rolls, on a race that was solved beforehand.

A Master knows how soon every player is done from where they stand, the next ones from the dice that
are left to them, and takes what wins most often; bonus turns are looked into to their end. An
Expert does the same, but sees neither the dice that it leaves nor into bonus turns. The levels
below count pegs, and the lowest ones do not even count well.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import log
from random import Random

import numpy as np
import numpy.typing as npt

from ..kernel.dice import (
    COLOURS,
    ROUNDS,
    Memory,
    Outlook,
    board_of,
    boards,
    bonus_value,
    chances,
    new_memory,
    opponents_clock,
    roll_numbers,
    roll_sets,
    rolls,
    weigh_rolls,
)
from ..rules import DiceState
from ..rules.areas import GOAL
from ..rules.dice import DICE_EACH, ROLLS, resolutions
from ..rules.game import Pegs
from ..rules.moves import MatchDie, Reroll, Resolve
from ..rules.symbols import ORDER, SYMBOLS
from . import weights
from .policies import CLOSENESS, KEEP_ROLL
from .question import Budget, Question, Verdict

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

UP_TO_SIX = range(7)
"""How many dice can lie before the others: without an opening roll any number."""

BLUR = {1: 0.8, 2: 0.35, 3: 0.02}
"""How badly a level counts; in points, at level 3 in lifted pegs."""

HASTE = np.float32(1e-5)
"""What a turn less is worth when the game is as good as won or lost, in chances to win."""

CONTENT = {1: 2, 2: 1}
"""With how many points less than the greedy player a level is content and does not roll again."""

BONUS = {1: 0.0, 2: 1.0, 3: 0.3}
"""What a bonus turn counts at a level."""


@dataclass(frozen=True, slots=True)
class Race:
    """The solved race for a number of players."""

    done: Floats  # by pattern and turns: the chance to be done within them
    gain: Floats  # the chance to be done just then
    low: Floats  # where the lowest peg then stands
    rest: Outlook  # fewest turns


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open when a seat has to decide; its own things come first."""

    pegs: tuple[Pegs, ...]
    dice: tuple[str, ...]  # of the other seats, in turn
    due: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What every roll of a turn is worth to a seat at some level."""

    outlook: Outlook
    memory: Memory
    worth: Doubles  # by roll
    leaf: npt.NDArray[np.int32]  # by roll: the board it is used for
    alive: Doubles | None  # by roll and turns: the chance that nobody else is done by then


def think(question: Question) -> Sequence[Verdict]:
    """Weigh a new roll and every outcome that the dice can be used for, each once."""
    level = question.level
    if level >= 5 and _is_nothing(question.budget):
        level = 4
    state: DiceState = question.state
    verdicts = _verdicts(question, state, level)
    if level <= 3:
        verdicts = _blurred(verdicts, state, level, Random(question.seed))
    return sorted(verdicts, key=lambda verdict: -verdict.score)


def _is_nothing(budget: Budget) -> bool:
    return budget.seconds == 0 or budget.playouts == 0


def _verdicts(question: Question, state: DiceState, level: int) -> list[Verdict]:
    seat, players = question.seat, question.game.players
    turn = [(seat + i) % players for i in range(players)]
    table = Table(
        tuple(state.pegs[s] for s in turn), tuple(state.dice[s] for s in turn[1:]), state.due
    )
    plan = _plan(table, level)
    roll = roll_numbers(DICE_EACH[players])[_counts(state.dice[seat]) @ 7 ** np.arange(COLOURS)]
    verdicts = []
    if state.rolls < ROLLS:
        verdicts.append(_reroll(plan, table, ROLLS - state.rolls, level))
    seen = set[int]()
    for move, steps in _ways(state.dice[seat]):
        board = _used(board_of(state.pegs[seat]), steps, table)
        if board not in seen:
            seen.add(board)
            verdicts.append(_resolve(plan, table, move, int(roll), board))
    return verdicts


@cache
def _ways(roll: str) -> list[tuple[Resolve, list[tuple[str, int]]]]:
    """Every way to use a roll, the fewest uses first: the symbols with their points.

    The points are none where a die is matched: they depend on the others' dice.
    """
    ways = []
    for move in sorted(resolutions(roll), key=lambda way: len(way.uses)):
        steps = [
            (roll[use.die], 0) if isinstance(use, MatchDie) else (use.symbol, len(use.dice) - 1)
            for use in move.uses
        ]
        ways.append((move, steps))
    return ways


def _used(board: int, steps: list[tuple[str, int]], table: Table) -> int:
    """The board after the uses, in their order."""
    step = boards().step
    for symbol, wild in steps:
        points = wild or sum(dice.count(symbol) for dice in table.dice)
        for _ in range(points):
            board = int(step[board, ORDER[symbol]])
    return board


def _resolve(plan: Plan, table: Table, move: Resolve, roll: int, board: int) -> Verdict:
    pattern, left = _after(table, board)
    if left == 0 or boards().lowest[pattern] >= GOAL:
        score = float(plan.outlook.worth[roll, pattern])
    else:
        score = bonus_value(board, left, plan.outlook, pattern, plan.memory)
    if plan.alive is None:
        return Verdict(move, score)
    low = _lowest(plan.alive[[roll]], table, np.array([board], np.int32))
    return Verdict(move, score, _clipped(score), float(low[0]))


def _reroll(plan: Plan, table: Table, left: int, level: int) -> Verdict:
    """To roll again, with so many rolls left; level 3 does not see the one after the next."""
    chance = rolls(DICE_EACH[len(table.pegs)]).chance
    once = float(chance @ plan.worth)
    score = float(chance @ np.maximum(plan.worth, once)) if left == 2 and level > 3 else once
    if plan.alive is None:
        return Verdict(Reroll(), score)
    lows = _lowest(plan.alive, table, plan.leaf)
    low = float(chance @ lows)
    if left == 2:
        low = float(chance @ np.where(plan.worth >= once, lows, low))
    return Verdict(Reroll(), score, _clipped(score), low)


def _clipped(chance: float) -> float:
    return min(max(chance, 0.0), 1.0)


def _blurred(verdicts: list[Verdict], state: DiceState, level: int, rng: Random) -> list[Verdict]:
    """As a weaker player sees it; the lowest levels roll again when they gain too little."""
    blurred = []
    for verdict in verdicts:
        score = verdict.score
        if level in CONTENT and isinstance(verdict.decision, Reroll):
            enough = KEEP_ROLL[len(state.pegs)] - CONTENT[level]
            score = sum(state.pegs[state.seat]) + enough - 0.5
        # Gumbel's noise: how often a decision comes first falls evenly with what it lacks.
        score -= BLUR[level] * log(-log(rng.random() or 0.5))
        blurred.append(Verdict(verdict.decision, score))
    return blurred


def _after(table: Table, board: int) -> tuple[int, int]:
    """The pattern of a board, and the turns that are due when it is reached."""
    known = boards()
    pattern = int(known.pattern[board])
    tens = known.tens[pattern] - known.tens[known.pattern[board_of(table.pegs[0])]]
    return pattern, table.due - 1 + int(tens)


def _lowest(alive: Doubles, table: Table, after: npt.NDArray[np.int32]) -> Doubles:
    """Where the lowest peg stands on average when the first player is done, by board."""
    low = solved(len(table.pegs)).low
    lows = []
    for clock, board in zip(alive, after.tolist(), strict=True):
        pattern, left = _after(table, board)
        # Nothing of what the others do happens before the bonus turns are taken.
        ahead = np.append(low[pattern, left:], np.repeat(low[pattern, -1], left))
        lows.append((clock[:-1] - clock[1:]) @ ahead[:-1] + clock[-1] * ahead[-1])
    return np.array(lows)


@lru_cache(maxsize=64)
def _plan(table: Table, level: int) -> Plan:
    """The plan for a turn; it stays the same for all its rolls."""
    players = len(table.pegs)
    known, own = boards(), rolls(DICE_EACH[players])
    alive = None
    if level <= 3:
        outlook = _by_pegs(level, len(own.dice))
    else:
        race = solved(players)
        alive = _alive(table, race, informed=level == 5)
        outlook = _by_chance(race, alive, own.chance)
    memory = new_memory() if level == 5 else new_memory(0)
    worth, leaf = np.empty(len(own.dice)), np.empty(len(own.dice), np.int32)
    others = sum((_counts(dice) for dice in table.dice), np.zeros(COLOURS, np.int32))
    board = board_of(table.pegs[0])
    weigh_rolls(board, table.due, others, known, own, outlook, memory, worth, leaf)
    return Plan(outlook, memory, worth, leaf, alive)


@cache
def solved(players: int) -> Race:
    """The race as it was solved for this number of players."""
    arrays = weights.load(f"dice-{players}")
    done, low = arrays["done"], arrays["low"]
    turns = -np.array([(1 - done[:, left:]).sum(axis=1) for left in range(COLOURS + 1)])
    every_roll = np.repeat(turns[:1], len(rolls(DICE_EACH[players]).dice), axis=0)
    rest = Outlook(every_roll.astype(np.float32), turns.astype(np.float32))
    return Race(done, np.diff(done, axis=1, prepend=0).astype(np.float32), low, rest)


def _by_chance(race: Race, alive: Doubles, chance: Doubles) -> Outlook:
    """A pattern is worth the chance to be done while nobody else is."""
    worth = np.empty((len(alive), len(race.gain)), np.float32)
    chances(race.gain, alive.astype(np.float32), worth)
    # With bonus turns due the others stand still meanwhile, and one's last roll is unknown.
    usual = np.zeros((COLOURS + 1, ROUNDS + 1), np.float32)
    for left in range(COLOURS + 1):
        usual[left, :left] = 1
        usual[left, left:] = (chance @ alive)[: ROUNDS + 1 - left]
    due_worth = np.empty((COLOURS + 1, len(race.gain)), np.float32)
    chances(race.gain, usual, due_worth)
    return Outlook(worth + HASTE * race.rest.worth, due_worth + HASTE * race.rest.due_worth)


@cache
def _by_pegs(level: int, n_rolls: int) -> Outlook:
    """A pattern is worth its points; at level 3 a low peg's step is worth more."""
    known = boards()
    pegs = known.pegs[known.first].astype(np.float64)
    worth = -(CLOSENESS**pegs).sum(axis=1) if level == 3 else pegs.sum(axis=1)
    due = worth + BONUS[level] * np.arange(COLOURS + 1)[:, None]
    every_roll = np.repeat(worth[None], n_rolls, axis=0)
    return Outlook(every_roll.astype(np.float32), due.astype(np.float32))


def _alive(table: Table, race: Race, *, informed: bool) -> Doubles:
    """For each roll that the seat may leave, how likely nobody else is done in so many turns."""
    players = len(table.pegs)
    known, own = boards(), rolls(DICE_EACH[players])
    alive = np.ones((len(own.dice), ROUNDS + 1))
    clock = np.empty_like(alive)
    for place, pegs in enumerate(table.pegs[1:]):
        board = board_of(pegs)
        if not informed:
            alive *= 1 - race.done[known.pattern[board]]
            continue
        later = table.dice[place + 1 :]
        shown = sum((_counts(dice) for dice in later), np.zeros(COLOURS, np.int32))
        unknown = rolls(place * DICE_EACH[players])  # of those who roll before them
        sets, numbers = roll_sets(*UP_TO_SIX), roll_numbers(*UP_TO_SIX)
        opponents_clock(
            board, shown, unknown, known, own, race.rest, race.done, sets, numbers, clock
        )
        alive[:, 1:] *= 1 - clock[:, :-1]
    return alive


def _counts(dice: str) -> npt.NDArray[np.int32]:
    return np.array([dice.count(symbol) for symbol in SYMBOLS], np.int32)
