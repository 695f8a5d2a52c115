"""The players of the Dice Challenge."""

from itertools import pairwise
from random import Random

import pytest

from ingenious.bots.dice import load_race, think
from ingenious.bots.question import Budget, Evaluation, Question
from ingenious.kernel.dice.boards import boards
from ingenious.rules import DiceChallenge, DiceState
from ingenious.rules.game import Pegs
from ingenious.rules.moves import Outcome, Reroll, Resolve, Turn

PLAYERS = [2, 3, 4]
LEVELS = [1, 2, 3, 4, 5]


def ask(
    state: DiceState, level: int = 5, *, seed: int = 1, budget: Budget | None = None
) -> list[Evaluation]:
    game = DiceChallenge(len(state.dice))
    return list(think(Question(game, state, state.seat, level, budget or Budget(), seed)))


def facing(*pegs: Pegs, dice: tuple[str, ...], rolls: int = 1, due: int = 1) -> DiceState:
    return DiceState(dice, pegs, 0, rolls, due, "choose")


def positions(players: int, *, opening_roll: bool = True) -> list[DiceState]:
    """Decisions all over a game in which everyone plays as level 3."""
    game, rng = DiceChallenge(players, opening_roll), Random(players)
    state, met = game.new(players - 1), []
    while (awaited := game.awaits(state)) is not None:
        if isinstance(awaited, Turn):
            met.append(state)
            seed = rng.getrandbits(32)
            move = think(Question(game, state, state.seat, 3, Budget(), seed))[0].decision
            state = game.apply(state, move)
        else:
            pieces = tuple(rng.choice(awaited.source) for _ in range(awaited.count))
            state = game.apply(state, Outcome(pieces))
    return met


@pytest.mark.parametrize("players", PLAYERS)
def test_every_level_evaluates_legal_decisions_best_first(players: int) -> None:
    game = DiceChallenge(players)
    for state in positions(players)[::9]:
        for level in LEVELS:
            verdicts = ask(state, level)
            decisions = [verdict.decision for verdict in verdicts]
            assert set(decisions) <= set(game.legal(state))
            assert len(decisions) == len(set(decisions))
            assert (Reroll() in decisions) == (state.rolls < 3)
            assert all(a.score >= b.score for a, b in pairwise(verdicts))
            assert verdicts == ask(state, level)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_board_that_the_dice_lead_to_is_evaluated_once(players: int) -> None:
    game = DiceChallenge(players)
    for state in positions(players)[::9]:
        weighed = [
            game.apply(state, verdict.decision).pegs[state.seat]
            for verdict in ask(state)
            if isinstance(verdict.decision, Resolve)
        ]
        possible = {
            game.apply(state, move).pegs[state.seat]
            for move in game.legal(state)
            if isinstance(move, Resolve)
        }
        assert len(weighed) == len(possible)
        assert set(weighed) == possible


@pytest.mark.parametrize("players", PLAYERS)
def test_chances_and_lowest_pegs_are_sensible(players: int) -> None:
    for state in positions(players, opening_roll=False)[::9]:
        now = min(state.pegs[state.seat])
        for level in (4, 5):
            for verdict in ask(state, level):
                assert verdict.chance is not None
                assert verdict.lowest is not None
                assert -1e-6 <= verdict.chance <= 1 + 1e-6
                assert now - 0.01 <= verdict.lowest <= 10


def test_the_win_is_taken() -> None:
    state = facing((6, 7, 7, 7, 7, 7), (0,) * 6, dice=("RGBP", "RRRR"))
    best = ask(state)[0]
    after = DiceChallenge(2).apply(state, best.decision)
    assert after.phase == "over"
    assert best.chance == 1


def test_a_peg_is_not_moved_for_nothing_where_an_area_is_closed() -> None:
    """F2: red must leave 0 before orange can step to 4, so red is matched first."""
    pegs = ((0, 3, 3, 3, 3, 3), *[(0,) * 6] * 3)
    state = facing(*pegs, dice=("OR", "OR", "GG", "GG"), rolls=3)
    after = DiceChallenge(4).apply(state, ask(state)[0].decision)
    assert after.pegs[0] == (1, 4, 3, 3, 3, 3)


def test_the_master_leaves_no_dice_that_win_for_the_next() -> None:
    """Four equal dice score the same for the player, but red ones are all that the rival needs."""
    pegs, rival = (5, 5, 6, 6, 7, 7), (4, 7, 7, 7, 7, 7)
    red = facing(pegs, rival, dice=("RRRR", "BBPP"), rolls=3)
    green = facing(pegs, rival, dice=("GGGG", "BBPP"), rolls=3)
    for level, minds in [(4, False), (5, True)]:
        chances = [ask(state, level)[0].chance for state in (red, green)]
        assert chances[0] is not None
        assert chances[1] is not None
        assert (chances[0] < chances[1] - 0.01) == minds


def test_a_lost_game_is_still_played() -> None:
    """J1 counts the lowest row, so even then the pegs that lag are moved."""
    lost = facing((1, 1, 1, 2, 2, 2), (6, 7, 7, 7, 7, 7), dice=("RROO", "RROY"), rolls=3)
    after = DiceChallenge(2).apply(lost, ask(lost)[0].decision)
    assert sum(after.pegs[0]) >= sum(lost.pegs[0]) + 4


def test_far_behind_the_chance_to_win_is_small_and_far_ahead_it_is_great() -> None:
    low, high = (1, 1, 1, 1, 1, 1), (6, 6, 6, 7, 7, 7)
    behind = ask(facing(low, high, dice=("ROYG", "ROYG")))[0]
    ahead = ask(facing(high, low, dice=("ROYG", "ROYG")))[0]
    assert behind.chance is not None
    assert ahead.chance is not None
    assert behind.chance < 0.01
    assert ahead.chance > 0.99


def test_a_budget_of_zero_is_answered_without_looking_at_the_others() -> None:
    state = positions(3)[20]
    nothing = ask(state, budget=Budget(seconds=0))
    assert [verdict.decision for verdict in nothing] == [v.decision for v in ask(state, 4)]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_solved_race_is_in_the_package(players: int) -> None:
    race, known = load_race(players), boards()
    start = known.pattern[0]
    turns = float((1 - race.done[start]).sum())
    assert {2: 13.8, 3: 14.6, 4: 21.7}[players] == pytest.approx(turns, abs=0.1)
    assert race.low[start, -1] == pytest.approx(7, abs=0.1)


def wins(players: int, better: int, worse: int, games: int) -> int:
    """How often one of a level wins against others of another, seats and starts rotated."""
    game, won = DiceChallenge(players), 0
    for number in range(games):
        rng, seat = Random(number), number % players
        state = game.new(number // players % players)
        while (awaited := game.awaits(state)) is not None:
            if isinstance(awaited, Turn):
                level = better if awaited.seat == seat else worse
                question = Question(game, state, awaited.seat, level, Budget(), rng.getrandbits(32))
                state = game.apply(state, think(question)[0].decision)
            else:
                pieces = tuple(rng.choice(awaited.source) for _ in range(awaited.count))
                state = game.apply(state, Outcome(pieces))
        won += game.ranks(state)[seat] == 1
    return won


def test_the_master_wins_most_against_casual_players() -> None:
    assert wins(4, 5, 2, 12) > 6
