"""Asks bots and programs for their decisions when it is their turn.

A table where no person plays waits while it has no watchers. Its bots are asked again when someone
watches it or a player comes back to a seat.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from ...store import Unavailable
from ...table import Event, Refused, Table, commands
from ...table.settings import STAND_IN_LEVEL
from ...table.view.decision import DecisionDoc, from_doc
from ..bot_workers.fair_queue import Busy, Owner
from ..bot_workers.pool import STRONGEST_LEVEL, BotQuestion, BotWorkers
from ..bot_workers.worker_pool import NoAnswer
from .hints import Hints
from .leases import LEASE_S, Leases
from .live_table import LiveTable, NoSuchTable, Stale, TableBusy

if TYPE_CHECKING:
    from .service import TableService

log = logging.getLogger(__name__)

MAX_IDLE_TABLES_PER_ADDRESS = 4
"""Tables without people whose bots think at the same time."""

BOT_RETRY_DELAY_S = 10.0
"""When to try a table without people again after its bot gave no answer."""


@dataclass(frozen=True, slots=True)
class _DueDecision:
    """A decision that a bot or a program has to make."""

    number: int  # of the table's last event
    moved: int  # of the event that led to the position
    owner: Owner
    question: BotQuestion
    has_people: bool  # whether a person waits for it


class Bots:
    """Drives the bots and programs of all live tables."""

    def __init__(self, service: "TableService", bot_workers: BotWorkers, leases: Leases) -> None:
        self._service = service
        self._bot_workers = bot_workers
        self._leases = leases
        self._limits: dict[str, tuple[asyncio.Semaphore, int]] = {}
        self.hints = Hints(service, bot_workers)

    @property
    def waiting(self) -> int:
        """How many questions wait for a bot."""
        return self._bot_workers.waiting

    def ask(self, live: LiveTable) -> None:
        """Ask a bot, if it is a bot's turn.

        The process that appended the last event does so. Another process asks a bot that was
        forgotten, unless the position is claimed.
        """
        actor = live.table.actor()
        if actor is None:
            return
        if actor.kind == "person":
            self._load_ahead(live.table)
        elif live.bot_task is None and not rests(live) and not _is_elsewhere(live):
            live.bot_task = self._service.spawn(self._ask_until_person(live))

    def _load_ahead(self, table: Table) -> None:
        """Have the workers load the bots that will be asked soon, hints included."""
        assert table.game is not None
        seats = table.settings.seats
        levels = {plan.level for plan in seats if plan.kind == "bot"}
        if levels and table.settings.casual:
            levels.add(STRONGEST_LEVEL)
        for level in sorted(levels):  # hints need the strongest, and can wait longest
            self._bot_workers.expect(table.game.rules.name, len(seats), level)

    async def _ask_until_person(self, live: LiveTable) -> None:
        """Ask bots and programs for their decisions until it is a person's turn."""
        failed = -1  # the number at which a program failed, so that a stand-in plays instead
        try:
            while (due := await self._due(live, failed)) is not None:
                try:
                    async with self._leases.hold(live.id, due.moved) as is_ours:
                        if not is_ours:
                            live.claimed_elsewhere = due.moved, monotonic() + LEASE_S / 2
                            return
                        if not await self._move(live, due):
                            return
                except Stale:
                    continue
                except (NoAnswer, Refused) as error:
                    if not due.question.program:
                        raise
                    log.warning("a program failed", extra={"table": live.id, "why": str(error)})
                    failed = due.number
        except Busy:
            self._try_again(live)
        except (NoAnswer, Refused, Unavailable, NoSuchTable, TableBusy) as error:
            log.error("a bot could not move", extra={"table": live.id, "why": str(error)})
            self._try_again(live)
        finally:
            if live.bot_task is asyncio.current_task():
                live.bot_task = None

    async def _move(self, live: LiveTable, due: _DueDecision) -> bool:
        """Have a bot decide, and play its decision; False if the table rests by now."""
        doc = await self._decide(live, due)
        if doc is None:
            return False
        seat = due.question.seat
        decision = from_doc(doc, seat)

        def play(table: Table, at: int) -> list[Event]:
            return commands.play_for(table, seat, decision, at)

        await self._service.run(live.id, play, due.number + 1, player=seat)
        return True

    async def _due(self, live: LiveTable, failed: int) -> _DueDecision | None:
        """What a bot has to decide now, if it is a bot's turn."""
        async with self._service.locked(live.id) as found:
            if found is not live:
                return None  # it was closed, and is handled where it is open now
            table = live.table
            actor = table.actor()
            if actor is None or actor.kind == "person" or rests(live):
                live.bot_task = None
                return None
            record = bytes(live.views.record(actor.seat) or b"")
            number = table.number_for((actor.seat,))
            if actor.kind == "program" and failed != number:
                question = BotQuestion(record, actor.seat, program=actor.program)
            else:
                level = STAND_IN_LEVEL if actor.kind == "program" else actor.level
                question = BotQuestion(record, actor.seat, level)
            owner = self._service.owners.of_table(live.id, table)
            return _DueDecision(number, table.moved, owner, question, bool(table.awaited()))

    async def _decide(self, live: LiveTable, due: _DueDecision) -> DecisionDoc | None:
        """The decision of a bot; None if the table rests by now."""
        if due.has_people:
            return await self._bot_workers.decide(due.owner, due.question)
        async with self._limit(due.owner.address):
            if rests(live):
                return None
            return await self._bot_workers.decide(due.owner, due.question, urgent=False)

    @asynccontextmanager
    async def _limit(self, address: str) -> AsyncIterator[None]:
        """Limit the tables without people of an address."""
        semaphore, users = self._limits.get(
            address, (asyncio.Semaphore(MAX_IDLE_TABLES_PER_ADDRESS), 0)
        )
        self._limits[address] = semaphore, users + 1
        try:
            async with semaphore:
                yield
        finally:
            users = self._limits[address][1] - 1
            self._limits[address] = semaphore, users
            if not users:
                del self._limits[address]

    def _try_again(self, live: LiveTable) -> None:
        """Try a table without people again; the sweeps take care of all others."""
        if not live.table.awaited():
            self._service.spawn(self._wake_later(live.id))

    async def _wake_later(self, table: str) -> None:
        await asyncio.sleep(BOT_RETRY_DELAY_S)
        try:
            await self._service.wake(table)
        except (NoSuchTable, Unavailable) as error:
            log.warning("a table cannot continue", extra={"table": table, "why": str(error)})


def rests(live: LiveTable) -> bool:
    """Whether a table waits, because no person plays at it or watches it."""
    return not live.table.awaited() and not live.is_watched


def _is_elsewhere(live: LiveTable) -> bool:
    """Whether another process has probably asked a bot for this position."""
    moved, until = live.claimed_elsewhere
    return moved == live.table.moved and monotonic() < until
