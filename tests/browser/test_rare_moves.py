"""Rare moves and rare conditions, played in the browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ingenious.bots import at_random, greedy
from ingenious.rules import BoardGame
from ingenious.rules.events import CalledIngenious, Ended, TokenTaken
from ingenious.table.events import Event
from testkit.browser.player import InputMethod, Player
from testkit.browser.prepared import play_until

from .conditions import (
    can_call_ingenious,
    can_choose_order,
    can_swap,
    can_take_token,
    can_win,
    has_drawn_two,
    has_equal_tiles,
    immediately,
    is_early,
    make_placement,
    placements,
    state_of,
)
from .conftest import OpenAsHost
from .page_connection import PageConnection

WATCH_BOARD = """() => {
    window.seen = []
    const check = () => {
        const pieces = document.querySelectorAll('[data-testid=board] .piece').length
        const pegs = [...document.querySelectorAll('section[aria-label=You] .value')]
        const now = [pieces, ...pegs.map((peg) => peg.textContent)].join(' ')
        if (seen.at(-1) !== now) seen.push(now)
        requestAnimationFrame(check)
    }
    check()
}"""
"""Records the number of tiles on the board and the player's own pegs whenever they change."""

REFUSAL = {"code": "rule", "error": "not now", "rule": "B6"}


def intercepted(open_as_host: OpenAsHost, events: list[Event]) -> tuple[Player, PageConnection]:
    """A player who can act, and their connection."""
    connections: list[PageConnection] = []
    player = open_as_host(events, prepare=lambda page: connections.append(PageConnection(page)))
    player.wait()
    return player, connections[0]


def previewed(open_as_host: OpenAsHost) -> tuple[Player, PageConnection]:
    """A player who holds a tile over the board and sees its preview, and their connection."""
    player, connection = intercepted(open_as_host, play_until("classic", 3, is_early))
    player.preview_placement()
    expect(player.element("bar")).to_contain_text("Your turn")
    expect(player.page.locator("section[aria-label=You] .gain").first).to_be_visible()
    return player, connection


def test_a_tile_is_drawn_before_the_server_answers(open_as_host: OpenAsHost) -> None:
    player, connection = previewed(open_as_host)
    page, number = player.page, player.shown_number()
    pieces = page.locator("[data-testid=board] .piece")
    before, tiles = pieces.count(), len(player.rack())
    connection.is_held = True
    page.mouse.down()
    page.mouse.up()
    expect(pieces).to_have_count(before + 1)
    expect(page.locator(".lifted")).to_have_count(0)
    expect(page.locator("[data-testid^=rack-][data-tile]")).to_have_count(tiles - 1)
    page.evaluate(WATCH_BOARD)
    # Until then no other decision can be made, and no tile can be picked up.
    for key in "123456":
        page.keyboard.press(key)
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    page.mouse.dblclick(*player.space_center((0, 0)))
    assert player.shown_number() == number
    connection.release()
    player.wait_for_event(number + 1)
    assert connection.decisions == 1
    # The answer changes nothing on the board until the next player moves.
    seen = page.evaluate("() => seen")
    assert all(now.split()[1:] == seen[0].split()[1:] for now in seen)
    assert int(seen[0].split()[0]) == before + 1
    assert all(int(now.split()[0]) > before for now in seen)


def test_a_refused_tile_returns_to_the_rack(open_as_host: OpenAsHost) -> None:
    player, connection = previewed(open_as_host)
    page = player.page
    pieces = page.locator("[data-testid=board] .piece")
    before, tiles = pieces.count(), player.rack()
    connection.refusal = REFUSAL
    page.mouse.down()
    page.mouse.up()
    expect(player.element("refusal")).to_be_visible()
    expect(pieces).to_have_count(before)
    assert player.rack() == tiles
    connection.refusal = None
    player.decide()
    player.wait_for_event(player.view()["number"])


def test_a_tile_stays_in_place_while_the_connection_is_lost(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 3, is_early))
    player.wait()
    page, number = player.page, player.shown_number()
    player.preview_placement()
    bar, place = player.element("bar"), player.element("place")
    page.context.set_offline(True)
    # Before the page knows that it is offline, a click would still send the move.
    expect(bar).to_contain_text("Offline")
    page.mouse.down()
    page.mouse.up()
    expect(bar).to_contain_text("Your tile stays")
    expect(place).to_have_attribute("aria-disabled", "true")
    place.click(force=True)
    expect(page.locator(".lifted")).to_have_count(1)
    page.context.set_offline(False)
    expect(bar).to_contain_text("Your turn")
    expect(place).to_have_attribute("aria-disabled", "false")
    assert player.view()["number"] == number
    place.click()
    player.wait_for_event(number + 1)


