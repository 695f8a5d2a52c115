"""What happens rarely in a game, done by a person in the browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ingenious.rules import BoardGame
from ingenious.rules.events import CalledIngenious, Ended, TokenTaken
from testkit.browser.player import Player, Way
from testkit.browser.prepared import at_random, greedy, moment

from .conftest import Arrive
from .line import Line
from .wanted import (
    early,
    has_drawn,
    is_bonus,
    is_order,
    is_swap,
    is_token,
    is_win,
    lay,
    placements,
    state_of,
    two_equal,
)

WATCH = """() => {
    window.seen = []
    const look = () => {
        const pieces = document.querySelectorAll('[data-testid=board] .piece').length
        const pegs = [...document.querySelectorAll('section[aria-label=You] .value')]
        const now = [pieces, ...pegs.map((peg) => peg.textContent)].join(' ')
        if (seen.at(-1) !== now) seen.push(now)
        requestAnimationFrame(look)
    }
    look()
}"""
"""The numbers of tiles on the board and one's own pegs, whenever they change."""


def considered(arrive: Arrive) -> tuple[Player, Line]:
    """Somebody who holds a tile over its place and sees what it would do, on a line of ours."""
    player = arrive(moment("classic", 3, early))
    line = Line(player.page)
    player.page.reload()
    player.wait()
    player.consider()
    expect(player.see("bar")).to_contain_text("Your turn")
    expect(player.page.locator("section[aria-label=You] .gain").first).to_be_visible()
    return player, line


def test_a_tile_lies_there_before_the_server_says_so(arrive: Arrive) -> None:
    player, line = considered(arrive)
    page, number = player.page, player.shown()
    pieces = page.locator("[data-testid=board] .piece")
    before, tiles = pieces.count(), len(player.rack())
    line.held = True
    page.mouse.down()
    page.mouse.up()
    expect(pieces).to_have_count(before + 1)
    expect(page.locator(".lifted")).to_have_count(0)
    expect(page.locator("[data-testid^=rack-][data-tile]")).to_have_count(tiles - 1)
    page.evaluate(WATCH)
    # Nothing else can be decided meanwhile, nor anything be taken for it.
    for key in "123456":
        page.keyboard.press(key)
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    page.mouse.dblclick(*player.spot((0, 0)))
    assert player.shown() == number
    line.release()
    player.hear(number + 1)
    assert line.decisions == 1
    # What was drawn stays as it was drawn: the answer changes nothing until the next one moves.
    seen = page.evaluate("() => seen")
    assert all(now.split()[1:] == seen[0].split()[1:] for now in seen)
    assert int(seen[0].split()[0]) == before + 1
    assert all(int(now.split()[0]) > before for now in seen)


def test_a_tile_that_is_refused_comes_back(arrive: Arrive) -> None:
    player, line = considered(arrive)
    page = player.page
    pieces = page.locator("[data-testid=board] .piece")
    before, tiles = pieces.count(), player.rack()
    line.refusal = {"code": "rule", "error": "not now", "rule": "B6"}
    page.mouse.down()
    page.mouse.up()
    expect(player.see("refusal")).to_be_visible()
    expect(pieces).to_have_count(before)
    assert player.rack() == tiles
    line.refusal = None
    player.decide()
    player.hear(player.view()["number"])


def test_a_tile_waits_where_it_was_put_while_the_line_is_lost(arrive: Arrive) -> None:
    player = arrive(moment("classic", 3, early))
    player.wait()
    page, number = player.page, player.shown()
    player.consider()
    bar, place = player.see("bar"), player.see("place")
    page.context.set_offline(True)
    # A click before the page knows would still send the move.
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
    player.hear(number + 1)


def test_a_double_click_decides_once(arrive: Arrive) -> None:
    player = arrive(moment("tiles", 1, lambda game, state: True))
    line = Line(player.page)
    player.page.reload()
    player.wait()
    number = player.shown()
    player.see("draw").dblclick()
    player.hear(number + 1)
    assert line.decisions == 1


