"""Each disaster: what is killed or blocked while clients play, and the results."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import asyncpg
import httpx

from testkit.server_process import ServerProcess
from testkit.services import Service

from .crowd import AGAINST_BOTS, PLANS, Crowd, Plan
from .disk import Disk
from .findings import Findings, examine, first_few
from .seat_log import Values

FINISH_TIMEOUT_S = 600.0
"""In which all tables have to be finished after the last kill."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The number of kills and tables, the seed, and the pauses."""

    times: int
    tables: int
    seed: str = "crashes"
    think: float = 0.2  # seconds for a decision, on average
    pause: float = 3.0  # seconds between two kills, at most
    plans: tuple[Plan, ...] = PLANS

    def crowd(self, urls: list[str], **options: Any) -> Crowd:
        """The clients that play during the disasters."""
        return Crowd(urls, self.tables, self.seed, self.think, **{"plans": self.plans} | options)

    @property
    def rng(self) -> Random:
        """Random numbers for the kills."""
        return Random(self.seed)


async def new_schema(url: str) -> str:
    """Create an empty schema in a database; its URL."""
    name = f"crashes_{uuid4().hex}"
    connection = await asyncpg.connect(url)
    await connection.execute(f"CREATE SCHEMA {name}")
    await connection.close()
    return f"{url}?search_path={name}"


async def killed_server(folder: Path, scale: Scale, database: str = "") -> Values:
    """The server is killed repeatedly, sometimes while it starts."""
    options = ["--database", database] if database else []
    with ServerProcess(folder / "data", *options) as server:
        crowd = scale.crowd([server.url])
        kills = _kill_servers([server], scale)
        return await _run("killed server", _store_url(server, database), crowd, kills)


async def killed_servers(folder: Path, scale: Scale, database: str, broker: str) -> Values:
    """One of two servers with one database is killed repeatedly; clients use both."""
    with ExitStack() as stack:
        servers = two_servers(stack, folder, database, broker)
        crowd = scale.crowd([server.url for server in servers])
        kills = _kill_servers(servers, scale)
        return await _run("two killed servers", database, crowd, kills)


async def _kill_servers(servers: list[ServerProcess], scale: Scale) -> Values:
    rng, unready = scale.rng, 0
    await asyncio.sleep(scale.pause / 2)
    for _ in range(scale.times):
        server = rng.choice(servers)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.launch)
        if rng.random() < 0.25:  # the next kill may come while it starts
            unready += 1
            await asyncio.sleep(rng.uniform(0, 2))
        else:
            await asyncio.to_thread(server.wait)
            longest = 0.2 if rng.random() < 0.3 else scale.pause  # some kills right after the start
            await asyncio.sleep(rng.uniform(0, longest))
    for server in servers:
        await asyncio.to_thread(server.wait)
    return {"kills": scale.times, "not waited for": unready}


async def killed_bot_workers(folder: Path, scale: Scale) -> Values:
    """The bot workers are killed."""
    with ServerProcess(folder / "data") as server:
        crowd = scale.crowd([server.url], plans=AGAINST_BOTS)
        kills = _kill_bot_workers(server, scale)
        return await _run("killed bot workers", _store_url(server), crowd, kills)


async def _kill_bot_workers(server: ServerProcess, scale: Scale) -> Values:
    rng, killed = scale.rng, 0
    while killed < scale.times:
        await asyncio.sleep(rng.uniform(0, scale.pause))
        for child in server.children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
                killed += 1
    return {"kills": killed}


async def killed_broker(folder: Path, scale: Scale, database: str, broker: Service) -> Values:
    """Redis is killed while two servers share a database, and started again after a while."""
    with ExitStack() as stack:
        servers = two_servers(stack, folder, database, broker.url)
        crowd = scale.crowd([server.url for server in servers])
        kills = _interrupt(broker, scale, ["kill"])
        return await _run("killed Redis", database, crowd, kills)


async def restarted_database(folder: Path, scale: Scale, database: str, service: Service) -> Values:
    """PostgreSQL is stopped or killed, and started again after a while."""
    with ServerProcess(folder / "data", "--database", database) as server:
        crowd = scale.crowd([server.url])
        kills = _interrupt(service, scale, ["stop", "kill"])
        return await _run("restarted PostgreSQL", database, crowd, kills)


async def _interrupt(service: Service, scale: Scale, ways: list[str]) -> Values:
    """Stop and start a service repeatedly, in all ways in turn."""
    rng, ended = scale.rng, Counter[str]()
    for number in range(scale.times):
        await asyncio.sleep(rng.uniform(0.5, 1 + scale.pause))
        way = ways[number % len(ways)]
        ended[way] += 1
        await asyncio.to_thread(getattr(service, way))
        await asyncio.sleep(rng.uniform(0, scale.pause))
        await asyncio.to_thread(service.start)
    return {"kills": scale.times, **{f"by {way}": times for way, times in ended.items()}}


