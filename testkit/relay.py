"""A TCP relay between clients and a server that can fall silent, as a network does.

While it is silent, it forwards nothing and closes nothing: new connections open and get no answer.
What was sent meanwhile is delivered when it forwards again.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Self

from testkit.server_process import free_port

CHUNK_BYTES = 64 * 1024


class Relay:
    """Forwards connections to a port of this machine; runs in its own thread."""

    def __init__(self, port: int) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._target = port
        self._loop = asyncio.new_event_loop()
        self._upstream = asyncio.Event()  # set while data from clients is forwarded
        self._downstream = asyncio.Event()  # the same for data from the server
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
        """Stop forwarding; with `only_answers`, the server still receives everything."""
        self._call(self._downstream.clear)
        if not only_answers:
            self._call(self._upstream.clear)

    def forward(self) -> None:
        """Forward again, starting with what was held back."""
        self._call(self._upstream.set)
        self._call(self._downstream.set)

    def _call(self, function: Callable[[], None]) -> None:
        """Call a function in the relay's thread."""
        done = threading.Event()

        def call() -> None:
            function()
            done.set()

        self._loop.call_soon_threadsafe(call)
        assert done.wait(10), "the relay does not answer"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._upstream.set()
        self._downstream.set()
        server = self._loop.run_until_complete(
            asyncio.start_server(self._connect, "127.0.0.1", self.port, limit=CHUNK_BYTES)
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
        await self._upstream.wait()
        try:
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(to_server)
        try:
            await asyncio.gather(
                self._pump(reader, to_server, self._upstream),
                self._pump(from_server, writer, self._downstream),
            )
        finally:
            self._writers -= {writer, to_server}

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, forwards: asyncio.Event
    ) -> None:
        """Forward one direction until its sender closes it."""
        with contextlib.suppress(OSError):
            while chunk := await reader.read(CHUNK_BYTES):
                await forwards.wait()
                writer.write(chunk)
                await writer.drain()
        await forwards.wait()
        writer.close()
