"""A relay between clients and a server that can fall silent, as a network does.

While it is silent it forwards nothing and closes nothing, in either direction: new connections open
and get no answer. What was sent meanwhile is delivered once it forwards again, as TCP does.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Self

from testkit.server_process import free_port

PIECE = 64 * 1024


class Relay:
    """Forwards connections to a port of this machine; it runs in a thread of its own."""

    def __init__(self, port: int) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._target = port
        self._loop = asyncio.new_event_loop()
        self._asks = asyncio.Event()  # whether what clients send is forwarded
        self._answers = asyncio.Event()  # the same for what the server sends
        self._writers: set[asyncio.StreamWriter] = set()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._started.wait(10), "the relay does not start"
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def fall_silent(self, *, only_answers: bool = False) -> None:
        """Forward nothing from now on; with `only_answers`, the server still hears everything."""
        self._call(self._answers.clear)
        if not only_answers:
            self._call(self._asks.clear)

    def forward(self) -> None:
        """Forward again, first what has waited."""
        self._call(self._asks.set)
        self._call(self._answers.set)

    def _call(self, what: Callable[[], None]) -> None:
        done = threading.Event()

        def do() -> None:
            what()
            done.set()

        self._loop.call_soon_threadsafe(do)
        assert done.wait(10), "the relay does not answer"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._asks.set()
        self._answers.set()
        server = self._loop.run_until_complete(
            asyncio.start_server(self._connect, "127.0.0.1", self.port, limit=PIECE)
        )
        self._started.set()
        self._loop.run_forever()
        server.close()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _end(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        await self._asks.wait()
        try:
            answers, asks = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(asks)
        try:
            await asyncio.gather(
                self._pump(reader, asks, self._asks), self._pump(answers, writer, self._answers)
            )
        finally:
            self._writers -= {writer, asks}

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, forwards: asyncio.Event
    ) -> None:
        """Forward one direction until its sender closes it."""
        with contextlib.suppress(OSError):
            while piece := await reader.read(PIECE):
                await forwards.wait()
                writer.write(piece)
                await writer.drain()
        await forwards.wait()
        writer.close()
