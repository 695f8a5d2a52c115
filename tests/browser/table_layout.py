"""Layout problems of a table: parts that are off the screen or overlap."""

from testkit.browser.chromium import NEXT_FRAME, resize
from testkit.browser.player import Player

MAX_CHECKS = 300
"""How many times to check again, because the others' moves may still be animated."""

FIND_PROBLEMS = """() => {
    const all = (query) => [...document.querySelectorAll(query)].filter((one) => one.offsetParent)
    const name = (one) => one.dataset.testid ?? one.getAttribute('aria-label') ?? one.localName
    const box = (one) => one.getBoundingClientRect()
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1
        && a.top >= b.top - 1 && a.bottom <= b.bottom + 1
    const apart = (a, b) => a.left >= b.right - 1 || b.left >= a.right - 1
        || a.top >= b.bottom - 1 || b.top >= a.bottom - 1
    const wrong = []
    const parts = all('main, .head > header, [data-testid=lines], .panel, [data-testid=bar]')
    const inner = all('[data-testid=bar] .actions button, [data-testid=board], .mat')
    for (const one of [...parts, ...inner]) {
        const { left, top, right, bottom } = box(one)
        const place = `${name(one)} (${one.className}) at ${[left, top, right, bottom]}`
        if (!within(box(one), screen)) wrong.push(`${place} off the screen`)
    }
    parts.forEach((one, k) => parts.slice(k + 1).forEach((other) => {
        if (!apart(box(one), box(other))) wrong.push(`${name(one)} over ${name(other)}`)
    }))
    for (const tile of document.querySelectorAll('.tray svg')) {
        if (!within(box(tile), box(tile.closest('.tray')))) wrong.push('a tile beside the rack')
    }
    const ground = document.querySelector('[data-testid=board], .mat')
    if (!ground) return ['the board has not come yet']
    const played = box(ground).height
    const low = innerWidth > innerHeight
    if (low && played < 0.75 * innerHeight) wrong.push(`${played} px to play on`)
    if (document.scrollingElement.scrollHeight > innerHeight) wrong.push('the page scrolls')
    return wrong
}"""
"""Describes each part of a table that is misplaced."""


def layout_problems(player: Player, width: int, height: int) -> list[str]:
    """The layout problems on a screen of this size, once the layout is stable."""
    resize(player.page, {"width": width, "height": height})
    found: list[str] = []
    for _ in range(MAX_CHECKS):
        player.page.evaluate(NEXT_FRAME)
        if not (found := player.page.evaluate(FIND_PROBLEMS)):
            break
        player.page.wait_for_timeout(100)
    return found
