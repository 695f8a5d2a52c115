"""A write lock for an SQLite file, between the processes of one machine.

SQLite has its own locks. But up to 3.51.2 it can lose what one connection writes while another
runs a checkpoint, which happens after a write, when SQLite has already released its lock. So this
lock is also held during the checkpoint.
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

WRITE_LOCK_TIMEOUT_S = 15.0
"""How long to wait while other processes or threads write."""

_POLL_INTERVAL_S = 0.002


class FileLock:
    """The lock of one store. Its file stays open, so that a write needs no new file descriptor.

    The threads of the store share the file, and with it the lock, so they need a second lock.
    """

    def __init__(self, path: Path) -> None:
        self._lock_path = Path(f"{path}-turn")
        self._thread_lock = Lock()
        self._file: int | None = None

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold the lock; raises `BlockingIOError` after the timeout."""
        if sys.platform == "win32":
            yield  # on Windows only one process is supported
            return
        deadline = time.monotonic() + WRITE_LOCK_TIMEOUT_S
        if not self._thread_lock.acquire(timeout=WRITE_LOCK_TIMEOUT_S):
            raise BlockingIOError("another thread has held the write lock for too long")
        try:
            file = self._locked(deadline)
            try:
                yield
            finally:
                fcntl.flock(file, fcntl.LOCK_UN)
        finally:
            self._thread_lock.release()

    def close(self) -> None:
        """Close the file; the next `hold` opens it again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _locked(self, deadline: float) -> int:
        """The open file, locked.

        The file may have been deleted since it was opened. Other processes then lock a new file,
        so a lock on the old one is useless.
        """
        while True:
            if self._file is None:
                self._file = os.open(self._lock_path, os.O_RDWR | os.O_CREAT, 0o600)
            if not _try_lock(self._file):
                if time.monotonic() > deadline:
                    raise BlockingIOError("another process has held the write lock for too long")
                time.sleep(_POLL_INTERVAL_S)
            elif self._is_current(self._file):
                return self._file
            else:
                self.close()

    def _is_current(self, file: int) -> bool:
        """Whether the path still refers to this file."""
        try:
            return os.path.samestat(os.fstat(file), self._lock_path.stat())
        except FileNotFoundError:
            return False


def _try_lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
