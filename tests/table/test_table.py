"""A table: who may do what when, what the clock does, and that everything follows from events."""

from pathlib import Path
from random import Random
from typing import get_args

import pytest

from ingenious.record import verify
from ingenious.rules import PLAYERS
from ingenious.rules.moves import Keep, Place, Resign, Space
from ingenious.table import (
    Clock,
    Event,
    InvalidSettings,
    SeatPlan,
    Sender,
    Settings,
    Table,
    commands,
    decode,
    dispatch,
    encode,
    messages,
)
from ingenious.table.events import DecisionMade
from ingenious.table.live_game import LiveGame
from ingenious.table.texts import check_name
from ingenious.table.view.decision import DecisionDoc, to_doc
from testkit.modes import MODES
from testkit.tables import BOT, OPEN, SEED, TableDriver, expect_refusal, two_players


@pytest.mark.parametrize(("name", "players"), MODES)
def test_whole_games_follow_from_their_events(name: str, players: int) -> None:
    seats = (OPEN, *[BOT] * (players - 1))
    driver = TableDriver(Settings((name,), seats)).sit("ann").start()
    rng = Random(name)
    while driver.table.phase == "playing":
        driver.play(rng)
    again = Table.fold(decode(encode(event)) for event in driver.events)
    assert again.records == driver.table.records
    assert again.number == len(driver.events) - 1
    verify(driver.table.records[-1])
    assert driver.table.phase == "over"


def test_a_match_has_its_tally_and_the_start_moves_on() -> None:
    driver = TableDriver(Settings(("dice", "tiles", "cards"), (OPEN, OPEN), start=1))
    driver.sit("ann", "bob")
    rng, starts = Random(3), []
    for number in range(3):
        driver.apply(commands.start(driver.table, "ann", bytes([number] * 32), driver.advance(1)))
        starts.append(driver.table.records[-1].start)
        while driver.table.phase == "playing":
            driver.play(rng)
    assert starts == [1, 0, 1]
    assert driver.table.phase == "over"
    match = driver.table.match
    assert match is not None
    assert len(match.points) == 3
    assert match.totals == tuple(map(sum, zip(*match.points, strict=True)))


def test_seats_can_be_taken_and_left() -> None:
    driver = TableDriver(Settings(("classic",), (OPEN, BOT, OPEN)))
    table = driver.table
    for seat, words in ((1, "seat 1 is taken"), (3, "no seat 3"), (-1, "no seat -1")):
        with expect_refusal(words):
            commands.sit(table, "ann", "Ann", seat, 1)
    for name in ("", "  ", "x" * 41, "a\x1bb"):
        with expect_refusal("a name must have 1 to 40 visible characters"):
            commands.sit(table, "ann", name, 0, 1)
    driver.apply(commands.sit(table, "ann", " Ann  Lee ", 0, 1))
    assert table.seats[0].name == "Ann Lee"
    assert table.seats[1].record_name == "Nora (bot 4)"
    for name in ("Ann (bot 5)", "Ann (bot 5)  (bot 1) ", "Ann"):
        assert check_name(name) == "Ann"
    with expect_refusal("seat 0 is taken"):
        commands.sit(table, "bob", "Bob", 0, 1)
    with expect_refusal("seat 2 is still free; the game needs all seats taken"):
        commands.start(table, "ann", SEED, 1)
    with expect_refusal("only seated players and the host can start the game"):
        commands.start(table, "eve", SEED, 1)
    with expect_refusal("seat 0 is not yours"):
        commands.leave(table, "bob", 0, 1)
    driver.apply(commands.leave(table, "ann", 0, 2))
    assert table.seats[0].is_free
    driver.sit("ann", "ann").start()
    assert table.held_by("ann") == [0, 2]
    with expect_refusal("the game has already begun"):
        commands.start(table, "ann", SEED, 1)
    with expect_refusal("seat 0 is taken"):
        commands.sit(table, "eve", "Eve", 0, 9)


