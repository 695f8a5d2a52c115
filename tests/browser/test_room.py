"""How the room of a screen is shared between what is played on, the score boards and the words."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from testkit.browser.prepared import moment, played

from .conftest import Arrive
from .walk import faults

LANGUAGES = ("en-GB", "de-DE", "fr-FR")

LEAST = 240
"""Pixels that the board of a finished game is wide at least on a phone 360 pixels wide."""

SMALL: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 740},
    {"width": 360, "height": 640},
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_of_four_leaves_a_phone_its_board(arrive: Arrive, language: str) -> None:
    player = arrive(played("classic", 4, players=4), size="phone", language=language)
    player.see("result")
    for screen in SMALL:
        player.page.set_viewport_size(screen)
        expect(player.see("lines").locator(".peg")).to_have_count(18)
        board = player.see("board").bounding_box()
        assert board is not None
        assert board["width"] >= LEAST, screen
    assert faults(player.page, screens=SMALL) == []


HEIGHTS = """() => ['.opponents', '.mine'].map((name) => {
    const all = [...document.querySelectorAll(`${name} [data-testid=lines], ${name} .panel`)]
    const boxes = all.map((one) => one.getBoundingClientRect())
    return Math.max(...boxes.map((one) => one.bottom)) - Math.min(...boxes.map((one) => one.top))
})"""


@pytest.mark.parametrize("players", [3, 4])
def test_the_others_are_as_high_as_ones_own_board_on_a_tablet(arrive: Arrive, players: int) -> None:
    events = moment("classic", 3, lambda _rules, _state: True, players=players)
    player = arrive(events, size="tablet")
    player.wait()
    theirs, mine = player.page.evaluate(HEIGHTS)
    assert abs(theirs - mine) <= 4


LINES = """(bar) => {
    const tops = [...bar.querySelectorAll('.what:not(.hidden) :is(h2, .text)')].flatMap((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return [...range.getClientRects()].map(({ top }) => Math.round(top))
    })
    return new Set(tops).size
}"""


@pytest.mark.parametrize("game", ["dice", "tiles"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_to_be_done_takes_two_lines(arrive: Arrive, game: str, language: str) -> None:
    turns = 0

    def is_in_the_game(*_: object) -> bool:
        nonlocal turns
        turns += 1
        return turns > 4

    player = arrive(moment(game, 3, is_in_the_game), language=language)
    player.wait()
    for width in (1200, 1280, 1366):
        player.page.set_viewport_size({"width": width, "height": 800})
        # Where there is no room at all, the choice itself says what it is.
        expect(player.see("bar").locator(".middle")).to_be_visible()
        assert player.see("bar").evaluate(LINES) <= 2, width


WATCH = """() => {
    window.moved = []
    addEventListener('animationstart', ({ target, animationName }) => {
        if (target.matches('.room')) window.moved.push(animationName)
    })
}"""


def _end(page: Page) -> None:
    """Give the game up, and wait for its result."""
    page.get_by_test_id("menu").click()
    for _ in range(2):
        page.get_by_test_id("resign").click()
    expect(page.get_by_test_id("result")).to_be_visible()


@pytest.mark.parametrize("still", [False, True])
def test_the_board_makes_room_for_the_result(arrive: Arrive, still: bool) -> None:
    events = moment("classic", 3, lambda _rules, _state: True)
    player = arrive(events, size="laptop", still=still)
    player.wait()
    page, board = player.page, player.see("board")
    before = board.bounding_box()
    page.evaluate(WATCH)
    _end(page)
    page.wait_for_timeout(400)
    after = board.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] < before["width"] - 10
    moved = page.evaluate("() => window.moved")
    assert [name.rpartition("-")[2] for name in moved] == ([] if still else ["shrink"])
    # It is over then: who changes the window does not see it again.
    page.set_viewport_size({"width": 1366, "height": 700})
    page.wait_for_timeout(100)
    assert page.evaluate("() => window.moved.length") == len(moved)
