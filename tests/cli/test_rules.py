"""`ingenious rules`: prints the rules of a game."""

import re

import pytest

from ingenious.rulebook import LANGUAGES
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


def test_a_page_is_in_english_unless_another_language_is_chosen(ingenious: Command) -> None:
    english = ingenious("rules", "duel").out
    assert english == ingenious("rules", "duel", "--language", "en").out
    assert "A tug of war" in english
    assert "Ein Tauziehen" in ingenious("rules", "duel", "--language", "de").out
    assert "Un tir à la corde" in ingenious("rules", "duel", "--language", "fr").out


def test_an_unknown_language_is_refused(ingenious: Command) -> None:
    page = ingenious("rules", "duel", "--language", "la")
    assert (page.status, page.out) == (2, "")
    assert "invalid choice: 'la'" in page.err


def test_markup_is_not_printed(ingenious: Command) -> None:
    page = ingenious("rules", "classic").out
    assert "Reading the examples" in page
    assert "<!--" not in page


def test_an_unknown_game_is_refused(ingenious: Command) -> None:
    page = ingenious("rules", "chess")
    assert (page.status, page.out) == (2, "")
    assert "invalid choice: 'chess' (choose from" in page.err
    assert all(name in page.err for name in PLAYERS)


# Editions


@pytest.mark.rules("B17")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", ["2004", "2023"])
@pytest.mark.parametrize("name", ["classic", "solo", "team"])
def test_the_notes_of_an_edition_come_first(
    name: str, edition: str, language: str, ingenious: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "88")
    page = ingenious("rules", name, "--language", language, "--edition", edition)
    assert (page.status, page.err) == (0, "")
    heading = {
        "en": f"The {edition} edition",
        "de": f"Die Ausgabe von {edition}",
        "fr": f"L’édition de {edition}",
    }[language]
    lines = [line.strip() for line in page.out.splitlines()]
    assert lines.index(heading) < 25
    headings = {"en": "What you need", "de": "Was (du|ihr) brauch(s)?t", "fr": "Le matériel"}
    needed = next(n for n, line in enumerate(lines) if re.fullmatch(headings[language], line))
    assert lines.index(heading) < needed
    assert "<!--" not in page.out


def test_each_edition_has_its_own_words(ingenious: Command) -> None:
    old = ingenious("rules", "classic", "--edition", "2004").out
    new = ingenious("rules", "classic", "--edition", "2023").out
    assert "counters; bonus plays" in old
    assert "counters; bonus plays" not in new
    assert "score pegs; bonus placements" in new
    assert "score pegs; bonus placements" not in old


@pytest.mark.parametrize(
    ("name", "edition"), [("duel", "2023"), ("cards", "2010"), ("tiles", "2010"), ("match", "2010")]
)
def test_the_only_edition_of_a_game_changes_nothing(
    name: str, edition: str, ingenious: Command
) -> None:
    assert ingenious("rules", name, "--edition", edition) == ingenious("rules", name)


@pytest.mark.parametrize(
    ("name", "edition", "known"),
    [
        ("classic", "1999", "2004 and 2023"),
        ("team", "2010", "2004 and 2023"),
        ("duel", "2004", "2023"),
        ("dice", "2023", "2010"),
        ("match", "2004", "2010"),
    ],
)
def test_an_edition_that_does_not_exist_is_refused(
    name: str, edition: str, known: str, ingenious: Command
) -> None:
    page = ingenious("rules", name, "--edition", edition)
    assert (page.status, page.out) == (2, "")
    assert page.err == f"ingenious rules: {name} has no edition {edition!r}; available: {known}\n"
