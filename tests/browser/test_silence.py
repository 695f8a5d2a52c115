"""A network that falls silent: nothing is closed, and nothing arrives any more."""

import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from testkit.browser.player import Player
from testkit.client import decision
from testkit.guests import Guest
from testkit.relay import Relay
from testkit.server_process import ServerProcess

from .conftest import Visit

Values = dict[str, Any]

TOLD = 10.0
"""Seconds in which a page has to report a silence, on a machine that is busy with other tests.

It does so within five; the tests of `live.svelte.ts` enforce that with a clock of their own.
"""


@pytest.fixture
def relay(server: ServerProcess) -> Iterator[Relay]:
    with Relay(server.port) as found:
        yield found


@pytest.fixture
def afar(browser: Browser, relay: Relay) -> Iterator[Visit]:
    """Brings people to the pages by way of the relay."""
    found = Visit(browser, relay.url)
    yield found
    found.close()
    # The page reports that a socket could not be opened; Chromium logs it too.
    assert [error for error in found.errors if "WebSocket connection to" not in error] == []


def _together(afar: Visit, server: ServerProcess, game: str, **more: Any) -> tuple[Player, Guest]:
    """Ada behind the relay, whose turn it is, and Ben beside the server."""
    page = afar(name="Ada")
    wanted = {"settings": {"games": [game], "seats": [{}, {}], "start": 0, **more}, "sit": [0]}
    answer = page.context.request.post("/api/tables", data=wanted)
    assert answer.status == 201, answer.text()
    table, ben = answer.json(), Guest(server.url, "Ben")
    ben.sit(table, 1)
    answer = page.context.request.post(f"/api/tables/{table['table']}", data={"do": "start"})
    assert answer.ok, answer.text()
    ada = Player(page, table["table"]).go()
    ada.wait()
    return ada, ben


def _table(ben: Guest, ada: Player) -> Values:
    """The table as the server shows it to Ben."""
    found: Values = ben.get(f"/api/tables/{ada.table}").json()
    return found


def _answer(ben: Guest, ada: Player) -> int:
    """Let Ben decide; the number that the table has then."""
    view = _table(ben, ada)["view"]
    wanted = decision(view, Random(1))
    order = {"do": "play", "seat": 1, "number": view["number"] + 1, "decision": wanted}
    answer = ben.post(f"/api/tables/{ada.table}", order)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["number"])


def _told(player: Player, silent_since: float) -> None:
    expect(player.see("connection")).to_be_visible()
    assert time.monotonic() - silent_since < TOLD


def _placed(table: Values, seat: int) -> int:
    return sum("place" in entry and entry["seat"] == seat for entry in table["record"]["log"])


@pytest.mark.parametrize("only_answers", [False, True])
def test_a_move_made_in_a_silence_is_played_once_when_it_ends(
    afar: Visit, relay: Relay, server: ServerProcess, only_answers: bool
) -> None:
    ada, ben = _together(afar, server, "classic")
    page, number = ada.page, ada.shown()
    ada.consider()
    expect(page.get_by_test_id("bar")).to_contain_text("Your turn")
    relay.fall_silent(only_answers=only_answers)
    since = time.monotonic()
    page.mouse.down()
    page.mouse.up()
    _told(ada, since)
    expect(ada.see("connection")).to_contain_text("your move will be sent")
    expect(page.get_by_role("status").filter(has_text="Offline")).to_have_count(1)
    assert ada.shown() == number
    assert _placed(_table(ben, ada), 0) == only_answers
    ada.see("reconnect").click()
    relay.forward()
    ada.hear(number + 1)
    expect(page.get_by_test_id("connection")).to_have_count(0)
    expect(page.get_by_test_id("refusal")).to_have_count(0)
    assert _placed(_table(ben, ada), 0) == 1
    # And it goes on.
    ada.wait(_answer(ben, ada))
    ada.decide()
    ada.hear(ada.view()["number"])
    assert _placed(_table(ben, ada), 0) == 2


def test_a_move_on_a_shared_screen_is_played_when_the_silence_ends(
    afar: Visit, relay: Relay
) -> None:
    page = afar(name="Ada")
    settings = {"games": ["classic"], "seats": [{}, {}], "start": 0}
    wanted = {"settings": settings, "sit": [0, 1], "begin": True}
    answer = page.context.request.post("/api/tables", data=wanted)
    assert answer.status == 201, answer.text()
    both = Player(page, answer.json()["table"]).go()
    assert both.wait() == "look"
    both.press(both.see("look"))
    number = both.shown()
    both.consider()
    relay.fall_silent()
    since = time.monotonic()
    page.mouse.down()
    page.mouse.up()
    _told(both, since)
    page.wait_for_timeout(3000)  # until the server has closed the old socket and what it held
    relay.forward()
    both.hear(number + 1)
    expect(page.get_by_test_id("refusal")).to_have_count(0)


def test_a_silence_without_a_decision_is_shown_and_ends(
    afar: Visit, relay: Relay, server: ServerProcess
) -> None:
    ada, _ = _together(afar, server, "tiles")
    relay.fall_silent()
    _told(ada, time.monotonic())
    expect(ada.see("connection")).to_contain_text("your turn is safe")
    expect(ada.see("bar")).to_contain_text("Your turn is safe")
    relay.forward()
    expect(ada.page.get_by_test_id("connection")).to_have_count(0)
    number = ada.decide()
    ada.hear(number)


def test_a_silence_of_ten_seconds_costs_no_clock_time(
    afar: Visit, visit: Visit, relay: Relay, server: ServerProcess
) -> None:
    clock = {"kind": "total", "seconds": 120, "increment": 0}
    ada, ben = _together(afar, server, "tiles", clock=clock)
    watching = visit(f"/table/{ada.table}")
    expect(watching.get_by_test_id("bar")).to_be_visible()
    before = _table(ben, ada)["view"]["shared"]["deadline"]
    relay.fall_silent()
    since = time.monotonic()
    _told(ada, since)
    expect(ada.see("connection")).to_contain_text("a short interruption costs no time")
    # The others see a paused clock.
    silent = watching.locator("[data-testid=silent]:visible")
    expect(silent).to_contain_text("Ada is offline")
    expect(silent).to_contain_text("clock resumes in")
    expect(watching.locator(".clock.stands")).to_have_count(1)
    ada.page.wait_for_timeout(max(0.0, 1000 * (since + 10 - time.monotonic())))
    lasted = time.monotonic() - since
    relay.forward()
    expect(ada.page.get_by_test_id("connection")).to_have_count(0)
    expect(silent).to_have_count(0)
    view = _table(ben, ada)["view"]
    assert "paused" not in view["shared"]
    # What was forgiven is at most 15 s, and all of a silence that was no longer than that.
    forgiven = (view["shared"]["deadline"] - before) / 1000
    assert forgiven >= min(lasted, 15.0) - 0.1
    number = ada.decide()
    ada.hear(number)
