"""Somebody who plays at a table as people do: with mouse, finger or keys.

What to do is decided by what the server tells everybody; how it is done is all in the browser.
"""

import contextlib
import math
import time
from random import Random
from typing import Any, Literal

from playwright.sync_api import Locator, Page, TimeoutError, expect

Values = dict[str, Any]
Way = Literal["mouse", "drag", "touch", "keys"]
Space = tuple[int, int]

PATIENCE = 40_000
PAUSE = 120
"""Milliseconds: how long a player waits for something, and after how many they tap."""

POLLING = 30
"""Milliseconds between two looks at the page; at every frame, looking would keep it busy."""

BREATH = 0.4
"""Seconds between two decisions, which nobody makes at once."""

READY = """(number) => {
    const told = document.querySelector('[data-testid="told"]')
    if (!told || Number(told.dataset.number) < number) return false
    if (document.querySelector('[data-testid="look"]')) return true
    if (!['acting', 'over', 'between'].includes(told.dataset.state)) return false
    return document.querySelector('[data-testid="bar"], [data-testid="result"]') !== null
}"""

HEARD = """(number) => {
    const told = document.querySelector('[data-testid="told"]')
    return told !== null && Number(told.dataset.number) >= number
}"""


class Player:
    """Somebody's page at a table."""

    def __init__(self, page: Page, table: str, way: Way = "mouse", seed: int = 1) -> None:
        self.page = page
        self.table = table
        self.way = way
        self.rng = Random(seed)
        self._boards: dict[int, Values] = {}
        self._decided = 0.0

    def go(self, query: str = "") -> "Player":
        """Come to the table."""
        self.page.goto(f"/table/{self.table}{query}")
        self.page.get_by_test_id("told").wait_for(state="attached")
        return self

    # What there is to see

    def view(self) -> Values:
        """The table as this person may see it."""
        answer = self.page.context.request.get(f"/api/tables/{self.table}")
        assert answer.ok, answer.text()
        view: Values = answer.json()["view"]
        return view

    def see(self, name: str) -> Locator:
        """Something on the page that can be seen."""
        return self.page.locator(f'[data-testid="{name}"]:visible').first

    def wait(self, number: int = 0) -> str:
        """Wait until the page shows this event, and one can act or nobody can; what it is then.

        The moves of others are shown for a while; who is impatient taps, and sees the last one.
        """
        for _ in range(PATIENCE // PAUSE):
            with contextlib.suppress(TimeoutError):
                self.page.wait_for_function(READY, arg=number, timeout=PAUSE, polling=POLLING)
                break
            self.page.locator("main").first.dispatch_event("pointerdown")
        else:
            raise AssertionError(f"nothing happened for {PATIENCE} ms after event {number}")
        if self.see("look").count():
            return "look"
        return self.page.get_by_test_id("told").get_attribute("data-state") or ""

    def shown(self) -> int:
        """The number of the last event that the page shows."""
        told = self.page.get_by_test_id("told")
        return int(told.get_attribute("data-number") or -1)

    def hear(self, number: int) -> None:
        """Wait until the page shows this event, whoever acts then."""
        self.page.wait_for_function(HEARD, arg=number, timeout=PATIENCE, polling=POLLING)

    def rack(self) -> list[tuple[int, str]]:
        """The tiles that one sees on one's rack, each with its place there."""
        self.page.locator("[data-testid^=rack-][data-tile]:visible").first.wait_for()
        tiles: list[tuple[int, str]] = self.page.evaluate(
            """() => [...document.querySelectorAll('[data-testid^=rack-][data-tile]')]
                .map((tile) => [Number(tile.dataset.testid.slice(5)), tile.dataset.tile])"""
        )
        return tiles

    # What there is to do

    def play_on(self, most: int = 1_000) -> int:
        """Decide whenever it is one's turn, until the game is over; how often that was."""
        number = 0
        for turn in range(most):
            state = self.wait(number)
            if state == "look":
                self.press(self.see("look"))
                self.page.wait_for_function(
                    "() => document.querySelector('[data-testid=told]').dataset.state === 'acting'"
                )
            elif state != "acting":
                return turn
            number = self.decide()
        return most

    def decide(self) -> int:
        """Make one decision; the least number that the table has afterwards."""
        view = self.view()
        self.wait(view["number"])
        kind = self._kind(view)
        # The page takes what follows a decision at once for the second half of a double click.
        time.sleep(max(0, self._decided + BREATH - time.monotonic()))
        getattr(self, kind)(view)
        self._decided = time.monotonic()
        return int(view["number"]) + 1

    def _kind(self, view: Values) -> str:
        """What is asked for; on a shared screen only the page knows all of it."""
        kind: str | None = view["turn"]["kind"]
        if kind is None:
            kind = "swap" if self.see("swap").count() else "discard"
        return kind.replace("-", "_")

    def press(self, what: Locator) -> None:
        """Press a button the way this person does."""
        if self.way == "touch":
            what.tap()
        elif self.way == "keys":
            what.focus()
            self.page.keyboard.press("Enter")
        else:
            what.click()

    def choose(self, what: Locator) -> None:
        """Take one of a few choices."""
        if self.way == "touch":
            what.tap()
        elif self.way == "keys":
            what.locator("input").focus()
            self.page.keyboard.press("Space")
        else:
            what.click()

    # The board games

    def place(self, view: Values) -> None:
        """Place some tile at some place, one that scores if there is one."""
        place, spaces, direction = self._choice(view)
        self.lay(place, spaces[0], direction)

    def consider(self) -> None:
        """Hold that tile over that place, and see what it would do."""
        place, spaces, direction = self._choice(self.view())
        tile = self.see(f"rack-{place}")
        if self.way == "touch":
            self._tap(tile, spaces[0])
        else:
            self._hold(tile, spaces[0], direction)

    def choice_for(self, view: Values, place: int) -> tuple[int, tuple[Space, Space], int]:
        """Some place for the tile of a place of the rack."""
        return self._best(view["shared"]["position"], [(place, dict(self.rack())[place])])

    def _choice(self, view: Values) -> tuple[int, tuple[Space, Space], int]:
        return self._best(view["shared"]["position"], self.rack())

    def _best(
        self, position: Values, tiles: list[tuple[int, str]]
    ) -> tuple[int, tuple[Space, Space], int]:
        board = self.board(position["radius"])
        spaces, edges = board["spaces"], board["edges"]
        open_ = int(position["spots"], 16)
        rays = position["rays"]
        tried = []
        for number in (n for n in range(len(edges)) if open_ >> n & 1):
            for a, b in (edges[number], edges[number][::-1]):
                for place, tile in tiles:
                    points = rays[a].count(tile[0]) + rays[b].count(tile[1])
                    tried.append((points, self.rng.random(), place, a, b))
        _, _, place, a, b = max(tried)
        step = [spaces[b][k] - spaces[a][k] for k in (0, 1)]
        pair = (tuple(spaces[a]), tuple(spaces[b]))
        return place, pair, board["directions"].index(step)

    def lay(self, place: int, space: Space, direction: int) -> None:
        """Lay the tile of a place of the rack: its first half on a space, turned that often."""
        tile = self.see(f"rack-{place}")
        if self.way == "touch":
            self._tap(tile, space)
        elif self.way == "keys":
            self._type(place, space, direction)
        else:
            self._point(tile, space, direction)
        if self.see("place-other").count() or self.way == "touch":
            self.press(self.see("place"))

    def _point(self, tile: Locator, space: Space, direction: int) -> None:
        self._hold(tile, space, direction)
        if self.way != "drag":
            self.page.mouse.down()
        self.page.mouse.up()

    def _hold(self, tile: Locator, space: Space, direction: int) -> None:
        box = tile.bounding_box()
        assert box is not None
        mouse = self.page.mouse
        if tile.get_attribute("aria-pressed") != "true" or self.way == "drag":
            mouse.move(box["x"] + box["width"] * 0.27, box["y"] + box["height"] / 2)
            mouse.down()
            if self.way != "drag":
                mouse.up()
        x, y = self.spot(space)
        mouse.move(x, y, steps=4)
        self._turn(space, direction)

    def _turn(self, space: Space, direction: int) -> None:
        """Turn the tile that is held over a space, until it lies as it should."""
        board = self.see("board")
        expect(board).to_have_attribute("data-over", f"{space[0]},{space[1]}")
        for _ in range(6):
            if board.get_attribute("data-turn") == str(direction):
                return
            self.page.keyboard.press("r")
        raise AssertionError(f"the tile cannot be turned by {direction} at {space}")

    def _tap(self, tile: Locator, space: Space) -> None:
        if tile.get_attribute("aria-pressed") != "true":
            tile.tap()
        self.page.touchscreen.tap(*self.spot(space))

    def _type(self, place: int, space: Space, direction: int) -> None:
        keyboard = self.page.keyboard
        self.reach(place, space)
        self._turn(space, direction)
        keyboard.press("Enter")
        if not self.see("place-other").count():
            keyboard.press("Enter")

    def reach(self, place: int, space: Space) -> None:
        """Hold the tile of a place of the rack over a space, by keys."""
        keyboard, board = self.page.keyboard, self.see("board")
        keyboard.press(str(place + 1))
        for _ in range(100):
            told = board.get_attribute("aria-activedescendant") or ""
            q, r = map(int, told.removeprefix("space-").split(","))
            if (q, r) == tuple(space):
                break
            if r != space[1]:
                keyboard.press("ArrowDown" if r < space[1] else "ArrowUp")
            else:
                keyboard.press("ArrowRight" if q < space[0] else "ArrowLeft")

    def spot(self, space: Space) -> tuple[float, float]:
        """Where a space is on the screen."""
        board = self.see("board")
        box, s = board.bounding_box(), float(board.get_attribute("data-s") or 0)
        assert box is not None
        q, r = space
        x = box["x"] + box["width"] / 2 + math.sqrt(3) * s * (q + r / 2)
        return x, box["y"] + box["height"] / 2 + 1.5 * s * r

    def board(self, radius: int) -> Values:
        """The fixed parts of a board."""
        if radius not in self._boards:
            answer = self.page.context.request.get(f"/api/boards/{radius}")
            self._boards[radius] = answer.json()
        return self._boards[radius]

    def swap(self, view: Values) -> None:
        """Swap the rack, or not."""
        self.press(self.see(self.rng.choice(("swap", "keep"))))

    # The Challenges

    def play(self, view: Values) -> None:
        """Play some card."""
        hand = self.page.locator("[data-testid^=hand-]:visible")
        hand.first.wait_for()
        self.press(hand.nth(self.rng.randrange(hand.count())))
        firsts = self.page.locator("[data-testid^=first-]:visible")
        if firsts.count() and self.rng.random() < 0.5:
            self.choose(firsts.last)
        self.press(self.see("play"))

    def discard(self, view: Values) -> None:
        """Discard the hand, or not."""
        self.press(self.see(self.rng.choice(("discard", "keep"))))

    def roll_or_use(self, view: Values) -> None:
        """Roll once more, or score."""
        if self.rng.random() < 0.3:
            self.press(self.see("roll"))
        else:
            self.use(view)

    def use(self, view: Values) -> None:
        """Score the dice, in one of the ways that there are."""
        for choices in ("split-", "wild-"):
            found = self.page.locator(f"[data-testid^={choices}]:visible")
            if found.count() and self.rng.random() < 0.5:
                self.choose(found.nth(self.rng.randrange(found.count())))
        self.press(self.see("score"))

    def draw_or_score(self, view: Values) -> None:
        """Draw while it is safe enough."""
        position = view["shared"]["position"]
        is_safe = position.get("risk", 1) < 0.35
        self.press(self.see("draw" if is_safe or not self.see("score").count() else "score"))

    def draw_or_free(self, view: Values) -> None:
        """Take a free score if there is one."""
        free = self.page.locator("[data-testid^=free-]:visible")
        if free.count() and self.rng.random() < 0.5:
            self.choose(free.first)
            self.press(self.see("score"))
        else:
            self.press(self.see("draw"))
