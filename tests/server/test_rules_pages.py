"""The pages of the rules as the browser gets them."""

import httpx
import pytest

from ingenious.rulebook import LANGUAGES, PAGES
from ingenious.rules.moves import Place, Resign, Space
from ingenious.server.http.rules_pages import ExampleBlock, ExampleStep, drawn_page
from ingenious.table.view.decision import to_doc
from testkit.server_process import ServerProcess
from testkit.wire_types import check_wire_type


def examples(page: str, language: str = "en") -> list[ExampleBlock]:
    sections = drawn_page(page, language).sections
    return [b for s in sections for b in s.blocks if isinstance(b, ExampleBlock)]


def steps(page: str, title: str) -> list[ExampleStep]:
    return next(block.steps for block in examples(page) if block.title == title)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_served_in_every_language(
    page: str, language: str, server: ServerProcess
) -> None:
    found = httpx.get(f"{server.url}/api/rules/{page}", params={"language": language})
    assert found.status_code == 200
    values = found.json()
    check_wire_type("RulesPage", values)
    assert (values["page"], values["language"]) == (page, language)
    assert values["sections"][0] == {**values["sections"][0], "id": "start", "heading": ""}


def test_without_a_language_it_is_english(server: ServerProcess) -> None:
    assert httpx.get(f"{server.url}/api/rules/duel").json()["title"] == "Ingenious duel"


@pytest.mark.parametrize(
    ("address", "error"),
    [
        (
            "chess",
            "there is no such page; the pages are "
            "classic, solo, team, duel, cards, dice, tiles, match",
        ),
        ("duel?language=la", "this language is not available; the languages are en, de, fr"),
    ],
)
def test_other_pages_are_not_found(address: str, error: str, server: ServerProcess) -> None:
    found = httpx.get(f"{server.url}/api/rules/{address}")
    assert (found.status_code, found.json()) == (
        404,
        {"code": "missing", "error": error, "rule": None},
    )


def test_a_browser_that_has_the_page_is_not_sent_it_again(server: ServerProcess) -> None:
    url = f"{server.url}/api/rules/classic"
    tag = httpx.get(url).headers["etag"]
    assert httpx.get(url, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("page", PAGES)
def test_addresses_within_a_page_are_the_same_in_all_languages(page: str) -> None:
    def ids(language: str) -> list[str]:
        sections = drawn_page(page, language).sections
        inner = [b.id for s in sections for b in s.blocks if isinstance(b, ExampleBlock)]
        return [section.id for section in sections] + inner

    assert len(set(ids("en"))) == len(ids("en"))
    assert ids("de") == ids("fr") == ids("en")


@pytest.mark.parametrize("page", ["classic", "solo", "team"])
def test_the_browser_finds_where_editions_are_compared(page: str) -> None:
    """The page for new tables leads there by this address."""
    ids = [section.id for section in drawn_page(page, "fr").sections]
    assert "the-editions-of-2004-and-2023" in ids


def test_a_decision_and_its_outcome_are_one_step() -> None:
    first = steps("classic", "Example: the first turns")[1]
    assert first.note == "Ada puts red next to the printed red star: one point."
    assert first.decision == to_doc(Place("RG", (Space(0, -4), Space(1, -4))), 0)
    assert first.drawn == ("BB",)
    assert [name for name, _ in first.story] == [
        *("Placed", "Counted", "PegMoved", "Counted", "Drew", "TurnBegan")
    ]
    assert first.position.pegs[0] == (1, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("page", ["dice", "tiles"])
def test_a_roll_or_refill_after_scoring_is_a_step_of_its_own(page: str) -> None:
    """Otherwise the dice or the centre would be drawn as the next turn finds them."""
    shown = [step for block in examples(page) for step in block.steps]
    scored = [
        step
        for step in shown
        if (made := step.decision) and (made.resolve or made.score or made.free)
    ]
    assert [step for step in scored if step.drawn] == []
    fresh = [step for step in steps(page, "Example: two bonus turns") if step.decision is None]
    assert {step.seat for step in fresh[1:]} == {0}
    assert len(fresh[1:]) == {"dice": 3, "tiles": 2}[page]


def test_a_step_that_is_refused_changes_nothing_and_names_the_rule() -> None:
    before, refused = steps("classic", "Example: the first turns")[1:3]
    assert refused.refused is not None
    assert refused.refused.rule == "B7"
    assert (refused.seat, refused.story, refused.position) == (1, (), before.position)


def test_the_first_step_is_the_position() -> None:
    for page in PAGES:
        for block in examples(page):
            first, *others = block.steps
            assert (first.decision, first.drawn, first.seat, first.note) == (None, (), None, "")
            assert others
            assert all(step.decision or step.drawn for step in others)


def test_a_seat_may_resign_out_of_turn() -> None:
    gone = steps("team", "Example: resigning")[1]
    assert (gone.seat, gone.decision) == (3, to_doc(Resign(3), 3))
