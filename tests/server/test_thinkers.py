"""Bots think in processes of their own: fairly, within bounds, and whatever happens to them."""

import asyncio
import gc
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvloop

from ingenious.bots import LEVELS
from ingenious.record import Dealer, Record, Recorder, redact, replay, to_json
from ingenious.record.entries import read_decision
from ingenious.rules import PLAYERS, game
from ingenious.server.thinkers import Busy, NoAnswer, Question, Thinkers
from ingenious.server.thinkers.fairness import FairQueue
from tests.modes import at_random

PATIENCE = 300.0
"""Seconds to get ready; on a machine where nothing is compiled yet it may take that long."""

LITTLE = 0.2
LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}

Run = Callable[[Coroutine[Any, Any, None]], None]


def run_on(loop: str, coroutine: Coroutine[Any, Any, None]) -> None:
    """Run it as the server would, and let everything that it forgot to close complain."""
    with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        runner.run(coroutine)
    gc.collect()


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    run_on("uvloop", coroutine)


@pytest.fixture(params=LOOPS)
def run_on_both(request: pytest.FixtureRequest) -> Run:
    return lambda coroutine: run_on(request.param, coroutine)


@asynccontextmanager
async def thinking(*arguments: Any, **options: Any) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(*arguments, **{"start_up": PATIENCE} | options)
    await thinkers.start()
    try:
        yield thinkers
    finally:
        await thinkers.close()
    assert thinkers.busy == thinkers.waiting == 0
    assert thinkers.pids == []


@pytest.fixture(scope="module")
def server() -> Iterator["Server"]:
    """A server with one process, for tests that leave it as it was; to start one takes a while."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        observed: list[tuple[int, float]] = []
        thinkers = Thinkers(1, start_up=PATIENCE, observe=lambda *told: observed.append(told))
        runner.run(thinkers.start())
        assert thinkers.pids == []  # nothing runs before it is needed
        yield Server(runner.run, thinkers, observed)
        runner.run(thinkers.close())


@dataclass(frozen=True)
class Server:
    run: Run
    thinkers: Thinkers
    observed: list[tuple[int, float]]


@cache
def running(name: str, players: int, decisions: int = 9) -> tuple[Record, int]:
    """A game in which a seat has to decide, and the seat."""
    rules, rng = game(name, players), Random(decisions)
    names = [f"seat {number}" for number in range(players)]
    recorder = Recorder(rules, names, start=0, dealer=Dealer.of(f"thinkers {decisions}"))
    for _ in range(decisions):
        recorder.play(at_random(rules, recorder.state, rng))
    turn = rules.awaits(recorder.state)
    assert turn is not None
    assert turn.seat is not None
    return recorder.record(), turn.seat


def question(
    name: str = "classic", players: int = 2, decisions: int = 9, **values: Any
) -> Question:
    record, seat = running(name, players, decisions)
    data = to_json(redact(record, seat)).encode()
    return Question(data, seat, **{"level": 1, "seconds": LITTLE} | values)


def check_legal(entry: dict[str, Any], name: str, players: int = 2, decisions: int = 9) -> None:
    record, seat = running(name, players, decisions)
    assert entry["seat"] == seat
    *_, state = replay(record)
    record.game.apply(state, read_decision(entry, record.game, seat))


def ended(pid: int) -> bool:
    """Whether a process is no more, not even as a zombie of ours."""
    try:
        state, parent, *_ = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z" and int(parent) != os.getpid()


def children() -> set[str]:
    """Processes that this one has started, zombies too."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not happened():
            await asyncio.sleep(0.01)


# The queue


def test_owners_take_turns_and_each_gets_what_came_first() -> None:
    queue: FairQueue[str] = FairQueue(100)
    for item in ("a1", "a2", "a3", "a4", "b1", "c1", "b2"):
        assert queue.put(item[0], item) is None
    assert len(queue) == 7
    assert [queue.take() for _ in range(7)] == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]
    assert len(queue) == 0


def test_who_asks_again_while_others_wait_comes_after_them() -> None:
    queue: FairQueue[str] = FairQueue(100)
    queue.put("a", "a1")
    queue.put("b", "b1")
    assert queue.take() == "a1"
    queue.put("a", "a2")
    assert [queue.take(), queue.take()] == ["b1", "a2"]


