#!/usr/bin/env python3
"""Takes the pictures of the documents: the built pages on a server of their own, in Chromium.

    .venv/bin/python scripts/pictures.py           all of them, into docs/images
    .venv/bin/python scripts/pictures.py start     those whose names begin so

A picture is a function with `@picture`, named after its file. It is given the page of somebody
called Ada and leaves it as it should look; the size and the theme are those of the decorator.
"""

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for what the tests have already

from playwright.sync_api import Browser, Page  # noqa: E402

from tests.browser.chromium import SIZES, opened  # noqa: E402
from tests.server.running import Running  # noqa: E402

FOLDER = ROOT / "docs" / "images"

Theme = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Picture:
    """What is shown, and to whom."""

    name: str
    show: Callable[[Page], None]
    size: str
    theme: Theme


PICTURES: list[Picture] = []


def picture(
    size: str = "laptop", theme: Theme = "light"
) -> Callable[[Callable[[Page], None]], None]:
    """Have a picture taken of what a function shows."""

    def add(show: Callable[[Page], None]) -> None:
        name = show.__name__.replace("_", "-")
        PICTURES.append(Picture(name, show, size, theme))

    return add


@picture()
def start(page: Page) -> None:
    """The first page."""
    page.goto("/")
    page.locator("#app > *").first.wait_for()


def take(one: Picture, browser: Browser, url: str) -> Path:
    """Take a picture; where it was written to."""
    context = browser.new_context(
        base_url=url,
        viewport=SIZES[one.size],
        color_scheme=one.theme,
        reduced_motion="reduce",
        locale="en-GB",
    )
    try:
        context.request.post("/api/guests", data={"name": "Ada"})
        page = context.new_page()
        one.show(page)
        path = FOLDER / f"{one.name}.png"
        page.screenshot(path=path, animations="disabled")
        return path
    finally:
        context.close()


def main(beginnings: Sequence[str]) -> int:
    """Take the pictures whose names begin with one of these, or all."""
    wanted = [one for one in PICTURES if one.name.startswith(tuple(beginnings) or "")]
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(Path(folder) / "data") as server,
        opened() as browser,
    ):
        for one in wanted:
            print(take(one, browser, server.url).relative_to(ROOT))
    return 0 if wanted else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
