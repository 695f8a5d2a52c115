"""A coached first game, played to its end with poor moves."""

from playwright.sync_api import expect

from testkit.browser.chromium import axe_violations
from testkit.browser.player import Player, Space, Values

from .conftest import Visit
from .tables import play_bots

MAX_ADVICE = 5
POOR_TURNS = 6
READY_MS = 60_000
SETTLED_MS = 900
"""Longer than a decision waits for the coach."""


def poor_placement(player: Player, view: Values) -> tuple[int, Space, int]:
    """A placement that scores as little as possible."""
    position = view["shared"]["position"]
    board = player.board_layout(position["radius"])
    open_, rays, spaces = int(position["spots"], 16), position["rays"], board["spaces"]
    tried = []
    for number in (n for n in range(len(board["edges"])) if open_ >> n & 1):
        for a, b in (board["edges"][number], board["edges"][number][::-1]):
            for index, tile in player.rack():
                tried.append((rays[a].count(tile[0]) + rays[b].count(tile[1]), index, a, b))
    _, index, a, b = min(tried)
    step = [spaces[b][k] - spaces[a][k] for k in (0, 1)]
    return index, tuple(spaces[a]), board["directions"].index(step)


def topic_of(player: Player) -> str | None:
    """What the coach talks about now."""
    card = player.page.get_by_test_id("coach")
    return card.get_attribute("data-topic") if card.count() else None


def wait_for_coach(player: Player) -> None:
    """Wait until the bot that the coach asks is loaded: it is the one that gives hints."""
    player.wait()
    player.press(player.element("hint"))
    player.element("hints").wait_for(timeout=READY_MS)
    player.press(player.element("hints-away"))


def test_a_coached_game_with_poor_moves(visit: Visit) -> None:
    player = play_bots(visit, "classic", 2, start=0, coached=True)
    page = player.page
    expect(page.get_by_role("heading", level=1)).to_contain_text("Your first game")
    wait_for_coach(player)
    topics = list[str]()
    taken_back = 0
    for turn in range(100):
        if player.wait(player.view()["number"]) != "acting":
            if player.view()["shared"]["phase"] == "over":
                break
            continue
        page.wait_for_timeout(SETTLED_MS)
        if (topic := topic_of(player)) is not None:
            topics.append(topic)
            assert axe_violations(page) == []
        view = player.view()
        if turn >= POOR_TURNS or view["turn"]["kind"] != "place":
            player.decide()
        else:
            player.place_tile(*poor_placement(player, view))
        page.wait_for_timeout(SETTLED_MS)
        if page.get_by_test_id("coach-back").count():
            topics.append(topic_of(player) or "")
            assert player.view()["number"] == view["number"], "the bot waits"
            if taken_back == 0:
                player.press(page.get_by_test_id("coach-back"))
                expect(page.get_by_test_id("coach-back")).to_have_count(0)
                assert player.view()["number"] == view["number"]
                taken_back = 1
            else:
                player.press(page.get_by_test_id("coach-on"))
        if turn == POOR_TURNS:
            player.open()
    assert player.view()["shared"]["phase"] == "over"
    assert taken_back == 1
    assert 2 <= len(topics) <= MAX_ADVICE
    assert len(set(topics)) == len(topics)


def test_the_coach_can_be_silenced(visit: Visit) -> None:
    player = play_bots(visit, "dice", 2, start=0, coached=True)
    page = player.page
    player.wait()
    expect(page.get_by_test_id("coach")).to_be_visible(timeout=READY_MS)
    page.reload()
    expect(page.get_by_test_id("coach")).to_be_visible()
    switch = player.element("coach-switch")
    expect(switch).to_have_attribute("aria-checked", "true")
    player.press(switch)
    expect(page.get_by_test_id("coach")).to_have_count(0)
    page.reload()
    expect(player.element("coach-switch")).to_have_attribute("aria-checked", "false")
    for _ in range(3):
        if player.wait() == "acting":
            player.decide()
            assert page.get_by_test_id("coach").count() == 0
