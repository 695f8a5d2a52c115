"""Replays and pictures of records and of games at tables, built in a separate process.

Checking a record or drawing a picture takes up to a second, and a thread would slow down
everyone's moves meanwhile.
The process is started when it is first needed and ended when nothing was uploaded for a while.
Each address may use a limited number of its seconds per minute.
"""

import asyncio
import logging
import os
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from time import monotonic
from weakref import WeakValueDictionary

import msgspec
from msgspec import Raw, Struct

from ...bots.line_process import LineProcess, ProcessFailed
from ...record import Record, RecordError, to_json
from ...record.model import View
from . import replays
from .rate_limit import Buckets
from .replays import CannotReplay, RecordCode

log = logging.getLogger(__name__)

RECORD_WORKER = (sys.executable, "-m", "ingenious.server.http.record_worker")

MAX_WAITING_RECORDS = 16
"""In total."""

MAX_WAITING_PER_ADDRESS = 4

MAX_REPLAY_BYTES = 16 * 2**20
"""Four times the replay of the longest game that is accepted."""

READ_TIMEOUT_S = 20.0
"""For one record, the start of the process included."""

IDLE_PROCESS_S = 60.0
"""Without a record for this long, the process is ended."""

MIN_SECONDS_LEFT = 1.0
"""An address must have this much left to have another record read."""


class ReaderBusy(Exception):
    """Too many records are waiting to be read."""


class ReaderLimit(Exception):
    """An address has used up its time; it has some again after `pause` seconds."""

    def __init__(self, pause: float) -> None:
        super().__init__()
        self.pause = pause


class ReadRequest(Struct, omit_defaults=True, tag="read"):
    """A record file as text, and which of its games."""

    text: str
    game: int = 0
    stand_ins: tuple[int, ...] = ()
    is_checked: bool = False  # whether it was played at a table of this server
    view: View | None = None  # the viewer of a running game; None for a replay


class PictureRequest(Struct, omit_defaults=True, tag="picture"):
    """A game of a table: its record or, before it begins, its rules."""

    names: tuple[str, ...]
    game: str
    players: int | None = None
    edition: str | None = None
    options: Mapping[str, bool] = {}
    record: str = ""


class RecordProblem(Struct):
    """Why a record cannot be replayed."""

    code: RecordCode
    message: str
    entry: int | None = None
    rule: str | None = None
    game: int | None = None


class ReadAnswer(Struct):
    """What the process answers, and the seconds that it took."""

    seconds: float
    made: Raw = Raw()
    error: RecordProblem | None = None


class RecordReader:
    """Reads records one after the other."""

    def __init__(
        self, seconds_per_minute: float = 6.0, clock: Callable[[], float] = monotonic
    ) -> None:
        self._turn = asyncio.Lock()
        self._waiting: Counter[str] = Counter()
        self._seconds = Buckets(
            seconds_per_minute / 60, max(MIN_SECONDS_LEFT, seconds_per_minute), clock
        )
        self._making: WeakValueDictionary[tuple[str, int | str], asyncio.Lock] = (
            WeakValueDictionary()
        )
        self._child: LineProcess | None = None
        self._ends: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def replay(self, text: str, number: int, address: str = "") -> bytes:
        """The replay of a game of a record file as JSON.

        Raises `RecordError`, `ReaderBusy` and `ReaderLimit`.
        """
        return await self._made(ReadRequest(text, number), address)

    async def replay_of_table(
        self,
        table: str,
        number: int,
        record: Record,
        stand_ins: tuple[int, ...] = (),
        address: str = "",
    ) -> bytes:
        """The replay of a finished game of a table; raises `ReaderBusy` and `ReaderLimit`.

        It never changes, so it is cached. Concurrent requests for the same one are served once.
        """
        request = ReadRequest(to_json(record), stand_ins=stand_ins, is_checked=True)
        return await self._made_once(replays.replay_cache, (table, number), request, address)

    async def history(self, record: Record, view: View, address: str = "") -> bytes:
        """The moves so far of a game at a table, as a view shows them; the same exceptions.

        `record` is whole, but without a decision that the view does not know of.
        """
        request = ReadRequest(to_json(record), is_checked=True, view=view)
        key = sha256(request.text.encode()).hexdigest(), f"for {view}"
        return await self._made_once(replays.history_cache, key, request, address)

    async def picture(self, request: PictureRequest, address: str = "") -> bytes:
        """A preview in PNG, cached like a replay; the same exceptions."""
        key = sha256(msgspec.json.encode(request)).hexdigest(), "picture"
        made = await self._made_once(replays.picture_cache, key, request, address)
        return msgspec.json.decode(made, type=bytes)

    async def _made_once(
        self,
        kept: replays.AnswerCache,
        key: tuple[str, int | str],
        request: ReadRequest | PictureRequest,
        address: str,
    ) -> bytes:
        lock = self._making.setdefault(key, asyncio.Lock())
        async with lock:
            if (found := kept.get(key)) is None:
                found = await self._made(request, address)
                kept.add(key, found)
        return found

    async def _made(self, request: ReadRequest | PictureRequest, address: str) -> bytes:
        crowded = self._waiting.total() >= MAX_WAITING_RECORDS
        if crowded or self._waiting[address] >= MAX_WAITING_PER_ADDRESS:
            raise ReaderBusy("too many records are being checked right now; try again in a moment")
        if pause := self._seconds.after(address):
            raise ReaderLimit(pause)
        self._waiting[address] += 1
        spent = 0.0
        try:
            async with self._turn:
                began = monotonic()
                try:
                    read = await self._ask(request)
                    spent = read.seconds
                except BaseException:
                    spent = monotonic() - began
                    raise
        finally:
            self._waiting[address] -= 1
            self._waiting += Counter()  # drop zero counts
            self._seconds.spend(address, spent - MIN_SECONDS_LEFT)
        if (error := read.error) is None:
            return bytes(read.made)
        if error.code == "record":
            raise RecordError(error.message, error.entry, error.rule, error.game)
        raise CannotReplay(error.code, error.message)

    async def close(self) -> None:
        """End the process."""
        if self._ends is not None:
            self._ends.cancel()
        child, self._child = self._child, None
        if child is not None:
            await child.end()

    async def _ask(self, request: ReadRequest | PictureRequest) -> ReadAnswer:
        if self._ends is not None:
            self._ends.cancel()
        line = msgspec.json.encode(request)
        try:
            if self._child is None or not self._child.is_ready:
                await self.close()
                self._child = await LineProcess.start(
                    RECORD_WORKER, os.environ, log.warning, MAX_REPLAY_BYTES
                )
            answer = await self._child.ask(line, READ_TIMEOUT_S)
        except ProcessFailed as error:
            log.warning("could not check a record", extra={"why": str(error)})
            await self.close()
            raise ReaderBusy("this record took too long to check; try again later") from None
        except BaseException:
            await self.close()  # its answer must not be read as the next one
            raise
        self._ends = asyncio.get_running_loop().call_later(IDLE_PROCESS_S, self._end)
        return msgspec.json.decode(answer, type=ReadAnswer)

    def _end(self) -> None:
        """End the idle process."""
        if not self._turn.locked():
            task = asyncio.get_running_loop().create_task(self._quietly())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _quietly(self) -> None:
        with suppress(OSError):
            await self.close()
