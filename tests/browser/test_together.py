"""Several people at a table: in two browsers, on a shared screen, and as spectators."""

from playwright.sync_api import expect

from testkit.browser.chromium import resize
from testkit.browser.player import Player
from testkit.browser.tables import BOT, open_table, resign
from testkit.cases import SOAK
from testkit.guests import Guest
from testkit.server_process import ServerProcess

from .conftest import Visit
from .page_layout import COUNT_REQUESTS, page_problems, some_screens


def test_two_browsers_play_through_a_reload_and_a_lost_connection(visit: Visit) -> None:
    ada = visit(name="Ada")
    table, invite = open_table(ada, "duel", [{}, {}], start=0)
    host = Player(ada, table).open()
    guest = Player(visit(name="Ben"), table, seed=2).open(f"?invite={invite}")
    guest.page.get_by_label("Your name").fill("Ben")
    guest.page.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start game").click()

    _play_both(host, guest, 2)
    guest.page.reload()
    _play_both(host, guest, 2)

    # What is decided while the guest is offline arrives when they are online again.
    while host.view()["turn"]["seat"] != 0:
        _play_both(host, guest, 1)
    expect(guest.page.get_by_test_id("told")).to_have_attribute(
        "data-number", str(guest.view()["number"])
    )
    context = guest.page.context
    context.set_offline(True)
    expect(guest.element("connection")).to_be_visible()
    # The host sees that the guest is away: at their name and, on their turn, in the bar.
    away, bar = ada.get_by_test_id("away-mark"), ada.get_by_test_id("bar")
    expect(away).to_have_text("away")
    expect(bar).not_to_contain_text("Ben is away")
    while host.view()["turn"]["seat"] == 0:
        _play_both(host, guest, 1)
    expect(bar).to_contain_text("Ben is away")
    expect(bar).to_contain_text("Wait, or come back later")
    expect(guest.page.get_by_test_id("away-mark")).to_have_count(0)
    before = guest.shown_number()
    context.set_offline(False)
    expect(away).to_have_count(0)
    expect(bar).to_contain_text("Ben’s turn")
    assert guest.wait(before + 1) == "acting"
    expect(guest.page.get_by_test_id("connection")).to_have_count(0)
    _play_both(host, guest, 200 if SOAK else 2)
    if host.view()["shared"]["phase"] == "playing":
        resign(host.page)

    expect(host.element("result")).to_be_visible()
    expect(guest.element("result")).to_be_visible()
    assert host.view()["shared"]["phase"] == guest.view()["shared"]["phase"] == "over"

    # A rematch: the player who asks for it sees the result until the other one has joined.
    host.element("rematch").click()
    expect(host.element("rematch")).to_have_text("Waiting for Ben…")
    expect(host.element("rematch")).to_be_focused()
    expect(guest.element("result")).to_contain_text("Ada is waiting at the new table")
    assert table in host.page.url
    guest.element("new-table").click()
    guest.page.wait_for_url(lambda url: table not in url)
    expect(guest.page.get_by_role("button", name="Start game")).to_be_visible()
    host.page.wait_for_url(lambda url: table not in url)
    assert host.page.url == guest.page.url


def test_the_player_who_asked_for_a_rematch_can_stop_waiting(
    visit: Visit, server: ServerProcess
) -> None:
    ada = visit(name="Ada")
    ada.add_init_script(COUNT_REQUESTS)
    table, invite = open_table(ada, "tiles", [{}, {}], start=0)
    Guest(server.url, "Ben").sit({"table": table, "invite": invite}, 1)
    assert ada.context.request.post(f"/api/tables/{table}", data={"do": "start"}).ok
    host = Player(ada, table).open()
    resign(ada)
    expect(host.element("rematch")).to_be_visible()
    number = host.shown_number()
    host.element("rematch").click()
    expect(host.element("rematch")).to_have_text("Waiting for Ben…")
    host.wait_for_event(number + 1)  # until then, the page does not know the new table
    assert page_problems(ada, screens=some_screens(3)) == []
    resize(ada, {"width": 1366, "height": 768})
    host.element("stop-waiting").click()
    expect(host.element("new-table")).to_be_focused()
    expect(host.element("replay")).to_be_visible()
    host.element("new-table").click()
    ada.wait_for_url(lambda url: table not in url)


def _play_both(host: Player, guest: Player, decisions: int) -> None:
    """Make this many decisions for both players, or fewer if the game ends."""
    players = {0: host, 1: guest}
    for _ in range(decisions):
        view = host.view()
        if view["shared"]["phase"] != "playing":
            break
        player = players[view["turn"]["seat"]]
        # Their own number, since only they count a secret decision. Until their page shows the
        # answer, the server may still say that it is their turn.
        player.wait_for_event(player.decide())


def test_racks_are_hidden_between_turns_on_a_shared_screen(visit: Visit) -> None:
    page = visit(name="Ada")
    table, _ = open_table(page, "classic", [{}, {}], [0, 1], names=["Ada", "Ben"], begin=True)
    player = Player(page, table).open()
    for _ in range(4 if SOAK else 3):
        assert player.wait(player.view()["number"]) == "look"
        # No tile is on the page until the next player confirms that they are looking.
        assert page.locator("[data-tile]").count() == 0
        player.press(player.element("look"))
        page.locator("[data-tile]").first.wait_for()
        player.decide()


def test_a_spectator_sees_the_board_and_no_rack(visit: Visit) -> None:
    page = visit(name="Ada")
    table, _ = open_table(page, "classic", [{}, BOT], begin=True, start=0)
    player = Player(page, table).open()
    spectator = visit(f"/table/{table}")
    expect(spectator.get_by_test_id("board")).to_be_visible()
    assert spectator.locator("[data-tile]").count() == 0
    player.decide()
    expect(spectator.locator("[data-testid=board] .piece").first).to_be_visible()
    assert spectator.locator("[data-tile]").count() == 0


def test_a_bot_decides_when_the_clock_has_expired(visit: Visit) -> None:
    page = visit(name="Ada")
    clock = {"kind": "move", "seconds": 2}
    table, _ = open_table(page, "classic", [{}, BOT], begin=True, start=0, clock=clock)
    player = Player(page, table).open()
    expect(page.get_by_role("timer").first).to_be_visible()
    # The page says so, also to screen readers, and marks it in the list of moves.
    notice = "Time is up: a bot has placed a tile for you"
    expect(player.element("stood-in")).to_have_text(notice)
    expect(page.get_by_role("status").filter(has_text=notice)).to_have_count(1)
    assert player.view()["shared"]["phase"] == "playing"
    player.element("moves").click()
    expect(player.element("by-bot")).to_be_visible()
    page.keyboard.press("Escape")

    # The result says so too.
    resign(page)
    expect(player.element("result")).to_contain_text("A bot played all moves for you.")

    # A rematch against a bot starts at once.
    player.element("rematch").click()
    page.wait_for_url(lambda url: table not in url)
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_role("button", name="Start game")).to_have_count(0)
