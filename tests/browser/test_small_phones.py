"""Names, notices, clocks and rules can be read, especially on a small phone."""

from playwright.sync_api import ViewportSize, expect

from ingenious.rulebook import LANGUAGES
from testkit.browser.chromium import NEXT_FRAME, resize
from testkit.browser.player import Player
from testkit.browser.prepared import play_game, play_until
from testkit.browser.tables import BOT, open_table

from .conditions import immediately
from .conftest import OpenAsHost, Visit
from .page_layout import SPEAK

PHONE: ViewportSize = {"width": 360, "height": 640}
HINT_TIMEOUT_MS = 60_000
"""How long hints may take on a busy machine."""

CUT_NAMES = """() => [...document.querySelectorAll('[data-testid=lines] .name b')]
    .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.textContent)"""
"""The names that are cut off."""

NOTICE_PROBLEMS = """(testid) => {
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
"""What a notice covers, and whether it is cut off."""


LINES = """() => [...document.querySelectorAll('[data-testid=bar] :is(h2, p)')].slice(0, 2)
    .map((one) => Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)))"""
"""How many lines the title and the text of the status have."""


def test_players_who_share_a_phone_have_different_names(visit: Visit) -> None:
    page = visit("/new/classic", language="de-DE")
    resize(page, PHONE)
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
    assert page.evaluate(CUT_NAMES) == []


def test_a_notice_on_a_phone_does_not_cover_the_clock(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben", language="de-DE")
    clock = {"kind": "total", "seconds": 600, "increment": 5}
    table, invite = open_table(ada, "classic", [{}, {}], start=0, clock=clock)
    for page in (ada, ben):
        resize(page, PHONE)
    host = Player(ada, table).open()
    guest = Player(ben, table, seed=2).open(f"?invite={invite}")
    ben.locator("main button.primary").click()
    ada.get_by_role("button", name="Start game").click()
    host.wait(host.view()["number"])
    host.decide()
    guest.wait(guest.view()["number"])
    ada.keyboard.press("u")
    expect(ben.get_by_test_id("asks-back")).to_be_visible()
    assert ben.evaluate(NOTICE_PROBLEMS, "asks-back") == []
    expect(ada.get_by_test_id("asked-back")).to_be_visible()
    assert ada.evaluate(NOTICE_PROBLEMS, "asked-back") == []
    ben.get_by_test_id("refuse-back").click()
    ben.context.set_offline(True)
    expect(ben.get_by_test_id("connection")).to_be_visible()
    assert ben.evaluate(NOTICE_PROBLEMS, "connection") == []
    expect(ben.locator("header a[href='/']")).to_be_visible()
    ben.context.set_offline(False)


def test_a_solo_player_sees_their_expected_score_and_can_play_again(
    open_as_host: OpenAsHost,
) -> None:
    player = open_as_host(play_until("solo", 3, immediately, players=1))
    player.element("hint").click()
    hints = player.element("hints")
    expect(hints).to_contain_text("You would end on about", timeout=HINT_TIMEOUT_MS)
    expect(hints).not_to_contain_text("%")

    over = open_as_host(play_game("solo", 3, players=1))
    expect(over.element("result")).to_contain_text("of 36")
    over.element("rematch").click()
    expect(over.page.get_by_test_id("result")).to_have_count(0)


def test_a_rule_is_shown_with_its_heading(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("cards", 5, immediately))
    player.page.get_by_role("button", name="Why?").first.click()
    sheet = player.page.get_by_role("dialog", name="Card Challenge")
    heading = sheet.get_by_role("heading", name="Moving pegs")
    expect(heading).to_be_in_viewport(ratio=1)
    row, box = sheet.get_by_role("navigation").bounding_box(), heading.bounding_box()
    assert row is not None
    assert box is not None
    assert box["y"] >= row["y"] + row["height"]


def test_the_link_to_a_replay_can_be_copied_by_hand(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_game("solo", 3, players=1))
    player.page.goto(f"/replay/{player.table}")
    player.element("replay-share").click()
    sheet = player.page.get_by_role("dialog", name="Copy link")
    expect(sheet.get_by_role("status")).to_contain_text("The link is")
    field = sheet.get_by_label("Link to this point in the game")
    expect(field).to_be_focused()
    assert f"/replay/{player.table}" in field.input_value()


def test_a_status_has_one_line_below_its_title_on_a_large_screen(visit: Visit) -> None:
    page = visit(name="Ada")
    resize(page, {"width": 1440, "height": 900})
    for game, bots in (("solo", []), ("tiles", [BOT])):
        table, _ = open_table(page, game, [{}, *bots], begin=True, start=0)
        Player(page, table).open().wait()
        for language in LANGUAGES:
            page.evaluate(SPEAK, language)
            page.evaluate(NEXT_FRAME)
            assert page.evaluate(LINES) == [1, 1], (game, language)
