"""What is to be read is seen: names, notices and clocks on a small phone, a rule, what counts."""

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from ingenious.rules import Game
from testkit.browser.chromium import DRAWN
from testkit.browser.player import Player
from testkit.browser.prepared import moment, played

from .conftest import Arrive, Visit

PHONE: ViewportSize = {"width": 360, "height": 640}
PATIENCE = 60_000
"""Milliseconds: how long a bot may think about advice on a busy machine."""

CUT = """() => [...document.querySelectorAll('[data-testid=lines] .name b')]
    .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.textContent)"""
"""The names that cannot be read to their end."""

HIDDEN = """(testid) => {
    const strip = document.querySelector(`[data-testid=${testid}]`).getBoundingClientRect()
    const wrong = []
    if (strip.top < 0 || strip.left < 0 || strip.right > innerWidth) wrong.push('the notice is cut')
    const clocks = [...document.querySelectorAll('[role=timer]')]
    if (clocks.length !== 2) wrong.push(`${clocks.length} clocks`)
    for (const one of clocks) {
        const clock = one.getBoundingClientRect()
        const [x, y] = [clock.left + clock.width / 2, clock.top + clock.height / 2]
        if (clock.top < strip.bottom && strip.top < clock.bottom) wrong.push('it lies on a clock')
        const seen = document.elementFromPoint(x, y)?.closest('[role=timer]')
        if (seen !== one) wrong.push('a clock is hidden')
    }
    for (const one of document.querySelectorAll('header a, header > button')) {
        const place = one.getBoundingClientRect()
        if (place.left < strip.right && strip.left < place.right) wrong.push('it lies on a button')
    }
    return wrong
}"""
"""What is wrong with a notice above the clocks."""


LINES = """() => [...document.querySelectorAll('[data-testid=bar] :is(h2, p)')].slice(0, 2)
    .map((one) => Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)))"""
"""How many lines the title and the text of the status have."""


def at_once(_game: Game[Any], _state: Any) -> bool:
    return True


def test_those_who_share_a_phone_can_be_told_apart(visit: Visit) -> None:
    page = visit("/new/classic", language="de-DE")
    page.set_viewport_size(PHONE)
    page.locator("label").filter(has_text="3").first.click()
    for seat in (2, 3):
        page.get_by_label(f"Platz {seat}", exact=True).select_option("friend")
    page.locator("form button.primary").click()
    expect(page.get_by_test_id("look")).to_be_visible()
    expect(page.get_by_test_id("lines").first).to_be_visible()
    names = page.locator("[data-testid=lines] .name b")
    assert sorted(name.strip() for name in names.all_text_contents()) == [
        f"Spieler {n}" for n in (1, 2, 3)
    ]
    assert page.evaluate(CUT) == []


def test_a_notice_on_a_phone_leaves_the_clock_in_sight(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben", language="de-DE")
    clock = {"kind": "total", "seconds": 600, "increment": 5}
    settings = {"games": ["classic"], "seats": [{}, {}], "start": 0, "clock": clock}
    answer = ada.context.request.post("/api/tables", data={"settings": settings, "sit": [0]})
    assert answer.status == 201, answer.text()
    opened = answer.json()
    for page in (ada, ben):
        page.set_viewport_size(PHONE)
    host = Player(ada, opened["table"]).go()
    guest = Player(ben, opened["table"], seed=2).go(f"?invite={opened['invite']}")
    ben.locator("main button.primary").click()
    ada.get_by_role("button", name="Start game").click()
    host.wait(host.view()["number"])
    host.decide()
    guest.wait(guest.view()["number"])
    ada.keyboard.press("u")
    expect(ben.get_by_test_id("asks-back")).to_be_visible()
    assert ben.evaluate(HIDDEN, "asks-back") == []
    expect(ada.get_by_test_id("asked-back")).to_be_visible()
    assert ada.evaluate(HIDDEN, "asked-back") == []
    ben.get_by_test_id("refuse-back").click()
    ben.context.set_offline(True)
    expect(ben.get_by_test_id("connection")).to_be_visible()
    assert ben.evaluate(HIDDEN, "connection") == []
    expect(ben.locator("header a[href='/']")).to_be_visible()
    ben.context.set_offline(False)


def test_alone_one_is_told_what_counts_and_plays_again(arrive: Arrive) -> None:
    player = arrive(moment("solo", 3, at_once, players=1))
    player.see("hint").click()
    hints = player.see("hints")
    expect(hints).to_contain_text("Expected lowest", timeout=PATIENCE)
    expect(hints).not_to_contain_text("%")

    over = arrive(played("solo", 3, players=1))
    expect(over.see("result")).to_contain_text("of 36")
    over.see("rematch").click()
    expect(over.page.get_by_test_id("result")).to_have_count(0)


def test_a_rule_is_shown_with_its_heading(arrive: Arrive) -> None:
    player = arrive(moment("cards", 5, at_once))
    player.page.get_by_role("button", name="Why?").first.click()
    sheet = player.page.get_by_role("dialog", name="Card Challenge")
    heading = sheet.get_by_role("heading", name="Moving pegs")
    expect(heading).to_be_in_viewport(ratio=1)
    row, box = sheet.get_by_role("navigation").bounding_box(), heading.bounding_box()
    assert row is not None
    assert box is not None
    assert box["y"] >= row["y"] + row["height"]


def test_the_link_of_a_replay_is_there_to_copy_by_hand(arrive: Arrive) -> None:
    player = arrive(played("solo", 3, players=1))
    player.page.goto(f"/replay/{player.table}")
    player.see("replay-share").click()
    sheet = player.page.get_by_role("dialog", name="Copy link")
    expect(sheet.get_by_role("status")).to_contain_text("The link is")
    field = sheet.get_by_label("Link to this point in the game")
    expect(field).to_be_focused()
    assert f"/replay/{player.table}" in field.input_value()


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
def test_a_status_has_one_line_below_its_title_on_a_large_screen(
    visit: Visit, language: str
) -> None:
    page = visit(name="Ada", language=language)
    page.set_viewport_size({"width": 1440, "height": 900})
    bot = {"kind": "bot", "level": 1}
    for game, seats in (("solo", [{}]), ("tiles", [{}, bot])):
        settings: dict[str, Any] = {"games": [game], "seats": seats, "start": 0}
        wanted = {"settings": settings, "sit": [0], "begin": True}
        answer = page.context.request.post("/api/tables", data=wanted)
        Player(page, answer.json()["table"]).go().wait()
        page.evaluate(DRAWN)
        assert page.evaluate(LINES) == [1, 1], game