def send(table: Table, who: str, seat: int, doc: DecisionDoc) -> list[Event]:
    """What follows from a decision as a client sends it."""
    message = messages.Play(seat=seat, number=table.number + 1, decision=doc)
    return dispatch(table, message, Sender(who, who.title()), SEED, 9)


def test_one_seat_cannot_act_for_another() -> None:
    driver, rng = two_players(), Random(1)
    seat, decision = driver.choice(rng)
    assert seat == 0
    assert isinstance(decision, Place)
    table = driver.table
    with expect_refusal("seat 0 is not yours"):
        commands.play(table, "bob", 0, decision, 9)
    with expect_refusal("the answer is for seat 0, not"):
        send(table, "bob", 1, to_doc(decision, 0))
    with expect_refusal("seat 0 is played by a person, not by a bot"):
        commands.play_for(table, 0, decision, 9)
    with expect_refusal("seat 0 is not yours"):
        commands.play(table, "eve", 0, decision, 9)
    with expect_refusal("seat 0 is not yours"):
        commands.request_takeback(table, "bob", 0, 9)
    with expect_refusal("seat 0 is not yours"):
        commands.react(table, "bob", 0, "wow", 9)
    with expect_refusal("it is seat 0's turn", "A2"):
        commands.play(driver.table, "bob", 1, decision, 9)
    with expect_refusal("an answer must be one decision"):
        send(table, "ann", 0, DecisionDoc(seat=0))
    far = Place(decision.tile, (Space(90, 0), Space(91, 0)))
    with expect_refusal(".", "B6"):
        commands.play(driver.table, "ann", 0, far, 9)
    assert driver.table.number == len(driver.events) - 1


def test_resigning_is_possible_out_of_turn() -> None:
    driver = two_players()
    driver.apply(commands.play(driver.table, "bob", 1, Resign(1), driver.advance(1)))
    assert driver.table.records[-1].result is not None
    assert driver.table.records[-1].result.ranks == (1, 2)
    with expect_refusal("the game is over"):
        commands.play(driver.table, "ann", 0, Keep(), 99)
    with expect_refusal("the game is over"):
        commands.leave(driver.table, "ann", 0, 99)


def test_a_bot_plays_for_a_seat_that_was_left_until_its_owner_returns() -> None:
    driver, rng = two_players(), Random(2)
    driver.apply(commands.leave(driver.table, "ann", 0, driver.advance(1)))
    actor = driver.table.actor()
    assert actor is not None
    assert (actor.kind, actor.level) == ("bot", 3)
    assert getattr(driver.play(rng)[0], "stand_in", None) is True
    with expect_refusal("you have already left seat 0"):
        commands.leave(driver.table, "ann", 0, 1)
    with expect_refusal("you have left seat 0; sit down again"):
        commands.play(driver.table, "ann", 0, Resign(0), 1)
    with expect_refusal("seat 0 is taken"):
        commands.sit(driver.table, "eve", "Eve", 0, 1)
    driver.apply(commands.sit(driver.table, "ann", "", 0, driver.advance(1)))
    while driver.table.turn is not None and driver.table.turn.seat != 0:
        driver.play(rng)
    actor = driver.table.actor()
    assert actor is not None
    assert actor.kind == "person"


def test_a_clock_for_each_move() -> None:
    driver, rng = two_players(clock=Clock("move", 30)), Random(3)
    table = driver.table
    began = table.since
    assert table.deadline() == began + 30_000
    assert commands.tick(table, began + 30_000) == []
    seat, decision = driver.choice(rng)
    with expect_refusal("seat 0 has run out of time"):
        commands.play(table, "ann", seat, decision, began + 30_001)
    driver.now = began + 30_001
    driver.apply(commands.tick(table, driver.now))
    assert table.deadline() is None
    driver.play(rng)  # the bot, for this decision only
    assert not table.seats[0].late
    assert len(table.stand_ins(0)) == 1


