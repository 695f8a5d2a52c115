"""`ingenious bench`: tables for people, one JSON object for programs."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from ingenious.bots import LEVELS, Evaluation, Question, players
from ingenious.perf import speed
from ingenious.perf.machine import machine
from tests.cli.conftest import Command

TWO = (("classic", 2), ("cards", 3))


@pytest.fixture(autouse=True)
def two_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two modes stand for all, and one thinker for all bots."""

    def think(question: Question) -> Sequence[Evaluation]:
        return [Evaluation(question.game.legal(question.state)[0], 1.0)]

    monkeypatch.setattr(speed, "MODES", TWO)
    monkeypatch.setattr(speed, "warm_up", lambda name, players: None)
    monkeypatch.setattr(players, "thinker", lambda game: think)


def measured(ingenious: Command, *parts: str) -> dict[str, Any]:
    ran = ingenious("bench", *parts, "--quick", "--json")
    assert (ran.status, ran.err) == (0, "")
    (line,) = ran.out.splitlines()
    told: dict[str, Any] = json.loads(line)
    return told


def test_json_has_everything_and_only_positive_figures(ingenious: Command) -> None:
    told = measured(ingenious)
    assert list(told) == ["machine", "quick", "figures"]
    assert told["machine"] == machine()
    assert told["quick"] is True
    assert all(figure["value"] > 0 and figure["unit"] for figure in told["figures"])
    keys = [
        tuple(figure.get(name) for name in ("part", "what", "game", "players", "level", "threads"))
        for figure in told["figures"]
    ]
    assert len(set(keys)) == len(keys)
    engine = ("random games", "with a dealer", "records verified")
    bots = ("mean", "95 % below", "sample")
    assert {
        *(("engine", what, *mode, None, None) for mode in TWO for what in engine),
        ("engine", "opening placements with gains", "classic", 4, None, None),
        ("kernel", "random games", "classic", 2, None, None),
        ("kernel", "random games", "classic", 2, None, 1),
        ("kernel", "random games", "classic", 2, None, 2),
        ("kernel", "scaling", "classic", 2, None, 2),
        *(("bots", what, *mode, level, None) for mode in TWO for level in LEVELS for what in bots),
    } <= set(keys)


def test_a_part_alone(ingenious: Command) -> None:
    for part in speed.MEASUREMENTS:
        assert {figure["part"] for figure in measured(ingenious, part)["figures"]} == {part}


def test_tables(ingenious: Command) -> None:
    ran = ingenious("bench", "--quick")
    assert (ran.status, ran.err) == (0, "")
    for words in ("numba", "records verified", "2 threads", "5 Master", "classic 2", "cards 3"):
        assert words in ran.out


def test_an_unknown_part(ingenious: Command) -> None:
    ran = ingenious("bench", "engine", "net")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "ingenious bench: cannot measure 'net'; the parts are engine, kernel, bots\n"
    )


def test_missing_weights_are_told(ingenious: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def think(question: Question) -> Sequence[Evaluation]:
        raise FileNotFoundError("there are no weights")

    monkeypatch.setattr(players, "thinker", lambda game: think)
    ran = ingenious("bench", "bots", "--quick")
    assert (ran.status, ran.out, ran.err) == (2, "", "ingenious: there are no weights\n")
