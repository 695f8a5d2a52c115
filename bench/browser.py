"""The size of the first page, how soon a move is drawn, and how smoothly a tile is dragged.

    python -m bench.browser
    python -m bench.browser --sizes --write
    python -m bench.browser --lessons --write

starts a server with the built pages and measures in Chromium. Run nothing else alongside, unless
only sizes are measured. `--sizes` measures only these, `--lessons` only how soon a step of a lesson
is drawn; `--write` fills in the rows of both in `bench/BROWSER.md`.
"""

import argparse
import gzip
import re
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Response, ViewportSize

from ingenious.lessons import Lesson, compile_lesson, read_courses
from testkit.browser.chromium import launched_browser
from testkit.browser.learner import Learner, wrong_answer
from testkit.browser.player import Player
from testkit.browser.tables import BOT, open_table
from testkit.server_process import ServerProcess

WATCH_MOVES = """() => {
    window.moves = []
    const board = document.querySelector('[data-testid=board]')
    const told = document.querySelector('[data-testid=told]')
    const laid = () => board.querySelectorAll('.piece').length
    const ghost = () => board.querySelector('.lifted') !== null
    let watching = 0
    addEventListener('pointerdown', () => { watching += 1 }, true)
    addEventListener('pointerup', (event) => {
        const from = event.timeStamp, pieces = laid(), number = told.dataset.number
        const mine = ++watching, move = {}
        const check = () => {
            if (watching !== mine) return
            const isLaid = laid() > pieces && !ghost(), isAnswered = told.dataset.number !== number
            // A message that is posted in a frame is delivered after the frame is painted.
            const frame = new MessageChannel()
            frame.port1.onmessage = () => {
                const passed = performance.now() - from
                if (isLaid) move.drawn ??= passed
                if (isAnswered) move.answered ??= passed
                if (isLaid && isAnswered) moves.push(move)
                else if (passed < 5000) requestAnimationFrame(check)
            }
            frame.port2.postMessage(null)
        }
        requestAnimationFrame(check)
    }, true)
}"""
"""Times each move from the click: until the frame that shows the tile on the board, and until the
frame that shows that the server has accepted it.

A click that is followed by another one before that did not place a tile.
"""

WATCH_FRAMES = """() => {
    window.frames_ = []
    let before = performance.now()
    const note = (now) => { frames_.push(now - before); before = now; requestAnimationFrame(note) }
    requestAnimationFrame(note)
}"""

WATCH_STEPS = """() => {
    window.steps = []
    const state = () => document.querySelector('[data-testid=coach]')?.dataset.state
    const table = () => document.querySelector('[data-drawn]')?.getBoundingClientRect()
    let watching = 0
    addEventListener('pointerdown', () => { watching += 1 }, true)
    addEventListener('pointerup', (event) => {
        const from = event.timeStamp, before = state(), mine = ++watching
        const check = () => {
            if (watching !== mine) return
            const after = state()
            if (!after || after === before || !table()?.width) return requestAnimationFrame(check)
            // It is delivered after the frame is painted.
            const frame = new MessageChannel()
            frame.port1.onmessage = () => steps.push([before, performance.now() - from])
            frame.port2.postMessage(null)
        }
        requestAnimationFrame(check)
    }, true)
}"""
"""Times each click in a lesson after which the coach asks, or says whether an answer was right:
until the frame that shows this and the table. Notes what the coach did before the click.
"""

RESULTS = Path(__file__).parent / "BROWSER.md"
ROWS = {
    "right": ("from *Next step* to the frame with the next step of a lesson", "steps"),
    "asks": ("from the click that answers to the frame with what the coach says", "answers"),
}
"""The rows of the results and what they count, by what the coach did before the click."""


def page_sizes(page: Page, url: str) -> dict[str, int]:
    """The bytes of JavaScript that the first page loads, raw and gzipped, and of its fonts."""
    bodies: list[bytes] = []
    fonts: list[bytes] = []

    def keep(response: Response) -> None:
        if response.url.endswith(".js"):
            bodies.append(response.body())
        elif response.url.endswith(".woff2"):
            fonts.append(response.body())

    page.on("response", keep)
    page.goto(url)
    page.locator("h1").first.wait_for()
    page.wait_for_load_state("networkidle")
    return {
        "files": len(bodies),
        "bytes": sum(map(len, bodies)),
        "gzipped": sum(len(gzip.compress(body, 9)) for body in bodies),
        "fonts": sum(map(len, fonts)),
    }


def open_player(browser: Browser, url: str, *, phone: bool = False) -> Player:
    """A player at a table for two with a bot, whose turn it is."""
    size: ViewportSize = {"width": 390, "height": 844} if phone else {"width": 1440, "height": 900}
    page = browser.new_context(base_url=url, viewport=size, has_touch=phone).new_page()
    page.context.request.post("/api/guests", data={"name": "Ada"})
    table, _ = open_table(page, "classic", [{}, BOT], begin=True, start=0)
    player = Player(page, table).open()
    player.element("board").wait_for()
    return player


def time_moves(player: Player, count: int = 12) -> list[dict[str, float]]:
    """Milliseconds from click to drawing and to the answer, for up to `count` moves."""
    player.wait()
    player.page.evaluate(WATCH_MOVES)
    number = 0
    for _ in range(count):
        player.wait(number)
        number = player.decide()
    player.wait(number)
    found: list[dict[str, float]] = player.page.evaluate("() => moves")
    return found


