"""The clock of a player with a silent connection is paused, and all players see for how long."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from testkit.browser.chromium import axe_violations
from testkit.browser.player import Player
from testkit.browser.tables import open_table
from testkit.cases import SOAK
from testkit.guests import Guest
from testkit.server_process import ServerProcess

from .conftest import Visit
from .table_layout import layout_problems

SIZES = ((320, 568), (390, 844), (844, 390), (820, 1180), (960, 1080), (1440, 900))
REASON_PARTS = {
    "en-GB": "Nora is offline: clock resumes in ",
    "de-DE": "Nora ist offline: Uhr läuft in ",
    "fr-FR": "Nora hors ligne\N{NO-BREAK SPACE}: reprise dans ",
}
GRACE_S = 600
"""Long enough to check every size."""

FIND_UNREADABLE = """(players) => {
    const wrong = []
    const all = (query) => [...document.querySelectorAll(query)].filter((one) => one.offsetParent)
    const shown = all('[data-testid=silent]')
    if (shown.length !== 1) return [`${shown.length} silent lines`]
    const box = shown[0].getBoundingClientRect()
    if (box.left < 0 || box.right > innerWidth || box.top < 0) wrong.push('it is cut')
    const [words, bar] = [shown[0].querySelector('.words, p'), shown[0].querySelector('.grace')]
    if (words.scrollWidth > words.clientWidth + 1) wrong.push('its words are cut')
    if (bar.getBoundingClientRect().width < 60) wrong.push('its bar is too short')
    const clocks = all('.clock')
    if (clocks.length !== players) wrong.push(`${clocks.length} clocks for ${players} players`)
    if (all('.clock.stands').length !== 1) wrong.push(`${all('.clock.stands').length} clocks stand`)
    for (const clock of clocks) {
        const [place, around] = [clock, clock.closest('.panel, [data-testid=lines]')]
            .map((one) => one.getBoundingClientRect())
        const isCut = place.left < around.left || place.right > around.right
            || place.top < around.top || place.bottom > around.bottom
        if (isCut) wrong.push(`${clock.textContent} is cut`)
        const size = parseFloat(getComputedStyle(clock).fontSize)
        if (size < 20) wrong.push(`${clock.textContent} is ${size} px high`)
    }
    for (const words of all('[data-testid=bar] h2, [data-testid=bar] p')) {
        const lines = words.offsetHeight / parseFloat(getComputedStyle(words).lineHeight)
        if (innerWidth >= 1400 && lines > 1.5) wrong.push(`${lines} lines: ${words.textContent}`)
    }
    for (const name of all('[data-testid=lines] .name b, .panel .name')) {
        if (name.scrollWidth > name.clientWidth) wrong.push(`${name.textContent} is cut`)
    }
    return wrong
}"""
"""Describes what cannot be read of the notice and the clocks."""


class Pause:
    """Changes the messages to a page, so that the clock of seat 1 is paused."""

    def __init__(self, page: Page) -> None:
        self.grace_s: float = GRACE_S
        page.route_web_socket("**/live?*", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda message: route.send(self._changed(str(message))))

    def _changed(self, text: str) -> str:
        message: dict[str, Any] = json.loads(text)
        shared = message.get("view", {}).get("shared", {})
        if shared.get("deadline"):
            until = message["now"] + round(1000 * self.grace_s)
            shared["paused"] = {"seat": 1, "since": message["now"] - 5000, "until": until}
            shared["deadline"] = until + 187_000
        return json.dumps(message)


def _start_game(
    visit: Visit, server: ServerProcess, game: str, players: int, **options: Any
) -> Player:
    """Ada's page, at a table at which it is Nora's turn."""
    page = visit(name="Ada", **options)
    clock = {"kind": "total", "seconds": 300, "increment": 0}
    table, invite = open_table(page, game, [{}] * players, start=1, clock=clock)
    for seat, name in enumerate(("Nora", "Ben", "Ines")[: players - 1], 1):
        Guest(server.url, name).sit({"table": table, "invite": invite}, seat)
    page.context.request.post(f"/api/tables/{table}", data={"do": "start"})
    return Player(page, table)


@pytest.mark.parametrize(
    ("game", "players", "language", "theme"),
    [
        ("classic", 4, "de-DE", "dark"),
        ("team", 4, "fr-FR", "light"),
        ("duel", 2, "de-DE", "dark"),
        ("cards", 2, "fr-FR", "dark"),
        ("dice", 3, "en-GB", "light"),
        *([("classic", 2, "en-GB", "light"), ("tiles", 2, "de-DE", "light")] if SOAK else []),
    ],
)
def test_a_paused_clock_can_be_read_on_every_screen(
    visit: Visit, server: ServerProcess, game: str, players: int, language: str, theme: Any
) -> None:
    player = _start_game(visit, server, game, players, language=language, theme=theme)
    page = player.page
    Pause(page)
    player.open()
    page.locator("[data-testid=silent]:visible").first.wait_for()
    for width, height in SIZES:
        assert layout_problems(player, width, height) == [], (width, height)
        # Where the notice is shown depends on the screen; the old one fades out.
        expect(page.locator("[data-testid=silent]:visible")).to_have_count(1)
        assert page.evaluate(FIND_UNREADABLE, players) == [], (width, height)
        expect(page.locator("[data-testid=silent]:visible")).to_contain_text(REASON_PARTS[language])
    if SOAK or game in ("classic", "dice"):  # in both themes
        assert axe_violations(page) == []


def test_a_clock_resumes_after_its_pause(visit: Visit, server: ServerProcess) -> None:
    player = _start_game(visit, server, "classic", 2)
    page = player.page
    pause = Pause(page)
    pause.grace_s = 8  # a busy machine may need some of them to show the page
    player.open()
    silent = page.locator("[data-testid=silent]:visible")
    expect(silent).to_contain_text("clock resumes in")
    expect(page.get_by_test_id("bar")).to_contain_text("Their clock is paused")
    expect(page.locator(".clock.stands")).to_have_text("3:07")
    expect(page.get_by_test_id("silent-aloud")).to_contain_text("clock resumes in 10 s")
    expect(silent).to_contain_text("their clock is running")
    expect(page.locator(".clock.stands")).to_have_count(0)
