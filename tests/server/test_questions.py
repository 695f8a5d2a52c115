"""Hints and previews are answered concurrently with the moves of a socket and delay none."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import httpx
import pytest

from testkit.client import Socket, random_decision
from testkit.guests import Guest, hints_when_ready, seat_guests
from testkit.server_process import ServerProcess

CLOCK = {"kind": "move", "seconds": 10}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose one worker has given a hint before, so that it is ready."""
    with ServerProcess(
        tmp_path_factory.mktemp("questions") / "data", "--away-after", "1"
    ) as running:
        table, guests = seat_guests(running.url, "duel", 2, start=0)

        async def ask() -> None:
            async with guests[0].socket(table) as socket:
                await socket.ask(do="start")
                assert await hints_when_ready(socket, 0)

        asyncio.run(ask())
        yield running


@contextmanager
def stopped(server: ServerProcess) -> Iterator[None]:
    """In this context no bot answers."""
    workers = server.children()
    assert workers
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in workers:
            if pid in server.children():
                os.kill(pid, signal.SIGCONT)


async def answers(socket: Socket, ids: set[int]) -> list[dict[str, Any]]:
    """The answers to some messages, in the order in which they come."""
    found = list[dict[str, Any]]()
    while ids:
        message = await socket.receive()
        answered = message.get("id", message.get("done"))
        if answered in ids:
            ids.discard(answered)
            found.append(message)
    return found


async def send_move(socket: Socket, rng: Random) -> int:
    seat, number = socket.view["turn"]["seat"], socket.number + 1
    return await socket.send(
        do="play", seat=seat, number=number, decision=random_decision(socket.view, rng)
    )


def test_a_move_does_not_wait_for_a_hint(server: ServerProcess) -> None:
    table, guests = seat_guests(server.url, "duel", 2, start=0, clock=CLOCK)

    async def play() -> None:
        async with guests[0].socket(table) as socket:
            with stopped(server):
                await socket.ask(do="start")
                hint = await socket.send(do="hint", seat=0)
                move = await send_move(socket, Random(1))
                first, second = await answers(socket, {hint, move})
            assert first["done"] == move
            assert [news["event"] for news in first["news"]] == ["played"]
            # The hint was about a position that is over, so it is not waited for any longer.
            assert (second["id"], second["code"]) == (hint, "stale")

    asyncio.run(play())


def test_a_disconnect_is_noticed_while_a_hint_is_open(server: ServerProcess) -> None:
    table, guests = seat_guests(server.url, "duel", 2, start=0)
    complaints = server.log.count("no answer after")

    async def play() -> None:
        async with guests[1].socket(table) as other:
            socket = await guests[0].socket(table).open()
            await socket.ask(do="start")
            await other.wait_until_absent([])
            with stopped(server):
                await socket.send(do="hint", seat=0)
                await socket.close()
                await other.wait_until_absent([0])
                # The bot's time for an answer has not even run out.
                assert server.log.count("no answer after") == complaints

    asyncio.run(play())


def test_a_move_does_not_wait_for_many_previews(server: ServerProcess) -> None:
    table, guests = seat_guests(server.url, "duel", 2, start=0)

    async def play() -> None:
        rng = Random(2)
        async with guests[0].socket(table) as socket:
            await socket.ask(do="start")
            wanted = random_decision(socket.view, rng)
            previews = {
                await socket.send(do="preview", seat=0, decision=wanted) for _ in range(200)
            }
            move = await send_move(socket, rng)
            order = await answers(socket, previews | {move})
            place = next(i for i, answer in enumerate(order) if answer.get("done") == move)
            assert order[place]["type"] == "update"
            assert place < len(order) - 1  # previews beyond the rate are answered later
            refused = {answer["code"] for answer in order if answer["type"] == "refused"}
            assert refused == {"busy", "not-your-turn"}

    asyncio.run(play())


def test_commands_keep_their_order_and_a_question_sees_those_before_it(
    server: ServerProcess,
) -> None:
    ann = Guest(server.url, "Ann")
    opened = ann.open_table("classic", [{}, {}], start=0)
    ann.sit(opened, 1)

    async def play() -> None:
        rng = Random(3)
        async with ann.socket(opened["table"]) as screen:
            await screen.ask(do="start")
            await screen.ask(do="look", seat=0)
            first = await send_move(screen, rng)
            look = await screen.send(do="look", seat=1)
            wrong = {"seat": 1, "place": "RR", "at": [[0, 0], [0, 1]]}
            preview = await screen.send(do="preview", seat=1, decision=wrong)
            order = await answers(screen, {first, look, preview})
            assert [answer.get("done", answer.get("id")) for answer in order] == [
                first,
                look,
                preview,
            ]
            assert order[2].get("code") != "look-first"

    asyncio.run(play())


def test_two_requests_for_the_same_hints_are_one_question(server: ServerProcess) -> None:
    table, guests = seat_guests(server.url, "duel", 2, start=0)

    def asked() -> float:
        lines = httpx.get(server.url + "/metrics").text.splitlines()
        line = next(x for x in lines if x.startswith('ingenious_bot_seconds_count{level="5"}'))
        return float(line.split()[-1])

    async def play() -> None:
        async with guests[0].socket(table) as one, guests[0].socket(table) as two:
            await one.ask(do="start")
            before = asked()
            with stopped(server):
                first = await one.send(do="hint", seat=0)
                second = await two.send(do="hint", seat=0)
                await one.ask(do="preview", seat=0, decision=random_decision(one.view, Random(4)))
                await two.ask(do="preview", seat=0, decision=random_decision(one.view, Random(4)))
            [mine], [same] = await answers(one, {first}), await answers(two, {second})
            assert mine["hints"] == same["hints"]
            assert asked() == before + 1

    asyncio.run(play())
