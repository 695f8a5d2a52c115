"""A bot answers at once, also while what it needs is still being compiled or loaded."""

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from ingenious.bots.simple import simple_player
from ingenious.record import redact
from ingenious.server.bot_workers.pool import SIMPLE_LEVEL
from testkit.bot_questions import (
    OWNER,
    check_legal,
    has_ended,
    question,
    run,
    started_workers,
    wait_until,
)
from testkit.guests import Guest
from testkit.modes import MODES
from testkit.records import unfinished_record
from testkit.server_process import ServerProcess

BOT = {"kind": "bot", "level": 3}


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    """A server that has nothing compiled."""
    monkeypatch.setenv("INGENIOUS_CACHE", str(tmp_path / "cache"))
    with ServerProcess(tmp_path / "data") as running:
        yield running


def answers(server: ServerProcess, level: str) -> float:
    """How many questions were answered by the bot of a level, or by the simple one."""
    name = f'ingenious_bot_seconds_count{{level="{level}"}} '
    lines = httpx.get(server.url + "/metrics", timeout=30).text.splitlines()
    return sum(float(line.removeprefix(name)) for line in lines if line.startswith(name))


def test_the_first_moves_are_made_by_a_bot_that_needs_nothing_compiled(
    fresh: ServerProcess,
) -> None:
    ann = Guest(fresh.url, "Ann")
    table = ann.open_table("classic", [{}, BOT], start=1)["table"]

    async def play() -> None:
        rng = Random(1)
        async with ann.socket(table) as socket, asyncio.timeout(60):
            await socket.ask(do="start")
            for _ in range(3):
                while not socket.has_turn():
                    await socket.receive()
                await socket.play(rng)
            while not socket.has_turn():
                await socket.receive()
            # To compile the bot of this level takes longer than these few moves.
            assert answers(fresh, "simple") >= 4
            assert answers(fresh, "3") == 0
            # Hints of the strongest bot cannot be given yet; nothing waits for them.
            hint = await socket.send(do="hint", seat=0)
            answer = await socket.play(rng)
            assert answer["type"] == "update"
            refused = await socket.receive()
            while refused.get("id") != hint:
                refused = await socket.receive()
            assert refused["code"] in ("stale", "busy")

    asyncio.run(play())


def test_the_bot_of_the_level_takes_over_when_it_is_loaded() -> None:
    observed = list[int]()

    def observe(level: int, _seconds: float) -> None:
        observed.append(level)

    async def ask() -> None:
        async with started_workers(1, observe=observe, at_once=True) as bot_workers:
            check_legal(await bot_workers.decide(OWNER, question("duel", level=3)), "duel")
            assert observed == [SIMPLE_LEVEL]
            while 3 not in observed:
                await asyncio.sleep(0.2)  # the simple bot must not take the time of the other
                await bot_workers.decide(OWNER, question("duel", level=3))
            # A spare process loads another level, while the first one continues to answer.
            while 4 not in observed:
                await asyncio.sleep(0.2)
                await bot_workers.decide(OWNER, question("duel", level=4))
                await bot_workers.decide(OWNER, question("duel", level=3))
                assert observed[-1] == 3
            assert len(bot_workers.pids) == 3  # the simple bot, one worker and the spare
            await bot_workers.decide(OWNER, question("duel", level=3))
            await bot_workers.decide(OWNER, question("duel", level=4))
            assert observed[-2:] == [3, 4]
            # When the workers die, the simple bot is there again until another one is loaded.
            workers = [pid for pid in bot_workers.pids if not _is_simple(pid)]
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
            await wait_until(lambda: all(map(has_ended, workers)))
            await bot_workers.decide(OWNER, question("duel", level=3))
            assert observed[-1] == SIMPLE_LEVEL
            while observed[-1] != 3:
                await asyncio.sleep(0.2)
                await bot_workers.decide(OWNER, question("duel", level=3))

    run(ask())


@pytest.mark.parametrize(("name", "players"), MODES)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_simple_bot_plays_every_game(name: str, players: int, level: int) -> None:
    record, seat = unfinished_record(name, players)
    bot = simple_player(record.game, level)
    bot.decide(redact(record, seat), seat, 1)  # raises what is wrong with it


def test_the_simple_bot_loads_nothing_compiled() -> None:
    async def ask() -> None:
        async with started_workers(1, at_once=True) as bot_workers:
            await bot_workers.decide(OWNER, question("classic", level=5))
            simple, *_ = (pid for pid in bot_workers.pids if _is_simple(pid))
            maps = Path(f"/proc/{simple}/maps").read_text()
            assert "numpy" not in maps
            assert "llvmlite" not in maps

    run(ask())


def _is_simple(pid: int) -> bool:
    return b"--simple" in Path(f"/proc/{pid}/cmdline").read_bytes()
