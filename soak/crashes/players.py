"""People who play on whatever happens to the server, and come back for the rest."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.exceptions import InvalidStatus, WebSocketException

from testkit.client import random_decision

from .memory import Memory, Values, Witness

AWAY = (OSError, TimeoutError, WebSocketException)
"""What one gets from a server that is dead, starts, or cannot use its store."""

PATIENCE = 45.0
"""Seconds without a word after which one looks whether the socket missed something."""

SELDOM = {"react": 0.02, "takeback": 0.03, "leave": 0.01, "resign": 0.003}
"""How likely it is that somebody does something else in place of a decision."""


@dataclass(slots=True)
class Seen:
    """What all players together came across."""

    breaks: int = 0  # sockets that broke off, or could not be opened
    unanswered: int = 0  # commands after which nothing came, not even an end of the socket
    stale: int = 0  # commands that came too late
    refused: Counter[str] = field(default_factory=Counter)  # other refusals, by what was said
    unavailable: Counter[str] = field(default_factory=Counter)  # those to be tried again
    missed: list[str] = field(default_factory=list)  # sockets that were not told something


class Player:
    """Somebody on a seat: decides by chance, and takes back or leaves now and then."""

    def __init__(
        self, memory: Memory, token: str, urls: list[str], rng: Random, think: float, seen: Seen
    ) -> None:
        self.memory = memory
        self._seat = memory.seat
        self._token = token
        self._urls = urls
        self._url = urls[memory.seat % len(urls)]  # so that a table is spread over all servers
        self._rng = rng
        self._think = think
        self._seen = seen
        self._answered = -1  # the number of the last takeback that it has answered
        self._has_left = False
        self._is_over = False

    async def play(self) -> None:
        """Play until the table is over, with as many sockets as it takes."""
        while not self._is_over:
            socket = Witness(self._url, self._token, self.memory)
            try:
                await self._visit(socket)
            except InvalidStatus as error:
                if error.response.status_code != 503:
                    raise
                self._seen.unavailable[_told(error.response.body)] += 1
                await self._come_back()
            except AWAY:
                self._seen.breaks += 1
                await self._come_back()
            finally:
                await socket.close()

    async def _come_back(self) -> None:
        await asyncio.sleep(self._rng.uniform(0.05, 0.3))
        self._url = self._rng.choice(self._urls)

    async def _visit(self, socket: Witness) -> None:
        """Play over one socket, until it breaks or the table is over."""
        known = self.memory.number
        await socket.open(after=known if known >= 0 else None)
        while not socket.is_over():
            await self._listen(socket, self._rng.expovariate(1 / self._think))
            message = self._wish(socket)
            if message is not None:
                await self._ask(socket, message)
            elif not socket.is_over():
                await self._wait(socket)
        self._is_over = True

    async def _listen(self, socket: Witness, seconds: float) -> None:
        """Hear what is told for a while."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while (left := until - loop.time()) > 0:
            try:
                await socket.receive(left)
            except TimeoutError:
                return

    async def _wait(self, socket: Witness) -> None:
        """Wait for the next word. If none comes, look whether there was one to hear."""
        try:
            await socket.receive(PATIENCE)
        except TimeoutError:
            known = self.memory.number
            await socket.close()
            await socket.open(after=known)
            if self.memory.number > known:
                where = f"table {self.memory.table}, seat {self._seat}"
                self._seen.missed.append(f"{where}: not told of {known + 1}")

    def _wish(self, socket: Witness) -> Values | None:
        """What to ask for now, if anything."""
        view, seat, rng = socket.view, self._seat, self._rng
        can = view["can"]
        if socket.shared["seats"][seat].get("away"):
            return {"do": "sit", "seat": seat}
        if "start" in can and seat == 0:
            return {"do": "start"}
        if "asking" in socket.shared:
            if "takeback-reply" not in can or self._answered == self.memory.asked:
                return None
            self._answered = self.memory.asked
            return {"do": "takeback-reply", "agrees": rng.random() < 0.7}
        if not socket.has_turn():
            return None
        return self._aside(can) or {
            "do": "play",
            "seat": seat,
            "number": view["number"] + 1,
            "decision": random_decision(view, rng),
        }

    def _aside(self, can: list[str]) -> Values | None:
        """Something else than a decision, now and then."""
        rng, seat = self._rng, self._seat
        if rng.random() < SELDOM["react"]:
            return {"do": "react", "seat": seat, "reaction": "thinking"}
        if "takeback" in can and rng.random() < SELDOM["takeback"]:
            return {"do": "takeback", "seat": seat}
        if not self._has_left and rng.random() < SELDOM["leave"]:
            self._has_left = True  # once is enough: the bot that plays on thinks for long
            return {"do": "leave", "seat": seat}
        if "resign" in can and rng.random() < SELDOM["resign"]:
            number, resign = self.memory.number + 1, {"seat": seat, "resign": True}
            return {"do": "play", "seat": seat, "number": number, "decision": resign}
        return None

    async def _ask(self, socket: Witness, message: Values) -> None:
        self.memory.send(message)
        try:
            answer = await socket.ask(**message)
        except AWAY as error:
            self._seen.unanswered += isinstance(error, TimeoutError)
            self._answered = -1
            raise
        if answer["type"] != "refused":
            self.memory.acknowledge(message, answer)
            return
        if answer.get("again"):
            self._seen.unavailable[answer["error"]] += 1
            self._answered = -1
        elif "number" in answer:
            self._seen.stale += 1
        else:
            self._seen.refused[answer["error"]] += 1
        await self._listen(socket, 0.2)


def _told(body: Any) -> str:
    """What is said in the body of an answer."""
    return bytes(body or b"").decode("utf-8", "replace")