def test_decisions_of_a_stand_in_are_marked_until_they_are_taken_back() -> None:
    driver, rng = two_players(), Random(2)
    driver.play(rng)
    driver.apply(commands.leave(driver.table, "bob", 1, driver.advance(1)))
    for _ in range(5):
        driver.play(rng)
    table = Table.fold(driver.events)
    [record], by_bots = table.records, table.stand_ins(0)
    assert by_bots
    decided = [record.log[place] for place in by_bots]
    assert {entry.seat for entry in decided} == {1}
    driver.apply(commands.request_takeback(driver.table, "ann", 0, driver.advance(1)))
    assert len(driver.table.stand_ins(0)) < len(by_bots)


def test_leaving_and_returning_gains_no_time() -> None:
    driver = two_players(clock=Clock("total", 60, 5))
    table = driver.table
    for _ in range(3):
        driver.apply(commands.leave(table, "ann", 0, driver.advance(15)))
        driver.apply(commands.sit(table, "ann", "Ann", 0, driver.advance(1)))
    assert table.left() == [15_000, 60_000]
    assert table.deadline() == driver.now + 15_000
    driver = two_players(clock=Clock("move", 30))
    table, began = driver.table, driver.table.since
    driver.apply(commands.leave(table, "ann", 0, driver.advance(20)))
    driver.apply(commands.sit(table, "ann", "Ann", 0, driver.advance(1)))
    assert table.deadline() == began + 30_000


def test_stand_ins_earn_no_increment() -> None:
    driver, rng = two_players(clock=Clock("total", 60, 5)), Random(3)
    driver.apply(commands.leave(driver.table, "ann", 0, driver.now))
    for _ in range(8):
        driver.play(rng, seconds=0)
    assert driver.table.left() == [60_000, 60_000 + 4 * 5_000]


def test_a_takeback_restores_the_time() -> None:
    driver, rng = two_players(clock=Clock("total", 60, 5)), Random(3)
    driver.play(rng, seconds=20)
    driver.play(rng, seconds=10)
    assert driver.table.left() == [45_000, 55_000]
    driver.apply(commands.request_takeback(driver.table, "ann", 0, driver.now))
    driver.apply(commands.answer_takeback(driver.table, "bob", True, driver.now, 0))
    assert driver.table.left() == [60_000, 60_000]
    driver = two_players(clock=Clock("move", 30))
    driver.play(rng)
    driver.apply(commands.tick(driver.table, driver.advance(31)))
    driver.apply(commands.request_takeback(driver.table, "ann", 0, driver.now))
    driver.apply(commands.answer_takeback(driver.table, "bob", True, driver.now))
    assert not any(seat.late for seat in driver.table.seats)


def test_many_takebacks_lead_to_the_same_game() -> None:
    seats = (OPEN, BOT)
    driver = TableDriver(Settings(("classic",), seats, start=0)).sit("ann").start()
    rng = Random(8)
    for _ in range(30):
        driver.play(rng)
    for _ in range(14):  # further than it remembers where it stood
        driver.apply(commands.request_takeback(driver.table, "ann", 0, driver.advance(1)))
    again = Table.fold(driver.events)
    assert again.records == driver.table.records
    assert again.game is not None
    fresh = LiveGame(again.game.rules, again.game.names, 0, again.game.dealer, again.game.date)
    for seat, decision in again.game.decisions:
        fresh.play(seat, decision)
    assert fresh.record == again.game.record


def test_a_record_has_the_date_on_which_its_game_began() -> None:
    driver = TableDriver(Settings(("classic",), (OPEN, BOT), start=0)).sit("ann")
    driver.advance(3 * 86_400)
    [record] = driver.start().table.records
    assert record.date == "1970-01-04"


