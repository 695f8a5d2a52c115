"""The layout of all pages, tables and sheets, in three languages on six screens.

In `make test` each page has two of the screens, in `make soak` all. Nothing scrolls sideways, no
text is cut off, and no control is outside of its container or too small to tap. `test_rules` checks
the rules pages.
"""

import pytest
from playwright.sync_api import Page, expect

from ingenious.server.identity import COOKIE
from testkit.browser.chromium import resize
from testkit.browser.player import Player
from testkit.browser.prepared import play_game, play_until, store_table
from testkit.browser.tables import open_table
from testkit.server_process import ServerProcess

from .conditions import after_turns
from .conftest import Visit
from .page_layout import (
    COUNT_REQUESTS,
    MEASURE,
    SCREENS,
    answer_hints,
    page_problems,
    some_screens,
)

PAGES = (
    "/",
    "/about",
    "/join",
    "/learn",
    "/learn/classic/1",
    "/learn/classic/3",
    "/learn/classic/4",
    "/learn/classic/6",
    "/tables",
    "/replay",
    "/rules",
    "/new?online",
    "/new/classic",
    "/new/team",
    "/new/match",
)
GAMES = {"classic": 2, "solo": 1, "team": 4, "duel": 2, "cards": 2, "dice": 2, "tiles": 2}
SHEETS: dict[str, tuple[str, ...]] = {
    "/": ("settings",),
    "classic": ("moves", "menu"),
    "cards": ("moves",),
    "dice": ("moves",),
    "tiles": ("moves",),
}
"""The sheets to open over a page or a game's table; those of the other games are the same."""

OPEN_DETAILS = "() => document.querySelectorAll('details').forEach((one) => { one.open = true })"

Found = dict[str, list[str]]

FAULTY = """<html lang="en"><style>* { margin: 0; font: 16px/20px sans-serif }
    .box, .large { display: block; width: 44px; height: 44px } .small { width: 40px; height: 44px }
    .alone { display: block; width: 60px; height: 20px }
    .padded { position: relative; width: 20px; height: 20px; margin: 30px }
    .padded::after { content: ""; position: absolute; inset: -14px }
</style><body>
    <button class="large">a</button> <button class="small">b</button>
    <button class="padded">c</button>
    <p>In a <a href="/">sentence</a>.</p> <p><a href="/" class="alone">alone</a></p>
    <label class="box"><input type="checkbox"></label>
    <p style="width: 20px; overflow: hidden; white-space: nowrap">too long</p>
    <main style="width: 50px"><button class="large" style="margin-left: 20px">d</button></main>
    <div style="width: 3000px; height: 1px"></div>
"""


@pytest.fixture
def touch_page(visit: Visit) -> Page:
    """A page on a touch screen that counts its requests."""
    page = visit(name="Ada", touch=True)
    page.add_init_script(COUNT_REQUESTS)
    return page


def test_layout_problems_are_found(page: Page) -> None:
    page.set_content(FAULTY)
    resize(page, {"width": 390, "height": 844})
    assert page.evaluate(MEASURE, [["en"], []]) == [
        "en 390: the page scrolls sideways by 2610 px",
        'en 390: cut: p. "too long"',
        'en 390: 40 x 44 px: button.small "b"',
        'en 390: 60 x 20 px: a.alone "alone"',
        'en 390: outside: button.large "d"',
    ]


@pytest.mark.parametrize("paths", [PAGES[:6], PAGES[6:]], ids=["first", "last"])
def test_the_pages(touch_page: Page, paths: tuple[str, ...]) -> None:
    page, found = touch_page, Found()
    for number, path in enumerate(paths):
        page.goto(path)
        page.locator("h1").first.wait_for(state="attached")
        page.evaluate(OPEN_DETAILS)
        screens = SCREENS if path == "/" else some_screens(number)
        found[path] = page_problems(page, SHEETS.get(path, ()), screens)
    assert {path: problems for path, problems in found.items() if problems} == {}


def test_a_table_before_the_game(touch_page: Page, visit: Visit) -> None:
    table, invite = open_table(touch_page, "team", [{}, {}, {}, {"kind": "bot", "level": 3}])
    guest = visit(touch=True)
    guest.add_init_script(COUNT_REQUESTS)
    for number, (page, query) in enumerate(((touch_page, ""), (guest, f"?invite={invite}"))):
        page.goto(f"/table/{table}{query}")
        page.locator("main li").first.wait_for()
        assert page_problems(page, screens=some_screens(number)) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_table(touch_page: Page, server: ServerProcess, game: str) -> None:
    page = touch_page
    events = play_until(game, 3, after_turns(4), players=GAMES[game])
    table = store_table(server.data, events)
    page.context.add_cookies([{"name": COOKIE, "value": table.cookie, "url": server.url}])
    answer_hints(page, events)
    player = Player(page, table.table).open()
    player.wait()
    number = [*GAMES].index(game)
    found: Found = {"table": page_problems(page, screens=some_screens(number))}
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint-0")).to_be_attached()
    found["hints"] = page_problems(page, SHEETS.get(game, ()), some_screens(number + 1))
    if game == "solo":
        resize(page, {"width": 1440, "height": 900})
        page.get_by_test_id("rules").click()
        page.locator("[role=dialog] h2").last.wait_for(state="attached")
        found["rules"] = page_problems(page, screens=some_screens(0))
    assert {part: problems for part, problems in found.items() if problems} == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_replay(touch_page: Page, server: ServerProcess, game: str) -> None:
    page = touch_page
    table = store_table(server.data, play_game(game, 3, players=GAMES[game]))
    page.goto(f"/replay/{table.table}")
    page.get_by_test_id("replay-step").wait_for()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page_problems(page, screens=some_screens([*GAMES].index(game) + 2)) == []
