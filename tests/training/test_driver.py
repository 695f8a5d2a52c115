"""Driving a run to its end: its curve and its plan survive an interruption, and are written."""

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import ingenious
from ingenious.kernel.jit import PACKAGE, _imported
from ingenious.training import curve, driver, ray_run
from ingenious.training.driver import TrainingOptions, jobs_of, train
from ingenious.training.run import THOROUGH_FACTOR, Job
from tests.training.conftest import JOB, STEPS

THOROUGH = Job(JOB.game, JOB.players, is_thorough=True)

pytestmark = pytest.mark.usefixtures("short_plan")


def test_the_curve_survives_an_interruption(tmp_path: Path) -> None:
    options = TrainingOptions(threads=1, folder=tmp_path)
    *_, left = islice(train(JOB, options), 5)  # the start and four steps
    assert len(left.curve.errors) == 4
    resumed, *_, last = train(JOB, options)
    assert resumed.line == "resumed"
    assert resumed.curve == left.curve
    assert last.curve.errors[:4] == left.curve.errors
    assert [point.games for point in last.curve.errors] == [8 * (i + 1) for i in range(STEPS)]
    assert all(point.error > 0 for point in last.curve.errors)
    seconds = [point.seconds for point in last.curve.errors]
    assert seconds == sorted(seconds)
    assert seconds[-1] == pytest.approx(last.seconds)


def test_an_interrupted_run_learns_what_another_learns(tmp_path: Path) -> None:
    *_, whole = train(JOB, TrainingOptions(threads=1, folder=tmp_path / "whole"))
    options = TrainingOptions(threads=1, folder=tmp_path / "parts")
    list(islice(train(JOB, options), 4))
    *_, last = train(JOB, options)
    errors = [[point.error for point in run.curve.errors] for run in (whole, last)]
    assert errors[0] == pytest.approx(errors[1])
    assert np.array_equal(whole.run.weights()["weights"], last.run.weights()["weights"])


def test_the_strength_is_measured_on_the_way_and_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curve, "MEASURED_AT", (0.5, 1.0))
    monkeypatch.setattr(driver, "QUICK_GAMES", 2)
    options = TrainingOptions(threads=1, folder=tmp_path, measured_games=6)
    training = train(JOB, options)
    half = next(now for now in training if now.curve.strengths)
    *_, last = train(JOB, options)
    assert last.curve.strengths[:1] == half.curve.strengths, "it was measured again"
    measured = [(point.progress, point.strength.games) for point in last.curve.strengths]
    assert measured == [(0.5, 3), (1.0, 6)]  # a deal is played from each of three seats
    assert all(p.strength.low <= p.strength.value <= p.strength.high for p in last.curve.strengths)


def test_a_run_on_another_machine_reports_its_error() -> None:
    checkpoint = driver.run_type(JOB).first_checkpoint(JOB, seed=1)
    after, error, line = ray_run._step(JOB, checkpoint, 1)
    assert after["counts"].tolist() == [ray_run.STEPS_BETWEEN_AVERAGES] * 2
    assert error is not None
    assert error > 0
    assert "mean squared error" in line
    assert ray_run.mean_error([error, None, 3 * error]) == pytest.approx(2 * error)
    assert ray_run.mean_error([None]) is None


def test_thorough_plans_are_longer() -> None:
    for usual, thorough in zip(
        jobs_of("tiles", None), jobs_of("tiles", None, is_thorough=True), strict=True
    ):
        runs = [driver.run_type(job).start(job, 1, 1) for job in (usual, thorough)]
        assert runs[1].planned == THOROUGH_FACTOR * runs[0].planned
        assert usual.name == thorough.name
    for job in (Job("duel", 2, True), Job("cards", 2, True)):
        usual_run = driver.run_type(job).start(Job(job.game, job.players), 1, 1)
        thorough_run = driver.run_type(job).start(job, 1, 1)
        assert thorough_run.planned == THOROUGH_FACTOR * usual_run.planned


def test_the_plans_of_a_net_have_separate_checkpoints(tmp_path: Path) -> None:
    options = TrainingOptions(threads=1, folder=tmp_path)
    for job, steps in ((JOB, 2), (THOROUGH, 3)):
        list(islice(train(job, options), 1 + steps))
    games = [next(train(job, options)).run.games for job in (JOB, THOROUGH)]
    assert games == [2 * 8, 3 * 8 * 2]  # a fiftieth of the thorough plan is two steps


def test_a_checkpoint_of_another_plan_or_source_is_not_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = TrainingOptions(threads=1, folder=tmp_path)
    list(islice(train(JOB, options), 2))
    file = driver.checkpoint_file(JOB, options)
    saved = file.read_bytes()
    driver.checkpoint_file(THOROUGH, options).write_bytes(saved)
    other_plan = next(train(THOROUGH, options))
    assert (other_plan.run.games, other_plan.line[:10]) == (0, "started ov")
    monkeypatch.setitem(driver.SOURCES, driver.run_type(JOB), "another source")
    other_source = next(train(JOB, options))
    assert (other_source.run.games, other_source.line[:10]) == (0, "started ov")


@pytest.mark.parametrize("game", ["classic", "cards", "dice", "tiles"])
def test_the_hash_of_the_source_includes_all_compiled_code_of_a_run(game: str) -> None:
    """Otherwise a run could be resumed with other self-play or other inputs of its net."""
    kind = driver.run_type(Job(game, 2))
    program = (
        f"import sys, {kind.__module__}\n"
        "for name, module in sys.modules.items():\n"
        "    if name.startswith('ingenious.kernel'): print(module.__file__)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = {Path(line) for line in done.stdout.splitlines() if not line.endswith("__init__.py")}
    assert PACKAGE / "kernel" / "jit.py" in loaded
    assert loaded <= _imported(Path(str(sys.modules[kind.__module__].__file__)))


def test_a_finished_run_says_how_its_weights_were_made(tmp_path: Path) -> None:
    options = TrainingOptions(seed=7, threads=1, folder=tmp_path)
    *_, last = train(JOB, options)
    file = driver.finish(JOB, last, options, tmp_path / "out", "ingenious train tiles")
    provenance = json.loads(file.with_suffix(".json").read_text("utf-8"))
    drawn = (tmp_path / "out" / "tiles-3.curve.svg").read_text("utf-8")
    assert drawn.startswith("<svg")
    assert provenance.pop("curve") == last.curve.to_json()
    assert provenance.pop("seconds") == round(last.seconds)
    assert len(provenance.pop("source")) == 16
    assert provenance == {
        "command": "ingenious train tiles",
        "plan": "usual",
        "games": 8 * STEPS,
        "seed": 7,
        "threads": 1,
        "version": ingenious.__version__,
        "strength": "not measured",
    }
    assert not driver.checkpoint_file(JOB, options).exists()


def test_a_solved_game_has_only_the_usual_plan() -> None:
    assert jobs_of("dice", None, is_thorough=True) == jobs_of("dice", None)
