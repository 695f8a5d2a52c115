"""Checks an installed copy of the project: its pages, and a whole game through their API."""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx

from ingenious import parse, verify
from testkit.client import Socket
from testkit.server_process import ServerProcess

ASSET = re.compile(r'(?:src|href)="(/[^"]+\.(?:js|css|svg|woff2|webmanifest))"')
GAME_TIMEOUT_S = 600


class Broken(Exception):
    """The installation does not work; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Played:
    """What an installation has done."""

    pages: int  # files of the pages that it served
    entries: int  # of the log of a finished game
    has_metrics: bool


def check_play(ingenious: Sequence[str], environment: Mapping[str, str], folder: Path) -> Played:
    """Start `ingenious play`, fetch its pages and play a game against a bot.

    `ingenious` are the first words of the command. Raises `Broken`.
    """
    server = ServerProcess(folder / "data")
    server.command = [
        *ingenious,
        *("play", "--no-browser", "--port", str(server.port), "--data", str(server.data)),
    ]
    server.environment = dict(environment)
    try:
        with server, httpx.Client(base_url=server.url, timeout=60) as browser:
            return Played(
                _fetch_pages(browser),
                asyncio.run(_play_game(browser, server.url)),
                browser.get("/metrics").status_code == 200,
            )
    except (AssertionError, httpx.HTTPError, TimeoutError) as error:
        raise Broken(f"{error!r}\n{server.log[-2000:]}") from error


def _fetch_pages(browser: httpx.Client) -> int:
    """Fetch the start page and all files that it names; their number."""
    page = browser.get("/")
    names = set(ASSET.findall(page.text))
    if page.status_code != 200 or not any(name.endswith(".js") for name in names):
        raise Broken(f"the start page is not served: {page.status_code} {page.text[:200]}")
    for name in sorted(names):
        if (status := browser.get(name).status_code) != 200:
            raise Broken(f"{name} is not served: {status}")
    return 1 + len(names)


async def _play_game(browser: httpx.Client, url: str) -> int:
    """Play a duel against a bot as a guest with a cookie; the number of entries in its log."""
    _answer(browser.post("/api/guests", json={"name": "Ann"}))
    seats = [{}, {"kind": "bot", "level": 1}]
    settings = {"games": ["duel"], "seats": seats}
    table = _answer(browser.post("/api/tables", json={"settings": settings, "sit": [0]}))["table"]
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    async with asyncio.timeout(GAME_TIMEOUT_S), Socket(url, table, cookie=cookie) as socket:
        if socket.shared["phase"] == "gathering":
            await socket.ask(do="start")
        await socket.play_to_end(Random(1))
        replay = _answer(browser.get(f"/api/tables/{table}/replay"))
    record = parse(json.dumps(replay["record"]))
    verify(record)
    return len(replay["record"]["log"])


def _answer(response: httpx.Response) -> dict[str, Any]:
    if response.is_error:
        raise Broken(f"{response.url} answered {response.status_code}: {response.text[:200]}")
    answer: dict[str, Any] = response.json()
    return answer
