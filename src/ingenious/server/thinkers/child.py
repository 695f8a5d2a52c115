"""One process that answers a line with a line, on the event loop of the server."""

import asyncio
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from subprocess import PIPE
from typing import cast

LONGEST_ANSWER = 1 << 16
"""Bytes; who writes more at a time has lost its mind."""

LAST_WORDS = 1.0
"""Seconds for what a process said before it ended to arrive."""

BURIAL = 10.0
"""Seconds after which the system will not end a killed process any more, whatever holds it."""


class Failed(Exception):
    """A process could not be started, has ended, was late, or wrote what is no answer."""


class Child(asyncio.SubprocessProtocol):
    """A process in a session of its own. Whoever starts it has to `end` it, also when it is dead.

    Not asyncio's ready-made streams: they cannot let go of pipes that a grandchild keeps open.
    """

    def __init__(self, says: Callable[[str], None], longest: int = LONGEST_ANSWER) -> None:
        self._longest = longest
        self.last_words = ""  # on its standard error
        self._says = says
        self._heard = bytearray()
        self._complaint = bytearray()
        self._fault = ""  # why it can answer no more
        self._exited = False
        self._news = asyncio.Event()
        self._gone = asyncio.Event()  # reaped, and all pipes closed
        self._transport: asyncio.SubprocessTransport

    @classmethod
    async def start(
        cls,
        words: Sequence[str],
        environment: Mapping[str, str],
        says: Callable[[str], None],
        longest: int = LONGEST_ANSWER,
    ) -> "Child":
        """Start a program without a shell; `says` is told what it writes to standard error."""
        try:
            _, child = await asyncio.get_running_loop().subprocess_exec(
                lambda: cls(says, longest),
                *words,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                start_new_session=True,
                env=dict(environment),
            )
        except OSError as error:
            raise Failed(f"cannot start {words[0]}: {error.strerror or error}") from None
        return child

    @property
    def pid(self) -> int:
        """Its number in the system, and that of its group."""
        return self._transport.get_pid()

    @property
    def is_alive(self) -> bool:
        """Whether it still runs, as far as is known."""
        return not self._fault and not self._exited

    @property
    def is_ready(self) -> bool:
        """Whether it waits for a question: alive, and silent since its last answer."""
        return not self._fault and not self._exited and not self._heard

    async def ask(self, question: bytes, patience: float) -> bytes:
        """The line with which it answers a line; after `Failed` it has to be ended."""
        stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        # Nothing waits until it is written: one question at a time fits into memory.
        stdin.write(question + b"\n")
        return await self.hear(patience)

    async def hear(self, patience: float) -> bytes:
        """The next line that it writes."""
        try:
            async with asyncio.timeout(patience):
                while (end := self._heard.find(b"\n")) < 0:
                    if self._fault:
                        raise Failed(self._fault)
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise Failed(
                f"no answer after {patience:g} seconds (an answer must be one line, flushed)"
            ) from None
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        return line

    def fail(self, reason: str) -> None:
        """Kill it, with what it started; whoever waits for its answer is told the reason."""
        self._fault = self._fault or reason
        self._heard.clear()
        self._news.set()
        if not self._exited and not _kill_group(self.pid):
            with suppress(OSError):
                self._transport.kill()

    async def end(self) -> None:
        """Kill it, if it still runs, and wait until nothing of it is left."""
        self.fail("the process was ended")
        stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        if not stdin.is_closing():
            stdin.abort()  # what it has not read by now it never will
        await self._is_gone(LAST_WORDS)
        self._transport.close()  # and pipes that somebody else keeps open
        await self._is_gone(BURIAL)

    async def _is_gone(self, patience: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._gone.wait()

    # What the event loop tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It runs."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """It wrote something."""
        if fd == 2:
            self._complain(data)
        elif not self._fault:
            self._heard += data
            self._news.set()
            if len(self._heard) > self._longest:
                self.fail(f"its answer is longer than {self._longest} bytes")

    def _complain(self, data: bytes) -> None:
        *lines, rest = (self._complaint + data).split(b"\n")
        if len(rest) > LONGEST_ANSWER:
            lines, rest = [*lines, rest], bytearray()
        self._complaint = rest
        for line in lines:
            if text := line.decode("utf-8", "replace").strip():
                self.last_words = text
                self._says(text)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """It closed a pipe, most likely by ending. What it wrote before has been received."""
        if fd == 1:
            self._fault = self._fault or "the process ended"
            self._news.set()
        elif fd == 2 and self._complaint:
            self._complain(b"\n")

    def process_exited(self) -> None:
        """It has ended; nothing that it started may stay. Its number is soon somebody else's."""
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
