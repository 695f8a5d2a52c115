"""A store in one SQLite file, which several processes of a machine may share."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from threading import Lock
from time import monotonic_ns, time
from typing import Any, TypeVar

from . import file_lock, sql
from .batch_writer import Writer
from .migrations import steps_due
from .store import Listed, Opener, Stamp, Summary, Unavailable, check_events, refusal

T = TypeVar("T")

# Not one upsert that looks first whether there should be a table: SQLite would keep a journal of
# each, in case that it has to be undone in part, and take twice as long.
_OPEN = """
INSERT INTO tables (last, phase, listed, changed, due, asks, brief, id, opener, origin)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
_CHANGE = """
UPDATE tables SET last = ?, phase = ?, listed = ?, changed = ?, due = ?, asks = ?, brief = ?
WHERE id = ? AND last = ?
"""
_CLAIM = sql.CLAIM.format(now="$5")
_EVENT = "INSERT INTO events (table_id, number, event) VALUES (?, ?, ?)"
_BEAT = """
INSERT INTO alive (one, at, steady, boot) VALUES (1, ?, ?, ?)
ON CONFLICT (one) DO UPDATE SET at = excluded.at, steady = excluded.steady, boot = excluded.boot
WHERE excluded.at > alive.at
"""
_ALIVE = "SELECT at, steady, boot FROM alive"
_PERSON = "INSERT OR IGNORE INTO people (who, table_id) VALUES (?, ?)"


class SqliteStore:
    """Writes in one thread and reads in another, each with a connection of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._connection: sqlite3.Connection | None = None
        self._writer: Writer | None = None
        self._turns = file_lock.FileLock(path)
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> "SqliteStore":
        """The store in that file, which is made if it is not there; raises `Unavailable`."""
        store = cls(path)
        try:
            await store._ask(store._prepare)
        except BaseException:
            await store.close()
            raise
        store._writer = Writer(store._connect, store._transaction, store._explain)
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
        await self._write(partial(_append, table, number, events, summary, people, opener))

    async def read(self, table: str, after: int = -1) -> list[bytes]:
        return [event for (event,) in await self._rows(sql.EVENTS, table, after)]

    async def listed(self, since: int, limit: int) -> list[Listed]:
        return sql.in_order(await self._rows(sql.LISTED, since, limit))

    async def of_person(self, who: str, limit: int) -> list[Listed]:
        return [sql.listed(row) for row in await self._rows(sql.OF_PERSON, who, limit)]

    async def asking(self, before: int, limit: int) -> list[str]:
        return [table for (table,) in await self._rows(sql.ASKING, before, limit)]

    async def due(self, now: int, limit: int) -> list[str]:
        return [table for (table,) in await self._rows(sql.DUE, now, limit)]

    async def unfinished(self, who: str, since: int) -> int:
        [(number,)] = await self._rows(sql.UNFINISHED, who, since)
        assert isinstance(number, int)
        return number

    async def unfinished_from(self, origin: str, since: int) -> int:
        [(number,)] = await self._rows(sql.UNFINISHED_FROM, origin, since)
        assert isinstance(number, int)
        return number

    async def changed(self, since: int) -> list[tuple[str, int]]:
        return await self._rows(sql.CHANGED, since)

    async def claim(self, table: str, number: int, holder: str, seconds: float) -> bool:
        return await self._write(partial(_claim, table, number, holder, seconds))

    async def beat(self, at: int) -> None:
        await self._write(partial(_beat, at))

    async def stamp(self) -> Stamp:
        [(changed,)] = await self._rows(sql.NEWEST)
        for at, steady, boot in await self._rows(_ALIVE):
            age = _steady() - steady
            is_known = boot == _boot() and age >= 0
            return Stamp(changed, at, age if is_known else None)
        return Stamp(changed)

    async def tables(self) -> AsyncIterator[str]:
        position = 0
        while page := await self._rows(sql.PAGE, position, sql.PAGE_SIZE):
            for position, table in page:  # noqa: B007 - the next page begins after the last
                yield table

    async def secret(self, name: str, fresh: bytes) -> bytes:
        return await self._write(partial(_secret, name, fresh))

    async def revoke(self, who: str, at: int) -> None:
        await self._write(partial(_revoke, who, at))

    async def is_revoked(self, who: str) -> bool:
        return bool(await self._rows(sql.IS_REVOKED, who))

    async def check(self) -> None:
        await self._rows(sql.LAST, "")
        # Of a full disk one can read, so something has to be written to know.
        await self._write(_check)

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        if not self._closed:
            self._closed = True
            await self._loop.run_in_executor(self._reader, self._disconnect)
            self._reader.shutdown()
            self._turns.close()

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        assert self._writer is not None, "a store is opened before it is used"
        return await self._writer.write(work)

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return await self._ask(lambda connection: _query(connection, query, *values).fetchall())

    async def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise Unavailable("the store is closed")
        return await self._loop.run_in_executor(self._reader, self._answer, question)

    def _answer(self, question: Callable[[sqlite3.Connection], T]) -> T:
        try:
            if self._connection is None:
                self._connection = self._connect()
            return question(self._connection)
        except (sqlite3.Error, OSError) as error:
            self._disconnect()
            raise self._explain(error) from error

    def _connect(self) -> sqlite3.Connection:
        return _connect(self._path, self._turns)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Take the steps that the file has not taken."""
        with self._transaction(connection):
            (taken,) = connection.execute("PRAGMA user_version").fetchone()
            for number, step in enumerate(steps_due("sqlite", taken, str(self._path)), taken + 1):
                for statement in _statements(step):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")

    @contextmanager
    def _transaction(self, connection: sqlite3.Connection) -> Iterator[None]:
        """Open a transaction, then commit it; if something is raised, the connection is no good."""
        with self._turns.turn():
            connection.execute("BEGIN IMMEDIATE")
            yield
            connection.execute("COMMIT")

    def _explain(self, error: Exception) -> Unavailable:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        unavailable = Unavailable(f"{self._path} cannot be used just now: {reason}")
        unavailable.__cause__ = error
        return unavailable


