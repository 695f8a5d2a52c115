"""Positions that tests need, as conditions for `play_until`, and placements to make in them."""

from typing import Any

from ingenious.rules import BoardGame, Game
from ingenious.rules.events import CalledIngenious, Ended, PegMoved, TokenTaken
from ingenious.rules.moves import Place
from ingenious.table import Event, Table
from testkit.browser.player import Player
from testkit.browser.prepared import Condition


def placements(game: Game[Any], state: Any, event_type: type[Any]) -> list[Place]:
    """The placements that cause an event of this type."""
    turn = game.awaits(state)
    if turn is None or turn.kind != "place" or not isinstance(game, BoardGame):
        return []
    return [
        place
        for place in game.placements(state)
        if any(isinstance(event, event_type) for event in game.events(state, place))
    ]


def can_call_ingenious(game: Game[Any], state: Any) -> bool:
    return max(game.scores(state)[0]) >= 12 and bool(placements(game, state, CalledIngenious))


def can_swap(game: Game[Any], state: Any) -> bool:
    turn = game.awaits(state)
    return turn is not None and turn.kind == "swap"


def can_choose_order(game: Game[Any], state: Any) -> bool:
    turn = game.awaits(state)
    return (
        turn is not None
        and turn.kind == "place"
        and isinstance(game, BoardGame)
        and bool(game.placements(state).turned)
    )


def can_take_token(game: Game[Any], state: Any) -> bool:
    return bool(placements(game, state, TokenTaken))


def can_win(game: Game[Any], state: Any) -> bool:
    return sum(peg > 0 for peg in game.scores(state)[0]) >= 5 and bool(
        placements(game, state, Ended)
    )


def make_placement(player: Player, place: Place) -> None:
    """Make a placement in the browser, and wait until the page shows it."""
    number = player.view()["number"]
    place_by_hand(player, place)
    player.wait_for_event(number + 1)


def place_by_hand(player: Player, place: Place) -> None:
    """Make a placement in the browser."""
    (q, r), (x, y) = place.at
    view = player.view()
    player.wait(view["number"])
    directions = player.board_layout(view["shared"]["position"]["radius"])["directions"]
    for number, tile in player.rack():
        if tile == place.tile:
            player.place_tile(number, (q, r), directions.index([x - q, y - r]))
            break
        if tile == place.tile[::-1]:
            player.place_tile(number, (x, y), directions.index([q - x, r - y]))
            break
    else:
        raise AssertionError(f"{place.tile} is not on the rack")


def state_of(events: list[Event]) -> tuple[Game[Any], Any]:
    """The rules and the state of the game at a table with these events."""
    game = Table.fold(events).game
    assert game is not None
    return game.rules, game.state


def is_early(game: Game[Any], state: Any) -> bool:
    return max(game.scores(state)[0]) >= 3 and bool(placements(game, state, PegMoved))


def has_equal_tiles(game: Game[Any], state: Any) -> bool:
    tiles = [] if can_swap(game, state) else list(state.racks[0])
    return len({frozenset(tile) for tile in tiles}) < len(tiles)


def has_drawn_two(game: Game[Any], state: Any) -> bool:
    turn = game.awaits(state)
    return turn is not None and turn.kind == "draw-or-score" and len(state.drawn) >= 2


def immediately(_game: Game[Any], _state: Any) -> bool:
    return True


def after_turns(turns: int) -> Condition:
    """True once the host has had this many turns."""
    seen = 0

    def is_met(_game: Game[Any], _state: Any) -> bool:
        nonlocal seen
        seen += 1
        return seen > turns

    return is_met
