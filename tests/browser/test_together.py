"""People at one table: two browsers, one screen, somebody who only watches."""

from typing import Any

from playwright.sync_api import Page, expect

from testkit.browser.player import Player
from testkit.cases import SOAK
from testkit.guests import Guest
from testkit.server_process import ServerProcess

from .conftest import Visit
from .walk import WATCH, faults


def test_two_browsers_play_each_other_through_a_reload_and_a_cut(visit: Visit) -> None:
    ada = visit(name="Ada")
    table, invite = _open(ada, {"games": ["duel"], "seats": [{}, {}], "start": 0}, [0])
    host = Player(ada, table).go()
    guest = Player(visit(name="Ben"), table, seed=2).go(f"?invite={invite}")
    guest.page.get_by_label("Your name").fill("Ben")
    guest.page.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start game").click()

    _both(host, guest, 4)
    guest.page.reload()
    _both(host, guest, 4)

    # Cut off in the middle: what is decided meanwhile arrives when the connection is back.
    while host.view()["turn"]["seat"] != 0:
        _both(host, guest, 1)
    expect(guest.page.get_by_test_id("told")).to_have_attribute(
        "data-number", str(guest.view()["number"])
    )
    context = guest.page.context
    context.set_offline(True)
    expect(guest.see("connection")).to_be_visible()
    # The other sees it, at the name of who is cut off and, on their turn, where to look next.
    away, bar = ada.get_by_test_id("away-mark"), ada.get_by_test_id("bar")
    expect(away).to_have_text("away")
    expect(bar).not_to_contain_text("Ben is away")
    while host.view()["turn"]["seat"] == 0:
        _both(host, guest, 1)
    expect(bar).to_contain_text("Ben is away")
    expect(bar).to_contain_text("Wait, or come back later")
    expect(guest.page.get_by_test_id("away-mark")).to_have_count(0)
    before = guest.shown()
    context.set_offline(False)
    expect(away).to_have_count(0)
    expect(bar).to_contain_text("Ben’s turn")
    assert guest.wait(before + 1) == "acting"
    expect(guest.page.get_by_test_id("connection")).to_have_count(0)
    _both(host, guest, 200 if SOAK else 2)
    if host.view()["shared"]["phase"] == "playing":
        host.see("menu").click()
        for _ in range(2):
            host.see("resign").click()

    expect(host.see("result")).to_be_visible()
    expect(guest.see("result")).to_be_visible()
    assert host.view()["shared"]["phase"] == guest.view()["shared"]["phase"] == "over"

    # Once more: the player who asks stays on the result until the other one has come.
    host.see("rematch").click()
    expect(host.see("rematch")).to_have_text("Waiting for Ben…")
    expect(host.see("rematch")).to_be_focused()
    expect(guest.see("result")).to_contain_text("Ada is waiting at the new table")
    assert table in host.page.url
    guest.see("new-table").click()
    guest.page.wait_for_url(lambda url: table not in url)
    expect(guest.page.get_by_role("button", name="Start game")).to_be_visible()
    host.page.wait_for_url(lambda url: table not in url)
    assert host.page.url == guest.page.url


def test_whoever_asked_for_a_rematch_need_not_wait(visit: Visit, server: ServerProcess) -> None:
    ada = visit(name="Ada")
    ada.add_init_script(WATCH)
    table, invite = _open(ada, {"games": ["tiles"], "seats": [{}, {}], "start": 0}, [0])
    Guest(server.url, "Ben").sit({"table": table, "invite": invite}, 1)
    assert ada.context.request.post(f"/api/tables/{table}", data={"do": "start"}).ok
    host = Player(ada, table).go()
    host.see("menu").click()
    for _ in range(2):
        host.see("resign").click()
    host.see("rematch").click()
    expect(host.see("rematch")).to_have_text("Waiting for Ben…")
    assert faults(ada) == []
    ada.set_viewport_size({"width": 1366, "height": 768})
    host.see("stop-waiting").click()
    expect(host.see("new-table")).to_be_focused()
    expect(host.see("replay")).to_be_visible()
    host.see("new-table").click()
    ada.wait_for_url(lambda url: table not in url)


def _both(host: Player, guest: Player, decisions: int) -> None:
    """Let both decide in turn, so often or until the game is over."""
    players = {0: host, 1: guest}
    for _ in range(decisions):
        view = host.view()
        if view["shared"]["phase"] != "playing":
            break
        player = players[view["turn"]["seat"]]
        # Their own number, since only they count a secret decision. Until their page has heard
        # the answer, the server may still say that it is their turn.
        player.hear(player.decide())


def _open(page: Page, settings: dict[str, Any], sit: list[int], **more: Any) -> tuple[str, str]:
    wanted = {"settings": settings, "sit": sit, **more}
    answer = page.context.request.post("/api/tables", data=wanted)
    assert answer.status == 201, answer.text()
    opened = answer.json()
    return opened["table"], opened["invite"]


def test_two_people_share_a_screen_and_hide_their_racks(visit: Visit) -> None:
    page = visit(name="Ada")
    settings = {"games": ["classic"], "seats": [{}, {}]}
    table, _ = _open(page, settings, [0, 1], names=["Ada", "Ben"], begin=True)
    player = Player(page, table).go()
    for _ in range(4):
        assert player.wait(player.view()["number"]) == "look"
        # Until somebody says who looks, no tile is on the page.
        assert page.locator("[data-tile]").count() == 0
        player.press(player.see("look"))
        page.locator("[data-tile]").first.wait_for()
        player.decide()


def test_a_spectator_sees_the_board_and_no_rack(visit: Visit) -> None:
    page = visit(name="Ada")
    bot = {"kind": "bot", "level": 1}
    table, _ = _open(page, {"games": ["classic"], "seats": [{}, bot], "start": 0}, [0], begin=True)
    player = Player(page, table).go()
    watcher = visit(f"/table/{table}")
    expect(watcher.get_by_test_id("board")).to_be_visible()
    assert watcher.locator("[data-tile]").count() == 0
    player.decide()
    expect(watcher.locator("[data-testid=board] .piece").first).to_be_visible()
    assert watcher.locator("[data-tile]").count() == 0


def test_a_clock_runs_and_a_bot_decides_when_it_is_out(visit: Visit) -> None:
    page = visit(name="Ada")
    bot = {"kind": "bot", "level": 1}
    clock = {"kind": "move", "seconds": 2}
    settings = {"games": ["classic"], "seats": [{}, bot], "start": 0, "clock": clock}
    table, _ = _open(page, settings, [0], begin=True)
    player = Player(page, table).go()
    expect(page.get_by_role("timer").first).to_be_visible()
    # It is said, also to a screen reader, and stays marked in the list of moves.
    told = "Time is up: a bot has placed a tile for you"
    expect(player.see("stood-in")).to_have_text(told)
    expect(page.get_by_role("status").filter(has_text=told)).to_have_count(1)
    assert player.view()["shared"]["phase"] == "playing"
    player.see("moves").click()
    expect(player.see("by-bot")).to_be_visible()
    page.keyboard.press("Escape")

    # And the result does not hide it.
    player.see("menu").click()
    for _ in range(2):
        player.see("resign").click()
    expect(player.see("result")).to_contain_text("A bot played all moves for you.")

    # Nobody else has to come, so one plays again at once.
    player.see("rematch").click()
    page.wait_for_url(lambda url: table not in url)
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_role("button", name="Start game")).to_have_count(0)
