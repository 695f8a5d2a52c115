"""A table with an event that this version cannot read is reported once and refused."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from random import Random
from time import monotonic, sleep, time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from testkit.guests import Guest
from testkit.server_process import ServerProcess

BOT = {"kind": "bot", "level": 1}
DAMAGES = {
    "unknown": b'{"event": "from-the-future", "at": 1, "what": "nobody knows"}',
    "undecodable": b"\xff not JSON at all",
    "impossible": b'{"event": "played", "at": 1, "seat": 0, "decision": {"seat": 0, "keep": true}}',
    "misplaced": b'{"event": "sat", "at": 1, "seat": 7, "who": "x", "name": "X"}',
}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("unreadable") / "data") as server:
        yield server


def damage(server: ServerProcess, table: str, event: bytes) -> int:
    """Append an event as a newer version would, with a clock that ran out and a bot to ask."""
    with closing(sqlite3.connect(server.data / "games.sqlite", timeout=30)) as file, file:
        [(last,)] = file.execute("SELECT last FROM tables WHERE id = ?", (table,)).fetchall()
        insert = "INSERT INTO events (table_id, number, event) VALUES (?, ?, ?)"
        file.execute(insert, (table, last + 1, event))
        now = int(time() * 1000)
        change = "UPDATE tables SET last = ?, changed = ?, due = ?, asks = 1 WHERE id = ?"
        file.execute(change, (last + 1, now - 20_000, now - 20_000, table))
    return int(last) + 1


def last_event(server: ServerProcess, table: str) -> int:
    with closing(sqlite3.connect(server.data / "games.sqlite", timeout=30)) as file:
        query = "SELECT max(number) FROM events WHERE table_id = ?"
        [(last,)] = file.execute(query, (table,)).fetchall()
    return int(last)


def reports(server: ServerProcess, table: str) -> list[str]:
    """The lines of the log that mention a table."""
    return [line for line in server.log.splitlines() if table in line]


def wait_for_report(server: ServerProcess, table: str) -> None:
    end = monotonic() + 60
    while not reports(server, table):
        assert monotonic() < end, server.log[-2000:]
        sleep(0.1)


def opened(ann: Guest, *seats: dict[str, object]) -> str:
    """A table whose game has begun."""
    settings = {"games": ["dice"], "seats": [{}, *seats], "start": 0}
    wanted = {"settings": settings, "sit": [0, 1] if {} in seats else [0], "begin": True}
    return str(ann.post("/api/tables", wanted).json()["table"])


def test_an_unreadable_table_is_reported_once_and_refused(running: ServerProcess) -> None:
    ann = Guest(running.url, "Ann")
    bad, good = {kind: opened(ann, BOT) for kind in DAMAGES}, opened(ann, {})
    running.stop()
    last = {kind: damage(running, table, DAMAGES[kind]) for kind, table in bad.items()}
    running.start()
    order = {"do": "react", "seat": 0, "reaction": "hello"}
    for kind, table in bad.items():
        wait_for_report(running, table)
        path = f"/api/tables/{table}"
        for answer in (ann.get(path), ann.get(path + "/record"), ann.post(path, order)):
            assert (answer.status_code, answer.json()["code"]) == (409, "unreadable"), kind
    listed = {entry["table"] for entry in ann.get("/api/me/tables").json()["tables"]}
    assert listed == {*bad.values(), good}

    async def play() -> None:
        for kind, table in bad.items():
            with pytest.raises(InvalidStatus) as refused:
                await ann.socket(table).open()
            assert refused.value.response.status_code == 409, kind
            assert json.loads(refused.value.response.body or b"")["code"] == "unreadable"
        async with ann.socket(good) as socket:
            await socket.ask(do="look", seat=0)
            answer = await socket.play(Random(1))
            assert "done" in answer

    asyncio.run(play())
    sleep(3)  # some sweeps
    for kind, table in bad.items():
        [report] = reports(running, table)
        assert "cannot read a table" in report, kind
        assert last_event(running, table) == last[kind], kind
    assert "never retrieved" not in running.log
    assert "failed" not in running.log


def test_a_table_that_becomes_unreadable_closes_its_sockets(running: ServerProcess) -> None:
    ann = Guest(running.url, "Ann")
    table = opened(ann, BOT)

    async def play() -> int:
        async with ann.socket(table) as socket:
            last = damage(running, table, DAMAGES["unknown"])
            with pytest.raises(ConnectionClosed) as closed:
                await socket.wait_until_absent([99])  # that is, forever
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        with pytest.raises(InvalidStatus) as refused:
            await socket.open()
        assert refused.value.response.status_code == 409
        return last

    last = asyncio.run(play())
    sleep(2)
    assert len(reports(running, table)) == 1
    assert "never retrieved" not in running.log
    assert last_event(running, table) == last


def test_a_command_that_meets_an_event_of_a_newer_version_is_refused(
    running: ServerProcess,
) -> None:
    """The event came after the table was read, so the append fails and the table is read again."""
    ann = Guest(running.url, "Ann")
    table = opened(ann, {})

    async def play() -> int:
        async with ann.socket(table) as socket:
            await socket.ask(do="look", seat=0)
            last = damage(running, table, DAMAGES["unknown"])
            try:
                answer = await socket.play(Random(1))
            except ConnectionClosed:
                return last  # the sweep was faster
            assert answer["code"] == "unreadable"
            return last

    last = asyncio.run(play())
    assert last_event(running, table) == last
    assert len(reports(running, table)) == 1
