"""Honest tables during an attack: `python -m bench.hostile [--seconds 30] [--tables 20]`.

Starts `ingenious serve` with its default limits and no proxy. Honest players play at tables, each
table with its own loopback address: first undisturbed, then while another address attacks in every
way that it can. Prints one JSON object; the exit status is 1 if the honest players were affected.
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
from testkit.sockets import HOSTILE_ADDRESS

from .honest import Results, Table

MAX_MOVE_MS = 100.0
"""Limit for the 99th percentile of moves, unless three times the calm value is more."""

WARM_UP_ANSWERS = 5
"""Answers of each bot before the measurement starts."""

WARM_UP_TIMEOUT_S = 600.0

MAX_BOT_MS = 2000.0
"""Limit for the 99th percentile of the answers of a level 3 bot."""


class DefaultServer(ServerProcess):
    """A server with its default limits, from this source folder or another one."""

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


def slow_record(folder: Path) -> Path:
    """A record that takes long to verify: a match of twelve challenges with four players."""
    file = folder / "match.jsonl"
    challenges = ",".join(["tiles", "dice", "cards"] * 4)
    options = ["--players", "4", "--challenges", challenges, "--out", str(file)]
    command = [sys.executable, "-m", "ingenious", "simulate", "match", *options]
    subprocess.run(command, check=True, timeout=120)
    return file


async def run_phase(tables: list[Table], seconds: float) -> Results:
    """The results of all tables during some seconds."""
    results = Results()
    for table in tables:
        table.results = results
    await asyncio.sleep(seconds)
    for table in tables:
        table.results = Results()  # what happens after the phase does not count
    return results


async def measure(
    server: ServerProcess, arguments: argparse.Namespace, record: Path
) -> dict[str, Any]:
    """Play without the attack, then during it."""
    tables = [Table(server.url, n, with_bot=n % 5 < 2) for n in range(arguments.tables)]
    for table in tables:
        await table.open()
    playing = [asyncio.create_task(table.play()) for table in tables]
    await _warm_up(tables, arguments.warm_up)
    calm = await run_phase(tables, arguments.seconds)
    command = [sys.executable, "-m", "bench.hostile.attack", server.url, str(arguments.seconds)]
    attack = await asyncio.create_subprocess_exec(
        *command, str(record), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    attacked = await run_phase(tables, arguments.seconds)
    try:
        output, _ = await asyncio.wait_for(attack.communicate(), 60)
    except TimeoutError:
        attack.kill()
        output = b""
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.gather(*[table.close() for table in tables])
    answers = json.loads(output or b"{}")
    return {"calm": calm.summary(), "attacked": attacked.summary(), "attack": answers}


async def _warm_up(tables: list[Table], seconds: float) -> None:
    """Wait this long, and until every bot has answered some times, so that its code is compiled."""
    await asyncio.sleep(seconds)
    async with asyncio.timeout(WARM_UP_TIMEOUT_S):
        while not all(table.answers >= WARM_UP_ANSWERS for table in tables if table.with_bot):
            await asyncio.sleep(0.5)


def faults_of(found: dict[str, Any]) -> list[str]:
    """How the attack affected the honest players."""
    calm, attacked = found["calm"], found["attacked"]
    limit = max(MAX_MOVE_MS, 3 * calm["move_ms"]["99"])
    faults = []
    if attacked["move_ms"]["99"] > limit:
        faults.append(f"moves took {attacked['move_ms']['99']} ms, more than {limit:.0f}")
    if attacked["bot_ms"] and attacked["bot_ms"]["99"] > MAX_BOT_MS:
        faults.append(f"bots took {attacked['bot_ms']['99']} ms, more than {MAX_BOT_MS:.0f}")
    if attacked["refused"]:
        faults.append(f"{attacked['refused']} moves were refused: {attacked['why']}")
    return faults


def main() -> int:
    """Measure and print; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench.hostile", description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="honest tables (default: 20)")
    parser.add_argument("--seconds", type=float, default=30, help="seconds per phase (default: 30)")
    parser.add_argument("--warm-up", type=float, default=15, help="seconds before it (default: 15)")
    parser.add_argument("--source", default="", help="the folder src of another version to measure")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        record = slow_record(Path(name))
        with DefaultServer(Path(name) / "data", arguments.source) as server:
            found = asyncio.run(measure(server, arguments, record))
            found["record_bytes"] = record.stat().st_size
            found["log"] = sum('"level":"error"' in line for line in server.log.splitlines())
    found |= {"hostile": HOSTILE_ADDRESS, "tables": arguments.tables, "seconds": arguments.seconds}
    found["faults"] = faults_of(found)
    print(json.dumps(found, indent=2))
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