def test_a_key_that_is_held_decides_once(arrive: Arrive) -> None:
    player = arrive(moment("tiles", 1, lambda game, state: True))
    line = Line(player.page)
    player.page.reload()
    player.wait()
    number = player.shown()
    player.see("draw").focus()
    for _ in range(12):
        player.page.keyboard.down("Enter")
        player.page.wait_for_timeout(60)
    player.page.keyboard.up("Enter")
    player.hear(number + 1)
    assert line.decisions == 1


def test_a_tile_turns_through_the_ways_in_which_it_may_lie(arrive: Arrive) -> None:
    player, _ = considered(arrive)
    page, board = player.page, player.see("board")
    q, r = map(int, (board.get_attribute("data-over") or "").split(","))
    x, y = player.spot((q, r))

    def ways(turn: Callable[[], None], wanted: set[str | None], most: int = 30) -> set[str | None]:
        """The ways to which it turns, all of them allowed; as soon as those that are wanted."""
        seen: set[str | None] = set()
        for _ in range(most):
            turn()
            page.wait_for_timeout(30)  # a wheel is heard of a little later
            assert page.locator(".lifted .bad").count() == 0
            seen.add(board.get_attribute("data-turn"))
            if seen == wanted:
                break
        return seen

    found = ways(lambda: page.keyboard.press("r"), set(), 6)
    assert ways(lambda: page.mouse.wheel(0, 120), found) == found
    assert ways(lambda: page.mouse.click(x, y, button="right"), found) == found


def test_of_two_equal_tiles_the_one_that_was_used_is_gone(arrive: Arrive) -> None:
    player = arrive(moment("classic", 6, two_equal))
    view = player.view()
    player.wait(view["number"])
    before = dict(player.rack())
    first = min(place for place, tile in before.items() if [*before.values()].count(tile) > 1)
    _, spaces, direction = player.choice_for(view, first)
    player.lay(first, spaces[0], direction)
    player.hear(view["number"] + 1)
    after = dict(player.rack())
    assert {place: after[place] for place in before if place != first} == {
        place: tile for place, tile in before.items() if place != first
    }


def test_a_peg_on_18_brings_one_more_tile(arrive: Arrive) -> None:
    events = moment("classic", 0, is_bonus)
    player = arrive(events)
    lay(player, placements(*state_of(events), CalledIngenious)[0])
    expect(player.see("bar")).to_contain_text("Ingenious!")
    view = player.view()
    assert view["turn"]["seat"] == 0
    player.decide()
    player.wait(view["number"] + 1)
    assert player.view()["shared"]["position"]["due"] == 1


def test_a_rack_without_the_lowest_colours_is_swapped(arrive: Arrive) -> None:
    player = arrive(moment("classic", 2, is_swap))
    before = player.view()
    player.press(player.see("swap"))
    player.wait(before["number"] + 1)
    assert player.view()["racks"][0] != before["racks"][0]
    # What was shown to everybody stands in the list of moves.
    entry = player.page.context.request.get(f"/api/tables/{player.table}").json()["record"]["log"]
    assert any("swap" in one for one in entry)


def test_a_rack_may_be_kept(arrive: Arrive) -> None:
    player = arrive(moment("classic", 2, is_swap))
    before = player.view()
    player.press(player.see("keep"))
    player.wait(before["number"] + 1)
    kept = [tile for tile in before["racks"][0] if tile in player.view()["racks"][0]]
    assert kept == before["racks"][0]


@pytest.mark.parametrize("game", ["classic", "duel"])
def test_a_swap_is_drawn_before_the_server_says_so(arrive: Arrive, game: str) -> None:
    player = arrive(moment(game, 2, is_swap, (greedy, at_random)))
    page, line = player.page, Line(player.page)
    page.reload()
    player.wait()
    tiles = page.locator("[data-testid^=rack-][data-tile]")
    decisions = player.view()["choices"]["decisions"]
    [swap] = [decision["swap"] for decision in decisions if "swap" in decision]
    number, before = player.shown(), player.rack()
    line.refusal = {"code": "rule", "error": "not now", "rule": "B6"}
    player.press(player.see("swap"))
    expect(player.see("refusal")).to_be_visible()
    expect(player.see("swap")).to_be_visible()
    assert player.rack() == before
    line.refusal, line.held = None, True
    player.press(player.see("swap"))
    # They are gone at once, and nothing is drawn in their place before it is known.
    expect(tiles).to_have_count(len(before) - len(swap))
    expect(page.get_by_test_id("swap")).to_have_count(0)
    assert player.shown() == number
    line.release()
    player.hear(number + 1)
    expect(tiles).to_have_count(player.view()["shared"]["rules"]["held"])


