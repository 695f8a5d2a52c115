"""`ingenious train`: trains weights and stores how they were trained."""

import json
from pathlib import Path

import numpy as np
import pytest

from ingenious.bots.weights import read_arrays
from ingenious.training import board, order
from ingenious.training.board import Plan
from tests.cli.conftest import Command


@pytest.fixture
def short_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that takes seconds; each of its two steps has enough games to learn from."""
    monkeypatch.setitem(board.PLANS, ("solo", 1), Plan(games=500, trace=0.9, widths=(8, 8, 8, 8)))
    monkeypatch.setattr(board, "MEMORY_SAMPLES", 5_000)
    monkeypatch.setattr(board, "PLANNED_STEPS", 2)
    monkeypatch.setattr(order, "POSITIONS", 20)


def test_the_command_writes_weights_and_their_provenance(
    ingenious: Command, tmp_path: Path, short_plan: None
) -> None:
    out = tmp_path / "new"
    command = ("train", "solo", "--threads", 1, "--out", out, "--checkpoints", tmp_path)
    result = ingenious(*command, "--measure", 2)
    assert result.status == 0
    assert "measured: level 4 ends with a lowest peg of" in result.out
    assert read_arrays(out / "solo-1.npz")["weights"].dtype == np.float32
    report = json.loads((out / "solo-1.json").read_text("utf-8"))
    assert report["command"] == "ingenious train solo --players 1 --seed 1 --threads 1"
    assert report["games"] >= 500
    assert report["strength"].endswith(", 2 games")
    assert [point[0] for point in report["curve"]["error"]] == [250, 500]
    assert [point[0] for point in report["curve"]["strength"]] == [250, 500]
    assert (out / "solo-1.curve.svg").is_file()


def test_a_solved_game_says_that_thorough_makes_no_difference(
    ingenious: Command, tmp_path: Path
) -> None:
    out = tmp_path / "new"
    command = ("train", "dice", "--players", 4, "--threads", 1, "--out", out, "--measure", 0)
    result = ingenious(*command, "--checkpoints", tmp_path, "--thorough")
    assert result.status == 0
    assert "--thorough makes no difference: dice is solved exactly" in result.err
    report = json.loads((out / "dice-4.json").read_text("utf-8"))
    assert report["plan"] == "exact"
    assert "curve" not in report
    assert [file.name for file in sorted(out.iterdir())] == ["dice-4.json", "dice-4.npz"]
    assert "--thorough" not in report["command"]


def test_a_mode_that_does_not_exist_is_refused(ingenious: Command) -> None:
    result = ingenious("train", "duel", "--players", "3")
    assert result.status == 2
    assert "duel is for 2 players, not 3" in result.err


def test_a_finished_training_is_not_resumed(
    ingenious: Command, tmp_path: Path, short_plan: None
) -> None:
    command = ("train", "solo", "--threads", 1, "--out", tmp_path / "new", "--measure", 0)
    assert ingenious(*command, "--checkpoints", tmp_path).status == 0
    again = ingenious(*command, "--checkpoints", tmp_path)
    assert again.err.startswith("solo-1: 0%, begun\n")


@pytest.mark.parametrize("wrong", [("--seed", -1), ("--threads", 0), ("--measure", "x")])
def test_wrong_options_say_what_is_allowed(ingenious: Command, wrong: tuple[object, ...]) -> None:
    result = ingenious("train", "solo", *wrong)
    assert result.status == 2
    assert "expected a whole number, " in result.err
