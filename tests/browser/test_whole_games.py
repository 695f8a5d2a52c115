"""Each of the seven games, up to its result, as people play.

`make test` begins shortly before the end; `make soak` plays whole games.
"""

import itertools

import pytest
from playwright.sync_api import expect

from ingenious.table.events import DecisionMade, Event
from testkit.browser.player import Way
from testkit.browser.prepared import moment, played
from testkit.cases import SOAK

from .conftest import Arrive, Visit
from .tables import opened


@pytest.mark.parametrize(
    ("game", "players", "way"),
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
    visit: Visit, arrive: Arrive, game: str, players: int, way: Way
) -> None:
    if SOAK:
        player = opened(visit, game, players, way)
    else:
        touch = way == "touch"
        events = shortly_before_the_end(game, players)
        player = arrive(events, way, touch=touch, size="phone" if touch else "laptop")
    assert player.play_on() >= 1
    assert player.view()["shared"]["phase"] == "over"
    expect(player.see("result")).to_be_visible()


def shortly_before_the_end(game: str, players: int, left: int = 3) -> list[Event]:
    """The events of a table up to the host's last few decisions, `left` of them."""
    whole = played(game, 1, players=players)
    decided = sum(isinstance(event, DecisionMade) and event.seat == 0 for event in whole)
    turns = itertools.count()
    return moment(game, 1, lambda *_: next(turns) >= decided - left, players=players)


def test_a_match_goes_from_challenge_to_challenge(arrive: Arrive) -> None:
    player = arrive(played("tiles+dice", 3))
    expect(player.see("result")).to_contain_text("challenge 1")
    expect(player.page.get_by_role("table")).to_contain_text("Tile Challenge")
    assert player.view()["shared"]["phase"] == "between"
    player.press(player.see("next-game"))
    player.page.wait_for_function(
        "() => document.querySelector('[data-testid=told]').dataset.state !== 'between'"
    )
    player.play_on()
    shared = player.view()["shared"]
    assert shared["phase"] == "over"
    assert len(shared["match"]["points"]) == 2
    expect(player.see("result")).to_contain_text(str(shared["match"]["totals"][0]))


def test_resigning_says_that_it_gives_up_the_match(visit: Visit) -> None:
    player = opened(visit, "dice+tiles+cards", 2, "mouse", start=0)
    player.see("menu").click()
    expect(player.see("resign")).to_contain_text("Resign the whole match")
    player.see("resign").click()
    expect(player.see("resign")).to_contain_text("You lose the whole match.")
    player.see("resign").click()
    result = player.see("result")
    expect(result).to_contain_text("You resigned the match.")
    expect(result).to_contain_text("Nora wins")
    shared = player.view()["shared"]
    assert (shared["phase"], shared["match"]["ranks"]) == ("over", [2, 1])
    player.see("replay").click()
    challenges = player.page.get_by_role("navigation").filter(has_text="Dice Challenge")
    expect(challenges.get_by_role("link")).to_have_count(1)
