"""The interface of a store: an append-only log of events with one key, (table, number)."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any

from msgspec import Struct

from . import sql


class StoreError(Exception):
    """An error of the store; the message is for people."""


class NumberTaken(StoreError):
    """Another process has already written this number; nothing was written."""

    def __init__(self, table: str, number: int) -> None:
        super().__init__(f"event {number} of table {table} has already been written")


class NumberGap(StoreError):
    """The event before this number is missing; nothing was written."""

    def __init__(self, table: str, number: int) -> None:
        super().__init__(f"table {table} has no event {number - 1} for event {number} to follow")


class Unavailable(StoreError):
    """The store cannot be used at the moment: the disk is full, or the database is down.

    Nothing was changed, with one exception: if the connection breaks during an append and the
    database stays down, the append may have been written. So read before you append again.
    """


class StoreClosed(Unavailable):
    """The store is used after it was closed."""

    def __init__(self) -> None:
        super().__init__("the store is closed")


class Summary(Struct, frozen=True):
    """What lists and sweeps need to know about a table; times are milliseconds since 1970."""

    phase: str  # "gathering", "playing", "between" or "over"
    listed: bool
    changed: int
    due: int | None  # when the running clock expires
    awaits_bot: bool  # whether a bot or a program has to act, and a person waits for it
    brief: str  # JSON: what a list shows of the table


class Opener(Struct, frozen=True):
    """Who opened a table: a person, and a keyed hash of their address."""

    person_id: str = ""
    address_hash: str = ""


UNKNOWN_OPENER = Opener()


class ListedTable(Struct, frozen=True):
    """A table in a list, with the number of its last event."""

    table: str
    number: int
    summary: Summary


class AliveStamp(Struct, frozen=True):
    """When a process last served the tables; times are milliseconds since 1970."""

    changed: int  # when an event was last written; 0 without any
    at: int | None = None  # when a process last reported that it is alive; None if none ever did
    age: int | None = None  # how long ago that was by the store's own clock, if it can tell


class Store(ABC):
    """The log of all tables. Every method raises `Unavailable` if the store cannot be used.

    Most queries are the same for all databases; a subclass runs them.
    """

    @abstractmethod
    async def append(
        self,
        table: str,
        number: int,
        events: Sequence[bytes],
        summary: Summary,
        people: Collection[str] = (),
        opener: Opener = UNKNOWN_OPENER,
    ) -> None:
        """Write events at `number`, `number + 1` and so on, all or none; return once durable.

        Raises `NumberTaken` if `number` exists already, and `NumberGap` if the one before it does
        not. `people` are added to the people of the table. `opener` is for a new one.
        """

    async def read(self, table: str, after: int = -1) -> list[bytes]:
        """The events with higher numbers than `after`, in order; none if the table is unknown."""
        return await self._column(sql.SELECT_EVENTS, table, after)

    async def listed(self, since: int, limit: int) -> list[ListedTable]:
        """Listed tables changed at or after `since`, newest first.

        Gathering tables come first, so that playing ones do not use up the limit.
        The limit is shared between the addresses that tables were opened from, then between the
        people there. One person, and one address, can have only a limited number in the list.
        """
        found = map(_to_listed, await self._rows(sql.SELECT_LISTED, since, limit))
        return sorted(found, key=lambda row: (row.summary.phase, -row.summary.changed))

    async def of_person(self, person_id: str, limit: int) -> list[ListedTable]:
        """The tables where a person has or had a seat, or that they opened, newest first."""
        return [*map(_to_listed, await self._rows(sql.SELECT_OF_PERSON, person_id, limit))]

    async def unfinished(self, person_id: str, since: int) -> int:
        """How many tables of a person are not over; gathering ones count if changed since then."""
        [number] = await self._column(sql.COUNT_UNFINISHED, person_id, since)
        return int(number)

    async def unfinished_from_address(self, address_hash: str, since: int) -> int:
        """How many tables opened from an address are not over and have changed since then."""
        [number] = await self._column(sql.COUNT_UNFINISHED_FROM_ADDRESS, address_hash, since)
        return int(number)

    async def awaiting_bot(self, before: int, limit: int) -> list[str]:
        """Tables where a bot or a program has had to act since before that time, oldest first."""
        return await self._column(sql.SELECT_AWAITING_BOT, before, limit)

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables where a clock has expired by now, the earliest first."""
        return await self._column(sql.SELECT_DUE, now, limit)

    async def changed(self, since: int) -> list[tuple[str, int]]:
        """Tables changed at or after `since`, each with the number of its last event.

        The time is the summary's, taken before the append was durable and maybe by another clock.
        So callers should overlap the times by a few seconds.
        """
        return [(table, number) for table, number in await self._rows(sql.SELECT_CHANGED, since)]

    @abstractmethod
    async def claim(self, table: str, number: int, holder: str, seconds: float) -> bool:
        """Claim the position after an event for some seconds; return whether the holder has it.

        It is refused while another holder has a claim to the same position, or has had one to a
        later position. A holder may renew a claim.
        """

    @abstractmethod
    async def write_alive(self, at: int) -> None:
        """Write that a process serves the tables at this time; an earlier time changes nothing."""

    @abstractmethod
    async def read_alive(self) -> AliveStamp:
        """When the tables were last served."""

    async def tables(self) -> AsyncIterator[str]:
        """All tables, oldest first."""
        position = 0
        while page := await self._rows(sql.SELECT_PAGE, position, sql.PAGE_SIZE):
            for _, table in page:
                yield table
            position, _ = page[-1]

    async def secret(self, name: str, new_value: bytes) -> bytes:
        """The secret with that name; `new_value` is stored if there is none. All callers get it.

        A secret is never empty and never changes.
        """
        await self._write(sql.INSERT_SECRET, name, new_value)
        [value] = await self._column(sql.SELECT_SECRET, name)
        assert isinstance(value, bytes), "a secret is stored as bytes"
        return value

    async def revoke(self, person_id: str, at: int) -> None:
        """Remember that the tokens of a program are refused."""
        await self._write(sql.INSERT_REVOKED, person_id, at)

    async def is_revoked(self, person_id: str) -> bool:
        """Whether the tokens of a program are refused."""
        return bool(await self._rows(sql.SELECT_REVOKED, person_id))

    @abstractmethod
    async def check(self) -> None:
        """Raise `Unavailable` if the store cannot be used."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the running writes, then close the connections."""

    @abstractmethod
    async def _rows(self, query: str, *values: object) -> Sequence[Any]:
        """The rows that a query finds."""

    @abstractmethod
    async def _write(self, query: str, *values: object) -> object:
        """Run a statement that writes; return once durable."""

    async def _column(self, query: str, *values: object) -> list[Any]:
        """The values that a query finds, one in each row."""
        return [value for (value,) in await self._rows(query, *values)]


def _to_listed(row: Any) -> ListedTable:
    table, number, phase, is_listed, changed, due, asks, brief = row
    return ListedTable(
        table, number, Summary(phase, bool(is_listed), changed, due, bool(asks), brief)
    )


def append_error(table: str, number: int, last: int | None) -> StoreError:
    """Why event `number` cannot be appended to a table whose last event is `last`."""
    if last is not None and number <= last:
        return NumberTaken(table, number)
    return NumberGap(table, number)


def check_events(number: int, events: Sequence[bytes]) -> None:
    """Raise `ValueError` for an append that is always wrong: a bug of the caller."""
    if number < 0 or not events:
        raise ValueError(
            f"an append needs at least one event, from number 0 on, not {len(events)} at {number}"
        )
