"""A takeback request ends when the people who are asked change; `can` says what is accepted."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from typing import get_args

import pytest

from ingenious.rules.moves import Resign
from ingenious.table import Clock, Event, Refused, Settings, Table, ViewBuilder, commands
from ingenious.table.commands import PossibleCommand
from ingenious.table.events import ClockExpired, SeatLeft, TakebackApplied, TakebackRequested
from testkit.cases import cases
from testkit.tables import BOT, OPEN, SEED, TableDriver, expect_refusal, through_json, two_players


def three(**more: object) -> TableDriver:
    """Three people; everyone has placed a tile, and it is the first player's turn."""
    # `more` holds settings of several types.
    settings = Settings(("classic",), (OPEN,) * 3, start=0, **more)  # type: ignore[arg-type]
    return after_a_round(TableDriver(settings).sit("ann", "bob", "cat").start())


def after_a_round(driver: TableDriver) -> TableDriver:
    rng, table = Random(2), driver.table
    while table.decisions < len(table.seats) or (table.turn and table.turn.seat):
        driver.play(rng)
    return driver


def two(**more: object) -> TableDriver:
    # `more` holds settings of several types.
    settings = Settings(("classic",), (OPEN,) * 2, start=0, **more)  # type: ignore[arg-type]
    return after_a_round(TableDriver(settings).sit("ann", "bob").start())


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


def test_a_request_is_granted_when_the_last_person_asked_leaves() -> None:
    driver = two()
    table = driver.table
    driver.apply(commands.request_takeback(table, "ann", 0, driver.advance(1)))
    done = driver.apply(commands.leave(table, "bob", 1, driver.advance(1)))
    assert kinds(done) == [SeatLeft, TakebackApplied]
    assert (table.asking, table.decisions) == (None, 0)
    assert Table.fold(driver.events).records == table.records


def test_a_request_is_granted_when_the_others_have_agreed_and_the_last_leaves() -> None:
    driver = three()
    table = driver.table
    driver.apply(commands.request_takeback(table, "ann", 0, driver.advance(1)))
    assert kinds(driver.apply(commands.leave(table, "bob", 1, driver.advance(1)))) == [SeatLeft]
    assert table.asking == 0
    driver.apply(commands.sit(table, "bob", "", 1, driver.advance(1)))
    driver.apply(commands.answer_takeback(table, "cat", True, driver.advance(1)))
    assert table.asking == 0, "the player who came back is asked too"
    done = driver.apply(commands.leave(table, "bob", 1, driver.advance(1)))
    assert kinds(done) == [SeatLeft, TakebackApplied]


def test_a_request_is_granted_when_the_time_of_the_last_person_asked_runs_out() -> None:
    driver = two(clock=Clock("total", 60))
    table = driver.table
    while table.turn is not None and table.turn.seat == 0:
        driver.play(Random(3))
    driver.apply(commands.request_takeback(table, "ann", 0, driver.now))
    done = driver.apply(commands.tick(table, driver.advance(100)))
    assert kinds(done) == [ClockExpired, TakebackApplied]
    assert table.turn is not None
    assert (table.asking, table.turn.seat) == (None, 0)


def test_a_clock_for_each_move_leaves_a_request_open() -> None:
    driver = two(clock=Clock("move", 30))
    table = driver.table
    while table.turn is not None and table.turn.seat == 0:
        driver.play(Random(3))
    driver.apply(commands.request_takeback(table, "ann", 0, driver.now))
    assert kinds(driver.apply(commands.tick(table, driver.advance(31)))) == [ClockExpired]
    assert table.asking == 0
    driver.apply(commands.answer_takeback(table, "bob", True, driver.now))


def test_a_request_ends_when_its_asker_leaves() -> None:
    driver = two()
    table = driver.table
    driver.apply(commands.request_takeback(table, "ann", 0, driver.advance(1)))
    assert kinds(driver.apply(commands.leave(table, "ann", 0, driver.advance(1)))) == [SeatLeft]
    assert table.asking is None
    with expect_refusal("you have left seat 0; sit down again"):
        commands.request_takeback(table, "ann", 0, driver.now)
    driver.apply(commands.sit(table, "ann", "", 0, driver.advance(1)))
    assert kinds(commands.request_takeback(table, "ann", 0, driver.now)) == [TakebackRequested]


def test_a_request_ends_when_the_time_of_its_asker_runs_out() -> None:
    driver = two(clock=Clock("total", 60))
    table = driver.table
    driver.apply(commands.request_takeback(table, "ann", 0, driver.now))
    assert kinds(driver.apply(commands.tick(table, driver.advance(100)))) == [ClockExpired]
    assert table.asking is None
    with expect_refusal("seat 0 has run out of time for this game"):
        commands.request_takeback(table, "ann", 0, driver.now)


