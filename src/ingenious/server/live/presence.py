"""Which people at a table are connected to it.

Presence is transient: it is not an event and is never stored. Each process reports the seats
connected to it regularly, and immediately when a player connects or disconnects. A seat that no
process has reported for a while is absent, so nothing has to be cleaned up after a process that was
killed. That time starts when the client was last heard from, not when a silent connection is
closed.
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
"""Reports that each process sends within `away_after_s`, because some may be lost."""

FRESH_S = PING_AFTER_S + 1.0
"""A connection that was silent for longer is no longer reported to other processes."""

MAX_REPORT_GAP = 0.5
"""The fraction of `away_after_s` after which a process that receives no reports knows nothing.

It must stop reporting absences before people connected to other processes seem to be absent.
"""

TABLES_PER_STEP = 500
"""How many tables are checked before yielding to other tasks: a few milliseconds of work."""


class PresenceTracker:
    """Tracks who is connected, at all tables of this process, and notifies the watchers."""

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
        self._is_alone = is_alone  # no other process serves these tables
        self._last_heard = -away_after_s  # when any report, even our own, was last received
        self._heard_since = -away_after_s  # since when reports have arrived without a gap

    @property
    def is_alone(self) -> bool:
        """Whether no other process is known to serve the same tables."""
        return self._is_alone

    @property
    def report_timeout_s(self) -> float:
        """Seconds after which a person not reported by any process counts as disconnected."""
        return 2 * self._away_after_s / REPORTS_PER_TIMEOUT

    def on_connect(self, live: LiveTable, person_id: str) -> None:
        """Report that a person has connected."""
        self._note_heard(live, person_id, monotonic())

    def on_disconnect(self, live: LiveTable, person_id: str, heard: float) -> None:
        """A connection of a person was closed; it was last heard from at that moment."""
        self._note_heard(live, person_id, heard)

    def _note_heard(self, live: LiveTable, person_id: str, heard: float) -> None:
        seats = live.table.held_by(person_id) if person_id else []
        if seats:
            live.last_heard[person_id] = max(heard, live.last_heard.get(person_id, 0.0))
        self._update_absent(live, _connected_seats(live), dict.fromkeys(seats, heard))
        if seats and monotonic() - heard < FRESH_S:
            self._broker.report_presence({live.id: seats})

    def on_report(self, report: PresenceReport) -> None:
        """Receive the report of a process; our own reports come back too."""
        moment = monotonic()
        if self._may_have_missed_reports(moment):
            self._heard_since = moment  # reports were missed, so restart everyone's timeout
        self._last_heard = moment
        for table, seats in report.items():
            live = self._live_tables.get(table)
            if live is not None and live.is_loaded:
                for number in seats:
                    if number < len(live.table.seats) and (
                        person_id := live.table.seats[number].person_id
                    ):
                        live.last_reported[person_id] = moment
                self.update(live, seats)

    async def watch(self) -> None:
        """Report connections and find absent people, forever."""
        while True:
            live_tables = list(self._live_tables.values())
            for first in range(0, max(1, len(live_tables)), TABLES_PER_STEP):
                try:
                    self._report_and_update(live_tables[first : first + TABLES_PER_STEP])
                except Exception:  # the next check may succeed
                    log.exception("the presence check failed")
                await asyncio.sleep(0)
            await asyncio.sleep(self._away_after_s / REPORTS_PER_TIMEOUT)

    def _report_and_update(self, some: Sequence[LiveTable]) -> None:
        # Without the locks of the tables: a seat that is being taken may count a moment too early,
        # which is harmless.
        live_tables = [live for live in some if live.is_loaded]
        connected = {live.id: _connected_seats(live) for live in live_tables}
        fresh = monotonic() - FRESH_S
        report = {
            table: [seat for seat, heard in seats.items() if heard > fresh]
            for table, seats in connected.items()
        }
        self._broker.report_presence({table: seats for table, seats in report.items() if seats})
        for live in live_tables:
            self._update_absent(live, connected[live.id])

    def notice_other_process(self) -> None:
        """Another process serves the same tables, so this one is not alone."""
        if self._is_alone:
            log.info(
                "another process serves these tables; without a broker no player is shown as away"
            )
            self._is_alone = False

    def update(self, live: LiveTable, seats: Sequence[int] = ()) -> None:
        """Update who is absent, and notify watchers; these seats are connected elsewhere."""
        self._update_absent(live, _connected_seats(live), dict.fromkeys(seats, monotonic()))

    def _update_absent(
        self,
        live: LiveTable,
        connected: Mapping[int, float],
        report: Mapping[int, float] | None = None,
    ) -> None:
        """Find out who is absent, from the connections here and the reports of other processes."""
        moment = monotonic()
        heard = {**connected}
        for seat, reported in (report or {}).items():
            heard[seat] = max(reported, heard.get(seat, reported))
        # Without reports, even our own, nothing is known about other processes.
        is_known = self._is_alone or not self._may_have_missed_reports(moment)
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

    def _may_have_missed_reports(self, moment: float) -> bool:
        """Whether the last report is so old that some may have been missed."""
        return moment - self._last_heard >= self._away_after_s * MAX_REPORT_GAP


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
