"""The chat between partners of a team, in three browsers."""

from playwright.sync_api import Page, expect

from testkit.browser.chromium import axe_violations
from testkit.browser.tables import BOT, open_table, resign

from .conftest import Visit

SECRET = "I hold the last two greens"


def _start_game(
    visit: Visit, talk: bool, sizes: tuple[str, str, str], watch: int = 3
) -> tuple[Page, Page, Page]:
    """Ada and Cid against Ben and a bot; Ada has the first turn.

    Only the first ones `watch` the table.
    """
    ada, ben, cid = (
        visit(name=name, size=size) for name, size in zip(("Ada", "Ben", "Cid"), sizes, strict=True)
    )
    table, invite = open_table(ada, "team", [{}, {}, {}, BOT], start=0, talk=talk)
    for seat, page in ((1, ben), (2, cid)):
        message = {"do": "sit", "seat": seat, "invite": invite}
        assert page.context.request.post(f"/api/tables/{table}", data=message).status == 200
    assert ada.context.request.post(f"/api/tables/{table}", data={"do": "start"}).status == 200
    for page in (ada, ben, cid)[:watch]:
        page.goto(f"/table/{table}")
        expect(page.get_by_test_id("board")).to_be_visible()
    return ada, ben, cid


def test_partners_chat_and_opponents_can_read_it_after_the_game(visit: Visit) -> None:
    ada, ben, cid = _start_game(visit, talk=True, sizes=("desktop", "desktop", "phone"))
    before = cid.get_by_test_id("board").bounding_box()

    # With the keyboard alone.
    ada.get_by_test_id("chat").focus()
    ada.keyboard.press("Enter")
    expect(ada.get_by_label("Write to your partner")).to_be_focused()
    ada.keyboard.type("look at www.example.org")
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("alert")).to_contain_text("looks like a link")
    ada.get_by_label("Write to your partner").fill(SECRET)
    ada.keyboard.press("Enter")
    expect(ada.get_by_test_id("message")).to_contain_text(SECRET)
    expect(ada.get_by_label("Write to your partner")).to_have_value("")
    ada.keyboard.press("Escape")
    expect(ada.get_by_test_id("chat")).to_be_focused()

    # The partner is notified, also by screen readers, and the layout does not change.
    expect(cid.get_by_test_id("unread")).to_have_text("1")
    expect(cid.get_by_role("button", name="Messages, 1 new")).to_be_visible()
    expect(cid.get_by_role("status").filter(has_text=f"Ada: {SECRET}")).to_have_count(1)
    assert cid.get_by_test_id("board").bounding_box() == before
    cid.get_by_test_id("chat").click()
    expect(cid.get_by_role("log")).to_contain_text(SECRET)
    expect(cid.get_by_test_id("unread")).to_have_count(0)
    assert axe_violations(cid) == []
    cid.get_by_test_id("write").fill("Then I block red")
    cid.get_by_test_id("send").click()
    expect(ada.get_by_test_id("unread")).to_have_text("1")
    cid.reload()
    cid.get_by_test_id("chat").click()
    expect(cid.get_by_test_id("message")).to_have_count(2)

    # The other team sees no message until the game is over.
    expect(ben.get_by_test_id("chat")).to_have_count(0)
    assert SECRET not in ben.content()
    resign(ben)
    expect(ben.get_by_test_id("result")).to_be_visible()
    ben.get_by_test_id("chat").click()
    expect(ben.get_by_role("log")).to_contain_text(SECRET)
    expect(ben.get_by_test_id("write")).to_have_count(0)


def test_partners_who_may_not_talk_have_no_reactions_during_the_game(visit: Visit) -> None:
    ada, ben, _ = _start_game(visit, talk=False, sizes=("phone", "desktop", "phone"), watch=2)
    expect(ada.get_by_test_id("chat")).to_have_count(0)
    ada.get_by_test_id("menu").click()
    expect(ada.get_by_test_id("silent")).to_contain_text("partners don’t talk")
    expect(ada.get_by_test_id("say-hello")).to_have_count(0)
    ada.keyboard.press("Escape")
    resign(ben)
    ada.get_by_test_id("menu").click()
    expect(ada.get_by_test_id("say-good-game")).to_be_visible()
