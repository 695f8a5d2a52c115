"""When a clock is paused: the server was away, or the player's connection is silent."""

from dataclasses import dataclass, field
from random import Random

import pytest

from ingenious.table import Clock, Settings, Table, commands, decode, encode
from ingenious.table.events import ClockExpired, ClockPaused, ClockResumed, ServerAway
from ingenious.table.timing import Pause
from testkit.tables import BOT, OPEN, TableDriver, two_players

MOVE = Clock("move", 60)
TOTAL = Clock("total", 600)


def silent(sitting: TableDriver, ago: float = 0) -> None:
    """The connection of the seat that has to decide was last heard some seconds ago."""
    seat = turn(sitting.table)
    assert seat is not None
    heard = sitting.now - round(1000 * ago)
    sitting.apply(commands.pause_clock(sitting.table, seat, heard, sitting.now))


def back(sitting: TableDriver, seat: int = 0) -> None:
    sitting.apply(commands.resume_clock(sitting.table, seat, sitting.now))


def paused(sitting: TableDriver) -> Pause | None:
    return sitting.table.paused


def turn(table: Table) -> int | None:
    return None if table.turn is None else table.turn.seat


def left(sitting: TableDriver) -> float:
    """Seconds until the time of the seat that has to decide is up."""
    deadline = sitting.table.deadline()
    assert deadline is not None
    return (deadline - sitting.now) / 1000


@pytest.mark.parametrize("clock", [MOVE, Clock("total", 60)])
def test_ten_silent_seconds_cost_nothing(clock: Clock) -> None:
    sitting = two_players(clock=clock)
    sitting.advance(20)
    sitting.advance(5)
    silent(sitting, ago=5)  # it takes a while to be noticed
    pause = paused(sitting)
    assert pause is not None
    assert (pause.seat, pause.until - pause.since) == (0, 15_000)
    assert sitting.now - pause.since == 5000
    assert left(sitting) == 60 - 20 + 15 - 5  # as if the pause were used up
    sitting.advance(5)
    back(sitting)
    assert paused(sitting) is None
    assert left(sitting) == 40


@pytest.mark.parametrize("clock", [Clock("move", 120), Clock("total", 120)])
def test_sixty_silent_seconds_cost_at_least_thirty(clock: Clock) -> None:
    sitting = two_players(clock=clock)
    silent(sitting)
    sitting.advance(60)
    back(sitting)
    assert left(sitting) == 120 - 60 + 15
    silent(sitting)
    sitting.advance(60)
    assert left(sitting) == 120 - 120 + 30
    back(sitting)
    silent(sitting)  # nothing is left for this game
    assert paused(sitting) is None
    assert left(sitting) == 30


def test_a_silence_over_several_turns_pauses_the_clock_once() -> None:
    sitting = two_players(clock=Clock("move", 10))
    heard = sitting.now
    silent(sitting)
    sitting.advance(26)
    sitting.apply(commands.tick(sitting.table, sitting.now))
    rng = Random(1)
    while turn(sitting.table) == 0:
        sitting.play(rng)  # a stand-in
    while turn(sitting.table) == 1:
        sitting.play(rng)
    assert not sitting.table.timing.allowance(0, heard)
    assert commands.pause_clock(sitting.table, 0, heard, sitting.now) == []
    silent(sitting)  # they were back in between, so this is a new silence
    assert paused(sitting) is not None


def test_a_clock_that_was_not_paused_in_time_expires() -> None:
    sitting = two_players(clock=MOVE)
    sitting.advance(61)
    silent(sitting, ago=0.5)
    assert paused(sitting) is None
    silent(sitting, ago=2)  # the connection was lost a second before
    assert paused(sitting) is not None
    assert commands.tick(sitting.table, sitting.now) == []
    sitting.advance(15)
    assert [type(event) for event in commands.tick(sitting.table, sitting.now)] == [ClockExpired]


