"""What a store is: an append-only log of events with one key, (table, number)."""

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Protocol

from msgspec import Struct


class StoreError(Exception):
    """What went wrong with a store; the message is for people."""


class Taken(StoreError):
    """Somebody else has written this number; nothing was written."""

    def __init__(self, table: str, number: int) -> None:
        super().__init__(f"event {number} of table {table} has already been written")


class Gap(StoreError):
    """The event before this number is missing; nothing was written."""

    def __init__(self, table: str, number: int) -> None:
        super().__init__(f"table {table} has no event {number - 1} for event {number} to follow")


class Unavailable(StoreError):
    """The store cannot be read or written just now: the disk is full, the database is down.

    Nothing was changed, with one exception: where the connection breaks during an append and the
    database stays away, nobody can say. So read before you append again.
    """


class Summary(Struct, frozen=True):
    """What lists and sweeps need of a table; times are milliseconds since 1970."""

    phase: str  # "gathering", "playing", "between" or "over"
    listed: bool
    changed: int
    due: int | None  # when somebody's clock runs out
    asks: bool  # whether a bot or a program has to act, and a person waits for it
    brief: str  # JSON, what a list shows of the table


class Opener(Struct, frozen=True):
    """Who has opened a table: a person, and a keyed hash of the address that they came from."""

    who: str
    origin: str


class Listed(Struct, frozen=True):
    """A table in a list, with the number of its last event."""

    table: str
    number: int
    summary: Summary


class Stamp(Struct, frozen=True):
    """When the tables were last known to be served; times are milliseconds since 1970."""

    changed: int  # when an event was last written; 0 without any
    at: int | None = None  # when a process last said that it is alive, if one ever did
    age: int | None = None  # how long ago that was, as far as the store's own clock can tell


class Store(Protocol):
    """The log of all tables. Whatever cannot be done just now raises `Unavailable`."""

    async def append(
        self,
        table: str,
        number: int,
        events: Sequence[bytes],
        summary: Summary,
        people: Collection[str] = (),
        opener: Opener | None = None,
    ) -> None:
        """Write events at `number`, `number + 1` and so on, all or none; they are durable then.

        Raises `Taken` if `number` is there already, and `Gap` if the one before it is not. `people`
        have a part in the table from now on; nobody loses theirs. `opener` is who opens a new
        table, at number 0.
        """

    async def read(self, table: str, after: int = -1) -> list[bytes]:
        """The events with higher numbers than `after`, in order; none of a table never heard of."""

    async def listed(self, since: int, limit: int) -> list[Listed]:
        """Listed tables changed at or after `since`, newest first.

        Those that gather come before those that play, which else would crowd them out of the limit.
        The limit is shared between the addresses that tables were opened from, then between the
        people there. One person, and one address, can have only a limited number in the list.
        """

    async def of_person(self, who: str, limit: int) -> list[Listed]:
        """The tables that somebody has a part in, newest first."""

    async def unfinished(self, who: str, since: int) -> int:
        """How many tables of a person are not over; those that gather, if changed since then."""

    async def unfinished_from(self, origin: str, since: int) -> int:
        """How many tables opened from there are not over and have changed since."""

    async def asking(self, before: int, limit: int) -> list[str]:
        """Tables where a bot or a program has to act since before that time, oldest first."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables where a clock has run out by now, the longest ago first."""

    async def changed(self, since: int) -> list[tuple[str, int]]:
        """Tables changed at or after `since`, each with the number of its last event.

        The time is the summary's, taken before the append was durable and maybe by another clock.
        So whoever sweeps should let the times overlap by a few seconds.
        """

    async def claim(self, table: str, number: int, holder: str, seconds: float) -> bool:
        """Claim the position of a table after an event for some seconds; whether the holder has it.

        It is refused while another holder has a claim to the same position, or has had one to a
        later position. A holder may renew a claim.
        """

    async def beat(self, at: int) -> None:
        """Note that a process serves the tables at this time; an earlier time changes nothing."""

    async def stamp(self) -> Stamp:
        """When the tables were last served."""

    def tables(self) -> AsyncIterator[str]:
        """All tables, oldest first."""

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """The secret of that name; if there is none, `fresh` becomes it. All callers get the same.

        A secret is never empty and never changes.
        """

    async def revoke(self, who: str, at: int) -> None:
        """Remember that the tokens of a program are refused."""

    async def is_revoked(self, who: str) -> bool:
        """Whether the tokens of a program are refused."""

    async def check(self) -> None:
        """Raise `Unavailable` if the store cannot be used."""

    async def close(self) -> None:
        """Finish the writes under way, then let go."""


def refusal(table: str, number: int, last: int | None) -> StoreError:
    """Why a table whose last event has that number, if it has any, does not take this one."""
    if last is not None and number <= last:
        return Taken(table, number)
    return Gap(table, number)


def check_events(number: int, events: Sequence[bytes]) -> None:
    """Refuse an append that no table could take: that is a mistake of the program."""
    if number < 0 or not events:
        raise ValueError(
            f"an append needs at least one event, from number 0 on, not {len(events)} at {number}"
        )
