"""The clocks of a table: who has how much time left, and when a clock is paused.

A clock is paused while the server is away, and for a limited time while the connection of the seat
that has to decide is silent. All times are milliseconds and come from events, so every process
computes the same deadline.
"""

from dataclasses import dataclass

from .settings import MAX_PAUSE_MS, MAX_PAUSED_PER_GAME_MS, MIN_PAUSE_MS, Clock


@dataclass(frozen=True, slots=True)
class Pause:
    """The clock of a seat is paused from `since`, at most until `until`."""

    seat: int
    since: int
    until: int

    def length(self, at: int) -> int:
        """How long the clock has been paused at a given time."""
        return max(0, min(at, self.until) - self.since)


class Timing:
    """The clocks of all seats in the current game."""

    def __init__(self, clock: Clock, at: int) -> None:
        self._clock = clock
        self.since = at  # when the current turn began
        self.paused: Pause | None = None
        self._paused_ms = 0  # pauses of this turn, without the current one
        self._settled_until = at  # no pause may begin before this time
        self._spent_ms = 0  # of the current pause, before an outage interrupted it
        self._paused_per_seat_ms: list[int] = []  # allowance used in this game
        self._used_up: dict[int, int] = {}  # for each seat, the last pause that reached its limit
        self._left_ms: list[int] = []  # on a total clock, per seat
        self._left_before: list[list[int]] = []  # before each decision of the game

    def start(self, seats: int) -> None:
        """Set the clocks for a new game."""
        self._paused_per_seat_ms = [0] * seats
        self._used_up = {}
        self._left_ms = [round(1000 * self._clock.seconds)] * seats
        self._left_before = []

    def begin_turn(self, at: int) -> None:
        """Begin a turn."""
        self.since = self._settled_until = at
        self._paused_ms = 0

    def used(self, at: int) -> int:
        """How much time the turn has used at a given time."""
        pause = 0 if self.paused is None else self.paused.length(at)
        return max(0, at - self.since - self._paused_ms - pause)

    def deadline(self, seat: int) -> int:
        """When the clock of the acting seat expires, counting the whole current pause."""
        pause = 0 if self.paused is None else self.paused.until - self.paused.since
        is_total = self._clock.kind == "total"
        allowed = self._left_ms[seat] if is_total else round(1000 * self._clock.seconds)
        return self.since + allowed + self._paused_ms + pause

    @property
    def left(self) -> list[int]:
        """What each seat had left when the turn began."""
        return list(self._left_ms)

    # Changes

    def decide(self, seat: int, at: int, *, by_person: bool) -> None:
        """A seat has decided; charge a person's total clock."""
        if self._clock.kind != "total":
            return
        self._left_before.append(self._left_ms.copy())
        if by_person:
            self._left_ms[seat] += round(1000 * self._clock.increment) - self.used(at)

    def hold(self) -> None:
        """A seat has made a held decision; its turn continues."""
        if self._clock.kind == "total":
            self._left_before.append(self._left_ms.copy())

    def drop_held(self) -> None:
        """A held decision is taken back; the turn continues."""
        if self._clock.kind == "total":
            self._left_before.pop()

    def charge(self, seat: int, at: int) -> None:
        """Charge a total clock for an unfinished turn."""
        if self._clock.kind == "total":
            self._left_ms[seat] -= self.used(at)

    def go_back(self, decisions: int) -> None:
        """Restore the time left before a decision; used allowances stay used."""
        if self._clock.kind == "total":
            self._left_ms = self._left_before[decisions]
            del self._left_before[decisions:]

    def allowance(self, seat: int, heard: int) -> int:
        """How long the clock of a seat may be paused if its player was last heard at this time.

        A silence that has reached its limit gets no further pause, even in the next turn.
        """
        if heard <= self._used_up.get(seat, heard - 1):
            return 0
        return self._allowance(seat)

    def _allowance(self, seat: int) -> int:
        return max(0, min(MAX_PAUSE_MS, MAX_PAUSED_PER_GAME_MS - self._paused_per_seat_ms[seat]))

    def pause_from(self, heard: int) -> int:
        """The start of a pause if the player was last heard from at this time."""
        return max(heard, self._settled_until)

    def pause(self, seat: int, since: int) -> None:
        """Pause the clock of the seat that has to decide."""
        self.resume(since)
        start = self.pause_from(since)
        self.paused = Pause(seat, start, start + self._allowance(seat))

    def resume(self, at: int) -> None:
        """Resume the clock, if it is paused."""
        pause, self.paused = self.paused, None
        if pause is not None:
            length = pause.length(at)
            if at >= pause.until:
                self._used_up[pause.seat] = pause.since
            self._paused_ms += length
            self._settled_until = max(self._settled_until, pause.since + length)
            # Otherwise many short pauses would be free.
            spent = max(self._spent_ms + length, MIN_PAUSE_MS)
            self._paused_per_seat_ms[pause.seat] = min(
                MAX_PAUSED_PER_GAME_MS, self._paused_per_seat_ms[pause.seat] + spent
            )
            self._spent_ms = 0

    def exclude_outage(self, since: int, until: int) -> None:
        """Exclude an outage of the server; it uses up no allowance."""
        start = max(since, self._settled_until)
        if until <= start:
            return
        pause = self.paused
        self._settled_until = until
        self._paused_ms += until - start
        if pause is not None and until > pause.since:
            spent = pause.length(start)
            self._paused_ms += spent
            self._spent_ms += spent
            rest = max(0, pause.until - max(start, pause.since))
            self.paused = Pause(pause.seat, until, until + rest)
