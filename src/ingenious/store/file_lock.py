"""Whose turn it is to write to an SQLite file, among the processes of a machine.

SQLite has locks for that itself. But up to 3.51.2 it can lose what one connection writes at the
moment at which another carries the log over into the file, which it does after its own write, when
its lock is open again. So a turn lasts until both are done.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

if sys.platform != "win32":
    import fcntl

PATIENCE = 15.0
"""Seconds to wait while others write."""

_NAP = 0.002  # seconds between two looks whether they still do


class FileLock:
    """The turns of one store, whose lock file stays open: a write needs no new file descriptor.

    The threads of the store share the file, and with it the lock, so they have a lock of their own.
    """

    def __init__(self, path: Path) -> None:
        self._beside = Path(f"{path}-turn")
        self._threads = Lock()
        self._file: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Have the only turn with this file meanwhile; raises `BlockingIOError`."""
        if sys.platform == "win32":
            yield  # on Windows only one process is supported
            return
        gives_up = time.monotonic() + PATIENCE
        if not self._threads.acquire(timeout=PATIENCE):
            raise BlockingIOError("another thread has held the write lock for too long")
        try:
            file = self._locked(gives_up)
            try:
                yield
            finally:
                fcntl.flock(file, fcntl.LOCK_UN)
        finally:
            self._threads.release()

    def close(self) -> None:
        """Close the file; the next turn opens it again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _locked(self, gives_up: float) -> int:
        """The open file, locked.

        The file may have been deleted since it was opened. The next process then makes a new one,
        so a lock on the old one is worth nothing.
        """
        while True:
            if self._file is None:
                self._file = os.open(self._beside, os.O_RDWR | os.O_CREAT, 0o600)
            if not _locks(self._file):
                if time.monotonic() > gives_up:
                    raise BlockingIOError("another process has held the write lock for too long")
                time.sleep(_NAP)
            elif self._is_there(self._file):
                return self._file
            else:
                self.close()

    def _is_there(self, file: int) -> bool:
        """Whether the path still leads to this file."""
        try:
            return os.path.samestat(os.fstat(file), self._beside.stat())
        except FileNotFoundError:
            return False


def _locks(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
