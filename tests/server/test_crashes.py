"""Nothing acknowledged is lost, whatever is killed: a small part of what `make soak` does."""

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ingenious.server.bot_workers.pool import BotWorkers
from ingenious.server.live.live_table import LiveTable
from ingenious.server.live.service import TableService
from ingenious.store import NoBroker, Unavailable
from ingenious.store.sqlite import SqliteStore
from ingenious.table import AppliedEvent, commands
from ingenious.table.settings import SeatPlan, Settings
from soak.crashes import disasters
from soak.crashes.crowd import Crowd, Plan
from soak.crashes.disasters import Scale, new_schema
from soak.crashes.findings import examine
from soak.crashes.seat_log import Values
from testkit import services
from testkit.server_process import ServerProcess

SHORT_GAMES = (Plan("duel", 2), Plan("dice", 2), Plan("cards", 3), Plan("tiles", 2))
"""`make soak` plays all games. A bot would be loaded again after each kill."""

TWICE = Scale(times=2, tables=3, think=0.03, pause=1.0, plans=SHORT_GAMES)
WITH_BOT = replace(TWICE, plans=(Plan("duel", 1, bots=1), *SHORT_GAMES[1:]))


@pytest.fixture(scope="module")
def postgres() -> Iterator[services.Postgres]:
    with services.postgres() as server:
        yield server


@pytest.fixture(scope="module")
def redis() -> Iterator[services.Redis]:
    with services.redis() as server:
        yield server


def check(summary: Values, moves: int = 50) -> None:
    assert summary["problems"] == []
    assert (summary["lost"], summary["duplicated"]) == (0, 0)
    assert summary["acknowledged moves"] > moves
    assert summary["unanswered"] == 0


def test_a_killed_server_on_sqlite(tmp_path: Path) -> None:
    summary = asyncio.run(disasters.killed_server(tmp_path, WITH_BOT))
    check(summary)
    assert summary["reconnects"] > 0


def test_a_killed_server_on_postgresql(tmp_path: Path, postgres: services.Postgres) -> None:
    async def run() -> Values:
        return await disasters.killed_server(tmp_path, TWICE, await new_schema(postgres.url))

    summary = asyncio.run(run())
    check(summary)
    assert summary["reconnects"] > 0


def test_games_against_bots_finish_although_their_processes_are_killed(tmp_path: Path) -> None:
    summary = asyncio.run(disasters.killed_bot_workers(tmp_path, TWICE))
    check(summary, moves=30)  # one person plays at each of the three tables
    assert summary["reconnects"] == 0


def test_killed_redis_between_two_servers(
    tmp_path: Path, postgres: services.Postgres, redis: services.Redis
) -> None:
    async def run() -> Values:
        database = await new_schema(postgres.url)
        return await disasters.killed_broker(tmp_path, TWICE, database, redis)

    summary = asyncio.run(run())
    check(summary)
    assert (summary["reconnects"], summary["unavailable"]) == (0, {})


def test_postgresql_stopped_and_killed(tmp_path: Path, postgres: services.Postgres) -> None:
    async def run() -> Values:
        address = await new_schema(postgres.url)
        return await disasters.restarted_database(tmp_path, TWICE, address, postgres)

    summary = asyncio.run(run())
    check(summary)
    assert (summary["by stop"], summary["by kill"]) == (1, 1)
    assert all("right now" in said for said in summary["unavailable"])


def test_a_full_disk(tmp_path: Path) -> None:
    once = Scale(times=1, tables=3, think=0.03, pause=2.0, plans=SHORT_GAMES)
    summary = asyncio.run(disasters.full_disk(tmp_path, once))
    check(summary)
    assert summary["unavailable"]
    assert all("right now" in said for said in summary["unavailable"])
    if summary["by"] == "mount":  # else the log could not be written either
        assert "database or disk is full" in (tmp_path / "server.log").read_text("utf-8")
    # It says that it is not ready: it could show tables, but every decision would be refused, and
    # another server, if there is one, should be asked instead.
    (ready,) = summary["ready"]
    assert ready.startswith("503 the store is unavailable")
    assert summary["readable"] == 1


def test_lost_and_duplicated_events_are_found(tmp_path: Path) -> None:
    """The examination itself: it has to see what no server should ever do."""
    last = "table_id = ?1 AND number = (SELECT max(number) FROM events WHERE table_id = ?1)"
    copy = f"SELECT table_id, number + 1, event FROM events WHERE {last}"

    async def play() -> tuple[Crowd, str]:
        with ServerProcess(tmp_path / "data") as server:
            crowd = Crowd([server.url], tables=2, think=0.02, plans=(Plan("duel", 2),))
            crowd.stop.set()
            await crowd.play()
            where = str(server.data / "games.sqlite")
            assert (await examine(where, crowd)).problems == []
        crowd.urls.clear()  # no server is left
        return crowd, where

    crowd, where = asyncio.run(play())
    first, second = [played.id for played in crowd.played]
    with sqlite3.connect(where) as file:
        file.execute(f"DELETE FROM events WHERE {last}", [first])
        file.execute(f"INSERT INTO events (table_id, number, event) {copy}", [second])
    file.close()
    found = asyncio.run(examine(where, crowd))
    number = crowd.played[0].seat_logs[0].number
    assert any(f"table {first}, seat 0: {number} was received" in text for text in found.lost)
    assert any(f"table {first}" in text and "is not there" in text for text in found.lost)
    assert any(f"table {second}" in text for text in found.duplicated)


class Listener:
    """Watches a table."""

    person_id = ""
    has_answered = True

    def __init__(self) -> None:
        self.received: list[int] = []
        self.last_heard = 0.0

    def notify_absent(self, live: LiveTable) -> None:
        """It does not care."""

    def notify(self, live: LiveTable, news: Sequence[AppliedEvent], origin: object) -> None:
        self.received += [item.number for item in news]

    def ping(self) -> None:
        raise AssertionError("no clock runs out here")

    def disconnect(self) -> None:
        raise AssertionError("the listener is not too slow")


def test_a_client_that_connects_during_a_store_outage_receives_later_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> list[int]:
        store = await SqliteStore.open(tmp_path / "games.sqlite")
        service, listener = TableService(store, NoBroker(), BotWorkers(1)), Listener()
        seats = (SeatPlan(), SeatPlan())
        table = await service.open(commands.create(Settings(("duel",), seats), "ann", at=0))
        back, answers = asyncio.Event(), [Unavailable("the store is away")]
        read = store.read

        async def read_later(table: str, after: int = -1) -> list[bytes]:
            await back.wait()
            if answers:
                raise answers.pop()
            return await read(table, after)

        async def watch() -> None:
            async with service.locked(table) as live:
                live.watchers.add(listener)

        monkeypatch.setattr(store, "read", read_later)
        coming = asyncio.gather(watch(), watch(), return_exceptions=True)
        await asyncio.sleep(0)  # one reads, the other waits for it
        back.set()
        refused, came = await coming
        assert isinstance(refused, Unavailable)
        assert came is None
        await service.run(table, lambda table, at: commands.sit(table, "ann", "Ann", 0, at=1))
        await store.close()
        return listener.received

    assert asyncio.run(play()) == [1]
