"""Takes the pictures of the documentation: screenshots of the built pages in Chromium.

    .venv/bin/python -m scripts.pictures           all pictures, into docs/images
    .venv/bin/python -m scripts.pictures start     those whose names begin with "start"

A picture is a function with `@picture`, named after its file. It is passed a player, Ada, at a
table with a game in progress, and leaves her page as the picture should show it.
"""

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser

from ingenious.rules import Game
from ingenious.server.identity import COOKIE
from testkit.browser.chromium import SIZES, launched_browser
from testkit.browser.player import Player
from testkit.browser.prepared import Condition, play_until, store_table
from testkit.server_process import ServerProcess

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "images"

Theme = Literal["light", "dark"]
Show = Callable[[Player], None]


@dataclass(frozen=True, slots=True)
class Picture:
    """A screenshot of a table with a game in progress."""

    name: str
    show: Show
    game: str
    players: int
    turns: int  # of Ada before the picture
    seed: int
    size: str
    theme: Theme


PICTURES: list[Picture] = []


def picture(
    game: str, players: int, turns: int, *, seed: int = 5, size: str = "picture",
    theme: Theme = "light",
) -> Callable[[Show], None]:  # fmt: skip
    """Register a picture of what a function shows."""

    def add(show: Show) -> None:
        name = show.__name__.replace("_", "-")
        PICTURES.append(Picture(name, show, game, players, turns, seed, size, theme))

    return add


@picture("classic", 2, 8)
def table(ada: Player) -> None:
    """A tile over the board, with its preview."""
    ada.preview_placement()


@picture("duel", 2, 9)
def duel(ada: Player) -> None:
    """The duel's one score board."""
    ada.preview_placement()


@picture("classic", 4, 9, size="phone", theme="dark")
def phone(ada: Player) -> None:
    """Four players on a phone."""
    ada.input_method = "touch"
    ada.preview_placement()


@picture("cards", 2, 4, theme="dark")
def cards(ada: Player) -> None:
    """A card that is about to be played."""
    ada.element("hand-2").click()


@picture("dice", 2, 6)
def dice(ada: Player) -> None:
    """Dice, and what they would score."""
    ada.element("score").wait_for()


@picture("classic", 2, 8)
def start(ada: Player) -> None:
    """The first page, with the games of the other pictures to resume."""
    ada.page.goto("/")
    ada.page.get_by_role("link", name="Resume").first.wait_for()


def after_turns(turns: int) -> Condition:
    """True once the player has had this many turns, unless a swap or discard is offered."""
    seen = 0

    def is_met(game: Game[Any], state: Any) -> bool:
        nonlocal seen
        seen += 1
        turn = game.awaits(state)
        return seen > turns and turn is not None and turn.kind not in ("swap", "discard")

    return is_met


def take(
    one: Picture, browser: Browser, server: ServerProcess, path: Path, scale: float = 1
) -> None:
    """Take a picture, with this many pixels per CSS pixel."""
    events = play_until(one.game, one.seed, after_turns(one.turns), players=one.players, level=3)
    prepared = store_table(server.data, events)
    context = browser.new_context(
        base_url=server.url,
        viewport=SIZES.get(one.size, {"width": 1440, "height": 900}),
        device_scale_factor=scale,
        color_scheme=one.theme,
        has_touch=one.size == "phone",
        reduced_motion="reduce",
        locale="en-GB",
    )
    try:
        context.add_cookies([{"name": COOKIE, "value": prepared.cookie, "url": server.url}])
        context.add_init_script("""localStorage.setItem('ingenious', '{"name": "Ada"}')""")
        ada = Player(context.new_page(), prepared.table).open()
        ada.wait()
        one.show(ada)
        ada.page.wait_for_timeout(500)  # for the preview from the server
        ada.page.screenshot(path=path, animations="disabled")
    finally:
        context.close()


def main(names: Sequence[str]) -> int:
    """Take the pictures whose names begin with one of these names, or all; the exit status."""
    chosen = [one for one in PICTURES if not names or one.name.startswith(tuple(names))]
    if not chosen:
        print(f"no such picture; available: {', '.join(one.name for one in PICTURES)}")
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "data") as server,
        launched_browser() as browser,
    ):
        for one in chosen:
            path = FOLDER / f"{one.name}.png"
            take(one, browser, server, path)
            print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
