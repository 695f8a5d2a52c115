"""The rules pages of the site show every example and the boards that the rules describe."""

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ingenious.record.position import parse_position
from ingenious.rulebook import LANGUAGES, PAGES, page_text
from ingenious.rules import BoardState
from ingenious.rules.board import EMPTY, empty_board
from ingenious.rules.moves import Place, Space
from scripts.docs import STYLES, colours
from scripts.drawing import board, definitions, score_board
from scripts.rules_pictures import EXAMPLE, PICTURES, WORDS, with_pictures

SITE_STYLES = Path(__file__).parent.parent.parent / "docs" / "site.css"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_every_example_and_every_board_once(page: str, language: str) -> None:
    text = page_text(page, language)
    shown = with_pictures(text, language)
    rules = [rule for rule in PICTURES if WORDS[language][rule] in shown]
    assert rules == [rule for rule in PICTURES if WORDS["en"][rule] in english(page)]
    assert shown.count("<figure") == len(EXAMPLE.findall(text)) + len(rules)
    for figure in re.findall(r"<figure.*?</figure>|<svg width=\"0\".*?</svg>", shown):
        ElementTree.fromstring(figure)
    without = re.sub(r"<figure.*?</figure>\n\n|\n\n<figure.*?</figure>", "", shown)
    assert without == f"{text}\n{definitions()}\n"


@cache
def english(page: str) -> str:
    return with_pictures(page_text(page, "en"), "en")


def test_the_boards_of_the_variants_are_on_their_pages() -> None:
    for page, rule in (("team", "D2"), ("solo", "D2"), ("duel", "E1"), ("cards", "G2")):
        assert WORDS["en"][rule] in english(page)


def test_a_board_shows_every_space_and_every_symbol() -> None:
    drawing = ElementTree.fromstring(board(empty_board(7)))
    areas = {part.get("class"): str(part.get("d")).count("M") for part in drawing.iter("path")}
    assert (areas["rim"], areas["cell"], areas["ring3"], areas["ring4"]) == (169, 91, 36, 42)
    assert sum(1 for _ in drawing.iter("use")) == 6


def test_a_placement_shows_the_lines_that_it_scores() -> None:
    example = re.findall(EXAMPLE, page_text("team", "en"))[0].partition("#")[0]
    _, state = parse_position(example)
    assert isinstance(state, BoardState)
    place = Place("YG", (Space(0, 0), Space(1, 0)))  # H8-H9
    drawing = ElementTree.fromstring(board(state.board, place))
    counts = [text.text for text in drawing.iter("text")]
    assert sorted(map(int, filter(None, counts))) == [2, 2, 2]
    taken = sum(cell != EMPTY for cell in state.board.cells)
    assert sum(1 for _ in drawing.iter("use")) == taken + 2


def test_a_score_board_has_a_hole_for_every_column() -> None:
    drawing = score_board((0,) * 6, 36, "Ada")
    holes = "".join(re.findall(r'class="holes" d="(.*?)"', drawing)).count("M")
    assert holes + drawing.count('class="goal"') == 6 * 37


def test_drawings_use_only_colours_of_the_pages() -> None:
    named = set(re.findall(r"^  (--[\w-]+):", colours(), re.MULTILINE))
    assert {"--R", "--page", "--panel"} <= named
    assert STYLES.is_file()
    styles = SITE_STYLES.read_text("utf-8")
    used = set(re.findall(r"var\((--[\w-]+)\)", definitions() + styles + english("classic")))
    assert {name for name in used if not name.startswith("--md-")} <= named
