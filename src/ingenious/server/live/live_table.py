"""A table in memory, and its watchers."""

import asyncio
import math
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Protocol

from ...table import AppliedEvent, Event, Table, ViewBuilder

HTTP_WATCH_S = 10.0
"""How long a request over HTTP counts as watching."""

CommandFunction = Callable[[Table, int], list[Event]]
"""Returns the events that follow from a command at a table, at a time."""


class NoSuchTable(Exception):
    """There is no table with this id."""


class Stale(Exception):
    """Another event already has the number that a command expected."""

    def __init__(self, number: int) -> None:
        super().__init__(f"the table has changed since: it is now at number {number}")
        self.number = number


class TableBusy(Exception):
    """The request cannot be served at the moment; the message says why."""


class Watcher(Protocol):
    """A client that is notified of the events of a table."""

    @property
    def person_id(self) -> str:
        """The person's id; empty for an anonymous spectator."""

    @property
    def last_heard(self) -> float:
        """When the client was last heard from, on the monotonic clock."""

    @property
    def has_answered(self) -> bool:
        """Whether the client was heard from since the connection opened."""

    def ping(self) -> None:
        """Ping the client now."""

    def disconnect(self) -> None:
        """Close the connection; the client may reconnect."""

    def notify(self, live: "LiveTable", news: Sequence[AppliedEvent], origin: object) -> None:
        """Send events without waiting; `origin` is what the command was sent with, if from here."""

    def notify_absent(self, live: "LiveTable") -> None:
        """Send which seats are absent."""


class LiveTable:
    """A table in memory. Every reader and writer holds its lock.

    Presence is not part of the table; it is read and changed without the lock.
    """

    __slots__ = (
        "absent",
        "bot_task",
        "claimed_elsewhere",
        "id",
        "is_current",
        "last_heard",
        "last_reported",
        "lock",
        "notified_number",
        "present_until",
        "requested_at",
        "table",
        "used_at",
        "views",
        "watchers",
    )

    table: Table
    views: ViewBuilder

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.is_current = False  # whether it equals the store; if not, it is loaded again
        self.notified_number = -1  # up to this event the watchers were notified
        self.used_at = monotonic()
        # The position for which another process has probably asked a bot, and until when.
        self.claimed_elsewhere = -1, -math.inf
        self.requested_at = -math.inf  # when it was last requested over HTTP
        self.bot_task: asyncio.Task[None] | None = None
        # For each seat and its person, how long they count as present.
        self.present_until: dict[tuple[int, str], float] = {}
        # When the last connection of a person here was last heard from, and when any process last
        # reported one; on the monotonic clock.
        self.last_heard: dict[str, float] = {}
        self.last_reported: dict[str, float] = {}
        self.absent: list[int] | None = None  # the seats whose people are not connected, if known

    def watchers_of(self, person_id: str) -> list[Watcher]:
        """The connections of a person.

        A connection that has not been heard from yet does not count: the client may have given up.
        """
        return [
            watcher
            for watcher in self.watchers
            if watcher.person_id == person_id and watcher.has_answered
        ]

    @property
    def is_watched(self) -> bool:
        """Whether anyone has a socket here, or requested the table over HTTP a moment ago."""
        return bool(self.watchers) or monotonic() - self.requested_at < HTTP_WATCH_S

    @property
    def is_loaded(self) -> bool:
        """Whether it was ever loaded; it may have to be loaded again."""
        return self.notified_number >= 0
