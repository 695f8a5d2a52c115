"""Aiming a tile at the board: it turns by itself to where it fits."""

import pytest
from playwright.sync_api import expect

from testkit.browser.player import Player, Space, Way
from testkit.browser.prepared import moment

from .conftest import Arrive
from .wanted import early

Fits = dict[Space, set[int]]


def fits_of(player: Player) -> Fits:
    """For each space of the board the directions in which a tile that begins there may lie."""
    position = player.view()["shared"]["position"]
    board = player.board(position["radius"])
    spaces, open_ = [tuple(space) for space in board["spaces"]], int(position["spots"], 16)
    found: Fits = {space: set() for space in spaces}
    for number, (a, b) in enumerate(board["edges"]):
        if not open_ >> number & 1:
            continue
        for (q, r), (x, y) in ((spaces[a], spaces[b]), (spaces[b], spaces[a])):
            found[q, r].add(board["directions"].index([x - q, y - r]))
    return found


def nearest(ways: set[int], wish: int) -> int:
    """The way that differs least from the one that is wished for; of two, the one clockwise."""
    return next(turn for by in (0, 1, 5, 2, 4, 3) if (turn := (wish + by) % 6) in ways)


def aim(player: Player, space: Space) -> int:
    """Point at a space with the tile in one's hand; how it is turned there."""
    player.page.mouse.move(*player.spot(space))
    board = player.see("board")
    expect(board).to_have_attribute("data-over", f"{space[0]},{space[1]}")
    return int(board.get_attribute("data-turn") or -1)


def test_a_tile_turns_by_itself_to_where_it_fits(arrive: Arrive) -> None:
    player = arrive(moment("classic", 3, early))
    page, bar = player.page, player.see("bar")
    player.wait()
    fits = fits_of(player)
    player.press(player.see("rack-0"))
    wish = 0
    some = [space for space, ways in fits.items() if ways]
    assert any(wish not in fits[space] for space in some)
    for space in some[::2]:
        assert aim(player, space) == nearest(fits[space], wish)
        expect(bar).not_to_contain_text("Not here")
    # A turn goes on through the ways that fit, and is kept for the spaces where it fits.
    space = next(space for space in some if 0 not in fits[space] and len(fits[space]) > 1)
    first = aim(player, space)
    page.keyboard.press("r")
    board = player.see("board")
    wish = next(turn for by in range(1, 6) if (turn := (first + by) % 6) in fits[space])
    expect(board).to_have_attribute("data-turn", str(wish))
    for space in some[::5]:
        assert aim(player, space) == nearest(fits[space], wish)
    # Where it fits in no way, the page says so and why.
    assert aim(player, next(space for space, ways in fits.items() if not ways)) == wish
    expect(bar).to_contain_text("Not here")
    # What is seen is what is placed.
    number = player.shown()
    space = next(space for space in some if wish not in fits[space])
    aim(player, space)
    page.mouse.down()
    page.mouse.up()
    player.hear(number + 1)


@pytest.mark.parametrize("way", ["touch", "keys"])
def test_a_tap_or_a_key_turns_it_as_well(arrive: Arrive, way: Way) -> None:
    player = arrive(moment("classic", 3, early), way, touch=way == "touch")
    player.wait()
    number = player.shown()
    space = next(space for space, ways in fits_of(player).items() if ways and 0 not in ways)
    if way == "touch":
        player.press(player.see("rack-0"))
        player.page.touchscreen.tap(*player.spot(space))
    else:
        player.reach(0, space)
    expect(player.see("bar")).not_to_contain_text("Not here")
    player.press(player.see("place"))
    player.hear(number + 1)
