"""A store in a PostgreSQL database, which processes on many machines may share."""

import asyncio
from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

import asyncpg
from asyncpg import exceptions
from msgspec.structs import astuple

from . import sql
from .migrations import due_migrations
from .store import (
    UNKNOWN_OPENER,
    AliveStamp,
    Opener,
    Store,
    StoreClosed,
    Summary,
    Unavailable,
    append_error,
    check_events,
)

MAX_CONNECTIONS = 10
"""Per process. PostgreSQL commits concurrent appends together."""

QUERY_TIMEOUT_S = 5.0
"""Timeout for a connection, and separately for a result."""

QUERY_RETRY_DELAY_S = 0.2
"""Delay before a query is tried a second time."""

MIGRATION_TIMEOUT_S = 600.0
"""Timeout for a migration, and for another process that runs it."""

_MIGRATION_LOCK_ID = 20_040_601  # arbitrary; unlikely to be used by another program

# One statement is one round trip and one transaction. The first part has a row only if the table is
# as expected; without that row the other parts write nothing.
_INSERT_TABLE = """
INSERT INTO tables (id, last, phase, listed, changed, due, asks, brief, opener, origin)
VALUES ($1, $2 + cardinality($3::bytea[]) - 1, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT DO NOTHING RETURNING id
"""
_UPDATE_TABLE = """
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
# The clock of the database, because those of several machines may differ.
_NOW = "CAST(1000 * extract(epoch FROM clock_timestamp()) AS bigint)"
_UPSERT_CLAIM = (
    sql.UPSERT_CLAIM.replace("$4", "CAST($4 AS bigint)").format(now=_NOW) + "RETURNING table_id"
)
_APPEND_FIRST, _APPEND_NEXT = (
    _APPEND.format(claim=_INSERT_TABLE),
    _APPEND.format(claim=_UPDATE_TABLE),
)

_UPSERT_ALIVE = """
INSERT INTO alive (one, at, written) VALUES (1, $1, clock_timestamp())
ON CONFLICT (one) DO UPDATE SET at = excluded.at, written = excluded.written
WHERE excluded.at > alive.at
"""
_SELECT_ALIVE = """
SELECT at, (1000 * extract(epoch FROM clock_timestamp() - written))::bigint AS age FROM alive
"""

# Errors that are temporary or can be fixed in the database. All others are bugs in our code.
_TEMPORARY_ERRORS = (
    OSError,
    TimeoutError,
    exceptions.InterfaceError,
    exceptions.InternalClientError,  # a connection that is half lost
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


class PostgresStore(Store):
    """Each call takes a connection from the pool for a single statement."""

    def __init__(self, pool: "asyncpg.Pool[asyncpg.Record]", where: str) -> None:
        self._pool = pool
        self._where = where
        self._running_queries = 0
        self._closing = False
        self._idle = asyncio.Event()
        self._idle.set()

    @classmethod
    async def open(cls, url: str) -> "PostgresStore":
        """Open the store at an address; raises `Unavailable`."""
        where = _without_password(url)
        try:
            pool = await asyncpg.create_pool(
                url,
                min_size=0,
                max_size=MAX_CONNECTIONS,
                timeout=QUERY_TIMEOUT_S,
                command_timeout=QUERY_TIMEOUT_S,
                reset=_no_reset,
                server_settings={
                    "application_name": "ingenious",
                    "synchronous_commit": "on",
                    # Cancels statements whose caller has given up.
                    "statement_timeout": str(round(2000 * QUERY_TIMEOUT_S)),
                },
            )
        except _TEMPORARY_ERRORS as error:
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
        opener: Opener = UNKNOWN_OPENER,
    ) -> None:
        check_events(number, events)
        [(claimed,)], was_retried = await self._ask(
            _APPEND_FIRST if number == 0 else _APPEND_NEXT,
            table,
            number,
            list(events),
            list(people),
            *astuple(summary),
            *(astuple(opener) if number == 0 else ()),
        )
        if claimed:
            return
        if was_retried:
            # The first attempt may have been written although its reply was lost.
            there = await self.read(table, number - 1)
            if there[: len(events)] == list(events):
                return
        found = await self._rows(sql.SELECT_LAST_NUMBER, table)
        raise append_error(table, number, found[0][0] if found else None)

    async def claim(self, table: str, number: int, holder: str, seconds: float) -> bool:
        return bool(await self._rows(_UPSERT_CLAIM, table, number, holder, round(1000 * seconds)))

    async def write_alive(self, at: int) -> None:
        await self._write(_UPSERT_ALIVE, at)

    async def read_alive(self) -> AliveStamp:
        [(changed,)] = await self._rows(sql.SELECT_NEWEST)
        for at, age in await self._rows(_SELECT_ALIVE):
            return AliveStamp(changed, at, age if age >= 0 else None)
        return AliveStamp(changed)

    async def check(self) -> None:
        [(is_read_only,)] = await self._rows("SELECT current_setting('transaction_read_only')")
        if is_read_only == "on":
            raise Unavailable(f"{self._where} is read-only at the moment")

    async def close(self) -> None:
        self._closing = True
        await self._idle.wait()
        try:
            async with asyncio.timeout(QUERY_TIMEOUT_S):
                await self._pool.close()
        except _TEMPORARY_ERRORS:
            self._pool.terminate()

    async def _rows(self, query: str, *values: object) -> list[asyncpg.Record]:
        rows, _ = await self._ask(query, *values)
        return rows

    _write = _rows

    async def _ask(self, query: str, *values: object) -> tuple[list[asyncpg.Record], bool]:
        """Run a query, at most twice; return its rows, and whether it was retried."""
        if self._closing:
            raise StoreClosed()
        try:
            return await self._fetch(query, *values), False
        except _TEMPORARY_ERRORS:
            await asyncio.sleep(QUERY_RETRY_DELAY_S)
        try:
            return await self._fetch(query, *values), True
        except _TEMPORARY_ERRORS as error:
            raise _unavailable(self._where, error) from error

    async def _fetch(self, query: str, *values: object) -> list[asyncpg.Record]:
        self._running_queries += 1
        self._idle.clear()
        try:
            async with self._pool.acquire(timeout=QUERY_TIMEOUT_S) as connection:
                return await connection.fetch(query, *values)
        finally:
            self._running_queries -= 1
            if not self._running_queries:
                self._idle.set()

    async def _prepare(self) -> None:
        """Run the migrations that are due, while holding a lock."""
        try:
            async with (
                self._pool.acquire(timeout=QUERY_TIMEOUT_S) as connection,
                connection.transaction(),
            ):
                await connection.execute("SET LOCAL statement_timeout = 0")
                await connection.execute(
                    f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK_ID})",
                    timeout=MIGRATION_TIMEOUT_S,
                )
                await connection.execute(
                    "CREATE TABLE IF NOT EXISTS steps ("
                    "number integer PRIMARY KEY, taken timestamptz NOT NULL DEFAULT now())"
                )
                applied = await connection.fetchval("SELECT coalesce(max(number), 0) FROM steps")
                for number, step in enumerate(
                    due_migrations("postgres", applied, self._where), applied + 1
                ):
                    await connection.execute(step, timeout=MIGRATION_TIMEOUT_S)
                    await connection.execute("INSERT INTO steps (number) VALUES ($1)", number)
        except _TEMPORARY_ERRORS as error:
            raise _unavailable(self._where, error) from error


def _without_password(url: str) -> str:
    """The address of a database as messages show it."""
    parts = urlsplit(url)
    host = f" at {parts.hostname}" if parts.hostname else ""
    return f"the database {parts.path.strip('/')}{host}"


def _unavailable(where: str, error: Exception) -> Unavailable:
    reason = str(error) or "timed out"
    return Unavailable(f"{where} cannot be used right now: {reason}")


async def _no_reset(connection: object) -> None:
    """Save a round trip: no statement here changes the state of a connection."""
