"""A walk over all pages, tables and sheets, in three languages on six screens.

Nothing scrolls sideways, no word is cut, no control lies outside of its frame, and none is too
small for a finger. The pages of the rules are in `test_rules`.
"""

import pytest
from playwright.sync_api import Page, expect

from ingenious.server.identity import COOKIE
from testkit.browser.player import Player
from testkit.browser.prepared import brought, moment, played
from testkit.server_process import ServerProcess

from .conftest import Visit
from .walk import MEASURE, WATCH, advise, faults

PAGES = (
    "/",
    "/about",
    "/join",
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
"""What is opened over a page or the table of a game; over the others it is the same."""

UNFOLD = "() => document.querySelectorAll('details').forEach((one) => { one.open = true })"

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
def walker(visit: Visit) -> Page:
    """Somebody with a finger, whose page says when it has all that it asked for."""
    page = visit(name="Ada", touch=True)
    page.add_init_script(WATCH)
    return page


def test_a_fault_is_noticed(page: Page) -> None:
    page.set_content(FAULTY)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(MEASURE, [["en"], []]) == [
        "en 390: the page scrolls sideways by 2610 px",
        'en 390: cut: p. "too long"',
        'en 390: 40 x 44 px: button.small "b"',
        'en 390: 60 x 20 px: a.alone "alone"',
        'en 390: outside: button.large "d"',
    ]


@pytest.mark.parametrize("some", [PAGES[:6], PAGES[6:]], ids=["first", "last"])
def test_the_pages(walker: Page, some: tuple[str, ...]) -> None:
    found: Found = {}
    for path in some:
        walker.goto(path)
        walker.locator("h1").first.wait_for(state="attached")
        walker.evaluate(UNFOLD)
        found[path] = faults(walker, SHEETS.get(path, ()))
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_a_table_before_the_game(walker: Page, visit: Visit) -> None:
    settings = {"games": ["team"], "seats": [{}, {}, {}, {"kind": "bot", "level": 3}]}
    answer = walker.context.request.post("/api/tables", data={"settings": settings, "sit": [0]})
    assert answer.status == 201, answer.text()
    opened = answer.json()
    guest = visit(touch=True)
    guest.add_init_script(WATCH)
    for page, invite in ((walker, ""), (guest, f"?invite={opened['invite']}")):
        page.goto(f"/table/{opened['table']}{invite}")
        page.locator("main li").first.wait_for()
        assert faults(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_table(walker: Page, server: ServerProcess, game: str) -> None:
    turns = 0

    def is_in_the_game(*_: object) -> bool:
        nonlocal turns
        turns += 1
        return turns > 4

    events = moment(game, 3, is_in_the_game, players=GAMES[game])
    table = brought(server.data, events)
    walker.context.add_cookies([{"name": COOKIE, "value": table.cookie, "url": server.url}])
    advise(walker, events)
    player = Player(walker, table.table).go()
    player.wait()
    found: Found = {"table": faults(walker)}
    walker.keyboard.press("h")
    expect(walker.get_by_test_id("hint-0")).to_be_attached()
    found["hints"] = faults(walker, SHEETS.get(game, ()))
    if game == "solo":
        walker.set_viewport_size({"width": 1440, "height": 900})
        walker.get_by_test_id("rules").click()
        walker.locator("[role=dialog] h2").last.wait_for(state="attached")
        found["rules"] = faults(walker)
    assert {part: wrong for part, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_replay(walker: Page, server: ServerProcess, game: str) -> None:
    table = brought(server.data, played(game, 3, players=GAMES[game]))
    walker.goto(f"/replay/{table.table}")
    walker.get_by_test_id("replay-step").wait_for()
    walker.keyboard.press("Home")
    for _ in range(3):
        walker.keyboard.press("ArrowRight")
    assert faults(walker) == []
