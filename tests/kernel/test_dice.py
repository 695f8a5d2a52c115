"""The Dice Challenge in numbers does what the rules do, and its race is solved."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from ingenious.kernel.dice.boards import (
    board_of,
    boards,
    boards_reached,
    roll_numbers,
    roll_sets,
    rolls,
    turn_value,
)
from ingenious.kernel.dice.race import count_others_dice, new_race, solve_pattern
from ingenious.kernel.dice.turn import Outlook, finish_chances, new_memory, weigh_rolls
from ingenious.rules import DiceChallenge, DiceState
from ingenious.rules.areas import GOAL_COLUMN
from ingenious.rules.dice import DICE_EACH
from ingenious.rules.moves import Resolve
from ingenious.rules.symbols import SYMBOLS

PLAYERS = [2, 3, 4]


def counts(dice: str) -> list[int]:
    return [dice.count(symbol) for symbol in SYMBOLS]


def test_the_areas_allow_1414_score_boards_up_to_the_order_of_colours() -> None:
    known = boards()
    assert (len(known.pegs), len(known.first)) == (166_943, 1_414)
    assert sorted(map(tuple, known.pegs[known.first].tolist())) == sorted(
        {tuple(sorted(pegs)) for pegs in known.pegs.tolist()}
    )


def reached_by_rules(state: DiceState, players: int) -> set[tuple[tuple[int, ...], int]]:
    """Pegs and turns due after every way to use the dice, as the rules have it."""
    game = DiceChallenge(players)
    reached = set()
    for move in game.legal(state):
        if isinstance(move, Resolve):
            after = game.apply(state, move)
            bonus = after.due if after.seat == state.seat and after.phase != "over" else 0
            reached.add((after.pegs[state.seat], bonus))
    return reached


def reached_by_kernel(state: DiceState, players: int) -> set[tuple[tuple[int, ...], int]]:
    known, own = boards(), rolls(DICE_EACH[players])
    code = int(np.dot(counts(state.dice[0]), 7 ** np.arange(6)))
    roll = int(roll_numbers(DICE_EACH[players])[code])
    others = np.array(counts("".join(state.dice[1:])), np.int32)
    out = np.empty(len(own.uses), np.int32)
    first, last = int(own.start[roll]), int(own.start[roll + 1])
    board = board_of(state.pegs[0])
    number = boards_reached(known.step, own.uses, own.same, first, last, board, others, out)
    reached = set()
    for after in out[:number]:
        pattern = known.pattern[after]
        bonus = state.due - 1 + known.tens[pattern] - known.tens[known.pattern[board]]
        if known.lowest[pattern] >= GOAL_COLUMN:
            bonus = 0
        reached.add((tuple(known.pegs[after].tolist()), int(bonus)))
    return reached


@pytest.mark.parametrize("players", PLAYERS)
def test_every_split_and_order_leads_where_the_rules_say(players: int) -> None:
    """H4, F2, F3: the same pegs and bonus turns, whatever the others show."""
    rng = Random(players)
    known = boards()
    unfinished = np.flatnonzero(known.lowest[known.pattern] < GOAL_COLUMN)
    for _ in range(150):
        pegs = tuple(known.pegs[unfinished[rng.randrange(len(unfinished))]].tolist())
        symbols = rng.choice(["ROYGBP", "ROY", "RP"])  # few symbols make for many splits
        dice = [
            "".join(rng.choice(symbols) for _ in range(DICE_EACH[players])) for _ in range(players)
        ]
        if rng.random() < 0.2:
            dice[1] = ""  # not yet rolled (H2)
        nothing = (0,) * 6
        state = DiceState(
            tuple(dice), (pegs, *[nothing] * (players - 1)), 0, 1, rng.choice([1, 1, 2]), "choose"
        )
        assert reached_by_kernel(state, players) == reached_by_rules(state, players)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_rolls_are_as_likely_as_the_dice_make_them(count: int) -> None:
    own = rolls(count)
    assert own.chance.sum() == pytest.approx(1)
    assert own.chance[0] == pytest.approx(6**-count)  # all the same
    assert (own.dice.sum(axis=1) == count).all()


def test_the_best_of_three_rolls() -> None:
    """A die whose rolls are worth 0 to 5: keep above 2.5, at first above 3.25 (H3)."""
    taken = np.empty(6)
    worth = np.arange(6.0)
    value = turn_value(worth, np.full(6, 1 / 6), taken)
    second = (3 + 4 + 5) / 6 + 2.5 / 2
    assert value == pytest.approx((4 + 5) / 6 + 4 / 6 * second)
    assert taken.sum() == pytest.approx(1)
    assert taken @ worth == pytest.approx(value)


def solved(players: int, points: int) -> dict[int, float]:
    """The turns needed from every unfinished pattern with at least this many points."""
    known, own, others = boards(), rolls(DICE_EACH[players]), rolls(count_others_dice(players))
    race, numbers = new_race(players), roll_numbers(count_others_dice(players))
    sums = known.pegs[known.first].sum(axis=1)
    todo = [
        int(p) for p in np.argsort(-sums) if known.lowest[p] < GOAL_COLUMN and sums[p] >= points
    ]
    for pattern in todo:
        solve_pattern(pattern, known, own, others.dice, others.chance, numbers, race)
    for pattern in todo:
        within = race.done[pattern]
        assert within[0] == 0
        assert all(a <= b + 1e-6 for a, b in pairwise(within))
        # The turns needed are what the chances to be done say, but for the longest races.
        assert race.turns[pattern] == pytest.approx((1 - within).sum(), rel=0.02)
        assert known.lowest[pattern] <= race.low[pattern, -1] + 1e-6
    return {pattern: float(race.turns[pattern]) for pattern in todo}


def test_the_last_step_takes_as_many_turns_as_its_chance_says() -> None:
    """From 6, 10, 10, 10, 10, 10 with two dice: a pair, or a die that another one matches."""
    pattern = int(boards().pattern[board_of((6, 10, 10, 10, 10, 10))])
    chance = 0.0
    for others, likely in zip(rolls(6).dice, rolls(6).chance, strict=True):
        matched = 11 / 36 if others[0] else 1 / 36  # the die itself, or its pair
        once = matched + 5 / 36  # any other pair is wild
        chance += likely * (1 - (1 - once) ** 3)
    assert solved(4, 56) == {pattern: pytest.approx(1 / chance)}


def test_more_points_need_fewer_turns() -> None:
    """All but the step to 10: its bonus turn is not counted here, so a peg on 9 is a reserve."""
    known = boards()
    turns = solved(4, 53)
    for pattern, needed in turns.items():
        for after in known.pattern[known.step[known.first[pattern]]].tolist():
            if known.tens[after] == known.tens[pattern]:
                assert turns.get(after, 0.0) <= needed + 1e-9


def test_a_bonus_turn_is_looked_into() -> None:
    """The last step may come in the bonus turn that a peg on 9 earns (F3, H5)."""
    known, own = boards(), rolls(2)
    won = (known.lowest >= GOAL_COLUMN).astype(np.float32)
    at_once = Outlook(np.repeat(won[None], len(own.dice), 0), np.repeat(won[None], 7, 0))
    board = board_of((6, 9, 9, 8, 8, 8))
    others = np.array(counts("OOYYGB"), np.int32)
    chances = []
    for memory in [new_memory(0), new_memory()]:
        worth, leaf = np.empty(len(own.dice)), np.empty(len(own.dice), np.int32)
        weigh_rolls(board, 1, others, known, own, at_once, memory, worth, leaf)
        chances.append(turn_value(worth, own.chance, np.empty(len(own.dice))))
    pair = 6 / 36  # no other die shows red: only a pair, whatever its symbol, moves the last peg
    assert chances[0] == pytest.approx(1 - (1 - pair) ** 3)
    assert chances[1] > chances[0] + 0.1


def test_an_opponent_finishes_sooner_with_dice_to_match() -> None:
    known, own = boards(), rolls(2)
    won = (known.lowest >= GOAL_COLUMN).astype(np.float32)
    rest = Outlook(np.repeat(won[None] - 1, len(own.dice), 0), np.repeat(won[None] - 1, 7, 0))
    done = np.repeat(won[:, None], 3, 1)
    clock = np.empty((len(own.dice), 3))
    sets, numbers = roll_sets(*range(7)), roll_numbers(*range(7))
    shown = np.array(counts("OYGB"), np.int32)
    board = board_of((6, 7, 7, 7, 7, 7))
    finish_chances(board, shown, rolls(0), known, own, rest, done, sets, numbers, clock)
    red = own.dice[:, 0] > 0
    assert clock[red, 0] == pytest.approx(1 - (20 / 36) ** 3)  # a red die or a pair
    assert clock[~red, 0] == pytest.approx(1 - (30 / 36) ** 3)