def time_frames(player: Player) -> list[float]:
    """Milliseconds between two frames while a tile is dragged over the board."""
    page = player.page
    box = player.element("rack-0").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.evaluate(WATCH_FRAMES)
    for q in range(-4, 5):
        x, y = player.space_center((q, 0))
        page.mouse.move(x, y, steps=12)
    found: list[float] = page.evaluate("() => frames_")
    page.mouse.up()
    return found[5:]


def time_finger(player: Player) -> list[float]:
    """The same for a finger on a phone, where the tile snaps to the nearest place."""
    page = player.page
    player.wait()
    box = player.element("rack-0").bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = box["x"] + 20, box["y"] + 20
    touch("touchStart", x, y)
    touch("touchMove", x, y - 30)
    page.evaluate(WATCH_FRAMES)
    for q in range(-4, 5):
        to_x, to_y = player.space_center((q, 0))
        for step in range(1, 13):
            touch("touchMove", x + (to_x - x) * step / 12, y + (to_y + 50 - y) * step / 12)
        x, y = to_x, to_y + 50
    found: list[float] = page.evaluate("() => frames_")
    touch("touchEnd")
    return found[5:]


def time_lesson(page: Page, lesson: Lesson) -> list[tuple[str, float]]:
    """Play a lesson, each step first wrong and then right.

    Returns for each click what the coach did before, and the milliseconds until the frame.
    """
    page.goto(f"/learn/{lesson.course}/{lesson.number}")
    learner = Learner(page, "")
    compiled: Any = compile_lesson(lesson)
    learner.coach("asks").wait_for()
    page.evaluate(WATCH_STEPS)
    for number, step in enumerate(compiled["steps"]):
        if number:
            learner.press(learner.element("next"))
            learner.coach("asks").wait_for()
        if step["kind"] != "move" or wrong_answer(step):
            learner.give(step, right=False)
            learner.press(learner.element("again"))
            learner.coach("asks").wait_for()
        learner.give(step, right=True)
        learner.coach("right").wait_for()
    page.wait_for_timeout(100)  # until the last frame is painted
    found: list[tuple[str, float]] = page.evaluate("() => steps")
    return found


def time_lessons(browser: Browser, url: str) -> dict[str, list[float]]:
    """The milliseconds of each row, from all lessons."""
    page = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900}).new_page()
    times: dict[str, list[float]] = {before: [] for before in ROWS}
    for course in read_courses():
        for lesson in course.lessons:
            for before, passed in time_lesson(page, lesson):
                if before in ROWS:  # and not Try again
                    times[before].append(passed)
    page.context.close()
    return times


def write_row(what: str, measured: str) -> None:
    """Fill in a row of the results."""
    row = re.compile(rf"^(\| {re.escape(what)} \|[^|]*\|).*$", re.MULTILINE)
    text, count = row.subn(rf"\1 {measured} |", RESULTS.read_text("utf-8"))
    assert count == 1, f"{RESULTS} has no row {what!r}"
    RESULTS.write_text(text, "utf-8")


def print_frames(title: str, frames: list[float]) -> None:
    """Print how smoothly something was dragged."""
    late = sum(frame > 25 for frame in frames)
    print(f"{title}: median frame {statistics.median(frames):.1f} ms", end="")
    print(f", {late} of {len(frames)} later than 25 ms")


def summary(times: list[float], of: str) -> str:
    """How long something took."""
    median = statistics.median(times)
    return f"median {median:.0f} ms of {len(times)} {of}, the slowest {max(times):.0f} ms"


def measure_sizes(browser: Browser, url: str) -> dict[str, str]:
    """The rows of the results with the size of the first page."""
    sizes = page_sizes(browser.new_page(), url)
    raw = f"{sizes['bytes'] / 1024:.1f} KiB in {sizes['files']} files"
    script = f"{sizes['gzipped'] / 1024:.1f} KiB ({raw}, including the texts of one language)"
    return {
        "JavaScript of the first page, gzipped": script,
        "its font": f"{sizes['fonts'] / 1024:.1f} KiB in one file",
    }


def measure_lessons(browser: Browser, url: str) -> dict[str, str]:
    """The rows of the results with how soon a step of a lesson is drawn."""
    times = time_lessons(browser, url)
    return {ROWS[before][0]: summary(found, ROWS[before][1]) for before, found in times.items()}


def measure_tables(browser: Browser, url: str) -> None:
    """Measure and print how soon a move is drawn, and how smoothly a tile is dragged."""
    player = open_player(browser, url)
    moves = time_moves(player)
    print("from click to drawn:", summary([move["drawn"] for move in moves], "moves"))
    print("from click to answered:", summary([move["answered"] for move in moves], "moves"))
    print_frames("dragging", time_frames(player))
    player.page.context.close()
    print_frames("with a finger", time_finger(open_player(browser, url, phone=True)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.browser")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--sizes", action="store_true", help="measure only the sizes")
    only.add_argument("--lessons", action="store_true", help="measure only the lessons")
    parser.add_argument(
        "--write",
        action="store_true",
        help="fill in the rows of the sizes and of the lessons in bench/BROWSER.md",
    )
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "data") as server,
        launched_browser() as browser,
    ):
        rows: dict[str, str] = {}
        if not options.lessons:
            rows |= measure_sizes(browser, server.url)
        if not options.lessons and not options.sizes:
            measure_tables(browser, server.url)
        if not options.sizes:
            rows |= measure_lessons(browser, server.url)
        for what, measured in rows.items():
            print(f"{what}: {measured}")
            if options.write:
                write_row(what, measured)


if __name__ == "__main__":
    main()
