"""Chromium, driven by Playwright, and what the tests ask of a page in it."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).parent.parent.parent

NAMES = (
    "chromium-headless-shell",  # the same browser without what draws windows, at half the cost
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
OPTIONS = (
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

THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

LOOK = """async ([standards, without, only]) => {
    // To a screen reader a drawing has no parts, but axe would walk through thousands of them.
    // A single rule may be about these parts.
    const whole = 'svg:is([role=img], [aria-hidden=true])'
    const drawings = only.length ? [] : [...document.querySelectorAll(whole)]
    const kept = drawings.map((drawing) => {
        const parts = document.createDocumentFragment()
        parts.append(...drawing.childNodes)
        return parts
    })
    try {
        const found = await axe.run({
            runOnly: only.length ? only : standards,
            rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])),
            resultTypes: ['violations'],
        })
        // Only what is wrong: to bring all that is right out of the browser takes longer than axe.
        return found.violations.map((broken) => [
            broken.id, broken.help, broken.nodes.map((node) => node.html),
        ])
    } finally {
        drawings.forEach((drawing, index) => drawing.append(kept[index]))
    }
}"""


def executable() -> str:
    """The browser of this machine, or the one that CHROMIUM names."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise FileNotFoundError("there is no Chromium; scripts/services installs Debian's")
    return found


@contextmanager
def opened() -> Iterator[Browser]:
    """A running browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=[*OPTIONS])
        try:
            yield browser
        finally:
            browser.close()


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


def barriers(page: Page, without: Sequence[str] = (), only: Sequence[str] = ()) -> list[str]:
    """What axe finds on a page that keeps people out; `without` some rules, or `only` by some."""
    if page.evaluate("() => !window.axe"):
        page.evaluate(f"() => {{ {_axe()} }}")
    found = page.evaluate(LOOK, [STANDARDS, [*without], [*only]])
    return [f"{rule}: {help_}: " + "; ".join(nodes) for rule, help_, nodes in found]


def barriers_in_both_themes(page: Page) -> list[str]:
    """What axe finds in the light and in the dark theme; the page stays dark."""
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found += [f"{theme}: {barrier}" for barrier in barriers(page)]
    return found


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What changed its size is drawn anew in the next frame."""
