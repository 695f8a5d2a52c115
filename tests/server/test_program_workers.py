"""Programs of others as thinkers: one process each, asked in turn, and whatever they do."""

import asyncio
import os
import re
import shlex
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from ingenious.position import Position
from ingenious.record import Record, parse
from ingenious.server.bot_workers.fair_queue import Busy, Owner
from ingenious.server.bot_workers.pool import BotWorkers
from ingenious.server.bot_workers.worker_pool import NoAnswer
from ingenious.table.view.decision import DecisionDoc
from testkit.bot_questions import (
    OWNER,
    START_TIMEOUT_S,
    Run,
    check_legal,
    has_ended,
    question,
    run,
    started_workers,
    wait_until,
)

# As tiles to swap, the answers carry what the tests want to know.
PROGRAM = """
import json, os, subprocess, sys, time
from pathlib import Path

def answer(values):
    return {"entry": {"seat": values["seat"], "swap": [str(os.getpid()), str(values["seconds"])]}}

def say(values):
    print(json.dumps(values), flush=True)

mark = Path(sys.argv[1])
first = not mark.exists()
mark.touch()
for line in sys.stdin:
    values = json.loads(line)
    if first:
        exec(sys.argv[2])
    else:
        say(answer(values))
"""


PATIENT_S = 20.0
"""For programs that answer at once. A busy machine may need longer than `THINK_S` for that."""


def pid_of(answer: DecisionDoc) -> int:
    """The process that a program names in its answer."""
    assert answer.swap
    return int(answer.swap[0])


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """The command of a program of which the first process does something else."""
    file = tmp_path / "a program.py"
    file.write_text(PROGRAM)
    numbers = count()

    def command(instead: str = "say(answer(values))") -> str:
        mark = tmp_path / f"mark {next(numbers)}"
        return shlex.join([sys.executable, str(file), str(mark), instead])

    return command


def test_a_program_is_one_process_that_answers_one_question_at_a_time(
    program: Callable[[], str], run_on_both: Run
) -> None:
    observed: list[tuple[int, float]] = []

    async def ask() -> None:
        programs = {"theirs": program(), "other": program()}
        async with started_workers(
            1, programs, observe=lambda *told: observed.append(told)
        ) as bot_workers:
            asked = question(program="theirs", seconds=PATIENT_S)
            entries = await asyncio.gather(*(bot_workers.decide(OWNER, asked) for _ in range(20)))
            (pid,) = bot_workers.pids
            told = DecisionDoc(seat=asked.seat, swap=(str(pid), str(PATIENT_S)))
            assert entries == [told] * 20
            entry = await bot_workers.decide(OWNER, question(program="other"))
            assert bot_workers.pids == [pid, pid_of(entry)]
            with pytest.raises(NoAnswer, match="the host has no program named 'nobody'"):
                await bot_workers.decide(OWNER, question(program="nobody"))

    run_on_both(ask())
    assert [level for level, _ in observed] == [0] * 21


def test_too_many_questions_are_refused(program: Callable[[], str]) -> None:
    async def ask() -> None:
        async with started_workers(1, {"theirs": program()}, max_waiting=3) as bot_workers:

            def decide(owner: Owner) -> "asyncio.Task[DecisionDoc]":
                asked = question(program="theirs", seconds=PATIENT_S)
                return asyncio.create_task(bot_workers.decide(owner, asked))

            many = [decide(Owner("here", "many")) for _ in range(6)]
            await asyncio.sleep(0)
            assert (bot_workers.busy, bot_workers.waiting) == (1, 3)
            await decide(Owner("here", "few"))
            outcomes = await asyncio.gather(*many, return_exceptions=True)
            refused = [isinstance(outcome, Busy) for outcome in outcomes]
            assert refused == [False, False, False, True, True, True]

    run(ask())


def test_a_program_need_not_know_the_rules(program: Callable[[str], str]) -> None:
    chooses = "say({'entry': values['legal'][-1]})"
    tells = "say({'entry': {'seat': 0, 'swap': [values['position']]}})"

    async def ask() -> None:
        async with started_workers(1, {"any": program(chooses), "at": program(tells)}) as workers:
            asked = question(program="any", seconds=PATIENT_S)
            check_legal(await workers.decide(OWNER, asked), "classic")
            entry = await workers.decide(OWNER, replace(asked, program="at"))
            record = parse(asked.record.decode())
            assert isinstance(record, Record)
            assert entry.swap == (Position.of(record).line,)
            with pytest.raises(NoAnswer, match="this is not a record of a game: this is not JSON"):
                await workers.decide(OWNER, replace(asked, record=b"{"))

    run(ask())


def test_our_own_bot_command_can_be_a_program() -> None:
    command = shlex.join([sys.executable, "-m", "ingenious", "bot", "--level", "1"])

    async def ask() -> None:
        async with started_workers(1, {"ours": command}) as bot_workers:
            for decisions in (7, 8):
                asked = question(decisions=decisions, program="ours", seconds=PATIENT_S)
                check_legal(await bot_workers.decide(OWNER, asked), "classic", 2, decisions)
            asked = question(program="ours")
            with pytest.raises(
                NoAnswer, match="ours: it reported an error: 'a record redacted for "
            ):
                await bot_workers.decide(OWNER, replace(asked, seat=1 - asked.seat))

    run(ask())


