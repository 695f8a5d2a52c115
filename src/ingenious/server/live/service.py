"""The live tables of this process: loads them, runs commands on them, notifies clients.

A live table is a cache: the fold over its events in the store. Any process may serve it. A command
is run on the table, its events are appended at the next number, and clients are notified once they
are durable. If another process was faster, the table is loaded again and the command is repeated.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from time import monotonic

from ...store import Broker, NumberGap, NumberTaken, Opener, Store, Summary, Unavailable
from ...table import (
    Event,
    Refused,
    Sender,
    Table,
    ViewBuilder,
    commands,
    dispatch,
    encode,
    messages,
)
from ...table.events import ClockResumed, DecisionMade, SeatTaken, TableOpened
from .. import metrics
from ..bot_workers.pool import BotWorkers
from ..clock import now
from ..config import AWAY_AFTER_S
from ..http.rate_limit import Buckets
from ..ids import is_id, new_id, next_id
from .bot_driver import Bots, rests
from .leases import Leases
from .listing import to_stored
from .live_table import CommandFunction, LiveTable, NoSuchTable, Stale, TableBusy
from .outages import Outages
from .owners import Owners
from .presence import PresenceTracker
from .silence import Silence
from .stored import UnreadableTable, apply_stored, fold_stored

log = logging.getLogger(__name__)

MAX_COMMAND_RETRIES = 20
"""How many times to retry a command that lost the race for the next number."""

IDLE_TABLE_S = 60.0
"""A table without watchers is removed from memory after this time."""

SWEEP_INTERVAL_S = 1.0
"""Between two checks for expired clocks, forgotten bots and missed notifications."""

BOT_REQUEST_TIMEOUT_MS = 10_000
"""After this, any process may ask a bot again that should have moved."""

NOTIFICATION_LOOKBACK_MS = 60_000
"""How far back a sweep looks for changed tables: an append may have waited for long."""

MAX_TABLES_PER_SWEEP = 500

OUTAGE_BATCH_SIZE = 50
"""Tables that get the event for an outage concurrently."""


class TableService:
    """The live tables of this process: loads them, runs commands on them, notifies clients."""

    def __init__(
        self,
        store: Store,
        broker: Broker,
        bot_workers: BotWorkers,
        away_after: float = AWAY_AFTER_S,
        is_alone: bool = True,
        fingerprint: Callable[[str], str] = str,
    ) -> None:
        self._store = store
        self._broker = broker
        self.owners = Owners()
        self._live_tables: dict[str, LiveTable] = {}
        self.presence = PresenceTracker(self._live_tables, broker, away_after, is_alone)
        leases = Leases(store, lambda: self.presence.is_alone)
        self.bots = Bots(self, bot_workers, leases)
        self.silence = Silence(self._live_tables, self.presence, self._run_later)
        self._outages = Outages(store, is_alone)
        self._unreadable: set[str] = set()  # tables that this version cannot read
        self._tasks: set[asyncio.Task[None]] = set()
        self._last_sweep = 0
        self._has_swept = False
        self._fingerprint = fingerprint  # the keyed hash of an address
        self._rematches = Buckets(rate=0.2, capacity=5)
        self._rematches_from = Buckets(rate=1, capacity=20)  # an address

    async def start(self) -> None:
        """Subscribe to the other processes, and start the sweeps."""
        await self._outages.start()
        self._last_sweep = now()
        await self._broker.start(self._on_event, self.presence.on_report)
        self.spawn(self._sweep_forever())
        self.spawn(self.presence.watch())

    async def close(self) -> None:
        """Cancel all tasks."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @asynccontextmanager
    async def locked(
        self, table: str, known_number: int = 0, player: str | int = ""
    ) -> AsyncIterator[LiveTable]:
        """A table as it is in the store, with its lock held; raises `NoSuchTable`, `Unavailable`.

        One that this version cannot read raises `UnreadableTable`, which is a `NoSuchTable`.

        If the caller knows of a later event than this process, another process has appended it,
        and the newer events are loaded first. `known_number` is in the numbering of the player, who
        is a person or the seat of a bot.
        """
        while True:
            if table in self._unreadable:
                raise UnreadableTable
            live = self._live_tables.get(table)
            if live is None:
                if not is_id(table):  # a store may not accept every text
                    raise NoSuchTable("there is no such table")
                live = self._live_tables[table] = LiveTable(table)
                metrics.LIVE_TABLES.set(len(self._live_tables))
            live.used_at = monotonic()
            async with live.lock:
                if self._live_tables.get(table) is not live:
                    continue  # it was evicted while we waited
                if not live.is_current:
                    await self._load(live)
                if live.table.number_for(live.table.seats_of(player)) < known_number:
                    await self._load_newer(live)
                await self._append_outage(live)
                yield live
                return

    async def open(self, events: Sequence[Event], id_: str = "") -> str:
        """Store a new table with its first events; return its id."""
        id_ = id_ or new_id()
        table = Table.fold(events)
        written = [encode(event) for event in events]
        opener = Opener(table.host, self.address_hash(table.host))
        await self._store.append(id_, 0, written, summary_of(table), _people_in(events), opener)
        for event in events:
            metrics.events_appended(_tag(event)).inc()
        return id_

    def address_hash(self, person_id: str) -> str:
        """The keyed hash of a person's address, which is stored."""
        return self._fingerprint(self.owners.of(person_id).address)

    async def run(
        self,
        table: str,
        command: CommandFunction,
        expected_number: int | None = None,
        origin: object = None,
        player: str | int = "",
    ) -> int:
        """Run a player's command; return the number of its last event, in the player's numbering.

        The player is a person, or the seat of a bot. `origin` is passed to the watchers. Raises
        `Refused`, `Stale` if another event has the expected number, `NoSuchTable`, `Unavailable`.
        """
        async with self.locked(table, (expected_number or 0) - 1, player) as live:
            for _ in range(MAX_COMMAND_RETRIES):
                seats = live.table.seats_of(player)
                number, moved = live.table.number_for(seats), live.table.moved_for(seats)
                # Chat and takeback requests in between do not affect a decision.
                if expected_number is not None and not moved < expected_number <= number + 1:
                    raise Stale(number)
                # Later than all events before, even if the clock of another process is ahead.
                events = command(live.table, max(now(), live.table.changed + 1))
                if not events or await self._append(live, events, origin):
                    return live.table.number_for(live.table.seats_of(player))
        raise TableBusy("the table is changing too quickly; please try again")

    async def execute(
        self, table: str, message: messages.Command, sender: Sender, origin: object = None
    ) -> int:
        """Run the command of a client's message; returns and raises what `run` does."""
        if isinstance(message, messages.Rematch):
            await self.rematch(table, sender.person_id, origin)
            async with self.locked(table) as live:
                return live.table.number_for(live.table.seats_of(sender.person_id))
        command = partial(_dispatch, message, sender)
        expected_number = message.number if isinstance(message, messages.Play) else None
        return await self.run(table, command, expected_number, origin, sender.person_id)

    async def wake(self, table: str) -> None:
        """Ask a bot, if it is a bot's turn."""
        async with self.locked(table) as live:
            self.bots.ask(live)

    async def rematch(self, table: str, person_id: str, origin: object = None) -> str:
        """Open the table of a rematch, and start the game if no player has to join; return its id.

        The id follows from that of the old table, so two concurrent requests, or a request that
        is repeated after a crash, open the same table.
        """
        address = self.owners.of(person_id).address
        if not (self._rematches.take(person_id) and self._rematches_from.take(address)):
            raise Refused("too-quick", "too many rematches; wait a moment before the next one")
        other = next_id(table)
        async with self.locked(table) as live:
            commands.rematch(live.table, person_id, other, now())
            events = commands.next_table(live.table, now())
        again = Table.fold(events)
        is_complete = not again.others(person_id) and not any(seat.is_free for seat in again.seats)
        if is_complete:
            events += commands.start(again, person_id, secrets.token_bytes(32), now())
        with suppress(NumberTaken):
            await self.open(events, other)
        await self.run(
            table, lambda table, at: commands.rematch(table, person_id, other, at), origin=origin
        )
        if is_complete:
            await self.wake(other)
        return other

    # Loading and appending

    async def _load(self, live: LiveTable) -> None:
        """Load a table from the store, and notify its watchers of new events."""
        try:
            events = await self._store.read(live.id)
        except BaseException:
            self._drop_if_idle(live)
            raise
        if not events:
            self._drop_if_idle(live)
            raise NoSuchTable(f"there is no table {live.id}")
        try:
            live.table = fold_stored(live.id, events)
        except UnreadableTable:
            self._close_unreadable(live)
            raise
        live.views = ViewBuilder(live.table)
        live.is_current = True
        if live.notified_number > live.table.number:  # the database was restored from a backup
            for watcher in list(live.watchers):
                watcher.disconnect()
        if live.notified_number < 0 or live.notified_number > live.table.number:
            live.notified_number = live.table.number
        self._notify_watchers(live, None)

    def _close_unreadable(self, live: LiveTable) -> None:
        """Refuse a table that this version cannot read, until the process is restarted."""
        self._unreadable.add(live.id)
        live.is_current = False
        self._live_tables.pop(live.id, None)
        for watcher in list(live.watchers):
            watcher.disconnect()

    def _drop_if_idle(self, live: LiveTable) -> None:
        if not live.watchers and self._live_tables.get(live.id) is live:
            del self._live_tables[live.id]

    async def _append(self, live: LiveTable, events: Sequence[Event], origin: object) -> bool:
        """Append events and notify the watchers; False if another process was faster."""
        table, at = live.table, live.table.number + 1
        live.is_current = False  # until the events are durable
        applied = [table.apply(event) for event in events]
        written = [encode(event) for event in events]
        started = monotonic()
        try:
            await self._store.append(live.id, at, written, summary_of(table), _people_in(events))
        except (NumberTaken, NumberGap):
            self.presence.notice_other_process()
            await self._load(live)
            return False
        public = [news for news in applied if news.only_for is None]
        if public:  # metrics must not reveal secret events
            metrics.APPEND_SECONDS.observe(monotonic() - started)
        for news in public:
            metrics.events_appended(_tag(news.event)).inc()
        live.is_current = True
        self._notify_watchers(live, origin)
        self.bots.ask(live)
        self._broker.publish(live.id, table.number)
        return True

    def _notify_watchers(self, live: LiveTable, origin: object) -> None:
        """Send each watcher the events it has not seen."""
        table = live.table
        if live.notified_number < table.number:
            news = [news for news in table.news if news.number > live.notified_number]
            live.notified_number = table.number
            self.bots.hints.drop_outdated(live)
            for watcher in list(live.watchers):
                try:
                    watcher.notify(live, news, origin)
                except Exception:  # the events are durable; notify the others
                    log.exception("could not notify a watcher", extra={"table": live.id})
                    live.watchers.discard(watcher)
                    watcher.disconnect()
            # A seat may have been taken or left; decisions do neither.
            if any(not isinstance(item.event, DecisionMade) for item in news):
                self.presence.update(live)
            for item in news:
                if isinstance(item.event, ClockResumed):
                    self.silence.forget(live, item.event.seat)
            self.silence.check(live)

    async def _catch_up(self, id_: str, number: int) -> None:
        """Load what another process has appended."""
        live = self._live_tables.get(id_)
        if live is None:
            return
        async with live.lock:
            if self._live_tables.get(id_) is not live:
                return  # it was evicted while we waited
            if not live.is_current:
                await self._load(live)
            if live.table.number < number:
                await self._load_newer(live)

    async def _load_newer(self, live: LiveTable) -> None:
        """Apply what another process has appended, and notify the watchers."""
        events = await self._store.read(live.id, live.table.number)
        if not events:
            return
        self.presence.notice_other_process()
        live.is_current = False  # if it fails half-way, the table is loaded again
        try:
            apply_stored(live.id, live.table, events)
        except UnreadableTable:
            self._close_unreadable(live)
            raise
        live.is_current = True
        self._notify_watchers(live, None)
        if not live.table.awaited():  # its only watchers may be here
            self.bots.ask(live)

    def _on_event(self, table: str, number: int) -> None:
        if table in self._live_tables:
            self.spawn(self._ignoring_refusals(self._catch_up(table, number)))

    # Sweeps

    async def _sweep_forever(self) -> None:
        while True:
            try:
                await self._sweep()
            except Unavailable as error:
                log.warning("the store is unavailable", extra={"why": str(error)})
            except Exception:  # the next sweep may succeed
                log.exception("the table sweep failed")
            await asyncio.sleep(SWEEP_INTERVAL_S)

    async def _sweep(self) -> None:
        moment = now()
        # After a start no bot can be thinking yet.
        bot_timeout_ms = BOT_REQUEST_TIMEOUT_MS if self._has_swept else 0
        away = await self._outages.report_alive()
        if self._outages.is_pending:
            await self._record_outage(away)
        self.silence.check_all()
        limit = MAX_TABLES_PER_SWEEP + len(self._unreadable)
        for table in self._readable(await self._store.due(moment, limit)):
            self._expire_clock(table)
        for table in self._readable(await self._store.awaiting_bot(moment - bot_timeout_ms, limit)):
            live = self._live_tables.get(table)
            if live is None or not live.is_loaded or not rests(live):
                self.spawn(self._ignoring_refusals(self.wake(table)))
        self._has_swept = True
        if self._live_tables:
            for table, number in await self._store.changed(
                self._last_sweep - NOTIFICATION_LOOKBACK_MS
            ):
                live = self._live_tables.get(table)
                if live is not None and live.notified_number < number and not live.lock.locked():
                    self.spawn(self._ignoring_refusals(self._catch_up(table, number)))
        self._last_sweep = moment
        self._evict_idle_tables()

    def _readable(self, tables: Sequence[str]) -> list[str]:
        return [table for table in tables if table not in self._unreadable]

    def _expire_clock(self, table: str) -> None:
        """Expire a player's clock, if it is time."""
        self._run_later(table, self.silence.expire_clock(table, self._expire_clock_later))

    def _expire_clock_later(self, seconds: float, table: str) -> None:
        asyncio.get_running_loop().call_later(seconds, self._expire_clock, table)

    async def _record_outage(self, tables: Sequence[str]) -> None:
        """Append the event for an outage to all tables with running clocks; raises `Unavailable`.

        A table that cannot be read does not stop the others.
        """
        for first in range(0, len(tables), OUTAGE_BATCH_SIZE):
            some = tables[first : first + OUTAGE_BATCH_SIZE]
            visits = (self._load_once(table) for table in some)
            for outcome in await asyncio.gather(*visits, return_exceptions=True):
                if isinstance(outcome, Unavailable):
                    raise outcome
            self._outages.note_running()
        self._outages.finish()

    async def _load_once(self, table: str) -> None:
        async with self.locked(table) as live:
            pass  # `locked` appends the event
        if live.bot_task is None and not live.lock.locked():
            self._drop_if_idle(live)

    async def _append_outage(self, live: LiveTable) -> None:
        """Append the event for an outage, if one is missing."""
        self._outages.check()
        while events := self._outages.missing_events(live.table):
            await self._append(live, events, None)

    def _run_later(self, table: str, command: CommandFunction) -> None:
        """Run a command at a table in the background."""
        self.spawn(self._ignoring_refusals(self.run(table, command)))

    def _evict_idle_tables(self) -> None:
        """Remove tables from memory that have no watchers and no thinking bot."""
        before = monotonic() - IDLE_TABLE_S
        for live in list(self._live_tables.values()):
            idle = live.used_at < before and not live.watchers and live.bot_task is None
            if idle and not live.lock.locked():
                del self._live_tables[live.id]
        metrics.LIVE_TABLES.set(len(self._live_tables))
        metrics.BOT_QUESTIONS_WAITING.set(self.bots.waiting)

    async def _ignoring_refusals(self, work: Awaitable[object]) -> None:
        """Run background work that may be outdated, or fail while the store is unavailable."""
        try:
            await work
        except (Refused, Stale, NoSuchTable, TableBusy, Unavailable) as error:
            log.debug("not needed", extra={"why": str(error)})

    def spawn(self, work: Coroutine[object, None, None]) -> "asyncio.Task[None]":
        """Run a task in the background; it is cancelled when the service closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _dispatch(message: messages.TableCommand, sender: Sender, table: Table, at: int) -> list[Event]:
    seed = secrets.token_bytes(32) if isinstance(message, messages.Start) else b""
    return dispatch(table, message, sender, seed, at)


def _tag(event: Event) -> str:
    return str(event.__struct_config__.tag)


def summary_of(table: Table) -> Summary:
    """What the store keeps of a table for lists and sweeps."""
    actor = table.actor()
    return Summary(
        phase=table.phase,
        listed=table.settings.listed,
        changed=table.changed,
        due=table.deadline(),
        awaits_bot=actor is not None and actor.kind != "person" and bool(table.awaited()),
        brief=to_stored(table),
    )


def _people_in(events: Sequence[Event]) -> list[str]:
    return [event.person_id for event in events if isinstance(event, SeatTaken)] + [
        event.by for event in events if isinstance(event, TableOpened) and event.by
    ]
