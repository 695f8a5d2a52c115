"""An attack from one address: `python -m bench.hostile.attack URL SECONDS FILE`.

It attacks only servers on loopback, and is limited in volume and time. Prints one JSON object that
counts the server's answers.
"""

import asyncio
import contextlib
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect

from testkit.sockets import HOSTILE_ADDRESS

FLOODS = 4
"""Connections of each kind that write as fast as the server reads."""

REQUESTS = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n" * 50
MESSAGE = b'{"do":"look","seat":0}'
MESSAGES = (bytes([0x81, 0x80 | len(MESSAGE)]) + bytes(4) + MESSAGE) * 50
"""Written at once; each message is a text frame with a mask of zeros."""

WRITE_TIMEOUT_S = 5.0
"""After this, a flood that the server does not read opens another connection."""

MAX_SOCKETS = 1500
MAX_IDLE_CONNECTIONS = 800
MAX_REQUESTS = 4000
MAX_WRITTEN_BYTES = 2**30
"""Limits for each kind of attack, in case of a mistake here."""


class Attack:
    """One hostile address."""

    def __init__(self, url: str, seconds: float, record: bytes) -> None:
        parts = urlsplit(url)
        if parts.hostname != "127.0.0.1":
            raise ValueError("only a server on loopback may be attacked")
        self._url, self._port = url, parts.port
        self._deadline = time.monotonic() + seconds
        self._record = record
        self._tokens: list[str] = []
        self._tables: list[str] = []
        self._answers: Counter[str] = Counter()
        self._held: list[Any] = []
        self._written = 0  # bytes of the floods

    async def run(self) -> dict[str, int]:
        """Run all kinds of attack at once; the number of answers of each kind."""
        transport = httpx.AsyncHTTPTransport(
            local_address=HOSTILE_ADDRESS, limits=httpx.Limits(max_connections=60)
        )
        async with httpx.AsyncClient(base_url=self._url, transport=transport, timeout=30) as client:
            attacks = [self._guests, self._bot_tables, self._listed, self._records, self._lists]
            await asyncio.gather(
                *[self._repeat(one, client) for one in attacks for _ in range(4)],
                *[self._sockets() for _ in range(10)],
                *[self._bare() for _ in range(10)],
                *[self._flood("requests") for _ in range(FLOODS)],
                *[self._flood("messages") for _ in range(FLOODS)],
            )
        for held in self._held:
            await held.close() if hasattr(held, "recv") else held.close()
        return dict(sorted(self._answers.items()))

    async def _repeat(self, attack: Any, client: httpx.AsyncClient) -> None:
        for _ in range(MAX_REQUESTS):
            if time.monotonic() > self._deadline:
                return
            try:
                status = await attack(client)
            except (httpx.HTTPError, OSError) as error:
                status = type(error).__name__
            self._answers[f"{attack.__name__[1:]} {status}"] += 1
            await asyncio.sleep(0.02)

    def _headers(self) -> dict[str, str]:
        turn = sum(self._answers.values()) % max(1, len(self._tokens))
        return {"Authorization": f"Bearer {self._tokens[turn]}"} if self._tokens else {}

    async def _guests(self, client: httpx.AsyncClient) -> int:
        response = await client.post("/api/tokens", json={"name": "Eve"})
        if response.status_code == 201:
            self._tokens.append(response.json()["token"])
        return response.status_code

    async def _open(self, client: httpx.AsyncClient, values: dict[str, Any]) -> int:
        response = await client.post("/api/tables", json=values, headers=self._headers())
        if response.status_code == 201:
            self._tables.append(response.json()["table"])
        return response.status_code

    async def _bot_tables(self, client: httpx.AsyncClient) -> int:
        seats = [{"kind": "bot", "level": 5}] * 4
        return await self._open(
            client, {"settings": {"games": ["classic"], "seats": seats}, "begin": True}
        )

    async def _listed(self, client: httpx.AsyncClient) -> int:
        settings = {"games": ["classic"], "seats": [{}, {}], "listed": True}
        return await self._open(client, {"settings": settings, "sit": [0]})

    async def _records(self, client: httpx.AsyncClient) -> int:
        headers = {"Content-Type": "application/json"}
        response = await client.post("/api/replays", content=self._record, headers=headers)
        return response.status_code

    async def _lists(self, client: httpx.AsyncClient) -> int:
        return (await client.get("/api/tables")).status_code

    async def _sockets(self) -> None:
        """Open too many sockets at its own tables."""
        while time.monotonic() < self._deadline and len(self._held) < MAX_SOCKETS:
            await asyncio.sleep(0.02)
            if not self._tables:
                continue
            table = self._tables[len(self._held) % len(self._tables)]
            url = f"{self._url.replace('http', 'ws', 1)}/api/tables/{table}/live"
            try:
                self._held.append(
                    await connect(
                        url,
                        additional_headers=self._headers(),
                        local_addr=(HOSTILE_ADDRESS, 0),
                        max_queue=None,
                        open_timeout=20,
                    )
                )
                self._answers["sockets opened"] += 1
            except Exception as error:  # a refusal, a reset or a timeout
                status = getattr(getattr(error, "response", None), "status_code", None)
                self._answers[f"sockets {status or type(error).__name__}"] += 1

    async def _bare(self) -> None:
        """Connect, and send nothing or half a request."""
        for number in range(MAX_IDLE_CONNECTIONS // 10):
            if time.monotonic() > self._deadline:
                return
            try:
                _, writer = await asyncio.open_connection(
                    "127.0.0.1", self._port, local_addr=(HOSTILE_ADDRESS, 0)
                )
            except OSError as error:
                self._answers[f"bare {type(error).__name__}"] += 1
                continue
            if number % 2:
                writer.write(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Le")
            self._held.append(writer)
            self._answers["bare opened"] += 1
            await asyncio.sleep(0.02)

    async def _flood(self, what: str) -> None:
        """Write requests, or messages on a socket, without waiting for answers."""
        while time.monotonic() < self._deadline and self._written < MAX_WRITTEN_BYTES:
            if what == "messages" and not self._tables:
                await asyncio.sleep(0.02)
                continue
            try:
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self._port, local_addr=(HOSTILE_ADDRESS, 0)
                )
            except OSError as error:
                self._answers[f"flood {what} {type(error).__name__}"] += 1
                await asyncio.sleep(0.1)
                continue
            reading = asyncio.create_task(_discard(reader))
            try:
                await self._write(writer, what)
            except OSError:
                self._answers[f"flood {what} closed"] += 1
                await asyncio.sleep(0.02)
            finally:
                reading.cancel()
                writer.close()

    async def _write(self, writer: asyncio.StreamWriter, what: str) -> None:
        if what == "messages":
            writer.write(self._handshake())
        data = MESSAGES if what == "messages" else REQUESTS
        while time.monotonic() < self._deadline and self._written < MAX_WRITTEN_BYTES:
            writer.write(data)
            self._written += len(data)
            self._answers[f"flood {what} written"] += 50
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + WRITE_TIMEOUT_S):
                await writer.drain()
            await asyncio.sleep(0)  # drain may return at once; let the other tasks run

    def _handshake(self) -> bytes:
        table = self._tables[self._written % len(self._tables)]
        lines = (
            f"GET /api/tables/{table}/live HTTP/1.1",
            *(f"Host: 127.0.0.1:{self._port}", "Upgrade: websocket", "Connection: Upgrade"),
            *("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"),
            *(f"{name}: {value}" for name, value in self._headers().items()),
        )
        return "\r\n".join((*lines, "", "")).encode()


async def _discard(reader: asyncio.StreamReader) -> None:
    """Read the answers, so that the server can continue."""
    with contextlib.suppress(OSError):
        while await reader.read(2**16):
            pass


if __name__ == "__main__":
    attack = Attack(sys.argv[1], float(sys.argv[2]), Path(sys.argv[3]).read_bytes())
    print(json.dumps(asyncio.run(attack.run())), flush=True)
