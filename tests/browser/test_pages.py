"""Every page: what users can do there, and that it is accessible."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from testkit.browser.chromium import axe_violations, axe_violations_in_both_themes, resize
from testkit.browser.prepared import play_game, play_until
from testkit.cases import SOAK

from .conditions import after_turns
from .conftest import OpenAsHost, Visit
from .tables import play_bots

PAGES = ("/", "/new/classic", "/new/match", "/join", "/learn", "/tables", "/about", "/replay",
         "/rules", "/nowhere")  # fmt: skip
"""All kinds of pages except those of a game's rules, which `test_rules` has."""


def test_axe_finds_nothing_on_any_page(visit: Visit) -> None:
    page = visit()
    for path in PAGES:
        page.goto(path)
        page.locator("h1").first.wait_for()
        assert axe_violations_in_both_themes(page) == [], path


@pytest.mark.parametrize(
    "game", ["classic", "duel", "cards", "dice", "tiles", *(["solo", "team"] if SOAK else [])]
)
def test_axe_finds_nothing_at_a_table(open_as_host: OpenAsHost, game: str) -> None:
    players = {"solo": 1, "team": 4}.get(game, 2)
    events = play_until(game, 3, after_turns(2), players=players)
    player = open_as_host(events, prepare=show_letters)
    page = player.page
    player.wait()
    assert axe_violations_in_both_themes(page) == []
    # The letters on symbols are not part of the text of buttons.
    page.locator("main use[href^='#mark-']").first.wait_for(state="attached")
    assert axe_violations(page, only=("label-content-name-mismatch",)) == []
    resize(page, {"width": 390, "height": 844})
    page.locator(".frame.phone").wait_for()
    assert (axe_violations_in_both_themes if SOAK else axe_violations)(page) == []


def show_letters(page: Page) -> None:
    page.add_init_script("localStorage.setItem('ingenious', JSON.stringify({ letters: true }))")


def test_one_click_starts_a_game_and_the_settings_are_kept(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_test_id("board")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name="Resume").first).to_be_visible()


def test_the_chosen_language_and_theme_are_kept(visit: Visit) -> None:
    page = visit("/", language="de-DE")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_role("button", name="Einstellungen").first.click()
    page.get_by_role("radio", name="Français").check()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("radio", name="Sombre").check()
    sizes = [one.bounding_box() for one in page.get_by_role("switch").all()]
    assert sizes
    assert all(box and min(box["width"], box["height"]) >= 44 for box in sizes)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_finished_game_can_be_replayed_and_downloaded_and_its_file_opened(
    open_as_host: OpenAsHost, tmp_path: Path
) -> None:
    player = open_as_host(play_game("team", 4, players=4))
    page = player.page
    player.element("replay").click()
    page.wait_for_url("**/replay/*")
    last = int(page.get_by_test_id("replay-slider").get_attribute("max") or 0)
    assert last > 3
    page.keyboard.press("Home")
    expect(page.get_by_test_id("replay-step")).to_contain_text("0 /")
    page.get_by_test_id("replay-next").click()
    expect(page.get_by_test_id("replay-step")).to_contain_text("1 /")
    page.keyboard.press("End")
    expect(page.get_by_test_id("replay-step")).to_contain_text(f"{last} /")
    page.get_by_test_id("replay-rule").click()
    expect(page.get_by_role("dialog", name="Ingenious in teams").locator("#D6")).to_be_in_viewport()
    page.keyboard.press("Escape")
    page.get_by_test_id("replay-about").click()
    about = page.get_by_role("dialog", name="About this game")
    expect(about).to_contain_text("2023 rules")
    expect(about).to_contain_text("(level 1)")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_test_id("replay-download").click()
    file = tmp_path / "game.jsonl"
    download.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["result"]

    page.goto("/replay")
    page.get_by_test_id("replay-file").set_input_files(file)
    expect(page.get_by_test_id("replay-step")).to_contain_text("/")
    page.goto("/replay")
    invalid = file.with_name("spoiled.jsonl")
    invalid.write_text("no record at all", "utf-8")
    page.get_by_test_id("replay-file").set_input_files(invalid)
    expect(page.get_by_role("alert")).to_contain_text("spoiled.jsonl")


def test_a_replay_on_a_phone_has_a_download_button(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_game("tiles", 4), size="phone")
    page = player.page
    page.goto(page.url.replace("/table/", "/replay/"))
    expect(page.get_by_test_id("replay-download")).to_be_visible()
    expect(page.get_by_role("heading", name="Tile Challenge")).to_be_visible()
    assert axe_violations_in_both_themes(page) == []
    page.get_by_test_id("replay-menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    expect(page.get_by_test_id("replay-download")).to_have_count(1)  # none in the menu
    assert (axe_violations_in_both_themes if SOAK else axe_violations)(page) == []
    menu.get_by_test_id("replay-about").click()
    expect(page.get_by_role("dialog", name="About this game")).to_contain_text("2010 rules")
    page.keyboard.press("Escape")
    menu.get_by_test_id("replay-rules").click()
    expect(page.get_by_role("dialog", name="Tile Challenge")).to_be_visible()
    expect(menu).to_have_count(0)


def test_a_page_that_cannot_reach_the_server_offers_to_try_again(visit: Visit) -> None:
    page = visit()
    page.route("**/api/**", lambda route: route.abort("internetdisconnected"))
    for path in ("/new/classic", "/tables", "/rules/duel", "/replay/abcdefghijkl"):
        page.goto(path)
        expect(page.get_by_test_id("again")).to_be_visible()
        if SOAK or path == "/tables":  # the other pages say it in the same way
            assert axe_violations(page) == [], path
    page.unroute("**/api/**")
    page.goto("/new/classic")
    expect(page.get_by_role("button", name="Start game")).to_be_visible()


def test_hints_are_shown_and_followed(visit: Visit) -> None:
    player = play_bots(visit, "classic", 2, start=0)
    player.wait()
    player.element("hint").click()
    player.page.get_by_test_id("hint-0").click(timeout=60_000)
    player.element("place").click()
    expect(player.page.get_by_test_id("told")).not_to_have_attribute("data-number", "2")
    assert player.view()["shared"]["position"]["cells"].count(".") < 85


def test_nothing_scrolls_at_a_table(visit: Visit) -> None:
    player = play_bots(visit, "classic", 4, start=0)
    player.wait()
    for width, height in ((390, 844), (820, 1180), (1024, 768), (1280, 720), (1920, 1080)):
        resize(player.page, {"width": width, "height": height})
        player.page.wait_for_function(
            """() => {
                const page = document.scrollingElement
                const board = document.querySelector('[data-testid=board]').getBoundingClientRect()
                return page.scrollWidth <= innerWidth && page.scrollHeight <= innerHeight
                    && board.left >= 0 && board.right <= innerWidth
                    && board.top >= 0 && board.bottom <= innerHeight
            }"""
        )
