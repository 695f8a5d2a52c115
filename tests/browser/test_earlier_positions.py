"""The last moves are marked, and the list of moves leads to earlier positions."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ingenious.rules import Game
from testkit.browser.chromium import axe_violations
from testkit.browser.player import Player
from testkit.browser.prepared import play_until
from testkit.cases import SOAK

from .conftest import OpenAsHost

GAMES = ("classic", "cards", "dice", "tiles", *(("solo", "team", "duel") if SOAK else ()))
"""All kinds of tables; those of the other board games are like that of `classic`."""

PLAYERS = {"solo": 1, "team": 4}


def some_moves(game: Game[Any], state: Any) -> bool:
    """Whether some moves were made."""
    return sum(abs(peg) for pegs in game.scores(state) for peg in pegs) >= 12


def rows(page: Page) -> Locator:
    return page.locator("[role=option][data-at]:visible")


def earlier(page: Page) -> Locator:
    return page.get_by_test_id("past")


def test_pointing_at_a_move_shows_the_position_after_it(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 3, some_moves), size="desktop")
    page = player.page
    player.wait()
    row = rows(page).nth(1)
    row.hover()
    expect(earlier(page)).to_be_visible()
    expect(player.element("bar")).to_contain_text("still your turn")
    page.mouse.move(5, 5)
    expect(earlier(page)).to_have_count(0)
    row.click()
    page.mouse.move(5, 5)
    expect(earlier(page)).to_be_visible()
    expect(player.element("back-to-now")).to_be_visible()
    assert page.locator(".button.primary:visible").count() == 1
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(earlier(page)).to_have_count(0)
    page.get_by_test_id("move-list").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(earlier(page)).to_be_visible()
    expect(rows(page).nth(1)).to_have_attribute("aria-selected", "true")
    player.element("back-to-now").focus()
    page.keyboard.press("Enter")
    expect(earlier(page)).to_have_count(0)
    expect(player.element("board")).to_be_focused()
    rows(page).nth(1).click()
    page.get_by_role("group", name="Your tiles").click(force=True)
    page.mouse.move(5, 5)
    expect(earlier(page)).to_have_count(0)
    player.decide()  # the game continues as usual


def test_a_picked_tile_stays_picked_while_an_earlier_position_is_shown(
    open_as_host: OpenAsHost,
) -> None:
    player = open_as_host(play_until("classic", 3, some_moves), size="desktop")
    player.wait()
    player.element("rack-0").click()
    rows(player.page).nth(1).hover()
    expect(earlier(player.page)).to_be_visible()
    player.page.mouse.move(5, 5)
    expect(player.element("rack-0")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("game", GAMES)
def test_earlier_positions_of_every_game_are_shown_on_a_phone(
    open_as_host: OpenAsHost, game: str
) -> None:
    events = play_until(game, 3, some_moves, players=PLAYERS.get(game, 2))
    player = open_as_host(events, "touch", size="phone", touch=True)
    page = player.page
    player.wait()
    player.element("menu").tap()
    player.element("moves").tap()
    rows(page).nth(1).tap()
    expect(earlier(page)).to_be_visible()
    if SOAK or game in ("classic", "cards"):  # a board, or a mat
        assert axe_violations(page) == []
    player.element("back-to-now").tap()
    expect(earlier(page)).to_have_count(0)
    expect(rows(page)).to_have_count(0)  # the sheet is closed


def flags(player: Player) -> Locator:
    return player.page.locator("[data-flag]")


def test_moves_of_others_are_labelled_until_a_tile_is_picked(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 3, some_moves, players=4))
    page = player.page
    player.wait()
    expect(flags(player)).to_have_count(3)
    expect(page.get_by_test_id("order")).to_have_text(["1", "2", "3"])
    player.element("rack-0").click()
    expect(flags(player)).to_have_count(0)
    expect(page.locator("svg.newest .mark")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(flags(player)).to_have_count(0)
    page.keyboard.down("m")
    expect(flags(player)).to_have_count(3)
    page.keyboard.up("m")
    expect(flags(player)).to_have_count(0)
    box = page.locator(".opponents .name").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    expect(flags(player)).to_have_count(3)
    page.mouse.up()
    expect(flags(player)).to_have_count(0)


def test_with_two_players_the_last_move_is_only_marked(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 3, some_moves))
    player.wait()
    expect(player.page.locator("svg.newest .mark")).to_have_count(1)
    expect(flags(player)).to_have_count(0)
    expect(player.page.get_by_test_id("order")).to_have_count(0)
