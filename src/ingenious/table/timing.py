"""The clocks of a table: who has how much time left, and when a clock is paused.

A clock is paused while the server is away, and for a limited time while the connection of the seat
that has to decide is silent. All times are milliseconds and come from events, so every process
computes the same deadline.
"""

from dataclasses import dataclass

from .settings import LONGEST_SILENCE, MOST_SILENCE, SHORTEST_SILENCE, Clock


@dataclass(frozen=True, slots=True)
class Pause:
    """The clock of a seat is paused from `since`, and runs again at `until` if nothing is heard."""

    seat: int
    since: int
    until: int

    def length(self, at: int) -> int:
        """How long the clock has been paused by then."""
        return max(0, min(at, self.until) - self.since)


class Timing:
    """The time of all seats in the game that is played."""

    def __init__(self, clock: Clock, at: int) -> None:
        self._clock = clock
        self.since = at  # when the decision that is awaited was asked for
        self.paused: Pause | None = None
        self._stood = 0  # how long the clock was paused in this decision before the present pause
        self._counted = at  # up to here it is settled when the clock was paused
        self._spent = 0  # how long the pause lasted before an outage interrupted it
        self._silence: list[int] = []  # what each seat has used of its allowance in this game
        self._used_up: dict[int, int] = {}  # for each seat, the last pause that lasted to its end
        self._left: list[int] = []  # what each seat has left on a total clock
        self._lefts: list[list[int]] = []  # the same before each decision of the game

    def start(self, seats: int) -> None:
        """A game begins."""
        self._silence = [0] * seats
        self._used_up = {}
        self._left = [round(1000 * self._clock.seconds)] * seats
        self._lefts = []

    def ask(self, at: int) -> None:
        """A decision is asked for."""
        self.since = self._counted = at
        self._stood = 0

    def used(self, at: int) -> int:
        """How much time the decision has cost by then."""
        pause = 0 if self.paused is None else self.paused.length(at)
        return max(0, at - self.since - self._stood - pause)

    def deadline(self, seat: int) -> int:
        """When the time of the seat that has to decide runs out; includes the whole of a pause."""
        pause = 0 if self.paused is None else self.paused.until - self.paused.since
        is_total = self._clock.kind == "total"
        allowed = self._left[seat] if is_total else round(1000 * self._clock.seconds)
        return self.since + allowed + self._stood + pause

    @property
    def left(self) -> list[int]:
        """What each seat had left when the decision was asked for."""
        return list(self._left)

    # What happens to them

    def decide(self, seat: int, at: int, *, by_person: bool) -> None:
        """A seat has decided; on a total clock a person pays for it."""
        if self._clock.kind != "total":
            return
        self._lefts.append(self._left.copy())
        if by_person:
            self._left[seat] += round(1000 * self._clock.increment) - self.used(at)

    def hold(self) -> None:
        """A seat has decided, and its next decision belongs to the same time."""
        if self._clock.kind == "total":
            self._lefts.append(self._left.copy())

    def drop_held(self) -> None:
        """A decision that was held is taken back; the clock runs on."""
        if self._clock.kind == "total":
            self._lefts.pop()

    def pay(self, seat: int, at: int) -> None:
        """Take the time of an unfinished decision off a total clock."""
        if self._clock.kind == "total":
            self._left[seat] -= self.used(at)

    def go_back(self, decisions: int) -> None:
        """Give everyone the time they had before a decision; used allowances stay used."""
        if self._clock.kind == "total":
            self._left = self._lefts[decisions]
            del self._lefts[decisions:]

    def allowance(self, seat: int, heard: int) -> int:
        """How long the clock of a seat may be paused if its player was last heard at this time.

        A silence that has used up its time has no more of it, also not when the next turn comes.
        """
        if heard <= self._used_up.get(seat, heard - 1):
            return 0
        return self._allowance(seat)

    def _allowance(self, seat: int) -> int:
        return max(0, min(LONGEST_SILENCE, MOST_SILENCE - self._silence[seat]))

    def pause_from(self, heard: int) -> int:
        """From when the clock is paused if the player was last heard from at this time."""
        return max(heard, self._counted)

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
            self._stood += length
            self._counted = max(self._counted, pause.since + length)
            # A shorter one counts as a second, or a connection could come and go forever.
            spent = max(self._spent + length, SHORTEST_SILENCE)
            self._silence[pause.seat] = min(MOST_SILENCE, self._silence[pause.seat] + spent)
            self._spent = 0

    def forgive(self, since: int, until: int) -> None:
        """The server was away: that time counts for nobody, and uses up no allowance."""
        start = max(since, self._counted)
        if until <= start:
            return
        pause = self.paused
        self._counted = until
        self._stood += until - start
        if pause is not None and until > pause.since:
            spent = pause.length(start)
            self._stood += spent
            self._spent += spent
            rest = max(0, pause.until - max(start, pause.since))
            self.paused = Pause(pause.seat, until, until + rest)