def _connect(path: Path, all_turns: file_lock.FileLock) -> sqlite3.Connection:
    """A connection to the file, which only its owner may read: the seeds of all games are there."""
    _create(path)
    connection = sqlite3.connect(
        path, timeout=file_lock.PATIENCE, isolation_level=None, check_same_thread=False
    )
    try:
        with all_turns.turn():  # if two open a new file, SQLite refuses one without waiting
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise OSError("this drive does not support a write-ahead log; use a local disk")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA temp_store = MEMORY")  # no file is opened for a sort or an undo
    except BaseException:
        connection.close()
        raise
    return connection


_CREATING = Lock()


def _create(path: Path) -> None:
    """Make the file, unless it is there.

    A file that is in use must not even be opened and closed past SQLite: with that a process lets
    go of all its locks on it, and the next to leave clears away the log that others still write.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _CREATING, suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _query(connection: sqlite3.Connection, query: str, *values: object) -> sqlite3.Cursor:
    """Ask one of the queries, whose values are named `1`, `2` and so on."""
    named = {str(number): value for number, value in enumerate(values, 1)}
    return connection.execute(query, named)


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, for SQLite's own way to run one commits before it."""
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
    opener: Opener | None,
    connection: sqlite3.Connection,
) -> None:
    values = (
        number + len(events) - 1,
        summary.phase,
        summary.listed,
        summary.changed,
        summary.due,
        summary.asks,
        summary.brief,
        table,
    )
    if number == 0:
        by = (opener.who, opener.origin) if opener else ("", "")
        written = connection.execute(_OPEN, (*values, *by))
    else:
        written = connection.execute(_CHANGE, (*values, number - 1))
    if written.rowcount == 0:
        found = _query(connection, sql.LAST, table).fetchone()
        raise refusal(table, number, found and found[0])
    for at, event in enumerate(events, number):
        connection.execute(_EVENT, (table, at, event))
    for who in people:
        connection.execute(_PERSON, (who, table))


def _beat(at: int, connection: sqlite3.Connection) -> None:
    connection.execute(_BEAT, (at, _steady(), _boot()))


def _steady() -> int:
    """Milliseconds of a clock that all processes of the machine share and nobody can set."""
    return monotonic_ns() // 1_000_000


@cache
def _boot() -> str:
    """The id of this boot of the machine, if the system provides one."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""


def _secret(name: str, fresh: bytes, connection: sqlite3.Connection) -> bytes:
    _query(connection, sql.FRESH_SECRET, name, fresh)
    (value,) = _query(connection, sql.SECRET, name).fetchone()
    assert isinstance(value, bytes)
    return value


def _claim(
    table: str, number: int, holder: str, seconds: float, connection: sqlite3.Connection
) -> bool:
    values = table, number, holder, round(1000 * seconds), round(1000 * time())
    return _query(connection, _CLAIM, *values).rowcount == 1


def _revoke(who: str, at: int, connection: sqlite3.Connection) -> None:
    _query(connection, sql.REVOKE, who, at)


def _check(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE checks SET times = times + 1")
