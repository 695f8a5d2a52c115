"""How processes tell each other that a table has a new event, and who is there.

A broker only saves waiting. It may lose whatever it is handed: whoever misses a message finds out
by `Store.changed`. Of who is there nobody else knows; that is said again and again.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

Heard = Callable[[str, int], None]
"""Called in the loop with a table and the number of its last event."""

Signs = Mapping[str, Sequence[int]]
"""Of some tables the seats of which a process has a line."""

Seen = Callable[[Signs], None]
"""Called in the loop with what a process says of its lines."""


class Broker(Protocol):
    """Carries "table T has event N" to all other processes, and to all of them who is there."""

    async def start(self, heard: Heard, seen: Seen) -> None:
        """Begin to hear what others publish; returns at once, connected or not."""

    def publish(self, table: str, number: int) -> None:
        """Tell the others, now or never: it does not wait, and nothing it could raise matters.

        Of several numbers of a table only the last may arrive.
        """

    def sign(self, signs: Signs) -> None:
        """Tell everybody, also oneself: who hears themselves would hear the others.

        Like a number it may be lost.
        """

    @property
    def connected(self) -> bool:
        """Whether the others can be heard."""

    async def close(self) -> None:
        """Hear and tell no more."""


class NoBroker:
    """For one process alone: there is nobody to tell, and nobody is missed."""

    async def start(self, heard: Heard, seen: Seen) -> None:
        """Nothing will be heard."""

    def publish(self, table: str, number: int) -> None:
        """Nobody is told."""

    def sign(self, signs: Signs) -> None:
        """Nobody is told."""

    @property
    def connected(self) -> bool:
        """Always: all others, of whom there are none, can be heard."""
        return True

    async def close(self) -> None:
        """There is nothing to end."""


def open_broker(url: str | None) -> Broker:
    """The broker at `redis://…`, or none; raises `ValueError` if the address cannot be right."""
    if url is None:
        return NoBroker()
    if not url.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError(f"a broker address looks like 'redis://host:6379', not {url!r}")
    from .redis_notify import RedisBroker  # noqa: PLC0415 - it takes a third of a second to load

    return RedisBroker(url)