BROKEN = {
    "print('hello', flush=True)": r"its answer is invalid \(.*\): 'hello'",
    "print('[' * 50_000, flush=True)": "its answer is invalid",
    "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()": "its answer is invalid",
    "print(flush=True)": "its answer is invalid",
    "say([1])": "its answer is invalid",
    "say({'entry': 7})": "its answer is invalid",
    "say({'entry': {'keep': True}})": "its answer is invalid",
    "say({})": "its answer has no 'entry'",
    "say({'hints': []})": "its answer has no 'entry'",
    "say({'error': 'no idea'})": "it reported an error: 'no idea'",
    "print('x' * 70_000, flush=True)": "its answer is longer than 65536 bytes",
    "while True: print('x' * 99, flush=True)": "longer than 65536 bytes|answer is invalid",
    "sys.exit()": "the process ended$",
    "sys.exit('no more tiles')": "the process ended: no more tiles$",
    "sys.stderr.write('half a word'); os._exit(1)": "the process ended: half a word$",
}
SLOW = {
    "time.sleep(60)": r"no answer after 7\.6 seconds",
    "os.close(0); time.sleep(60)": r"no answer after 7\.6 seconds",
    "os.close(1); time.sleep(60)": r"the process ended|no answer after 7\.6 seconds",
}


@pytest.mark.parametrize(("programs", "start_up"), [(BROKEN, START_TIMEOUT_S), (SLOW, 6.0)])
def test_a_program_that_fails_is_restarted_for_the_next_question(
    programs: dict[str, str],
    start_up: float,
    program: Callable[[str], str],
    run_on_both: Run,
) -> None:
    async def ask() -> None:
        commands = {name: program(name) for name in programs}
        async with started_workers(1, commands, start_up=start_up) as bot_workers:

            async def check(name: str, error: str) -> None:
                with pytest.raises(NoAnswer, match=f"^{re.escape(name)}: .*({error})"):
                    await bot_workers.decide(OWNER, question(program=name))
                asked = question(program=name, seconds=PATIENT_S)
                entry = await bot_workers.decide(OWNER, asked)
                assert pid_of(entry) in bot_workers.pids

            await asyncio.gather(*(check(*row) for row in programs.items()))
            assert len(bot_workers.pids) == bot_workers.restarts == len(programs)

    run_on_both(ask())


def test_an_answer_before_a_fault_still_counts(
    program: Callable[[str], str], run_on_both: Run
) -> None:
    async def ask() -> None:
        commands = {
            "one move": program("say(answer(values)); sys.exit()"),
            "an echo": program("say(answer(values)); say(answer(values))"),
            "noise": program("say(answer(values)); sys.stderr.write('x' * 10**6 + '\\n' * 1000)"),
        }
        async with started_workers(1, commands) as bot_workers:
            for name in commands:
                for turn in range(3):
                    await bot_workers.decide(OWNER, question(program=name, seconds=PATIENT_S))
                    if turn == 0:  # only the first process misbehaves
                        await asyncio.sleep(1)  # for what it does after the answer
            assert bot_workers.restarts == 2

    run_on_both(ask())


def test_a_program_does_not_inherit_the_secrets_of_the_server(
    program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INGENIOUS_SECRET", "it signs our cookies")
    monkeypatch.setenv("INGENIOUS_CACHE", "where compiled code is kept")

    async def ask() -> None:
        known = "[f'{n}={v}' for n, v in os.environ.items() if n.startswith('INGEN')]"
        tells = f"say({{'entry': {{'seat': 0, 'swap': {known}}}}})"
        async with started_workers(1, {"theirs": program(tells)}) as bot_workers:
            entry = await bot_workers.decide(OWNER, question(program="theirs", seconds=PATIENT_S))
            assert entry.swap == ("INGENIOUS_CACHE=where compiled code is kept",)

    run(ask())


def test_a_missing_program_is_reported(run_on_both: Run) -> None:
    async def ask() -> None:
        async with started_workers(1, {"theirs": "./no such program"}) as bot_workers:
            for _ in range(2):
                with pytest.raises(NoAnswer, match=r"cannot start \./no: No such file"):
                    await bot_workers.decide(OWNER, question(program="theirs"))

    run_on_both(ask())


@pytest.mark.parametrize(
    ("command", "error"),
    [("", "program 'theirs' has no command"), ("a 'b", "is invalid: No closing quotation")],
)
def test_an_invalid_command_line_is_refused(command: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        BotWorkers(1, {"theirs": command})


@pytest.mark.parametrize("escapes", [False, True])
def test_child_processes_of_a_program_end_with_it(
    escapes: bool, program: Callable[[str], str], run_on_both: Run
) -> None:
    starts = (
        f"child = subprocess.Popen(['sleep', '20'], start_new_session={escapes});"
        "say({'entry': {'seat': 0, 'swap': [str(child.pid)]}})"
    )

    async def ask() -> None:
        async with started_workers(1, {"theirs": program(starts)}) as bot_workers:
            asked = question(program="theirs", seconds=PATIENT_S)
            child = pid_of(await bot_workers.decide(OWNER, asked))
        if escapes:  # it goes its own way, with our pipes, and still we could close
            assert not has_ended(child)
            os.kill(child, signal.SIGKILL)
        await wait_until(lambda: has_ended(child))

    run_on_both(ask())
