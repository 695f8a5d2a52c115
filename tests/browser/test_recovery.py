"""A page whose request fails says so, tries again, and recovers without a reload."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from testkit.browser.prepared import play_game

from .conftest import OpenAsHost, Visit
from .tables import play_bots


def _abort(page: Page, url: str) -> Callable[[], None]:
    """Abort every request for a URL, until the returned function is called."""
    aborts = True

    def restore() -> None:
        nonlocal aborts
        aborts = False

    page.route(url, lambda route: route.abort() if aborts else route.continue_())
    return restore


def test_a_board_that_could_not_be_loaded_is_loaded_without_a_reload(visit: Visit) -> None:
    player = play_bots(visit, "classic", 2, start=0)
    page = player.page
    restore = _abort(page, "**/api/boards/*")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded. Trying again")
    expect(page.get_by_test_id("board")).to_have_count(0)
    restore()
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    player.wait()
    player.decide()


@pytest.mark.parametrize(
    ("path", "url", "shown"),
    [
        ("/tables", "**/api/tables", "main .card"),
        ("/rules/duel", "**/api/rules/*", "main nav a"),
        ("/rules/duel", "**/api/boards/*", "main nav a"),
        ("/new/classic", "**/api/games", "main form"),
    ],
)
def test_a_page_that_could_not_be_loaded_is_loaded_without_a_reload(
    visit: Visit, path: str, url: str, shown: str
) -> None:
    page = visit()
    restore = _abort(page, url)
    page.goto(path)
    expect(page.get_by_test_id("again")).to_be_visible()
    restore()
    expect(page.locator(shown).first).to_be_visible()
    expect(page.get_by_test_id("again")).to_have_count(0)


@pytest.mark.parametrize("url", ["**/replay", "**/api/boards/*"])
def test_a_replay_that_could_not_be_loaded_is_loaded_without_a_reload(
    open_as_host: OpenAsHost, url: str
) -> None:
    page = open_as_host(play_game("duel", 4)).page
    restore = _abort(page, url)
    page.goto(page.url.replace("/table/", "/replay/"))
    expect(page.get_by_test_id("again")).to_be_visible()
    page.get_by_test_id("again").click()
    expect(page.get_by_test_id("again")).to_be_visible()
    restore()
    expect(page.get_by_label("Board with").first).to_be_visible()
