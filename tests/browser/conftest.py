"""A server with the built pages, and guests who open them in Chromium.

`page` is a page of one guest. `visit()` adds another guest, with their own cookies and storage.
An error in the browser's console fails the test. No test here may use asyncio: Playwright does.
After a failure, pictures of all pages are in `build/failures`.
"""

import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect

from ingenious.server.http.static import SITE
from ingenious.server.identity import COOKIE
from ingenious.table.events import Event
from testkit.browser.chromium import DRAW, DRAW_NOTHING, SIZES, Theme, launched_browser
from testkit.browser.player import InputMethod, Player
from testkit.browser.prepared import store_table
from testkit.server_process import ServerProcess

TIMEOUT_MS = 60_000
"""How long something on a page may take; bots think, and the machine may be busy."""

expect.set_options(timeout=TIMEOUT_MS)

FAILURES = Path(__file__).parent.parent.parent / "build" / "failures"


# Not for the whole session: while Playwright runs, other tests cannot use asyncio.
@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    assert (SITE / "index.html").exists(), "the pages are not built: run scripts/web.py build"
    with ServerProcess(tmp_path_factory.mktemp("browser") / "data") as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launched_browser() as found:
        yield found


class Visit:
    """Opens pages of new guests; `errors` are those that their browsers reported."""

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
        theme: Theme = "light",
        touch: bool = False,
        still: bool = True,
        language: str = "en-GB",
        worker: bool = False,
    ) -> Page:
        """The page of a new guest, with a name and at a path if given.

        `still` asks for reduced motion. `worker` allows the service worker, which would answer some
        requests that other tests intercept.
        """
        context = self._browser.new_context(
            base_url=self.url,
            viewport=SIZES[size],
            color_scheme=theme,
            has_touch=touch,
            reduced_motion="reduce" if still else "no-preference",
            locale=language,
            accept_downloads=True,
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(TIMEOUT_MS)
        context.add_init_script(f"({DRAW_NOTHING})()")
        if name is not None:
            answer = context.request.post("/api/guests", data={"name": name})
            assert answer.status == 201, answer.text()
        page = context.new_page()
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.errors.append(f"{error.name}: {error.message}"))
        if path is not None:
            page.goto(path)
        return page

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        url = message.location["url"]
        if "ERR_INTERNET_DISCONNECTED" in message.text:  # a test has gone offline
            return
        # Chromium also logs refused requests and unknown pages, which our pages handle themselves.
        # Only a missing file is an error.
        is_file = "." in url.rpartition("/")[2] and not url.startswith(self.url + "/api/")
        if "Failed to load resource" in message.text and not is_file:
            return
        self.errors.append(f"{message.text} ({url})")

    def save_pictures(self, name: str) -> list[str]:
        """Save a picture of each page; for each, its file and the page's address."""
        FAILURES.mkdir(parents=True, exist_ok=True)
        pages = [page for context in self._browser.contexts for page in context.pages]
        saved = []
        for number, page in enumerate(pages):
            file = FAILURES / f"{re.sub(r'[^A-Za-z0-9]+', '-', name)}-{number}.png"
            try:
                page.evaluate(DRAW)
                page.screenshot(path=file, timeout=5_000)
                saved.append(f"{file}: {page.url}, {page.viewport_size}")
            except Error as error:  # the page may hang, or be closed
                saved.append(f"no picture of {page.url}: {error.message}")
        return saved

    def close(self) -> None:
        """Close all pages."""
        for context in self._browser.contexts:
            context.close()


@pytest.fixture
def visit(browser: Browser, server: ServerProcess) -> Iterator[Visit]:
    found = Visit(browser, server.url)
    yield found
    found.close()
    assert found.errors == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Save pictures of the pages of a test that fails."""
    report = yield
    visit = item.funcargs.get("visit")
    if report.when == "call" and report.failed and isinstance(visit, Visit):
        report.sections.append(("pages", "\n".join(visit.save_pictures(item.name))))
    return report


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit()


OpenAsHost = Callable[..., Player]


@pytest.fixture
def open_as_host(visit: Visit, server: ServerProcess) -> OpenAsHost:
    """Stores a table with these events, and opens it as its host.

    `prepare` is called with the page before it is opened.
    """

    def open_(
        events: list[Event],
        input_method: InputMethod = "mouse",
        *,
        prepare: Callable[[Page], object] | None = None,
        **options: Any,
    ) -> Player:
        prepared = store_table(server.data, events)
        page = visit(**options)
        if prepare is not None:
            prepare(page)
        page.context.add_cookies([{"name": COOKIE, "value": prepared.cookie, "url": server.url}])
        return Player(page, prepared.table, input_method).open()

    return open_
