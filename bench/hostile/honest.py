"""Honest players at tables, each table with its own address."""

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from testkit.client import Socket

PAUSE_S = 0.4
"""Between two moves of a table, on average."""

LEVEL = 3


@dataclass
class Results:
    """What happened to honest players."""

    move_ms: list[float] = field(default_factory=list)
    bot_ms: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    lost: int = 0  # sockets that the server closed

    def summary(self) -> dict[str, Any]:
        """The results as they are printed."""
        return {
            "moves": len(self.move_ms),
            "move_ms": percentiles(self.move_ms),
            "bot_answers": len(self.bot_ms),
            "bot_ms": percentiles(self.bot_ms),
            "refused": len(self.refused),
            "why": sorted(set(self.refused)),
            "sockets_lost": self.lost,
        }


def percentiles(times: list[float]) -> dict[str, float]:
    """The median, the 99th percentile and the maximum."""
    if not times:
        return {}
    ordered = sorted(times)
    return {
        "50": round(ordered[len(ordered) // 2], 1),
        "99": round(ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], 1),
        "most": round(ordered[-1], 1),
    }


class Table:
    """A table with one game after another: two people, or one against a bot."""

    def __init__(self, url: str, number: int, with_bot: bool) -> None:
        self._url = url
        self._address = f"127.0.1.{number + 1}"
        self.results = Results()  # of the current phase
        self.with_bot = with_bot
        self.answers = 0  # of the bot
        self._rng = Random(number)
        self._tokens: list[str] = []
        self._sockets: list[Socket] = []

    async def open(self) -> None:
        """Open a table, take its seats, and start the game."""
        other = {"kind": "bot", "level": LEVEL} if self.with_bot else {}
        settings = {"games": ["classic"], "seats": [{}, other], "start": 0}
        transport = httpx.AsyncHTTPTransport(local_address=self._address)
        async with httpx.AsyncClient(base_url=self._url, transport=transport, timeout=60) as client:

            async def post(path: str, values: Any, token: str = "") -> Any:
                headers = {"Authorization": f"Bearer {token}"} if token else {}
                response = await client.post(path, json=values, headers=headers)
                response.raise_for_status()
                return response.json()

            while len(self._tokens) < (1 if self.with_bot else 2):
                self._tokens.append((await post("/api/tokens", {"name": "Ann"}))["token"])
            first, *others = self._tokens
            body = {"settings": settings, "sit": [0], "begin": self.with_bot}
            opened = await post("/api/tables", body, first)
            path = f"/api/tables/{opened['table']}"
            for token in others:
                await post(path, {"do": "sit", "seat": 1, "invite": opened["invite"]}, token)
                await post(path, {"do": "start"}, first)
        await self.close()
        self._sockets = [
            Socket(self._url, opened["table"], token, self._address) for token in self._tokens
        ]
        await asyncio.gather(*[socket.open() for socket in self._sockets])

    async def play(self) -> None:
        """Play one game after another, until the task is cancelled."""
        while True:
            try:
                if any(socket.is_over() for socket in self._sockets):
                    await self.open()
                await self._step()
            except Exception as error:  # any error affects a player
                self.results.lost += 1
                self.results.refused.append(f"{type(error).__name__}: {error}"[:100])
                await asyncio.sleep(1)
                with contextlib.suppress(Exception):  # the next iteration counts it
                    await self.open()
            await asyncio.sleep(PAUSE_S * self._rng.uniform(0.5, 1.5))

    async def _step(self) -> None:
        socket = await self._next_turn()
        if socket is None:
            return
        begun = time.monotonic()
        answer = await socket.play(self._rng)
        self.results.move_ms.append(1000 * (time.monotonic() - begun))
        if answer["type"] == "refused":
            self.results.refused.append(str(answer["code"]))
        if self.with_bot:
            await self._wait_for_bot(socket)

    async def _next_turn(self) -> Socket | None:
        """Wait for the socket of the seat whose turn it is; None if the game is over.

        Numbers are not compared: only one of the players knows of a swap and counts it.
        """
        while True:
            if any(socket.is_over() for socket in self._sockets):
                return None
            for socket in self._sockets:
                if socket.has_turn():
                    return socket
            await self._receive()

    async def _receive(self) -> None:
        """Read all sockets until one receives a message; the server closes one that is not read."""
        reading = [asyncio.create_task(socket.receive()) for socket in self._sockets]
        try:
            done, _ = await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)
        for task in done:
            task.result()

    async def _wait_for_bot(self, socket: Socket) -> None:
        """Wait while it is the bot's turn, and time each of its decisions."""
        while not socket.is_over() and not socket.has_turn():
            begun = time.monotonic()
            await socket.receive()
            self.results.bot_ms.append(1000 * (time.monotonic() - begun))
            self.answers += 1

    async def close(self) -> None:
        """Close all sockets."""
        await asyncio.gather(*[socket.close() for socket in self._sockets], return_exceptions=True)
