"""A worker pool that answers only what its processes have loaded, so no question waits for that.

Compiled code is loaded with the first question of each kind. That takes seconds, or minutes if it
has to be compiled first. So a spare process loads each kind. Then it joins the pool, or replaces a
process that has loaded less, which becomes the spare. The spare is kept: a new one would have to
load everything before it could replace another.
"""

import asyncio
import logging

from ...bots.line_process import ProcessFailed
from .fair_queue import Owner
from .worker_pool import (
    NoAnswer,
    PendingQuestion,
    TimedAnswer,
    WorkerCommand,
    WorkerPool,
    WorkerSlot,
)

log = logging.getLogger(__name__)


class LoadingPool(WorkerPool):
    """At most `size` processes that answer, and a spare one that loads."""

    def __init__(self, command: WorkerCommand, size: int, max_waiting: int) -> None:
        super().__init__(command, size, max_waiting)
        self._load_requests: dict[str, bytes] = {}  # the questions that make a process load a kind
        self._asked_kinds: set[str] = set()  # kinds that a question waits for
        self._spare: WorkerSlot | None = None
        self._is_spare_idle = False  # whether the spare process is not loading
        self._wake_up = asyncio.Event()
        self._loader: asyncio.Task[None] | None = None

    @property
    def pids(self) -> list[int]:
        """The process ids."""
        spare = self._spare.process if self._spare is not None else None
        return super().pids + ([spare.pid] if spare is not None else [])

    def knows(self, kind: str) -> bool:
        """Whether a process has loaded what questions of a kind need."""
        return any(kind in slot.known and slot.is_alive for slot in self._slots)

    def prepare(self, kind: str, line: bytes, *, is_asked: bool) -> None:
        """Have a kind loaded; `line` is a question that is answered once it is.

        A kind that a question waits for is loaded before those that are only expected.
        """
        self._load_requests.setdefault(kind, line)
        if is_asked:
            self._asked_kinds.add(kind)
        self._wake()

    async def ask(
        self, owner: Owner, asked: PendingQuestion, *, urgent: bool = True
    ) -> TimedAnswer:
        """The answer to a question, once a process knows its kind."""
        self._wake()
        return await super().ask(owner, asked, urgent=urgent)

    def _may_take(self, address: str, asked: PendingQuestion) -> bool:
        is_known = any(asked.kind in slot.known for slot in self._idle)
        return is_known and super()._may_take(address, asked)

    def _release(self, slot: WorkerSlot) -> None:
        spare = self._spare
        is_ready = spare is not None and self._is_spare_idle and spare.is_alive
        if spare is not None and is_ready and slot.known < spare.known:
            self._replace(slot, spare)
            slot = spare
        super()._release(slot)
        self._wake()

    def _replace(self, slot: WorkerSlot, spare: WorkerSlot) -> None:
        self._slots[self._slots.index(slot)] = spare
        self._spare = slot

    # The spare process

    def _wake(self) -> None:
        self._wake_up.set()
        if (self._loader is None or self._loader.done()) and self._is_needed():
            self._loader = asyncio.create_task(self._load_all())

    def _is_needed(self) -> bool:
        """Whether a process is missing, or has not loaded everything."""
        if self._closed or not self._load_requests:
            return False
        is_short = bool(self._queue) and len(self._slots) < self._size
        slots = self._slots if self._spare is None else [*self._slots, self._spare]
        all_know = all(s.is_alive and self._load_requests.keys() <= s.known for s in slots)
        return is_short or not self._slots or not all_know

    async def _load_all(self) -> None:
        while self._is_needed():
            self._wake_up.clear()
            if self._spare is None:
                self._spare = WorkerSlot(self._command)
            if not self._spare.is_alive:
                self._spare.known.clear()
            if (kind := self._next(self._spare)) is not None:
                await self._load(self._spare, kind)
            is_of_use = self._use_spare()
            if not is_of_use and self._next(self._spare) is None:
                await self._wake_up.wait()  # until a process is idle, or there is a new kind

    def _next(self, spare: WorkerSlot) -> str | None:
        """The kind to load next: first what a question waits for.

        Then come the kinds that others know, so that it can replace one of them.
        """

        def rank(kind: str) -> int:
            return 1 if self.knows(kind) else 0 if kind in self._asked_kinds else 2

        unknown = (kind for kind in self._load_requests if kind not in spare.known)
        return min(unknown, key=rank, default=None)

    async def _load(self, spare: WorkerSlot, kind: str) -> None:
        self._is_spare_idle = False
        try:
            await spare.ask(PendingQuestion(self._load_requests[kind], "ready", kind, 1.0))
        except (ProcessFailed, NoAnswer) as error:
            if not self._closed:
                log.warning("%s could not load %s: %s", self._command.name, kind, error)
            self._load_requests.pop(kind, None)  # the next question requests it again
        self._is_spare_idle = True

    def _use_spare(self) -> bool:
        """Let the spare process answer questions, if it is useful; return whether it does."""
        spare = self._spare
        if spare is None or not spare.known or not spare.is_alive:
            return False
        known = set[str]().union(*(slot.known for slot in self._slots))
        if len(self._slots) < self._size and (self._queue or not spare.known <= known):
            self._slots.append(spare)
            self._idle.append(spare)
            self._spare = None
            self._assign()
            return True
        for place, slot in enumerate(self._idle):
            if slot.known < spare.known or not slot.is_alive:
                self._replace(slot, spare)
                self._idle[place] = spare
                self._assign()
                return True
        return False

    async def close(self) -> None:
        """End all processes; open questions get no answer."""
        self._closed = True
        self._wake_up.set()
        if self._spare is not None:
            self._spare.close()
        if self._loader is not None:
            await asyncio.wait([self._loader])
        if self._spare is not None:
            await self._spare.end_process()
        await super().close()