def test_a_total_clock_with_increment() -> None:
    driver, rng = two_players(clock=Clock("total", 60, 5)), Random(3)
    table = driver.table
    driver.play(rng, seconds=20)
    assert table.left() == [45_000, 60_000]
    while table.turn is not None and table.turn.seat != 0:
        driver.play(rng, seconds=1)
    assert table.deadline() == table.since + 45_000
    driver.advance(46)
    driver.apply(commands.tick(table, driver.now))
    actor = table.actor()
    assert actor is not None
    assert actor.kind == "bot"
    for _ in range(6):
        driver.play(rng)
    assert table.seats[0].late, "to the end of the game"


def test_takebacks_against_bots_are_free() -> None:
    settings = Settings(("classic",), (OPEN, BOT), start=0)
    driver, rng = TableDriver(settings).sit("ann").start(), Random(4)
    before = driver.table.records[-1]
    with expect_refusal("seat 0 has not made a decision yet"):
        commands.request_takeback(driver.table, "ann", 0, 9)
    driver.play(rng)
    driver.play(rng)
    driver.apply(commands.request_takeback(driver.table, "ann", 0, driver.advance(1)))
    assert driver.table.records[-1] == before
    assert Table.fold(driver.events).records[-1] == before


def test_takebacks_between_people_need_consent() -> None:
    driver, rng = two_players(), Random(4)
    table, before = driver.table, driver.table.records[-1]
    driver.play(rng)
    driver.apply(commands.request_takeback(table, "ann", 0, 9))
    assert driver.asking() == 0
    with expect_refusal("takeback request is still open"):
        commands.request_takeback(table, "ann", 0, 9)
    with expect_refusal("only the other players at the table"):
        commands.answer_takeback(table, "ann", True, 9)
    driver.apply(commands.answer_takeback(table, "bob", False, 9))
    assert driver.asking() is None
    with expect_refusal("there is no takeback request"):
        commands.answer_takeback(table, "bob", True, 9)
    driver.apply(commands.request_takeback(table, "ann", 0, 9))
    driver.apply(commands.answer_takeback(table, "bob", True, 9))
    assert (table.records[-1], table.asking) == (before, None)


def test_a_takeback_needs_the_consent_of_all() -> None:
    driver = (
        TableDriver(Settings(("classic",), (OPEN,) * 3, start=0)).sit("ann", "bob", "cat").start()
    )
    table, before = driver.table, driver.table.records[-1]
    driver.play(Random(1))
    driver.apply(commands.request_takeback(table, "ann", 0, 9))
    assert len(driver.apply(commands.answer_takeback(table, "cat", True, 9))) == 1
    assert table.records[-1] != before
    driver.apply(commands.answer_takeback(table, "bob", True, 9))
    assert table.records[-1] == before


def test_takebacks_are_only_for_casual_tables() -> None:
    driver = two_players(casual=False)
    driver.play(Random(1))
    with expect_refusal("only allowed at casual tables"):
        commands.request_takeback(driver.table, "ann", 0, 9)


def test_a_seat_cannot_accept_a_takeback_twice() -> None:
    driver = (
        TableDriver(Settings(("classic",), (OPEN,) * 3, start=0)).sit("ann", "bob", "cat").start()
    )
    driver.play(Random(1))
    driver.apply(commands.request_takeback(driver.table, "ann", 0, 9))
    driver.apply(commands.answer_takeback(driver.table, "bob", True, 9))
    with expect_refusal("already agreed"):
        commands.answer_takeback(driver.table, "bob", True, 9)


def test_an_answer_is_for_the_seat_that_asked() -> None:
    driver = two_players()
    driver.play(Random(1))
    driver.apply(commands.request_takeback(driver.table, "ann", 0, 9))
    with expect_refusal("takeback request is from seat 0"):
        commands.answer_takeback(driver.table, "bob", True, 9, 1)


def test_quick_chat_is_limited_and_makes_no_decision_stale() -> None:
    driver = two_players()
    table, before = driver.table, driver.table.moved
    driver.apply(commands.react(table, "bob", 1, "wow", 10_000))
    with expect_refusal("one quick chat message per second"):
        commands.react(table, "bob", 1, "wow", 10_500)
    commands.react(table, "bob", 1, "wow", 11_000)
    assert table.number > table.moved == before


