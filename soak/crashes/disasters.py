"""Each disaster: what strikes while people play, and what is found when it is over."""

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
from typing import Any, Protocol
from uuid import uuid4

import asyncpg
import httpx

from testkit.server_process import ServerProcess

from .crowd import AGAINST_BOTS, Crowd
from .disk import Disk
from .findings import Findings, examine, shown
from .memory import Values

ENDING = 600.0
"""Seconds in which all tables have to come to their end, once nothing strikes any more."""


class Service(Protocol):
    """A database or a broker that can be ended and started again."""

    @property
    def url(self) -> str:
        """Where it is."""

    def start(self) -> None:
        """Start, and wait until it answers."""

    def stop(self) -> None:
        """Let it end in its own way."""

    def kill(self) -> None:
        """End it as if somebody had pulled the plug."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How often it strikes, at how many tables, and by which chance."""

    times: int
    tables: int
    seed: str = "crashes"
    think: float = 0.2  # seconds for a decision, on average
    pause: float = 3.0  # seconds between two strikes, at most

    def crowd(self, urls: list[str], **more: Any) -> Crowd:
        """The people to whom it happens."""
        return Crowd(urls, self.tables, self.seed, self.think, **more)

    @property
    def rng(self) -> Random:
        """The chance by which it strikes."""
        return Random(self.seed)


async def fresh(url: str) -> str:
    """An address in a database with nothing there: a schema of its own."""
    name = f"crashes_{uuid4().hex}"
    connection = await asyncpg.connect(url)
    await connection.execute(f"CREATE SCHEMA {name}")
    await connection.close()
    return f"{url}?search_path={name}"


async def killed_server(folder: Path, scale: Scale, database: str = "") -> Values:
    """The server is killed again and again, some times before it is up again."""
    options = ["--database", database] if database else []
    with ServerProcess(folder / "data", *options) as server:
        crowd = scale.crowd([server.url])
        strikes = _kill_servers([server], scale)
        return await _endure("killed server", _where(server, database), crowd, strikes)


async def killed_servers(folder: Path, scale: Scale, database: str, broker: str) -> Values:
    """Two servers with one database, of which one or the other is killed; people go to either."""
    with ExitStack() as stack:
        servers = two_servers(stack, folder, database, broker)
        crowd = scale.crowd([server.url for server in servers])
        strikes = _kill_servers(servers, scale)
        return await _endure("two killed servers", database, crowd, strikes)


async def _kill_servers(servers: list[ServerProcess], scale: Scale) -> Values:
    rng, unready = scale.rng, 0
    await asyncio.sleep(scale.pause / 2)
    for _ in range(scale.times):
        server = rng.choice(servers)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.launch)
        if rng.random() < 0.25:  # the next one may strike while it starts
            unready += 1
            await asyncio.sleep(rng.uniform(0, 2))
        else:
            await asyncio.to_thread(server.wait)
            most = 0.2 if rng.random() < 0.3 else scale.pause  # also when it has just come up
            await asyncio.sleep(rng.uniform(0, most))
    for server in servers:
        await asyncio.to_thread(server.wait)
    return {"kills": scale.times, "not waited for": unready}


async def killed_thinkers(folder: Path, scale: Scale) -> Values:
    """The processes in which bots think are killed."""
    with ServerProcess(folder / "data") as server:
        crowd = scale.crowd([server.url], plans=AGAINST_BOTS)
        strikes = _kill_thinkers(server, scale)
        return await _endure("killed bot workers", _where(server), crowd, strikes)


async def _kill_thinkers(server: ServerProcess, scale: Scale) -> Values:
    rng, killed = scale.rng, 0
    while killed < scale.times:
        await asyncio.sleep(rng.uniform(0, scale.pause))
        for child in server.children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
                killed += 1
    return {"kills": killed}


async def killed_broker(folder: Path, scale: Scale, database: str, broker: Service) -> Values:
    """Redis is killed while two servers share a database, and comes back after a while."""
    with ExitStack() as stack:
        servers = two_servers(stack, folder, database, broker.url)
        crowd = scale.crowd([server.url for server in servers])
        strikes = _strike(broker, scale, ["kill"])
        return await _endure("killed Redis", database, crowd, strikes)


