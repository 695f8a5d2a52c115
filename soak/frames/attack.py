"""Sends frames to one table, and checks that each is answered correctly."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus

from ingenious.server.run import MAX_MESSAGE_BYTES
from testkit.client import random_decision

from .mutations import message, mutated, scrambled
from .raw_json import any_text, any_value, to_text
from .tables import RawSocket, Table, Values

FRAMES_PER_VISIT = 40
"""How many frames are sent between two visits of the honest players."""

MAX_PROBLEMS = 20
MAX_ANSWER = 4 * MAX_MESSAGE_BYTES


@dataclass(slots=True)
class Results:
    """The results of all tables together."""

    frames: Counter[str] = field(default_factory=Counter)  # sent, by kind
    answers: Counter[str] = field(default_factory=Counter)  # by type
    closed: Counter[int] = field(default_factory=Counter)  # sockets, by code
    followed: Counter[str] = field(default_factory=Counter)  # legal by chance, by kind
    problems: list[str] = field(default_factory=list)
    renewed: int = 0  # tables that were finished meanwhile
    honest: int = 0  # decisions of honest players
    slowest: float = 0.0  # visit of honest players, in seconds

    def add_problem(self, what: str, frame: object) -> None:
        """Add a problem, unless there are many already."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(f"{what}: {frame!r:.400}")


Frame = Callable[["Attack", RawSocket], Awaitable[None]]


