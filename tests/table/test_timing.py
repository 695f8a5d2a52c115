"""When a clock is paused: during an outage, or while the player's connection is silent."""

from dataclasses import dataclass, field
from random import Random

import pytest

from ingenious.table import Clock, Settings, Table, commands, decode, encode
from ingenious.table.events import ClockExpired, ClockPaused, ClockResumed, ServerAway
from ingenious.table.timing import Pause
from testkit.tables import BOT, OPEN, TableDriver, two_players

MOVE = Clock("move", 60)
TOTAL = Clock("total", 600)


def pause_for_silence(driver: TableDriver, ago: float = 0) -> None:
    """Pause the clock of the seat to decide, whose connection was silent for some seconds."""
    seat = turn(driver.table)
    assert seat is not None
    heard = driver.now - round(1000 * ago)
    driver.apply(commands.pause_clock(driver.table, seat, heard, driver.now))


def resume(driver: TableDriver, seat: int = 0) -> None:
    driver.apply(commands.resume_clock(driver.table, seat, driver.now))


def paused(driver: TableDriver) -> Pause | None:
    return driver.table.paused


def turn(table: Table) -> int | None:
    return None if table.turn is None else table.turn.seat


def left(driver: TableDriver) -> float:
    """Seconds until the time of the seat that has to decide is up."""
    deadline = driver.table.deadline()
    assert deadline is not None
    return (deadline - driver.now) / 1000


@pytest.mark.parametrize("clock", [MOVE, Clock("total", 60)])
def test_ten_silent_seconds_cost_nothing(clock: Clock) -> None:
    driver = two_players(clock=clock)
    driver.advance(20)
    driver.advance(5)
    pause_for_silence(driver, ago=5)  # it takes a while to be noticed
    pause = paused(driver)
    assert pause is not None
    assert (pause.seat, pause.until - pause.since) == (0, 15_000)
    assert driver.now - pause.since == 5000
    assert left(driver) == 60 - 20 + 15 - 5  # as if the pause were used up
    driver.advance(5)
    resume(driver)
    assert paused(driver) is None
    assert left(driver) == 40


@pytest.mark.parametrize("clock", [Clock("move", 120), Clock("total", 120)])
def test_sixty_silent_seconds_cost_at_least_thirty(clock: Clock) -> None:
    driver = two_players(clock=clock)
    pause_for_silence(driver)
    driver.advance(60)
    resume(driver)
    assert left(driver) == 120 - 60 + 15
    pause_for_silence(driver)
    driver.advance(60)
    assert left(driver) == 120 - 120 + 30
    resume(driver)
    pause_for_silence(driver)  # nothing is left for this game
    assert paused(driver) is None
    assert left(driver) == 30


def test_a_silence_over_several_turns_pauses_the_clock_once() -> None:
    driver = two_players(clock=Clock("move", 10))
    heard = driver.now
    pause_for_silence(driver)
    driver.advance(26)
    driver.apply(commands.tick(driver.table, driver.now))
    rng = Random(1)
    while turn(driver.table) == 0:
        driver.play(rng)  # a stand-in
    while turn(driver.table) == 1:
        driver.play(rng)
    assert not driver.table.timing.allowance(0, heard)
    assert commands.pause_clock(driver.table, 0, heard, driver.now) == []
    pause_for_silence(driver)  # they were back in between, so this is a new silence
    assert paused(driver) is not None


def test_a_clock_that_was_not_paused_in_time_expires() -> None:
    driver = two_players(clock=MOVE)
    driver.advance(61)
    pause_for_silence(driver, ago=0.5)
    assert paused(driver) is None
    pause_for_silence(driver, ago=2)  # the connection was lost a second before
    assert paused(driver) is not None
    assert commands.tick(driver.table, driver.now) == []
    driver.advance(15)
    assert [type(event) for event in commands.tick(driver.table, driver.now)] == [ClockExpired]


def test_only_the_running_clock_is_paused_and_only_since_it_runs() -> None:
    driver = two_players(clock=MOVE)
    assert commands.pause_clock(driver.table, 1, driver.now, driver.now) == []
    assert commands.resume_clock(driver.table, 0, driver.now) == []
    driver.play(Random(1), 30)
    while turn(driver.table) == 0:
        driver.play(Random(1), 1)
    driver.advance(3)
    pause_for_silence(driver, ago=500)  # long before it was asked
    pause = paused(driver)
    assert pause is not None
    assert pause.since == driver.table.since
    assert two_players().table.deadline() is None
    assert commands.pause_clock(two_players().table, 0, 0, 10_000) == []  # where there is no clock
    with_bot = TableDriver(Settings(("duel",), (OPEN, BOT), start=1, clock=MOVE)).sit("ann").start()
    assert commands.pause_clock(with_bot.table, 1, 0, with_bot.now) == []


def test_pauses_make_no_decision_stale_and_a_decision_ends_them() -> None:
    driver = two_players(clock=TOTAL)
    moved = driver.table.moved
    driver.advance(10)
    pause_for_silence(driver)
    driver.advance(4)
    resume(driver)
    driver.advance(1)
    driver.apply(commands.record_outage(driver.table, driver.now - 1000, driver.now))
    assert driver.table.moved == moved
    pause_for_silence(driver)
    driver.play(Random(1), 3)  # as over HTTP, without a connection
    assert paused(driver) is None
    assert driver.table.left() == [590_000, 600_000]


