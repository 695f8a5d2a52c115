"""A few processes of one kind that serve one queue."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec
from msgspec import Struct

from ...bots.line_process import LineProcess, ProcessFailed
from ...record.validate import quoted
from ...table.view.decision import DecisionDoc
from ..wire import AdviceDoc, HintDoc
from .fair_queue import Busy, FairQueue, Owner

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 3
"""For our own processes, which only fail for outside reasons."""

SHORT_QUESTION_S = 0.05
"""Expected for a question without a search."""

OWN_SLACK_S = 5.0
"""How much longer than three times its limit one of our own processes may take.

On a busy machine it is slow, but not stuck; ending and starting it would only add to the load.
"""

SHUTTING_DOWN = "the server is shutting down"


class NoAnswer(Exception):
    """A question could not be answered; the message says why."""


AnswerKind = Literal["entry", "hints", "coach", "ready"]


class CoachAnswer(Struct):
    """What the coach says; None if there is nothing to say."""

    advice: AdviceDoc | None


class Answer(Struct):
    """The answer of a process: one of these."""

    entry: DecisionDoc | None = None
    hints: tuple[HintDoc, ...] | None = None
    coach: CoachAnswer | None = None
    ready: bool | None = None
    error: object = None


@dataclass(frozen=True, slots=True)
class WorkerCommand:
    """The command that the processes of a pool run.

    Our own processes write a line when they are ready, get several attempts, and may report
    errors. A program of someone else has one attempt.
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
    """A question that waits for its answer: its line, the kind of answer, and its time limit.

    Compiled code is loaded with the first question of each kind. A line that takes a while to make
    is a function, called in a thread when it is this question's turn. The outcome is cancelled when
    the caller is.
    """

    line: bytes | Callable[[], bytes]
    answer_kind: AnswerKind
    kind: str
    seconds: float
    is_long: bool = False  # whether it uses most of its time limit
    owner: Owner = field(init=False)
    outcome: "asyncio.Future[TimedAnswer | Exception]" = field(init=False)

    def __post_init__(self) -> None:
        self.outcome = asyncio.get_running_loop().create_future()

    @property
    def cost(self) -> float:
        """How many seconds it is expected to take."""
        return self.seconds if self.is_long else SHORT_QUESTION_S

    def settle(self, outcome: TimedAnswer | Exception) -> None:
        """Set the outcome, unless the caller has gone."""
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
        self._idle: list[WorkerSlot] = []  # the last is used first, so that few run at low load
        self._tasks: set[asyncio.Task[None]] = set()
        self._long: Counter[str] = Counter()  # long questions being answered, by address
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return len(self._queue)

    @property
    def busy(self) -> int:
        """How many questions are being answered."""
        return len(self._tasks)

    @property
    def restarts(self) -> int:
        """How many processes replaced one that failed."""
        return sum(max(0, slot.started - 1) for slot in self._slots)

    @property
    def pids(self) -> list[int]:
        """The process ids."""
        return [slot.process.pid for slot in self._slots if slot.process is not None]

    async def ask(
        self, owner: Owner, asked: PendingQuestion, *, urgent: bool = True
    ) -> TimedAnswer:
        """The answer to a question; raises `Busy` and `NoAnswer`."""
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
            self._queue.drop(owner, asked)  # the caller may have been cancelled
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

        One of several processes stays free for other addresses.
        """
        return not asked.is_long or self._long[address] < max(1, self._size - 1)

    def _slot_for(self, asked: PendingQuestion) -> "WorkerSlot":
        """An idle slot, if possible one that has loaded what the question needs."""
        if not self._idle:
            self._slots.append(WorkerSlot(self._command))
            return self._slots[-1]
        for slot in reversed(self._idle):
            if asked.kind in slot.known:
                self._idle.remove(slot)
                return slot
        return self._idle.pop()

    async def _serve(self, slot: "WorkerSlot", asked: PendingQuestion) -> None:
        """Read an answer to the end, even if no caller waits, so that answers stay in order."""
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
        self._long += Counter()  # drop zero counts
        self._release(slot)

    def _release(self, slot: "WorkerSlot") -> None:
        """Let a slot answer the next question."""
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
        """End all processes; open questions get no answer."""
        self._closed = True
        while self._queue:
            self._queue.take().settle(NoAnswer(SHUTTING_DOWN))
        for slot in self._slots:
            slot.close()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await asyncio.gather(*(slot.end_process() for slot in self._slots))


MAX_FAILURES = 2
"""In a row; then a program gets no more time to start, because others wait for it."""


@dataclass(eq=False, slots=True)
class WorkerSlot:
    """One place in a pool: its process is replaced when it fails."""

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
            line = await asyncio.to_thread(asked.line) if callable(asked.line) else asked.line
            timeout_s = 3 * asked.seconds + (OWN_SLACK_S if self.command.ours else 1)
            if asked.kind not in self.known and (self.command.ours or self.failures < MAX_FAILURES):
                timeout_s += self.command.start_up
            clock = asyncio.get_running_loop().time
            began = clock()
            answer = _read(await process.ask(line, timeout_s), asked.answer_kind)
            seconds = clock() - began
            if answer.error is not None and not self.command.ours:
                raise ProcessFailed(f"it reported an error: {quoted(answer.error)}")
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
        """The process of this slot, ready for a question."""
        if self.process is not None and not self.process.is_ready:
            await self.end_process()  # it ended, or wrote something unasked
        if self.process is None:
            self.started += 1
            if self.command.ours:  # a program that was ready once stays known
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
        # The output of someone else's program matters only when it fails.
        level = logging.WARNING if self.command.ours else logging.DEBUG
        log.log(level, "%s says: %s", self.command.name, text)

    def close(self) -> None:
        """Make the current question fail, and start no more processes."""
        self.closed = True
        if self.process is not None:
            self.process.fail(SHUTTING_DOWN)

    async def end_process(self) -> str:
        """End the process, if there is one; return the last line of its standard error."""
        process, self.process = self.process, None
        if process is None:
            return ""
        await process.end()
        return process.last_stderr


def _read(line: bytes, answer_kind: AnswerKind) -> Answer:
    try:
        answer = msgspec.json.decode(line, type=Answer)
    except (msgspec.MsgspecError, RecursionError) as error:
        text = quoted(line.decode("utf-8", "replace"))
        raise ProcessFailed(f"its answer is invalid ({error}): {text}") from None
    if answer.error is None and getattr(answer, answer_kind) is None:
        raise ProcessFailed(f"its answer has no {answer_kind!r}")
    return answer
