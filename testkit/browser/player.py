"""A player who uses a table's page as people do: with mouse, touch or keyboard.

The player chooses by the view that the API returns, and acts only in the browser.
"""

import contextlib
import math
import time
from collections.abc import Iterator
from random import Random
from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect

Values = dict[str, Any]
InputMethod = Literal["mouse", "drag", "touch", "keys"]
Space = tuple[int, int]

TIMEOUT_MS = 120_000
"""How long the moves of others may take; bots think, and the machine may be busy."""

TAP_AFTER_MS = 120
"""While others' moves are shown, the player taps this often to skip them."""

POLL_MS = 30
"""Polling the page at every frame would keep it busy."""

MIN_DECISION_GAP_S = 0.4
"""The page ignores what follows a decision sooner, as the second half of a double click."""

READY = """([number, call, tapAfter]) => {
    const state = () => {
        const told = document.querySelector('[data-testid="told"]')
        if (!told || Number(told.dataset.number) < number) return null
        if (document.querySelector('[data-testid="look"]')) return 'look'
        if (!['acting', 'over', 'between'].includes(told.dataset.state)) return null
        const shown = document.querySelector('[data-testid="bar"], [data-testid="result"]')
        return shown && told.dataset.state
    }
    const found = state()
    if (window.waiting?.call !== call) window.waiting = { call, since: performance.now() }
    if (!found && performance.now() > window.waiting.since + tapAfter) {
        const options = { bubbles: true, cancelable: true, composed: true }
        document.querySelector('main')?.dispatchEvent(new PointerEvent('pointerdown', options))
        window.waiting.since = performance.now()
    }
    return found
}"""
"""The state of a page that waits for the player. Until then, it taps to skip others' moves.

The page taps itself, because calls of Playwright take long.
"""

SHOWS_EVENT = """(number) => {
    const told = document.querySelector('[data-testid="told"]')
    return told !== null && Number(told.dataset.number) >= number
}"""