def test_leaving_or_taking_back_does_not_renew_the_allowance() -> None:
    driver = two_players(clock=TOTAL)
    for _ in range(2):
        pause_for_silence(driver)
        driver.advance(20)
        driver.apply(commands.leave(driver.table, "ann", 0, driver.now))
        assert paused(driver) is None
        driver.advance(5)
        driver.apply(commands.sit(driver.table, "ann", "Ann", 0, driver.now))
    assert left(driver) == 590
    pause_for_silence(driver)
    assert paused(driver) is None
    driver.play(Random(1))
    driver.apply(commands.request_takeback(driver.table, "ann", 0, driver.advance(1)))
    driver.apply(commands.answer_takeback(driver.table, "bob", True, driver.advance(1)))
    assert left(driver) == 590
    pause_for_silence(driver)
    assert paused(driver) is None


def test_a_takeback_ends_a_pause_and_every_game_has_its_own_allowance() -> None:
    driver = TableDriver(Settings(("tiles", "tiles"), (OPEN, OPEN), start=0, clock=TOTAL))
    driver.sit("ann", "bob").start()
    rng = Random(2)
    seat = turn(driver.table) or 0
    for _ in range(2):
        pause_for_silence(driver)
        driver.advance(15)
        resume(driver, seat)
    assert not driver.table.timing.allowance(seat, driver.now)
    while driver.table.phase == "playing":
        driver.play(rng)
    driver.apply(commands.start(driver.table, "ann", bytes(32), driver.advance(1)))
    assert (
        driver.table.timing.allowance(0, driver.now)
        == driver.table.timing.allowance(1, driver.now)
        == 15_000
    )


def test_a_connection_that_comes_and_goes_writes_few_events() -> None:
    driver = two_players(clock=TOTAL)
    for _ in range(100):
        pause_for_silence(driver)
        driver.advance(0.1)
        resume(driver)
    kinds = [type(event) for event in driver.events]
    assert kinds.count(ClockPaused) == kinds.count(ClockResumed) == 30
    assert left(driver) == 600 - 7  # of ten seconds three were forgiven


def test_an_outage_costs_no_player_time_and_is_excluded_once() -> None:
    driver = two_players(clock=MOVE)
    driver.advance(10)
    away = driver.now
    driver.advance(3600)
    driver.apply(commands.record_outage(driver.table, away, driver.now))
    assert left(driver) == 50
    assert commands.record_outage(driver.table, away, driver.now) == []  # another process, the same
    driver.advance(5)
    assert left(driver) == 45
    driver.table.apply(ServerAway(driver.now, away, driver.now - 4000))
    assert left(driver) == 46  # one second of it was not known before
    assert commands.record_outage(two_players().table, 0, 10**6) == []  # where there is no clock


def test_without_stamps_all_time_since_the_last_event_is_excluded() -> None:
    driver = two_players(clock=MOVE)
    driver.advance(10)
    driver.apply(commands.react(driver.table, "bob", 1, "hello", driver.now))
    driver.advance(1000)
    driver.apply(commands.record_outage(driver.table, 0, driver.now))
    assert left(driver) == 50


def test_an_outage_uses_no_allowance() -> None:
    driver = two_players(clock=MOVE)
    pause_for_silence(driver)
    driver.advance(5)
    away = driver.now
    driver.advance(100)
    driver.apply(commands.record_outage(driver.table, away, driver.now))
    pause = paused(driver)
    assert pause is not None
    assert pause.since == driver.now
    assert left(driver) == 60 + 10
    driver.advance(4)
    resume(driver)
    assert left(driver) == 60
    assert driver.table.timing.allowance(0, driver.now) == 15_000  # nine of thirty are used


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
    rng, driver, counted = Random(seed), two_players(clock=Clock("total", 6000)), Counted()
    table = driver.table
    for _ in range(120):
        if (seat := turn(table)) is None:
            break
        lasts = rng.choice((100, 900, 2500, 8000, 16_000, 20_000))
        match rng.choice(("silent", "silent", "back", "away", "play", "word")):
            case "silent" if counted.standing is None and counted.silence[seat] < 30_000:
                pause_for_silence(driver)
                counted.standing = 0
            case "back":
                resume(driver, seat)
                counted.end(seat)
            case "away":
                since = driver.now
                driver.advance(rng.choice((0.7, 5, 3600)))
                driver.apply(commands.record_outage(table, since, driver.now))
            case "play":
                driver.play(rng, 0)
                counted.end(seat)
            case "word":
                table.reacted_at.clear()
                driver.apply(commands.react(table, "bob", 1, "hello", driver.now))
            case _:
                pass
        if (seat := turn(table)) is None:
            break
        driver.advance(lasts / 1000)
        counted.go_on(seat, lasts)
        assert table.timing.used(driver.now) >= 0
        used = table.left()
        assert used is not None
        used[seat] -= table.timing.used(driver.now)
        assert used == counted.left
        assert max(counted.forgiven) <= 30_000
    again = Table.fold(decode(encode(event)) for event in driver.events)
    assert (again.deadline(), again.left(), again.paused) == (
        table.deadline(),
        table.left(),
        table.paused,
    )
