"""A clock runs only while its player can play: live, with real sockets, kills and clock steps."""

import asyncio
import contextlib
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from testkit.client import Socket, random_decision
from testkit.guests import Guest, seat_guests
from testkit.relay import Relay
from testkit.server_process import ServerProcess
from testkit.sockets import silent_disconnects

CLOCK_S = 4
"""The time of the clocks here: less than it takes to notice a silent connection."""

MOVE = {"kind": "move", "seconds": CLOCK_S}
TOTAL = {"kind": "total", "seconds": CLOCK_S}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("clocks") / "data") as running:
        yield running


def timed_table(server: ServerProcess, clock: dict[str, Any]) -> tuple[str, list[Guest]]:
    """A table with two people; seat 0 begins."""
    return seat_guests(server.url, "tiles", 2, start=0, clock=clock)


async def events(socket: Socket, *kinds: str) -> list[dict[str, Any]]:
    """Wait for events of these kinds, in this order; return all news until then."""
    wanted, found = list(kinds), list[dict[str, Any]]()
    while wanted:
        for news in (await socket.receive())["news"]:
            found.append(news)
            assert news["event"] != "ran-out" or "ran-out" in kinds, "the clock was not paused"
            if wanted and news["event"] == wanted[0]:
                wanted.pop(0)
    return found


async def used(socket: Socket) -> float:
    """Play; return the seconds that the server charged for the decision."""
    view = socket.view
    seat, number = view["turn"]["seat"], view["number"] + 1
    sent = await socket.send(
        do="play", seat=seat, number=number, decision=random_decision(view, Random(1))
    )
    while (answer := await socket.receive()).get("done") != sent:
        assert answer["type"] == "update", answer
        view = answer["view"]  # an outage was reported
    [played] = [news for news in answer["news"] if news["event"] == "played"]
    assert not played["stand_in"]
    before, after = view["shared"], answer["view"]["shared"]
    if before["left"] is None:
        return CLOCK_S - float(before["deadline"] - played["at"]) / 1000
    return float(before["left"][seat] - after["left"][seat]) / 1000


def test_time_does_not_count_while_the_server_is_dead(server: ServerProcess) -> None:
    tables = [timed_table(server, clock) for clock in (MOVE, TOTAL)]

    async def start() -> float:
        for table, (ann, _) in tables:
            async with ann.socket(table) as socket:
                await socket.ask(do="start")
        return time.monotonic()

    async def continue_game(table: str, ann: Guest) -> float:
        async with ann.socket(table) as socket:
            while "paused" in socket.shared:
                await socket.receive()
            back = time.monotonic()
            return await used(socket) - (time.monotonic() - back)

    before = time.monotonic()
    started = asyncio.run(start())
    server.kill()
    thought = time.monotonic() - before
    time.sleep(CLOCK_S + 0.5)
    server.start()
    for table, (ann, _) in tables:
        spent = asyncio.run(continue_game(table, ann))
        assert spent <= thought + 1, (spent, thought)
    assert time.monotonic() - started > CLOCK_S


def test_time_does_not_count_while_the_server_is_stopped(server: ServerProcess) -> None:
    tables = [timed_table(server, clock) for clock in (MOVE, TOTAL)]

    async def play() -> None:
        assert server.process is not None
        sockets = [await ann.socket(table).open() for table, (ann, _) in tables]
        for socket in sockets:
            await socket.ask(do="start")
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(CLOCK_S + 0.5)
        server.process.send_signal(signal.SIGCONT)
        for socket in sockets:
            assert await used(socket) < CLOCK_S
            await socket.close()

    asyncio.run(play())


