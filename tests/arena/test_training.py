"""Training: it learns, it can be interrupted, it can run on Ray, and it says where it came from."""

from pathlib import Path

import numpy as np
import pytest

from ingenious.arena.training import board, driver
from ingenious.arena.training.board import BoardRun, Plan
from ingenious.arena.training.driver import Job, Settings, jobs_of, train
from ingenious.arena.training.ray_run import merged


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that is done in seconds; steps of a fixed number of games."""
    monkeypatch.setitem(board.PLANS, ("solo", 1), Plan(games=60, trace=0.9, hidden=8, upper=8))
    monkeypatch.setattr(board, "MEMORY", 5_000)
    monkeypatch.setattr(board, "CHUNK", 1.0)
    monkeypatch.setattr(driver, "measure", lambda *_: "measured in a test")


def test_one_thread_gives_the_same_weights_for_the_same_seed() -> None:
    runs = [BoardRun.start("duel", 2, seed=3, threads=1) for _ in range(2)]
    for run in runs:
        run._speed = 1.0  # ten games a step, however fast the machine is
        run.advance()
    assert runs[0].games == runs[1].games == 10
    for key, array in runs[0].weights().items():
        assert np.array_equal(array, runs[1].weights()[key])


def test_it_goes_on_where_it_was_left(tmp_path: Path, short: None) -> None:
    job, settings = Job("solo", 1), Settings(threads=1, folder=tmp_path)
    begun = train(job, settings)
    assert next(begun).line == "begun"
    left = next(begun)
    del begun
    resumed = next(train(job, settings))
    assert resumed.line == "taken up again"
    assert resumed.run.games == left.run.games > 0
    weights = left.run.weights()["weights"]
    assert np.array_equal(resumed.run.weights()["weights"], weights)
    assert next(train(job, Settings(threads=1, folder=tmp_path, fresh=True))).run.games == 0


def test_every_game_has_its_trainings() -> None:
    assert [job.name for job in jobs_of("classic", None)] == ["classic-2", "classic-3", "classic-4"]
    assert [job.name for job in jobs_of("cards", 3)] == ["cards-3"]
    with pytest.raises(ValueError, match="there is no game 'chess'"):
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
    start = BoardRun.start("duel", 2, seed=3, threads=1).checkpoint()
    luck = []
    for number in range(2):
        run = BoardRun.restore("duel", 2, start, threads=1)
        run.reseed(number)
        luck.append(int(run._threads[0].rng[0]))
    assert luck[0] != luck[1]
