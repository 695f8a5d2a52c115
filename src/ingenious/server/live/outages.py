"""Outages: times when games stood still, because no process ran or the store was unavailable.

While clocks run, the processes write about once a second to the store that they are alive. A
process that starts reads there since when none was. A process that was stopped, or could not
use the store, finds that its own last check was too long ago. Either way each table with a running
clock gets an event that says which time does not count, before anyone's time can be declared over.
"""

from ...store import Store
from ...table import Event, Table, commands
from ...table.events import ClockPaused
from ..clock import CLOCK, now

MAX_CHECK_GAP_MS = 3000
"""Between two checks of the store; a longer gap is an outage."""

ALIVE_WITHIN_MS = 2000
"""If the last stamp is younger than this, another process is alive."""

MAX_CLOCK_DIFFERENCE_MS = 500
"""By this much the time of other processes may differ."""

NEVER = 2**62
"""A time after all deadlines."""


class Outages:
    """Notices outages, and finds the events that a table needs because of them."""

    def __init__(self, store: Store, is_alone: bool) -> None:
        self._store = store
        self._is_alone = is_alone
        self._last_check = now()  # when the store was last used, and this process ran
        self._since = self._until = 0  # of the last outage
        self._is_start = False  # whether it ended with the start of this process
        self.is_pending = False  # whether there may be tables without an event for it

    async def start(self) -> None:
        """Find out since when no process served the tables; raises `Unavailable`."""
        stamp = await self._store.read_alive()
        is_fresh = stamp.at is not None and stamp.age is not None and stamp.age < ALIVE_WITHIN_MS
        if is_fresh and not self._is_alone:
            assert stamp.at is not None
            assert stamp.age is not None
            CLOCK.set(stamp.at + stamp.age)  # others serve them; use their time
        else:
            CLOCK.set(max(now(), stamp.at or 0, stamp.changed))
            self._since, self._until = stamp.at or 0, now()
            self._is_start = self.is_pending = True
        self._last_check = now()

    def check(self) -> None:
        """Note an outage if this process was stalled, or could not use the store."""
        moment = now()
        if moment - self._last_check > MAX_CHECK_GAP_MS:
            if not self.is_pending:
                self._since, self._is_start = self._last_check, False
            self._until = moment
            self.is_pending = True

    def missing_events(self, table: Table) -> list[Event]:
        """The events for the last outage, at a table that does not have them yet."""
        if not self.is_pending or table.changed >= self._until:
            return []
        events = commands.record_outage(table, self._since, self._until)
        if events and self._is_start and table.turn is not None and table.paused is None:
            # Clients have not had time to reconnect.
            seat, until = table.turn.seat, self._until
            if table.timing.allowance(seat, until):
                events.append(ClockPaused(until, seat, until))
        return events

    async def report_alive(self) -> list[str]:
        """The store works: write that we are alive, if clocks run.

        Returns the tables that need an event for an outage; call `finish` once they have it.
        Until then no stamp is written, so nothing is lost if this process ends first. Raises
        `Unavailable`.
        """
        self.check()
        moment = now()
        if self.is_pending:
            tables = await self._store.due(NEVER, NEVER)
            self._last_check = moment
            return tables
        if not self._is_alone:
            stamp = await self._store.read_alive()
            if stamp.at is not None and stamp.age is not None:
                ahead = stamp.at + stamp.age - now()
                if ahead > MAX_CLOCK_DIFFERENCE_MS and stamp.age < ALIVE_WITHIN_MS:
                    CLOCK.set(now() + ahead)
                    moment = now()
            await self._store.write_alive(moment)
        elif await self._store.due(NEVER, 1):
            await self._store.write_alive(moment)
        self._last_check = moment
        return []

    def note_running(self) -> None:
        """This process runs and the store can be used."""
        self._last_check = now()

    def finish(self) -> None:
        """All tables have the event for the last outage."""
        self.is_pending = False