def test_only_the_running_clock_is_paused_and_only_since_it_runs() -> None:
    sitting = two_players(clock=MOVE)
    assert commands.pause_clock(sitting.table, 1, sitting.now, sitting.now) == []
    assert commands.resume_clock(sitting.table, 0, sitting.now) == []
    sitting.play(Random(1), 30)
    while turn(sitting.table) == 0:
        sitting.play(Random(1), 1)
    sitting.advance(3)
    silent(sitting, ago=500)  # long before it was asked
    pause = paused(sitting)
    assert pause is not None
    assert pause.since == sitting.table.since
    assert two_players().table.deadline() is None
    assert commands.pause_clock(two_players().table, 0, 0, 10_000) == []  # where there is no clock
    with_bot = TableDriver(Settings(("duel",), (OPEN, BOT), start=1, clock=MOVE)).sit("ann").start()
    assert commands.pause_clock(with_bot.table, 1, 0, with_bot.now) == []


def test_pauses_make_no_decision_stale_and_a_decision_ends_them() -> None:
    sitting = two_players(clock=TOTAL)
    moved = sitting.table.moved
    sitting.advance(10)
    silent(sitting)
    sitting.advance(4)
    back(sitting)
    sitting.advance(1)
    sitting.apply(commands.record_outage(sitting.table, sitting.now - 1000, sitting.now))
    assert sitting.table.moved == moved
    silent(sitting)
    sitting.play(Random(1), 3)  # as over HTTP, without a connection
    assert paused(sitting) is None
    assert sitting.table.left() == [590_000, 600_000]


def test_leaving_or_taking_back_does_not_renew_the_allowance() -> None:
    sitting = two_players(clock=TOTAL)
    for _ in range(2):
        silent(sitting)
        sitting.advance(20)
        sitting.apply(commands.leave(sitting.table, "ann", 0, sitting.now))
        assert paused(sitting) is None
        sitting.advance(5)
        sitting.apply(commands.sit(sitting.table, "ann", "Ann", 0, sitting.now))
    assert left(sitting) == 590
    silent(sitting)
    assert paused(sitting) is None
    sitting.play(Random(1))
    sitting.apply(commands.request_takeback(sitting.table, "ann", 0, sitting.advance(1)))
    sitting.apply(commands.answer_takeback(sitting.table, "bob", True, sitting.advance(1)))
    assert left(sitting) == 590
    silent(sitting)
    assert paused(sitting) is None


def test_a_takeback_ends_a_pause_and_every_game_has_its_own_allowance() -> None:
    sitting = TableDriver(Settings(("tiles", "tiles"), (OPEN, OPEN), start=0, clock=TOTAL))
    sitting.sit("ann", "bob").start()
    rng = Random(2)
    seat = turn(sitting.table) or 0
    for _ in range(2):
        silent(sitting)
        sitting.advance(15)
        back(sitting, seat)
    assert not sitting.table.timing.allowance(seat, sitting.now)
    while sitting.table.phase == "playing":
        sitting.play(rng)
    sitting.apply(commands.start(sitting.table, "ann", bytes(32), sitting.advance(1)))
    assert (
        sitting.table.timing.allowance(0, sitting.now)
        == sitting.table.timing.allowance(1, sitting.now)
        == 15_000
    )


def test_a_connection_that_comes_and_goes_writes_few_events() -> None:
    sitting = two_players(clock=TOTAL)
    for _ in range(100):
        silent(sitting)
        sitting.advance(0.1)
        back(sitting)
    kinds = [type(event) for event in sitting.events]
    assert kinds.count(ClockPaused) == kinds.count(ClockResumed) == 30
    assert left(sitting) == 600 - 7  # of ten seconds three were forgiven


def test_an_outage_costs_nobody_time_and_is_excluded_once() -> None:
    sitting = two_players(clock=MOVE)
    sitting.advance(10)
    away = sitting.now
    sitting.advance(3600)
    sitting.apply(commands.record_outage(sitting.table, away, sitting.now))
    assert left(sitting) == 50
    assert (
        commands.record_outage(sitting.table, away, sitting.now) == []
    )  # another process, the same
    sitting.advance(5)
    assert left(sitting) == 45
    sitting.table.apply(ServerAway(sitting.now, away, sitting.now - 4000))
    assert left(sitting) == 46  # one second of it was not known before
    assert commands.record_outage(two_players().table, 0, 10**6) == []  # where there is no clock


