"""`ingenious bot`: it answers line after line until the input ends."""

import json
import signal
import subprocess
from collections.abc import Callable, Sequence

import pytest

from ingenious.bots import Evaluation, Question, players
from ingenious.bots.engine_protocol import read_answer, write_question
from ingenious.record import redact
from tests.bots.test_players import first_of_all, running
from tests.cli.conftest import Command, Start
from tests.cli.processes import PATIENCE

Typed = Callable[[bytes], None]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """The questions that come to a thinker."""
    questions: list[Question] = []

    def think(question: Question) -> Sequence[Evaluation]:
        questions.append(question)
        return first_of_all(question)

    monkeypatch.setattr(players, "thinker", lambda game: think)
    return questions


def line(seconds: float = 1.0) -> bytes:
    record, seat = running("duel", 2)
    return write_question(redact(record, seat), seat, seconds).encode() + b"\n"


def test_it_answers_every_line(ingenious: Command, typed: Typed, asked: list[Question]) -> None:
    record, seat = running("duel", 2)
    typed(line() + b"\nnonsense\n\xff\n" + line())
    ran = ingenious("bot", "--level", 4)
    first, blank, second, third, last = map(json.loads, ran.out.splitlines())
    assert (ran.status, ran.err) == (0, "")
    assert first == last
    assert list(blank) == list(second) == list(third) == ["error"]
    read_answer(json.dumps(first), record.game, seat)
    assert [question.level for question in asked] == [4, 4]


def test_time_playouts_and_seed(ingenious: Command, typed: Typed, asked: list[Question]) -> None:
    for arguments in (["--playouts", 9], ["--seed", "a"], ["--seed", "a"], ["--seed", "b"]):
        typed(line(seconds=0.5))
        assert ingenious("bot", "--level", 1, *arguments).status == 0
    limits = [(question.budget.seconds, question.budget.playouts) for question in asked]
    assert limits == [(0.5, 9), (0.5, None), (0.5, None), (0.5, None)]
    seeds = [question.seed for question in asked]
    assert seeds[1] == seeds[2]
    assert len(set(seeds)) == 3


@pytest.mark.parametrize(
    "arguments", [[], ["--level", 0], ["--level", 6], ["--level", 1, "--playouts", "-1"]]
)
def test_wrong_use(arguments: list[object], ingenious: Command) -> None:
    wrong = ingenious("bot", *arguments)
    assert (wrong.status, wrong.out) == (2, "")
    assert "usage: ingenious bot" in wrong.err


def test_each_answer_comes_at_once_and_an_interruption_is_quiet(started: Start) -> None:
    process = started("bot", "--level", 1, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    for _ in range(2):
        process.stdin.write(b"{}\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"error": "the question has no 'record'"}
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told) == (130, b"")
