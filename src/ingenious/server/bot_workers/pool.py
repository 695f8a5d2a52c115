"""Asks bots and programs for decisions, and bots for hints, in processes of their own."""

import asyncio
import math
import os
import shlex
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec
from msgspec import Struct

from ...bots.engine_protocol import write_position
from ...position import Position
from ...record import Record, RecordError, parse
from ...table.view.decision import DecisionDoc
from ..wire import AdviceDoc, HintDoc
from .fair_queue import Busy, Owner
from .loading_pool import LoadingPool
from .worker_pool import Answer, NoAnswer, PendingQuestion, WorkerCommand, WorkerPool

__all__ = ["BotQuestion", "BotWorkers", "Busy", "NoAnswer", "NotReady"]

BOT_WORKER = (sys.executable, "-m", "ingenious.server.bot_workers.worker")

SINGLE_THREAD = dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
"""A search has one thread, so the number of processes limits the load."""

PROGRAM_START_TIMEOUT_S = 60.0
"""For a program's first answer."""

WORKER_START_TIMEOUT_S = 600.0
"""For our own workers, which may have to compile their code first."""

DEFAULT_HINT_COUNT = 3
STRONGEST_LEVEL = 5
"""The level that gives hints."""

LOADING_OWNER = Owner("")
"""The owner of requests to load something."""


class NotReady(NoAnswer):
    """The bot is still being loaded."""


PROGRAM_LEVEL = 0
"""Passed to `observe` in place of a level."""

SIMPLE_LEVEL = -1
"""Passed to `observe` for an answer of the simple bot."""

HINT_LOAD_TIMEOUT_S = 5.0
"""How long a request for hints waits until the bot is loaded."""


class _GameOfRecord(Struct):
    game: str
    seats: list[str]


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """A decision that a seat has to make; the record is JSON, redacted to what the seat knows.

    A bot of the level answers, or the program of that name. Hints come from the strongest level.
    """

    record: bytes
    seat: int
    level: int = 3
    program: str = ""
    seconds: float = 1.0
    hints: int = 0  # how many hints; 0 for the default

    def __post_init__(self) -> None:
        if not 0 <= self.seconds < math.inf:
            raise ValueError(f"seconds must be 0 or more, not {self.seconds}")

    @property
    def game_of_record(self) -> _GameOfRecord:
        """The game of the record and its seats; raises `NoAnswer` if it is invalid."""
        try:
            return msgspec.json.decode(self.record, type=_GameOfRecord)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise NoAnswer(f"this is not a record: {error}") from None

    def line(self, **values: object) -> bytes:
        """The question as one line, with further values beside the record."""
        # The record is large and JSON already; a line break in JSON equals a space.
        record = self.record.replace(b"\n", b" ")
        values = {"seat": self.seat, "seconds": self.seconds, **values}
        return b'{"record":%b,%b' % (record, msgspec.json.encode(values)[1:])

    def line_for_program(self) -> bytes:
        """The question with what programs need that do not know the rules. Takes milliseconds."""
        try:
            record = parse(self.record.decode())
            assert isinstance(record, Record), "a seat plays one game"
            return self.line(**write_position(Position.of(record)))
        except RecordError as error:
            raise NoAnswer(f"this is not a record of a game: {error}") from None


