"""Record files: one record per line, read in bounded memory and written in whole lines."""

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import BinaryIO, ClassVar

from .. import files
from ..record import RecordError
from ..terminal.pieces import printable
from .errors import CommandError


class FileError(CommandError):
    """A file that cannot be read or written; the message is for people."""

    def __init__(self, action: str, path: str, error: OSError) -> None:
        super().__init__(f"cannot {action} {printable(path, longest=200)}: {error.strerror}")


def name_of(path: str) -> str:
    """An input as people know it."""
    return "standard input" if path == "-" else printable(path, longest=200)


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """A file to read, or standard input for `-`."""
    if path == "-":
        yield sys.stdin.buffer
        return
    with ExitStack() as stack:
        try:
            file = stack.enter_context(Path(path).open("rb"))
        except OSError as error:
            raise FileError("read", path, error) from error
        yield file


def read_lines(file: BinaryIO, *, blank: bool = False) -> Iterator[tuple[int, str | RecordError]]:
    """The lines with their numbers from 1, or the error of an invalid one; perhaps `blank` ones."""
    try:
        yield from files.read_lines(file, blank=blank)
    except OSError as error:
        raise FileError("read", str(file.name), error) from error


class WholeLines:
    """Writes lines to a file or standard output; a file never ends within a line.

    A signal that ends the process can cut a write short. So a signal that arrives while a line is
    written is handled after the line. Only SIGKILL may cut a line.
    """

    # For all open files: a signal is for the process.
    _writing: ClassVar[bool] = False
    _told_to_end: ClassVar[signal.Signals | None] = None

    def __init__(self, path: str) -> None:
        self.path = path
        self._file: BinaryIO | None = None
        self._stack = ExitStack()

    def __enter__(self) -> "WholeLines":
        if self.path != "-":
            try:
                # Unbuffered, so that a line is one system call.
                self._file = self._stack.enter_context(Path(self.path).open("wb", buffering=0))
            except OSError as error:
                raise FileError("write", self.path, error) from error
            if self._file.seekable():  # writing to a pipe may block, so signals are not delayed
                for name in ("SIGTERM", "SIGHUP"):  # not every system has the second
                    if name in signal.Signals.__members__:
                        self._let_wait(signal.Signals[name])
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def write(self, line: str) -> None:
        """Write a line and a newline."""
        data = line.encode() + b"\n"
        if self._file is None:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return
        start = self._file.tell() if self._file.seekable() else None
        size = len(data)
        WholeLines._writing = True
        try:
            while data:
                data = data[self._file.write(data) :]
        except BaseException as error:
            # An interruption can come when the line is already complete; then it stays.
            if start is not None and self._file.tell() != start + size:
                with suppress(OSError):  # a device cannot be truncated
                    self._file.truncate(start)
            if isinstance(error, OSError):
                raise FileError("write", self.path, error) from error
            raise
        finally:
            WholeLines._writing = False
            if self._told_to_end is not None:
                _end_by(self._told_to_end)

    def _let_wait(self, sent: signal.Signals) -> None:
        """Delay a signal until the end of a line, unless it already has a handler."""
        if signal.getsignal(sent) is signal.SIG_DFL:
            signal.signal(sent, WholeLines._end)
            self._stack.callback(signal.signal, sent, signal.SIG_DFL)

    @classmethod
    def _end(cls, sent: int, _: FrameType | None) -> None:
        cls._told_to_end = signal.Signals(sent)
        if not cls._writing:
            _end_by(cls._told_to_end)


def _end_by(sent: signal.Signals) -> None:
    """End this process by the signal, so that its exit status shows it."""
    signal.signal(sent, signal.SIG_DFL)
    signal.raise_signal(sent)