def test_ten_silent_seconds_cost_nothing_and_are_reported(server: ServerProcess) -> None:
    """The time would be up before the silence is noticed."""
    table, (ann, ben) = timed_table(server, MOVE)

    async def play() -> None:
        with Relay(server.port) as relay:
            async with ben.socket(table) as other:
                silent = await ann.socket(table, relay.url).open()
                await other.ask(do="start")
                while silent.shared["phase"] != "playing":
                    await silent.receive()
                since = time.monotonic()
                relay.fall_silent()
                [*_, paused] = await events(other, "clock-paused")
                pause = other.shared["paused"]
                assert (paused["seat"], pause["seat"]) == (0, 0)
                assert paused["since"] == pause["since"] <= paused["at"]
                assert pause["until"] - pause["since"] == 15_000
                standing = other.shared["deadline"] - pause["until"]
                assert 0 < standing <= 1000 * CLOCK_S
                await asyncio.sleep(max(0, 10 - (time.monotonic() - since)))
                relay.forward()
                await silent.close()
                await silent.open()
                while "paused" in silent.shared:
                    await silent.receive()
                assert abs(await used(silent) - (CLOCK_S - standing / 1000)) < CLOCK_S / 2
                await silent.close()
                await events(other, "clock-resumed", "played")

    asyncio.run(play())


def test_a_connection_that_was_given_up_does_not_count_as_a_return(server: ServerProcess) -> None:
    """The network lets requests through before it lets answers through."""
    table, (ann, ben) = timed_table(server, {"kind": "total", "seconds": 600})

    async def play() -> None:
        with Relay(server.port) as relay:
            async with ben.socket(table) as other:
                silent = await ann.socket(table, relay.url).open()
                await other.ask(do="start")
                while silent.shared["phase"] != "playing":
                    await silent.receive()
                relay.fall_silent()
                await events(other, "clock-paused")
                pause = other.shared["paused"]
                relay.forward()
                relay.fall_silent(only_answers=True)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(ann.socket(table, relay.url).open(), 2)
                    raise AssertionError("nothing can be heard")
                word = await other.ask(do="react", seat=1, reaction="hello")
                assert word["view"]["shared"]["paused"] == pause
                relay.forward()
                await silent.close()
                await silent.open()
                await events(other, "clock-resumed")
                await silent.close()

    asyncio.run(play())


def test_a_silence_too_short_to_be_noticed_costs_nothing(server: ServerProcess) -> None:
    """The socket stays open, and what was sent in the silence arrives after the deadline."""

    async def received() -> list[str]:
        table, (ann, ben) = timed_table(server, {"kind": "move", "seconds": 2})
        with Relay(server.port) as relay:
            async with ben.socket(table) as other:
                silent = await ann.socket(table, relay.url).open()
                await other.ask(do="start")
                while silent.shared["phase"] != "playing":
                    await silent.receive()
                relay.fall_silent()
                asyncio.get_running_loop().call_later(3.4, relay.forward)
                view = silent.view
                chosen = random_decision(view, Random(1))
                await silent.send(do="play", seat=0, number=view["number"] + 1, decision=chosen)
                found = await events(other, "clock-resumed", "played")
                await silent.close()
                return [news["event"] for news in found if not news.get("stand_in")]

    for _ in range(5):
        before = silent_disconnects(server)
        with contextlib.suppress(TimeoutError):
            kinds = asyncio.run(asyncio.wait_for(received(), 12))
            assert kinds[-3:] == ["clock-paused", "clock-resumed", "played"]
            return
        assert (
            silent_disconnects(server) > before
        )  # a busy machine: the silence was long enough to be noticed
    raise AssertionError("the machine is too busy")


def test_a_closed_page_stops_the_clock_until_it_is_open_again(server: ServerProcess) -> None:
    table, (ann, ben) = timed_table(server, {"kind": "total", "seconds": 600})

    async def play() -> None:
        async with ben.socket(table) as other:
            first = await ann.socket(table).open()
            await other.ask(do="start")
            await first.close()
            await events(other, "clock-paused")
            number = other.number
            # A decision for the number before the pause counts, as over HTTP.
            await first.open()
            await events(other, "clock-resumed")
            assert "paused" not in other.shared
            assert other.number == number + 1
            while first.number < other.number:
                await first.receive()
            first.view["number"] = number - 1
            assert (await first.play(Random(1)))["type"] == "update"
            # The clock of a player who is silent when their turn comes is paused from then on.
            await first.close()
            while not other.has_turn():
                await other.receive()
            while other.has_turn():
                await other.play(Random(1))
            if "paused" not in other.shared:
                await events(other, "clock-paused")
            assert other.shared["paused"]["since"] == other.shared["since"]

    asyncio.run(play())


