"""Runs a server, attacks all its tables, and checks the results."""

import asyncio
import json
import re
import time
from pathlib import Path
from random import Random

import httpx
from websockets.exceptions import WebSocketException

from ingenious.record import RecordError, read, verify
from testkit.server_process import ServerProcess

from .attack import Attack, Results
from .tables import PLANS, Person, Table, Values

NO_RATE_LIMIT = ("--messages-per-second", "1000000")
"""Other tests cover the rate limit; here it would only take longer."""

MAX_GROWTH_MB = 60.0
"""By how much the server's memory may grow after the first frames."""

UNFINISHED = (
    TimeoutError,
    RecordError,
    AssertionError,
    OSError,
    WebSocketException,
    httpx.HTTPError,
)
"""The errors of a table that cannot be played to its end."""


async def attack_server(folder: Path, frames: int, seed: str) -> Values:
    """Send frames to a new server; the results, and what was wrong."""
    started, results = time.monotonic(), Results()
    with ServerProcess(folder / "data", *NO_RATE_LIMIT) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
            tables = await _open(http, server.url)
            early = frames // 5
            await _send_frames(tables, early, f"{seed} early", results)
            before = memory_mb(server)
            await _send_frames(tables, frames - early, f"{seed} late", results)
            after = memory_mb(server)
            took = time.monotonic() - started
            ended = await _finish(tables, seed, results)
            metrics = (await http.get("/metrics")).text
        server.stop()
        results.problems += logged_errors(server.log) + server_errors(metrics)
    if ended < len(tables) + results.renewed:
        results.problems.append(f"only {ended} tables were played to their end")
    if after - before > MAX_GROWTH_MB:
        results.problems.append(f"the server grew from {before:.0f} to {after:.0f} MB")
    return {
        "frames": frames,
        "seconds": round(took, 1),
        "by_kind": dict(results.frames),
        "answers": dict(results.answers),
        "closed_by_code": {str(code): count for code, count in sorted(results.closed.items())},
        "followed": dict(results.followed),
        "honest_moves": results.honest,
        "slowest_honest_visit_seconds": round(results.slowest, 2),
        "tables": len(tables) + results.renewed,
        "played_to_the_end": ended,
        "memory_mb": {"after_a_fifth": round(before), "at_the_end": round(after)},
        "problems": results.problems,
    }


async def _open(http: httpx.AsyncClient, url: str) -> list[Table]:
    eve, ben = await Person.new(http, "Eve"), await Person.new(http, "Ben")
    return [await Table(url, plan, eve, ben).open() for plan in PLANS]


async def _send_frames(tables: list[Table], frames: int, seed: str, results: Results) -> None:
    """Send frames to all tables at once."""
    shares = [frames // len(tables) + (n < frames % len(tables)) for n in range(len(tables))]
    attacks = [Attack(table, Random(f"{seed} {n}"), results) for n, table in enumerate(tables)]
    await asyncio.gather(
        *[attack.run(share) for attack, share in zip(attacks, shares, strict=True)]
    )


async def _finish(tables: list[Table], seed: str, results: Results) -> int:
    """Play all tables to their end; the number of valid and finished records."""
    ended = 0
    for number, table in enumerate(tables):
        try:
            async with asyncio.timeout(300):
                for record in await table.finish(Random(f"{seed} end {number}")):
                    verify(read(record))
                    ended += is_over(record)
        except UNFINISHED as error:
            results.problems.append(f"{table.plan.games} is stuck: {error!r:.300}")
        await table.close()
    return ended


def is_over(record: Values) -> bool:
    """Whether a game, or all games of a match, are finished."""
    return all(game["result"] is not None for game in record.get("games", [record]))


def memory_mb(server: ServerProcess) -> float:
    """The resident memory of the server, without its bot workers."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1000 if found else 0.0


def logged_errors(log: str) -> list[str]:
    """The lines of a log that report an error of the server."""
    found = []
    for line in log.splitlines():
        try:
            entry = json.loads(line)
            is_error = entry["level"] == "error" or "trace" in entry
        except (ValueError, KeyError):
            is_error = True
        if is_error:
            found.append(f"in the log: {line[:300]} … {line[-300:]}")
    return found[:20]


def server_errors(metrics: str) -> list[str]:
    """The metrics of responses with a status of 500 or more."""
    lines = metrics.splitlines()
    return [line for line in lines if line.startswith("ingenious_requests") and 'status="5' in line]
