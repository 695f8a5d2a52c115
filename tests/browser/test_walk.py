"""A walk over the pages around the tables: three languages, six screens, and nothing is cut."""

import pytest
from playwright.sync_api import Page, ViewportSize

from .conftest import Visit
from .test_pages import DRAWN

SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 820, "height": 1180},
    {"width": 844, "height": 390},
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
    {"width": 320, "height": 568},
)
PAGES = (
    "/",
    "/about",
    "/join",
    "/tables",
    "/replay",
    "/rules",
    "/rules/classic",
    "/rules/match",
    "/new/classic",
    "/new/match",
)

WRONG = """() => {
    const wide = document.documentElement.clientWidth
    const wrong = []
    const seen = (one) => one.checkVisibility() && !one.closest('.hidden, svg')
    const words = (one) => one.textContent.trim().slice(0, 40)
    const name = (one) => `${one.localName}.${one.className} "${words(one)}"`
    const extra = document.scrollingElement.scrollWidth - wide
    if (extra > 0) wrong.push(`the page scrolls sideways by ${extra} px`)
    for (const one of document.querySelectorAll('body *')) {
        if (!seen(one) || !one.clientWidth) continue
        const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
        const hides = getComputedStyle(one).overflowX === 'hidden'
        const cut = text && hides && one.scrollWidth > one.clientWidth + 1
        if (cut) wrong.push(`cut: ${name(one)}`)
    }
    const controls = 'button, a.button, input, select, .segments label'
    for (const one of document.querySelectorAll(controls)) {
        if (!seen(one)) continue
        const box = one.getBoundingClientRect()
        const place = one.closest('.segments, .card, [popover], main, header') ?? document.body
        const frame = (place === one ? document.body : place).getBoundingClientRect()
        // A quiet button may reach over the edge by its own padding, so that its word is in line.
        const slack = one.matches('.quiet') ? 16 : 1
        const out = box.right > frame.right + slack || box.left < frame.left - slack
        if (out) wrong.push(`outside: ${name(one)}`)
    }
    return wrong
}"""
"""What is cut or lies outside of its frame, in words."""


def walked(page: Page) -> list[str]:
    """What is wrong with the page that is open, on every screen."""
    found = []
    for screen in SCREENS:
        page.set_viewport_size(screen)
        page.evaluate(DRAWN)
        found += [f"{screen['width']}: {wrong}" for wrong in page.evaluate(WRONG)]
    return found


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
def test_nothing_is_cut_on_any_page(visit: Visit, language: str) -> None:
    page = visit(language=language, touch=True)
    found = {}
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        if wrong := walked(page):
            found[path] = wrong
    assert found == {}
