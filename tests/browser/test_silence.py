"""A silent network: nothing arrives any more, and no connection is closed."""

import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from testkit.browser.player import Player
from testkit.browser.tables import open_table
from testkit.client import random_decision
from testkit.guests import Guest
from testkit.relay import Relay
from testkit.server_process import ServerProcess

from .conftest import Visit

Values = dict[str, Any]

REPORT_TIMEOUT_S = 20.0
"""How soon a page has to report a silence on a busy machine.

The tests of `live.svelte.ts` check with a fake clock that it takes five seconds.
"""


@pytest.fixture
def relay(server: ServerProcess) -> Iterator[Relay]:
    with Relay(server.port) as found:
        yield found


@pytest.fixture
def visit_by_relay(browser: Browser, relay: Relay) -> Iterator[Visit]:
    """Opens pages of new guests who are connected through the relay."""
    found = Visit(browser, relay.url)
    yield found
    found.close()
    # The page reports that a socket could not be opened; Chromium logs it too.
    assert [error for error in found.errors if "WebSocket connection to" not in error] == []


def _start_game(
    visit: Visit, server: ServerProcess, game: str, **settings: Any
) -> tuple[Player, Guest]:
    """Ada, who is connected through the relay and has the turn, and Ben, who is not."""
    page = visit(name="Ada")
    table, invite = open_table(page, game, [{}, {}], start=0, **settings)
    ben = Guest(server.url, "Ben")
    ben.sit({"table": table, "invite": invite}, 1)
    response = page.context.request.post(f"/api/tables/{table}", data={"do": "start"})
    assert response.ok, response.text()
    ada = Player(page, table).open()
    ada.wait()
    return ada, ben


def _table(ben: Guest, ada: Player) -> Values:
    """The table as the server shows it to Ben."""
    found: Values = ben.get(f"/api/tables/{ada.table}").json()
    return found


def _decide(ben: Guest, ada: Player) -> int:
    """Make a decision for Ben; the number of the table's last event."""
    view = _table(ben, ada)["view"]
    decision = random_decision(view, Random(1))
    message = {"do": "play", "seat": 1, "number": view["number"] + 1, "decision": decision}
    response = ben.post(f"/api/tables/{ada.table}", message)
    assert response.status_code == 200, response.text
    return int(response.json()["number"])


def _expect_report(player: Player, silent_since: float) -> None:
    expect(player.element("connection")).to_be_visible()
    assert time.monotonic() - silent_since < REPORT_TIMEOUT_S


def _placements(table: Values, seat: int) -> int:
    return sum("place" in entry and entry["seat"] == seat for entry in table["record"]["log"])


@pytest.mark.parametrize("only_answers", [False, True])
def test_a_move_made_during_a_silence_is_played_once_after_it(
    visit_by_relay: Visit, relay: Relay, server: ServerProcess, only_answers: bool
) -> None:
    ada, ben = _start_game(visit_by_relay, server, "classic")
    page, number = ada.page, ada.shown_number()
    ada.preview_placement()
    expect(page.get_by_test_id("bar")).to_contain_text("Your turn")
    relay.fall_silent(only_answers=only_answers)
    since = time.monotonic()
    page.mouse.down()
    page.mouse.up()
    _expect_report(ada, since)
    expect(ada.element("connection")).to_contain_text("your move will be sent")
    expect(page.get_by_role("status").filter(has_text="Offline")).to_have_count(1)
    assert ada.shown_number() == number
    assert _placements(_table(ben, ada), 0) == only_answers
    ada.element("reconnect").click()
    relay.forward()
    ada.wait_for_event(number + 1)
    expect(page.get_by_test_id("connection")).to_have_count(0)
    expect(page.get_by_test_id("refusal")).to_have_count(0)
    assert _placements(_table(ben, ada), 0) == 1
    # The game continues.
    ada.wait(_decide(ben, ada))
    ada.decide()
    ada.wait_for_event(ada.view()["number"])
    assert _placements(_table(ben, ada), 0) == 2


def test_a_move_on_a_shared_screen_is_played_after_the_silence(
    visit_by_relay: Visit, relay: Relay
) -> None:
    page = visit_by_relay(name="Ada")
    table, _ = open_table(page, "classic", [{}, {}], [0, 1], begin=True, start=0)
    both = Player(page, table).open()
    assert both.wait() == "look"
    both.press(both.element("look"))
    number = both.shown_number()
    both.preview_placement()
    relay.fall_silent()
    since = time.monotonic()
    page.mouse.down()
    page.mouse.up()
    _expect_report(both, since)
    page.wait_for_timeout(3000)  # until the server has closed the old socket
    relay.forward()
    both.wait_for_event(number + 1)
    expect(page.get_by_test_id("refusal")).to_have_count(0)


def test_a_silence_without_a_decision_is_shown_until_it_ends(
    visit_by_relay: Visit, relay: Relay, server: ServerProcess
) -> None:
    ada, _ = _start_game(visit_by_relay, server, "tiles")
    relay.fall_silent()
    _expect_report(ada, time.monotonic())
    expect(ada.element("connection")).to_contain_text("your turn is safe")
    expect(ada.element("bar")).to_contain_text("Your turn is safe")
    relay.forward()
    expect(ada.page.get_by_test_id("connection")).to_have_count(0)
    number = ada.decide()
    ada.wait_for_event(number)


def test_a_silence_of_ten_seconds_costs_no_clock_time(
    visit_by_relay: Visit, visit: Visit, relay: Relay, server: ServerProcess
) -> None:
    clock = {"kind": "total", "seconds": 120, "increment": 0}
    ada, ben = _start_game(visit_by_relay, server, "tiles", clock=clock)
    watching = visit(f"/table/{ada.table}")
    expect(watching.get_by_test_id("bar")).to_be_visible()
    before = _table(ben, ada)["view"]["shared"]["deadline"]
    relay.fall_silent()
    since = time.monotonic()
    _expect_report(ada, since)
    expect(ada.element("connection")).to_contain_text("a short interruption costs no time")
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
    # The clock is paused for at most 15 s.
    paused = (view["shared"]["deadline"] - before) / 1000
    assert paused >= min(lasted, 15.0) - 0.1
    number = ada.decide()
    ada.wait_for_event(number)
