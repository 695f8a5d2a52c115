"""The end of a game: who won, what decided, and what one can do then."""

import pytest
from playwright.sync_api import expect

from ingenious.bots import Policy
from testkit.browser.prepared import at_random, greedy, moment, played

from .conftest import Arrive

WON, LOST = (greedy, at_random), (at_random, greedy)


@pytest.mark.parametrize(("policies", "look"), [(WON, "win"), (LOST, "loss")])
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_deciding_peg_is_framed(
    arrive: Arrive, policies: tuple[Policy, ...], look: str, size: str
) -> None:
    player = arrive(played("classic", 3, policies=policies), size=size)
    page, result = player.page, player.see("result")
    expect(result).to_have_attribute("data-look", look)
    expect(result).to_contain_text("Your lowest colour")
    # Each of the two boards has one; on a phone the board of the other is a line.
    expect(page.locator(".peg.framed, [data-testid=deciding]")).to_have_count(2)
    if size == "phone":
        player.see("compare").click()
    expect(player.see("comparison")).to_contain_text("the first difference decides")
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


@pytest.mark.parametrize("width", [320, 360, 390])
def test_no_frame_touches_what_stands_beside_it(arrive: Arrive, width: int) -> None:
    player = arrive(played("classic", 4, players=4), size="phone")
    player.page.set_viewport_size({"width": width, "height": 740})
    player.see("result")
    # Five of the others, and in one's own line the lowest.
    expect(player.page.locator(".lines .peg.framed")).to_have_count(6)
    assert player.page.evaluate(TOUCHING) == []


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


def test_neither_part_of_roll_again_breaks(arrive: Arrive) -> None:
    events = moment("dice", 1, lambda _rules, _state: True)
    player = arrive(events, size="phone", language="de-DE")
    player.page.set_viewport_size({"width": 360, "height": 740})
    expect(player.see("roll")).to_contain_text("noch 2")
    assert player.see("roll").evaluate(LINES) == [1, 1]


def test_the_result_is_said_once_and_all_ways_on_are_there(arrive: Arrive) -> None:
    player = arrive(played("dice", 2))
    said = player.page.get_by_role("status").filter(has_text="All six of")
    expect(said).to_have_count(1)
    for button in ("rematch", "replay", "new-game"):
        expect(player.see(button)).to_be_visible()
    player.see("new-game").click()
    player.page.wait_for_url("**/new/dice")


def test_a_replay_still_calls_the_player_you_and_draws_them_below(arrive: Arrive) -> None:
    player = arrive(played("classic", 3))
    player.see("replay").click()
    names = player.page.locator(".players h2 .name")
    expect(names).to_have_text(["Nora", "You"])


@pytest.mark.parametrize("size", ["small", "phone", "tablet"])
def test_no_score_of_the_others_runs_into_the_next(arrive: Arrive, size: str) -> None:
    player = arrive(played("classic", 3, players=4), size=size)
    expect(player.see("lines").locator(".peg")).to_have_count(18)
    gaps = player.page.evaluate("""() => {
        const pegs = [...document.querySelectorAll('[data-testid=lines] .peg')]
        return pegs.flatMap((peg, k) => {
            if (k % 6 === 5) return []
            const symbol = pegs[k + 1].querySelector('svg').getBoundingClientRect()
            return symbol.left - peg.querySelector('i').getBoundingClientRect().right
        })
    }""")
    assert min(gaps) >= 0
