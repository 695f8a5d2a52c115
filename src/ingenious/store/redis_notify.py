"""A broker that uses Redis publish/subscribe."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from .notify import OnEvent, OnPresence, PresenceReport

EVENTS_CHANNEL = "ingenious:tables"
PRESENCE_CHANNEL = "ingenious:people"

RECONNECT_DELAY_S = 0.5
"""Delay before reconnecting to Redis."""

REDIS_PING_AFTER_S = 10.0
"""Time without a message after which Redis is pinged."""

MAX_QUEUED_TABLES = 10_000
"""Further notifications are dropped."""

MAX_TABLES_PER_MESSAGE = 500

_CONNECTION_ERRORS = (RedisError, OSError, asyncio.TimeoutError)


class RedisBroker:
    """Uses two channels: one for events, one for presence; a message has a line for each table.

    The first line of an event message names the sender, which ignores its own messages.
    """

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url,
            protocol=2,
            retry=Retry(NoBackoff(), 0),  # this class retries itself
            socket_connect_timeout=2,
            socket_timeout=5,
        )
        self._sender = secrets.token_hex(8)
        self._connected = False
        self._waiting: dict[str, int] = {}
        self._reports: dict[str, set[int]] | None = None
        self._has_work = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, on_event: OnEvent, on_presence: OnPresence) -> None:
        """Subscribe to what others publish; returns at once, connected or not."""
        self._tasks = [
            asyncio.create_task(self._listen(on_event, on_presence)),
            asyncio.create_task(self._send()),
        ]

    def publish(self, table: str, number: int) -> None:
        """Notify the others in the next message; dropped if the queue is full or Redis is down."""
        if len(self._waiting) < MAX_QUEUED_TABLES or table in self._waiting:
            self._waiting[table] = number
            self._has_work.set()

    def report_presence(self, report: PresenceReport) -> None:
        """Send a report with the next message; dropped if Redis is down."""
        waiting = self._reports = self._reports or {}
        for table, seats in report.items():  # no more tables than this process has in memory
            waiting[table] = {*waiting.get(table, ()), *seats}
        self._has_work.set()

    @property
    def connected(self) -> bool:
        """Whether the subscription works."""
        return self._connected

    async def close(self) -> None:
        """Unsubscribe and disconnect."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _listen(self, on_event: OnEvent, on_presence: OnPresence) -> None:
        while True:
            try:
                await self._receive(on_event, on_presence)
            except _CONNECTION_ERRORS:
                pass
            finally:
                self._connected = False
            await asyncio.sleep(RECONNECT_DELAY_S)

    async def _receive(self, on_event: OnEvent, on_presence: OnPresence) -> None:
        """Receive messages until the connection breaks."""
        loop = asyncio.get_running_loop()
        async with self._redis.pubsub() as channel:
            await channel.subscribe(EVENTS_CHANNEL, PRESENCE_CHANNEL)
            is_quiet = False
            while True:
                message: dict[str, Any] | None = await channel.get_message(
                    timeout=REDIS_PING_AFTER_S
                )
                if message is None:
                    if is_quiet:
                        raise ConnectionError("Redis is not responding")
                    is_quiet = True
                    await channel.ping()
                    continue
                is_quiet = False
                self._connected = True  # the first message confirms the subscription
                # Not called directly: its errors must not end the subscription.
                if message["type"] != "message":
                    continue
                if message["channel"] == PRESENCE_CHANNEL.encode():
                    loop.call_soon(on_presence, _reports(message["data"]))
                    continue
                for table, number in self._read_events(message["data"]):
                    loop.call_soon(on_event, table, number)

    def _read_events(self, message: bytes) -> list[tuple[str, int]]:
        """The tables and numbers of a message; none if it is our own, or not in our format."""
        sender, *lines = message.decode(errors="replace").split("\n")
        if sender == self._sender:
            return []
        try:
            pairs = [line.split(" ", 1) for line in lines]
            return [(table, int(number)) for number, table in pairs]
        except ValueError:
            return []

    async def _send(self) -> None:
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            lines = [f"{number} {table}" for table, number in self._waiting.items()]
            self._waiting.clear()
            report, self._reports = self._reports, None
            try:
                for part in _parts(lines):
                    await self._redis.publish(EVENTS_CHANNEL, "\n".join([self._sender, *part]))
                if report is not None:  # an empty report shows that the channel works
                    lines = [f"{table} {_join(sorted(seats))}" for table, seats in report.items()]
                    for part in _parts(lines) or [[]]:
                        await self._redis.publish(PRESENCE_CHANNEL, "\n".join(part))
            except _CONNECTION_ERRORS:
                await asyncio.sleep(RECONNECT_DELAY_S)


def _parts(lines: list[str]) -> list[list[str]]:
    """The lines of each message."""
    return [
        lines[at : at + MAX_TABLES_PER_MESSAGE]
        for at in range(0, len(lines), MAX_TABLES_PER_MESSAGE)
    ]


def _join(seats: Sequence[int]) -> str:
    return ",".join(map(str, seats))


def _reports(message: bytes) -> PresenceReport:
    """The presence report of a message; empty if it is not in our format."""
    try:
        pairs = [line.rsplit(" ", 1) for line in message.decode().split("\n") if line]
        return {table: [int(seat) for seat in seats.split(",")] for table, seats in pairs}
    except ValueError:
        return {}