def test_players_who_left_get_no_seat_in_a_rematch() -> None:
    driver = two_players()
    driver.apply(commands.leave(driver.table, "bob", 1, 5))
    driver.apply(commands.play(driver.table, "ann", 0, Resign(0), 6))
    again = Table.fold(commands.next_table(driver.table, 10))
    assert [seat.name for seat in again.seats] == ["Ann", ""]


def test_a_rematch_begins_with_the_next_seat() -> None:
    driver = two_players()
    with expect_refusal("not over yet"):
        commands.rematch(driver.table, "ann", "t2", 9)
    driver.apply(commands.play(driver.table, "ann", 0, Resign(0), 9))
    with expect_refusal("only seated players"):
        commands.rematch(driver.table, "eve", "t2", 9)
    driver.apply(commands.rematch(driver.table, "bob", "t2", 9))
    assert driver.table.rematch == "t2"
    again = Table.fold(commands.next_table(driver.table, 10))
    assert again.settings.start == 1
    assert [seat.name for seat in again.seats] == ["Ann", "Bob"]
    with expect_refusal("already has a table"):
        commands.rematch(driver.table, "ann", "t3", 9)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (Settings((), (OPEN,)), "a table needs at least one game"),
        (Settings(("chess",), (OPEN,)), "unknown game 'chess'"),
        (Settings(("duel",), (OPEN,)), "duel is for 2 players, not 1"),
        (
            Settings(("duel", "dice"), (OPEN, OPEN)),
            "the challenges of a match must be from cards, dice, tiles",
        ),
        (Settings(("dice",) * 13, (OPEN, OPEN)), "a match must have 2 to 12 challenges, not 13"),
        (Settings(("cards",) * 2, (OPEN, OPEN), options={"opening_roll": False}), "without dice"),
        (Settings(("dice",) * 2, (OPEN, OPEN), options={"luck": False}), "no option luck"),
        (Settings(("dice",), (OPEN, OPEN), starts="same"), "starts is only for matches"),
        (Settings(("duel",), (OPEN, OPEN), talk=True), "talk is only for team games"),
        (Settings(("dice",) * 2, (OPEN, OPEN), talk=True), "talk is only for team games"),
        (Settings(("duel",), (OPEN, OPEN), start=2), "start must be a seat from 0 to 1, not 2"),
        (Settings(("duel",), (OPEN, SeatPlan("bot", 9))), "level must be from 1 to 5, not 9"),
        (Settings(("duel",), (OPEN, SeatPlan("program"))), "needs the program's name"),
        (Settings(("duel",), (OPEN, OPEN), clock=Clock("move", 0)), "1 to 1209600 seconds, not 0"),
        (
            Settings(("duel",), (OPEN, OPEN), clock=Clock("total", 5, 6)),
            "an increment must be from 0",
        ),
        (Settings(("duel",), (OPEN, OPEN), edition="1999"), "1999"),
    ],
)
def test_contradictory_settings_are_refused(settings: Settings, words: str) -> None:
    with pytest.raises(InvalidSettings, match=words):
        commands.create(settings, "host", 0)


def test_every_game_can_have_a_table() -> None:
    for name, counts in PLAYERS.items():
        for players in counts:
            assert commands.create(Settings((name,), (OPEN,) * players), "host", 0)


def test_the_computed_state_is_not_kept_with_an_event() -> None:
    driver = two_players()
    (made,) = driver.play(Random(1))
    assert isinstance(made, DecisionMade)
    assert made.checked is not None
    kept = [item.event for item in driver.table.news if isinstance(item.event, DecisionMade)]
    assert [event.checked for event in kept] == [None]


def test_the_glossary_has_the_tag_of_every_event() -> None:
    glossary = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")
    frozen = glossary.partition("## Tags that are frozen")[2]
    for kind in get_args(Event):
        assert f"`{kind.__struct_config__.tag}`" in frozen
        assert f"`{kind.__name__}`" in frozen
