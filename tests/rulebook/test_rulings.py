"""Each of our rulings is marked on the pages, with its reason, in all languages."""

import re
from collections.abc import Sequence

import pytest

from ingenious.rulebook import LANGUAGES, PAGES, page_text
from ingenious.rulebook.pages import RULING_MARK, Prose, read_page
from tests.rulebook.rulings import WORDS, InvalidRuling, parse_ruling, read_rulings

MARKED: dict[str, Sequence[str]] = {
    "classic": (
        "B1, B2, B3",  # the spaces of the board, its corners, the tiles: not in the rulebooks
        "A2",  # the start is drawn unless a seat is named
        "A4",  # equal players share a rank
        "A3",  # scored to the end; a win cancels bonus placements
        "A5",  # resigning
        "B12",  # a bonus placement that cannot be made lapses
        "B17",  # bonus placements are owed in the 2004 edition too
    ),
    "solo": (
        "D3",  # the second half of a double goes on from 18
        "C3",  # the win at 36
        "A3",
    ),
    "team": ("D1", "D3", "D6", "B12, B13", "A5"),
    "duel": (
        "E2",  # a bonus placement is a duty
        "E3",  # the exchange replaces the ordinary one
        "E3",  # all colours at 9 or none
        "A4",
        "A3",
    ),
    "cards": (
        "G1",  # which cards there are
        "G2",  # which of two cards lies nearer the centre
        "A2",
        "F2",  # a peg's own steps open an area within one scoring
        "F4, A4",  # the ranking of those who did not win
        "A3",
        "G6",  # an empty hand
        "G8",  # a standstill ends the game
        "A5",
    ),
    "dice": (
        "A2",
        "H4",  # every die is used, in any split
        "F4, A4",
        "A3",
        "F2",
        "A5",
    ),
    "tiles": (
        "I1",  # how many of each symbol
        "A2",
        "I6",  # tiles beyond the target: the English rulebook, not the French translation
        "I8, A4",
        "A3",
        "I5",  # bonus turns are lost when a player is out
        "I6",  # tiles beyond the target in a free score
        "I9",  # an empty pool
        "A5",
    ),
    "match": (
        "J1",  # how many challenges
        "J1",  # the same seats throughout
        "J1",  # the start moves on
        "J1",  # equal sums share the win
        "J2",  # resigning gives up the match
        "G8",
    ),
}
"""The rules of each ruling, in the order in which a page shows them."""

every_page = pytest.mark.parametrize("page", PAGES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
@every_page
def test_every_ruling_is_marked(page: str, language: str) -> None:
    found = [", ".join(ruling.rules) for ruling in read_rulings(page, language)]
    assert found == list(MARKED[page])


@every_language
@every_page
def test_a_ruling_has_a_reason_of_one_to_three_short_sentences(page: str, language: str) -> None:
    for ruling in read_rulings(page, language):
        sentences = re.split(r"(?<=[.!?]) ", ruling.reason)
        assert 1 <= len(sentences) <= 3, ruling
        assert 40 <= len(ruling.reason) <= 260, ruling


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
@every_page
def test_a_reason_is_translated(page: str, language: str) -> None:
    reasons = {ruling.reason for ruling in read_rulings(page, language)}
    assert reasons.isdisjoint(ruling.reason for ruling in read_rulings(page, "en"))


@every_language
@every_page
def test_no_ruling_names_a_file_of_ours(page: str, language: str) -> None:
    for ruling in read_rulings(page, language):
        assert not re.search(r"\b00\d\b|RULES", ruling.reason)


@every_language
def test_the_order_of_drawing_in_a_swap_is_no_ruling(language: str) -> None:
    """Both rulebooks draw first and return the old tiles then (B13)."""
    for page in ("classic", "duel"):
        assert "B13" not in {rule for one in read_rulings(page, language) for rule in one.rules}


@pytest.mark.parametrize(
    "text",
    [
        "§ **Our ruling** (A4).",
        "§ **Our ruling** (A4). ",
        "§ **Our ruling** (A4). .",
        "§ **Our ruling**. Equal players share a rank.",
        "§ **Our ruling** (K1). Equal players share a rank.",
        "**Our ruling** (A4). Equal players share a rank.",
        "§ **Ruling** (A4). Equal players share a rank.",
        "§ **Unsere Auslegung** (A4). Equal players share a rank.",
        "Equal players share a rank.",
    ],
)
def test_a_mark_without_word_rule_or_reason_is_noticed(text: str) -> None:
    with pytest.raises(InvalidRuling, match="a block quote is a ruling"):
        parse_ruling(text, "en")


@every_language
@every_page
def test_the_browser_shows_each_ruling_as_a_note(page: str, language: str) -> None:
    read = read_page(page, language)
    html = "".join(b.html for s in read.sections for b in s.blocks if isinstance(b, Prose))
    notes = re.findall(r'<div class="ruling" role="note">\s*<p.*?>(.*?)</p>\s*</div>', html)
    assert len(notes) == len(MARKED[page])
    assert "blockquote" not in html
    begin = (
        f'<span class="mark" aria-hidden="true">{RULING_MARK}</span>'
        f'<strong>{WORDS[language]}</strong>\u00a0<small class="rule">'
    )
    assert [note for note in notes if not note.startswith(begin)] == []


@every_language
@every_page
def test_a_rule_is_found_where_it_is_explained_not_at_the_ruling(page: str, language: str) -> None:
    read = read_page(page, language)
    html = "".join(b.html for s in read.sections for b in s.blocks if isinstance(b, Prose))
    notes = re.findall(r'<div class="ruling".*?</div>', html, re.DOTALL)
    assert len(notes) == len(MARKED[page])
    assert [note for note in notes if "id=" in note] == []


@every_language
@every_page
def test_the_mark_is_used_for_rulings_only(page: str, language: str) -> None:
    """It is explained once, on every page that does not build on the classic one."""
    explained = page not in ("duel", "solo", "team")
    assert page_text(page, language).count(RULING_MARK) == len(MARKED[page]) + explained
