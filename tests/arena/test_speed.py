"""What is measured is what it says; how fast it is, is for people to look at."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from ingenious.bots import LEVELS, Evaluation, Question, players
from ingenious.bots.determinize import determinized_state
from ingenious.kernel.board.position import MAX_MOVES, STATE, new_state, play_randomly
from ingenious.kernel.rng import seeded
from ingenious.perf import speed
from ingenious.perf.machine import machine
from ingenious.perf.speed import QUICK, Effort, Figure, Playouts
from ingenious.record import Dealer, Recorder, redact
from ingenious.rules import game
from testkit.modes import MODES


def test_all_modes_are_measured() -> None:
    assert list(speed.MODES) == MODES


def test_a_rate_counts_calls_by_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, called = 0.0, 0

    def action() -> None:
        nonlocal now, called
        called += 1
        # The first call compiles, the third part of the time is undisturbed.
        now += 100.0 if called == 1 else 0.25 if 6 <= called <= 9 else 0.5

    monkeypatch.setattr("time.process_time", lambda: now)
    assert speed.measure_rate(action, seconds=5.0) == 4.0


def test_a_rate_needs_at_least_one_call() -> None:
    calls: list[None] = []
    assert speed.measure_rate(lambda: calls.append(None), seconds=0.0) > 0
    assert len(calls) == 1 + speed.RATE_PARTS


@pytest.mark.parametrize(("name", "count"), MODES)
def test_random_games_come_to_their_end(name: str, count: int) -> None:
    for dealer in (None, Dealer.of("a game")):
        speed.play_random_game(game(name, count), Random(1), dealer)


def test_the_kernel_plays_as_many_games_as_it_says() -> None:
    rng, states, buffer = seeded(3), np.zeros(1, STATE), np.zeros(MAX_MOVES, np.int32)
    start = new_state("duel", 2)
    alone = sum(play_randomly(states, start, 1, rng, buffer) for _ in range(20))
    assert Playouts("duel", 2, seed=3)(20) == alone


def test_threads_are_compared_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "MODES", ())
    monkeypatch.setattr(speed, "cores", lambda: 3)
    figures = list(speed.measure_kernel(QUICK))
    pace = {figure.threads: figure.value for figure in figures if figure.unit == "per second"}
    scaling = {figure.threads: figure.value for figure in figures if figure.unit == "times"}
    assert list(pace) == list(scaling) == [1, 2, 3]
    assert scaling == {threads: value / pace[1] for threads, value in pace.items()}


@pytest.mark.parametrize(("name", "count"), MODES)
def test_questions_are_what_a_seat_knows(name: str, count: int) -> None:
    rules = game(name, count)
    asked = speed.questions(rules, 12)
    assert len(asked) == 12
    assert len({len(record.log) for record, _ in asked}) > 3  # from all over the game
    for record, seat in asked:
        assert record == redact(record, seat)
        awaited = rules.awaits(determinized_state(record, Random(0).randrange))
        assert awaited is not None
        assert awaited.seat == seat


def test_a_level_is_asked_until_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Question] = []
    now = 0.0

    def think(question: Question) -> Sequence[Evaluation]:
        nonlocal now
        asked.append(question)
        now += 0.5
        return [Evaluation(question.game.legal(question.state)[0], 1.0)]

    monkeypatch.setattr(players, "thinker", lambda game: think)
    monkeypatch.setattr("time.process_time", lambda: now)
    sample = speed.questions(game("cards", 2), 6)
    for effort, number in (
        (Effort(seconds=1.2, rounds=1, decisions=6, fewest=1), 3),
        (Effort(seconds=0.1, rounds=1, decisions=6, fewest=4), 4),
        (Effort(seconds=9.0, rounds=1, decisions=6, fewest=1), 6),
    ):
        assert speed.decision_times(sample, 4, effort) == [500.0] * number
    assert {question.level for question in asked} == {4}


def test_every_level_has_its_mean_and_its_slow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "MODES", (("tiles", 3),))
    monkeypatch.setattr(speed, "warm_up", lambda name, players: None)
    monkeypatch.setattr(
        speed, "decision_times", lambda asked, level, effort: [level, *[0.0] * 18, 9.0]
    )
    figures = list(speed.measure_bots(QUICK))
    assert figures[3:6] == [
        Figure("bots", "mean", 11 / 20, "ms", "tiles", 3, level=2),
        Figure("bots", "95 % below", 9.0, "ms", "tiles", 3, level=2),
        Figure("bots", "sample", 20, "decisions", "tiles", 3, level=2),
    ]
    assert [figure.level for figure in figures] == [level for level in LEVELS for _ in range(3)]


def test_the_opening_lists_every_placement() -> None:
    rules = game("classic", 4)
    recorder = Recorder(rules, ["player"] * 4, start=0, dealer=Dealer.of("bench"))
    number = speed.list_placements(rules, recorder.state)
    assert number == len(rules.legal(recorder.state)) > 1000


def test_nothing_tells_whose_machine_it_is() -> None:
    assert set(machine()) == {"python", "numba", "numpy", "architecture", "cores"}
