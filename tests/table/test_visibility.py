"""Who may watch a table, sit down at it, and act at it; and what each message does there."""

from random import Random
from typing import get_args

import msgspec
import pytest

from ingenious.table import (
    Event,
    Private,
    Refused,
    Sender,
    Settings,
    dispatch,
    messages,
    visibility,
)
from ingenious.table.events import Reaction
from ingenious.table.messages import AskHint
from ingenious.table.view.decision import DecisionDoc, to_doc
from testkit.tables import OPEN, SEED, TableDriver, two_players

PRIVATE = Settings(("duel",), (OPEN, OPEN), start=0, spectators=False)


def refusal(code: str) -> "pytest.RaisesExc[Refused]":
    """Expect a refusal with this code."""
    return pytest.RaisesExc(Refused, check=lambda error: error.code == code)


def shared_screen(*, casual: bool = True) -> TableDriver:
    """A duel of one person who has both seats."""
    settings = Settings(("duel",), (OPEN, OPEN), start=0, casual=casual)
    return TableDriver(settings).sit("host", "host").start()


# Watching and sitting down


def test_before_a_private_game_only_members_and_invited_people_watch() -> None:
    table = TableDriver(PRIVATE).sit("ann", "bob").table
    for member in ("host", "ann", "bob"):
        visibility.check_watch(table, member)
    visibility.check_watch(table, "eve", is_invited=True)
    visibility.check_act(table, "eve", is_invited=True)
    for stranger in ("eve", ""):
        with pytest.raises(Private):
            visibility.check_watch(table, stranger)
        with pytest.raises(Private):
            visibility.check_act(table, stranger, is_invited=False)


def test_a_private_game_is_watched_by_members_only_and_by_all_once_it_is_over() -> None:
    driver = TableDriver(PRIVATE).sit("ann", "bob").start()
    with pytest.raises(Private):
        visibility.check_watch(driver.table, "eve", is_invited=True)
    rng = Random(1)
    while driver.table.phase == "playing":
        driver.play(rng)
    visibility.check_watch(driver.table, "eve")


def test_a_seat_needs_an_invitation_unless_the_table_is_listed() -> None:
    settings = Settings(("duel",), (OPEN, OPEN))
    table = TableDriver(settings).table
    visibility.check_sit(table, "eve", 0, is_invited=True)
    visibility.check_sit(table, "host", 0, is_invited=False)
    with refusal("uninvited"):
        visibility.check_sit(table, "eve", 0, is_invited=False)
    listed = TableDriver(msgspec.structs.replace(settings, listed=True)).table
    visibility.check_sit(listed, "eve", 0, is_invited=False)


def test_someone_who_left_a_seat_may_return_to_it_without_an_invitation() -> None:
    driver = two_players()
    driver.apply(dispatch(driver.table, messages.Leave(seat=0), Sender("ann", "Ann"), SEED, 0))
    visibility.check_sit(driver.table, "ann", 0, is_invited=False)
    with refusal("uninvited"):
        visibility.check_sit(driver.table, "eve", 0, is_invited=False)


# Shared screens, previews and hints


def test_a_hand_is_shown_on_a_shared_screen_only_on_its_turn() -> None:
    table = shared_screen().table
    visibility.check_look(table, "host", 0)
    with refusal("not-your-turn"):
        visibility.check_look(table, "host", 1)
    with refusal("not-your-seat"):
        visibility.check_look(table, "eve", 0)
    visibility.check_shown(table, "host", 0, 0)
    with refusal("look-first"):
        visibility.check_shown(table, "host", 0, None)


def test_only_the_seat_that_has_to_decide_previews_its_decision() -> None:
    table = two_players().table
    visibility.check_preview(table, "ann", 0, 0)
    with refusal("not-your-turn"):
        visibility.check_preview(table, "bob", 1, 1)
    with refusal("not-your-seat"):
        visibility.check_preview(table, "bob", 0, 1)


