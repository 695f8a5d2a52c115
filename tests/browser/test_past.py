"""What was played last is marked, and from the list of moves one sees earlier positions."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ingenious.rules import Game
from testkit.browser.chromium import barriers
from testkit.browser.player import Player
from testkit.browser.prepared import moment

from .conftest import Arrive

GAMES = ("classic", "solo", "team", "duel", "cards", "dice", "tiles")
PLAYERS = {"solo": 1, "team": 4}


def some(game: Game[Any], state: Any) -> bool:
    """Some moves were made."""
    return sum(abs(peg) for pegs in game.scores(state) for peg in pegs) >= 12


def rows(page: Page) -> Locator:
    return page.locator("[role=option][data-at]:visible")


def past(page: Page) -> Locator:
    return page.get_by_test_id("past")


def test_to_point_at_a_move_shows_the_position_then(arrive: Arrive) -> None:
    player = arrive(moment("classic", 3, some), size="desktop")
    page = player.page
    player.wait()
    row = rows(page).nth(1)
    row.hover()
    expect(past(page)).to_be_visible()
    expect(player.see("bar")).to_contain_text("still your turn")
    page.mouse.move(5, 5)
    expect(past(page)).to_have_count(0)
    row.click()
    page.mouse.move(5, 5)
    expect(past(page)).to_be_visible()
    expect(player.see("back-to-now")).to_be_visible()
    assert page.locator(".button.primary:visible").count() == 1
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(past(page)).to_have_count(0)
    page.get_by_test_id("move-list").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(past(page)).to_be_visible()
    expect(rows(page).nth(1)).to_have_attribute("aria-selected", "true")
    player.see("back-to-now").focus()
    page.keyboard.press("Enter")
    expect(past(page)).to_have_count(0)
    expect(player.see("board")).to_be_focused()
    rows(page).nth(1).click()
    page.get_by_role("group", name="Your tiles").click(force=True)
    page.mouse.move(5, 5)
    expect(past(page)).to_have_count(0)
    player.decide()  # and the game goes on as if nothing had been looked at


def test_a_tile_that_is_held_stays_so_while_one_looks_back(arrive: Arrive) -> None:
    player = arrive(moment("classic", 3, some), size="desktop")
    player.wait()
    player.see("rack-0").click()
    rows(player.page).nth(1).hover()
    expect(past(player.page)).to_be_visible()
    player.page.mouse.move(5, 5)
    expect(player.see("rack-0")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_looked_back_at_on_a_phone(arrive: Arrive, game: str) -> None:
    events = moment(game, 3, some, players=PLAYERS.get(game, 2))
    player = arrive(events, "touch", size="phone", touch=True)
    page = player.page
    player.wait()
    player.see("menu").tap()
    player.see("moves").tap()
    rows(page).nth(1).tap()
    expect(past(page)).to_be_visible()
    assert barriers(page) == []
    player.see("back-to-now").tap()
    expect(past(page)).to_have_count(0)
    expect(rows(page)).to_have_count(0)  # the sheet made way


def flags(player: Player) -> Locator:
    return player.page.locator("[data-flag]")


def test_what_others_did_is_named_until_one_picks_a_tile(arrive: Arrive) -> None:
    player = arrive(moment("classic", 3, some, players=4))
    page = player.page
    player.wait()
    expect(flags(player)).to_have_count(3)
    expect(page.get_by_test_id("order")).to_have_text(["1", "2", "3"])
    player.see("rack-0").click()
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


def test_with_two_players_the_line_alone_says_it(arrive: Arrive) -> None:
    player = arrive(moment("classic", 3, some))
    player.wait()
    expect(player.page.locator("svg.newest .mark")).to_have_count(1)
    expect(flags(player)).to_have_count(0)
    expect(player.page.get_by_test_id("order")).to_have_count(0)
