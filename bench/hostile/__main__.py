"""Honest tables beside a hostile address: `python -m bench.hostile [--seconds 30] [--tables 20]`.

Starts `ingenious serve` with its default limits and no proxy in front. People play at honest
tables, each from a loopback address of its own: first by themselves, then while one other address
attacks in every way that it can. Prints one JSON object; the exit status is 1 if honest people
suffered.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from testkit.server_process import ServerProcess

from .attack import SOURCE
from .honest import Seen, Table

MOST_MS = 100.0
"""Limit for the 99th percentile of moves, unless three times the calm value is more."""

ANSWERS = 5
"""Answers of each bot before anything is measured."""

LONGEST_WARM_UP = 600.0
"""Seconds."""

MOST_BOT_MS = 2000.0
"""Limit for the 99th percentile of the answers of a level 3 bot."""


class Default(ServerProcess):
    """A server with its default limits, of this source or of another one."""

    def __init__(self, data: Path, source: str) -> None:
        super().__init__(data)
        self.command = [
            *(sys.executable, "-m", "ingenious", "serve", "--port", str(self.port)),
            *("--data", str(data)),
        ]
        self._source = source

    def launch(self) -> None:
        """Start it."""
        environment = {**os.environ, "PYTHONPATH": self._source} if self._source else None
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, start_new_session=True, env=environment
            )


def bomb(folder: Path) -> Path:
    """A record that takes long to check: a match of twelve challenges with four players."""
    file = folder / "bomb.jsonl"
    challenges = ",".join(["tiles", "dice", "cards"] * 4)
    words = ["simulate", "match", "--players", "4", "--challenges", challenges, "--out", str(file)]
    subprocess.run([sys.executable, "-m", "ingenious", *words], check=True, timeout=120)
    return file


async def phase(tables: list[Table], seconds: float) -> Seen:
    """What is seen at all tables for some seconds."""
    seen = Seen()
    for table in tables:
        table.seen = seen
    await asyncio.sleep(seconds)
    for table in tables:
        table.seen = Seen()  # what happens after the phase does not count
    return seen


async def measure(
    server: ServerProcess, arguments: argparse.Namespace, record: Path
) -> dict[str, Any]:
    """Play without the attack, then during it."""
    tables = [Table(server.url, n, with_bot=n % 5 < 2) for n in range(arguments.tables)]
    for table in tables:
        await table.open()
    playing = [asyncio.create_task(table.play()) for table in tables]
    await _warm_up(tables, arguments.warm_up)
    calm = await phase(tables, arguments.seconds)
    words = [sys.executable, "-m", "bench.hostile.attack", server.url, str(arguments.seconds)]
    attack = await asyncio.create_subprocess_exec(
        *words, str(record), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    attacked = await phase(tables, arguments.seconds)
    try:
        said, _ = await asyncio.wait_for(attack.communicate(), 60)
    except TimeoutError:
        attack.kill()
        said = b""
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.gather(*[table.close() for table in tables])
    answers = json.loads(said or b"{}")
    return {"calm": calm.summary(), "attacked": attacked.summary(), "attack": answers}


async def _warm_up(tables: list[Table], seconds: float) -> None:
    """Wait, at least until every bot has answered some times: then its code is compiled."""
    await asyncio.sleep(seconds)
    async with asyncio.timeout(LONGEST_WARM_UP):
        while not all(table.answers >= ANSWERS for table in tables if table.with_bot):
            await asyncio.sleep(0.5)


def verdict(found: dict[str, Any]) -> list[str]:
    """What went wrong for honest people."""
    calm, attacked = found["calm"], found["attacked"]
    most = max(MOST_MS, 3 * calm["move_ms"]["99"])
    faults = []
    if attacked["move_ms"]["99"] > most:
        faults.append(f"moves took {attacked['move_ms']['99']} ms, more than {most:.0f}")
    if attacked["bot_ms"] and attacked["bot_ms"]["99"] > MOST_BOT_MS:
        faults.append(f"bots took {attacked['bot_ms']['99']} ms, more than {MOST_BOT_MS:.0f}")
    if attacked["refused"]:
        faults.append(f"{attacked['refused']} moves were refused: {attacked['why']}")
    return faults


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(prog="python -m bench.hostile", description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="honest tables (default: 20)")
    parser.add_argument("--seconds", type=float, default=30, help="seconds per phase (default: 30)")
    parser.add_argument("--warm-up", type=float, default=15, help="seconds before it (default: 15)")
    parser.add_argument("--source", default="", help="the folder src of another version to measure")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        record = bomb(Path(name))
        with Default(Path(name) / "data", arguments.source) as server:
            found = asyncio.run(measure(server, arguments, record))
            found["record_bytes"] = record.stat().st_size
            found["log"] = sum('"level":"error"' in line for line in server.log.splitlines())
    found |= {"hostile": SOURCE, "tables": arguments.tables, "seconds": arguments.seconds}
    found["faults"] = verdict(found)
    print(json.dumps(found, indent=2))
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
