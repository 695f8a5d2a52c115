"""Pauses the clock of a player whose connection is silent, and resumes it.

Only the process that had the connection knows when it was last heard from, and only a process that
has one resumes the clock. Both are events, so all processes compute the same time. A player's time
expires only when it is certain that they could have played until then.
"""

from collections.abc import Callable, Mapping
from time import monotonic

from ...table import Event, Table, commands
from ...table.events import ClockResumed
from ...table.settings import MAX_PAUSE_MS
from ..clock import CLOCK
from ..http.heartbeat import DEAD_AFTER_S
from .live_table import CommandFunction, LiveTable, Watcher
from .presence import FRESH_S, PresenceTracker

OTHER_PROCESS_WAIT_MS = 6000
"""How long to wait for another process, which may know more, to expire a clock."""

MAX_PING_WAIT_MS = 10_000
"""A clock expires after this, even if an open connection has not answered a ping."""

RECHECK_DELAY_S = 0.3
"""When to check again whether a connection has answered a ping."""

MIN_SILENCE_MS = 500
"""A shorter silence is not recorded, and uses up no allowance."""

RunCommand = Callable[[str, CommandFunction], None]
"""Runs a command at a table soon."""


class Silence:
    """Watches the connections of players whose clocks run."""

    def __init__(
        self, live_tables: Mapping[str, LiveTable], presence: PresenceTracker, run: RunCommand
    ) -> None:
        self._live_tables = live_tables
        self._presence = presence
        self._run = run
        self._started = monotonic()
        self.is_stopping = False  # connections that the server closes itself are not silent

    def check(self, live: LiveTable) -> None:
        """Pause or resume a clock, as the connections require."""
        if self.is_stopping or not live.is_loaded or live.table.settings.clock.kind == "none":
            return
        table, turn, paused = live.table, live.table.turn, live.table.paused
        if turn is None or table.deadline() is None:
            return
        seat = turn.seat
        person_id = table.seats[seat].person_id or ""
        if paused is not None:
            if _is_connected(live, person_id):
                self._run(live.id, lambda table, at: commands.resume_clock(table, seat, at))
            return
        heard = self._silent_since(live, person_id)
        if heard is not None and table.timing.allowance(seat, heard):
            self._run(live.id, lambda table, at: commands.pause_clock(table, seat, heard, at))

    def on_return(self, live: LiveTable, watcher: Watcher, before: float = 0.0) -> None:
        """A player is heard from again, whose connections were silent but not closed.

        `before` is when this connection was last heard from, or 0 for a new one. The silence does
        not count. This is called before the client's new messages are handled.
        """
        person_id, turn = watcher.person_id, live.table.turn
        if not person_id or turn is None or turn.seat not in live.table.held_by(person_id):
            return
        own = [other.last_heard for other in live.watchers_of(person_id) if other is not watcher]
        seat, last = turn.seat, max([before, *own])
        if not last or (own and monotonic() - max(own) < FRESH_S):
            return

        def command(table: Table, at: int) -> list[Event]:
            heard = table.timing.pause_from(CLOCK.at(last))
            paused = commands.pause_clock(table, seat, heard, at)
            is_short = at - heard < MIN_SILENCE_MS
            return [] if is_short or not paused else [*paused, ClockResumed(at, seat)]

        self._run(live.id, command)

    def check_all(self) -> None:
        """Check all tables in memory."""
        for live in list(self._live_tables.values()):
            self.check(live)

    def expire_clock(self, id_: str, again: Callable[[float, str], None]) -> CommandFunction:
        """The command that expires a player's clock, once they could have played until then."""

        def command(table: Table, at: int) -> list[Event]:
            deadline, turn, live = table.deadline(), table.turn, self._live_tables.get(id_)
            if deadline is None or at <= deadline or turn is None or live is None:
                return []
            person_id = table.seats[turn.seat].person_id or ""
            if _is_connected(live, person_id):
                if at <= deadline + MAX_PING_WAIT_MS and not _answered_after(
                    live, person_id, deadline
                ):
                    again(RECHECK_DELAY_S, id_)
                    return []
                return commands.tick(table, at)
            heard = self._silent_since(live, person_id)
            if heard is not None and (events := commands.pause_clock(table, turn.seat, heard, at)):
                return events
            if not self._presence.is_alone and at < deadline + OTHER_PROCESS_WAIT_MS:
                return []
            return commands.tick(table, at)

        return command

    def _silent_since(self, live: LiveTable, person_id: str) -> int | None:
        """When the last connection of a person was last heard from, if none is left."""
        heard, reported, moment = (
            live.last_heard.get(person_id),
            live.last_reported.get(person_id),
            monotonic(),
        )
        if _is_connected(live, person_id) or (
            reported is not None and moment - reported < self._presence.report_timeout_s
        ):
            return None
        if reported is not None and (heard is None or reported > heard + FRESH_S + DEAD_AFTER_S):
            heard = reported  # later connected to another process
        if heard is None:
            return self._start_of(live.table)
        return CLOCK.at(heard)

    def _start_of(self, table: Table) -> int | None:
        """When this process started, if that may have closed the connection of a person.

        After a start everyone has time to reconnect.
        """
        started = CLOCK.at(self._started)
        is_new = monotonic() - self._started < MAX_PAUSE_MS / 1000
        is_cut = is_new and self._presence.is_alone and table.began < started
        return started if is_cut else None

    def forget(self, live: LiveTable, seat: int) -> None:
        """Forget the silence of a seat, if another process has ended it."""
        person_id = live.table.seats[seat].person_id or ""
        if not _is_connected(live, person_id):
            live.last_heard.pop(person_id, None)


def _is_connected(live: LiveTable, person_id: str) -> bool:
    """Whether a person has an open connection at this process."""
    return bool(live.watchers_of(person_id))


def _answered_after(live: LiveTable, person_id: str, time: int) -> bool:
    """Whether a connection was heard from after that time; if not, it is pinged."""
    own = live.watchers_of(person_id)
    if any(CLOCK.at(watcher.last_heard) >= time for watcher in own):
        return True
    for watcher in own:
        watcher.ping()
    return False
