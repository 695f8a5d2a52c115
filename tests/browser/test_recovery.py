"""A request that fails leaves no page empty: it says so, tries again, and recovers by itself."""

import pytest
from playwright.sync_api import Page, expect

from testkit.browser.prepared import played

from .conftest import Arrive, Visit
from .tables import opened


def _fails(page: Page, address: str) -> list[bool]:
    """Let every request for an address fail as long as the answer says so."""
    fails = [True]
    page.route(address, lambda route: route.abort() if fails[0] else route.continue_())
    return fails


def test_a_board_that_could_not_be_loaded_comes_without_a_reload(visit: Visit) -> None:
    player = opened(visit, "classic", 2, "mouse", start=0)
    page = player.page
    fails = _fails(page, "**/api/boards/*")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded. Trying again")
    expect(page.get_by_test_id("board")).to_have_count(0)
    fails[0] = False
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    player.wait()
    player.decide()


@pytest.mark.parametrize(
    ("path", "address", "shown"),
    [
        ("/tables", "**/api/tables", "main .card"),
        ("/rules/classic", "**/api/rules/*", "main nav a"),
        ("/rules/classic", "**/api/boards/*", "main nav a"),
        ("/new/classic", "**/api/games", "main form"),
    ],
)
def test_a_page_that_could_not_be_loaded_comes_without_a_reload(
    visit: Visit, path: str, address: str, shown: str
) -> None:
    page = visit()
    fails = _fails(page, address)
    page.goto(path)
    expect(page.get_by_test_id("again")).to_be_visible()
    fails[0] = False
    expect(page.locator(shown).first).to_be_visible()
    expect(page.get_by_test_id("again")).to_have_count(0)


@pytest.mark.parametrize("address", ["**/replay", "**/api/boards/*"])
def test_a_replay_that_could_not_be_loaded_comes_without_a_reload(
    arrive: Arrive, address: str
) -> None:
    page = arrive(played("duel", 4)).page
    fails = _fails(page, address)
    page.goto(page.url.replace("/table/", "/replay/"))
    expect(page.get_by_test_id("again")).to_be_visible()
    page.get_by_test_id("again").click()
    expect(page.get_by_test_id("again")).to_be_visible()
    fails[0] = False
    expect(page.get_by_label("Board with").first).to_be_visible()