class BotWorkers:
    """The processes of the bots, and of the programs that the host allows, by their names.

    With `at_once` a simple bot decides until the right one is loaded. `observe` is called with the
    level and the seconds of each answer. Raises `ValueError` for an invalid command line.
    """

    def __init__(
        self,
        processes: int,
        programs: Mapping[str, str] = {},
        max_waiting: int = 2000,
        *,
        observe: Callable[[int, float], None] | None = None,
        start_up: float | None = None,
        at_once: bool = False,
    ) -> None:
        worker = WorkerCommand(
            "a bot worker",
            BOT_WORKER,
            {**_environment(), **SINGLE_THREAD},
            ours=True,
            start_up=WORKER_START_TIMEOUT_S if start_up is None else start_up,
        )
        self._loading_pool = LoadingPool(worker, processes, max_waiting) if at_once else None
        self._worker_pool = self._loading_pool or WorkerPool(worker, processes, max_waiting)
        simple = replace(worker, name="the simple bot", words=(*BOT_WORKER, "--simple"))
        self._simple_pool = WorkerPool(simple, 1, max_waiting) if at_once else None
        self._programs = {
            name: WorkerPool(
                _program_command(name, line, start_up or PROGRAM_START_TIMEOUT_S), 1, max_waiting
            )
            for name, line in programs.items()
        }
        self._observe = observe
        self._open = False
        self._prepared_kinds = set[str]()
        self._background = set[asyncio.Task[None]]()

    @property
    def _pools(self) -> list[WorkerPool]:
        simple = [] if self._simple_pool is None else [self._simple_pool]
        return [self._worker_pool, *simple, *self._programs.values()]

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return sum(pool.waiting for pool in self._pools)

    @property
    def busy(self) -> int:
        """How many questions are being answered."""
        return sum(pool.busy for pool in self._pools)

    @property
    def restarts(self) -> int:
        """How many processes replaced one that failed."""
        return sum(pool.restarts for pool in self._pools)

    @property
    def pids(self) -> list[int]:
        """The process ids."""
        return [pid for pool in self._pools for pid in pool.pids]

    async def start(self) -> None:
        """Accept questions; a process is started when it is first needed.

        The simple bot is started at once, because it answers the first question.
        """
        self._open = True
        if self._simple_pool is not None:
            asked = PendingQuestion(msgspec.json.encode({"ask": "hello"}), "ready", "hello", 1.0)
            self._in_background(self._prepare(self._simple_pool, asked))

    def expect(self, game: str, players: int, level: int, *, is_asked: bool = False) -> None:
        """Have a process load a bot while a person still thinks.

        Otherwise the first question would wait some seconds. A bot that was asked for is loaded
        first.
        """
        kind = _kind(game, level)
        values = {"ask": "ready", "game": game, "players": players, "level": level}
        line = msgspec.json.encode(values)
        if not self._open:
            return
        if self._loading_pool is not None:
            self._loading_pool.prepare(kind, line, is_asked=is_asked)
        elif kind not in self._prepared_kinds:
            self._prepared_kinds.add(kind)
            self._in_background(
                self._prepare(self._worker_pool, PendingQuestion(line, "ready", kind, 1.0))
            )

    def _in_background(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _prepare(self, pool: WorkerPool, asked: PendingQuestion) -> None:
        try:
            await pool.ask(LOADING_OWNER, asked, urgent=False)
        except (Busy, NoAnswer):  # the next question tries again
            self._prepared_kinds.discard(asked.kind)

    async def decide(
        self, owner: Owner, question: BotQuestion, *, urgent: bool = True
    ) -> DecisionDoc:
        """The decision of a bot or a program; raises `Busy` and `NoAnswer`.

        It is urgent if a person waits for it. The table has to check whether it is legal.
        """
        if not question.program:
            pool, asked, level = self._pool_for(question)
        elif question.program in self._programs:
            line = question.line_for_program
            asked = PendingQuestion(line, "entry", "any", question.seconds)
            pool, level = self._programs[question.program], PROGRAM_LEVEL
        else:
            raise NoAnswer(f"the host has no program named {question.program!r}")
        answer = await self._ask(pool, owner, asked, level, urgent=urgent)
        assert answer.entry is not None, "an entry was requested"
        return answer.entry

    def _pool_for(self, question: BotQuestion) -> tuple[WorkerPool, PendingQuestion, int]:
        """The pool that decides for a level: the simple bot's until the right one is loaded."""
        level, game_of_record = question.level, question.game_of_record
        kind = _kind(game_of_record.game, level)
        if (
            self._loading_pool is None
            or self._simple_pool is None
            or self._loading_pool.knows(kind)
        ):
            line = question.line(ask="entry", level=level)
            is_long = level == STRONGEST_LEVEL
            return (
                self._worker_pool,
                PendingQuestion(line, "entry", kind, question.seconds, is_long=is_long),
                level,
            )
        self.expect(game_of_record.game, len(game_of_record.seats), level, is_asked=True)
        line = question.line(ask="simple", level=level)
        return (
            self._simple_pool,
            PendingQuestion(line, "entry", "simple", question.seconds),
            SIMPLE_LEVEL,
        )

    async def hints(self, owner: Owner, question: BotQuestion) -> tuple[HintDoc, ...]:
        """The best few decisions, best first, each with its chances and a reason."""
        line = question.line(ask="hints", count=question.hints or DEFAULT_HINT_COUNT)
        game_of_record = question.game_of_record
        kind = _kind(game_of_record.game, STRONGEST_LEVEL)
        if self._loading_pool is not None:
            self.expect(
                game_of_record.game, len(game_of_record.seats), STRONGEST_LEVEL, is_asked=True
            )
            await _wait_until_loaded(self._loading_pool, kind)
        asked = PendingQuestion(line, "hints", kind, question.seconds, is_long=True)
        answer = await self._ask(self._worker_pool, owner, asked, STRONGEST_LEVEL)
        assert answer.hints is not None, "hints were requested"
        return answer.hints

    async def advise(
        self,
        owner: Owner,
        question: BotQuestion,
        decision: DecisionDoc | None,
        said: Sequence[str],
    ) -> AdviceDoc | None:
        """What the coach says; raises `NotReady` instead of waiting until the bot is loaded."""
        game_of_record = question.game_of_record
        kind = _kind(game_of_record.game, STRONGEST_LEVEL)
        if self._loading_pool is not None and not self._loading_pool.knows(kind):
            players = len(game_of_record.seats)
            self.expect(game_of_record.game, players, STRONGEST_LEVEL, is_asked=True)
            raise NotReady("the coach is still loading")
        line = question.line(ask="coach", decision=decision, said=said)
        asked = PendingQuestion(line, "coach", kind, question.seconds)
        answer = await self._ask(self._worker_pool, owner, asked, STRONGEST_LEVEL)
        assert answer.coach is not None, "advice was requested"
        return answer.coach.advice

    async def _ask(
        self,
        pool: WorkerPool,
        owner: Owner,
        asked: PendingQuestion,
        level: int,
        *,
        urgent: bool = True,
    ) -> Answer:
        if not self._open:
            raise NoAnswer("the bots have not started yet")
        thought = await pool.ask(owner, asked, urgent=urgent)
        if self._observe is not None:
            self._observe(level, thought.seconds)
        return thought.answer

    async def close(self) -> None:
        """End all processes; open questions get no answer."""
        await asyncio.gather(*(pool.close() for pool in self._pools), *self._background)


async def _wait_until_loaded(pool: LoadingPool, kind: str) -> None:
    """Wait until a kind of question can be answered; raises `NotReady`."""
    try:
        async with asyncio.timeout(HINT_LOAD_TIMEOUT_S):
            while not pool.knows(kind):
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise NotReady("the hints are still loading") from None


def _kind(game: str, level: int) -> str:
    """The kind of a question: each game and level has its own compiled code."""
    return f"{game} {level}"


def _program_command(name: str, line: str, start_up: float) -> WorkerCommand:
    try:
        words = tuple(shlex.split(line))
    except ValueError as error:
        raise ValueError(f"the command of program {name!r} is invalid: {error}") from None
    if not words:
        raise ValueError(f"program {name!r} has no command")
    return WorkerCommand(name, words, _environment(), ours=False, start_up=start_up)


def _environment() -> dict[str, str]:
    """The environment without the settings of the server, some of which are secret."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("INGENIOUS_") or name == "INGENIOUS_CACHE"
    }
