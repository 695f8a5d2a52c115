"""Hints for a seat, one request at a time.

Everyone who asks for the same hints gets the same answer. When the position changes, or nobody
waits any more, the request is withdrawn, so that the bots have time for others.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...table import commands, visibility
from ...table.messages import AskCoach, AskHint
from ...table.view.decision import from_doc
from ...table.visibility import Viewer
from ..bot_workers.fair_queue import Busy
from ..bot_workers.pool import BotQuestion, BotWorkers, NotReady
from ..bot_workers.worker_pool import NoAnswer
from ..wire import AdviceDoc, HintDoc
from .live_table import LiveTable, Stale, TableBusy

if TYPE_CHECKING:
    from .service import TableService

log = logging.getLogger(__name__)

NO_HINTS = "no hints are available right now; try again in a moment"

Found = tuple[HintDoc, ...]


@dataclass(eq=False, slots=True)
class _Request:
    """A request for hints that a bot has not answered yet."""

    count: int
    moved: int  # the number of the event that led to the position
    outcome: "asyncio.Future[Found | Exception]"
    task: "asyncio.Task[None] | None" = None
    waiting: int = field(default=0)  # how many callers wait for it

    def settle(self, outcome: Found | Exception) -> None:
        """Answer those who wait, and stop asking."""
        if not self.outcome.done():
            self.outcome.set_result(outcome)
        if self.task is not None:
            self.task.cancel()


class Hints:
    """Asks the strongest bot for hints, at most once at a time for each seat."""

    def __init__(self, service: "TableService", bot_workers: BotWorkers) -> None:
        self._service = service
        self._bot_workers = bot_workers
        self._requests: dict[tuple[str, int], _Request] = {}

    async def find(
        self, table: str, person_id: str, hint: AskHint, viewer: Callable[[], Viewer]
    ) -> Found:
        """The best few decisions of a seat that has to decide.

        `viewer` is called once the table is locked, because the viewer may change before.

        Raises `Refused`, `Stale` if the position changes before the answer, and `TableBusy`.
        """
        async with self._service.locked(table) as live:
            visibility.check_hint(live.table, person_id, hint, viewer())
            seat = hint.seat
            request = self._request(live, person_id, seat, hint.count)
        request.waiting += 1
        try:
            found = await asyncio.shield(request.outcome)
        finally:
            request.waiting -= 1
            if not request.waiting:
                self._withdraw((table, seat), request, ())
        if isinstance(found, Exception):
            raise found
        return found

    async def advise(
        self, table: str, person_id: str, asked: AskCoach, viewer: Callable[[], Viewer]
    ) -> AdviceDoc | None:
        """What the coach says to a seat that has to decide; raises `Refused` and `TableBusy`."""
        async with self._service.locked(table) as live:
            visibility.check_hint(live.table, person_id, asked, viewer())
            if asked.decision is not None:
                commands.check_decision(live.table.game, from_doc(asked.decision, asked.seat))
            record = bytes(live.views.record(asked.seat) or b"")
        try:
            return await self._bot_workers.advise(
                self._service.owners.of(person_id),
                BotQuestion(record, asked.seat),
                asked.decision,
                asked.said,
            )
        except (NotReady, Busy, NoAnswer) as error:
            log.info("no advice", extra={"table": table, "why": str(error)})
            raise TableBusy(NO_HINTS) from None

    def drop_outdated(self, live: LiveTable) -> None:
        """Withdraw the requests of a table that are about an earlier position."""
        for seat in range(len(live.table.seats)):
            request = self._requests.get((live.id, seat))
            if request is not None and request.moved < live.table.moved:
                self._withdraw((live.id, seat), request, Stale(live.table.number_for((seat,))))

    def _request(self, live: LiveTable, person_id: str, seat: int, count: int) -> _Request:
        """The request that is open for these hints, or a new one in place of another."""
        key, moved = (live.id, seat), live.table.moved
        open_ = self._requests.get(key)
        if open_ is not None and (open_.count, open_.moved) == (count, moved):
            return open_
        if open_ is not None:
            self._withdraw(key, open_, TableBusy("this request was replaced by a newer one"))
        record = bytes(live.views.record(seat) or b"")
        request = _Request(count, moved, asyncio.get_running_loop().create_future())
        request.task = self._service.spawn(
            self._ask(key, person_id, request, BotQuestion(record, seat, hints=count))
        )
        self._requests[key] = request
        return request

    async def _ask(
        self, key: tuple[str, int], person_id: str, request: _Request, question: BotQuestion
    ) -> None:
        outcome: Found | Exception
        try:
            outcome = await self._bot_workers.hints(self._service.owners.of(person_id), question)
        except NotReady:
            outcome = TableBusy("hints are not ready yet; try again in a moment")
        except (Busy, NoAnswer) as error:
            log.warning("no hints", extra={"table": key[0], "why": str(error)})
            outcome = TableBusy(NO_HINTS)
        except asyncio.CancelledError:  # the server is closing, or the request was withdrawn
            request.settle(TableBusy(NO_HINTS))
            raise
        request.task = None
        self._withdraw(key, request, outcome)

    def _withdraw(
        self, key: tuple[str, int], request: _Request, outcome: Found | Exception
    ) -> None:
        request.settle(outcome)
        if self._requests.get(key) is request:
            del self._requests[key]
