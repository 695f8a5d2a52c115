"""A learner who plays a lesson's page as people do."""

from typing import Any

from playwright.sync_api import Locator

from ingenious.record.notation import parse_move
from ingenious.rules.board import DIRECTIONS
from ingenious.rules.moves import Free, Place, Play, Reroll, Resolve, Swap, WildScore

from .player import Player


class Learner(Player):
    """A learner's page of a lesson."""

    def coach(self, state: str) -> Locator:
        """The coach who asks, or says that an answer was right or wrong."""
        return self.page.locator(f"[data-testid=coach][data-state={state}]")

    def answer(self, key: str, view: Any = None) -> None:
        """Make a decision, given as people write it, in the view of a step."""
        with self._deciding():
            self._make(parse_move(key), key, view)

    def _make(self, move: Any, key: str, view: Any) -> None:
        match move:
            case Place():
                self._place(move)
            case Swap():
                self.press(self.element("swap"))
            case Play():
                self._play(move, view["hands"][view["looks"]])
            case Resolve():
                self._use(move, view["position"]["dice"][view["looks"]])
            case Reroll():
                self.press(self.element("roll"))
            case Free():
                self.choose(self.element(f"free-{move.symbol}"))
                self.press(self.element("score"))
            case _:
                self.press(self.element(key.split(maxsplit=1)[0]))

    def _play(self, move: Play, hand: list[str]) -> None:
        """Play a card, and score its first symbol first if that matters."""
        index = next(n for n, card in enumerate(hand) if sorted(card) == sorted(move.card))
        self.press(self.element(f"hand-{index}"))
        first = self.element(f"first-{move.card[0]}")
        if first.count():
            self.choose(first)
        self.press(self.element("play"))

    def _use(self, move: Resolve, roll: str) -> None:
        """Split equal dice, choose the colours of the wild scores, then the order."""
        sets = [use.dice if isinstance(use, WildScore) else (use.die,) for use in move.uses]
        leaders: dict[int, int] = {}  # the first die of each use, as the page groups them
        for symbol in dict.fromkeys(roll):
            mine = [n for n, dice in enumerate(sets) if roll[dice[0]] == symbol]
            mine.sort(key=lambda n: -len(sets[n]))
            places = [place for place, shown in enumerate(roll) if shown == symbol]
            if len(places) > 1:
                self._split(places, symbol, [len(sets[n]) for n in mine])
            for n in mine:
                leaders[n] = places[0]
                places = places[len(sets[n]) :]
        for n in reversed(range(len(sets))):
            lead = self.element(f"lead-{leaders[n]}")
            if lead.count() and lead.is_enabled():
                self.press(lead)
        for n, use in enumerate(move.uses):
            if isinstance(use, WildScore):
                number = self._number_of(leaders[n])
                self.choose(self.element(f"wild-{number}-{use.symbol}"))
        self.press(self.element("score"))

    def _split(self, places: list[int], symbol: str, sizes: list[int]) -> None:
        """Split equal dice: with a button, or where these have no room, with taps on a die."""
        last = self.element(f"die-{places[-1]}")
        last.wait_for()
        button = self.element(f"split-{symbol}-{'+'.join(map(str, sizes))}")
        if button.count():
            self.choose(button)
            return
        for _ in range(3):
            shown = [len(dice) for dice in self._groups() if dice[0] in places]
            if sorted(shown, reverse=True) == sizes:
                return
            self.press(last)
        raise AssertionError(f"the dice {places} cannot be split into {sizes}")

    def _groups(self) -> list[list[int]]:
        """The dice of each group, in the order of scoring."""
        groups: list[list[int]] = self.page.locator("li:has([data-testid^=die-])").evaluate_all(
            """(all) => all.map((one) => [...one.querySelectorAll('[data-testid^=die-]')]
                .map((die) => Number(die.dataset.testid.slice(4))))"""
        )
        return groups

    def _number_of(self, die: int) -> int:
        """The number of the group of dice that begins with a die, in the order of scoring."""
        return 1 + [dice[0] for dice in self._groups()].index(die)

    def _place(self, move: Place) -> None:
        a, b = move.at
        direction = DIRECTIONS.index((b.q - a.q, b.r - a.r))
        index = next(n for n, tile in self.rack() if sorted(tile) == sorted(move.tile))
        if dict(self.rack())[index] != move.tile:  # the tile is held by its other half
            a, direction = b, (direction + 3) % 6
        if self.input_method != "touch":
            self.place_tile(index, a, direction)
            return
        self._tap(self.element(f"rack-{index}"), a)
        for _ in range(6):
            if self.element("board").get_attribute("data-turn") == str(direction):
                break
            if self.element("turn").count():
                self.press(self.element("turn"))
            else:  # the orders of a double have its place; another tap turns the tile too
                self.page.touchscreen.tap(*self.space_center(a))
        self.press(self.element("place"))

    def give(self, step: Any, *, right: bool) -> None:
        """Give a right or a wrong answer to a step."""
        match step["kind"]:
            case "move":
                found = step["show"] if right else wrong_answer(step)
                assert found is not None
                self.answer(found, step["view"])
            case "number":
                values = [why is None for why in step["numbers"]]
                self.press(self.element(f"answer-{step['least'] + values.index(right)}"))
            case _:
                says = [option["say"] is None for option in step["options"]]
                self.press(self.element(f"answer-{says.index(right)}"))


def wrong_answer(step: Any) -> str | None:
    """A wrong answer to a move, if there is one."""
    found = [key for key, answer in step.get("answers", {}).items() if len(answer) == 2]
    return found[-1] if found else None