def test_a_double_click_decides_once(open_as_host: OpenAsHost) -> None:
    player, connection = intercepted(open_as_host, play_until("tiles", 1, immediately))
    number = player.shown_number()
    player.element("draw").dblclick()
    player.wait_for_event(number + 1)
    assert connection.decisions == 1


def test_a_held_key_decides_once(open_as_host: OpenAsHost) -> None:
    player, connection = intercepted(open_as_host, play_until("tiles", 1, immediately))
    number = player.shown_number()
    player.element("draw").focus()
    for _ in range(12):
        player.page.keyboard.down("Enter")
        player.page.wait_for_timeout(60)
    player.page.keyboard.up("Enter")
    player.wait_for_event(number + 1)
    assert connection.decisions == 1


def test_key_wheel_and_right_click_turn_a_tile_to_all_legal_directions(
    open_as_host: OpenAsHost,
) -> None:
    player, _ = previewed(open_as_host)
    page, board = player.page, player.element("board")
    q, r = map(int, (board.get_attribute("data-over") or "").split(","))
    x, y = player.space_center((q, r))

    def directions(
        turn: Callable[[], None], expected: set[str | None], max_turns: int = 30
    ) -> set[str | None]:
        """Turn until all expected directions were seen; return the directions, all legal."""
        seen: set[str | None] = set()
        for _ in range(max_turns):
            turn()
            page.wait_for_timeout(30)  # wheel events arrive later
            assert page.locator(".lifted .bad").count() == 0
            seen.add(board.get_attribute("data-turn"))
            if seen == expected:
                break
        return seen

    found = directions(lambda: page.keyboard.press("r"), set(), 6)
    assert directions(lambda: page.mouse.wheel(0, 120), found) == found
    assert directions(lambda: page.mouse.click(x, y, button="right"), found) == found


def test_of_two_equal_tiles_the_one_that_was_placed_is_removed(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 6, has_equal_tiles))
    view = player.view()
    player.wait(view["number"])
    before = dict(player.rack())
    first = min(index for index, tile in before.items() if [*before.values()].count(tile) > 1)
    _, spaces, direction = player.best_placement_of(view, first)
    player.place_tile(first, spaces[0], direction)
    player.wait_for_event(view["number"] + 1)
    after = dict(player.rack())
    assert {index: after[index] for index in before if index != first} == {
        index: tile for index, tile in before.items() if index != first
    }


def test_a_peg_on_18_earns_a_bonus_placement(open_as_host: OpenAsHost) -> None:
    events = play_until("classic", 0, can_call_ingenious)
    player = open_as_host(events)
    make_placement(player, placements(*state_of(events), CalledIngenious)[0])
    expect(player.element("bar")).to_contain_text("Ingenious!")
    view = player.view()
    assert view["turn"]["seat"] == 0
    player.decide()
    player.wait(view["number"] + 1)
    assert player.view()["shared"]["position"]["due"] == 1


def test_a_rack_without_the_lowest_colour_can_be_swapped(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 2, can_swap))
    before = player.view()
    player.press(player.element("swap"))
    player.wait(before["number"] + 1)
    assert player.view()["racks"][0] != before["racks"][0]
    # The list of moves has the swapped tiles, which all players saw.
    log = player.page.context.request.get(f"/api/tables/{player.table}").json()["record"]["log"]
    assert any("swap" in entry for entry in log)


def test_a_rack_can_be_kept(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 2, can_swap))
    before = player.view()
    player.press(player.element("keep"))
    player.wait(before["number"] + 1)
    kept = [tile for tile in before["racks"][0] if tile in player.view()["racks"][0]]
    assert kept == before["racks"][0]


@pytest.mark.parametrize("game", ["classic", "duel"])
def test_a_swap_is_drawn_before_the_server_answers(open_as_host: OpenAsHost, game: str) -> None:
    events = play_until(game, 2, can_swap, (greedy, at_random))
    player, connection = intercepted(open_as_host, events)
    page = player.page
    tiles = page.locator("[data-testid^=rack-][data-tile]")
    decisions = player.view()["choices"]["decisions"]
    [swap] = [decision["swap"] for decision in decisions if "swap" in decision]
    number, before = player.shown_number(), player.rack()
    connection.refusal = REFUSAL
    player.press(player.element("swap"))
    expect(player.element("refusal")).to_be_visible()
    expect(player.element("swap")).to_be_visible()
    assert player.rack() == before
    connection.refusal, connection.is_held = None, True
    player.press(player.element("swap"))
    # The tiles are removed at once; new ones are drawn when the server has answered.
    expect(tiles).to_have_count(len(before) - len(swap))
    expect(page.get_by_test_id("swap")).to_have_count(0)
    assert player.shown_number() == number
    connection.release()
    player.wait_for_event(number + 1)
    expect(tiles).to_have_count(player.view()["shared"]["rules"]["held"])


