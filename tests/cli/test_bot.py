"""`ingenious bot`: answers one question per line until the input ends."""

import json
import signal
import subprocess
from collections.abc import Sequence

import pytest

from ingenious.bots import Evaluation, Question, players
from ingenious.bots.engine_protocol import read_answer, write_question
from ingenious.record import redact
from testkit.bot_questions import full_state_bot
from testkit.records import unfinished_record
from tests.cli.conftest import Command, SetStdin, Start
from tests.cli.processes import TIMEOUT_S


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """The questions that the bot is asked."""
    questions: list[Question] = []

    def think(question: Question) -> Sequence[Evaluation]:
        questions.append(question)
        return full_state_bot(question)

    monkeypatch.setattr(players, "thinker", lambda game: think)
    return questions


def question_line(seconds: float = 1.0) -> bytes:
    record, seat = unfinished_record("duel", 2)
    return write_question(redact(record, seat), seat, seconds).encode() + b"\n"


def test_it_answers_every_line(
    ingenious: Command, set_stdin: SetStdin, asked: list[Question]
) -> None:
    record, seat = unfinished_record("duel", 2)
    set_stdin(question_line() + b"\nnonsense\n\xff\n" + question_line())
    ran = ingenious("bot", "--level", 4)
    first, blank, second, third, last = map(json.loads, ran.out.splitlines())
    assert (ran.status, ran.err) == (0, "")
    assert first == last
    assert list(blank) == list(second) == list(third) == ["error"]
    read_answer(json.dumps(first), record.game, seat)
    assert [question.level for question in asked] == [4, 4]


def test_the_time_limit_playouts_and_seed_are_passed_on(
    ingenious: Command, set_stdin: SetStdin, asked: list[Question]
) -> None:
    for arguments in (["--playouts", 9], ["--seed", "a"], ["--seed", "a"], ["--seed", "b"]):
        set_stdin(question_line(seconds=0.5))
        assert ingenious("bot", "--level", 1, *arguments).status == 0
    limits = [(question.budget.seconds, question.budget.playouts) for question in asked]
    assert limits == [(0.5, 9), (0.5, None), (0.5, None), (0.5, None)]
    seeds = [question.seed for question in asked]
    assert seeds[1] == seeds[2]
    assert len(set(seeds)) == 3


@pytest.mark.parametrize(
    "arguments", [[], ["--level", 0], ["--level", 6], ["--level", 1, "--playouts", "-1"]]
)
def test_wrong_options_are_refused(arguments: list[object], ingenious: Command) -> None:
    wrong = ingenious("bot", *arguments)
    assert (wrong.status, wrong.out) == (2, "")
    assert "usage: ingenious bot" in wrong.err


def test_answers_are_flushed_and_an_interruption_prints_nothing(start_command: Start) -> None:
    process = start_command("bot", "--level", 1, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    for _ in range(2):
        process.stdin.write(b"{}\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"error": "the question has no 'record'"}
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, stderr) == (130, b"")