def test_the_clock_of_a_player_over_http_alone_is_not_paused(server: ServerProcess) -> None:
    table, (ann, ben) = timed_table(server, {"kind": "move", "seconds": 1})

    async def play() -> None:
        async with ben.socket(table) as other:
            await other.ask(do="start")
            found = await events(other, "ran-out")
            assert [news["event"] for news in found] == ["ran-out"]

    asyncio.run(play())
    assert ann.get(f"/api/tables/{table}").status_code == 200


def test_another_process_resumes_the_clock_when_the_player_connects_there(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as one, ServerProcess(tmp_path) as other:
        table, (ann, ben) = timed_table(one, {"kind": "total", "seconds": 600})

        async def play() -> None:
            async with ben.socket(table) as second:
                first = await ann.socket(table).open()
                await second.ask(do="start")
                await first.close()
                await events(second, "clock-paused")
                async with ann.socket(table, other.url):
                    await events(second, "clock-resumed")
                    word = await second.ask(do="react", seat=1, reaction="hello")
                    assert [news["event"] for news in word["news"]] == ["reacted"]
                    assert "paused" not in second.shared

        asyncio.run(play())


# Steps of the machine's clock

LIBRARIES = ("/usr/lib/*/faketime/libfaketime.so.1", "/usr/lib*/faketime/libfaketime.so.1")


@pytest.fixture
def stepping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[ServerProcess, Path]]:
    """A server on a machine whose clock is set by a file."""
    found = [path for pattern in LIBRARIES for path in Path("/").glob(pattern[1:])]
    assert found, "faketime is missing; scripts/services installs it"
    step = tmp_path / "step"
    step.write_text("+0\n")
    running = ServerProcess(tmp_path / "data")
    with monkeypatch.context() as patch:
        patch.setenv("LD_PRELOAD", str(found[0]))
        patch.setenv("FAKETIME_TIMESTAMP_FILE", str(step))
        patch.setenv("FAKETIME_CACHE_DURATION", "1")
        patch.setenv("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        running.launch()
    try:
        yield running.wait(), step
    finally:
        running.stop()


def test_a_step_of_the_system_clock_changes_no_remaining_time(
    stepping: tuple[ServerProcess, Path],
) -> None:
    server, step = stepping
    table, (ann, ben) = timed_table(server, {"kind": "total", "seconds": 120})

    async def play() -> None:
        async with ann.socket(table) as first, ben.socket(table) as second:
            await first.ask(do="start")
            deadline = first.shared["deadline"]
            await second.ask(do="react", seat=1, reaction="hello")
            for hours in ("-1h", "+1h"):
                step.write_text(hours + "\n")
                await asyncio.sleep(2.5)  # the file is read once per second, and so are clocks
                word = await second.ask(do="react", seat=1, reaction="hello")
                assert word["type"] == "update", word
                # On a busy machine the server may notice that it stalled for a moment.
                assert abs(word["view"]["shared"]["deadline"] - deadline) < 60_000
                assert abs(deadline - 120_000 - word["now"]) < 60_000
            await first.receive()
            assert await used_total(first) < 60

    asyncio.run(play())


async def used_total(socket: Socket) -> float:
    """Play; the seconds that it took off a total clock."""
    while not socket.has_turn():
        await socket.receive()
    before = socket.shared["left"][0]
    answer = await socket.play(Random(1))
    assert answer["type"] == "update", answer
    return float(before - answer["view"]["shared"]["left"][0]) / 1000
