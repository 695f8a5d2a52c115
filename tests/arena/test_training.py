"""Training: it learns, can be interrupted, can run on Ray, and records its provenance."""

from pathlib import Path

import numpy as np
import pytest

from ingenious.bots.board import load_evaluator
from ingenious.kernel.board.heuristic import THETA
from ingenious.kernel.board.position import new_state
from ingenious.training import board, order
from ingenious.training.board import BoardRun, Plan
from ingenious.training.driver import TrainingOptions, jobs_of, train
from ingenious.training.ray_run import merged
from ingenious.training.run import Job


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that is done in seconds; in each of its two steps there is enough to learn from."""
    plan = Plan(games=500, trace=0.9, widths=(8, 8, 8, 8))
    monkeypatch.setitem(board.PLANS, ("solo", 1), plan)
    monkeypatch.setattr(order, "POSITIONS", 20)
    monkeypatch.setattr(board, "MEMORY_SAMPLES", 5_000)
    monkeypatch.setattr(board, "PLANNED_STEPS", 2)


def trained(seed: int) -> np.ndarray:
    run = BoardRun.start(Job("solo", 1), seed, threads=1)
    before = run.weights()["weights"].copy()
    run.step()
    assert run.games == 250
    after = run.weights()["weights"].copy()
    assert not np.array_equal(before, after), "it has learned nothing"
    return after


def test_one_thread_gives_the_same_weights_for_the_same_seed(short: None) -> None:
    once, again, other = trained(3), trained(3), trained(4)
    assert np.array_equal(once, again)
    assert not np.array_equal(once, other)


def test_it_learns_to_judge(short: None) -> None:
    run = BoardRun.start(Job("solo", 1), 5, threads=1)
    errors = list[float]()
    for _ in range(3):
        run.step()
        assert run.error is not None
        errors.append(run.error)
    assert errors[2] < errors[0] / 2


def test_it_goes_on_where_it_was_left(tmp_path: Path, short: None) -> None:
    job, options = Job("solo", 1), TrainingOptions(threads=1, folder=tmp_path)
    begun = train(job, options)
    assert next(begun).line == "begun"
    left = next(begun)
    del begun
    resumed = next(train(job, options))
    assert resumed.line == "resumed"
    assert resumed.run.games == left.run.games > 0
    weights = left.run.weights()["weights"]
    assert np.array_equal(resumed.run.weights()["weights"], weights)
    other = next(train(job, TrainingOptions(seed=2, threads=1, folder=tmp_path)))
    assert (other.run.games, other.line) == (0, "begun")
    assert next(train(job, options)).run.games == left.run.games
    assert next(train(job, TrainingOptions(threads=1, folder=tmp_path, fresh=True))).run.games == 0


def test_every_game_has_its_trainings() -> None:
    assert [job.name for job in jobs_of("classic", None)] == ["classic-2", "classic-3", "classic-4"]
    assert [job.name for job in jobs_of("cards", 3)] == ["cards-3"]
    with pytest.raises(ValueError, match="unknown game 'chess'"):
        jobs_of("chess", None)


def test_checkpoints_of_several_machines_become_one() -> None:
    before = {"weights": np.zeros(2, np.float32), "counts": np.array([10, 1])}
    after = [
        {"weights": np.array([1, 3], np.float32), "counts": np.array([15, 1])},
        {"weights": np.array([3, 5], np.float32), "counts": np.array([20, 1])},
    ]
    one = merged(before, after)
    assert one["weights"].tolist() == [2, 4]
    assert one["counts"].tolist() == [25, 1]


def test_runs_from_one_checkpoint_play_other_games() -> None:
    job = Job("duel", 2)
    start = BoardRun.start(job, seed=3, threads=1).checkpoint()
    luck = []
    for number in range(2):
        run = BoardRun(job, start, threads=1)
        run.reseed(number)
        luck.append(int(run._threads[0].rng[0]))
    assert luck[0] != luck[1]


def test_the_order_of_the_candidates_is_fitted_to_the_net() -> None:
    evaluator, start = load_evaluator("duel", 2), new_state("duel", 2)
    untrained = evaluator._replace(theta=THETA)
    fitted = order.fit_order(start, untrained, width=8, seed=1)
    features, values = order.observe(start, untrained, 8, seed=2)
    before, after = (order.recall(features, values, w, 12) for w in (THETA, fitted))
    assert after > before + 0.02
    assert after > 0.8
