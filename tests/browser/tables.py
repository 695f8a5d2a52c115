"""A guest in a browser who plays against bots."""

from typing import Any

from testkit.browser.player import InputMethod, Player
from testkit.browser.tables import BOT, open_table

from .conftest import Visit


def play_bots(
    visit: Visit, game: str, players: int, input_method: InputMethod = "mouse", **settings: Any
) -> Player:
    """A new guest at a table with bots, at which the game has started."""
    touch = input_method == "touch"
    page = visit(name="Ada", touch=touch, size="phone" if touch else "laptop")
    seats = [{}, *[BOT] * (players - 1)]
    table, _ = open_table(page, game, seats, begin=True, **settings)
    return Player(page, table, input_method).open()
