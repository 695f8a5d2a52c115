"""Partners who talk, and partners who do not (D1)."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ingenious.rules.moves import Resign
from ingenious.table import Refused, Settings, Table, ViewBuilder, commands, decode, encode
from ingenious.table.settings import MAX_EVENTS
from ingenious.table.talking import MAX_MESSAGES
from testkit.tables import BOT, OPEN, SEED, TableDriver

PEOPLE = ("ann", "bob", "cid", "dora")  # ann and cid are partners, and so are bob and dora
SECRET = "I hold the last two greens"


def team(talk: bool = True, people: tuple[str, ...] = PEOPLE, **more: Any) -> TableDriver:
    return TableDriver(Settings(("team",), (OPEN,) * 4, start=0, talk=talk, **more)).sit(*people)


def say(driver: TableDriver, seat: int, text: str = SECRET, seconds: float = 3) -> None:
    who = driver.table.seats[seat].person_id
    assert who is not None
    driver.apply(commands.say(driver.table, who, seat, text, driver.advance(seconds)))


def refused(code: str) -> "pytest.RaisesExc[Refused]":
    return pytest.RaisesExc(Refused, check=lambda error: error.code == code)


def as_sent(values: object) -> Any:
    return json.loads(msgspec.json.encode(values))


def end(driver: TableDriver) -> None:
    driver.apply(commands.play(driver.table, "bob", 1, Resign(1), driver.advance(1)))


def everything(table: Table, viewer: int | None, who: str) -> str:
    """All that a viewer can be sent of a table."""
    views = ViewBuilder(table)
    news = [views.news(item, viewer) for item in table.news]
    return json.dumps(
        as_sent([views.view(viewer, who), views.messages(viewer), views.record(viewer), *news])
    )


def test_partners_read_what_they_write_to_each_other() -> None:
    driver = team().start()
    say(driver, 0)
    say(driver, 2, "  Then I   block red ")
    for seat in (0, 2):
        views = ViewBuilder(driver.table)
        found = [(m.seat, m.text) for m in views.messages(seat)]
        assert found == [(0, SECRET), (2, "Then I block red")]
        told = [as_sent(views.news(item, seat)) for item in driver.table.news]
        assert [news.get("text") for news in told[-2:]] == [SECRET, "Then I block red"]
        assert told[-2]["event"] == "message-sent"


def test_no_other_viewer_can_read_it_before_the_end() -> None:
    driver, rng = team().start(), Random(1)
    say(driver, 0)
    for _ in range(20):
        driver.play(rng)
    for viewer, who in ((1, "bob"), (3, "dora"), (None, "host"), (None, "")):
        assert SECRET not in everything(driver.table, viewer, who)
        assert ViewBuilder(driver.table).messages(viewer) == ()
    assert SECRET in everything(driver.table, 2, "cid")
    end(driver)
    for viewer, who in ((1, "bob"), (3, "dora"), (None, "host"), (None, "")):
        assert SECRET in everything(driver.table, viewer, who)
        assert [m.text for m in ViewBuilder(driver.table).messages(viewer)] == [SECRET]


def test_others_receive_the_same_whatever_was_written() -> None:
    told = []
    for text in (SECRET, "x"):
        driver = team().start()
        say(driver, 0, text)
        told.append(
            [everything(driver.table, viewer, who) for viewer, who in ((1, "bob"), (None, ""))]
        )
    assert told[0] == told[1]


def test_messages_change_nothing_for_the_game() -> None:
    driver, rng = team().start(), Random(2)
    driver.play(rng)
    moved, since, asking = driver.table.moved, driver.table.since, driver.table.turn
    say(driver, 0)
    after = (driver.table.moved, driver.table.since, driver.table.turn)
    assert after == (moved, since, asking)


def test_messages_survive_a_restart_and_a_takeback_and_not_a_rematch() -> None:
    driver, rng = team().start(), Random(3)
    driver.play(rng)
    say(driver, 0)
    driver.apply(commands.request_takeback(driver.table, "ann", 0, driver.advance(1)))
    for who in PEOPLE[1:]:
        driver.apply(commands.answer_takeback(driver.table, who, True, driver.advance(1)))
    assert driver.table.decisions == 0
    again = Table.fold(decode(encode(event)) for event in driver.events)
    assert [m.text for m in ViewBuilder(again).messages(2)] == [SECRET]
    end(driver)
    fresh = Table.fold(commands.next_table(driver.table, driver.advance(1)))
    assert fresh.settings.talk
    assert fresh.messages == []


def test_a_rematch_without_partners_leaves_out_talk() -> None:
    """Older tables were opened with it, whatever the game."""
    driver = TableDriver(Settings(("duel",), (OPEN, OPEN))).sit("ann", "bob")
    driver.table.settings = replace(driver.table.settings, talk=True)
    driver.apply(commands.start(driver.table, "host", SEED, driver.advance(1)))
    fresh = Table.fold(commands.next_table(driver.table, driver.advance(1)))
    assert not fresh.settings.talk


def test_messages_are_refused_without_a_game_or_a_human_partner() -> None:
    driver = team()
    with refused("not-begun"):
        say(driver, 0)
    driver.start()
    with refused("not-your-seat"):
        commands.say(driver.table, "ann", 2, "hi", driver.advance(1))
    with refused("not-your-seat"):
        commands.say(driver.table, "eve", 0, "hi", driver.advance(1))
    driver.apply(commands.leave(driver.table, "ann", 0, driver.advance(1)))
    with refused("seat-left"):
        commands.say(driver.table, "ann", 0, "hi", driver.advance(1))
    say(driver, 2, "for when you are back")
    end(driver)
    with refused("over"):
        say(driver, 2)
    for people, seats in (
        (("ann", "bob", "ann", "bob"), (OPEN,) * 4),
        (("ann",), (OPEN, *[BOT] * 3)),
    ):
        alone = TableDriver(Settings(("team",), seats, talk=True)).sit(*people).start()
        with refused("no-partner"):
            say(alone, 0)
        assert "say" not in as_sent(ViewBuilder(alone.table).view(0, "ann"))["can"]


@pytest.mark.parametrize("text", ["", " ", "x" * 201, "a\u200bb", "\x1b[2J"])
def test_a_message_is_short_and_visible(text: str) -> None:
    with refused("message"):
        say(team().start(), 0, text)


def test_links_are_refused() -> None:
    with refused("link"):
        say(team().start(), 0, "look: https://example.org/x")


def test_messages_are_bounded_in_rate_and_number() -> None:
    driver = team().start()
    for _ in range(5):
        say(driver, 0, "quick", 0.1)
    with refused("too-quick"):
        say(driver, 0, "quick", 0.1)
    say(driver, 2, "the partner can", 0)
    say(driver, 0, "later", 10)
    driver.now -= 3_600_000  # the clock of the machine was set back
    say(driver, 0, "still", 0)
    while len(driver.table.messages) < MAX_MESSAGES:
        say(driver, 0)
    for seat in (0, 2):
        with refused("full"):
            say(driver, seat)


def test_one_team_cannot_use_up_the_messages_of_the_other() -> None:
    driver = team().start()
    while "say" in can(driver, 0):
        say(driver, 0)
    assert len(driver.table.messages) == MAX_MESSAGES
    say(driver, 1, "we can still write")
    assert "say" in can(driver, 3)


def test_messages_count_as_events_of_the_table() -> None:
    driver = team().start()
    driver.table.number = MAX_EVENTS
    with refused("full"):
        say(driver, 0)


def can(driver: TableDriver, seat: int) -> list[str]:
    words: list[str] = as_sent(ViewBuilder(driver.table).view(seat, PEOPLE[seat]))["can"]
    return words


def test_silent_partners_have_no_quick_chat_during_the_game() -> None:
    driver = team(talk=False)
    driver.apply(commands.react(driver.table, "ann", 0, "hello", driver.advance(1)))
    assert "react" in can(driver, 0)
    driver.start()
    for seat, who in enumerate(PEOPLE):
        with refused("silent"):
            commands.react(driver.table, who, seat, "wow", driver.advance(2))
        assert not {"react", "say"} & set(can(driver, seat))
    with refused("silent"):
        say(driver, 0)
    end(driver)
    assert "react" in can(driver, 0)
    assert commands.react(driver.table, "ann", 0, "good-game", driver.advance(2))


def test_quick_chat_is_allowed_where_partners_talk_or_there_are_none() -> None:
    driver = team().start()
    assert {"react", "say"} <= set(can(driver, 0))
    assert commands.react(driver.table, "ann", 0, "wow", driver.advance(2))
    duel = TableDriver(Settings(("duel",), (OPEN, OPEN))).sit("ann", "bob")
    duel.apply(commands.start(duel.table, "host", SEED, duel.advance(1)))
    assert commands.react(duel.table, "ann", 0, "wow", duel.advance(2))
    assert "say" not in can(duel, 0)
