"""The pages as an app: installed, without a connection, and updated between games."""

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ingenious.server.http.static import SITE
from testkit.browser.chromium import LAUNCH_OPTIONS, axe_violations_in_both_themes, executable
from testkit.browser.player import Player
from testkit.browser.prepared import play_game
from testkit.browser.tables import BOT, open_table
from testkit.other_site import rename_assets
from testkit.server_process import ServerProcess

from .conftest import OpenAsHost, Visit

IS_CONTROLLED = "() => navigator.serviceWorker.controller !== null"
RULES_ARE_KEPT = "() => localStorage.getItem('ingenious.rules') !== null"

IMAGE_SIZE = """async (path) => {
    const image = await createImageBitmap(await (await fetch(path)).blob())
    return `${image.width}x${image.height}`
}"""

HAS_LOADED_SHEET = """() => performance.getEntriesByType('resource').some(
    ({ name, responseEnd }) => /RulesSheet.*js$/.test(name) && responseEnd > 0
)"""

IS_ANOTHER = """(script) => {
    const found = document.querySelector('script[type=module]')
    return found !== null && found.src !== script
}"""
IS_WAITING = """async () => {
    const { waiting } = await navigator.serviceWorker.ready
    return waiting !== null
}"""
SCRIPT = "() => document.querySelector('script[type=module]').src"


def named(page: Page, name: str) -> Page:
    page.add_init_script(f"""localStorage.ingenious ??= '{{"name": "{name}"}}'""")
    return page


def test_the_app_can_be_installed(browser: Browser, server: ServerProcess, tmp_path: Path) -> None:
    # In a private window, Chromium would not install anything.
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=executable(), args=[*LAUNCH_OPTIONS]
    )
    try:
        page = context.pages[0]
        page.goto(server.url)
        page.wait_for_function(IS_CONTROLLED)
        session = context.new_cdp_session(page)
        assert session.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
        # Chromium without windows finds no errors at all, so the conditions are checked here too.
        found = session.send("Page.getAppManifest")
        assert found["errors"] == []
        manifest: dict[str, Any] = page.evaluate(
            "async () => (await fetch('/manifest.webmanifest')).json()"
        )
        assert (manifest["start_url"], manifest["scope"]) == ("/", "/")
        assert manifest["display"] == "standalone"
        pictures = [icon for icon in manifest["icons"] if icon["sizes"] != "any"]
        sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in pictures}
        for size in ("192x192", "512x512"):
            assert {(size, "any"), (size, "maskable")} <= sizes
        assert {shot["form_factor"] for shot in manifest["screenshots"]} == {"wide", "narrow"}
        for picture in [*pictures, *manifest["screenshots"]]:
            assert page.evaluate(IMAGE_SIZE, picture["src"]) == picture["sizes"], picture
        touch_icon = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
        assert page.evaluate(IMAGE_SIZE, touch_icon) == "180x180"
    finally:
        context.close()


