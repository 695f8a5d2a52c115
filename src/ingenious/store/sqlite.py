"""A store in one SQLite file, which several processes of a machine may share."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from threading import Lock
from time import monotonic_ns, time
from typing import Any, TypeVar

from msgspec.structs import astuple

from . import file_lock, sql
from .batch_writer import BatchWriter, Work
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

T = TypeVar("T")

# Not one upsert that checks first whether the table exists: SQLite would write a statement journal
# for each, which takes twice as long.
_INSERT_TABLE = """
INSERT INTO tables (last, phase, listed, changed, due, asks, brief, id, opener, origin)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
_UPDATE_TABLE = """
UPDATE tables SET last = ?, phase = ?, listed = ?, changed = ?, due = ?, asks = ?, brief = ?
WHERE id = ? AND last = ?
"""
_UPSERT_CLAIM = sql.UPSERT_CLAIM.format(now="$5")
_INSERT_EVENT = "INSERT INTO events (table_id, number, event) VALUES (?, ?, ?)"
_UPSERT_ALIVE = """
INSERT INTO alive (one, at, steady, boot) VALUES (1, $1, $2, $3)
ON CONFLICT (one) DO UPDATE SET at = excluded.at, steady = excluded.steady, boot = excluded.boot
WHERE excluded.at > alive.at
"""
_SELECT_ALIVE = "SELECT at, steady, boot FROM alive"
_INSERT_PERSON = "INSERT OR IGNORE INTO people (who, table_id) VALUES (?, ?)"


class SqliteStore(Store):
    """Writes in one thread and reads in another, each with its own connection."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._connection: sqlite3.Connection | None = None
        self._writer: BatchWriter | None = None
        self._file_lock = file_lock.FileLock(path)
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> "SqliteStore":
        """Open the store in a file, which is created if it is missing; raises `Unavailable`."""
        store = cls(path)
        try:
            await store._in_reader(store._prepare)
        except BaseException:
            await store.close()
            raise
        store._writer = BatchWriter(store._connect, store._transaction, store._explain)
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
        await self._in_writer(partial(_append, table, number, events, summary, people, opener))

    async def claim(self, table: str, number: int, holder: str, seconds: float) -> bool:
        values = table, number, holder, round(1000 * seconds), round(1000 * time())
        return await self._write(_UPSERT_CLAIM, *values) == 1

    async def write_alive(self, at: int) -> None:
        await self._write(_UPSERT_ALIVE, at, _monotonic_ms(), _boot_id())

    async def read_alive(self) -> AliveStamp:
        [(changed,)] = await self._rows(sql.SELECT_NEWEST)
        for at, steady, boot in await self._rows(_SELECT_ALIVE):
            age = _monotonic_ms() - steady
            is_known = boot == _boot_id() and age >= 0
            return AliveStamp(changed, at, age if is_known else None)
        return AliveStamp(changed)

    async def check(self) -> None:
        await self._rows(sql.SELECT_LAST_NUMBER, "")
        # A full disk can still be read, so write something.
        await self._write("UPDATE checks SET times = times + 1")

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        if not self._closed:
            self._closed = True
            await self._loop.run_in_executor(self._reader, self._disconnect)
            self._reader.shutdown()
            self._file_lock.close()

    async def _write(self, query: str, *values: object) -> int:
        """Run a statement that writes; return the number of rows that it changed."""
        return await self._in_writer(lambda connection: _query(connection, query, *values).rowcount)

    async def _in_writer(self, work: Work[T]) -> T:
        assert self._writer is not None, "the store was opened"
        return await self._writer.write(work)

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return await self._in_reader(
            lambda connection: _query(connection, query, *values).fetchall()
        )

    async def _in_reader(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreClosed()
        return await self._loop.run_in_executor(self._reader, self._run, work)

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            if self._connection is None:
                self._connection = self._connect()
            return work(self._connection)
        except (sqlite3.Error, OSError) as error:
            self._disconnect()
            raise self._explain(error) from error

    def _connect(self) -> sqlite3.Connection:
        return _connect(self._path, self._file_lock)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Run the migrations that are due."""
        with self._transaction(connection):
            (applied,) = connection.execute("PRAGMA user_version").fetchone()
            for number, step in enumerate(
                due_migrations("sqlite", applied, str(self._path)), applied + 1
            ):
                for statement in _statements(step):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")

    @contextmanager
    def _transaction(self, connection: sqlite3.Connection) -> Iterator[None]:
        """Open a transaction, then commit it; after an exception the connection must be closed."""
        with self._file_lock.hold():
            connection.execute("BEGIN IMMEDIATE")
            yield
            connection.execute("COMMIT")

    def _explain(self, error: Exception) -> Unavailable:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        unavailable = Unavailable(f"{self._path} cannot be used right now: {reason}")
        unavailable.__cause__ = error
        return unavailable


def _connect(path: Path, lock: file_lock.FileLock) -> sqlite3.Connection:
    """A connection to the file. Only the owner may read it: it contains the seeds of all games."""
    _create(path)
    connection = sqlite3.connect(
        path, timeout=file_lock.WRITE_LOCK_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )
    try:
        with lock.hold():  # SQLite does not wait here if two connections open a new file
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise OSError("this drive does not support a write-ahead log; use a local disk")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA temp_store = MEMORY")  # no temporary files
    except BaseException:
        connection.close()
        raise
    return connection


_CREATE_LOCK = Lock()


def _create(path: Path) -> None:
    """Create the file, unless it exists.

    A file in use must not be opened and closed without SQLite: that releases all locks of this
    process on it, and the next connection to close then deletes the log that others still write.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _CREATE_LOCK, suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _query(connection: sqlite3.Connection, query: str, *values: object) -> sqlite3.Cursor:
    """Run a query with parameters named `1`, `2` and so on."""
    named = {str(number): value for number, value in enumerate(values, 1)}
    return connection.execute(query, named)


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; `executescript` would commit first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _append(
    table: str,
    number: int,
    events: Sequence[bytes],
    summary: Summary,
    people: Collection[str],
    opener: Opener,
    connection: sqlite3.Connection,
) -> None:
    values = (number + len(events) - 1, *astuple(summary), table)
    if number == 0:
        written = connection.execute(_INSERT_TABLE, (*values, *astuple(opener)))
    else:
        written = connection.execute(_UPDATE_TABLE, (*values, number - 1))
    if written.rowcount == 0:
        found = _query(connection, sql.SELECT_LAST_NUMBER, table).fetchone()
        raise append_error(table, number, found and found[0])
    for at, event in enumerate(events, number):
        connection.execute(_INSERT_EVENT, (table, at, event))
    for person_id in people:
        connection.execute(_INSERT_PERSON, (person_id, table))


def _monotonic_ms() -> int:
    """Milliseconds of the monotonic clock, which all processes of the machine share."""
    return monotonic_ns() // 1_000_000


@cache
def _boot_id() -> str:
    """The id of this boot of the machine, if the system provides one."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""