def test_keeping_the_rack_is_drawn_before_the_server_answers(open_as_host: OpenAsHost) -> None:
    player, connection = intercepted(open_as_host, play_until("classic", 2, can_swap))
    page = player.page
    number, before = player.shown_number(), player.rack()
    connection.is_held = True
    player.press(player.element("keep"))
    expect(page.get_by_test_id("keep")).to_have_count(0)
    expect(page.get_by_test_id("swap")).to_have_count(0)
    assert player.rack() == before
    assert player.shown_number() == number
    connection.release()
    player.wait_for_event(number + 1)


def test_a_rack_keeps_its_order_when_the_page_is_reloaded(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("classic", 6, has_equal_tiles))
    player.wait()
    for _ in range(2):
        player.decide()
        player.wait(player.view()["number"])
    player.wait()
    seen = player.rack()
    assert [tile for _, tile in seen] != player.view()["racks"][0]  # which has another order
    player.page.reload()
    player.wait()
    assert player.rack() == seen


@pytest.mark.parametrize("input_method", ["mouse", "keys"])
def test_the_player_chooses_the_order_of_the_halves_where_it_matters(
    open_as_host: OpenAsHost, input_method: InputMethod
) -> None:
    events = play_until("team", 1, can_choose_order, players=4)
    player = open_as_host(events, input_method, size="desktop")
    game, state = state_of(events)
    assert isinstance(game, BoardGame)

    make_placement(player, game.placements(state).turned[0])
    if input_method == "keys":
        expect(player.element("board")).to_be_focused()  # the button has disappeared
    log = player.page.context.request.get(f"/api/tables/{player.table}").json()["record"]["log"]
    assert any(entry.get("place") == game.placements(state).turned[0].tile for entry in log)


def test_a_token_is_taken_and_tiles_are_swapped_in_the_duel(open_as_host: OpenAsHost) -> None:
    events = play_until("duel", 0, can_take_token, (greedy, at_random))
    player = open_as_host(events)
    make_placement(player, placements(*state_of(events), TokenTaken)[0])
    expect(player.element("bar")).to_contain_text("Ingenious!")
    assert 0 in player.view()["shared"]["position"]["tokens"]

    player = open_as_host(play_until("duel", 0, can_swap, (greedy, at_random)))
    before = player.view()
    decisions = before["choices"]["decisions"]
    [swap] = [decision["swap"] for decision in decisions if "swap" in decision]
    player.press(player.element("swap"))
    player.wait(before["number"] + 1)
    log = player.page.context.request.get(f"/api/tables/{player.table}").json()["record"]["log"]
    assert any(sorted(entry.get("swap", [])) == sorted(swap) for entry in log)


def test_all_pegs_on_one_side_win_at_once(open_as_host: OpenAsHost) -> None:
    events = play_until("duel", 2, can_win, (greedy, at_random))
    player = open_as_host(events)
    make_placement(player, placements(*state_of(events), Ended)[0])
    expect(player.element("result")).to_have_attribute("data-look", "win")
    expect(player.element("result")).to_contain_text("All six pegs are on your side.")
    expect(player.element("rematch")).to_be_focused()
    record = player.page.context.request.get(f"/api/tables/{player.table}").json()["record"]
    assert record["result"]["reason"] == "instant-win"


def test_a_move_can_be_taken_back(open_as_host: OpenAsHost) -> None:
    player = open_as_host(
        play_until("classic", 3, lambda game, state: max(game.scores(state)[0]) >= 3)
    )
    before = player.view()
    number = player.decide()
    player.wait(number)
    player.page.keyboard.press("u")
    player.page.wait_for_function(
        "(tiles) => document.querySelectorAll('[data-testid=board] .piece').length === tiles",
        arg=sum(cell != "." for cell in before["shared"]["position"]["cells"]) // 2 - 3,
    )
    after = player.view()
    assert after["racks"] == before["racks"]
    assert after["shared"]["position"]["cells"] == before["shared"]["position"]["cells"]


def test_a_bust_is_shown_before_the_next_player_moves(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_until("tiles", 0, has_drawn_two, (at_random, greedy)))
    player.wait()
    player.press(player.element("draw"))
    expect(player.page.get_by_text("Bust!")).to_be_visible()
    expect(player.element("bar")).to_contain_text("You drew")
    expect(player.page.get_by_text("Bust!")).to_be_hidden()
