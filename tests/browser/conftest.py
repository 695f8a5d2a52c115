"""A real server with the built pages, and people who look at them in a real browser.

`page` is one person's page. `visit()` adds one more, each with its own cookies and storage.
Whatever the browser complains of fails the test. No test here may use asyncio: Playwright does.
"""

from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from ingenious.server.http.static import SITE
from ingenious.server.identity import COOKIE
from ingenious.table.events import Event
from testkit.browser.chromium import SIZES, opened
from testkit.browser.player import Player, Way
from testkit.browser.prepared import brought
from testkit.server_process import ServerProcess

PATIENCE = 15_000
"""Milliseconds that something on a page may take; a bot thinks, and the machine is busy."""

expect.set_options(timeout=PATIENCE)


# Of this package and not of the session: while Playwright runs, nobody else can use asyncio.
@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    assert (SITE / "index.html").exists(), "the pages are not built: run scripts/web.py build"
    with ServerProcess(tmp_path_factory.mktemp("browser") / "data") as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with opened() as found:
        yield found


class Visit:
    """Brings people to the pages; `errors` is what their browsers complained of."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.url = url
        self.errors: list[str] = []
        self._browser = browser

    def __call__(
        self,
        path: str | None = None,
        *,
        name: str | None = None,
        size: str = "laptop",
        theme: Literal["light", "dark"] = "light",
        touch: bool = False,
        still: bool = True,
        language: str = "en-GB",
    ) -> Page:
        """The page of somebody new, who may have a name already and be at an address.

        Without `still`, things move as they do for whoever has not asked for less motion.
        """
        context = self._browser.new_context(
            base_url=self.url,
            viewport=SIZES[size],
            color_scheme=theme,
            has_touch=touch,
            reduced_motion="reduce" if still else "no-preference",
            locale=language,
            accept_downloads=True,
        )
        context.set_default_timeout(PATIENCE)
        if name is not None:
            answer = context.request.post("/api/guests", data={"name": name})
            assert answer.status == 201, answer.text()
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(f"{error.name}: {error.message}"))
        if path is not None:
            page.goto(path)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        place = message.location["url"]
        if "ERR_INTERNET_DISCONNECTED" in message.text:  # a test has cut the line
            return
        # That the server refused something, or has no such page, is for the page to tell, whatever
        # Chromium logs of it. A file that is missing is a fault of ours.
        is_file = "." in place.rpartition("/")[2] and not place.startswith(self.url + "/api/")
        if "Failed to load resource" in message.text and not is_file:
            return
        self.errors.append(f"{message.text} ({place})")

    def close(self) -> None:
        """Everybody leaves."""
        for context in self._browser.contexts:
            context.close()


@pytest.fixture
def visit(browser: Browser, server: ServerProcess) -> Iterator[Visit]:
    found = Visit(browser, server.url)
    yield found
    found.close()
    assert found.errors == []


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit()


Arrive = Callable[..., Player]


@pytest.fixture
def arrive(visit: Visit, server: ServerProcess) -> Arrive:
    """Brings the host of a prepared table to it."""

    def come(events: list[Event], way: Way = "mouse", **more: Any) -> Player:
        found = brought(server.data, events)
        page = visit(**more)
        page.context.add_cookies([{"name": COOKIE, "value": found.cookie, "url": server.url}])
        return Player(page, found.table, way).go()

    return come