def test_without_a_connection_the_app_keeps_its_promises(
    open_as_host: OpenAsHost, visit: Visit
) -> None:
    player = open_as_host(play_game("duel", 4), worker=True)
    page = named(player.page, "Ada")
    page.wait_for_function(IS_CONTROLLED)
    page.goto(f"/replay/{player.table}")
    expect(page.get_by_label("Board with").first).to_be_visible()
    page.goto("/learn/duel/1")
    expect(page.get_by_role("grid", name="Board")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    page.wait_for_function(RULES_ARE_KEPT)

    page.context.set_offline(True)
    page.reload()
    note = page.get_by_test_id("offline")
    expect(note).to_contain_text("You’re offline")
    expect(note).to_contain_text("are back as soon as you’re connected")
    assert axe_violations_in_both_themes(page) == []

    page.get_by_role("link", name="Replay: Duel").click()
    expect(page.get_by_label("Board with").first).to_be_visible()
    page.reload()
    expect(page.get_by_label("Board with").first).to_be_visible()
    for game in ("classic", "dice"):
        page.goto(f"/rules/{game}")
        expect(page.locator("main .text svg").first).to_be_attached()
    page.goto("/learn/duel/1")
    expect(page.get_by_role("grid", name="Board")).to_be_visible()
    for path in (
        "/tables",
        "/new/classic",
        "/learn/duel/2",
        "/replay/unknown",
        f"/table/{player.table}",
    ):
        page.goto(path)
        expect(page.get_by_test_id("offline-note")).to_contain_text("you can read the rules")
    assert all("/assets/duel-2" in error for error in visit.errors)  # a lesson never opened
    visit.errors.clear()

    page.goto("/")
    expect(page.get_by_test_id("offline")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    expect(page.get_by_test_id("offline")).to_have_count(0)


def test_the_app_is_described_where_it_works(visit: Visit) -> None:
    page = visit("/about", worker=True)
    expect(page.get_by_test_id("about-app")).to_contain_text("opens without a connection")
    page.context.grant_permissions(["notifications"])
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Notify me when").click()
    page.wait_for_function("() => JSON.parse(localStorage.ingenious).notify")
    expect(page.get_by_role("switch", name="Notify me")).to_be_checked()


HIDE = """() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
}"""
SHOW = """() => {
    delete document.hidden
    document.dispatchEvent(new Event('visibilitychange'))
}"""

WATCH_CALLS = """
    localStorage.ingenious = '{"name": "Ada", "notify": true}'
    window.calls = []
    navigator.setAppBadge = async () => { calls.push('badge') }
    navigator.clearAppBadge = async () => { calls.push('no badge') }
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    ServiceWorker.prototype.postMessage = (message) => {
        calls.push(`${message.title}: ${message.body}`)
    }
"""
"""Records how a player is called. Chromium without windows shows no notifications."""


def test_a_player_who_looks_elsewhere_is_called(visit: Visit) -> None:
    page = visit(name="Ada", worker=True)
    page.add_init_script(WATCH_CALLS)
    table, _ = open_table(page, "classic", [{}, BOT], begin=True, start=0)
    player = Player(page, table).open()
    page.wait_for_function(IS_CONTROLLED)
    player.wait(player.decide())
    assert page.evaluate("calls") == []  # the player sees the page
    page.evaluate(HIDE)
    number = player.decide()
    page.wait_for_function("() => calls.length > 1")
    assert page.evaluate("calls") == ["badge", "Your turn: Ingenious"]
    player.wait(number)
    expect(page).to_have_title(re.compile("Your turn"))
    page.evaluate(SHOW)
    page.wait_for_function("() => calls.length > 2")
    assert page.evaluate("calls")[2:] == ["no badge"]


class UpdatedServer(ServerProcess):
    """A server that can be restarted with another build of the pages."""

    def update(self, folder: Path) -> None:
        rename_assets(SITE, folder)
        self.stop()
        module = self.command.index("ingenious")
        assert self.command[0] == sys.executable
        self.command[module : module + 1] = ["testkit.other_site", str(folder)]
        self.start()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[UpdatedServer]:
    with UpdatedServer(tmp_path / "data") as running:
        yield running


def wait_for_new_version(page: Page) -> None:
    """Wait until a new version is loaded in the background."""
    deadline = time.monotonic() + 60  # all files of a site, on a busy machine
    while not page.evaluate(IS_WAITING):
        assert time.monotonic() < deadline
        page.wait_for_timeout(100)


def open_solo(visit: Visit, *, worker: bool) -> Player:
    page = visit(name="Ada", worker=worker)
    table, _ = open_table(named(page, "Ada"), "solo", [{}], begin=True)
    player = Player(page, table).open()
    player.wait()
    return player


def test_the_server_is_updated_under_an_open_game(
    browser: Browser, own_server: UpdatedServer, tmp_path: Path
) -> None:
    visit = Visit(browser, own_server.url)
    try:
        player, plain = (open_solo(visit, worker=worker) for worker in (True, False))
        page = player.page
        page.wait_for_function(IS_CONTROLLED)
        first = page.evaluate(SCRIPT)
        for one in (player, plain):
            one.page.evaluate("() => { window.opened = 'before' }")
        plain.page.wait_for_function(HAS_LOADED_SHEET)
        own_server.update(tmp_path / "second")

        # Both games go on as they are. A part that was not loaded yet is still there.
        for one in (player, plain):
            # The strip that says that the connection is lost comes only after a while.
            expect(one.page.get_by_test_id("told")).to_have_attribute("data-connection", "open")
            expect(one.page.get_by_test_id("connection")).to_have_count(0)
            one.wait(one.decide())
            one.element("rules").click()
            rules = one.page.get_by_role("dialog", name="Solo")
            expect(rules).to_be_visible()
            one.page.keyboard.press("Escape")
            expect(rules).to_have_count(0)
            one.page.evaluate("() => { dispatchEvent(new Event('vite:preloadError')) }")
            one.wait(one.decide())
            assert one.page.evaluate("window.opened") == "before"

        # The version stays even if the table is loaded again.
        page.reload()
        player.wait()
        assert page.evaluate(SCRIPT) == first
        player.wait(player.decide())

        # The next page is the new one, as soon as it is loaded.
        wait_for_new_version(page)
        page.evaluate("() => { window.opened = 'before' }")
        page.locator("a[href='/']:visible").first.click()
        page.wait_for_function(IS_ANOTHER, arg=first)
        expect(page.get_by_role("heading", name="Your games")).to_be_visible()
        assert page.evaluate("window.opened") is None

        # Without a service worker, it is the next one that has to be loaded.
        plain.page.locator("a[href='/']:visible").first.click()
        plain.page.get_by_role("link", name="Rules", exact=True).click()
        plain.page.wait_for_function(IS_ANOTHER, arg=first)
        expect(plain.page.get_by_role("heading", name="Rules")).to_be_visible()
    finally:
        visit.close()


def test_over_plain_http_nothing_is_promised(browser: Browser, server: ServerProcess) -> None:
    # Without HTTPS, browsers trust only the names of their own computer.
    resolved = "--host-resolver-rules=MAP games.test 127.0.0.1"
    lan = browser.browser_type.launch(
        executable_path=executable(), args=[*LAUNCH_OPTIONS, resolved]
    )
    visit = Visit(lan, f"http://games.test:{server.port}")
    try:
        page = visit("/", worker=True)
        assert not page.evaluate("isSecureContext")
        page.get_by_role("button", name="Play now").click()
        expect(page.get_by_test_id("board")).to_be_visible()
        page.goto("/about")
        expect(page.get_by_role("heading", name="Keyboard")).to_be_visible()
        expect(page.get_by_test_id("about-app")).to_have_count(0)
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_text("Keyboard shortcuts")).to_be_visible()
        expect(page.get_by_text("Notify me")).to_have_count(0)
        page.goto("/")
        expect(page.get_by_role("heading", name="Your games")).to_be_visible()
        page.context.set_offline(True)
        page.get_by_role("link", name="Open tables").click()
        expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
        expect(page.get_by_test_id("offline-note")).to_have_count(0)
        page.context.set_offline(False)
        # Chromium reports that this header works only with HTTPS.
        assert [error for error in visit.errors if "Opener-Policy" not in error] == []
    finally:
        visit.close()
        lan.close()
