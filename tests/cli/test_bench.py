"""`ingenious bench`: tables for people, a JSON object for programs."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from ingenious.bots import LEVELS, Evaluation, Question, players
from ingenious.perf import speed
from ingenious.perf.machine import machine
from tests.cli.conftest import Command

TWO_MODES = (("classic", 2), ("cards", 3))


@pytest.fixture(autouse=True)
def two_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measures two modes instead of all, with a trivial bot."""

    def think(question: Question) -> Sequence[Evaluation]:
        return [Evaluation(question.game.legal(question.state)[0], 1.0)]

    monkeypatch.setattr(speed, "MODES", TWO_MODES)
    monkeypatch.setattr(speed, "warm_up", lambda name, players: None)
    monkeypatch.setattr(players, "thinker", lambda game: think)


def bench_report(ingenious: Command, *parts: str) -> dict[str, Any]:
    ran = ingenious("bench", *parts, "--quick", "--json")
    assert (ran.status, ran.err) == (0, "")
    (line,) = ran.out.splitlines()
    report: dict[str, Any] = json.loads(line)
    return report


def test_the_json_report_has_all_figures_and_all_are_positive(ingenious: Command) -> None:
    report = bench_report(ingenious)
    assert list(report) == ["machine", "quick", "figures"]
    assert report["machine"] == machine()
    assert report["quick"] is True
    assert all(figure["value"] > 0 and figure["unit"] for figure in report["figures"])
    keys = [
        tuple(figure.get(name) for name in ("part", "what", "game", "players", "level", "threads"))
        for figure in report["figures"]
    ]
    assert len(set(keys)) == len(keys)
    engine = ("random games", "with a dealer", "records verified")
    bots = ("mean", "95 % below", "sample")
    assert {
        *(("engine", what, *mode, None, None) for mode in TWO_MODES for what in engine),
        ("engine", "opening placements with gains", "classic", 4, None, None),
        ("kernel", "random games", "classic", 2, None, None),
        ("kernel", "random games", "classic", 2, None, 1),
        ("kernel", "random games", "classic", 2, None, 2),
        ("kernel", "scaling", "classic", 2, None, 2),
        *(
            ("bots", what, *mode, level, None)
            for mode in TWO_MODES
            for level in LEVELS
            for what in bots
        ),
    } <= set(keys)


def test_one_part_can_be_measured(ingenious: Command) -> None:
    for part in speed.MEASUREMENTS:
        assert {figure["part"] for figure in bench_report(ingenious, part)["figures"]} == {part}


def test_tables(ingenious: Command) -> None:
    ran = ingenious("bench", "--quick")
    assert (ran.status, ran.err) == (0, "")
    for words in ("numba", "records verified", "2 threads", "5 Master", "classic 2", "cards 3"):
        assert words in ran.out


def test_an_unknown_part_is_refused(ingenious: Command) -> None:
    ran = ingenious("bench", "engine", "net")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "ingenious bench: cannot measure 'net'; the parts are engine, kernel, bots\n"
    )


def test_missing_weights_are_reported(ingenious: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def think(question: Question) -> Sequence[Evaluation]:
        raise FileNotFoundError("there are no weights")

    monkeypatch.setattr(players, "thinker", lambda game: think)
    ran = ingenious("bench", "bots", "--quick")
    assert (ran.status, ran.out, ran.err) == (2, "", "ingenious: there are no weights\n")
