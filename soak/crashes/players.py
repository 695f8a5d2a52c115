"""Players who reconnect after every failure of the server and continue to play."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.exceptions import InvalidStatus, WebSocketException

from testkit.client import random_decision

from .seat_log import LoggingSocket, SeatLog, Values

UNAVAILABLE = (OSError, TimeoutError, WebSocketException)
"""The errors of a server that is dead, is starting, or cannot use its store."""

QUIET_S = 45.0
"""After this time without a message, a player reconnects to check whether one was missed."""

RARE_COMMANDS = {"react": 0.02, "takeback": 0.03, "leave": 0.01, "resign": 0.003}
"""The probabilities of other commands in place of a decision."""


@dataclass(slots=True)
class Counters:
    """What happened to all players together."""

    breaks: int = 0  # sockets that were lost or could not be opened
    unanswered: int = 0  # commands without an answer on a socket that stayed open
    stale: int = 0  # commands that came too late
    refused: Counter[str] = field(default_factory=Counter)  # other refusals, by message
    unavailable: Counter[str] = field(default_factory=Counter)  # refusals that ask to try again
    missed: list[str] = field(default_factory=list)  # events that a socket did not receive


class Player:
    """A player who decides at random, and sometimes takes back or leaves."""

    def __init__(
        self,
        seat_log: SeatLog,
        token: str,
        urls: list[str],
        rng: Random,
        think: float,
        counters: Counters,
    ) -> None:
        self.seat_log = seat_log
        self._seat = seat_log.seat
        self._token = token
        self._urls = urls
        self._url = urls[seat_log.seat % len(urls)]  # so that a table is spread over all servers
        self._rng = rng
        self._think = think
        self._counters = counters
        self._answered = -1  # the number of the last takeback that was answered
        self._has_left = False
        self._is_over = False

    async def play(self) -> None:
        """Play until the table is over, over as many sockets as needed."""
        while not self._is_over:
            socket = LoggingSocket(self._url, self._token, self.seat_log)
            try:
                await self._play_over(socket)
            except InvalidStatus as error:
                if error.response.status_code != 503:
                    raise
                self._counters.unavailable[_text(error.response.body)] += 1
                await self._pause()
            except UNAVAILABLE:
                self._counters.breaks += 1
                await self._pause()
            finally:
                await socket.close()

    async def _pause(self) -> None:
        """Wait before reconnecting, perhaps to another server."""
        await asyncio.sleep(self._rng.uniform(0.05, 0.3))
        self._url = self._rng.choice(self._urls)

    async def _play_over(self, socket: LoggingSocket) -> None:
        """Play over one socket, until it is lost or the table is over."""
        known = self.seat_log.number
        await socket.open(after=known if known >= 0 else None)
        while not socket.is_over():
            await self._receive_for(socket, self._rng.expovariate(1 / self._think))
            message = self._next_command(socket)
            if message is not None:
                await self._ask(socket, message)
            elif not socket.is_over():
                await self._wait(socket)
        self._is_over = True

    async def _receive_for(self, socket: LoggingSocket, seconds: float) -> None:
        """Receive messages for a while."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while (left := deadline - loop.time()) > 0:
            try:
                await socket.receive(left)
            except TimeoutError:
                return

    async def _wait(self, socket: LoggingSocket) -> None:
        """Wait for the next message. If none comes, reconnect and check whether one was missed."""
        try:
            await socket.receive(QUIET_S)
        except TimeoutError:
            known = self.seat_log.number
            await socket.close()
            await socket.open(after=known)
            if self.seat_log.number > known:
                where = f"table {self.seat_log.table}, seat {self._seat}"
                self._counters.missed.append(f"{where}: did not receive {known + 1}")

    def _next_command(self, socket: LoggingSocket) -> Values | None:
        """The command to send now, if any."""
        view, seat, rng = socket.view, self._seat, self._rng
        can = view["can"]
        if socket.shared["seats"][seat].get("away"):
            return {"do": "sit", "seat": seat}
        if "start" in can and seat == 0:
            return {"do": "start"}
        if "asking" in socket.shared:
            if "takeback-reply" not in can or self._answered == self.seat_log.takeback_number:
                return None
            self._answered = self.seat_log.takeback_number
            return {"do": "takeback-reply", "agrees": rng.random() < 0.7}
        if not socket.has_turn():
            return None
        return self._rare_command(can) or {
            "do": "play",
            "seat": seat,
            "number": view["number"] + 1,
            "decision": random_decision(view, rng),
        }

    def _rare_command(self, can: list[str]) -> Values | None:
        """Sometimes, another command than a decision."""
        rng, seat = self._rng, self._seat
        if rng.random() < RARE_COMMANDS["react"]:
            return {"do": "react", "seat": seat, "reaction": "thinking"}
        if "takeback" in can and rng.random() < RARE_COMMANDS["takeback"]:
            return {"do": "takeback", "seat": seat}
        if not self._has_left and rng.random() < RARE_COMMANDS["leave"]:
            self._has_left = True  # only once: the bot that takes over thinks for long
            return {"do": "leave", "seat": seat}
        if "resign" in can and rng.random() < RARE_COMMANDS["resign"]:
            number, resign = self.seat_log.number + 1, {"seat": seat, "resign": True}
            return {"do": "play", "seat": seat, "number": number, "decision": resign}
        return None

    async def _ask(self, socket: LoggingSocket, message: Values) -> None:
        self.seat_log.send(message)
        try:
            answer = await socket.ask(**message)
        except UNAVAILABLE as error:
            self._counters.unanswered += isinstance(error, TimeoutError)
            self._answered = -1
            raise
        if answer["type"] != "refused":
            self.seat_log.acknowledge(message, answer)
            return
        if answer.get("again"):
            self._counters.unavailable[answer["error"]] += 1
            self._answered = -1
        elif "number" in answer:
            self._counters.stale += 1
        else:
            self._counters.refused[answer["error"]] += 1
        await self._receive_for(socket, 0.2)


def _text(body: Any) -> str:
    """The body of a response as text."""
    return bytes(body or b"").decode("utf-8", "replace")
