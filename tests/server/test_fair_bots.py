"""One address cannot use up the bots' time, and tables without people wait."""

import asyncio
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from testkit.bot_questions import OWNER, question, run, started_workers
from testkit.client import Socket
from testkit.guests import Guest
from testkit.server_process import ServerProcess

ELSEWHERE = "127.0.0.2"
MASTER = {"kind": "bot", "level": 5}
CLUB = {"kind": "bot", "level": 3}
NEWCOMER = {"kind": "bot", "level": 1}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("fair") / "data") as running:
        yield running


def measured(server: ServerProcess, name: str) -> float:
    """The value of a metric; 0 if there is none yet."""
    for line in httpx.get(server.url + "/metrics", timeout=30).text.splitlines():
        if line.startswith(name + " "):
            return float(line.split()[-1])
    return 0.0


def answered(server: ServerProcess, level: int) -> float:
    """How many questions the bots of a level have answered."""
    return measured(server, f'ingenious_bot_seconds_count{{level="{level}"}}')


def begun(guest: Guest, seats: list[dict[str, Any]], sit: list[int], start: int) -> str:
    """A duel that has begun."""
    settings = {"games": ["duel"], "seats": seats, "start": start}
    response = guest.post("/api/tables", {"settings": settings, "sit": sit, "begin": True})
    assert response.status_code == 201, response.text
    return str(response.json()["table"])


async def until_turn(socket: Socket) -> None:
    while not socket.has_turn():
        await socket.receive(300)


async def first_move(guest: Guest, bot: dict[str, Any]) -> None:
    """Wait for the first move of a bot at a new table."""
    table = begun(guest, [bot, {}], [1], 0)
    async with guest.socket(table) as socket:
        await until_turn(socket)


def test_many_questions_of_one_address_do_not_delay_another(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    table = begun(ann, [{}, CLUB], [0], 0)
    crowd = [Guest(server.url, f"Guest {number}", ELSEWHERE) for number in range(8)]

    async def play() -> None:
        rng = Random(1)
        while not (answered(server, 3) and answered(server, 5)):  # both are loaded by then
            await first_move(ann, CLUB)
            await first_move(crowd[0], MASTER)
            await asyncio.sleep(0.5)
        for guest in crowd:  # a bot for which a person waits, and two bots among themselves
            begun(guest, [MASTER, {}], [1], 0)
            begun(guest, [MASTER, MASTER], [], 0)
        async with ann.socket(table) as socket:
            before = answered(server, 5)
            await socket.play(rng)
            await until_turn(socket)
            # One may have been under way, and one may have ended before we looked.
            assert answered(server, 5) - before <= 3
        async with asyncio.timeout(300):  # the others were waiting indeed
            while answered(server, 5) - before < 5:
                await asyncio.sleep(0.2)

    asyncio.run(play())


def test_a_table_of_bots_waits_until_someone_watches(server: ServerProcess) -> None:
    ben = Guest(server.url, "Ben")

    def played() -> float:
        return answered(server, 1)

    before = played()
    table = begun(ben, [NEWCOMER, NEWCOMER], [], 0)
    time.sleep(2.5)  # the server looks for forgotten bots every second
    assert played() == before

    async def watch() -> None:
        async with ben.socket(table) as socket:
            while len(socket.numbers) < 4:
                await socket.receive(300)
        async with asyncio.timeout(60):
            rest = -1.0
            while rest != (rest := played()):
                await asyncio.sleep(1)
        async with ben.socket(table) as socket:
            assert not socket.is_over()
            await socket.watch_to_end()

    asyncio.run(watch())


def test_a_table_of_bots_continues_while_it_is_polled_over_http(server: ServerProcess) -> None:
    ben = Guest(server.url, "Ben")
    table = begun(ben, [NEWCOMER, NEWCOMER], [], 0)
    until = time.monotonic() + 120
    while ben.get(f"/api/tables/{table}").json()["view"]["number"] < 4:
        assert time.monotonic() < until
        time.sleep(0.2)


def test_long_questions_of_one_address_leave_a_process_to_others() -> None:
    async def ask() -> None:
        async with started_workers(2) as bot_workers:
            await bot_workers.decide(OWNER, question())
            long = [
                asyncio.create_task(bot_workers.decide(OWNER, question(level=5, seconds=0.3)))
                for _ in range(4)
            ]
            await asyncio.sleep(0)
            assert (bot_workers.busy, bot_workers.waiting) == (1, 3)
            short = [asyncio.create_task(bot_workers.decide(OWNER, question())) for _ in range(2)]
            await asyncio.sleep(0)
            assert (bot_workers.busy, bot_workers.waiting) == (2, 4)
            await asyncio.gather(*short, *long)

    run(ask())
