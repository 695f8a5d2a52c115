"""`ingenious rules`: every game has its page."""

import pytest

from ingenious.explained import LANGUAGES
from ingenious.rules import PLAYERS
from tests.cli.conftest import Command


@pytest.mark.parametrize("name", [*PLAYERS, "match"])
@pytest.mark.parametrize("width", ["50", "200"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_explained(
    name: str, width: str, language: str, ingenious: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    page = ingenious("rules", name, "--language", language)
    assert (page.status, page.err) == (0, "")
    lines = page.out.splitlines()
    assert len(lines) > 20
    assert len(page.out.split()) > 100
    assert max(map(len, lines)) <= min(int(width), 88)


def test_the_pages_differ(ingenious: Command) -> None:
    assert len({ingenious("rules", name).out for name in [*PLAYERS, "match"]}) == len(PLAYERS) + 1


def test_a_page_is_english_unless_another_language_is_wanted(ingenious: Command) -> None:
    english = ingenious("rules", "duel").out
    assert english == ingenious("rules", "duel", "--language", "en").out
    assert "A tug of war" in english
    assert "Ein Tauziehen" in ingenious("rules", "duel", "--language", "de").out
    assert "Un tir à la corde" in ingenious("rules", "duel", "--language", "fr").out


def test_another_language_has_no_page(ingenious: Command) -> None:
    page = ingenious("rules", "duel", "--language", "la")
    assert (page.status, page.out) == (2, "")
    assert "invalid choice: 'la'" in page.err


def test_no_mark_of_ours_is_printed(ingenious: Command) -> None:
    page = ingenious("rules", "classic").out
    assert "Reading the examples" in page
    assert "<!--" not in page


def test_another_game_has_no_page(ingenious: Command) -> None:
    page = ingenious("rules", "chess")
    assert (page.status, page.out) == (2, "")
    assert "invalid choice: 'chess' (choose from" in page.err
    assert all(name in page.err for name in PLAYERS)
