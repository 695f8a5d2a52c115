"""How long the first move of a bot takes on a busy machine: `python -m bench.first_move`.

A server is started with an empty cache of compiled code, while other processes keep all cores busy.
As soon as it is ready, tables are opened at which a bot begins. Prints the seconds from opening a
table to the bot's move, and which bots answered.
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

from testkit.guests import Guest
from testkit.server_process import ServerProcess

BUSY_LOOP = "while True: pass"


def main() -> None:
    """Measure, and print a line for each table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--busy", type=int, default=2, help="processes that keep the cores busy")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("games", nargs="*", default=["classic", "duel", "cards", "dice", "tiles"])
    arguments = parser.parse_args()
    busy = [subprocess.Popen([sys.executable, "-c", BUSY_LOOP]) for _ in range(arguments.busy)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["INGENIOUS_CACHE"] = str(Path(folder) / "cache")
            with ServerProcess(Path(folder) / "data") as server:
                for game in arguments.games:
                    took = asyncio.run(_first_move(server.url, game, arguments.level))
                    print(f"{game}: {took:.2f} s", flush=True)
                print(f"answers: {_answers(server.url)}")
    finally:
        for process in busy:
            process.kill()
            process.wait()


async def _first_move(url: str, game: str, level: int) -> float:
    """The seconds from opening a table to the move of the bot that begins."""
    guest = Guest(url, "Ann")
    settings = {"games": [game], "seats": [{}, {"kind": "bot", "level": level}], "start": 1}
    began = time.monotonic()
    opened = guest.post("/api/tables", {"settings": settings, "sit": [0], "begin": True}).json()
    async with guest.socket(opened["table"]) as socket:
        while not any(entry.get("seat") == 1 for entry in (socket.record or {}).get("log", [])):
            await socket.receive(600)
    return time.monotonic() - began


def _answers(url: str) -> str:
    """The number of answers by each level."""
    name = 'ingenious_bot_seconds_count{level="'
    lines = httpx.get(url + "/metrics", timeout=60).text.splitlines()
    counts = [line.removeprefix(name).split('"} ') for line in lines if line.startswith(name)]
    return ", ".join(f"{float(count):.0f} by level {level}" for level, count in counts)


if __name__ == "__main__":
    main()
