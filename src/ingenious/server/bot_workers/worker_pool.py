"""A few processes of one kind that serve one queue."""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec
from msgspec import Struct

from ...bots.line_process import LineProcess, ProcessFailed
from ...record.validate import shown
from ...table.view.decision import DecisionDoc
from ..wire import HintDoc
from .fair_queue import Busy, FairQueue, Owner

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 3
"""How often a question is put to our own processes; they die of what happens around them."""

SHORT_QUESTION_S = 0.05
"""Seconds that a question without a search is expected to take."""

SHUTTING_DOWN = "the server is shutting down"


class NoAnswer(Exception):
    """A question could not be answered: why."""


AnswerKind = Literal["entry", "hints", "ready"]


class Answer(Struct):
    """What a process answers, one of these."""

    entry: DecisionDoc | None = None
    hints: tuple[HintDoc, ...] | None = None
    ready: bool | None = None
    error: object = None


@dataclass(frozen=True, slots=True)
class WorkerCommand:
    """What the processes of a pool run.

    Our own ones greet with a line when they are ready, are asked again after one of them failed,
    and are none the worse for an error that they tell. A program of somebody else has one try.
    """

    name: str
    words: tuple[str, ...]
    environment: Mapping[str, str]
    ours: bool
    start_up: float  # seconds to get ready, and for the first answer of each kind


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """An answer, and the seconds that it took."""

    answer: Answer
    seconds: float


@dataclass(eq=False, slots=True)
class PendingQuestion:
    """A question on its way: its line, the answer that it wants, and how long that may take.

    Compiled code is loaded at the first question of each kind. The outcome is cancelled when
    nobody waits for it any more.
    """

    line: bytes
    answer_kind: AnswerKind
    kind: str
    seconds: float
    is_long: bool = False  # whether it takes most of the seconds that it may take
    owner: Owner = field(init=False)
    outcome: "asyncio.Future[TimedAnswer | Exception]" = field(init=False)

    def __post_init__(self) -> None:
        self.outcome = asyncio.get_running_loop().create_future()

    @property
    def cost(self) -> float:
        """How many seconds it is expected to take."""
        return self.seconds if self.is_long else SHORT_QUESTION_S

    def settle(self, outcome: TimedAnswer | Exception) -> None:
        """Tell whoever still wants to know."""
        if not self.outcome.done():
            self.outcome.set_result(outcome)


