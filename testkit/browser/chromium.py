"""Chromium, driven by Playwright, and accessibility checks with axe."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from testkit.cases import SOAK

ROOT = Path(__file__).parent.parent.parent

EXECUTABLES = (
    "chromium-headless-shell",  # draws no windows and costs half as much
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
LAUNCH_OPTIONS = (
    "--no-sandbox",  # tests may run as root
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

SIZES: dict[str, ViewportSize] = {
    "small": {"width": 320, "height": 568},
    "phone": {"width": 390, "height": 844},
    "phone, turned": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "laptop": {"width": 1366, "height": 768},
    "desktop": {"width": 1920, "height": 1080},
}

Theme = Literal["light", "dark"]

THEMES: tuple[Theme, ...] = ("light", "dark")

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

DRAW_NOTHING = """() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { opacity: 0 }')
    document.adoptedStyleSheets = [sheet]
}"""
"""Saves a sixth of the browser's time. Everything keeps its size and can be clicked."""

DRAW = "() => { document.adoptedStyleSheets = [] }"

RUN_AXE = """async ([standards, without, only]) => {
    // A drawing has thousands of elements that a screen reader ignores. They are removed while axe
    // runs, to save time, except for the rule that compares the texts of buttons.
    const whole = 'svg:is([role=img], [aria-hidden=true])'
    const isKept = only.includes('label-content-name-mismatch')
    const drawings = isKept ? [] : [...document.querySelectorAll(whole)]
    const kept = drawings.map((drawing) => {
        const parts = document.createDocumentFragment()
        parts.append(...drawing.childNodes)
        return parts
    })
    // Axe ignores what is not drawn.
    const sheets = [...document.adoptedStyleSheets]
    document.adoptedStyleSheets = []
    try {
        const found = await axe.run({
            runOnly: only.length ? only : standards,
            rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])),
            resultTypes: ['violations'],
        })
        // Only the violations: transferring all results takes longer than axe itself.
        return found.violations.map((broken) => [
            broken.id, broken.help, broken.nodes.map((node) => node.html),
        ])
    } finally {
        document.adoptedStyleSheets = sheets
        drawings.forEach((drawing, index) => drawing.append(kept[index]))
    }
}"""


def executable() -> str:
    """The path of the browser: the one that CHROMIUM names, or the one on the PATH."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, EXECUTABLES)), None)
    if found is None:
        raise FileNotFoundError("Chromium is not installed; run scripts/services")
    return found


@contextmanager
def launched_browser() -> Iterator[Browser]:
    """A running headless browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=[*LAUNCH_OPTIONS])
        try:
            yield browser
        finally:
            browser.close()


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


def axe_violations(page: Page, without: Sequence[str] = (), only: Sequence[str] = ()) -> list[str]:
    """The accessibility problems that axe finds on a page, `without` or `only` by some rules."""
    if page.evaluate("() => !window.axe"):
        page.evaluate(f"() => {{ {_axe()} }}")
    found = page.evaluate(RUN_AXE, [STANDARDS, [*without], [*only]])
    return [f"{rule}: {help_}: " + "; ".join(nodes) for rule, help_, nodes in found]


def axe_violations_in_both_themes(page: Page) -> list[str]:
    """What axe finds in the light and the dark theme; the page is left dark.

    The themes differ only in their colours, so `make test` looks only at these in the second one.
    """
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        only = ("color-contrast",) if theme == THEMES[1] and not SOAK else ()
        found += [f"{theme}: {violation}" for violation in axe_violations(page, only=only)]
    return found


NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until everything that was resized has been drawn again."""


def resize(page: Page, size: ViewportSize) -> None:
    """Give the page another size, and wait until it has been laid out for it.

    Media queries apply at once, but the page learns of its new size only with the next frame.
    """
    page.set_viewport_size(size)
    page.evaluate(NEXT_FRAME)