def test_without_stamps_all_time_since_the_last_event_is_excluded() -> None:
    sitting = two_players(clock=MOVE)
    sitting.advance(10)
    sitting.apply(commands.react(sitting.table, "bob", 1, "hello", sitting.now))
    sitting.advance(1000)
    sitting.apply(commands.record_outage(sitting.table, 0, sitting.now))
    assert left(sitting) == 50


def test_an_outage_uses_no_allowance() -> None:
    sitting = two_players(clock=MOVE)
    silent(sitting)
    sitting.advance(5)
    away = sitting.now
    sitting.advance(100)
    sitting.apply(commands.record_outage(sitting.table, away, sitting.now))
    pause = paused(sitting)
    assert pause is not None
    assert pause.since == sitting.now
    assert left(sitting) == 60 + 10
    sitting.advance(4)
    back(sitting)
    assert left(sitting) == 60
    assert sitting.table.timing.allowance(0, sitting.now) == 15_000  # nine of thirty are used


# Against a model that counts in small steps

STEP = 100


@dataclass
class Counted:
    """What a person with a stopwatch would write down."""

    left: list[int] = field(default_factory=lambda: [6_000_000] * 2)
    silence: list[int] = field(default_factory=lambda: [0] * 2)
    forgiven: list[int] = field(default_factory=lambda: [0] * 2)
    standing: int | None = None  # how long the clock has stood for this silence, if it is one

    def go_on(self, seat: int, milliseconds: int) -> None:
        for _ in range(0, milliseconds, STEP):
            if self.stands(seat):
                assert self.standing is not None
                self.standing += STEP
                self.forgiven[seat] += STEP
            else:
                self.left[seat] -= STEP

    def stands(self, seat: int) -> bool:
        standing = self.standing
        return standing is not None and standing < 15_000 and self.silence[seat] + standing < 30_000

    def end(self, seat: int) -> None:
        if self.standing is not None:
            self.silence[seat] = min(30_000, self.silence[seat] + max(1000, self.standing))
            self.standing = None


@pytest.mark.parametrize("seed", range(40))
def test_whatever_happens_exactly_the_time_of_play_is_charged(seed: int) -> None:
    rng, sitting, counted = Random(seed), two_players(clock=Clock("total", 6000)), Counted()
    table = sitting.table
    for _ in range(120):
        if (seat := turn(table)) is None:
            break
        lasts = rng.choice((100, 900, 2500, 8000, 16_000, 20_000))
        match rng.choice(("silent", "silent", "back", "away", "play", "word")):
            case "silent" if counted.standing is None and counted.silence[seat] < 30_000:
                silent(sitting)
                counted.standing = 0
            case "back":
                back(sitting, seat)
                counted.end(seat)
            case "away":
                since = sitting.now
                sitting.advance(rng.choice((0.7, 5, 3600)))
                sitting.apply(commands.record_outage(table, since, sitting.now))
            case "play":
                sitting.play(rng, 0)
                counted.end(seat)
            case "word":
                table.reacted_at.clear()
                sitting.apply(commands.react(table, "bob", 1, "hello", sitting.now))
            case _:
                pass
        if (seat := turn(table)) is None:
            break
        sitting.advance(lasts / 1000)
        counted.go_on(seat, lasts)
        assert table.timing.used(sitting.now) >= 0
        used = table.left()
        assert used is not None
        used[seat] -= table.timing.used(sitting.now)
        assert used == counted.left
        assert max(counted.forgiven) <= 30_000
    again = Table.fold(decode(encode(event)) for event in sitting.events)
    assert (again.deadline(), again.left(), again.paused) == (
        table.deadline(),
        table.left(),
        table.paused,
    )
