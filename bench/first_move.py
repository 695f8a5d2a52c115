"""How long the first move of a bot takes on a busy machine: `python -m bench.first_move`.

A server is started with an empty cache of compiled code while other processes keep all cores busy.
As soon as it is ready, tables are opened at which a bot begins. Prints the seconds from opening a
table to the bot's move, and whether the bot of the level or the simple one made it.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from testkit.client import Socket
from testkit.server_process import ServerProcess

BUSY = "while True: pass"


def main() -> None:
    """Measure, and print a line for each table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--busy", type=int, default=2, help="processes that keep the cores busy")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("games", nargs="*", default=["classic", "duel", "cards", "dice", "tiles"])
    wanted = parser.parse_args()
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(wanted.busy)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["INGENIOUS_CACHE"] = str(Path(folder) / "cache")
            with ServerProcess(Path(folder) / "data") as server:
                for game in wanted.games:
                    took = asyncio.run(_first_move(server.url, game, wanted.level))
                    print(f"{game}: {took:.2f} s", flush=True)
                print(f"answered by: {_who(server.url)}")
    finally:
        for process in busy:
            process.kill()
            process.wait()


async def _first_move(url: str, game: str, level: int) -> float:
    """The seconds from opening a table to the move of the bot that begins."""
    token = httpx.post(url + "/api/tokens", json={"name": "Ann"}, timeout=60).json()["token"]
    settings = {"games": [game], "seats": [{}, {"kind": "bot", "level": level}], "start": 1}
    body = {"settings": settings, "sit": [0], "begin": True}
    headers = {"Authorization": f"Bearer {token}"}
    began = time.monotonic()
    opened = httpx.post(url + "/api/tables", json=body, headers=headers, timeout=60)
    async with Socket(url, opened.json()["table"], token) as socket:
        while not any(entry.get("seat") == 1 for entry in (socket.record or {}).get("log", [])):
            await socket.receive(600)
    return time.monotonic() - began


def _who(url: str) -> str:
    """How many answers the bots gave, by level."""
    name = 'ingenious_bot_seconds_count{level="'
    lines = httpx.get(url + "/metrics", timeout=60).text.splitlines()
    told = [line.removeprefix(name).split('"} ') for line in lines if line.startswith(name)]
    return ", ".join(f"{float(count):.0f} by level {level}" for level, count in told)


if __name__ == "__main__":
    main()
