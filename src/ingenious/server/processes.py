"""The metrics of several workers.

Each worker writes its metrics to files in a shared folder. Counters of a worker that ended still
count. Its gauges, such as open sockets, are removed.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl

FOLDER_PREFIX = "ingenious-metrics-"
LOCK_FILE = "in-use"


@contextmanager
def shared_folder() -> Iterator[str]:
    """A folder for the metrics of all workers; those of killed servers are removed first.

    A running server holds a lock in its folder, so an unlocked folder is left over, even if it was
    created in another process id namespace.
    """
    _remove_left_over(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX) as folder:
        lock = os.open(Path(folder) / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _try_lock(lock)
            yield folder
        finally:
            os.close(lock)


def forget_dead(folder: str) -> None:
    """Remove the gauges of workers that ended without doing so themselves."""
    for file in Path(folder).glob("gauge_live*_*.db"):
        number = file.stem.rpartition("_")[2]
        if number.isdigit() and not _is_alive(int(number)):
            forget_worker(int(number), folder)


def forget_worker(process: int, folder: str) -> None:
    """Remove the gauges of a worker."""
    for file in Path(folder).glob(f"gauge_live*_{process}.db"):
        file.unlink(missing_ok=True)  # another worker may do it at the same time


def _remove_left_over(where: Path) -> None:
    for folder in where.glob(f"{FOLDER_PREFIX}*"):
        try:
            lock = os.open(folder / LOCK_FILE, os.O_RDWR)
        except OSError:  # of another user, being made, or being removed
            continue
        try:
            if _try_lock(lock):
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(lock)


def _try_lock(file: int) -> bool:
    """Lock a file, unless another process has it locked."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_alive(process: int) -> bool:
    if sys.platform == "win32":
        return True  # on Windows, `os.kill` would end it
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
