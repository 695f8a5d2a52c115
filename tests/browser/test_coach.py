"""A coached first game, played with poor moves; `make soak` plays it to its end."""

from msgspec.structs import replace
from playwright.sync_api import expect

from ingenious.bots.coach import MAX_ADVICE, advise
from ingenious.rules.moves import Place
from ingenious.table import Event, Table
from ingenious.table.events import TableOpened
from testkit.browser.chromium import axe_violations
from testkit.browser.player import Player, Space, Values
from testkit.browser.prepared import play_until
from testkit.cases import SOAK

from .conditions import after_turns, place_by_hand
from .conftest import OpenAsHost, Visit
from .tables import play_bots

POOR_TURNS = 6
MAX_TURNS = 100 if SOAK else 2
RELOADED_AFTER = POOR_TURNS if SOAK else 0
"""The turn after which the page is opened again."""

READY_MS = 60_000
SETTLED_MS = 900


def prepared_game() -> tuple[list[Event], Place]:
    """A coached game, and a poor placement in it. The coach speaks before it and about it."""
    for seed in range(20):
        events = play_until("classic", seed, after_turns(POOR_TURNS))
        record = Table.fold(events).records[-1]
        ahead = advise(record, 0)
        game = Table.fold(events).game
        if ahead is None or ahead.better is None or game is None:
            continue
        for decision in game.rules.legal(game.state):
            if isinstance(decision, Place) and advise(record, 0, decision, [ahead.about]):
                return [coached(events[0]), *events[1:]], decision
    raise LookupError("no seed leads to a position with a poor placement")


def coached(opened: Event) -> Event:
    """The event that opens a table, for a table with a coach."""
    assert isinstance(opened, TableOpened)
    return replace(opened, settings=replace(opened.settings, coached=True))


def worst_placement(player: Player, view: Values) -> tuple[int, Space, int]:
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


def test_a_coached_game_with_poor_moves(open_as_host: OpenAsHost) -> None:
    events, poor = prepared_game()
    player = open_as_host(events)
    page = player.page
    expect(page.get_by_role("heading", level=1)).to_contain_text("Your first game")
    card = page.get_by_test_id("coach")
    expect(card).to_have_attribute("data-state", "ahead", timeout=READY_MS)
    topics = [topic_of(player)]
    assert axe_violations(page) == []
    before = card.locator("p").inner_text()
    player.press(page.get_by_test_id("coach-show"))
    # The coach says why, not the header.
    expect(page.get_by_test_id("coach-show")).to_have_count(0)
    expect(card.locator("p")).not_to_have_text(before)
    expect(page.get_by_test_id("hints")).to_have_count(0)
    player.press(page.get_by_test_id("coach-later"))
    expect(card).to_have_count(0)
    page.keyboard.press("Escape")  # the tile that was shown goes back
    number = player.view()["number"]
    place_by_hand(player, poor)
    expect(card).to_have_attribute("data-state", "after")
    topics.append(topic_of(player))
    assert axe_violations(page) == []
    assert player.view()["number"] == number, "the bot waits"
    player.press(page.get_by_test_id("coach-back"))
    expect(page.get_by_test_id("coach-back")).to_have_count(0)
    assert player.view()["number"] == number
    for turn in range(MAX_TURNS):
        if player.wait(player.view()["number"]) != "acting":
            if player.view()["shared"]["phase"] == "over":
                break
            continue
        page.wait_for_timeout(SETTLED_MS)
        if (topic := topic_of(player)) is not None:
            topics.append(topic)
        view = player.view()
        if turn >= POOR_TURNS or view["turn"]["kind"] != "place":
            player.decide()
        else:
            player.place_tile(*worst_placement(player, view))
        page.wait_for_timeout(SETTLED_MS)
        if page.get_by_test_id("coach-on").count():
            topics.append(topic_of(player))
            assert player.view()["number"] == view["number"], "the bot waits"
            player.press(page.get_by_test_id("coach-on"))
        if turn == RELOADED_AFTER:
            player.open()
    if SOAK:
        assert player.view()["shared"]["phase"] == "over"
    assert 2 <= len(topics) <= MAX_ADVICE
    once = [topic for topic in topics if topic not in ("lowest", "high")]  # of other colours
    assert len(set(once)) == len(once)


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
