"""A server under fire from its start to its end."""

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

from .attack import Attack, Seen
from .tables import PLANS, Person, Table, Values

HASTE = ("--messages-per-second", "1000000")
"""That a flood is slowed down is tested elsewhere; here it would only take longer."""

MOST_GROWTH = 60.0
"""Megabytes by which the server may grow after its first frames, however many come."""


STUCK = (TimeoutError, RecordError, AssertionError, OSError, WebSocketException, httpx.HTTPError)
"""What one gets at a table that cannot be played to its end."""


async def bombard(folder: Path, frames: int, seed: str) -> Values:
    """Send frames to a server of its own; what was seen, and what was wrong with it."""
    started, seen = time.monotonic(), Seen()
    with ServerProcess(folder / "data", *HASTE) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
            tables = await _open(http, server.url)
            early = frames // 5
            await _fire(tables, early, f"{seed} early", seen)
            before = memory(server)
            await _fire(tables, frames - early, f"{seed} late", seen)
            after = memory(server)
            took = time.monotonic() - started
            ended = await _finish(tables, seed, seen)
            metrics = (await http.get("/metrics")).text
        server.stop()
        seen.problems += faults(server.log) + refusals_of_ours(metrics)
    if ended < len(tables) + seen.renewed:
        seen.problems.append(f"only {ended} tables were played to their end")
    if after - before > MOST_GROWTH:
        seen.problems.append(f"the server grew from {before:.0f} to {after:.0f} MB")
    return {
        "frames": frames,
        "seconds": round(took, 1),
        "by_kind": dict(seen.frames),
        "answers": dict(seen.answers),
        "closed_by_code": {str(code): count for code, count in sorted(seen.closed.items())},
        "followed": dict(seen.followed),
        "honest_moves": seen.honest,
        "slowest_honest_visit_seconds": round(seen.slowest, 2),
        "tables": len(tables) + seen.renewed,
        "played_to_the_end": ended,
        "memory_mb": {"after_a_fifth": round(before), "at_the_end": round(after)},
        "problems": seen.problems,
    }


async def _open(http: httpx.AsyncClient, url: str) -> list[Table]:
    eve, ben = await Person.new(http, "Eve"), await Person.new(http, "Ben")
    return [await Table(url, plan, eve, ben).open() for plan in PLANS]


async def _fire(tables: list[Table], frames: int, seed: str, seen: Seen) -> None:
    """Send frames to all tables at once."""
    shares = [frames // len(tables) + (n < frames % len(tables)) for n in range(len(tables))]
    attacks = [Attack(table, Random(f"{seed} {n}"), seen) for n, table in enumerate(tables)]
    await asyncio.gather(
        *[attack.run(share) for attack, share in zip(attacks, shares, strict=True)]
    )


async def _finish(tables: list[Table], seed: str, seen: Seen) -> int:
    """Play all tables to their end; how many have a record that holds."""
    ended = 0
    for number, table in enumerate(tables):
        try:
            async with asyncio.timeout(300):
                for record in await table.finish(Random(f"{seed} end {number}")):
                    verify(read(record))
                    ended += is_over(record)
        except STUCK as error:
            seen.problems.append(f"{table.plan.games} is stuck: {error!r:.300}")
        await table.close()
    return ended


def is_over(record: Values) -> bool:
    """Whether a game, or all games of a match, came to their end."""
    return all(game["result"] is not None for game in record.get("games", [record]))


def memory(server: ServerProcess) -> float:
    """Megabytes that the server holds, without those in which bots think."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1000 if found else 0.0


def faults(log: str) -> list[str]:
    """The lines of a log that tell of something wrong with the server itself."""
    found = []
    for line in log.splitlines():
        try:
            told = json.loads(line)
            is_fault = told["level"] == "error" or "trace" in told
        except (ValueError, KeyError):
            is_fault = True
        if is_fault:
            found.append(f"in the log: {line[:300]} … {line[-300:]}")
    return found[:20]


def refusals_of_ours(metrics: str) -> list[str]:
    """What the server itself counted as its own fault."""
    lines = metrics.splitlines()
    return [line for line in lines if line.startswith("ingenious_requests") and 'status="5' in line]
