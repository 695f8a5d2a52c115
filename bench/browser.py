"""How heavy the first page is, how soon a move is drawn, and how smoothly a tile is dragged.

    python -m bench.browser

starts a server with the built pages and measures in a real Chromium. Nothing else should run.
"""

import gzip
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, Response

from tests.browser.chromium import opened
from tests.browser.player import Player

from .running import Running

WATCH_MOVE = """() => {
    window.moves = []
    const board = document.querySelector('[data-testid=board]')
    addEventListener('pointerup', () => {
        const from = performance.now(), pieces = board.querySelectorAll('.piece').length
        const look = () => {
            const passed = performance.now() - from
            if (board.querySelectorAll('.piece').length > pieces) moves.push(passed)
            else if (passed < 3000) requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
    }, true)
}"""
"""From the click that places to the frame in which the tile lies on the board."""

WATCH_FRAMES = """() => {
    window.frames_ = []
    let before = performance.now()
    const look = (now) => { frames_.push(now - before); before = now; requestAnimationFrame(look) }
    requestAnimationFrame(look)
}"""


def weigh(page: Page, url: str) -> dict[str, int]:
    """The bytes of JavaScript that the first page loads, as they are and compressed."""
    bodies: list[bytes] = []

    def keep(response: Response) -> None:
        if response.url.endswith(".js"):
            bodies.append(response.body())

    page.on("response", keep)
    page.goto(url)
    page.locator("h1").first.wait_for()
    page.wait_for_load_state("networkidle")
    return {
        "files": len(bodies),
        "bytes": sum(map(len, bodies)),
        "gzipped": sum(len(gzip.compress(body, 9)) for body in bodies),
    }


def sit_down(browser: Browser, url: str) -> Player:
    """Somebody at a table for two with a bot, whose turn it is."""
    page = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900}).new_page()
    page.context.request.post("/api/guests", data={"name": "Ada"})
    wanted = {
        "settings": {
            "games": ["classic"],
            "seats": [{}, {"kind": "bot", "level": 1}],
            "start": 0,
        },
        "sit": [0],
        "begin": True,
    }
    table = page.context.request.post("/api/tables", data=wanted).json()["table"]
    player = Player(page, table).go()
    player.see("board").wait_for()
    return player


def time_moves(player: Player, count: int = 12) -> list[float]:
    """Milliseconds from click to drawing, of so many moves."""
    player.wait()
    player.page.evaluate(WATCH_MOVE)
    number = 0
    for _ in range(count):
        player.wait(number)
        number = player.decide()
    player.wait(number)
    found: list[float] = player.page.evaluate("() => moves")
    return found


def time_frames(player: Player) -> list[float]:
    """Milliseconds between two frames while a tile is dragged over the board."""
    page = player.page
    box = player.see("rack-0").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.evaluate(WATCH_FRAMES)
    for q in range(-4, 5):
        x, y = player.spot((q, 0))
        page.mouse.move(x, y, steps=12)
    found: list[float] = page.evaluate("() => frames_")
    page.mouse.up()
    return found[5:]


def main() -> None:
    """Measure, and tell."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(Path(folder) / "data") as server,
        opened() as browser,
    ):
        weight = weigh(browser.new_page(), server.url)
        print(f"first page: {weight['gzipped'] / 1024:.1f} KiB of JavaScript gzipped", end="")
        print(f" ({weight['bytes'] / 1024:.1f} KiB in {weight['files']} files)")
        player = sit_down(browser, server.url)
        moves = sorted(time_moves(player))
        print(f"from click to drawn: median {statistics.median(moves):.0f} ms", end="")
        print(f", slowest {moves[-1]:.0f} ms, of {len(moves)} moves")
        frames = sorted(time_frames(player))
        late = sum(frame > 25 for frame in frames)
        print(f"dragging: median frame {statistics.median(frames):.1f} ms", end="")
        print(f", {late} of {len(frames)} later than 25 ms")


if __name__ == "__main__":
    main()