def test_what_is_dropped_does_not_come() -> None:
    queue: FairQueue[str] = FairQueue(100)
    for item in ("a1", "a2", "b1"):
        queue.put(item[0], item)
    for owner, item in (("a", "a1"), ("a", "a1"), ("b", "b1"), ("b", "b1"), ("c", "c1")):
        queue.drop(owner, item)
    assert len(queue) == 1
    assert queue.take() == "a2"


def test_a_full_queue_takes_no_more_from_who_fills_it() -> None:
    queue: FairQueue[str] = FairQueue(3)
    for item in ("a1", "a2", "a3"):
        queue.put("a", item)
    with pytest.raises(Busy, match="3 questions are waiting already"):
        queue.put("a", "a4")
    assert len(queue) == 3


def test_who_fills_a_queue_gives_way_to_others_until_all_have_the_same() -> None:
    queue: FairQueue[str] = FairQueue(4)
    for item in ("a1", "a2", "a3", "a4"):
        queue.put("a", item)
    assert queue.put("b", "b1") == "a4"
    assert queue.put("c", "c1") == "a3"
    with pytest.raises(Busy):
        queue.put("b", "b2")
    assert [queue.take() for _ in range(4)] == ["a1", "b1", "c1", "a2"]


def test_there_is_room_for_one_at_least() -> None:
    with pytest.raises(ValueError, match="at least one question"):
        FairQueue[str](0)
    with pytest.raises(ValueError, match="at least one process, not 0"):
        Thinkers(0)


# Our own processes