class Attack:
    """The attack on one table."""

    def __init__(self, table: Table, rng: Random, results: Results) -> None:
        self.table = table
        self.rng = rng
        self.results = results
        self._last: object = ""  # the last frame

    async def run(self, frames: int) -> None:
        """Send frames, and let the honest players play."""
        kinds, weights = list(KINDS), [weight for weight, _ in KINDS.values()]
        for sent in range(frames):
            if sent % FRAMES_PER_VISIT == 0:
                await self._visit()
            kind = self.rng.choices(kinds, weights)[0]
            socket = self.rng.choice(self.table.sockets)
            self.results.frames[kind] += 1
            try:
                await KINDS[kind][1](self, socket)
            except ConnectionClosed as error:
                self.results.add_problem(f"{kind} was answered by closing ({error})", self._last)
            except TimeoutError:
                self.results.add_problem(f"{kind} was not answered", self._last)
            if socket.is_closed:
                await self._reopen(socket)

    async def _reopen(self, socket: RawSocket) -> None:
        await socket.close()
        try:
            await socket.open()
        except InvalidStatus as error:
            self.results.add_problem(
                f"no new socket: {error.response.status_code}", error.response.body
            )
            raise

    async def _visit(self) -> None:
        """Let the honest players play; open a new table if this one is over."""
        if self.table.sockets[0].shared["phase"] == "over":
            self.results.renewed += 1
            await self.table.open()
        begun = time.monotonic()
        self.results.honest += await self.table.visit(self.rng)
        self.results.slowest = max(self.results.slowest, time.monotonic() - begun)

    # Text frames, which are answered

    async def check_answer(self, socket: RawSocket, text: str, kind: str) -> None:
        """Wait for the answer to a text, and check it."""
        self._last = text
        answer = await socket.next_answer()
        self.results.answers[answer["type"]] += 1
        if answer["type"] != "refused":
            self.results.followed[kind] += 1
        elif not answer["error"] or len(str(answer)) > MAX_ANSWER:
            self.results.add_problem("an odd refusal", (text, answer))

    async def send_text(self, socket: RawSocket, text: str, kind: str) -> None:
        """Send a text, shortened if it is too long, and check the answer."""
        if len(text.encode()) > MAX_MESSAGE_BYTES:
            text = text[: MAX_MESSAGE_BYTES // 4]
        await socket.send_raw(text)
        await self.check_answer(socket, text, kind)

    def valid_message(self, socket: RawSocket) -> Values:
        """A message that makes sense at this socket."""
        view, table = socket.view, self.table
        turn = view.get("turn")
        if turn is not None and turn["seat"] == view.get("looks"):
            table.known = random_decision(view, self.rng)
        return {
            "id": self.rng.randrange(1000),
            **message(view, table.invite, table.known, self.rng),
        }

    async def letters(self, socket: RawSocket) -> None:
        """A random text."""
        await self.send_text(
            socket, any_text(self.rng, self.rng.choice((0, 1, 9, 99, 999))), "letters"
        )

    async def values(self, socket: RawSocket) -> None:
        """Random JSON, or nearly JSON."""
        await self.send_text(socket, to_text(any_value(self.rng)), "values")

    async def mutated(self, socket: RawSocket) -> None:
        """A message with something changed in it."""
        await self.send_text(socket, mutated(self.valid_message(socket), self.rng), "mutated")

    async def scrambled(self, socket: RawSocket) -> None:
        """A message with damaged characters."""
        text = scrambled(to_text(self.valid_message(socket)), self.rng)
        await self.send_text(socket, text, "scrambled")

    async def fragments(self, socket: RawSocket) -> None:
        """A message in several frames, some of them empty, and with pings between."""
        data = mutated(self.valid_message(socket), self.rng).encode()[: MAX_MESSAGE_BYTES // 2]
        text = data.decode(errors="ignore")
        cuts = sorted(self.rng.randrange(len(text) + 1) for _ in range(self.rng.randrange(1, 9)))
        parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]

        async def fragments() -> Any:
            for part in parts:
                yield part
                if self.rng.random() < 0.3:
                    await socket.raw.ping()

        await socket.raw.send(fragments())
        await self.check_answer(socket, text, "fragments")

    async def ping(self, socket: RawSocket) -> None:
        """A ping with random data, which is answered by its pong."""
        data = self.rng.randbytes(self.rng.randrange(126))
        async with asyncio.timeout(60):
            try:
                await (await socket.raw.ping(data))
            except RuntimeError:  # a ping with the same data is waiting for its pong
                return

    async def pong(self, socket: RawSocket) -> None:
        """A pong without a ping, which is ignored: the next message is answered."""
        await socket.raw.pong(self.rng.randbytes(9))
        await self.send_text(socket, "", "pong")

    # Frames that close the socket

    async def expect_close(self, socket: RawSocket, codes: tuple[int, ...], frame: object) -> None:
        """Wait until the server closes the socket, and check the code."""
        self._last = frame
        code = await socket.wait_closed()
        self.results.closed[code] += 1
        if code not in codes:
            self.results.add_problem(f"closed with {code} instead of {codes}", frame)

    async def binary(self, socket: RawSocket) -> None:
        """Bytes instead of text."""
        data = self.rng.randbytes(self.rng.choice((0, 1, 100, MAX_MESSAGE_BYTES)))
        await socket.send_raw(data)
        await self.expect_close(socket, (1003,), data)

    async def no_text(self, socket: RawSocket) -> None:
        """A text frame that is not UTF-8."""
        data = b'{"do":"start"' + self.rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5"))
        await socket.raw.send(data, text=True)
        await self.expect_close(socket, (1007,), data)

    async def too_long(self, socket: RawSocket) -> None:
        """A message that is too long, in one frame or in many."""
        is_huge, is_whole = self.rng.random() < 0.5, self.rng.random() < 0.5
        text = "x" * (10 * MAX_MESSAGE_BYTES if is_huge else MAX_MESSAGE_BYTES + 1)
        with suppress(ConnectionClosed):  # the server may close before all of it was sent
            await socket.raw.send(text if is_whole else [text[:9999], text[9999:]])
        # A client that is still sending may not receive the close frame.
        await self.expect_close(socket, (1009, 1006) if is_huge else (1009,), len(text))

    async def broken(self, socket: RawSocket) -> None:
        """Bytes that break the WebSocket protocol."""
        data = self.rng.choice(BROKEN)
        socket.raw.transport.write(data)
        await self.expect_close(socket, (1002, 1009), data)

    async def goodbye(self, socket: RawSocket) -> None:
        """A proper close frame."""
        code = self.rng.choice((1000, 1001, 3000, 4999))
        await socket.raw.close(code, any_text(self.rng, 9))
        await self.expect_close(socket, (code,), code)

    async def hang_up(self, socket: RawSocket) -> None:
        """A connection that is aborted in the middle of a message."""
        socket.raw.transport.write(b"\x81\xfe\x40\x00" + self.rng.randbytes(99))
        socket.raw.transport.abort()
        await self.expect_close(socket, (1006,), "")


MASK = b"\x00\x00\x00\x00"
BROKEN = (
    b"\x81\x02hi",  # without a mask
    b"\xc1\x80" + MASK,  # a reserved bit
    b"\x83\x80" + MASK,  # an unknown opcode
    b"\x80\x80" + MASK,  # a continuation without a first frame
    b"\x09\x80" + MASK,  # a fragmented ping
    b"\x89\xfe\x00\x80" + MASK + bytes(128),  # a ping that is too long
    b"\x88\x81" + MASK + b"\x00",  # half of a close code
    b"\x88\x82" + MASK + b"\x03\xed",  # a reserved close code
    b"\x01\x81" + MASK + b"a\x81\x81" + MASK + b"b",  # a message within a message
    b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff" + MASK,  # an invalid length
    b"\x81\xff\x3f\xff\xff\xff\xff\xff\xff\xff" + MASK,  # a huge length
)

KINDS: dict[str, tuple[float, Frame]] = {
    "letters": (6, Attack.letters),
    "values": (12, Attack.values),
    "mutated": (60, Attack.mutated),
    "scrambled": (12, Attack.scrambled),
    "fragments": (4, Attack.fragments),
    "ping": (1.5, Attack.ping),
    "pong": (0.5, Attack.pong),
    "binary": (0.8, Attack.binary),
    "no text": (0.8, Attack.no_text),
    "too long": (0.8, Attack.too_long),
    "broken": (0.8, Attack.broken),
    "goodbye": (0.4, Attack.goodbye),
    "hang up": (0.4, Attack.hang_up),
}
"""The kinds of frames, and how many of a hundred frames each is."""
