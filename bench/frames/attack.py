"""Frame after frame at one table, and whether each is answered as it should be."""

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

from ..client import decision
from .spelling import any_text, any_value, spelled
from .spoiling import message, scrambled, spoiled
from .tables import Table, Values, Wire

BEN_PLAYS = 40
"""So many frames are sent between two visits of somebody who only wants to play."""

MOST_PROBLEMS = 20
MAX_REPLAY_BYTES = 4 * MAX_MESSAGE_BYTES


@dataclass(slots=True)
class Seen:
    """What all tables together came across."""

    frames: Counter[str] = field(default_factory=Counter)  # sent, by kind
    answers: Counter[str] = field(default_factory=Counter)  # by type
    closed: Counter[int] = field(default_factory=Counter)  # sockets, by code
    followed: Counter[str] = field(default_factory=Counter)  # what was legal in spite of all
    problems: list[str] = field(default_factory=list)
    renewed: int = 0  # tables that came to their end under way
    honest: int = 0  # decisions of those who only want to play
    slowest: float = 0.0  # seconds until such a visit was done

    def blame(self, what: str, frame: object) -> None:
        """Note something that should not be."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(f"{what}: {frame!r:.400}")


Frame = Callable[["Attack", Wire], Awaitable[None]]


class Attack:
    """One table under fire."""

    def __init__(self, table: Table, rng: Random, seen: Seen) -> None:
        self.table = table
        self.rng = rng
        self.seen = seen
        self._last: object = ""  # what was sent last

    async def run(self, frames: int) -> None:
        """Send so many frames."""
        kinds, weights = list(KINDS), [weight for weight, _ in KINDS.values()]
        for sent in range(frames):
            if sent % BEN_PLAYS == 0:
                await self._be_honest()
            kind = self.rng.choices(kinds, weights)[0]
            wire = self.rng.choice(self.table.wires)
            self.seen.frames[kind] += 1
            try:
                await KINDS[kind][1](self, wire)
            except ConnectionClosed as error:
                self.seen.blame(f"{kind} was answered by closing ({error})", self._last)
            except TimeoutError:
                self.seen.blame(f"{kind} was not answered", self._last)
            if wire.is_closed:
                await self._reopen(wire)

    async def _reopen(self, wire: Wire) -> None:
        await wire.close()
        try:
            await wire.open()
        except InvalidStatus as error:
            self.seen.blame(f"no new socket: {error.response.status_code}", error.response.body)
            raise

    async def _be_honest(self) -> None:
        if self.table.wires[0].shared["phase"] == "over":
            self.seen.renewed += 1
            await self.table.open()
        begun = time.monotonic()
        self.seen.honest += await self.table.visit(self.rng)
        self.seen.slowest = max(self.seen.slowest, time.monotonic() - begun)

    # Text, which is answered

    async def answer(self, wire: Wire, text: str, kind: str) -> None:
        """Wait for the answer to a text and judge it."""
        self._last = text
        told = await wire.answered()
        self.seen.answers[told["type"]] += 1
        if told["type"] != "refused":
            self.seen.followed[kind] += 1
        elif not told["error"] or len(str(told)) > MAX_REPLAY_BYTES:
            self.seen.blame("an odd refusal", (text, told))

    async def say(self, wire: Wire, text: str, kind: str) -> None:
        """Send a text that is not too long, and judge the answer."""
        if len(text.encode()) > MAX_MESSAGE_BYTES:
            text = text[: MAX_MESSAGE_BYTES // 4]
        await wire.send_raw(text)
        await self.answer(wire, text, kind)

    def real(self, wire: Wire) -> Values:
        """A message that somebody at this socket could send."""
        view, table = wire.view, self.table
        turn = view.get("turn")
        if turn is not None and turn["seat"] == view.get("looks"):
            table.known = decision(view, self.rng)
        return {
            "id": self.rng.randrange(1000),
            **message(view, table.invite, table.known, self.rng),
        }

    async def letters(self, wire: Wire) -> None:
        """Anything that is text."""
        await self.say(wire, any_text(self.rng, self.rng.choice((0, 1, 9, 99, 999))), "letters")

    async def values(self, wire: Wire) -> None:
        """Anything that is JSON, or nearly."""
        await self.say(wire, spelled(any_value(self.rng)), "values")

    async def spoiled(self, wire: Wire) -> None:
        """A message with something wrong in it."""
        await self.say(wire, spoiled(self.real(wire), self.rng), "spoiled")

    async def scrambled(self, wire: Wire) -> None:
        """A message that got damaged on its way."""
        text = scrambled(spelled(self.real(wire)), self.rng)
        await self.say(wire, text, "scrambled")

    async def fragments(self, wire: Wire) -> None:
        """A message in several frames, some of them empty, and with pings between."""
        data = spoiled(self.real(wire), self.rng).encode()[: MAX_MESSAGE_BYTES // 2]
        text = data.decode(errors="ignore")
        cuts = sorted(self.rng.randrange(len(text) + 1) for _ in range(self.rng.randrange(1, 9)))
        parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]

        async def dropping() -> Any:
            for part in parts:
                yield part
                if self.rng.random() < 0.3:
                    await wire.raw.ping()

        await wire.raw.send(dropping())
        await self.answer(wire, text, "fragments")

    async def ping(self, wire: Wire) -> None:
        """A ping with anything in it, which is answered by its pong."""
        data = self.rng.randbytes(self.rng.randrange(126))
        async with asyncio.timeout(60):
            try:
                await (await wire.raw.ping(data))
            except RuntimeError:  # the same is under way already, as with empty ones
                return

    async def pong(self, wire: Wire) -> None:
        """A pong that nobody asked for, and then something to see that nobody minds."""
        await wire.raw.pong(self.rng.randbytes(9))
        await self.say(wire, "", "pong")

    # What ends a socket

    async def ends(self, wire: Wire, codes: tuple[int, ...], frame: object) -> None:
        """Wait until the server closes, and judge how it does so."""
        self._last = frame
        code = await wire.end()
        self.seen.closed[code] += 1
        if code not in codes:
            self.seen.blame(f"closed with {code} instead of {codes}", frame)

    async def binary(self, wire: Wire) -> None:
        """Bytes instead of text."""
        data = self.rng.randbytes(self.rng.choice((0, 1, 100, MAX_MESSAGE_BYTES)))
        await wire.send_raw(data)
        await self.ends(wire, (1003,), data)

    async def no_text(self, wire: Wire) -> None:
        """Text that is none."""
        data = b'{"do":"start"' + self.rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5"))
        await wire.raw.send(data, text=True)
        await self.ends(wire, (1007,), data)

    async def too_long(self, wire: Wire) -> None:
        """More than a message can have, in one frame or in many."""
        is_huge, is_whole = self.rng.random() < 0.5, self.rng.random() < 0.5
        text = "x" * (10 * MAX_MESSAGE_BYTES if is_huge else MAX_MESSAGE_BYTES + 1)
        with suppress(ConnectionClosed):  # it may be refused before all of it was sent
            await wire.raw.send(text if is_whole else [text[:9999], text[9999:]])
        # Who is still sending when the other side closes may lose what it said last.
        await self.ends(wire, (1009, 1006) if is_huge else (1009,), len(text))

    async def broken(self, wire: Wire) -> None:
        """What is no frame of the protocol."""
        data = self.rng.choice(BROKEN)
        wire.raw.transport.write(data)
        await self.ends(wire, (1002, 1009), data)

    async def goodbye(self, wire: Wire) -> None:
        """The end of a socket, said properly."""
        code = self.rng.choice((1000, 1001, 3000, 4999))
        await wire.raw.close(code, any_text(self.rng, 9))
        await self.ends(wire, (code,), code)

    async def hang_up(self, wire: Wire) -> None:
        """The end of a socket in the middle of a message."""
        wire.raw.transport.write(b"\x81\xfe\x40\x00" + self.rng.randbytes(99))
        wire.raw.transport.abort()
        await self.ends(wire, (1006,), "")


MASK = b"\x00\x00\x00\x00"
BROKEN = (
    b"\x81\x02hi",  # not masked
    b"\xc1\x80" + MASK,  # a reserved bit
    b"\x83\x80" + MASK,  # an unknown opcode
    b"\x80\x80" + MASK,  # the end of a message that never began
    b"\x09\x80" + MASK,  # half a ping
    b"\x89\xfe\x00\x80" + MASK + bytes(128),  # too much of a ping
    b"\x88\x81" + MASK + b"\x00",  # half a code to close with
    b"\x88\x82" + MASK + b"\x03\xed",  # a code that nobody may send
    b"\x01\x81" + MASK + b"a\x81\x81" + MASK + b"b",  # a message within a message
    b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff" + MASK,  # of a length that cannot be
    b"\x81\xff\x3f\xff\xff\xff\xff\xff\xff\xff" + MASK,  # of a length that nobody has
)

KINDS: dict[str, tuple[float, Frame]] = {
    "letters": (6, Attack.letters),
    "values": (12, Attack.values),
    "spoiled": (60, Attack.spoiled),
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
"""What is sent, and how often of a hundred frames."""