def test_the_server_does_not_know_how_to_play() -> None:
    code = (
        "import sys, ingenious.server.thinkers\n"
        "heavy = ('numba', 'numpy', 'ingenious.bots', 'ingenious.kernel')\n"
        "print([name for name in sys.modules if name.startswith(heavy)])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert done.stdout.strip() == b"[]"


def test_every_level_answers_in_every_game_and_hints_have_reasons(server: Server) -> None:
    thinkers = server.thinkers

    async def check(name: str, level: int) -> None:
        players = max(PLAYERS[name])
        entry = await thinkers.decide("me", question(name, players, level=level))
        check_legal(entry, name, players)

    async def check_hints(name: str, count: int) -> None:
        players = max(PLAYERS[name])
        hints = await thinkers.hints("me", question(name, players, hints=count))
        assert 1 <= len(hints) <= (count or 3)
        for hint in hints:
            assert set(hint) == {"entry", "move", "chance", "lowest", "reason", "said"}
            assert hint["reason"]
            check_legal(hint["entry"], name, players)

    async def ask() -> None:
        server.observed.clear()
        restarts = thinkers.restarts
        await asyncio.gather(
            *(check(name, level) for name in PLAYERS for level in LEVELS),
            check_hints("classic", 0),
            check_hints("dice", 2),
        )
        assert thinkers.restarts == restarts

    server.run(ask())
    answered = [level for level, _ in server.observed]
    assert [answered.count(level) for level in LEVELS] == [7, 7, 7, 7, 7 + 2]
    assert all(0 < seconds < PATIENCE for _, seconds in server.observed)


def test_what_is_expected_is_loaded_once_and_nobody_waits_for_it() -> None:
    async def ask() -> None:
        async with thinking(1) as thinkers:
            for _ in range(3):
                thinkers.expect("me", "dice", 2, 3)
            await asyncio.sleep(0)
            assert (thinkers.busy, thinkers.waiting) == (1, 0)
            await until(lambda: not thinkers.busy)
            (pid,) = thinkers.pids
            thinkers.expect("me", "dice", 2, 3)
            await asyncio.sleep(0)
            assert thinkers.busy == 0
            # What is loaded has to answer in the time that a move may take.
            before = cpu_of(pid)
            await thinkers.decide("me", question("dice", level=3, seconds=0.1))
            assert cpu_of(pid) - before < before / 2
            thinkers.expect("me", "tiles", 2, 3)  # to close does not wait for it

    run(ask())


def test_whoever_has_loaded_it_is_asked() -> None:
    async def ask() -> None:
        used = set[int]()
        async with thinking(2) as thinkers:
            thinkers.expect("me", "dice", 2, 1)
            thinkers.expect("me", "tiles", 2, 1)
            await until(lambda: len(thinkers.pids) == 2 and not thinkers.busy)
            for name in ("dice", "tiles", "dice", "tiles"):
                before = {pid: cpu_of(pid) for pid in thinkers.pids}
                await thinkers.decide("me", question(name, level=1, seconds=0.01))
                used |= {pid for pid in before if cpu_of(pid) - before[pid] > LOADING}
        assert not used

    run(ask())


LOADING = 30
"""Hundredths of a second of work that say that something was loaded."""


def cpu_of(pid: int) -> int:
    """The time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_a_process_is_polite_has_one_thread_and_leaves_ctrl_c_to_the_server(
    server: Server,
) -> None:
    async def ask() -> None:
        await server.thinkers.decide("me", question(level=5))
        (pid,) = server.thinkers.pids
        status = Path(f"/proc/{pid}/status").read_text()
        assert "Threads:\t1\n" in status
        assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
        os.kill(pid, signal.SIGINT)
        await server.thinkers.decide("me", question(level=5))
        assert server.thinkers.pids == [pid]

    server.run(ask())


def test_what_cannot_be_used_has_no_answer_and_costs_no_process(server: Server) -> None:
    async def ask() -> None:
        thinkers, right = server.thinkers, question()
        await thinkers.decide("me", right)
        pids = thinkers.pids
        for asked, error in [
            (replace(right, seat=1 - right.seat), "what 0 knows cannot be told from what 1 knows"),
            (replace(right, level=9), "the levels are 1, 2, 3, 4, 5, not 9"),
            (replace(right, record=b"{"), "this is not a record"),
            (replace(right, record=b"[" * 100_000), "this is not a record"),
            (replace(right, record=b"{}"), "this is not a record"),
            (replace(right, record=b'{"game": "classic"}'), "the record has no 'format'"),
        ]:
            with pytest.raises(NoAnswer, match=error):
                await thinkers.decide("me", asked)
        with pytest.raises(NoAnswer, match="at least one hint can be asked for, not -1"):
            await thinkers.hints("me", replace(right, hints=-1))
        pretty = json.dumps(json.loads(right.record), indent=1).encode()
        check_legal(await thinkers.decide("me", replace(right, record=pretty)), "classic")
        assert thinkers.pids == pids

    server.run(ask())
    for seconds in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="a bot thinks for 0 seconds or more"):
            question(seconds=seconds)


def test_who_opened_many_tables_does_not_keep_others_waiting(server: Server) -> None:
    order: list[str] = []
    thinkers = server.thinkers

    async def decide(owner: str) -> None:
        await thinkers.decide(owner, question())
        order.append(owner)

    async def ask() -> None:
        many = [asyncio.create_task(decide("many")) for _ in range(30)]
        await asyncio.sleep(0)
        assert (thinkers.busy, thinkers.waiting) == (1, 29)
        few = [asyncio.create_task(decide("few")) for _ in range(2)]
        await asyncio.gather(*many, *few)

    server.run(ask())
    assert order[:5] == ["many", "many", "few", "many", "few"]


def test_who_asks_no_more_is_forgotten_and_the_next_gets_his_own_answer(server: Server) -> None:
    async def ask() -> None:
        thinkers = server.thinkers
        await thinkers.decide("me", question(level=5))
        pids = thinkers.pids
        thought = asyncio.create_task(thinkers.decide("me", question(level=5, seconds=0.5)))
        waits = asyncio.create_task(thinkers.decide("me", question(level=5)))
        await asyncio.sleep(0.05)
        assert (thinkers.busy, thinkers.waiting) == (1, 1)
        waits.cancel()
        thought.cancel()
        await asyncio.wait([waits, thought])
        assert waits.cancelled()
        assert thought.cancelled()
        assert (thinkers.busy, thinkers.waiting) == (1, 0)
        for decisions in (4, 5):
            entry = await thinkers.decide("me", question(decisions=decisions))
            check_legal(entry, "classic", 2, decisions)

        at_once = asyncio.create_task(thinkers.decide("me", question(level=5)))
        await asyncio.sleep(0)  # a process is chosen for it, but was not asked yet
        at_once.cancel()
        check_legal(await thinkers.decide("me", question(decisions=6)), "classic", 2, 6)
        assert thinkers.pids == pids

    server.run(ask())


def test_a_killed_process_is_replaced_and_asked_again(server: Server) -> None:
    async def ask() -> None:
        thinkers = server.thinkers
        restarts = thinkers.restarts
        await thinkers.decide("me", question(level=5))
        (first,) = thinkers.pids
        asked = asyncio.create_task(thinkers.decide("me", question(level=5, seconds=1.0)))
        await asyncio.sleep(0.1)
        os.kill(first, signal.SIGKILL)  # in the middle of its thoughts
        check_legal(await asked, "classic")
        (second,) = thinkers.pids
        os.kill(second, signal.SIGKILL)  # while nobody asks
        await until(lambda: ended(second))
        asked = asyncio.create_task(thinkers.decide("me", question(decisions=3)))
        await until(lambda: thinkers.pids not in ([], [second]))
        (third,) = thinkers.pids
        os.kill(third, signal.SIGKILL)  # before it is ready
        check_legal(await asked, "classic", 2, 3)
        assert len({first, second, third, *thinkers.pids}) == 4
        assert thinkers.restarts == restarts + 3
        assert all(ended(pid) for pid in (first, second, third))

    server.run(ask())


def test_a_question_that_nobody_survives_is_given_up(server: Server) -> None:
    async def ask() -> None:
        thinkers = server.thinkers
        asked = asyncio.create_task(thinkers.decide("me", question(level=5, seconds=1.0)))
        killed = set[int]()
        await asyncio.sleep(0)
        while not asked.done():
            for pid in set(thinkers.pids) - killed:
                killed.add(pid)
                os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0)
        with pytest.raises(NoAnswer, match="a thinker: it has ended"):
            await asked
        assert len(killed) == 3
        check_legal(await thinkers.decide("me", question()), "classic")

    server.run(ask())


def test_nothing_is_lost_or_mixed_up_while_processes_die() -> None:
    async def ask() -> None:
        async with thinking(2) as thinkers:

            async def check(decisions: int) -> None:
                entry = await thinkers.decide("me", question(decisions=decisions))
                check_legal(entry, "classic", 2, decisions)

            async def kill() -> None:
                for number in range(3):
                    await asyncio.sleep(0.5)
                    if len(thinkers.pids) == 2:
                        os.kill(thinkers.pids[number % 2], signal.SIGKILL)

            killing = asyncio.create_task(kill())
            while not killing.done():
                await asyncio.gather(*(check(decisions) for decisions in range(12)))
            assert thinkers.restarts > 0

    run(ask())


def test_to_close_ends_every_process_at_once() -> None:
    async def ask() -> None:
        async with thinking(2) as thinkers:

            def decide(seconds: float) -> Coroutine[Any, Any, dict[str, Any]]:
                return thinkers.decide("me", question(level=5, seconds=seconds))

            asked = [asyncio.create_task(decide(60.0)) for _ in range(4)]
            await asyncio.sleep(1.5)
            pids = thinkers.pids
            assert len(pids) == 2
            assert (thinkers.busy, thinkers.waiting) == (2, 2)
            began = time.monotonic()
            await thinkers.close()
            assert time.monotonic() - began < 5
            assert all(ended(pid) for pid in pids)
            for outcome in await asyncio.gather(*asked, return_exceptions=True):
                assert isinstance(outcome, NoAnswer)
                assert "the server is closing" in str(outcome)
            with pytest.raises(NoAnswer, match="closing"):
                await decide(LITTLE)

    run(ask())


def test_to_close_while_a_process_is_started_leaves_none(run_on_both: Run) -> None:
    async def ask(steps: int) -> None:
        async with thinking(1) as thinkers:
            asked = asyncio.create_task(thinkers.decide("me", question()))
            for _ in range(steps):
                await asyncio.sleep(0)
            await thinkers.close()
            with pytest.raises(NoAnswer, match="closing"):
                await asked

    before = children()
    for steps in (1, 2, 3, 5, 8, 13, 100):
        run_on_both(ask(steps))
    assert children() == before


def test_nobody_thinks_before_the_start() -> None:
    async def ask() -> None:
        with pytest.raises(NoAnswer, match="before the server has started"):
            await Thinkers(1).decide("me", question())

    run(ask())


SERVER = """
import asyncio, sys
from ingenious.server.thinkers import Question, Thinkers

async def main():
    thinkers = Thinkers(1)
    await thinkers.start()
    record = sys.stdin.buffer.readline()
    asked = Question(record, int(sys.argv[1]), level=1, seconds=0.02)
    await thinkers.decide("me", asked)
    print(*thinkers.pids, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_the_processes_of_a_killed_server_end_by_themselves() -> None:
    asked = question()
    command = [sys.executable, "-c", SERVER, str(asked.seat)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(asked.record + b"\n")
        server.stdin.flush()
        pid = int(server.stdout.readline())
        server.kill()
    run(until(lambda: ended(pid)))


# Programs of others

PROGRAM = """
import json, os, subprocess, sys, time
from pathlib import Path

def answer(values):
    return {"entry": {"seat": values["seat"], "pid": os.getpid(), "seconds": values["seconds"]}}

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


def test_a_program_is_one_process_that_is_asked_in_turn(
    program: Callable[[], str], run_on_both: Run
) -> None:
    observed: list[tuple[int, float]] = []

    async def ask() -> None:
        programs = {"theirs": program(), "other": program()}
        async with thinking(1, programs, observe=lambda *told: observed.append(told)) as thinkers:
            asked = question(program="theirs")
            entries = await asyncio.gather(*(thinkers.decide("me", asked) for _ in range(20)))
            (pid,) = thinkers.pids
            assert entries == [{"seat": asked.seat, "pid": pid, "seconds": LITTLE}] * 20
            entry = await thinkers.decide("me", question(program="other"))
            assert thinkers.pids == [pid, entry["pid"]]
            with pytest.raises(NoAnswer, match="the host knows no program 'nobody'"):
                await thinkers.decide("me", question(program="nobody"))

    run_on_both(ask())
    assert [level for level, _ in observed] == [0] * 21


def test_too_many_questions_are_refused(program: Callable[[], str]) -> None:
    async def ask() -> None:
        async with thinking(1, {"theirs": program()}, most_waiting=3) as thinkers:

            def decide(owner: str) -> "asyncio.Task[dict[str, Any]]":
                return asyncio.create_task(thinkers.decide(owner, question(program="theirs")))

            many = [decide("many") for _ in range(6)]
            await asyncio.sleep(0)
            assert (thinkers.busy, thinkers.waiting) == (1, 3)
            await decide("few")
            outcomes = await asyncio.gather(*many, return_exceptions=True)
            refused = [isinstance(outcome, Busy) for outcome in outcomes]
            assert refused == [False, False, False, True, True, True]

    run(ask())


def test_our_own_bots_are_a_program_too() -> None:
    command = shlex.join([sys.executable, "-m", "ingenious", "bot", "--level", "1"])

    async def ask() -> None:
        async with thinking(1, {"ours": command}) as thinkers:
            for decisions in (7, 8):
                asked = question(decisions=decisions, program="ours")
                check_legal(await thinkers.decide("me", asked), "classic", 2, decisions)
            asked = question(program="ours")
            with pytest.raises(NoAnswer, match="ours: it says: 'what "):
                await thinkers.decide("me", replace(asked, seat=1 - asked.seat))

    run(ask())


BROKEN = {
    "print('hello', flush=True)": r"no answer \(.*\): 'hello'",
    "print('[' * 50_000, flush=True)": "no answer",
    "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()": "no answer",
    "print(flush=True)": "no answer",
    "say([1])": "no answer",
    "say({'entry': 7})": "no answer",
    "say({})": "an object that has no 'entry'",
    "say({'hints': []})": "an object that has no 'entry'",
    "say({'error': 'no idea'})": "it says: 'no idea'",
    "print('x' * 70_000, flush=True)": "more than 65536 bytes for an answer",
    "while True: print('x' * 99, flush=True)": "more than 65536 bytes|no answer",
    "sys.exit()": "it has ended$",
    "sys.exit('no more tiles')": "it has ended: no more tiles$",
    "sys.stderr.write('half a word'); os._exit(1)": "it has ended: half a word$",
}
SLOW = {
    "time.sleep(60)": r"no answer after 2\.6 seconds",
    "os.close(0); time.sleep(60)": r"no answer after 2\.6 seconds",
    "os.close(1); time.sleep(60)": r"it has ended|no answer after 2\.6 seconds",
}


@pytest.mark.parametrize(("programs", "start_up"), [(BROKEN, PATIENCE), (SLOW, 1.0)])
def test_a_program_that_fails_is_started_anew_for_the_next_question(
    programs: dict[str, str],
    start_up: float,
    program: Callable[[str], str],
    run_on_both: Run,
) -> None:
    async def ask() -> None:
        commands = {name: program(name) for name in programs}
        async with thinking(1, commands, start_up=start_up) as thinkers:

            async def check(name: str, error: str) -> None:
                with pytest.raises(NoAnswer, match=f"^{re.escape(name)}: .*({error})"):
                    await thinkers.decide("me", question(program=name))
                entry = await thinkers.decide("me", question(program=name))
                assert entry["pid"] in thinkers.pids

            await asyncio.gather(*(check(*row) for row in programs.items()))
            assert len(thinkers.pids) == thinkers.restarts == len(programs)

    run_on_both(ask())


def test_a_program_that_answers_before_it_misbehaves_is_no_trouble(
    program: Callable[[str], str], run_on_both: Run
) -> None:
    async def ask() -> None:
        commands = {
            "one move": program("say(answer(values)); sys.exit()"),
            "an echo": program("say(answer(values)); say(answer(values))"),
            "noise": program("say(answer(values)); sys.stderr.write('x' * 10**6 + '\\n' * 1000)"),
        }
        async with thinking(1, commands) as thinkers:
            for name in commands:
                for _ in range(3):
                    await thinkers.decide("me", question(program=name))
                    await asyncio.sleep(0.1)  # for what it writes beside the answer
            assert thinkers.restarts == 2

    run_on_both(ask())


def test_a_program_is_not_told_the_secrets_of_the_server(
    program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INGENIOUS_SECRET", "it signs our cookies")
    monkeypatch.setenv("INGENIOUS_CACHE", "where compiled code is kept")

    async def ask() -> None:
        tells = "say({'entry': {n: v for n, v in os.environ.items() if n.startswith('INGEN')}})"
        async with thinking(1, {"theirs": program(tells)}) as thinkers:
            entry = await thinkers.decide("me", question(program="theirs"))
            assert entry == {"INGENIOUS_CACHE": "where compiled code is kept"}

    run(ask())


def test_a_program_that_is_not_there_is_told(run_on_both: Run) -> None:
    async def ask() -> None:
        async with thinking(1, {"theirs": "./no such program"}) as thinkers:
            for _ in range(2):
                with pytest.raises(NoAnswer, match=r"\./no cannot be started: No such file"):
                    await thinkers.decide("me", question(program="theirs"))

    run_on_both(ask())


@pytest.mark.parametrize(
    ("command", "error"),
    [("", "the program 'theirs' has no command"), ("a 'b", "cannot be read: No closing quotation")],
)
def test_a_command_that_cannot_be_read_is_the_hosts_mistake(command: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        Thinkers(1, {"theirs": command})


@pytest.mark.parametrize("escapes", [False, True])
def test_what_a_program_started_ends_with_it(
    escapes: bool, program: Callable[[str], str], run_on_both: Run
) -> None:
    starts = (
        f"child = subprocess.Popen(['sleep', '20'], start_new_session={escapes});"
        "say({'entry': {'child': child.pid}})"
    )

    async def ask() -> None:
        async with thinking(1, {"theirs": program(starts)}) as thinkers:
            entry = await thinkers.decide("me", question(program="theirs"))
        if escapes:  # it goes its own way, with our pipes, and still we could close
            assert not ended(entry["child"])
            os.kill(entry["child"], signal.SIGKILL)
        await until(lambda: ended(entry["child"]))

    run_on_both(ask())
