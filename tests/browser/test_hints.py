"""The advice of a bot at a table: it is read, followed and put away, and nothing moves for it."""

import pytest
from playwright.sync_api import ViewportSize, expect

from testkit.browser.chromium import barriers
from testkit.browser.player import Player
from testkit.browser.prepared import moment
from testkit.cases import SOAK

from .conftest import Arrive, Visit
from .wanted import early

PATIENCE = 60_000
"""Milliseconds: how long a bot may think about advice on a busy machine."""

SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 1440, "height": 900},
)

STILL = """() => new Promise((resolve) => {
    const names = 'main, [data-testid=board], .mat, [data-testid=bar], header .buttons button'
    const places = () => [...document.querySelectorAll(names)].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return [x, y, width, height]
    })
    let last = '', frames = 0
    const look = () => {
        const now = places()
        frames = JSON.stringify(now) === last ? frames + 1 : 0
        last = JSON.stringify(now)
        if (frames > 5) resolve(now)
        else requestAnimationFrame(look)
    }
    look()
})"""
"""Where the board, the bar and the buttons of the header are, as soon as they stay there."""

COVERED = """() => {
    const row = document.querySelector('[data-testid=hints]').getBoundingClientRect()
    const names = ['[data-testid=board], .mat', '[data-testid=bar]', '.opponents', '.mine']
    return names.filter((name) => [...document.querySelectorAll(name)].some((one) => {
        const box = one.getBoundingClientRect()
        const across = box.left < row.right - 1 && box.right > row.left + 1
        return across && box.top < row.bottom - 1 && box.bottom > row.top + 1
    }))
}"""
"""What the advice lies on."""

SEEN = "(at) => document.elementFromPoint(...at)?.closest('[role=timer]') !== null"

FITS = "(text) => text.scrollHeight <= text.clientHeight + 1"


def places(player: Player, size: ViewportSize) -> list[list[float]]:
    """Where they are on a screen of that size."""
    player.page.set_viewport_size(size)
    player.page.wait_for_function("(width) => innerWidth === width", arg=size["width"])
    found: list[list[float]] = player.page.evaluate(STILL)
    return found


def read(player: Player) -> None:
    """The whole reason can be read, where it is too long for its place when it is pressed."""
    reason = player.page.get_by_test_id("hint-reason")
    expect(reason).not_to_be_empty()
    if reason.evaluate(FITS):
        return
    opens = player.page.locator("button.reason")
    player.press(opens)
    assert reason.evaluate(FITS)
    player.press(opens)


@pytest.mark.parametrize("players", [2, 4] if SOAK else [4])
def test_nothing_moves_for_hints_at_a_board(arrive: Arrive, players: int) -> None:
    player = arrive(moment("classic", 3, early, players=players), "touch", touch=True)
    page = player.page
    player.wait()
    before = [places(player, size) for size in SIZES]
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint-0")).to_have_attribute(
        "aria-pressed", "true", timeout=PATIENCE
    )
    for size, where in zip(SIZES, before, strict=True):
        assert places(player, size) == where
        assert page.evaluate(COVERED) == []
        for k in range(page.locator("[data-testid^=hint-][aria-pressed]").count()):
            player.press(player.see(f"hint-{k}"))
            read(player)
            assert page.evaluate(STILL) == where
    player.press(player.see("hints-away"))
    assert places(player, SIZES[-1]) == before[-1]


@pytest.mark.parametrize("game", ["cards", "dice", "tiles"])
def test_nothing_moves_for_hints_at_a_challenge(arrive: Arrive, game: str) -> None:
    player = arrive(moment(game, 3, lambda rules, state: True), "touch", touch=True)
    page = player.page
    player.wait()
    before = [places(player, size) for size in SIZES]
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint-0")).to_be_visible(timeout=PATIENCE)
    for size, where in zip(SIZES, before, strict=True):
        assert places(player, size) == where
        assert page.evaluate(COVERED) == []
        player.press(player.see("hint-0"))
        read(player)
        assert page.evaluate(STILL) == where


def test_hints_hide_nothing_on_a_phone(arrive: Arrive) -> None:
    player = arrive(moment("classic", 3, early), "touch", size="phone", touch=True)
    page = player.page
    player.wait()
    number, board = player.shown(), player.see("board").bounding_box()
    page.keyboard.press("h")
    # The best one lies on the board as it would be placed; the others are marks.
    expect(page.get_by_test_id("hint-0")).to_have_attribute(
        "aria-pressed", "true", timeout=PATIENCE
    )
    expect(page.locator(".lifted")).to_have_count(1)
    expect(page.locator("circle.mark")).to_have_count(2)
    assert player.see("board").bounding_box() == board
    assert barriers(page) == []
    player.press(player.see("hint-1"))
    expect(page.get_by_test_id("hint-1")).to_have_attribute("aria-pressed", "true")
    player.press(player.see("place"))
    player.hear(number + 1)
    expect(page.get_by_test_id("hint-0")).to_have_count(0)


def test_whoever_plays_by_keys_goes_on_at_the_board_after_hints(arrive: Arrive) -> None:
    player = arrive(moment("classic", 3, early))
    page, board = player.page, player.see("board")
    player.wait()
    number = player.shown()
    page.keyboard.press("h")
    player.see("hints-away").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("hint-0")).to_have_count(0)
    expect(board).to_be_focused()
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint-0")).to_have_attribute(
        "aria-pressed", "true", timeout=PATIENCE
    )
    player.see("place").focus()
    page.keyboard.press("Enter")
    player.hear(number + 1)
    expect(board).to_be_focused()  # the button went with the turn


def test_whoever_asks_by_keys_goes_on_from_there(arrive: Arrive) -> None:
    player = arrive(moment("tiles", 3, lambda rules, state: True), size="tablet")
    page = player.page
    player.wait()
    player.see("hint").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("hint-0")).to_be_visible(timeout=PATIENCE)
    expect(player.see("hint")).to_be_focused()  # it stays where it was
    player.press(player.see("hints-away"))
    # On a phone it makes way for the hints.
    page.set_viewport_size(SIZES[1])
    player.see("hint").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("hint-0")).to_be_focused(timeout=PATIENCE)


def test_the_clock_stays_in_sight_beside_hints(visit: Visit) -> None:
    page = visit("/", name="Ada")
    settings = {
        "games": ["classic"],
        "seats": [{}, {"kind": "bot", "level": 1}],
        "clock": {"kind": "total", "seconds": 900, "increment": 0},
        "casual": True,
        "start": 0,
    }
    answer = page.context.request.post(
        "/api/tables", data={"settings": settings, "sit": [0], "begin": True}
    )
    assert answer.ok, answer.text()
    player = Player(page, answer.json()["table"]).go()
    player.wait()
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint-0")).to_be_visible(timeout=PATIENCE)
    for size in SIZES:
        places(player, size)
        clock = page.get_by_role("timer", name="You")
        expect(clock).to_be_visible()
        reason = page.locator("button.reason")
        if reason.count():  # also where the reason lies open
            player.press(reason)
            box = clock.bounding_box()
            assert box is not None
            middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
            assert page.evaluate(SEEN, middle)
            player.press(reason)
