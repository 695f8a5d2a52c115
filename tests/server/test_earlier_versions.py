"""Data of an earlier version can still be used: its tables continue, its guests are known.

`tests/stored` has a data folder and a database, each with the same kinds of tables.
"""

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import pytest

from testkit import services
from testkit.guests import Guest, play_out
from testkit.server_process import ServerProcess

from .hostile import faults

STORED = Path(__file__).parent.parent / "stored"


class KnownGuest(Guest):
    """A guest who got their token from an earlier version."""

    def __init__(self, url: str, name: str, token: str) -> None:
        self.url = url
        self.name = name
        self.token = token
        self._headers = {"Authorization": f"Bearer {token}"}


class EarlierServer:
    """A server on the data of an earlier version."""

    def __init__(self, server: ServerProcess, stored: str) -> None:
        known = json.loads((STORED / f"{stored}.json").read_text())
        self.server = server
        self.tables: dict[str, str] = known["tables"]
        self.guests = [KnownGuest(server.url, *item) for item in known["tokens"].items()]

    def view(self, table: str) -> dict[str, Any]:
        """What everyone sees of a table."""
        answer = self.guests[0].get(f"/api/tables/{self.tables[table]}")
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()["view"]["shared"]
        return view

    async def play_out(self, table: str, players: int) -> dict[str, Any]:
        """Play a table to its end; return what everyone sees then."""
        sockets = [guest.socket(self.tables[table]) for guest in self.guests[:players]]
        for socket in sockets:
            await socket.__aenter__()
        try:
            await play_out(sockets, Random(table))
        finally:
            for socket in sockets:
                await socket.__aexit__(None, None, None)
        return sockets[0].shared


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    async def fill(url: str) -> None:
        connection = await asyncpg.connect(url)
        await connection.execute((STORED / "database-1.sql").read_text())
        await connection.close()

    with services.postgres(fsync=False) as server:
        asyncio.run(fill(server.url))
        yield server.url


@pytest.fixture(scope="module", params=["games-1", "database-1"])
def earlier(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EarlierServer]:
    data = tmp_path_factory.mktemp("earlier") / "data"
    data.mkdir()
    if request.param == "database-1":
        options: tuple[str, ...] = ("--database", request.getfixturevalue("database"))
    else:
        shutil.copy(STORED / "games-1.sqlite", data / "games.sqlite")
        options = ()
    with ServerProcess(data, *options) as server:
        yield EarlierServer(server, request.param)
        assert not faults(server)


@pytest.mark.parametrize(("table", "players"), [("running", 2), ("team", 4), ("bot", 1)])
def test_a_table_can_be_played_to_its_end(earlier: EarlierServer, table: str, players: int) -> None:
    assert earlier.view(table)["phase"] == "playing"
    view = asyncio.run(earlier.play_out(table, players))
    assert view["phase"] == "over"


def test_a_clock_did_not_run_in_the_meantime(earlier: EarlierServer) -> None:
    view = earlier.view("clock")
    assert view["phase"] == "playing"
    assert min(view["left"]) > 3_500_000
    assert asyncio.run(earlier.play_out("clock", 2))["phase"] == "over"


def test_a_finished_game_can_be_replayed(earlier: EarlierServer) -> None:
    assert earlier.view("over")["phase"] == "over"
    assert earlier.guests[0].get(f"/api/tables/{earlier.tables['over']}/replay").status_code == 200


@pytest.mark.rules("J2")
def test_a_match_continues_after_a_resigned_challenge(earlier: EarlierServer) -> None:
    """By the rule of that time resigning gave up one challenge."""
    assert earlier.view("match")["phase"] == "between"

    async def begin_the_others() -> None:
        ann, path = earlier.guests[0], f"/api/tables/{earlier.tables['match']}"
        while (view := await asyncio.to_thread(earlier.view, "match"))["phase"] != "over":
            if view["phase"] == "between":
                await asyncio.to_thread(ann.post, path, {"do": "start"})
            await asyncio.sleep(0.05)

    async def play() -> dict[str, Any]:
        beginning = asyncio.create_task(begin_the_others())
        view = await earlier.play_out("match", 2)
        await beginning
        return view

    view = asyncio.run(play())
    assert (len(view["match"]["points"]), "resigned" in view["match"]) == (3, False)


def test_a_gathering_table_no_longer_accepts_players(earlier: EarlierServer) -> None:
    """After a day, as every table."""
    assert earlier.view("gathering")["phase"] == "gathering"
