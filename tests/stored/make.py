"""Makes a data folder or a database as an earlier version has left it.

    python -m tests.stored.make SOURCE SQLITE-FILE SQL-FILE

`SOURCE` is the `src` folder of the earlier version. The same tables are played in both stores, two
days ago by the server's clock, so that no clock would have any time left if that counted.
"""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from testkit.client import Socket
from testkit.guests import Guest
from testkit.server_process import ServerProcess
from testkit.services import postgres

NAMES = ("Ann", "Ben", "Cleo", "Dan")
BOT = {"kind": "bot", "level": 1}


class Earlier(ServerProcess):
    """A server of another version, without the options that it may not know."""

    def __init__(self, data: Path, source: str, *options: str) -> None:
        super().__init__(data)
        self.command = [*self.command[:8], *options]
        (library,) = Path("/usr/lib").glob("*/faketime/libfaketime.so.1")
        faked = {"LD_PRELOAD": str(library), "FAKETIME": "-2d", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        self._environment = {**os.environ, "PYTHONPATH": source, **faked}

    def launch(self) -> None:
        """Start it."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, env=self._environment
            )


def seated(guests: list[Guest], game: str, **more: Any) -> str:
    """A table with these people."""
    opened = guests[0].open_table(game, [{}] * len(guests), **more)
    for seat, guest in enumerate(guests[1:], 1):
        guest.sit(opened, seat)
    return opened["table"]


async def play(guests: list[Guest], table: str, moves: int, *, resign: int | None = None) -> None:
    """Start a table and make some moves; then a seat may resign the game."""
    sockets = [guest.socket(table) for guest in guests]
    rng = Random(table)
    try:
        for socket in sockets:
            await socket.__aenter__()
        await sockets[0].ask(do="start")
        for _ in range(moves):
            await next_move(sockets, rng)
        if resign is not None:
            number = guests[resign].get(f"/api/tables/{table}").json()["view"]["number"] + 1
            decision = {"seat": resign, "resign": True}
            message = {"do": "play", "seat": resign, "number": number, "decision": decision}
            answer = guests[resign].post(f"/api/tables/{table}", message)
            assert answer.status_code == 200, answer.text
    finally:
        for socket in sockets:
            await socket.__aexit__(None, None, None)


async def next_move(sockets: list[Socket], rng: Random) -> None:
    """Let the seat of the turn decide."""
    last = max(socket.number for socket in sockets)
    for socket in sockets:
        while socket.number < last:
            await socket.receive()
    await next(socket for socket in sockets if socket.has_turn()).play(rng)


async def fill(url: str) -> dict[str, Any]:
    """Play the tables; who sits at them, and what they are."""
    guests = [Guest(url, name) for name in NAMES]
    ann, ben, *_ = guests
    tables = {
        "gathering": ann.open_table("classic", [{}, {}, {}])["table"],
        "running": seated([ann, ben], "duel", start=0),
        "clock": seated([ann, ben], "classic", clock={"kind": "total", "seconds": 3600}),
        "bot": ann.open_table("classic", [{}, BOT], start=0)["table"],
        "team": seated(guests, "team", talk=True),
        "over": seated([ann, ben], "tiles"),
        "match": seated([ann, ben], "cards+dice+tiles"),
    }
    await play([ann, ben], tables["running"], 7)
    await play([ann, ben], tables["clock"], 5)
    await play([ann], tables["bot"], 1)
    await play(guests, tables["team"], 9)
    await play([ann, ben], tables["over"], 4, resign=1)
    await play([ann, ben], tables["match"], 6, resign=0)
    return {"tokens": {guest.name: guest.token for guest in guests}, "tables": tables}


def main(source: str, sqlite_file: str, sql_file: str) -> None:
    """Write both files, and beside each what is in it."""
    with tempfile.TemporaryDirectory() as folder, postgres() as server:
        data = Path(folder) / "data"
        with Earlier(data, source) as running:
            known = asyncio.run(fill(running.url))
        with sqlite3.connect(data / "games.sqlite") as made:
            made.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            made.execute("PRAGMA journal_mode = DELETE")
            made.execute("VACUUM")
        Path(sqlite_file).write_bytes((data / "games.sqlite").read_bytes())
        Path(sqlite_file).with_suffix(".json").write_text(json.dumps(known, indent=1) + "\n")
        with Earlier(data, source, "--database", server.url) as running:
            known = asyncio.run(fill(running.url))
        words = ["pg_dump", "--no-owner", "--inserts", "--dbname", server.url]
        dump = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        lines = [line for line in dump.splitlines(True) if not line.startswith("\\")]  # of psql
        Path(sql_file).write_text("".join(lines))
        Path(sql_file).with_suffix(".json").write_text(json.dumps(known, indent=1) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
