"""Hints at a table: they are shown, followed and closed, and the layout does not change."""

import pytest
from playwright.sync_api import ViewportSize, expect

from testkit.browser.chromium import axe_violations, resize
from testkit.browser.player import Player
from testkit.browser.prepared import play_until
from testkit.browser.tables import BOT, open_table
from testkit.cases import SOAK

from .conditions import immediately, is_early
from .conftest import OpenAsHost, Visit

HINT_TIMEOUT_MS = 60_000
"""How long hints may take on a busy machine."""

SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 1440, "height": 900},
)

STABLE_POSITIONS = """() => new Promise((resolve) => {
    const names = 'main, [data-testid=board], .mat, [data-testid=bar], header .buttons button'
    const places = () => [...document.querySelectorAll(names)].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return [x, y, width, height]
    })
    let last = '', frames = 0
    const check = () => {
        const now = places()
        frames = JSON.stringify(now) === last ? frames + 1 : 0
        last = JSON.stringify(now)
        if (frames > 5) resolve(now)
        else requestAnimationFrame(check)
    }
    check()
})"""
"""The boxes of the board, the bar and the header's buttons, once they stop moving."""

COVERED = """() => {
    const row = document.querySelector('[data-testid=hints]').getBoundingClientRect()
    const names = ['[data-testid=board], .mat', '[data-testid=bar]', '.opponents', '.mine']
    return names.filter((name) => [...document.querySelectorAll(name)].some((one) => {
        const box = one.getBoundingClientRect()
        const across = box.left < row.right - 1 && box.right > row.left + 1
        return across && box.top < row.bottom - 1 && box.bottom > row.top + 1
    }))
}"""
"""The parts of the table that the hints cover."""

IS_TIMER_AT = "(at) => document.elementFromPoint(...at)?.closest('[role=timer]') !== null"

IS_FULLY_SHOWN = "(text) => text.scrollHeight <= text.clientHeight + 1"


def positions(player: Player, size: ViewportSize) -> list[list[float]]:
    """The boxes of the parts of the table on a screen of this size."""
    resize(player.page, size)
    found: list[list[float]] = player.page.evaluate(STABLE_POSITIONS)
    return found


def check_reason(player: Player) -> None:
    """Check that the whole reason is shown, after expanding it if it is long."""
    reason = player.page.get_by_test_id("hint-reason")
    expect(reason).not_to_be_empty()
    if reason.evaluate(IS_FULLY_SHOWN):
        return
    toggle = player.page.locator("button.reason")
    player.press(toggle)
    assert reason.evaluate(IS_FULLY_SHOWN)
    player.press(toggle)


@pytest.mark.parametrize("players", [2, 4] if SOAK else [4])
def test_hints_move_nothing_in_a_board_game(open_as_host: OpenAsHost, players: int) -> None:
    player = open_as_host(play_until("classic", 3, is_early, players=players), "touch", touch=True)
    page = player.page
    player.wait()
    before = [positions(player, size) for size in SIZES]
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint-0")).to_have_attribute(
        "aria-pressed", "true", timeout=HINT_TIMEOUT_MS
    )
    for size, where in zip(SIZES, before, strict=True):
        assert positions(player, size) == where
        assert page.evaluate(COVERED) == []
        for k in range(page.locator("[data-testid^=hint-][aria-pressed]").count()):
            player.press(player.element(f"hint-{k}"))
            check_reason(player)
            assert page.evaluate(STABLE_POSITIONS) == where
    player.press(player.element("hints-away"))
    assert positions(player, SIZES[-1]) == before[-1]


@pytest.mark.parametrize("game", ["cards", "dice", "tiles"])
def test_hints_move_nothing_in_a_challenge(open_as_host: OpenAsHost, game: str) -> None:
    player = open_as_host(play_until(game, 3, immediately), "touch", touch=True)
    page = player.page
    player.wait()
    before = [positions(player, size) for size in SIZES]
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint-0")).to_be_visible(timeout=HINT_TIMEOUT_MS)
    for size, where in zip(SIZES, before, strict=True):
        assert positions(player, size) == where
        assert page.evaluate(COVERED) == []
        player.press(player.element("hint-0"))
        check_reason(player)
        assert page.evaluate(STABLE_POSITIONS) == where


def test_hints_can_be_followed_on_a_phone(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 3, is_early), "touch", size="phone", touch=True)
    page = player.page
    player.wait()
    number, board = player.shown_number(), player.element("board").bounding_box()
    page.keyboard.press("h")
    # The best hint is shown as a tile on the board; the others are marks.
    expect(page.get_by_test_id("hint-0")).to_have_attribute(
        "aria-pressed", "true", timeout=HINT_TIMEOUT_MS
    )
    expect(page.locator(".lifted")).to_have_count(1)
    expect(page.locator("circle.mark")).to_have_count(2)
    assert player.element("board").bounding_box() == board
    assert axe_violations(page) == []
    player.press(player.element("hint-1"))
    expect(page.get_by_test_id("hint-1")).to_have_attribute("aria-pressed", "true")
    player.press(player.element("place"))
    player.wait_for_event(number + 1)
    expect(page.get_by_test_id("hint-0")).to_have_count(0)


def test_the_focus_returns_to_the_board_after_hints(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 3, is_early))
    page, board = player.page, player.element("board")
    player.wait()
    number = player.shown_number()
    page.keyboard.press("h")
    player.element("hints-away").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("hint-0")).to_have_count(0)
    expect(board).to_be_focused()
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint-0")).to_have_attribute(
        "aria-pressed", "true", timeout=HINT_TIMEOUT_MS
    )
    player.element("place").focus()
    page.keyboard.press("Enter")
    player.wait_for_event(number + 1)
    expect(board).to_be_focused()  # the button disappears when the turn ends


def test_the_focus_stays_at_the_hints_after_asking_by_keys(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("tiles", 3, immediately), size="tablet")
    page = player.page
    player.wait()
    player.element("hint").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("hint-0")).to_be_visible(timeout=HINT_TIMEOUT_MS)
    expect(player.element("hint")).to_be_focused()
    player.press(player.element("hints-away"))
    # On a phone the hints replace the button.
    resize(page, SIZES[1])
    player.element("hint").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("hint-0")).to_be_focused(timeout=HINT_TIMEOUT_MS)


def test_the_clock_stays_visible_beside_hints(visit: Visit) -> None:
    page = visit("/", name="Ada")
    clock_setting = {"kind": "total", "seconds": 900, "increment": 0}
    table, _ = open_table(
        page, "classic", [{}, BOT], begin=True, clock=clock_setting, casual=True, start=0
    )
    player = Player(page, table).open()
    player.wait()
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint-0")).to_be_visible(timeout=HINT_TIMEOUT_MS)
    for size in SIZES:
        positions(player, size)
        clock = page.get_by_role("timer", name="You")
        expect(clock).to_be_visible()
        reason = page.locator("button.reason")
        if reason.count():  # also while the reason is expanded
            player.press(reason)
            box = clock.bounding_box()
            assert box is not None
            middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
            assert page.evaluate(IS_TIMER_AT, middle)
            player.press(reason)
