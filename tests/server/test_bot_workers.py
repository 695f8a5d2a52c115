"""Bots think in processes of their own: fairly, within limits, and even if processes die."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvloop

from ingenious.bots import LEVELS
from ingenious.rules import PLAYERS
from ingenious.server.bot_workers.fair_queue import Owner
from ingenious.server.bot_workers.pool import BotWorkers
from ingenious.server.bot_workers.worker_pool import NoAnswer
from ingenious.table.view.decision import DecisionDoc
from testkit.bot_questions import (
    OWNER,
    START_TIMEOUT_S,
    THINK_S,
    Run,
    check_legal,
    child_pids,
    has_ended,
    question,
    run,
    started_workers,
    wait_until,
)


@pytest.fixture(scope="module")
def server() -> Iterator["Server"]:
    """One bot process for all tests that do not change it: starting one takes a while."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        observed: list[tuple[int, float]] = []
        bot_workers = BotWorkers(
            1, start_up=START_TIMEOUT_S, observe=lambda *values: observed.append(values)
        )
        runner.run(bot_workers.start())
        assert bot_workers.pids == []  # nothing runs before it is needed
        yield Server(runner.run, bot_workers, observed)
        runner.run(bot_workers.close())


@dataclass(frozen=True)
class Server:
    run: Run
    bot_workers: BotWorkers
    observed: list[tuple[int, float]]


