"""Writes files atomically: a file appears under its name only when it is complete."""

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from .files import FileError, WholeLines

END_SIGNALS = ("SIGTERM", "SIGHUP")  # not every system has the second


@contextmanager
def whole_file(path: str) -> Iterator[WholeLines]:
    """Write lines to a temporary file next to `path`, renamed once all of it is on disk.

    If the program ends before that, an existing file stays unchanged. Standard output (`-`), pipes
    and devices are written directly. Raises `FileError`.
    """
    if path == "-" or (Path(path).exists() and not Path(path).is_file()):
        with WholeLines(path) as out:
            yield out
        return
    final = Path(path).resolve()  # a symbolic link is kept
    part = final.with_name(f".{final.name}.{os.getpid()}.part")
    try:
        with _removed_by_signals(part):
            with WholeLines(str(part)) as out:
                yield out
            _rename(part, final)
    except FileError as error:
        if isinstance(error.__cause__, OSError):
            raise FileError("write", path, error.__cause__) from error
        raise
    except OSError as error:
        raise FileError("write", path, error) from error
    finally:
        part.unlink(missing_ok=True)


def _rename(part: Path, final: Path) -> None:
    """Make a file durable, then give it its name."""
    if final.exists():
        shutil.copymode(final, part)
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(final)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(final.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def _removed_by_signals(part: Path) -> Iterator[None]:
    """Remove the unfinished file even if a signal ends the program."""

    def end(sent: int, _: FrameType | None) -> None:
        part.unlink(missing_ok=True)
        signal.signal(sent, signal.SIG_DFL)
        signal.raise_signal(sent)

    names = [name for name in END_SIGNALS if name in signal.Signals.__members__]
    caught = [signal.Signals[name] for name in names]
    caught = [sent for sent in caught if signal.getsignal(sent) is signal.SIG_DFL]
    for sent in caught:
        signal.signal(sent, end)
    try:
        yield
    finally:
        for sent in caught:
            signal.signal(sent, signal.SIG_DFL)