def test_keeping_is_drawn_before_the_server_says_so(arrive: Arrive) -> None:
    player = arrive(moment("classic", 2, is_swap))
    page, line = player.page, Line(player.page)
    page.reload()
    player.wait()
    number, before = player.shown(), player.rack()
    line.held = True
    player.press(player.see("keep"))
    expect(page.get_by_test_id("keep")).to_have_count(0)
    expect(page.get_by_test_id("swap")).to_have_count(0)
    assert player.rack() == before
    assert player.shown() == number
    line.release()
    player.hear(number + 1)


def test_a_rack_lies_the_same_when_the_page_is_loaded_anew(arrive: Arrive) -> None:
    player = arrive(moment("classic", 6, two_equal))
    player.wait()
    for _ in range(2):
        player.decide()
        player.wait(player.view()["number"])
    player.wait()
    seen = player.rack()
    assert [tile for _, tile in seen] != player.view()["racks"][0]  # which is in another order
    player.page.reload()
    player.wait()
    assert player.rack() == seen


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_the_order_of_halves_is_asked_where_it_matters(arrive: Arrive, way: Way) -> None:
    events = moment("team", 1, is_order, players=4)
    player = arrive(events, way, size="desktop")
    game, state = state_of(events)
    assert isinstance(game, BoardGame)
    # Laying it presses the better of the two, which `lay` finds by the other one's being there.
    lay(player, game.placements(state).turned[0])
    if way == "keys":
        expect(player.see("board")).to_be_focused()  # the button is gone
    log = player.page.context.request.get(f"/api/tables/{player.table}").json()["record"]["log"]
    assert any(entry.get("place") == game.placements(state).turned[0].tile for entry in log)


def test_a_token_is_taken_and_tiles_are_exchanged_in_the_duel(arrive: Arrive) -> None:
    events = moment("duel", 0, is_token, (greedy, at_random))
    player = arrive(events)
    lay(player, placements(*state_of(events), TokenTaken)[0])
    expect(player.see("bar")).to_contain_text("Ingenious!")
    assert 0 in player.view()["shared"]["position"]["tokens"]

    player = arrive(moment("duel", 0, is_swap, (greedy, at_random)))
    before = player.view()
    decisions = before["choices"]["decisions"]
    [swap] = [decision["swap"] for decision in decisions if "swap" in decision]
    player.press(player.see("swap"))
    player.wait(before["number"] + 1)
    log = player.page.context.request.get(f"/api/tables/{player.table}").json()["record"]["log"]
    assert any(sorted(entry.get("swap", [])) == sorted(swap) for entry in log)


def test_all_pegs_on_one_side_win_at_once(arrive: Arrive) -> None:
    events = moment("duel", 2, is_win, (greedy, at_random))
    player = arrive(events)
    lay(player, placements(*state_of(events), Ended)[0])
    expect(player.see("result")).to_have_attribute("data-look", "win")
    expect(player.see("result")).to_contain_text("All six pegs are on your side.")
    expect(player.see("rematch")).to_be_focused()
    record = player.page.context.request.get(f"/api/tables/{player.table}").json()["record"]
    assert record["result"]["reason"] == "instant-win"


def test_a_move_is_taken_back(arrive: Arrive) -> None:
    player = arrive(moment("classic", 3, lambda game, state: max(game.scores(state)[0]) >= 3))
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


def test_whoever_goes_out_sees_it_before_the_others_go_on(arrive: Arrive) -> None:
    player = arrive(moment("tiles", 0, has_drawn, (at_random, greedy)))
    player.wait()
    player.press(player.see("draw"))
    expect(player.page.get_by_text("Bust!")).to_be_visible()
    expect(player.see("bar")).to_contain_text("You drew")
    expect(player.page.get_by_text("Bust!")).to_be_hidden()