async def restarted_database(folder: Path, scale: Scale, database: str, service: Service) -> Values:
    """PostgreSQL is stopped, or killed, and comes back after a while."""
    with ServerProcess(folder / "data", "--database", database) as server:
        crowd = scale.crowd([server.url])
        strikes = _strike(service, scale, ["stop", "kill"])
        return await _endure("restarted PostgreSQL", database, crowd, strikes)


async def _strike(service: Service, scale: Scale, ways: list[str]) -> Values:
    """End a service in all ways in turn."""
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
        strikes = _fill(disk, server, crowd, scale)
        return await _endure("full disk", _where(server), crowd, strikes)


async def _fill(disk: Disk, server: ServerProcess, crowd: Crowd, scale: Scale) -> Values:
    """Let the disk be full until people were refused, and see what the server says of itself."""
    ready: Counter[str] = Counter()
    readable = 0
    for _ in range(scale.times):
        await asyncio.sleep(scale.pause / 2)
        refusals = crowd.seen.unavailable.total()
        assert server.process is not None
        disk.fill(server.process.pid)
        async with asyncio.timeout(60):
            while crowd.seen.unavailable.total() < refusals + 5:
                await asyncio.sleep(0.05)
        await asyncio.sleep(1.5)  # it looks at its store once a second
        async with httpx.AsyncClient(timeout=30) as http:
            answer = await http.get(server.url + "/ready")
            ready[f"{answer.status_code} {answer.text.strip()}"] += 1
            table = crowd.seated[0].id
            readable += (await http.get(f"{server.url}/api/tables/{table}")).is_success
        disk.free(server.process.pid)
        await asyncio.to_thread(server.wait)
    said = {_without_paths(text, server): times for text, times in ready.items()}
    return {"kills": 0, "filled": scale.times, "by": disk.way, "ready": said, "readable": readable}


def two_servers(
    stack: ExitStack, folder: Path, database: str, broker: str, *more: str
) -> list[ServerProcess]:
    """Two servers that share a database and a broker."""
    options = ("--database", database, "--broker", broker, *more)
    return [
        stack.enter_context(
            ServerProcess(folder / name / "data", *options, log=folder / f"{name}.log")
        )
        for name in ("first", "second")
    ]


def _where(server: ServerProcess, database: str = "") -> str:
    return database or str(server.data / "games.sqlite")


async def _endure(
    name: str, where: str, crowd: Crowd, strikes: Coroutine[Any, Any, Values]
) -> Values:
    """Let people play while it strikes, then to the end; what was found."""
    began = time.monotonic()
    playing, striking = asyncio.create_task(crowd.play()), asyncio.create_task(strikes)
    try:
        await asyncio.wait({playing, striking}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            await playing  # they do not stop before there is enough, so something went wrong
        details = await striking
        struck = time.monotonic() - began
        crowd.enough.set()
        with suppress(TimeoutError):  # tables that did not come to their end are found
            async with asyncio.timeout(ENDING):
                await playing
    finally:
        for task in (playing, striking):
            task.cancel()
        await asyncio.gather(playing, striking, return_exceptions=True)
    found = await examine(where, crowd)
    store = "postgresql" if where.startswith("postgresql://") else "sqlite"
    seconds = {"of strikes": round(struck, 1), "in all": round(time.monotonic() - began, 1)}
    return {
        "disaster": name,
        "store": store,
        **details,
        **_summary(crowd, found, where),
        "seconds": seconds,
    }


def _summary(crowd: Crowd, found: Findings, where: str) -> Values:
    seen, folder = crowd.seen, str(Path(where).parent)
    return {
        "tables": len(crowd.seated),
        "events": found.events,
        "acknowledged": found.acknowledged,
        "acknowledged moves": found.moves,
        "moves there without acknowledgement": found.unacknowledged,
        "told": found.told,
        "lost": len(found.lost),
        "duplicated": len(found.duplicated),
        "reconnects": seen.breaks,
        "unanswered": seen.unanswered,
        "stale": seen.stale,
        "unavailable": {
            text.replace(folder, "DATA"): times for text, times in seen.unavailable.most_common(10)
        },
        "refused": dict(seen.refused.most_common(10)),
        "tables opened without acknowledgement": found.unacknowledged_tables,
        "problems": shown(found.problems),
    }


def _without_paths(text: str, server: ServerProcess) -> str:
    return text.replace(str(server.data), "DATA")
