"""Notifications between processes: a table has a new event, and who is connected.

A broker only makes things faster. It may lose messages: a process that misses an event finds it
with `Store.changed`. Presence is not stored anywhere, so processes report it regularly.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

OnEvent = Callable[[str, int], None]
"""Called in the event loop with a table and the number of its last event."""

PresenceReport = Mapping[str, Sequence[int]]
"""For some tables, the seats that are connected to the reporting process."""

OnPresence = Callable[[PresenceReport], None]
"""Called in the event loop with the report of a process."""


class Broker(Protocol):
    """Carries "table T has event N" to the other processes, and presence reports to all of them."""

    async def start(self, on_event: OnEvent, on_presence: OnPresence) -> None:
        """Subscribe to what others publish; returns at once, connected or not."""

    def publish(self, table: str, number: int) -> None:
        """Notify the other processes. Never waits or raises; the message may be lost.

        Of several numbers of one table, only the last may arrive.
        """

    def report_presence(self, report: PresenceReport) -> None:
        """Send a report to all processes, this one included; it may be lost.

        If a process receives its own reports, it also receives those of the others.
        """

    @property
    def connected(self) -> bool:
        """Whether the subscription works."""

    async def close(self) -> None:
        """Unsubscribe and disconnect."""


class NoBroker:
    """The broker of a single process, which has no others to notify."""

    async def start(self, on_event: OnEvent, on_presence: OnPresence) -> None:
        """There is nothing to subscribe to."""

    def publish(self, table: str, number: int) -> None:
        """Do nothing."""

    def report_presence(self, report: PresenceReport) -> None:
        """Do nothing."""

    @property
    def connected(self) -> bool:
        """Always true: there are no other processes."""
        return True

    async def close(self) -> None:
        """Do nothing."""


def open_broker(url: str | None) -> Broker:
    """The broker at `redis://…`, or none; raises `ValueError` if the address is invalid."""
    if url is None:
        return NoBroker()
    if not url.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError(f"a broker address looks like 'redis://host:6379', not {url!r}")
    from .redis_notify import RedisBroker  # noqa: PLC0415 - it takes a third of a second to load

    return RedisBroker(url)
