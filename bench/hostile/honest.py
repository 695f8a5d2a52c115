"""Honest people at their tables, each table with an address of its own."""

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from testkit.client import Socket

PAUSE = 0.4
"""Seconds between two moves of a table."""

LEVEL = 3


@dataclass
class Seen:
    """What honest people have seen; times in milliseconds."""

    moves: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    lost: int = 0  # sockets that the server closed

    def summary(self) -> dict[str, Any]:
        """The figures."""
        return {
            "moves": len(self.moves),
            "move_ms": percentiles(self.moves),
            "bot_answers": len(self.bots),
            "bot_ms": percentiles(self.bots),
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
        self._source = f"127.0.1.{number + 1}"
        self.seen = Seen()  # of the present phase
        self.with_bot = with_bot
        self.answers = 0  # of the bot
        self._rng = Random(number)
        self._tokens: list[str] = []
        self._sockets: list[Socket] = []

    async def open(self) -> None:
        """Take the seats, and begin."""
        other = {"kind": "bot", "level": LEVEL} if self.with_bot else {}
        settings = {"games": ["classic"], "seats": [{}, other], "start": 0}
        transport = httpx.AsyncHTTPTransport(local_address=self._source)
        async with httpx.AsyncClient(base_url=self._url, transport=transport, timeout=60) as client:

            async def post(path: str, values: Any, token: str = "") -> Any:
                headers = {"Authorization": f"Bearer {token}"} if token else {}
                response = await client.post(path, json=values, headers=headers)
                response.raise_for_status()
                return response.json()

            while len(self._tokens) < (1 if self.with_bot else 2):
                self._tokens.append((await post("/api/tokens", {"name": "Ann"}))["token"])
            first, *others = self._tokens
            wanted = {"settings": settings, "sit": [0], "begin": self.with_bot}
            opened = await post("/api/tables", wanted, first)
            path = f"/api/tables/{opened['table']}"
            for token in others:
                await post(path, {"do": "sit", "seat": 1, "invite": opened["invite"]}, token)
                await post(path, {"do": "start"}, first)
        await self.close()
        self._sockets = [
            Socket(self._url, opened["table"], token, self._source) for token in self._tokens
        ]
        await asyncio.gather(*[one.open() for one in self._sockets])

    async def play(self) -> None:
        """Move forever; a new game begins when one is over."""
        while True:
            try:
                if any(one.is_over() for one in self._sockets):
                    await self.open()
                await self._step()
            except Exception as error:  # whatever it is, a player has seen it
                self.seen.lost += 1
                self.seen.refused.append(f"{type(error).__name__}: {error}"[:100])
                await asyncio.sleep(1)
                with contextlib.suppress(Exception):  # then the next try counts again
                    await self.open()
            await asyncio.sleep(PAUSE * self._rng.uniform(0.5, 1.5))

    async def _step(self) -> None:
        one = await self._turn()
        if one is None:
            return
        begun = time.monotonic()
        answer = await one.play(self._rng)
        self.seen.moves.append(1000 * (time.monotonic() - begun))
        if answer["type"] == "refused":
            self.seen.refused.append(str(answer["code"]))
        if self.with_bot:
            await self._bot(one)

    async def _turn(self) -> Socket | None:
        """The socket that has to decide, once it knows; None if the game is over.

        Numbers are not compared: each player counts only what they may know, and a swap is known
        to one of them alone.
        """
        while True:
            if any(one.is_over() for one in self._sockets):
                return None
            for one in self._sockets:
                if one.has_turn():
                    return one
            await self._hear()

    async def _hear(self) -> None:
        """Read all sockets until one receives a message; the server closes one that is not read."""
        reading = [asyncio.create_task(one.receive()) for one in self._sockets]
        try:
            done, _ = await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)
        for task in done:
            task.result()

    async def _bot(self, one: Socket) -> None:
        """Wait for the bot, if it is its turn; each of its decisions counts."""
        while not one.is_over() and not one.has_turn():
            begun = time.monotonic()
            await one.receive()
            self.seen.bots.append(1000 * (time.monotonic() - begun))
            self.answers += 1

    async def close(self) -> None:
        """Leave."""
        await asyncio.gather(*[one.close() for one in self._sockets], return_exceptions=True)
