"""A store in a PostgreSQL database, which processes on many machines may share."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from urllib.parse import urlsplit

import asyncpg
from asyncpg import exceptions

from . import sql
from .migrations import steps_due
from .store import Listed, Opener, Stamp, Summary, Unavailable, check_events, refusal

MOST_CONNECTIONS = 10
"""Of one process. PostgreSQL makes the appends that come at the same time durable together."""

PATIENCE = 5.0
"""Seconds to wait for a connection, and again for an answer."""

PAUSE = 0.2
"""Seconds before a second try."""

LONGEST_STEP = 600.0
"""Seconds that a step to the present form, or somebody else who takes it, may need."""

_LOCK = 20_040_601  # a number that no other program of the same database locks by chance

# One statement is one round trip and one transaction. Only where the first part finds the table as
# it was seen has it a row, without which the other parts write nothing.
_OPEN = """
INSERT INTO tables (id, last, phase, listed, changed, due, asks, brief, opener, origin)
VALUES ($1, $2 + cardinality($3::bytea[]) - 1, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT DO NOTHING RETURNING id
"""
_CHANGE = """
UPDATE tables SET last = $2 + cardinality($3::bytea[]) - 1, phase = $5, listed = $6, changed = $7,
    due = $8, asks = $9, brief = $10
WHERE id = $1 AND last = $2 - 1 RETURNING id
"""
_APPEND = """
WITH claimed AS ({claim}),
    written AS (
        INSERT INTO events (table_id, number, event)
        SELECT claimed.id, $2 + place - 1, event
        FROM claimed, unnest($3::bytea[]) WITH ORDINALITY AS new (event, place)
    ),
    known AS (
        INSERT INTO people (who, table_id)
        SELECT who, claimed.id FROM claimed, unnest($4::text[]) AS who ON CONFLICT DO NOTHING
    )
SELECT count(*) FROM claimed
"""
# By the clock of the database, because those of several machines may differ.
_NOW = "CAST(1000 * extract(epoch FROM clock_timestamp()) AS bigint)"
_CLAIM = sql.CLAIM.replace("$4", "CAST($4 AS bigint)").format(now=_NOW) + "RETURNING table_id"
_FIRST, _NEXT = _APPEND.format(claim=_OPEN), _APPEND.format(claim=_CHANGE)

_BEAT = """
INSERT INTO alive (one, at, written) VALUES (1, $1, clock_timestamp())
ON CONFLICT (one) DO UPDATE SET at = excluded.at, written = excluded.written
WHERE excluded.at > alive.at
"""
_ALIVE = """
SELECT at, (1000 * extract(epoch FROM clock_timestamp() - written))::bigint AS age FROM alive
"""

# What passes by itself, or when somebody sees to the database. Everything else is a mistake here.
_AWAY = (
    OSError,
    TimeoutError,
    exceptions.InterfaceError,
    exceptions.InternalClientError,  # how the driver tells that a connection is half lost
    exceptions.PostgresConnectionError,
    exceptions.InvalidAuthorizationSpecificationError,
    exceptions.InvalidCatalogNameError,
    exceptions.InsufficientResourcesError,
    exceptions.InsufficientPrivilegeError,
    exceptions.OperatorInterventionError,
    exceptions.PostgresSystemError,
    exceptions.ReadOnlySQLTransactionError,
    exceptions.TransactionRollbackError,
)


class PostgresStore:
    """Every call takes a connection of the pool for a single statement."""

    def __init__(self, pool: "asyncpg.Pool[asyncpg.Record]", where: str) -> None:
        self._pool = pool
        self._where = where
        self._under_way = 0
        self._closing = False
        self._idle = asyncio.Event()
        self._idle.set()

    @classmethod
    async def open(cls, url: str) -> "PostgresStore":
        """The store at that address; raises `Unavailable`."""
        where = _without_password(url)
        try:
            pool = await asyncpg.create_pool(
                url,
                min_size=0,
                max_size=MOST_CONNECTIONS,
                timeout=PATIENCE,
                command_timeout=PATIENCE,
                reset=_leave_as_it_is,
                server_settings={
                    "application_name": "ingenious",
                    "synchronous_commit": "on",
                    # So that nothing goes on for long in the database that nobody waits for here.
                    "statement_timeout": str(round(2000 * PATIENCE)),
                },
            )
        except _AWAY as error:
            raise _unavailable(where, error) from error
        store = cls(pool, where)
        try:
            await store._prepare()
        except BaseException:
            await store.close()
            raise
        return store

    async def append(
        self,
        table: str,
        number: int,
        events: Sequence[bytes],
        summary: Summary,
        people: Collection[str] = (),
        opener: Opener | None = None,
    ) -> None:
        check_events(number, events)
        by = (opener.who, opener.origin) if opener else ("", "")
        [(claimed,)], was_repeated = await self._ask(
            _FIRST if number == 0 else _NEXT,
            table,
            number,
            list(events),
            list(people),
            summary.phase,
            summary.listed,
            summary.changed,
            summary.due,
            summary.asks,
            summary.brief,
            *(by if number == 0 else ()),
        )
        if claimed:
            return
        if was_repeated:
            # The first try may have been written, though nobody could tell us so.
            there = await self.read(table, number - 1)
            if there[: len(events)] == list(events):
                return
        found = await self._rows(sql.LAST, table)
        raise refusal(table, number, found[0][0] if found else None)

    async def read(self, table: str, after: int = -1) -> list[bytes]:
        return [row[0] for row in await self._rows(sql.EVENTS, table, after)]

    async def listed(self, since: int, limit: int) -> list[Listed]:
        return sql.in_order(await self._rows(sql.LISTED, since, limit))

    async def of_person(self, who: str, limit: int) -> list[Listed]:
        return [sql.listed(row) for row in await self._rows(sql.OF_PERSON, who, limit)]

    async def asking(self, before: int, limit: int) -> list[str]:
        return [row[0] for row in await self._rows(sql.ASKING, before, limit)]

    async def due(self, now: int, limit: int) -> list[str]:
        return [row[0] for row in await self._rows(sql.DUE, now, limit)]

    async def unfinished(self, who: str, since: int) -> int:
        [(number,)] = await self._rows(sql.UNFINISHED, who, since)
        assert isinstance(number, int)
        return number

    async def unfinished_from(self, origin: str, since: int) -> int:
        [(number,)] = await self._rows(sql.UNFINISHED_FROM, origin, since)
        assert isinstance(number, int)
        return number

    async def changed(self, since: int) -> list[tuple[str, int]]:
        return [(table, number) for table, number in await self._rows(sql.CHANGED, since)]

    async def claim(self, table: str, number: int, holder: str, seconds: float) -> bool:
        return bool(await self._rows(_CLAIM, table, number, holder, round(1000 * seconds)))

    async def beat(self, at: int) -> None:
        await self._rows(_BEAT, at)

    async def stamp(self) -> Stamp:
        [(changed,)] = await self._rows(sql.NEWEST)
        for at, age in await self._rows(_ALIVE):
            return Stamp(changed, at, age if age >= 0 else None)
        return Stamp(changed)

    async def tables(self) -> AsyncIterator[str]:
        position = 0
        while page := await self._rows(sql.PAGE, position, sql.PAGE_SIZE):
            for position, table in page:  # noqa: B007 - the next page begins after the last
                yield table

    async def secret(self, name: str, fresh: bytes) -> bytes:
        await self._rows(sql.FRESH_SECRET, name, fresh)
        [(value,)] = await self._rows(sql.SECRET, name)
        assert isinstance(value, bytes)
        return value

    async def revoke(self, who: str, at: int) -> None:
        await self._rows(sql.REVOKE, who, at)

    async def is_revoked(self, who: str) -> bool:
        return bool(await self._rows(sql.IS_REVOKED, who))

    async def check(self) -> None:
        [(is_read_only,)] = await self._rows("SELECT current_setting('transaction_read_only')")
        if is_read_only == "on":
            raise Unavailable(f"{self._where} is read-only at the moment")

    async def close(self) -> None:
        self._closing = True
        await self._idle.wait()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._pool.close()
        except _AWAY:
            self._pool.terminate()

    async def _rows(self, query: str, *values: object) -> list[asyncpg.Record]:
        rows, _ = await self._ask(query, *values)
        return rows

    async def _ask(self, query: str, *values: object) -> tuple[list[asyncpg.Record], bool]:
        """The rows, and whether they are those of a second try, because the first one broke off."""
        if self._closing:
            raise Unavailable("the store is closed")
        try:
            return await self._fetch(query, *values), False
        except _AWAY:
            await asyncio.sleep(PAUSE)
        try:
            return await self._fetch(query, *values), True
        except _AWAY as error:
            raise _unavailable(self._where, error) from error

    async def _fetch(self, query: str, *values: object) -> list[asyncpg.Record]:
        self._under_way += 1
        self._idle.clear()
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                return await connection.fetch(query, *values)
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    async def _prepare(self) -> None:
        """Take the steps that the database has not taken, while nobody else does."""
        try:
            async with (
                self._pool.acquire(timeout=PATIENCE) as connection,
                connection.transaction(),
            ):
                await connection.execute("SET LOCAL statement_timeout = 0")
                await connection.execute(
                    f"SELECT pg_advisory_xact_lock({_LOCK})", timeout=LONGEST_STEP
                )
                await connection.execute(
                    "CREATE TABLE IF NOT EXISTS steps ("
                    "number integer PRIMARY KEY, taken timestamptz NOT NULL DEFAULT now())"
                )
                taken = await connection.fetchval("SELECT coalesce(max(number), 0) FROM steps")
                for number, step in enumerate(steps_due("postgres", taken, self._where), taken + 1):
                    await connection.execute(step, timeout=LONGEST_STEP)
                    await connection.execute("INSERT INTO steps (number) VALUES ($1)", number)
        except _AWAY as error:
            raise _unavailable(self._where, error) from error


def _without_password(url: str) -> str:
    """What to call a database in front of people."""
    parts = urlsplit(url)
    host = f" at {parts.hostname}" if parts.hostname else ""
    return f"the database {parts.path.strip('/')}{host}"


def _unavailable(where: str, error: Exception) -> Unavailable:
    reason = str(error) or "timed out"
    return Unavailable(f"{where} cannot be used just now: {reason}")


async def _leave_as_it_is(connection: object) -> None:
    """Nothing done here needs undoing, so a connection goes back without another round trip."""
