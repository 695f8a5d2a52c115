"""Bots for the Dice Challenge: exact expectations over rolls, on a race that was solved beforehand.

A Master knows how soon every player finishes from their pegs and from the dice that they can match,
and chooses what wins most often; it searches bonus turns to their end. An Expert does the same, but
ignores the dice that it leaves and does not search bonus turns. The levels below that count pegs;
the lowest ones overlook some ways to use the dice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

import numpy as np
import numpy.typing as npt

from ..kernel.dice.boards import TURNS_AHEAD, board_of, boards, roll_numbers, roll_sets, rolls
from ..kernel.dice.turn import (
    Memory,
    Outlook,
    bonus_value,
    finish_chances,
    new_memory,
    race_chances,
    weigh_rolls,
)
from ..rules import DiceState
from ..rules.areas import GOAL_COLUMN
from ..rules.dice import DICE_EACH, MAX_ROLLS, resolutions
from ..rules.game import Pegs
from ..rules.moves import DieUse, MatchDie, Reroll, Resolve
from ..rules.symbols import COLOUR_COUNT, ORDER, SYMBOLS
from . import weights
from .baselines import GREEDY_STEP_DECAY, KEEP_ROLL_POINTS
from .question import Evaluation, Question

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

OTHERS_DICE = range(7)
"""How many dice the others can show: without an opening roll, any number."""

TURN_VALUE = np.float32(1e-5)
"""The value of saving a turn when the game is nearly won or lost, in winning chances."""

POINTS_BELOW_GREEDY = {1: 2, 2: 1}
"""How many fewer points than the greedy player a level needs to keep a roll."""

BONUS_TURN_VALUE = {1: 0.0, 2: 0.0, 3: 0.3}
"""The value of a bonus turn to a level."""


@dataclass(frozen=True, slots=True)
class SolvedRace:
    """The solved race for a number of players."""

    done: Floats  # by pattern and turns: the chance to finish within them
    gain: Floats  # the chance to finish exactly then
    low: Floats  # the mean of the lowest peg then
    rest: Outlook  # for the fewest turns


@dataclass(frozen=True, slots=True)
class DiceView:
    """The table as seen by the seat that has to decide; its own pegs come first."""

    pegs: tuple[Pegs, ...]
    dice: tuple[str, ...]  # of the other seats, in order of play
    due: int


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """The value of every roll of a turn to a seat at some level."""

    outlook: Outlook
    memory: Memory
    worth: Doubles  # by roll
    leaf: npt.NDArray[np.int32]  # by roll: the board it is used for
    alive: Doubles | None  # by roll and turns: the chance that no other seat has finished by then


def think(question: Question) -> Sequence[Evaluation]:
    """Evaluate a new roll and every board that the level sees, each once."""
    level, state = question.level, question.state
    assert isinstance(state, DiceState)
    if level >= 5 and question.budget.is_zero:
        level = 4
    evaluations = _evaluate_all(question, state, level)
    if level <= 3:
        evaluations = _by_points(evaluations, state, level, Random(question.seed))
    return sorted(evaluations, key=lambda evaluation: -evaluation.score)


def _evaluate_all(question: Question, state: DiceState, level: int) -> list[Evaluation]:
    seat, players = question.seat, question.game.players
    turn = [(seat + i) % players for i in range(players)]
    table = DiceView(
        tuple(state.pegs[s] for s in turn), tuple(state.dice[s] for s in turn[1:]), state.due
    )
    plan = _plan(table, level)
    roll = roll_numbers(DICE_EACH[players])[
        _counts(state.dice[seat]) @ 7 ** np.arange(COLOUR_COUNT)
    ]
    evaluations = []
    if state.rolls < MAX_ROLLS:
        evaluations.append(_evaluate_reroll(plan, table, MAX_ROLLS - state.rolls, level))
    seen = set[int]()
    for move, steps in _ways(state.dice[seat], level):
        board = _used(board_of(state.pegs[seat]), steps, table)
        if board not in seen:
            seen.add(board)
            evaluations.append(_evaluate_use(plan, table, move, int(roll), board))
    return evaluations


@cache
def _ways(roll: str, level: int) -> list[tuple[Resolve, list[tuple[str, int]]]]:
    """Every way to use a roll that a level sees, the fewest uses first: symbols with their points.

    A match has 0 points here: they depend on the others' dice.
    """
    ways = []
    for move in sorted(resolutions(roll), key=lambda way: len(way.uses)):
        if not all(_sees(level, roll, use) for use in move.uses):
            continue
        steps = [
            (roll[use.die], 0) if isinstance(use, MatchDie) else (use.symbol, len(use.dice) - 1)
            for use in move.uses
        ]
        ways.append((move, steps))
    return ways


def _sees(level: int, roll: str, use: DieUse) -> bool:
    """Whether a level thinks of a use: 1 only of matches, 2 of wild scores in their own colour."""
    if isinstance(use, MatchDie) or level > 2:
        return True
    return level == 2 and use.symbol == roll[use.dice[0]]


def _used(board: int, steps: list[tuple[str, int]], table: DiceView) -> int:
    """The board after the uses, in their order."""
    step = boards().step
    for symbol, wild in steps:
        points = wild or sum(dice.count(symbol) for dice in table.dice)
        for _ in range(points):
            board = int(step[board, ORDER[symbol]])
    return board


def _evaluate_use(
    plan: TurnPlan, table: DiceView, move: Resolve, roll: int, board: int
) -> Evaluation:
    pattern, left = _after(table, board)
    if left == 0 or boards().lowest[pattern] >= GOAL_COLUMN:
        score = float(plan.outlook.worth[roll, pattern])
    else:
        score = bonus_value(board, left, plan.outlook, pattern, plan.memory)
    if plan.alive is None:
        return Evaluation(move, score)
    low = _lowest(plan.alive[[roll]], table, np.array([board], np.int32))
    return Evaluation(move, score, _clipped(score), float(low[0]))


def _evaluate_reroll(plan: TurnPlan, table: DiceView, left: int, level: int) -> Evaluation:
    """Roll again with one or two rolls left; level 3 only looks at the next one."""
    chance = rolls(DICE_EACH[len(table.pegs)]).chance
    once = float(chance @ plan.worth)
    score = float(chance @ np.maximum(plan.worth, once)) if left == 2 and level > 3 else once
    if plan.alive is None:
        return Evaluation(Reroll(), score)
    lows = _lowest(plan.alive, table, plan.leaf)
    low = float(chance @ lows)
    if left == 2:
        low = float(chance @ np.where(plan.worth >= once, lows, low))
    return Evaluation(Reroll(), score, _clipped(score), low)


def _clipped(chance: float) -> float:
    return min(max(chance, 0.0), 1.0)


def _by_points(
    evaluations: list[Evaluation], state: DiceState, level: int, rng: Random
) -> list[Evaluation]:
    """The evaluations of a level that counts pegs, equal ones in random order.

    The lowest levels roll again only if they gain too little.
    """
    points = []
    for evaluation in evaluations:
        score = evaluation.score
        if level in POINTS_BELOW_GREEDY and isinstance(evaluation.decision, Reroll):
            enough = KEEP_ROLL_POINTS[len(state.pegs)] - POINTS_BELOW_GREEDY[level]
            score = sum(state.pegs[state.seat]) + enough - 0.5
        points.append(Evaluation(evaluation.decision, score + 1e-6 * rng.random()))
    return points


def _after(table: DiceView, board: int) -> tuple[int, int]:
    """The pattern of a board, and the turns that are due once it is reached."""
    known = boards()
    pattern = int(known.pattern[board])
    tens = known.tens[pattern] - known.tens[known.pattern[board_of(table.pegs[0])]]
    return pattern, table.due - 1 + int(tens)


def _lowest(alive: Doubles, table: DiceView, after: npt.NDArray[np.int32]) -> Doubles:
    """The mean of the lowest peg when the first player finishes, for each board."""
    low = load_race(len(table.pegs)).low
    lows = []
    for clock, board in zip(alive, after.tolist(), strict=True):
        pattern, left = _after(table, board)
        # The others do nothing before the bonus turns are taken.
        ahead = np.append(low[pattern, left:], np.repeat(low[pattern, -1], left))
        lows.append((clock[:-1] - clock[1:]) @ ahead[:-1] + clock[-1] * ahead[-1])
    return np.array(lows)


@lru_cache(maxsize=64)
def _plan(table: DiceView, level: int) -> TurnPlan:
    """The plan for a turn; it is the same for all its rolls."""
    players = len(table.pegs)
    known, own = boards(), rolls(DICE_EACH[players])
    alive = None
    if level <= 3:
        outlook = _by_pegs(level, len(own.dice))
    else:
        race = load_race(players)
        alive = _alive(table, race, informed=level == 5)
        outlook = _by_chance(race, alive, own.chance)
    memory = new_memory() if level == 5 else new_memory(0)
    worth, leaf = np.empty(len(own.dice)), np.empty(len(own.dice), np.int32)
    others = sum((_counts(dice) for dice in table.dice), np.zeros(COLOUR_COUNT, np.int32))
    board = board_of(table.pegs[0])
    weigh_rolls(board, table.due, others, known, own, outlook, memory, worth, leaf)
    return TurnPlan(outlook, memory, worth, leaf, alive)


@cache
def load_race(players: int) -> SolvedRace:
    """The solved race for this number of players."""
    arrays = weights.load_arrays(f"dice-{players}")
    done, low = arrays["done"], arrays["low"]
    turns = -np.array([(1 - done[:, left:]).sum(axis=1) for left in range(COLOUR_COUNT + 1)])
    every_roll = np.repeat(turns[:1], len(rolls(DICE_EACH[players]).dice), axis=0)
    rest = Outlook(every_roll.astype(np.float32), turns.astype(np.float32))
    return SolvedRace(done, np.diff(done, axis=1, prepend=0).astype(np.float32), low, rest)


def _by_chance(race: SolvedRace, alive: Doubles, chance: Doubles) -> Outlook:
    """The value of a pattern: the chance to finish before all other seats."""
    worth = np.empty((len(alive), len(race.gain)), np.float32)
    race_chances(race.gain, alive.astype(np.float32), worth)
    # While bonus turns are due, the others do not move, and the seat's last roll is unknown.
    usual = np.zeros((COLOUR_COUNT + 1, TURNS_AHEAD + 1), np.float32)
    for left in range(COLOUR_COUNT + 1):
        usual[left, :left] = 1
        usual[left, left:] = (chance @ alive)[: TURNS_AHEAD + 1 - left]
    due_worth = np.empty((COLOUR_COUNT + 1, len(race.gain)), np.float32)
    race_chances(race.gain, usual, due_worth)
    return Outlook(
        worth + TURN_VALUE * race.rest.worth, due_worth + TURN_VALUE * race.rest.due_worth
    )


@cache
def _by_pegs(level: int, n_rolls: int) -> Outlook:
    """A pattern is worth its points; at level 3 a low peg's step is worth more."""
    known = boards()
    pegs = known.pegs[known.first].astype(np.float64)
    worth = -(GREEDY_STEP_DECAY**pegs).sum(axis=1) if level == 3 else pegs.sum(axis=1)
    due = worth + BONUS_TURN_VALUE[level] * np.arange(COLOUR_COUNT + 1)[:, None]
    every_roll = np.repeat(worth[None], n_rolls, axis=0)
    return Outlook(every_roll.astype(np.float32), due.astype(np.float32))


def _alive(table: DiceView, race: SolvedRace, *, informed: bool) -> Doubles:
    """For each roll that the seat may leave, the chance that no other seat finishes in t turns."""
    players = len(table.pegs)
    known, own = boards(), rolls(DICE_EACH[players])
    alive = np.ones((len(own.dice), TURNS_AHEAD + 1))
    clock = np.empty_like(alive)
    for place, pegs in enumerate(table.pegs[1:]):
        board = board_of(pegs)
        if not informed:
            alive *= 1 - race.done[known.pattern[board]]
            continue
        later = table.dice[place + 1 :]
        shown = sum((_counts(dice) for dice in later), np.zeros(COLOUR_COUNT, np.int32))
        unknown = rolls(place * DICE_EACH[players])  # of the players before them
        sets, numbers = roll_sets(*OTHERS_DICE), roll_numbers(*OTHERS_DICE)
        finish_chances(
            board, shown, unknown, known, own, race.rest, race.done, sets, numbers, clock
        )
        alive[:, 1:] *= 1 - clock[:, :-1]
    return alive


def _counts(dice: str) -> npt.NDArray[np.int32]:
    return np.array([dice.count(symbol) for symbol in SYMBOLS], np.int32)