def test_the_server_does_not_import_the_bots() -> None:
    code = (
        "import sys, ingenious.server.app\n"
        "heavy = ('numba', 'numpy', 'ingenious.kernel')\n"
        "print([name for name in sys.modules if name.startswith(heavy)])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert done.stdout.strip() == b"[]"


HINT = {"entry", "move", "chance", "lowest", "points", "measure", "value", "reason", "said"}


def test_every_level_answers_in_every_game_and_hints_have_reasons(server: Server) -> None:
    bot_workers = server.bot_workers

    async def check(name: str, level: int) -> None:
        players = max(PLAYERS[name])
        entry = await bot_workers.decide(OWNER, question(name, players, level=level))
        check_legal(entry, name, players)

    async def check_hints(name: str, count: int) -> None:
        players = max(PLAYERS[name])
        hints = await bot_workers.hints(OWNER, question(name, players, hints=count))
        assert 1 <= len(hints) <= (count or 3)
        for hint in hints:
            assert set(msgspec.to_builtins(hint)) == HINT
            assert hint.reason
            check_legal(hint.entry, name, players)

    async def ask() -> None:
        server.observed.clear()
        restarts = bot_workers.restarts
        await asyncio.gather(
            *(check(name, level) for name in PLAYERS for level in LEVELS),
            check_hints("classic", 0),
            check_hints("dice", 2),
        )
        assert bot_workers.restarts == restarts

    server.run(ask())
    answered = [level for level, _ in server.observed]
    assert [answered.count(level) for level in LEVELS] == [7, 7, 7, 7, 7 + 2]
    assert all(0 < seconds < START_TIMEOUT_S for _, seconds in server.observed)


def test_an_expected_bot_is_loaded_once_in_the_background() -> None:
    async def ask() -> None:
        async with started_workers(1) as bot_workers:
            for _ in range(3):
                bot_workers.expect("duel", 2, 3)
            await asyncio.sleep(0)
            assert (bot_workers.busy, bot_workers.waiting) == (1, 0)
            await wait_until(lambda: not bot_workers.busy)
            (pid,) = bot_workers.pids
            bot_workers.expect("duel", 2, 3)
            await asyncio.sleep(0)
            assert bot_workers.busy == 0
            # A loaded bot answers within the time for a decision.
            before = cpu_of(pid)
            await bot_workers.decide(OWNER, question("duel", level=3, seconds=0.1))
            assert cpu_of(pid) - before < before / 2
            bot_workers.expect("tiles", 2, 3)  # to close does not wait for it

    run(ask())


def test_a_process_that_has_loaded_the_bot_is_preferred() -> None:
    async def ask() -> None:
        used = set[int]()
        async with started_workers(2) as bot_workers:
            bot_workers.expect("duel", 2, 1)
            bot_workers.expect("cards", 2, 1)
            await wait_until(lambda: len(bot_workers.pids) == 2 and not bot_workers.busy)
            for name in ("duel", "cards", "duel", "cards"):
                before = {pid: cpu_of(pid) for pid in bot_workers.pids}
                await bot_workers.decide(OWNER, question(name, level=1, seconds=0.01))
                used |= {pid for pid in before if cpu_of(pid) - before[pid] > LOADING}
        assert not used

    run(ask())


LOADING = 30
"""Hundredths of a second of work that say that something was loaded."""


def cpu_of(pid: int) -> int:
    """The time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_a_process_has_low_priority_and_keeps_no_threads_and_ignores_ctrl_c(
    server: Server,
) -> None:
    async def ask() -> None:
        await server.bot_workers.decide(OWNER, question(level=5))
        (pid,) = server.bot_workers.pids
        status = Path(f"/proc/{pid}/status")
        # The second thread of a search ends a moment after the answer.
        await wait_until(lambda: "Threads:\t1\n" in status.read_text())
        assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
        os.kill(pid, signal.SIGINT)
        await server.bot_workers.decide(OWNER, question(level=5))
        assert server.bot_workers.pids == [pid]

    server.run(ask())


def test_an_invalid_question_gets_no_answer_and_ends_no_process(server: Server) -> None:
    async def ask() -> None:
        bot_workers, right = server.bot_workers, question()
        await bot_workers.decide(OWNER, right)
        pids = bot_workers.pids
        for asked, error in [
            (
                replace(right, seat=1 - right.seat),
                "a record redacted for 1 cannot be redacted for 0",
            ),
            (replace(right, level=9), "level must be one of 1, 2, 3, 4, 5, not 9"),
            (replace(right, record=b"{"), "this is not a record"),
            (replace(right, record=b"[" * 100_000), "this is not a record"),
            (replace(right, record=b"{}"), "this is not a record"),
            (replace(right, record=b'{"game": "classic"}'), "this is not a record"),
            (
                replace(right, record=b'{"game": "classic", "seats": ["Ann", "Ben"]}'),
                "the record has no 'format'",
            ),
        ]:
            with pytest.raises(NoAnswer, match=error):
                await bot_workers.decide(OWNER, asked)
        with pytest.raises(NoAnswer, match="count must be 1 or more, not -1"):
            await bot_workers.hints(OWNER, replace(right, hints=-1))
        pretty = json.dumps(json.loads(right.record), indent=1).encode()
        check_legal(await bot_workers.decide(OWNER, replace(right, record=pretty)), "classic")
        assert bot_workers.pids == pids

    server.run(ask())
    for seconds in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="seconds must be 0 or more"):
            question(seconds=seconds)


def test_many_tables_of_one_address_do_not_delay_others(server: Server) -> None:
    order: list[str] = []
    bot_workers = server.bot_workers

    async def decide(owner: Owner) -> None:
        await bot_workers.decide(owner, question())
        order.append(owner.guest)

    async def ask() -> None:
        await bot_workers.decide(OWNER, question())  # the process runs from here on
        server.observed.clear()
        many = [asyncio.create_task(decide(Owner("here", "many"))) for _ in range(30)]
        await asyncio.sleep(0)
        assert (bot_workers.busy, bot_workers.waiting) == (1, 29)
        few = [asyncio.create_task(decide(Owner("here", "few"))) for _ in range(2)]
        await asyncio.gather(*many, *few)

    server.run(ask())
    assert order[1] == "few"
    # The guest who has used less time is next. How long an answer takes depends on the machine.
    used = {"many": 0.0, "few": 0.0}
    last = len(order) - order[::-1].index("few")
    for guest, (_, seconds) in zip(order[:last], server.observed, strict=False):
        assert used[guest] <= min(used.values()) + 1e-6
        used[guest] += seconds


def test_a_cancelled_question_is_dropped_and_the_next_gets_its_own_answer(server: Server) -> None:
    async def ask() -> None:
        bot_workers = server.bot_workers
        await bot_workers.decide(OWNER, question(level=5))
        pids = bot_workers.pids
        thought = asyncio.create_task(bot_workers.decide(OWNER, question(level=5, seconds=0.5)))
        waits = asyncio.create_task(bot_workers.decide(OWNER, question(level=5)))
        await asyncio.sleep(0.05)
        assert (bot_workers.busy, bot_workers.waiting) == (1, 1)
        waits.cancel()
        thought.cancel()
        await asyncio.wait([waits, thought])
        assert waits.cancelled()
        assert thought.cancelled()
        assert (bot_workers.busy, bot_workers.waiting) == (1, 0)
        for decisions in (4, 5):
            entry = await bot_workers.decide(OWNER, question(decisions=decisions))
            check_legal(entry, "classic", 2, decisions)

        at_once = asyncio.create_task(bot_workers.decide(OWNER, question(level=5)))
        await asyncio.sleep(0)  # a process is chosen for it, but was not asked yet
        at_once.cancel()
        check_legal(await bot_workers.decide(OWNER, question(decisions=6)), "classic", 2, 6)
        assert bot_workers.pids == pids

    server.run(ask())


def test_a_killed_process_is_replaced_and_asked_again(server: Server) -> None:
    async def ask() -> None:
        bot_workers = server.bot_workers
        restarts = bot_workers.restarts
        await bot_workers.decide(OWNER, question(level=5))
        (first,) = bot_workers.pids
        asked = asyncio.create_task(bot_workers.decide(OWNER, question(level=5, seconds=1.0)))
        await asyncio.sleep(0.1)
        os.kill(first, signal.SIGKILL)  # in the middle of its thoughts
        check_legal(await asked, "classic")
        (second,) = bot_workers.pids
        os.kill(second, signal.SIGKILL)  # while it is idle
        await wait_until(lambda: has_ended(second))
        asked = asyncio.create_task(bot_workers.decide(OWNER, question(decisions=3)))
        await wait_until(lambda: bot_workers.pids not in ([], [second]))
        (third,) = bot_workers.pids
        os.kill(third, signal.SIGKILL)  # before it is ready
        check_legal(await asked, "classic", 2, 3)
        assert len({first, second, third, *bot_workers.pids}) == 4
        assert bot_workers.restarts == restarts + 3
        assert all(has_ended(pid) for pid in (first, second, third))

    server.run(ask())


def test_a_question_that_kills_every_process_is_given_up(server: Server) -> None:
    async def ask() -> None:
        bot_workers = server.bot_workers
        asked = asyncio.create_task(bot_workers.decide(OWNER, question(level=5, seconds=1.0)))
        killed = set[int]()
        await asyncio.sleep(0)
        while not asked.done():
            for pid in set(bot_workers.pids) - killed:
                killed.add(pid)
                os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0)
        with pytest.raises(NoAnswer, match="a bot worker: the process ended"):
            await asked
        assert len(killed) == 3
        check_legal(await bot_workers.decide(OWNER, question()), "classic")

    server.run(ask())


def test_no_answer_is_lost_or_swapped_while_processes_die() -> None:
    async def ask() -> None:
        async with started_workers(2) as bot_workers:

            async def check(decisions: int) -> None:
                entry = await bot_workers.decide(OWNER, question(decisions=decisions))
                check_legal(entry, "classic", 2, decisions)

            async def kill() -> None:
                for number in range(3):
                    await asyncio.sleep(0.5)
                    if len(bot_workers.pids) == 2:
                        os.kill(bot_workers.pids[number % 2], signal.SIGKILL)

            killing = asyncio.create_task(kill())
            while not killing.done():
                await asyncio.gather(*(check(decisions) for decisions in range(12)))
            assert bot_workers.restarts > 0

    run(ask())


def test_closing_ends_every_process_at_once() -> None:
    async def ask() -> None:
        async with started_workers(2) as bot_workers:

            def decide(seconds: float, address: str) -> Coroutine[Any, Any, DecisionDoc]:
                return bot_workers.decide(Owner(address), question(level=5, seconds=seconds))

            asked = [asyncio.create_task(decide(60.0, address)) for address in "abcd"]
            await asyncio.sleep(1.5)
            pids = bot_workers.pids
            assert len(pids) == 2
            assert (bot_workers.busy, bot_workers.waiting) == (2, 2)
            began = time.monotonic()
            await bot_workers.close()
            assert time.monotonic() - began < 30  # the questions take a minute
            assert all(has_ended(pid) for pid in pids)
            for outcome in await asyncio.gather(*asked, return_exceptions=True):
                assert isinstance(outcome, NoAnswer)
                assert "the server is shutting down" in str(outcome)
            with pytest.raises(NoAnswer, match="the server is shutting down"):
                await decide(THINK_S, "a")

    run(ask())


def test_closing_while_a_process_starts_leaves_none(run_on_both: Run) -> None:
    async def ask(steps: int) -> None:
        async with started_workers(1) as bot_workers:
            asked = asyncio.create_task(bot_workers.decide(OWNER, question()))
            for _ in range(steps):
                await asyncio.sleep(0)
            await bot_workers.close()
            with pytest.raises(NoAnswer, match="the server is shutting down"):
                await asked

    before = child_pids()
    for steps in (1, 2, 3, 5, 8, 13, 100):
        run_on_both(ask(steps))
    assert child_pids() == before


def test_questions_before_the_start_are_refused() -> None:
    async def ask() -> None:
        with pytest.raises(NoAnswer, match="have not started yet"):
            await BotWorkers(1).decide(OWNER, question())

    run(ask())


SERVER = """
import asyncio, sys
from ingenious.server.bot_workers.fair_queue import Owner
from ingenious.server.bot_workers.pool import BotWorkers, BotQuestion

async def main():
    workers = BotWorkers(1)
    await workers.start()
    record = sys.stdin.buffer.readline()
    asked = BotQuestion(record, int(sys.argv[1]), level=1, seconds=0.02)
    await workers.decide(Owner("here"), asked)
    print(*workers.pids, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_the_processes_of_a_killed_server_exit() -> None:
    asked = question()
    command = [sys.executable, "-c", SERVER, str(asked.seat)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(asked.record + b"\n")
        server.stdin.flush()
        pid = int(server.stdout.readline())
        server.kill()
    run(wait_until(lambda: has_ended(pid)))
