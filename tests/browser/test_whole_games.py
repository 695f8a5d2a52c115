"""Each of the seven games, played to its result.

`make test` starts shortly before the end; `make soak` plays whole games.
"""

import pytest
from playwright.sync_api import expect

from ingenious.table.events import DecisionMade, Event, GameStarted
from testkit.browser.player import InputMethod
from testkit.browser.prepared import play_game, play_until
from testkit.cases import SOAK

from .conditions import after_turns
from .conftest import OpenAsHost, Visit
from .tables import play_bots


@pytest.mark.parametrize(
    ("game", "players", "input_method"),
    [
        ("classic", 2, "mouse"),
        ("classic", 3, "touch"),
        ("solo", 1, "drag"),
        ("team", 4, "mouse"),
        ("duel", 2, "keys"),
        ("cards", 2, "keys"),
        ("dice", 3, "mouse"),
        ("tiles", 2, "touch"),
    ],
)
def test_a_game_is_played_to_its_end(
    visit: Visit, open_as_host: OpenAsHost, game: str, players: int, input_method: InputMethod
) -> None:
    if SOAK:
        player = play_bots(visit, game, players, input_method)
    else:
        touch = input_method == "touch"
        events = shortly_before_the_end(game, players)
        player = open_as_host(
            events, input_method, touch=touch, size="phone" if touch else "laptop"
        )
    assert player.play_to_end() >= 1
    assert player.view()["shared"]["phase"] == "over"
    expect(player.element("result")).to_be_visible()


def shortly_before_the_end(
    game: str, players: int, left: int = 3, challenge: int = 1
) -> list[Event]:
    """The events of a table at which the host has `left` decisions left."""
    whole = play_game(game, 1, players=players, challenge=challenge)
    begun = max(n for n, event in enumerate(whole) if isinstance(event, GameStarted))
    decisions = sum(isinstance(event, DecisionMade) and event.seat == 0 for event in whole[begun:])
    condition = after_turns(decisions - left)
    return play_until(game, 1, condition, players=players, challenge=challenge)


def test_a_match_goes_from_challenge_to_challenge(open_as_host: OpenAsHost) -> None:
    player = open_as_host(play_game("tiles+dice", 3))
    expect(player.element("result")).to_contain_text("challenge 1")
    expect(player.page.get_by_role("table")).to_contain_text("Tile Challenge")
    assert player.view()["shared"]["phase"] == "between"
    player.press(player.element("next-game"))
    player.page.wait_for_function(
        "() => document.querySelector('[data-testid=told]').dataset.state !== 'between'"
    )
    if not SOAK:
        player.wait(player.decide())
        player = open_as_host(shortly_before_the_end("tiles+dice", 2, challenge=2))
    player.play_to_end()
    shared = player.view()["shared"]
    assert shared["phase"] == "over"
    assert len(shared["match"]["points"]) == 2
    expect(player.element("result")).to_contain_text(str(shared["match"]["totals"][0]))


def test_the_resign_button_says_that_the_match_is_lost(visit: Visit) -> None:
    player = play_bots(visit, "dice+tiles+cards", 2, start=0)
    player.element("menu").click()
    expect(player.element("resign")).to_contain_text("Resign the whole match")
    player.element("resign").click()
    expect(player.element("resign")).to_contain_text("You lose the whole match.")
    player.element("resign").click()
    result = player.element("result")
    expect(result).to_contain_text("You resigned the match.")
    expect(result).to_contain_text("Nora wins")
    shared = player.view()["shared"]
    assert (shared["phase"], shared["match"]["ranks"]) == ("over", [2, 1])
    player.element("replay").click()
    challenges = player.page.get_by_role("navigation").filter(has_text="Dice Challenge")
    expect(challenges.get_by_role("link")).to_have_count(1)
