"""A process that answers each line with a line: a program that plays, or a worker of the server."""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from subprocess import PIPE
from threading import Lock, Thread
from typing import TypeVar, cast

MAX_LINE_BYTES = 1 << 16
"""A longer answer is treated as a fault."""

STDERR_DRAIN_S = 1.0
"""How long to wait for the last output of a process that was killed."""

REAP_TIMEOUT_S = 10.0
"""How long to wait until the system has removed a killed process."""

T = TypeVar("T")


class ProcessFailed(Exception):
    """A process could not be started, has ended, was late, or wrote too much."""


class LineProcess(asyncio.SubprocessProtocol):
    """A process in its own session. Its owner has to `end` it, even if it has died.

    It does not use asyncio's streams: those cannot let go of a pipe that a grandchild keeps open.
    """

    def __init__(self, on_stderr: Callable[[str], None], max_line_bytes: int) -> None:
        self.last_stderr = ""  # the last line that it wrote there
        self._on_stderr = on_stderr
        self._max_line_bytes = max_line_bytes
        self._stdout = bytearray()
        self._stderr = bytearray()
        self._fault = ""  # why it cannot answer any more
        self._exited = False
        self._changed = asyncio.Event()
        self._gone = asyncio.Event()  # reaped, and all pipes closed
        self._transport: asyncio.SubprocessTransport

    @classmethod
    async def start(
        cls,
        argv: Sequence[str],
        environment: Mapping[str, str] | None = None,
        on_stderr: Callable[[str], None] = lambda _: None,
        max_line_bytes: int = MAX_LINE_BYTES,
    ) -> "LineProcess":
        """Start a program without a shell; `on_stderr` receives the lines of its standard error."""
        try:
            _, process = await asyncio.get_running_loop().subprocess_exec(
                lambda: cls(on_stderr, max_line_bytes),
                *argv,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                start_new_session=True,
                env=None if environment is None else dict(environment),
            )
        except OSError as error:
            raise ProcessFailed(f"cannot start {argv[0]}: {error.strerror or error}") from None
        return process

    @property
    def pid(self) -> int:
        """Its process id, which is also that of its group."""
        return self._transport.get_pid()

    @property
    def is_alive(self) -> bool:
        """Whether it still runs, as far as is known."""
        return not self._fault and not self._exited

    @property
    def is_ready(self) -> bool:
        """Whether it waits for a question: alive, and silent since its last answer."""
        return self.is_alive and not self._stdout

    @property
    def unread(self) -> str:
        """What it has written since its last answer."""
        return self._stdout.decode("utf-8", "replace")

    async def ask(self, question: bytes, timeout_s: float) -> bytes:
        """The line with which it answers a line; after `ProcessFailed` it has to be ended."""
        stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        # Does not wait until it is written: one question at a time fits into memory.
        stdin.write(question + b"\n")
        return await self.read_line(timeout_s)

    async def read_line(self, timeout_s: float) -> bytes:
        """The next line that it writes."""
        try:
            async with asyncio.timeout(timeout_s):
                while (end := self._stdout.find(b"\n")) < 0:
                    if self._fault:
                        raise ProcessFailed(self._fault)
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            seconds = "1 second" if timeout_s == 1 else f"{timeout_s:g} seconds"
            raise ProcessFailed(
                f"no answer after {seconds} (an answer must be one line, flushed)"
            ) from None
        line = bytes(self._stdout[:end])
        del self._stdout[: end + 1]
        return line

    def fail(self, reason: str) -> None:
        """Kill it and everything it started; a caller that waits for its answer gets the reason."""
        self._fault = self._fault or reason
        self._stdout.clear()
        self._changed.set()
        if not self._exited and not _kill_group(self.pid):
            with suppress(OSError):
                self._transport.kill()

    async def end(self) -> None:
        """Kill it, if it still runs, and wait until nothing of it is left."""
        self.fail("the process was ended")
        stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        if not stdin.is_closing():
            stdin.abort()  # it will not read the rest any more
        await self._wait_until_gone(STDERR_DRAIN_S)
        self._transport.close()  # also pipes that another process keeps open
        await self._wait_until_gone(REAP_TIMEOUT_S)

    async def _wait_until_gone(self, timeout_s: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._gone.wait()

    # Called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process has started."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """It wrote something."""
        if fd == 2:
            self._receive_stderr(data)
        elif not self._fault:
            self._stdout += data
            self._changed.set()
            if len(self._stdout) > self._max_line_bytes:
                self.fail(f"its answer is longer than {self._max_line_bytes} bytes")

    def _receive_stderr(self, data: bytes) -> None:
        *lines, rest = (self._stderr + data).split(b"\n")
        if len(rest) > MAX_LINE_BYTES:
            lines, rest = [*lines, rest], bytearray()
        self._stderr = rest
        for line in lines:
            if text := line.decode("utf-8", "replace").strip():
                self.last_stderr = text
                self._on_stderr(text)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """It closed a pipe, most likely by ending. What it wrote before has been received."""
        if fd == 1:
            self._fault = self._fault or "the process ended"
            self._changed.set()
        elif fd == 2 and self._stderr:
            self._receive_stderr(b"\n")

    def process_exited(self) -> None:
        """It has ended; nothing that it started may stay. Its id may soon belong to another."""
        self._exited = True
        _kill_group(self.pid)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left of it."""
        self._gone.set()


def _kill_group(pid: int) -> bool:
    """Kill all processes of a group; whether that could be done."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (AttributeError, ProcessLookupError, PermissionError):
        return False
    return True


def run_in_background(work: Coroutine[object, None, T]) -> T:
    """Run a coroutine in a thread with its own event loop, and wait for its result.

    So code without an event loop can use a `LineProcess`, and so can a notebook, which has one.
    """
    future = asyncio.run_coroutine_threadsafe(work, _background.loop())
    try:
        return future.result()
    except BaseException:  # such as Ctrl-C
        future.cancel()
        raise


class _Background:
    """The event loop in its own thread, started when it is first needed."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Start again when it is next needed: after a fork there are no other threads."""
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def loop(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                run = self._loop.run_forever
                Thread(target=run, name="line processes", daemon=True).start()
            return self._loop


_background = _Background()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_background.forget)
