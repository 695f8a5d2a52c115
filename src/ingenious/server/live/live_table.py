"""A table in memory, who is told of it, and why something cannot be done at it."""

import asyncio
import math
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Protocol

from ...table import AppliedEvent, Event, Table, ViewBuilder

HTTP_WATCH_S = 10.0
"""Seconds for which a request over HTTP counts as watching."""

CommandFunction = Callable[[Table, int], list[Event]]
"""Looks at a table and the time, and says what would follow."""


class NoSuchTable(Exception):
    """There is no table with this id."""


class Stale(Exception):
    """The number that a command was to get is taken: something else happened before."""

    def __init__(self, number: int) -> None:
        super().__init__(f"the table has changed since: it is now at number {number}")
        self.number = number


class TableBusy(Exception):
    """It cannot be done at this moment, for a reason that everybody may know."""


class Watcher(Protocol):
    """Somebody who is told what happens at a table."""

    @property
    def person_id(self) -> str:
        """Who it is; empty for somebody without a name."""

    @property
    def last_heard(self) -> float:
        """When the client was last heard from, on the monotonic clock."""

    @property
    def has_answered(self) -> bool:
        """Whether the client was heard since the connection is open."""

    def ping(self) -> None:
        """Ping the client now."""

    def disconnect(self) -> None:
        """Be told nothing any more; one may come back."""

    def notify(self, live: "LiveTable", news: Sequence[AppliedEvent], origin: object) -> None:
        """Be told, without delay; `by` is what came with the command, if it was one from here."""

    def notify_absent(self, live: "LiveTable") -> None:
        """Be told who is absent now."""


class LiveTable:
    """A table in memory. Whoever looks at it or changes it holds its lock.

    Who is there is not of the table, and is looked at and changed without it.
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
        self.is_current = False  # whether it is what the store has; if not, it has to be read
        self.notified_number = -1  # the number up to which everybody was told
        self.used_at = monotonic()
        # The position for which another process seems to have asked a bot, and until when.
        self.claimed_elsewhere = -1, -math.inf
        self.requested_at = -math.inf  # when it was last requested over HTTP
        self.bot_task: asyncio.Task[None] | None = None
        # For each seat and its person, how long they count as present.
        self.present_until: dict[tuple[int, str], float] = {}
        # When the last connection of a person here was last heard from, and when any process last
        # reported one; on the monotonic clock.
        self.last_heard: dict[str, float] = {}
        self.last_reported: dict[str, float] = {}
        self.absent: list[int] | None = None  # the seats whose people are not there, if it is known

    def watchers_of(self, person_id: str) -> list[Watcher]:
        """The connections of a person.

        A client may have given up before a connection was ready, so one that was not heard yet does
        not count.
        """
        return [own for own in self.watchers if own.person_id == person_id and own.has_answered]

    @property
    def is_watched(self) -> bool:
        """Whether anyone has a socket here, or requested the table over HTTP a moment ago."""
        return bool(self.watchers) or monotonic() - self.requested_at < HTTP_WATCH_S

    @property
    def is_loaded(self) -> bool:
        """Whether it has been read, be it that it has to be read again."""
        return self.notified_number >= 0
