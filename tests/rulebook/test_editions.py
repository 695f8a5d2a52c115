"""Games with several editions compare them on their pages, and each can be read alone."""

import re
from pathlib import Path

import pytest

from ingenious.rulebook import LANGUAGES, PAGES, page_text
from ingenious.rulebook.editions import edition_text
from ingenious.rules import EDITIONS

ROOT = Path(__file__).parents[2]
_WORDING = re.compile(r"^  'edition\.(\w+)\.(\d+)':\s+'(.+)',$", re.MULTILINE)
SEVERAL = [name for name, editions in EDITIONS.items() if len(editions) > 1]

every_language = pytest.mark.parametrize("language", LANGUAGES)


def _comparison(page: str, language: str) -> list[list[str]]:
    """The rows of the table that compares editions, its head first."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page_text(page, language).splitlines()
        if line.startswith("|")
    ]
    begin = next(number for number, row in enumerate(rows) if "2004" in row)
    return [rows[begin], *rows[begin + 2 :]]


@pytest.mark.rules("B17")
@every_language
@pytest.mark.parametrize("page", SEVERAL)
def test_a_page_compares_the_editions_of_its_game(page: str, language: str) -> None:
    head, *notes = _comparison(page, language)
    assert set(head[1:]) == set(EDITIONS[page])
    assert len(notes) >= 3
    assert all(all(row) for row in notes)


@every_language
@pytest.mark.parametrize("page", SEVERAL)
def test_one_edition_has_all_of_its_notes_and_none_of_another(page: str, language: str) -> None:
    head, *rows = _comparison(page, language)
    for edition in EDITIONS[page]:
        alone = edition_text(page, language, edition)
        column = head.index(edition)
        notes = [line for line in alone.splitlines() if line.startswith("- **")][: len(rows)]
        for note, row in zip(notes, rows, strict=True):
            assert note.startswith(f"- **{row[0]}")
            assert note.endswith(f"** {row[column]}")
        assert "| 2004 |" not in alone


@every_language
def test_the_browser_explains_every_edition_that_can_be_chosen(language: str) -> None:
    words = (ROOT / "web" / "src" / "i18n" / language / "rules.ts").read_text("utf-8")
    found = {(game, edition): text for game, edition, text in _WORDING.findall(words)}
    assert set(found) == {(name, edition) for name in SEVERAL for edition in EDITIONS[name]}
    assert all(edition in text for (_, edition), text in found.items())


@every_language
@pytest.mark.parametrize("page", [page for page in PAGES if page not in SEVERAL])
def test_a_page_without_a_comparison_is_as_it_was(page: str, language: str) -> None:
    assert edition_text(page, language, "2023") == page_text(page, language)