class WorkerPool:
    """Processes that are started when they are first needed, at most `size` of them."""

    def __init__(self, command: WorkerCommand, size: int, max_waiting: int) -> None:
        if size < 1:
            raise ValueError(f"at least one bot process is needed, not {size}")
        self._command = command
        self._size = size
        self._queue: FairQueue[PendingQuestion] = FairQueue(max_waiting)
        self._slots: list[WorkerSlot] = []
        self._idle: list[WorkerSlot] = []  # the last is used next, so that few run at low load
        self._tasks: set[asyncio.Task[None]] = set()
        self._long: Counter[str] = Counter()  # long questions under way, by address
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions nobody thinks about yet."""
        return len(self._queue)

    @property
    def busy(self) -> int:
        """How many questions are thought about."""
        return len(self._tasks)

    @property
    def restarts(self) -> int:
        """How many processes took the place of one that failed."""
        return sum(max(0, slot.started - 1) for slot in self._slots)

    @property
    def pids(self) -> list[int]:
        """The numbers of its processes."""
        return [slot.process.pid for slot in self._slots if slot.process is not None]

    async def ask(
        self, owner: Owner, asked: PendingQuestion, *, urgent: bool = True
    ) -> TimedAnswer:
        """The answer to a question, when its turn has come; raises `Busy` and `NoAnswer`."""
        if self._closed:
            raise NoAnswer(SHUTTING_DOWN)
        asked.owner = owner
        pushed_out = self._queue.put(owner, asked, urgent=urgent)
        if pushed_out is not None:
            pushed_out.settle(Busy("too many of your requests are waiting for a bot"))
        self._assign()
        try:
            outcome = await asked.outcome
        finally:
            self._queue.drop(owner, asked)  # whoever asked may have been cancelled
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _assign(self) -> None:
        while self._queue and (self._idle or len(self._slots) < self._size):
            try:
                asked = self._queue.take(self._may_take)
            except LookupError:
                return
            self._queue.charge(asked.owner, asked.cost)
            self._long[asked.owner.address] += asked.is_long
            task = asyncio.create_task(self._serve(self._slot_for(asked), asked))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _may_take(self, address: str, asked: PendingQuestion) -> bool:
        """Whether an address may have another long question answered.

        With several processes it leaves one to others, who would otherwise wait for seconds.
        """
        return not asked.is_long or self._long[address] < max(1, self._size - 1)

    def _slot_for(self, asked: PendingQuestion) -> "WorkerSlot":
        """A post that is free, if possible one that has loaded what the question needs."""
        if not self._idle:
            self._slots.append(WorkerSlot(self._command))
            return self._slots[-1]
        for slot in reversed(self._idle):
            if asked.kind in slot.known:
                self._idle.remove(slot)
                return slot
        return self._idle.pop()

    async def _serve(self, slot: "WorkerSlot", asked: PendingQuestion) -> None:
        """Work on a question to its end, also if nobody waits for it: so the post stays in step."""
        began = asyncio.get_running_loop().time()
        try:
            asked.settle(await self._answer(slot, asked))
        except NoAnswer as error:
            asked.settle(error)
        except Exception as error:
            log.exception("%s: a question was lost", self._command.name)
            asked.settle(NoAnswer(repr(error)))
            await slot.end_process()
        used = asyncio.get_running_loop().time() - began
        self._queue.charge(asked.owner, -asked.cost, used)
        self._long[asked.owner.address] -= asked.is_long
        self._long += Counter()  # forgets those who have none
        self._release(slot)

    def _release(self, slot: "WorkerSlot") -> None:
        """Let a post answer the next question."""
        self._idle.append(slot)
        self._assign()

    async def _answer(self, slot: "WorkerSlot", asked: PendingQuestion) -> TimedAnswer:
        error: object = "the request was cancelled"
        for _ in range(MAX_ATTEMPTS if self._command.ours else 1):
            if self._closed or asked.outcome.done():
                break
            try:
                return await slot.ask(asked)
            except ProcessFailed as failed:
                error = failed
            if not self._closed:
                log.warning("%s failed: %s", self._command.name, error)
        raise NoAnswer(SHUTTING_DOWN if self._closed else f"{self._command.name}: {error}")

    async def close(self) -> None:
        """End all processes; what is still asked gets no answer."""
        self._closed = True
        while self._queue:
            self._queue.take().settle(NoAnswer(SHUTTING_DOWN))
        for slot in self._slots:
            slot.close()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await asyncio.gather(*(slot.end_process() for slot in self._slots))


MAX_FAILURES = 2
"""After so many in a row a program is no longer given time to get ready: others wait for it."""


@dataclass(eq=False, slots=True)
class WorkerSlot:
    """A place in a pool: one process serves here until it fails, and then another."""

    command: WorkerCommand
    process: LineProcess | None = None
    started: int = 0
    closed: bool = False
    failures: int = 0  # in a row
    known: set[str] = field(default_factory=set)  # kinds of questions that the process answered

    @property
    def is_alive(self) -> bool:
        """Whether its process runs."""
        return self.process is not None and self.process.is_alive

    async def ask(self, asked: PendingQuestion) -> TimedAnswer:
        """The answer and its seconds; after `ProcessFailed` the next question starts a process."""
        try:
            process = await self._running_process()
            timeout_s = 3 * asked.seconds + 1
            if asked.kind not in self.known and (self.command.ours or self.failures < MAX_FAILURES):
                timeout_s += self.command.start_up
            clock = asyncio.get_running_loop().time
            began = clock()
            answer = _read(await process.ask(asked.line, timeout_s), asked.answer_kind)
            seconds = clock() - began
            if answer.error is not None and not self.command.ours:
                raise ProcessFailed(f"it reported an error: {shown(answer.error)}")
        except ProcessFailed as error:
            self.failures += 1
            last_words = await self.end_process()
            raise ProcessFailed(f"{error}: {last_words}" if last_words else str(error)) from None
        if answer.error is not None:
            raise NoAnswer(str(answer.error))
        self.known.add(asked.kind)
        self.failures = 0
        return TimedAnswer(answer, seconds)

    async def _running_process(self) -> LineProcess:
        """The process of this post, ready for a question."""
        if self.process is not None and not self.process.is_ready:
            await self.end_process()  # it died, or talked, while nobody asked
        if self.process is None:
            self.started += 1
            if self.command.ours:  # of a program it is enough that it was ready once
                self.known.clear()
            self.process = await LineProcess.start(
                self.command.words, self.command.environment, self._log_stderr
            )
            if self.closed:
                raise ProcessFailed(SHUTTING_DOWN)
            if self.command.ours:
                await self.process.read_line(self.command.start_up)
        return self.process

    def _log_stderr(self, text: str) -> None:
        # What a stranger's program has to say is of interest only when it fails.
        level = logging.WARNING if self.command.ours else logging.DEBUG
        log.log(level, "%s says: %s", self.command.name, text)

    def close(self) -> None:
        """Let whoever works here fail at once, and for good."""
        self.closed = True
        if self.process is not None:
            self.process.fail(SHUTTING_DOWN)

    async def end_process(self) -> str:
        """End the process, if there is one; returns its last words."""
        process, self.process = self.process, None
        if process is None:
            return ""
        await process.end()
        return process.last_stderr


def _read(line: bytes, answer_kind: AnswerKind) -> Answer:
    try:
        answer = msgspec.json.decode(line, type=Answer)
    except (msgspec.MsgspecError, RecursionError) as error:
        text = shown(line.decode("utf-8", "replace"))
        raise ProcessFailed(f"its answer is invalid ({error}): {text}") from None
    if answer.error is None and getattr(answer, answer_kind) is None:
        raise ProcessFailed(f"its answer has no {answer_kind!r}")
    return answer
