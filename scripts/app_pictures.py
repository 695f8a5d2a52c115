"""Draws the icons of the app and takes its screenshots, for the manifest in web/public.

    .venv/bin/python -m scripts.app_pictures              all of them
    .venv/bin/python -m scripts.app_pictures icons        the icons
    .venv/bin/python -m scripts.app_pictures screenshots  the screenshots

The icons are web/public/icon.svg in other sizes. Chromium draws them.
"""

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser

from testkit.browser.chromium import launched_browser
from testkit.server_process import ServerProcess

from .pictures import PICTURES, take

PUBLIC = Path(__file__).resolve().parent.parent / "web" / "public"
ICON = PUBLIC / "icon.svg"

SIZES = (32, 48, 72, 96, 128, 144, 192, 256, 384, 512)

PAPER = "#edebe6"
"""The background of the pages in the light theme."""

SAFE_SHARE = 0.72
"""The icon's share of a picture that systems cut to their own shape.

They may cut everything outside of a circle with 80 % of the width. The hexagon is smaller than its
picture, so it fits in.
"""

FULL = {"maskable-192": 192, "maskable-512": 512, "apple-touch": 180}
"""The icons with a background, and their sizes."""

NOTIFICATION_ICON_SIZE = 96

SCREENSHOTS = {
    "table": ("table", "picture", 1),
    "cards": ("cards", "picture", 1),
    "phone": ("phone", "phone", 2),
    "phone-dice": ("dice", "phone", 2),
}
"""For each screenshot, the picture of the documentation, its size, and pixels per CSS pixel."""


def draw(browser: Browser, svg: str, name: str, size: int, share: float, paper: str) -> None:
    """Draw an icon in the middle of a square, with a share of its width."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(
        "<style>body { margin: 0; height: 100vh; display: grid; place-items: center }"
        f"svg {{ width: {100 * share}vw }}</style>{svg}"
    )
    page.evaluate("(paper) => document.body.style.setProperty('background', paper)", paper)
    page.screenshot(path=PUBLIC / "icons" / f"{name}.png", omit_background=True)
    page.close()


def draw_icons(browser: Browser) -> None:
    """Draw all icons."""
    svg = ICON.read_text("utf-8")
    for size in SIZES:
        draw(browser, svg, str(size), size, 1, "transparent")
    for name, size in FULL.items():
        draw(browser, svg, name, size, SAFE_SHARE, PAPER)
    # Android uses only its outline, in a colour of its own.
    _start, _hexagon, ring = svg.split("<path")
    outline = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64"><path{ring}'
    white = outline.replace("#c77dff", "#fff")
    draw(browser, white, "badge", NOTIFICATION_ICON_SIZE, 1, "transparent")


def take_screenshots(browser: Browser) -> None:
    """Take all screenshots."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "data") as server,
    ):
        for name, (picture, size, scale) in SCREENSHOTS.items():
            (found,) = (one for one in PICTURES if one.name == picture)
            path = PUBLIC / "screenshots" / f"{name}.jpg"
            take(replace(found, size=size), browser, server, path, scale)


def main(names: Sequence[str]) -> int:
    """Make the pictures with these names, or all; the exit status."""
    makers = {"icons": draw_icons, "screenshots": take_screenshots}
    if not set(names) <= set(makers):
        print(f"no such pictures; available: {', '.join(makers)}")
        return 2
    with launched_browser() as browser:
        for name in names or makers:
            (PUBLIC / name).mkdir(exist_ok=True)
            makers[name](browser)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
