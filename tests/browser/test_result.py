"""The result of a game: who won, what decided it, and what players can do next."""

import pytest
from playwright.sync_api import expect

from ingenious.bots import Policy, at_random, greedy
from testkit.browser.chromium import SIZES, resize
from testkit.browser.prepared import play_game, play_until
from testkit.cases import SOAK

from .conditions import immediately
from .conftest import OpenAsHost

WON, LOST = (greedy, at_random), (at_random, greedy)


@pytest.mark.parametrize(
    ("policies", "look", "size"),
    [
        (WON, "win", "laptop"),
        (LOST, "loss", "phone"),
        *([(WON, "win", "phone"), (LOST, "loss", "laptop")] if SOAK else []),
    ],
)
def test_the_deciding_peg_is_framed(
    open_as_host: OpenAsHost, policies: tuple[Policy, ...], look: str, size: str
) -> None:
    player = open_as_host(play_game("classic", 3, policies=policies), size=size)
    page, result = player.page, player.element("result")
    expect(result).to_have_attribute("data-look", look)
    expect(result).to_contain_text("Your lowest colour")
    # Each of the two score boards has one; on a phone the opponent's is a line of scores.
    expect(page.locator(".peg.framed, [data-testid=deciding]")).to_have_count(2)
    if size == "phone":
        player.element("compare").click()
    expect(player.element("comparison")).to_contain_text("the first difference decides")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


TOUCHING = """() => [...document.querySelectorAll('.lines .peg.framed')].filter((peg) => {
    const { left, right } = getComputedStyle(peg, '::before')
    const box = peg.getBoundingClientRect()
    const [from, to] = [box.left + parseFloat(left), box.right - parseFloat(right)]
    const number = peg.previousElementSibling?.querySelector('i, b')
    const before = number?.getBoundingClientRect()
    const after = peg.nextElementSibling
    const beyond = after?.classList.contains('framed') ? parseFloat(left) : 0
    return before?.right > from - 1 || after?.getBoundingClientRect().left + beyond < to + 1
}).map((peg) => peg.parentElement.textContent)"""


def test_no_frame_touches_its_neighbours(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_game("classic", 4, players=4), size="phone")
    for width in (320, 360, 390):
        resize(player.page, {"width": width, "height": 740})
        # Five of the opponents, and the lowest of the player's own.
        expect(player.page.locator(".lines .peg.framed")).to_have_count(6)
        assert player.page.evaluate(TOUCHING) == [], width


LINES = """(button) => {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    const counts = []
    while (texts.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
        if (texts.currentNode.data.trim()) counts.push(new Set(tops).size)
    }
    return counts
}"""


def test_the_roll_button_does_not_wrap(open_as_host: OpenAsHost) -> None:
    events = play_until("dice", 1, immediately)
    player = open_as_host(events, size="phone", language="de-DE")
    resize(player.page, {"width": 360, "height": 740})
    expect(player.element("roll")).to_contain_text("noch 2")
    assert player.element("roll").evaluate(LINES) == [1, 1]


def test_the_result_is_announced_once_and_offers_what_to_do_next(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_game("dice", 2))
    announced = player.page.get_by_role("status").filter(has_text="All six of")
    expect(announced).to_have_count(1)
    for button in ("rematch", "replay", "new-game"):
        expect(player.element(button)).to_be_visible()
    player.element("new-game").click()
    player.page.wait_for_url("**/new/dice")


def test_a_replay_calls_the_player_you_and_shows_them_below(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_game("classic", 3))
    player.element("replay").click()
    names = player.page.locator(".players h2 .name")
    expect(names).to_have_text(["Nora", "You"])


GAPS = """() => {
    const pegs = [...document.querySelectorAll('[data-testid=lines] .peg')]
    return pegs.flatMap((peg, k) => {
        if (k % 6 === 5) return []
        const symbol = pegs[k + 1].querySelector('svg').getBoundingClientRect()
        return symbol.left - peg.querySelector('i').getBoundingClientRect().right
    })
}"""


def test_scores_of_opponents_do_not_overlap(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_game("classic", 3, players=4), size="small")
    for size in ("small", "phone", "tablet"):
        resize(player.page, SIZES[size])
        expect(player.element("lines").locator(".peg")).to_have_count(18)
        assert min(player.page.evaluate(GAPS)) >= 0, size
