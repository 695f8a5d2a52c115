"""The one thread that writes to an SQLite file, many appends in each transaction.

A commit takes milliseconds, however little it writes. So all appends that arrive during a commit go
into the next transaction together.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from .store import StoreClosed, StoreError, Unavailable

T = TypeVar("T")

Work = Callable[[sqlite3.Connection], T]
"""Writes inside an open transaction; if it raises a `StoreError`, it has written nothing."""

MAX_BATCH_SIZE = 500
"""Jobs per transaction: enough to share its cost, few enough to keep the wait short."""


class _Job(Generic[T]):
    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: Work[T], future: "asyncio.Future[T]") -> None:
        self.work = work
        self.future = future
        self.result: T | None = None
        self.error: Exception | None = None


class BatchWriter:
    """Runs jobs in a thread, many in each transaction."""

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        transaction: Callable[[sqlite3.Connection], AbstractContextManager[None]],
        explain: Callable[[Exception], Unavailable],
    ) -> None:
        self._connect = connect
        self._transaction = transaction
        self._explain = explain
        self._connection: sqlite3.Connection | None = None
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        self._closing = False
        self._jobs: SimpleQueue[_Job[Any] | None] = SimpleQueue()
        # A daemon, so that a program that forgot to close its store can still exit. Only
        # writes that were not acknowledged are lost.
        Thread(target=self._run, name="store-writer", daemon=True).start()

    def write(self, work: Work[T]) -> "asyncio.Future[T]":
        """Queue a job; it is durable when the future has its result."""
        future: asyncio.Future[T] = self._loop.create_future()
        if self._closing:
            future.set_exception(StoreClosed())
        else:
            self._jobs.put(_Job(work, future))
        return future

    async def close(self) -> None:
        """Finish the queued jobs, then stop the thread."""
        if not self._closing:
            self._closing = True
            self._jobs.put(None)
        await asyncio.shield(self._ended)

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch, is_open = self._next_batch()
            if batch:
                self._write_together(batch)
                self._call_in_loop(_settle, batch)
        self._disconnect()
        self._call_in_loop(self._ended.set_result, None)

    def _next_batch(self) -> tuple[list[_Job[Any]], bool]:
        """Wait for jobs; return them, and whether the writer stays open."""
        batch: list[_Job[Any]] = []
        job = self._jobs.get()
        try:
            while job is not None:
                batch.append(job)
                if len(batch) == MAX_BATCH_SIZE:
                    return batch, True
                job = self._jobs.get_nowait()
        except Empty:
            return batch, True
        return batch, False

    def _write_together(self, batch: list[_Job[Any]]) -> None:
        try:
            if self._connection is None:
                self._connection = self._connect()
            connection = self._connection
            with self._transaction(connection):
                for job in batch:
                    try:
                        job.result = job.work(connection)
                    except StoreError as error:  # affects only this job
                        job.error = error
        except Exception as error:  # the thread must survive any error
            # Closing the connection also ends its transaction.
            self._disconnect()
            for job in batch:
                job.error = self._explain(error)

    def _disconnect(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with suppress(sqlite3.Error):
                connection.close()

    def _call_in_loop(self, callback: Callable[[Any], object], value: object) -> None:
        with suppress(RuntimeError):  # the loop is closed, so no caller waits
            self._loop.call_soon_threadsafe(callback, value)


def _settle(batch: list[_Job[Any]]) -> None:
    for job in batch:
        if job.future.done():  # the caller was cancelled
            continue
        if job.error is None:
            job.future.set_result(job.result)
        else:
            job.future.set_exception(job.error)
