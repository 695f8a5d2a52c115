"""Bots for the Tile Challenge, and their training."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from ingenious.bots import tiles as bots
from ingenious.bots import weights
from ingenious.bots.baselines import at_random
from ingenious.bots.question import Budget, Evaluation, Question
from ingenious.bots.reasons.tiles import bust_chance
from ingenious.kernel.nets import Net
from ingenious.kernel.rng import seeded
from ingenious.kernel.tiles.evaluate import evaluate_by_net, new_evaluator
from ingenious.kernel.tiles.game import flatten
from ingenious.kernel.tiles.play import GAIN, NET, play_out
from ingenious.kernel.tiles.turn import new_turn_table
from ingenious.rules import TileState, game
from ingenious.rules.moves import Chance, Draw, Free, Outcome, Score
from ingenious.rules.symbols import take
from ingenious.rules.tiles import BOX, TileChallenge
from ingenious.training import tiles as training
from ingenious.training.run import Job

LEVELS = [1, 2, 3, 4, 5]


def ask(
    players: int, state: TileState, level: int, budget: Budget | None = None, seed: int = 1
) -> Sequence[Evaluation]:
    rules = game("tiles", players)
    return bots.think(Question(rules, state, state.seat, level, budget or Budget(), seed))


def position_with(centre: str, drawn: str, *pegs: str) -> TileState:
    """A position by its centre, the tiles before seat 0, and the pegs of every seat."""
    rows = tuple(tuple(map(int, row.split())) for row in pegs)
    pool = "".join(take(tuple(BOX), centre + drawn, "I1", "the box"))
    return TileState(pool, centre, drawn, rows, 0, 1, "choose")


def after_chance(rules: TileChallenge, state: TileState, rng: Random) -> TileState:
    """The position after the awaited outcome of chance."""
    while isinstance(awaited := rules.awaits(state), Chance):
        state = rules.apply(state, Outcome(tuple(rng.sample(awaited.source, awaited.count))))
    return state


def random_positions(players: int, seed: int, wanted: int) -> list[TileState]:
    """Positions of a random game in which a seat has to decide."""
    rules, rng, met = TileChallenge(players), Random(seed), list[TileState]()
    state = after_chance(rules, rules.new(), rng)
    while len(met) < wanted and state.ending is None:
        met.append(state)
        state = after_chance(rules, rules.apply(state, at_random(rules, state, rng)), rng)
    return met


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_level_evaluates_every_legal_decision(players: int, level: int) -> None:
    rules = game("tiles", players)
    for state in random_positions(players, level, 25):
        verdicts = ask(players, state, level)
        assert {verdict.decision for verdict in verdicts} == set(rules.legal(state))
        assert len(verdicts) == len(rules.legal(state))
        for verdict in verdicts:
            assert (verdict.chance is None) == (verdict.lowest is None) == (level < 4)
            assert verdict.chance is None or 0 <= verdict.chance <= 1
            assert verdict.lowest is None or -0.5 < verdict.lowest < rules.target + 0.5


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_question_gets_the_same_answer(level: int) -> None:
    for state in random_positions(3, 7, 15):
        first = ask(3, state, level, seed=5)
        backwards = replace(state, pool=state.pool[::-1], centre=state.centre[::-1])
        assert ask(3, state, level, seed=5) == first
        assert ask(3, backwards, level, seed=5) == first  # only numbers of tiles count


@pytest.mark.parametrize("level", [1, 2, 4])
def test_a_level_with_noise_varies_with_the_seed(level: int) -> None:
    first = {
        tuple(ask(2, state, level, seed=seed)[0].decision for state in random_positions(2, 3, 30))
        for seed in range(4)
    }
    assert len(first) > 1


def test_a_level_without_noise_plays_its_best_evaluation() -> None:
    for state in random_positions(2, 4, 30):
        scores = [verdict.score for verdict in ask(2, state, 5)]
        assert scores[0] == pytest.approx(max(scores))


@pytest.mark.parametrize("level", [4, 5])
def test_an_immediate_win_is_certain(level: int) -> None:
    state = position_with("RRG", "R", "5 7 7 7 7 7", "0 0 0 0 0 0")
    best = ask(2, state, level)[0]
    assert (best.decision, best.chance) == (Score(), 1)
    assert best.lowest == pytest.approx(7)


@pytest.mark.parametrize("level", [3, 4, 5])
def test_no_good_level_draws_when_every_tile_is_a_bust(level: int) -> None:
    state = position_with("RGGB", "RGB", "1 2 0 3 1 0", "2 1 1 1 0 1")
    assert ask(2, state, level)[0].decision == Score()


def test_the_last_chance_is_taken() -> None:
    """The next seat wins by a free score; green, though it rarely comes, earns a bonus turn."""
    state = position_with("YGP", "Y", "7 7 4 6 7 7", "7 7 7 7 7 6")
    assert bust_chance(state) > 0.6
    assert ask(2, state, 3)[0].decision == Score()
    draw, score = ask(2, state, 5)
    assert (draw.decision, score.decision, score.chance) == (Draw(), Score(), 0)
    assert draw.score > 0


def test_a_budget_of_zero_is_answered_without_looking_ahead() -> None:
    state = random_positions(2, 9, 5)[-1]
    rules = TileChallenge(2)
    at_once = ask(2, state, 5, Budget(playouts=0))
    assert at_once == ask(2, state, 5, Budget(seconds=0))
    assert at_once != ask(2, state, 5)
    assert {verdict.decision for verdict in at_once} == set(rules.legal(state))


def test_the_chance_of_a_bust_counts_the_pool() -> None:
    state = position_with("YGB", "", "0 0 0 0 0 0", "0 0 0 0 0 0")
    assert bust_chance(state) == pytest.approx(63 / 123)  # R, O and P
    state = position_with("YGB", "Y", "0 0 0 0 0 0", "0 0 0 0 0 0")
    assert bust_chance(state) == pytest.approx(1 - 40 / 122)  # only G and B are safe
    assert bust_chance(replace(state, pool="")) == 0


def wins(players: int, ways: tuple[int, int], blurs: tuple[float, float], games: int) -> float:
    """How often one player of the first way wins against the others, all seats in turn."""
    rules = TileChallenge(players)
    stored = weights.load_arrays(f"tiles-{players}")
    judge = new_evaluator(Net(stored["shape"], stored["weights"]))
    turn_tables = new_turn_table(players), new_turn_table(players)
    rng, won = seeded(players), 0
    for i in range(games):
        seat, start = i % players, i // players % players
        way, blur = np.full(players, ways[1]), np.full(players, blurs[1], np.float32)
        way[seat], blur[seat] = ways[0], blurs[0]
        flat = flatten(rules, rules.new(start))
        won += play_out(flat, way, blur, *turn_tables, judge, rng) == seat
    return won / games


@pytest.mark.parametrize(("players", "least"), [(2, 0.60), (3, 0.37), (4, 0.27)])
def test_the_net_beats_the_greedy_player(players: int, least: float) -> None:
    assert wins(players, (NET, GAIN), (0, 0), 400) > least


def test_even_the_newcomer_beats_random_play() -> None:
    rules, rng, won = TileChallenge(2), Random(1), 0
    for i in range(30):
        state = after_chance(rules, rules.new(i % 2), rng)
        while state.ending is None:
            if state.seat == 0:
                decision = ask(2, state, 1, seed=rng.randrange(2**32))[0].decision
            else:
                decision = at_random(rules, state, rng)
            state = after_chance(rules, rules.apply(state, decision), rng)
        won += state.seat == 0
    assert won > 18


def test_training_gives_the_same_net_with_other_threads_and_after_resuming() -> None:
    alone = training.TilesRun.start(Job("tiles", 3), seed=1, threads=1)
    for _ in range(4):
        alone.step()
    other = training.TilesRun.start(Job("tiles", 3), seed=1, threads=2)
    for _ in range(2):
        other.step()
    other = training.TilesRun(Job("tiles", 3), other.checkpoint(), threads=3)
    for _ in range(2):
        other.step()
    assert (other.games, other.progress) == (alone.games, alone.progress)
    for key, array in alone.checkpoint().items():
        assert np.array_equal(array, other.checkpoint()[key]), key
    different = training.TilesRun.start(Job("tiles", 3), seed=2, threads=1)
    assert not np.array_equal(different.weights()["weights"], alone.weights()["weights"])


def test_training_learns_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few steps already tell a position that is nearly won from one that is nearly lost."""
    monkeypatch.setitem(training.PLANNED_STEPS, 2, 80)
    run = training.TilesRun.start(Job("tiles", 2), seed=1, threads=1)
    told = ""
    while run.progress < 1:
        told = run.advance()
    assert told.startswith("640 games")
    stored = run.weights()
    judge, value = new_evaluator(Net(stored["shape"], stored["weights"])), np.zeros(4, "f4")
    ahead, behind = "7 7 7 7 7 6", "1 1 0 2 1 1"
    for rows, seat in (((ahead, behind), 0), ((behind, ahead), 1)):
        state = position_with("RGB", "", *rows)
        evaluate_by_net(flatten(TileChallenge(2), state), judge, value)
        assert value[seat] > 0.65


def test_a_free_score_is_evaluated_for_each_lowest_symbol() -> None:
    state = position_with("RGB", "", "0 1 1 0 1 1", "1 1 1 1 1 1")
    assert {v.decision for v in ask(2, state, 5)} == {Free("R"), Free("G"), Draw()}
