"""Tables with bots, opened for a person in a browser."""

from typing import Any

from testkit.browser.player import Player, Way

from .conftest import Visit

BOT = {"kind": "bot", "level": 1}


def opened(visit: Visit, game: str, players: int, way: Way, **more: Any) -> Player:
    """Somebody at a table with bots, at which the game has begun."""
    touch = way == "touch"
    page = visit(name="Ada", touch=touch, size="phone" if touch else "laptop")
    wanted = {
        "settings": {"games": game.split("+"), "seats": [{}, *[BOT] * (players - 1)], **more},
        "sit": [0],
        "begin": True,
    }
    answer = page.context.request.post("/api/tables", data=wanted)
    assert answer.status == 201, answer.text()
    return Player(page, answer.json()["table"], way).go()
