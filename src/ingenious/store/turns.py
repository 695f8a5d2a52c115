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

if sys.platform != "win32":
    import fcntl

PATIENCE = 15.0
"""Seconds to wait while others write."""

_NAP = 0.002  # seconds between two looks whether they still do


@contextmanager
def turn(path: Path) -> Iterator[None]:
    """Meanwhile nobody else has a turn with this file; raises `BlockingIOError`."""
    if sys.platform == "win32":
        yield  # where one process has to do
        return
    beside = os.open(f"{path}-turn", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        gives_up = time.monotonic() + PATIENCE
        while not _locks(beside):
            if time.monotonic() > gives_up:
                raise BlockingIOError("another process has been writing for too long")
            time.sleep(_NAP)
        yield
    finally:
        os.close(beside)  # and so ends the turn


def _locks(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
