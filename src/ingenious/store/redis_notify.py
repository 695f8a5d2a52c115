"""A broker by Redis, publish and subscribe."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from .notify import Heard, Seen, Signs

CHANNEL = "ingenious:tables"
PEOPLE = "ingenious:people"

PAUSE = 0.5
"""Seconds before the next try, when Redis is away."""

QUIET = 10.0
"""Seconds without a message after which Redis is asked whether it is still there."""

MOST_WAITING = 10_000
"""Tables to tell of; what is beyond is dropped."""

MOST_TOGETHER = 500
"""Tables in one message."""

_AWAY = (RedisError, OSError, asyncio.TimeoutError)


class RedisBroker:
    """Hears and tells by two channels, each with a line for each table.

    Of new events the first line is the sender, which does not need them.
    """

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url,
            protocol=2,
            retry=Retry(NoBackoff(), 0),  # tries again are made here
            socket_connect_timeout=2,
            socket_timeout=5,
        )
        self._sender = secrets.token_hex(8)
        self._connected = False
        self._waiting: dict[str, int] = {}
        self._signs: dict[str, set[int]] | None = None
        self._anything = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, heard: Heard, seen: Seen) -> None:
        """Begin to hear what others publish; returns at once, connected or not."""
        self._tasks = [
            asyncio.create_task(self._listen(heard, seen)),
            asyncio.create_task(self._tell()),
        ]

    def publish(self, table: str, number: int) -> None:
        """Tell the others with the next message; dropped if too many wait, or if Redis is away."""
        if len(self._waiting) < MOST_WAITING or table in self._waiting:
            self._waiting[table] = number
            self._anything.set()

    def sign(self, signs: Signs) -> None:
        """Tell all with the next message; dropped if Redis is away."""
        waiting = self._signs = self._signs or {}
        for table, seats in signs.items():  # no more tables than this process has in memory
            waiting[table] = {*waiting.get(table, ()), *seats}
        self._anything.set()

    @property
    def connected(self) -> bool:
        """Whether the others can be heard."""
        return self._connected

    async def close(self) -> None:
        """Hear and tell no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _listen(self, heard: Heard, seen: Seen) -> None:
        while True:
            try:
                await self._hear_all(heard, seen)
            except _AWAY:
                pass
            finally:
                self._connected = False
            await asyncio.sleep(PAUSE)

    async def _hear_all(self, heard: Heard, seen: Seen) -> None:
        """Hear messages until the connection breaks."""
        loop = asyncio.get_running_loop()
        async with self._redis.pubsub() as channel:
            await channel.subscribe(CHANNEL, PEOPLE)
            is_quiet = False
            while True:
                message: dict[str, Any] | None = await channel.get_message(timeout=QUIET)
                if message is None:
                    if is_quiet:
                        raise ConnectionError("Redis is not responding")
                    is_quiet = True
                    await channel.ping()
                    continue
                is_quiet = False
                self._connected = True  # the first message says that the subscription stands
                # Not called from here: what goes wrong in it must not end the listening.
                if message["type"] != "message":
                    continue
                if message["channel"] == PEOPLE.encode():
                    loop.call_soon(seen, _signs(message["data"]))
                    continue
                for table, number in self._read(message["data"]):
                    loop.call_soon(heard, table, number)

    def _read(self, message: bytes) -> list[tuple[str, int]]:
        """The tables and numbers of a message; none if it is our own, or not one of ours at all."""
        sender, *lines = message.decode(errors="replace").split("\n")
        if sender == self._sender:
            return []
        try:
            pairs = [line.split(" ", 1) for line in lines]
            return [(table, int(number)) for number, table in pairs]
        except ValueError:
            return []

    async def _tell(self) -> None:
        while True:
            await self._anything.wait()
            self._anything.clear()
            lines = [f"{number} {table}" for table, number in self._waiting.items()]
            self._waiting.clear()
            signs, self._signs = self._signs, None
            try:
                for part in _parts(lines):
                    await self._redis.publish(CHANNEL, "\n".join([self._sender, *part]))
                if signs is not None:  # also without any line it is said that one can be heard
                    lines = [f"{table} {_written(sorted(seats))}" for table, seats in signs.items()]
                    for part in _parts(lines) or [[]]:
                        await self._redis.publish(PEOPLE, "\n".join(part))
            except _AWAY:
                await asyncio.sleep(PAUSE)


def _parts(lines: list[str]) -> list[list[str]]:
    """The lines of each message."""
    return [lines[at : at + MOST_TOGETHER] for at in range(0, len(lines), MOST_TOGETHER)]


def _written(seats: Sequence[int]) -> str:
    return ",".join(map(str, seats))


def _signs(message: bytes) -> Signs:
    """Of some tables the seats that have a line; none if it is not a message of ours."""
    try:
        pairs = [line.rsplit(" ", 1) for line in message.decode().split("\n") if line]
        return {table: [int(seat) for seat in seats.split(",")] for table, seats in pairs}
    except ValueError:
        return {}