def test_only_the_seat_that_has_to_decide_gets_hints_at_a_casual_table() -> None:
    table = two_players().table
    visibility.check_hint(table, "ann", AskHint(seat=0), 0)
    for count in (0, visibility.MAX_HINTS + 1):
        with refusal("malformed"):
            visibility.check_hint(table, "ann", AskHint(seat=0, count=count), 0)
    with refusal("not-your-turn"):
        visibility.check_hint(table, "bob", AskHint(seat=1), 1)
    with refusal("not-your-seat"):
        visibility.check_hint(table, "bob", AskHint(seat=0), 1)
    with refusal("not-casual"):
        visibility.check_hint(two_players(casual=False).table, "ann", AskHint(seat=0), 0)


# What each message does


def send(driver: TableDriver, who: str, message: messages.TableCommand) -> list[Event]:
    """Send a message, and apply what follows."""
    viewer = visibility.viewer_of(driver.table, who)
    sender = Sender(who, who.title(), viewer, is_invited=True)
    return driver.apply(dispatch(driver.table, message, sender, SEED, driver.advance(1)))


def choice(driver: TableDriver) -> messages.Play:
    """A decision of the seat whose turn it is."""
    seat, decision = driver.choice(Random(1))
    return messages.Play(seat=seat, number=driver.table.number + 1, decision=to_doc(decision, seat))


def test_every_message_is_carried_out() -> None:
    driver = TableDriver(Settings(("duel",), (OPEN, OPEN), start=0))
    send(driver, "ann", messages.Sit(seat=0))
    send(driver, "bob", messages.Sit(seat=1, name="Robert"))
    assert [seat.name for seat in driver.table.seats] == ["Ann", "Robert"]
    send(driver, "host", messages.Start())
    assert driver.table.turn is not None
    send(driver, "ann", choice(driver))
    assert driver.table.decisions == 1
    send(driver, "ann", messages.RequestTakeback(seat=0))
    assert driver.asking() == 0
    send(driver, "ann", messages.WithdrawTakeback())
    assert driver.asking() is None
    send(driver, "ann", messages.RequestTakeback(seat=0))
    send(driver, "bob", messages.AnswerTakeback(agrees=True, seat=0))
    assert driver.table.decisions == 0
    assert send(driver, "bob", messages.React(seat=1, reaction=get_args(Reaction)[0]))
    send(driver, "bob", messages.Leave(seat=1))
    assert driver.table.seats[1].away
    resigns = DecisionDoc(seat=0, resign=True)
    number = driver.table.number + 1
    send(driver, "ann", messages.Play(seat=0, number=number, decision=resigns))
    assert driver.table.phase == "over"


def test_a_host_closes_a_table_that_has_not_begun() -> None:
    driver = TableDriver(Settings(("duel",), (OPEN, OPEN)))
    send(driver, "host", messages.Close())
    assert driver.table.phase == "over"


def test_partners_talk_where_the_table_allows_it() -> None:
    settings = Settings(("team",), (OPEN, OPEN, OPEN, OPEN), start=0, talk=True)
    driver = TableDriver(settings).sit("ann", "bob", "cem", "dea").start()
    assert send(driver, "ann", messages.Say(seat=0, text="my purple is low"))


def test_on_a_shared_screen_a_decision_waits_until_the_hand_is_shown() -> None:
    driver = shared_screen()
    with refusal("look-first"):
        send(driver, "host", choice(driver))


# Messages that cannot be read


def test_the_id_of_a_message_is_found_also_if_the_rest_is_invalid() -> None:
    assert messages.id_of(b'{"id": 7, "do": "nothing we know"}') == 7
    assert messages.id_of(b"{}") is None
    assert messages.id_of(b'{"id": [}') is None
    assert messages.id_of(b"[" * 100_000) is None


def test_a_message_nested_too_deeply_is_invalid() -> None:
    with pytest.raises(msgspec.DecodeError):
        messages.decode_message(b'{"do": "play", "decision": ' + b"[" * 100_000)