def test_only_its_asker_can_withdraw_a_request() -> None:
    driver = three()
    table = driver.table
    with expect_refusal("there is no takeback request"):
        commands.withdraw_takeback(table, "ann", driver.now)
    driver.apply(commands.request_takeback(table, "ann", 0, driver.now))
    with expect_refusal("the takeback request is from seat 0, not from you"):
        commands.withdraw_takeback(table, "bob", driver.now)
    driver.apply(commands.withdraw_takeback(table, "ann", driver.now))
    assert table.asking is None
    assert Table.fold(driver.events).asking is None
    driver.apply(commands.request_takeback(table, "cat", 2, driver.now))
    assert table.asking == 2


def test_a_request_that_an_older_version_left_unanswerable_can_be_made_again() -> None:
    driver = two()
    driver.apply([TakebackRequested(driver.advance(1), 0), SeatLeft(driver.advance(1), 1)])
    table = Table.fold(driver.events)
    assert table.asking is None
    assert kinds(commands.request_takeback(table, "ann", 0, driver.now)) == [TakebackApplied]


# What `can` says

PEOPLE = ("ann", "bob", "cat", "host", "eve")


def accepted(table: Table, who: str, at: int) -> Iterator[tuple[str, list[Event]]]:
    """Every command in `can`, tried in every way in which it can be asked for."""
    tried: list[tuple[str, Callable[[], list[Event]]]] = [
        ("start", lambda: commands.start(table, who, SEED, at)),
        ("close", lambda: commands.close(table, who, at)),
        ("rematch", lambda: commands.rematch(table, who, "x", at)),
        ("takeback-reply", lambda: commands.answer_takeback(table, who, True, at)),
        ("takeback-reply", lambda: commands.answer_takeback(table, who, False, at)),
        ("takeback-withdraw", lambda: commands.withdraw_takeback(table, who, at)),
    ]
    for seat in range(len(table.seats)):
        tried.append(("resign", partial(commands.play, table, who, seat, Resign(seat), at)))
        tried.append(("takeback", partial(commands.request_takeback, table, who, seat, at)))
        later = at + 60_000  # the rate limit of messages is tested elsewhere
        tried.append(("react", partial(commands.react, table, who, seat, "wow", later)))
        tried.append(("say", partial(commands.say, table, who, seat, "hi", later)))
    for word, attempt in tried:
        with suppress(Refused):
            yield word, attempt()


WORDS = ("react", "say")
RARE = ("resign", "close", "rematch")
"""After these little can happen."""


def step(driver: TableDriver, rng: Random) -> None:
    """Something that can happen: a decision, time that passes, or a command that a person tries."""
    table, chance = driver.table, rng.random()
    if chance < 0.4 and table.phase == "playing":
        with suppress(Refused):  # the clock may have run out
            driver.play(rng)
    elif chance < 0.5:
        driver.apply(commands.tick(table, driver.advance(rng.choice((1, 20)))))
    else:
        who, seat = rng.choice(PEOPLE), rng.randrange(len(table.seats))
        found = [
            events
            for word, events in accepted(table, who, driver.now)
            if word not in WORDS and (word not in RARE or rng.random() < 0.05)
        ]
        for command in (
            partial(commands.leave, table, who, seat, driver.now),
            partial(commands.sit, table, who, who, seat, driver.now),
        ):
            with suppress(Refused):
                found.append(command())
        if found:
            driver.apply(rng.choice(found))


def random_table(rng: Random) -> TableDriver:
    games = rng.choice([("duel",), ("classic",), ("cards", "dice"), ("team",)])
    players = {"duel": 2, "team": 4}.get(games[0]) or rng.choice((2, 3))
    clock = rng.choice([Clock(), Clock("move", 15), Clock("total", 60)])
    seats = (OPEN, rng.choice((OPEN, OPEN, BOT)), *[OPEN] * (players - 2))
    talk = games == ("team",) and rng.random() < 0.5
    return TableDriver(Settings(games, seats, clock=clock, talk=talk, casual=rng.random() < 0.8))


@pytest.mark.no_cover
def test_can_offers_exactly_what_the_commands_accept() -> None:
    found = set()
    for seed in range(cases(14)):
        rng = Random(seed)
        driver = random_table(rng)
        for _ in range(100):
            views = ViewBuilder(driver.table)
            for who in PEOPLE:
                words = {word for word, _ in accepted(driver.table, who, driver.now)}
                assert set(through_json(views.view(None, who))["can"]) == words
                found |= words
            step(driver, rng)
    assert found == set(get_args(PossibleCommand))


def test_a_game_whose_end_is_taken_back_can_be_resigned_again() -> None:
    driver = two_players()
    driver.play(Random(1))
    game = driver.table.game
    assert game is not None
    found = [game.resigning_refused]
    game.play(0, Resign(0))
    found.append(game.resigning_refused)
    game.go_back(1)
    found.append(game.resigning_refused)
    assert [refusal is None for refusal in found] == [True, False, True]


def test_a_refusal_shows_its_usual_message() -> None:
    refusal = Refused("over")
    assert str(refusal) == "the game is over"
    assert "the game is over" in repr(refusal)
