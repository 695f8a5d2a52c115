"""What tests wait for in a game before they act, and how somebody lays the tile that was meant."""

from typing import Any

from ingenious.rules import BoardGame, Game
from ingenious.rules.events import CalledIngenious, Ended, PegMoved, TokenTaken
from ingenious.rules.moves import Place
from ingenious.table import Table
from testkit.browser.player import Player
from testkit.browser.prepared import story_of


def placements(game: Game[Any], state: Any, wanted: type[Any]) -> list[Place]:
    """The placements that bring such an event."""
    turn = game.awaits(state)
    if turn is None or turn.kind != "place" or not isinstance(game, BoardGame):
        return []
    return [
        place
        for place in game.placements(state)
        if any(isinstance(told, wanted) for told in story_of(game, state, place))
    ]


def is_bonus(game: Game[Any], state: Any) -> bool:
    return max(game.scores(state)[0]) >= 12 and bool(placements(game, state, CalledIngenious))


def is_swap(game: Game[Any], state: Any) -> bool:
    turn = game.awaits(state)
    return turn is not None and turn.kind == "swap"


def is_order(game: Game[Any], state: Any) -> bool:
    turn = game.awaits(state)
    return (
        turn is not None
        and turn.kind == "place"
        and isinstance(game, BoardGame)
        and bool(game.placements(state).turned)
    )


def is_token(game: Game[Any], state: Any) -> bool:
    return bool(placements(game, state, TokenTaken))


def is_win(game: Game[Any], state: Any) -> bool:
    return sum(peg > 0 for peg in game.scores(state)[0]) >= 5 and bool(
        placements(game, state, Ended)
    )


def lay(player: Player, place: Place) -> None:
    """Lay the tile of a placement with the mouse, and wait until the table has heard of it."""
    (q, r), (x, y) = place.at
    view = player.view()
    player.wait(view["number"])
    directions = player.board(view["shared"]["position"]["radius"])["directions"]
    for number, tile in player.rack():
        if tile == place.tile:
            player.lay(number, (q, r), directions.index([x - q, y - r]))
            break
        if tile == place.tile[::-1]:
            player.lay(number, (x, y), directions.index([q - x, r - y]))
            break
    else:
        raise AssertionError(f"{place.tile} is not on the rack")
    player.hear(view["number"] + 1)


def state_of(events: list[Any]) -> tuple[Game[Any], Any]:
    """The rules and the state of a prepared table."""
    game = Table.fold(events).game
    assert game is not None
    return game.rules, game.state


def early(game: Game[Any], state: Any) -> bool:
    return max(game.scores(state)[0]) >= 3 and bool(placements(game, state, PegMoved))


def two_equal(game: Game[Any], state: Any) -> bool:
    tiles = [] if is_swap(game, state) else list(state.racks[0])
    return len({frozenset(tile) for tile in tiles}) < len(tiles)


def has_drawn(game: Game[Any], state: Any) -> bool:
    turn = game.awaits(state)
    return turn is not None and turn.kind == "draw-or-score" and len(state.drawn) >= 2
