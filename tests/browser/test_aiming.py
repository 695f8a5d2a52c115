"""A tile that is held over the board turns by itself so that it fits."""

import pytest
from playwright.sync_api import expect

from testkit.browser.player import InputMethod, Player, Space
from testkit.browser.prepared import play_until
from testkit.cases import SOAK

from .conditions import is_early
from .conftest import OpenAsHost

Directions = dict[Space, set[int]]


def legal_directions(player: Player) -> Directions:
    """For each space, the directions of a tile whose first half is placed there."""
    position = player.view()["shared"]["position"]
    board = player.board_layout(position["radius"])
    spaces, open_ = [tuple(space) for space in board["spaces"]], int(position["spots"], 16)
    found: Directions = {space: set() for space in spaces}
    for number, (a, b) in enumerate(board["edges"]):
        if not open_ >> number & 1:
            continue
        for (q, r), (x, y) in ((spaces[a], spaces[b]), (spaces[b], spaces[a])):
            found[q, r].add(board["directions"].index([x - q, y - r]))
    return found


def nearest(directions: set[int], preferred: int) -> int:
    """The direction nearest to the preferred one; of two, the one clockwise."""
    return next(turn for by in (0, 1, 5, 2, 4, 3) if (turn := (preferred + by) % 6) in directions)


def aim(player: Player, space: Space) -> int:
    """Hold the picked tile over a space; the direction that it turns to."""
    player.page.mouse.move(*player.space_center(space))
    board = player.element("board")
    expect(board).to_have_attribute("data-over", f"{space[0]},{space[1]}")
    return int(board.get_attribute("data-turn") or -1)


def test_a_tile_turns_by_itself_so_that_it_fits(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 3, is_early))
    page, bar = player.page, player.element("bar")
    player.wait()
    legal = legal_directions(player)
    player.press(player.element("rack-0"))
    preferred = 0
    some = [space for space, directions in legal.items() if directions]
    assert any(preferred not in legal[space] for space in some[::6])
    for space in some if SOAK else some[::6]:
        assert aim(player, space) == nearest(legal[space], preferred)
        expect(bar).not_to_contain_text("Not here")
    # Turning it skips directions that do not fit. The chosen direction is kept where it fits.
    space = next(space for space in some if 0 not in legal[space] and len(legal[space]) > 1)
    first = aim(player, space)
    page.keyboard.press("r")
    board = player.element("board")
    preferred = next(turn for by in range(1, 6) if (turn := (first + by) % 6) in legal[space])
    expect(board).to_have_attribute("data-turn", str(preferred))
    for space in some if SOAK else some[::12]:
        assert aim(player, space) == nearest(legal[space], preferred)
    # Where no direction fits, the page says so and why.
    full = next(space for space, directions in legal.items() if not directions)
    assert aim(player, full) == preferred
    expect(bar).to_contain_text("Not here")
    # A click places the tile as it is shown.
    number = player.shown_number()
    space = next(space for space in some if preferred not in legal[space])
    aim(player, space)
    page.mouse.down()
    page.mouse.up()
    player.wait_for_event(number + 1)


@pytest.mark.parametrize("input_method", ["touch", "keys"])
def test_a_tile_moved_by_touch_or_keys_also_turns_by_itself(
    open_as_host: OpenAsHost, input_method: InputMethod
) -> None:
    player = open_as_host(
        play_until("classic", 3, is_early), input_method, touch=input_method == "touch"
    )
    player.wait()
    number = player.shown_number()
    legal = legal_directions(player)
    space = next(space for space, found in legal.items() if found and 0 not in found)
    if input_method == "touch":
        player.press(player.element("rack-0"))
        player.page.touchscreen.tap(*player.space_center(space))
    else:
        player.move_by_keys(0, space)
    expect(player.element("bar")).not_to_contain_text("Not here")
    player.press(player.element("place"))
    player.wait_for_event(number + 1)


def test_a_tap_where_no_tile_fits_says_so(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 3, is_early), "touch", touch=True, size="phone")
    player.wait()
    full = next(space for space, found in legal_directions(player).items() if not found)
    player.press(player.element("rack-0"))
    player.page.touchscreen.tap(*player.space_center(full))
    expect(player.element("bar")).to_contain_text("Not here")
