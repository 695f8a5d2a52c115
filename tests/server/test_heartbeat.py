"""A dead connection is noticed within five seconds, by both sides."""

import asyncio
import json
import signal
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from ingenious.server.http import heartbeat
from ingenious.server.http.heartbeat import DEAD_AFTER_S, TICK_S, Heartbeat
from testkit.guests import seat_guests
from testkit.relay import Relay
from testkit.server_process import ServerProcess
from testkit.sockets import silent_disconnects


class FakeLoop:
    """A heartbeat with its own clock and loop."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.work: list[Any] = []
        monkeypatch.setattr(heartbeat, "monotonic", lambda: self.now)
        self.heartbeat = Heartbeat(self)  # type: ignore[arg-type]  # it only needs a timer

    def call_later(self, delay: float, work: Any) -> object:
        self.work.append(work)
        return work

    def advance(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK_S)):
            self.now += TICK_S
            if self.work:
                self.work.pop()()


class CheckedSocket:
    """A socket that records when it was checked, and asks for a check once per second."""

    def __init__(self, ends: float) -> None:
        self.ends = ends
        self.checks: list[tuple[float, float]] = []

    def beat(self, moment: float, calm: float) -> float | None:
        self.checks.append((moment, calm))
        return moment + 1 if moment < self.ends else None


def test_a_socket_is_checked_when_something_is_due_until_it_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = FakeLoop(monkeypatch)
    one, other = CheckedSocket(1004.5), CheckedSocket(1009)
    loop.heartbeat.watch(one)
    loop.advance(0.5)
    loop.heartbeat.watch(other)
    loop.advance(20)
    assert len(one.checks) == 4
    assert len(other.checks) == 8
    pauses = [b - a for (a, _), (b, _) in pairwise(other.checks)]
    assert max(pauses) < 1 + 2.5 * TICK_S
    assert not loop.work  # the timer ends with the last socket
    loop.heartbeat.watch(one)
    assert loop.work


def test_a_tick_checks_a_limited_number_and_the_next_one_continues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heartbeat, "MAX_SOCKETS_PER_TICK", 10)
    loop = FakeLoop(monkeypatch)
    sockets = [CheckedSocket(0) for _ in range(35)]
    for socket in sockets:
        loop.heartbeat.watch(socket)
    loop.advance(heartbeat.PING_AFTER_S + 10 * TICK_S)
    moments = [moment for socket in sockets for moment, _ in socket.checks]
    assert len(moments) == 35
    assert max(moments.count(moment) for moment in moments) == 10


def test_after_a_stall_every_client_gets_time_to_respond(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = FakeLoop(monkeypatch)
    socket = CheckedSocket(2000)
    loop.heartbeat.watch(socket)
    loop.advance(3)
    assert socket.checks[-1][1] == 1000  # it ran all the time
    loop.now += 60
    loop.advance(1)
    assert socket.checks[-1][1] > 1060


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("heartbeat") / "data") as running:
        yield running


def test_a_silent_network_is_noticed_and_reported_to_the_others(calm: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(calm.url, "classic", 2, start=0)

    async def play() -> None:
        with Relay(calm.port) as relay:
            async with ann.socket(table) as first:
                second = await ben.socket(table, relay.url).open()
                await first.ask(do="start")
                await first.wait_until_absent([])
                before = silent_disconnects(calm)
                relay.fall_silent()
                since = time.monotonic()
                await first.wait_until_absent([1], 30)
                took = time.monotonic() - since
                assert silent_disconnects(calm) == before + 1
                # It takes 5 s at most, and longer than a normal pause; the rest is slack for a
                # busy machine.
                assert DEAD_AFTER_S - heartbeat.PING_AFTER_S < took < 8, took
                relay.forward()
                await second.close()
                await second.open()
                await first.wait_until_absent([])

    asyncio.run(play())


def test_a_working_connection_is_kept_and_receives_heartbeats(calm: ServerProcess) -> None:
    """The client sends nothing by itself: it only answers pings, as all libraries do."""
    table, (ann, _) = seat_guests(calm.url, "classic", 2, start=0)

    async def listen() -> tuple[list[str], list[float]]:
        address = f"{calm.url.replace('http', 'ws')}/api/tables/{table}/live"
        headers = {"Authorization": f"Bearer {ann.token}"}
        kinds: list[str] = []
        moments: list[float] = []
        before = silent_disconnects(calm)
        async with connect(address, additional_headers=headers, ping_interval=None) as socket:
            while len(moments) < 5:
                message = json.loads(await asyncio.wait_for(socket.recv(), 30))
                kinds.append(message["type"])
                if message["type"] == "heartbeat":
                    moments.append(message["now"])
        assert silent_disconnects(calm) == before
        return kinds, moments

    kinds, moments = asyncio.run(listen())
    assert kinds[0] == "table"
    pauses = [b - a for a, b in pairwise(moments)]
    # Server time: 2 s after the previous message, which may have been of another kind.
    assert min(pauses) >= 1000 * heartbeat.BEAT_AFTER_S - 50
    assert moments[-1] - moments[0] > 1000 * DEAD_AFTER_S


def test_a_stopped_process_closes_no_connection_when_it_resumes(tmp_path: Path) -> None:
    """What clients sent in the meantime waits in their sockets and is read first."""
    with ServerProcess(tmp_path / "data") as server:
        table, (ann, _) = seat_guests(server.url, "classic", 2, start=0)

        async def play() -> None:
            async with ann.socket(table) as first:
                assert server.process is not None
                server.process.send_signal(signal.SIGSTOP)
                await asyncio.sleep(DEAD_AFTER_S + 1)
                server.process.send_signal(signal.SIGCONT)
                await asyncio.sleep(1)
                answer = await first.ask(do="react", seat=0, reaction="hello")
                assert answer["type"] == "update"
                assert silent_disconnects(server) == 0

        asyncio.run(play())
