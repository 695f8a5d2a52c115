"""How the board, the score boards and the texts of a table share the screen."""

from itertools import product

import pytest
from playwright.sync_api import ViewportSize, expect

from ingenious.rulebook import LANGUAGES
from testkit.browser.chromium import resize
from testkit.browser.prepared import play_game, play_until
from testkit.browser.tables import resign

from .conditions import after_turns, immediately
from .conftest import OpenAsHost
from .page_layout import SPEAK, page_problems

MIN_BOARD_WIDTH = 240
"""Pixels, for the board of a finished game on a phone that is 360 pixels wide."""

SMALL_SCREENS: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 740},
    {"width": 360, "height": 640},
)


def test_the_result_of_four_players_leaves_space_for_the_board_on_a_phone(
    open_as_host: OpenAsHost,
) -> None:
    player = open_as_host(play_game("classic", 4, players=4), size="phone")
    for language, screen in product(LANGUAGES, SMALL_SCREENS):
        player.page.evaluate(SPEAK, language)
        resize(player.page, screen)
        expect(player.element("lines").locator(".peg")).to_have_count(18)
        board = player.element("board").bounding_box()
        assert board is not None
        assert board["width"] >= MIN_BOARD_WIDTH, (language, screen)
    assert page_problems(player.page, screens=SMALL_SCREENS) == []


HEIGHTS = """() => ['.opponents', '.mine'].map((name) => {
    const all = [...document.querySelectorAll(`${name} [data-testid=lines], ${name} .panel`)]
    const boxes = all.map((one) => one.getBoundingClientRect())
    return Math.max(...boxes.map((one) => one.bottom)) - Math.min(...boxes.map((one) => one.top))
})"""


@pytest.mark.parametrize("players", [3, 4])
def test_the_opponents_are_as_high_as_the_own_score_board_on_a_tablet(
    open_as_host: OpenAsHost, players: int
) -> None:
    events = play_until("classic", 3, immediately, players=players)
    player = open_as_host(events, size="tablet")
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
def test_the_prompt_takes_at_most_two_lines(open_as_host: OpenAsHost, game: str) -> None:
    player = open_as_host(play_until(game, 3, after_turns(4)))
    player.wait()
    for language, width in product(LANGUAGES, (1200, 1280, 1366)):
        player.page.evaluate(SPEAK, language)
        resize(player.page, {"width": width, "height": 800})
        # The text is hidden where it does not fit at all.
        expect(player.element("bar").locator(".middle")).to_be_visible()
        assert player.element("bar").evaluate(LINES) <= 2, (language, width)


WATCH_ANIMATIONS = """() => {
    window.moved = []
    addEventListener('animationstart', ({ target, animationName }) => {
        if (target.matches('.room')) window.moved.push(animationName)
    })
}"""


IS_NARROWER = """(width) =>
    document.querySelector('[data-testid=board]').getBoundingClientRect().width < width"""


@pytest.mark.parametrize("still", [False, True])
def test_the_board_shrinks_for_the_result(open_as_host: OpenAsHost, still: bool) -> None:
    events = play_until("classic", 3, immediately)
    player = open_as_host(events, size="laptop", still=still)
    player.wait()
    page, board = player.page, player.element("board")
    before = board.bounding_box()
    page.evaluate(WATCH_ANIMATIONS)
    resign(page)
    expect(page.get_by_test_id("result")).to_be_visible()
    page.wait_for_timeout(400)
    assert before is not None
    page.wait_for_function(IS_NARROWER, arg=before["width"] - 10)
    moved = page.evaluate("() => window.moved")
    assert [name.rpartition("-")[2] for name in moved] == ([] if still else ["shrink"])
    # Resizing the window does not restart the animation.
    resize(page, {"width": 1366, "height": 700})
    page.wait_for_timeout(100)
    assert page.evaluate("() => window.moved.length") == len(moved)