async def full_disk(folder: Path, scale: Scale, *, may_mount: bool = True) -> Values:
    """The disk is full for a while."""
    with ExitStack() as stack:
        disk = stack.enter_context(Disk(folder / "data", may_mount=may_mount))
        server = stack.enter_context(ServerProcess(folder / "data", log=folder / "server.log"))
        crowd = scale.crowd([server.url])
        fills = _fill(disk, server, crowd, scale)
        return await _run("full disk", _store_url(server), crowd, fills)


async def _fill(disk: Disk, server: ServerProcess, crowd: Crowd, scale: Scale) -> Values:
    """Fill the disk until commands were refused, and note what `/ready` reports."""
    ready: Counter[str] = Counter()
    readable = 0
    for _ in range(scale.times):
        await asyncio.sleep(scale.pause / 2)
        async with asyncio.timeout(60):
            while not crowd.played:  # a busy machine may not have opened a table yet
                await asyncio.sleep(0.05)
        refusals = crowd.counters.unavailable.total()
        assert server.process is not None
        disk.fill(server.process.pid)
        async with asyncio.timeout(60):
            while crowd.counters.unavailable.total() < refusals + 5:
                await asyncio.sleep(0.05)
        await asyncio.sleep(1.5)  # the server checks its store once a second
        async with httpx.AsyncClient(timeout=30) as http:
            answer = await http.get(server.url + "/ready")
            ready[f"{answer.status_code} {answer.text.strip()}"] += 1
            table = crowd.played[0].id
            readable += (await http.get(f"{server.url}/api/tables/{table}")).is_success
        disk.free(server.process.pid)
        await asyncio.to_thread(server.wait)
    reported = {_without_paths(text, server): times for text, times in ready.items()}
    return {
        "kills": 0,
        "filled": scale.times,
        "by": disk.method,
        "ready": reported,
        "readable": readable,
    }


def two_servers(
    stack: ExitStack, folder: Path, database: str, broker: str, *options: str
) -> list[ServerProcess]:
    """Two servers that share a database and a broker."""
    options = ("--database", database, "--broker", broker, *options)
    return [
        stack.enter_context(
            ServerProcess(folder / name / "data", *options, log=folder / f"{name}.log")
        )
        for name in ("first", "second")
    ]


def _store_url(server: ServerProcess, database: str = "") -> str:
    return database or str(server.data / "games.sqlite")


async def _run(name: str, url: str, crowd: Crowd, disaster: Coroutine[Any, Any, Values]) -> Values:
    """Play during a disaster, then to the end; the results."""
    began = time.monotonic()
    playing, striking = asyncio.create_task(crowd.play()), asyncio.create_task(disaster)
    try:
        await asyncio.wait({playing, striking}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            await playing  # raises: the crowd does not end before it is stopped
        details = await striking
        struck = time.monotonic() - began
        crowd.stop.set()
        with suppress(TimeoutError):  # `examine` reports tables that are not finished
            async with asyncio.timeout(FINISH_TIMEOUT_S):
                await playing
    finally:
        for task in (playing, striking):
            task.cancel()
        await asyncio.gather(playing, striking, return_exceptions=True)
    found = await examine(url, crowd)
    store = "postgresql" if url.startswith("postgresql://") else "sqlite"
    seconds = {"of strikes": round(struck, 1), "in all": round(time.monotonic() - began, 1)}
    return {
        "disaster": name,
        "store": store,
        **details,
        **_summary(crowd, found, url),
        "seconds": seconds,
    }


def _summary(crowd: Crowd, found: Findings, url: str) -> Values:
    counters, folder = crowd.counters, str(Path(url).parent)
    return {
        "tables": len(crowd.played),
        "events": found.events,
        "acknowledged": found.acknowledged,
        "acknowledged moves": found.moves,
        "moves there without acknowledgement": found.unacknowledged,
        "received": found.received,
        "lost": len(found.lost),
        "duplicated": len(found.duplicated),
        "reconnects": counters.breaks,
        "unanswered": counters.unanswered,
        "stale": counters.stale,
        "unavailable": {
            text.replace(folder, "DATA"): times
            for text, times in counters.unavailable.most_common(10)
        },
        "refused": dict(counters.refused.most_common(10)),
        "tables opened without acknowledgement": found.unacknowledged_tables,
        "problems": first_few(found.problems),
    }


def _without_paths(text: str, server: ServerProcess) -> str:
    return text.replace(str(server.data), "DATA")