class Player:
    """A player's page at a table."""

    def __init__(
        self, page: Page, table: str, input_method: InputMethod = "mouse", seed: int = 1
    ) -> None:
        self.page = page
        self.table = table
        self.input_method = input_method
        self.rng = Random(seed)
        self._boards: dict[int, Values] = {}
        self._decided_at = 0.0
        self._waits = 0

    def open(self, query: str = "") -> "Player":
        """Open the table's page."""
        self.page.goto(f"/table/{self.table}{query}")
        self.page.get_by_test_id("told").wait_for(state="attached")
        return self

    # Reading the page

    def view(self) -> Values:
        """The player's view of the table."""
        answer = self.page.context.request.get(f"/api/tables/{self.table}")
        assert answer.ok, answer.text()
        view: Values = answer.json()["view"]
        return view

    def element(self, testid: str) -> Locator:
        """The first visible element with this test id."""
        return self.page.locator(f'[data-testid="{testid}"]:visible').first

    def wait(self, number: int = 0) -> str:
        """Wait until the page shows this event and waits for this player, or the game is over.

        Returns the state that the page is in. Taps to skip the moves of others.
        """
        self._waits += 1
        found = self.page.wait_for_function(
            READY, arg=[number, self._waits, TAP_AFTER_MS], timeout=TIMEOUT_MS, polling=POLL_MS
        )
        return str(found.json_value())

    def shown_number(self) -> int:
        """The number of the last event that the page shows."""
        return int(self.page.get_by_test_id("told").get_attribute("data-number") or -1)

    def wait_for_event(self, number: int) -> None:
        """Wait until the page shows this event."""
        self.page.wait_for_function(SHOWS_EVENT, arg=number, timeout=TIMEOUT_MS, polling=POLL_MS)

    def rack(self) -> list[tuple[int, str]]:
        """The tiles on the player's rack, each with its index there."""
        self.page.locator("[data-testid^=rack-][data-tile]:visible").first.wait_for()
        tiles: list[tuple[int, str]] = self.page.evaluate(
            """() => [...document.querySelectorAll('[data-testid^=rack-][data-tile]')]
                .map((tile) => [Number(tile.dataset.testid.slice(5)), tile.dataset.tile])"""
        )
        return tiles

    # Acting

    def play_to_end(self, max_decisions: int = 1_000) -> int:
        """Decide on every turn until the game is over; the number of decisions."""
        number = 0
        for turn in range(max_decisions):
            state = self.wait(number)
            if state == "look":
                self.press(self.element("look"))
                self.page.wait_for_function(
                    "() => document.querySelector('[data-testid=told]').dataset.state === 'acting'"
                )
            elif state != "acting":
                return turn
            number = self.decide()
        return max_decisions

    def decide(self) -> int:
        """Make one decision; the least number that the table has afterwards."""
        view = self.view()
        self.wait(view["number"])
        kind = self._kind(view)
        with self._deciding():
            getattr(self, kind)(view)
        return int(view["number"]) + 1

    @contextlib.contextmanager
    def _deciding(self) -> Iterator[None]:
        """Wait until the page takes another decision, and remember when this one was made."""
        time.sleep(max(0, self._decided_at + MIN_DECISION_GAP_S - time.monotonic()))
        yield
        self._decided_at = time.monotonic()

    def _kind(self, view: Values) -> str:
        """The kind of decision; on a shared screen the view hides it, but the page shows it."""
        kind: str | None = view["turn"]["kind"]
        if kind is None:
            kind = "swap" if self.element("swap").count() else "discard"
        return kind.replace("-", "_")

    def press(self, button: Locator) -> None:
        """Press a button."""
        if self.input_method == "touch":
            button.tap()
        elif self.input_method == "keys":
            expect(button).to_be_enabled()  # as `tap` and `click` wait
            button.focus()
            self.page.keyboard.press("Enter")
        else:
            button.click()

    def choose(self, option: Locator) -> None:
        """Select a radio button by its label."""
        if self.input_method == "touch":
            option.tap()
        elif self.input_method == "keys":
            option.locator("input").focus()
            self.page.keyboard.press("Space")
        else:
            option.click()

    # The board games

    def place(self, view: Values) -> None:
        """Make the placement that scores most, or one of them."""
        index, spaces, direction = self._best_placement(view, self.rack())
        self.place_tile(index, spaces[0], direction)

    def preview_placement(self) -> None:
        """Hold a tile where it scores most, so that the page shows what it would score."""
        index, spaces, direction = self._best_placement(self.view(), self.rack())
        tile = self.element(f"rack-{index}")
        if self.input_method == "touch":
            self._tap(tile, spaces[0])
        else:
            self._hold(tile, spaces[0], direction)

    def best_placement_of(self, view: Values, index: int) -> tuple[int, tuple[Space, Space], int]:
        """The best placement of one tile of the rack."""
        return self._best_placement(view, [(index, dict(self.rack())[index])])

    def _best_placement(
        self, view: Values, tiles: list[tuple[int, str]]
    ) -> tuple[int, tuple[Space, Space], int]:
        """The tile's index on the rack, the spaces of its halves, and its direction."""
        position = view["shared"]["position"]
        board = self.board_layout(position["radius"])
        spaces, edges = board["spaces"], board["edges"]
        open_ = int(position["spots"], 16)
        rays = position["rays"]
        tried = []
        for number in (n for n in range(len(edges)) if open_ >> n & 1):
            for a, b in (edges[number], edges[number][::-1]):
                for index, tile in tiles:
                    points = rays[a].count(tile[0]) + rays[b].count(tile[1])
                    tried.append((points, self.rng.random(), index, a, b))
        _, _, index, a, b = max(tried)
        step = [spaces[b][k] - spaces[a][k] for k in (0, 1)]
        pair = (tuple(spaces[a]), tuple(spaces[b]))
        return index, pair, board["directions"].index(step)

    def place_tile(self, index: int, space: Space, direction: int) -> None:
        """Place a tile of the rack, its first half on a space, in one of six directions."""
        tile = self.element(f"rack-{index}")
        with self._deciding():
            if self.input_method == "touch":
                self._tap(tile, space)
            elif self.input_method == "keys":
                self._type(index, space, direction)
            else:
                self._point(tile, space, direction)
            if self.element("place-other").count() or self.input_method == "touch":
                self.press(self.element("place"))

    def _point(self, tile: Locator, space: Space, direction: int) -> None:
        self._hold(tile, space, direction)
        if self.input_method != "drag":
            self.page.mouse.down()
        self.page.mouse.up()

    def _hold(self, tile: Locator, space: Space, direction: int) -> None:
        box = tile.bounding_box()
        assert box is not None
        mouse = self.page.mouse
        if tile.get_attribute("aria-pressed") != "true" or self.input_method == "drag":
            mouse.move(box["x"] + box["width"] * 0.27, box["y"] + box["height"] / 2)
            mouse.down()
            if self.input_method != "drag":
                mouse.up()
        x, y = self.space_center(space)
        mouse.move(x, y, steps=4)
        self._turn(space, direction)

    def _turn(self, space: Space, direction: int) -> None:
        """Turn the tile that is held over a space until it has this direction."""
        board = self.element("board")
        expect(board).to_have_attribute("data-over", f"{space[0]},{space[1]}")
        for _ in range(6):
            if board.get_attribute("data-turn") == str(direction):
                return
            self.page.keyboard.press("r")
        raise AssertionError(f"the tile cannot be turned to direction {direction} at {space}")

    def _tap(self, tile: Locator, space: Space) -> None:
        if tile.get_attribute("aria-pressed") != "true":
            tile.tap()
        self.page.touchscreen.tap(*self.space_center(space))

    def _type(self, index: int, space: Space, direction: int) -> None:
        keyboard = self.page.keyboard
        self.move_by_keys(index, space)
        self._turn(space, direction)
        keyboard.press("Enter")
        if not self.element("place-other").count():
            keyboard.press("Enter")

    def move_by_keys(self, index: int, space: Space) -> None:
        """Pick a tile of the rack and move it over a space with the keyboard."""
        keyboard, board = self.page.keyboard, self.element("board")
        tile = self.element(f"rack-{index}")
        tile.wait_for()  # until then, the page ignores keys
        keyboard.press(str(index + 1))
        expect(tile).to_have_attribute("aria-pressed", "true")
        for _ in range(100):
            active = board.get_attribute("aria-activedescendant") or ""
            q, r = map(int, active.removeprefix("space-").split(","))
            if (q, r) == tuple(space):
                break
            if r != space[1]:
                keyboard.press("ArrowDown" if r < space[1] else "ArrowUp")
            else:
                keyboard.press("ArrowRight" if q < space[0] else "ArrowLeft")

    def space_center(self, space: Space) -> tuple[float, float]:
        """The centre of a space on the screen."""
        board = self.element("board")
        box, s = board.bounding_box(), float(board.get_attribute("data-s") or 0)
        assert box is not None
        q, r = space
        x = box["x"] + box["width"] / 2 + math.sqrt(3) * s * (q + r / 2)
        return x, box["y"] + box["height"] / 2 + 1.5 * s * r

    def board_layout(self, radius: int) -> Values:
        """The spaces, edges and directions of a board."""
        if radius not in self._boards:
            answer = self.page.context.request.get(f"/api/boards/{radius}")
            self._boards[radius] = answer.json()
        return self._boards[radius]

    def swap(self, view: Values) -> None:
        """Swap or keep the rack, at random."""
        self.press(self.element(self.rng.choice(("swap", "keep"))))

    # The challenges

    def play(self, view: Values) -> None:
        """Play a random card."""
        hand = self.page.locator("[data-testid^=hand-]:visible")
        hand.first.wait_for()
        self.press(hand.nth(self.rng.randrange(hand.count())))
        firsts = self.page.locator("[data-testid^=first-]:visible")
        if firsts.count() and self.rng.random() < 0.5:
            self.choose(firsts.last)
        self.press(self.element("play"))

    def discard(self, view: Values) -> None:
        """Discard or keep the hand, at random."""
        self.press(self.element(self.rng.choice(("discard", "keep"))))

    def roll_or_use(self, view: Values) -> None:
        """Roll again or score, at random."""
        if self.rng.random() < 0.3:
            self.press(self.element("roll"))
        else:
            self.use(view)

    def use(self, view: Values) -> None:
        """Score the dice in a random way."""
        for choices in ("split-", "wild-"):
            found = self.page.locator(f"[data-testid^={choices}]:visible")
            if found.count() and self.rng.random() < 0.5:
                self.choose(found.nth(self.rng.randrange(found.count())))
        self.press(self.element("score"))

    def draw_or_score(self, view: Values) -> None:
        """Draw while the risk is low, then score."""
        position = view["shared"]["position"]
        is_safe = position.get("risk", 1) < 0.35
        self.press(
            self.element("draw" if is_safe or not self.element("score").count() else "score")
        )

    def draw_or_free(self, view: Values) -> None:
        """Take a free score or draw, at random."""
        free = self.page.locator("[data-testid^=free-]:visible")
        if free.count() and self.rng.random() < 0.5:
            self.choose(free.first)
            self.press(self.element("score"))
        else:
            self.press(self.element("draw"))
