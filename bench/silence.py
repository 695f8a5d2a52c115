"""Silent networks: `python -m bench.silence [--silences 10 60]`; needs root and the built pages.

A player's page in Chromium reaches the server through a router that stops forwarding, in three
network namespaces. The page has to report the silence within 5 s, and continue the game after it. A
silence of up to 10 s must cost no clock time. One of 60 s has to cost at least 30 s, or players
could gain time by disconnecting. Prints one JSON object; the exit status is 1 if a limit is missed.
"""

import argparse
import contextlib
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from testkit.browser.chromium import LAUNCH_OPTIONS, executable
from testkit.server_process import HIGH_LIMITS

from .namespaces import Network, NotRoot, network

PORT = 8000
CLOCK = {"kind": "total", "seconds": 300, "increment": 0}
READY_TIMEOUT_S = 60
RECONNECT_TIMEOUT_MS = 60_000

MAX_REPORT_S = 5.0
FREE_SILENCE_S = 10.0
LONG_SILENCE_S, MIN_COST_S = 60.0, 30.0

POST = """async ([path, values]) => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(values) })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
}"""
"""Requests of the page go through the router; Playwright's own requests do not."""

Values = dict[str, Any]


class Table:
    """A timed game: Ada has the turn and is behind the router, Ben is next to the server."""

    def __init__(self, page: Page, control: str) -> None:
        self._page = page
        self._control = control
        token = httpx.post(control + "/api/tokens", json={"name": "Ben"}).json()["token"]
        self._ben = {"Authorization": f"Bearer {token}"}
        page.goto("/")
        page.evaluate(POST, ["/api/guests", {"name": "Ada"}])
        settings = {"games": ["tiles"], "seats": [{}, {}], "start": 0, "clock": CLOCK}
        opened = page.evaluate(POST, ["/api/tables", {"settings": settings, "sit": [0]}])
        self._path = f"/api/tables/{opened['table']}"
        message = {"do": "sit", "seat": 1, "invite": opened["invite"]}
        httpx.post(control + self._path, json=message, headers=self._ben).raise_for_status()
        page.evaluate(POST, [self._path, {"do": "start"}])
        page.goto(f"/table/{opened['table']}")
        page.locator("[data-testid=told][data-state=acting]").wait_for(state="attached")
        page.wait_for_timeout(3000)  # until only heartbeats are sent

    @property
    def deadline(self) -> int:
        """When Ada's clock expires."""
        return int(self._view()["shared"]["deadline"])

    def _view(self) -> Values:
        """The table as the server shows it to Ben."""
        view: Values = httpx.get(self._control + self._path, headers=self._ben).json()["view"]
        return view

    def play(self) -> None:
        """Make a decision for Ada, and wait until her page shows it."""
        number = self._view()["number"]
        self._page.locator("[data-testid=draw]:visible").first.click()
        shown = f"() => document.querySelector('[data-testid=told]').dataset.number > {number}"
        self._page.wait_for_function(shown, timeout=RECONNECT_TIMEOUT_MS)


def measure_silence(network: Network, page: Page, control: str, seconds: float) -> Values:
    """Silence the network for a while; when the page reports it, and the clock time it costs."""
    table, offline = Table(page, control), page.get_by_test_id("connection")
    before = table.deadline
    network.forward(False)
    began = time.monotonic()
    offline.wait_for(timeout=RECONNECT_TIMEOUT_MS)
    reported = time.monotonic() - began
    page.wait_for_timeout(max(0.0, 1000 * (began + seconds - time.monotonic())))
    network.forward(True)
    ended = time.monotonic()
    offline.wait_for(state="detached", timeout=RECONNECT_TIMEOUT_MS)
    reconnected = time.monotonic()
    paused = (table.deadline - before) / 1000
    table.play()
    return {
        "silence_s": round(ended - began, 2),
        "reported_after_s": round(reported, 2),
        "reconnected_after_s": round(reconnected - ended, 2),
        "clock_paused_s": round(paused, 2),
        "cost_s": round(max(0.0, ended - began - paused), 2),
    }


def missed_limits(found: Values, seconds: float) -> list[str]:
    """The limits that the measurements miss."""
    problems = []
    if found["reported_after_s"] > MAX_REPORT_S:
        problems.append(f"{seconds} s: reported after {found['reported_after_s']} s")
    if seconds <= FREE_SILENCE_S and found["cost_s"] > 0:
        problems.append(f"{seconds} s: cost {found['cost_s']} s")
    if seconds >= LONG_SILENCE_S and found["cost_s"] < MIN_COST_S:
        problems.append(f"{seconds} s: cost only {found['cost_s']} s")
    return problems


@contextmanager
def _server(network: Network, folder: Path) -> Iterator[str]:
    """A server in its namespace; its address on the control link."""
    command = [sys.executable, "-m", "ingenious", "serve", "--host", "0.0.0.0"]
    command += ["--port", str(PORT), "--data", str(folder / "data"), "--bots", "1", *HIGH_LIMITS]
    control = f"http://{network.control_address}:{PORT}"
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(network.inside(network.server, *command), stdout=log, stderr=log)
        try:
            _wait_until_ready(control, folder / "log")
            yield control
        finally:
            process.terminate()
            process.wait(30)


def _wait_until_ready(url: str, log: Path) -> None:
    deadline = time.monotonic() + READY_TIMEOUT_S
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(url + "/ready", timeout=5).status_code == 200:
                return
        time.sleep(0.1)
    raise RuntimeError(f"the server is not ready: {log.read_text()[-2000:]}")


@contextmanager
def _browser(network: Network, folder: Path) -> Iterator[Browser]:
    """Chromium in the client's namespace; Playwright talks to it over a pipe."""
    start = folder / "chromium"
    inside = " ".join(network.inside(network.client, executable()))
    start.write_text(f'#!/bin/sh\nexec {inside} "$@"\n')
    start.chmod(0o755)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=start, args=[*LAUNCH_OPTIONS])
        try:
            yield browser
        finally:
            browser.close()


def measure(silences: list[float]) -> Values:
    """Measure each silence at a new table."""
    runs: list[Values] = []
    problems: list[str] = []
    with tempfile.TemporaryDirectory(prefix="ingenious-silence-") as name, network() as found:
        folder = Path(name)
        with _server(found, folder) as control, _browser(found, folder) as browser:
            for seconds in silences:
                url = f"http://{found.server_address}:{PORT}"
                context = browser.new_context(base_url=url, viewport={"width": 1366, "height": 768})
                runs.append(measure_silence(found, context.new_page(), control, seconds))
                problems += missed_limits(runs[-1], seconds)
                context.close()
    return {"runs": runs, "problems": problems}


def main() -> int:
    """Measure and print; the exit status."""
    parser = argparse.ArgumentParser(
        prog="bench.silence",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--silences", type=float, nargs="+", default=[10.0, 60.0])
    arguments = parser.parse_args()
    # Exit by an exception, so that the namespaces and the server are removed.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit("stopped"))
    try:
        found = measure(arguments.silences)
    except NotRoot as error:
        print(f"bench.silence: {error}; run it as root", file=sys.stderr)
        return 1
    command = " ".join(["python -m bench.silence", *sys.argv[1:]])
    print(json.dumps({"command": command, **found}, indent=1))
    return 1 if found["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
