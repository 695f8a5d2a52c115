"""Which people at a table are connected to it.

Presence is only what is known at this moment: it is no event and is never stored. Each process
reports the seats that have a connection to it, regularly, and at once when a player connects or
disconnects. A seat that no process has reported for a while is absent, so nothing has to be cleaned
up after a process that was killed. That time starts when the client was last heard from, not when
a silent connection is closed.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from time import monotonic

from ...store import Broker, PresenceReport
from ..http.heartbeat import PING_AFTER_S
from .live_table import LiveTable

log = logging.getLogger(__name__)

REPORTS_PER_TIMEOUT = 5
"""So often in the time of grace each process says whom it has a line of: some may be lost."""

FRESH_S = PING_AFTER_S + 1.0
"""Seconds: a connection that was silent for longer is no longer reported to other processes."""

DEAF_AFTER = 0.5
"""The part of the grace after which a process that hears nobody knows nothing of the others.

Their last words are older than its own by up to a beat, and it must fall silent before the first of
their people seems to be gone.
"""

TABLES_PER_STEP = 500
"""How many tables are checked before other tasks may run: a few milliseconds of work."""


class PresenceTracker:
    """Sees to it that everybody knows who is there, at all tables of this process."""

    def __init__(
        self,
        live_tables: Mapping[str, LiveTable],
        broker: Broker,
        away_after_s: float,
        is_alone: bool,
    ) -> None:
        self._live_tables = live_tables
        self._broker = broker
        self._away_after_s = away_after_s
        self._is_alone = is_alone  # there is no other process that could have a line of somebody
        self._last_heard = (
            -away_after_s
        )  # when anybody, be it ourselves, was last heard by the broker
        self._heard_since = -away_after_s  # since when somebody was heard all the time

    @property
    def is_alone(self) -> bool:
        """Whether no other process is known to serve the same tables."""
        return self._is_alone

    @property
    def fresh(self) -> float:
        """Seconds after which a person whom no process has reported is connected nowhere."""
        return 2 * self._away_after_s / REPORTS_PER_TIMEOUT

    def sign(self, live: LiveTable, person_id: str) -> None:
        """Report that a person has connected."""
        self.leave(live, person_id, monotonic())

    def leave(self, live: LiveTable, person_id: str, heard: float) -> None:
        """A connection of a person was closed; it was last heard from at that moment."""
        seats = live.table.held_by(person_id) if person_id else []
        if seats:
            live.last_heard[person_id] = max(heard, live.last_heard.get(person_id, 0.0))
        self._update(live, _connected_seats(live), dict.fromkeys(seats, heard))
        if seats and monotonic() - heard < FRESH_S:
            self._broker.report_presence({live.id: seats})

    def hear(self, report: PresenceReport) -> None:
        """What a process has said of its lines; our own words come back to us, too."""
        moment = monotonic()
        if self._hears_nobody(moment):
            self._heard_since = (
                moment  # who came meanwhile was not heard, so all have the grace anew
            )
        self._last_heard = moment
        for table, seats in report.items():
            live = self._live_tables.get(table)
            if live is not None and live.is_loaded:
                for number in seats:
                    if number < len(live.table.seats) and (
                        person_id := live.table.seats[number].person_id
                    ):
                        live.last_reported[person_id] = moment
                self.see(live, seats)

    async def watch(self) -> None:
        """Say again and again who is here, and notice who is nowhere."""
        while True:
            live_tables = list(self._live_tables.values())
            for first in range(0, max(1, len(live_tables)), TABLES_PER_STEP):
                try:
                    self._report_and_update(live_tables[first : first + TABLES_PER_STEP])
                except Exception:  # the next time it may go better
                    log.exception("the presence check failed")
                await asyncio.sleep(0)
            await asyncio.sleep(self._away_after_s / REPORTS_PER_TIMEOUT)

    def _report_and_update(self, some: Sequence[LiveTable]) -> None:
        # The tables are looked at without their locks: a seat that is just being taken may count
        # a moment too early, and nothing follows from it.
        live_tables = [live for live in some if live.is_loaded]
        connected = {live.id: _connected_seats(live) for live in live_tables}
        fresh = monotonic() - FRESH_S
        report = {
            table: [seat for seat, heard in seats.items() if heard > fresh]
            for table, seats in connected.items()
        }
        self._broker.report_presence({table: seats for table, seats in report.items() if seats})
        for live in live_tables:
            self._update(live, connected[live.id])

    def notice_other_process(self) -> None:
        """Another process serves the same tables, so this one is not alone."""
        if self._is_alone:
            log.info(
                "another process serves these tables; without a broker nobody is shown as away"
            )
            self._is_alone = False

    def see(self, live: LiveTable, seats: Sequence[int] = ()) -> None:
        """Look who is absent, with somebody elsewhere on these seats; tell it if that changes."""
        self._update(live, _connected_seats(live), dict.fromkeys(seats, monotonic()))

    def _update(
        self,
        live: LiveTable,
        connected: Mapping[int, float],
        report: Mapping[int, float] | None = None,
    ) -> None:
        """Find out who is absent, from the connections here and the reports of other processes."""
        moment = monotonic()
        heard = {**connected}
        for seat, sign in (report or {}).items():
            heard[seat] = max(sign, heard.get(seat, sign))
        # Who hears nobody, not even themselves, cannot know who is at other processes.
        is_known = self._is_alone or not self._hears_nobody(moment)
        restarted = moment + self._away_after_s
        known = live.present_until if is_known else {}
        live.present_until = {
            (seat, person_id): max(
                known.get((seat, person_id), 0.0), heard[seat] + self._away_after_s
            )
            if seat in heard
            else known.get((seat, person_id), restarted)
            for seat, person_id in live.table.awaited().items()
        }
        before = live.absent
        start = self._heard_since + self._away_after_s
        absent = [
            seat
            for (seat, _), end in live.present_until.items()
            if max(end, start) < moment and seat not in connected
        ]
        live.absent = absent if is_known else None
        if live.absent != before:
            for watcher in list(live.watchers):
                watcher.notify_absent(live)

    def _hears_nobody(self, moment: float) -> bool:
        """Whether nobody was heard for so long that others may not have been heard either."""
        return moment - self._last_heard >= self._away_after_s * DEAF_AFTER


def _connected_seats(live: LiveTable) -> dict[int, float]:
    """The seats with a connection here, and when each was last heard from."""
    heard: dict[str, float] = {}
    for watcher in live.watchers:
        if not watcher.has_answered:
            continue
        heard[watcher.person_id] = max(watcher.last_heard, heard.get(watcher.person_id, 0.0))
    return {
        number: heard[seat.person_id]
        for number, seat in enumerate(live.table.seats)
        if seat.person_id and seat.person_id in heard
    }
