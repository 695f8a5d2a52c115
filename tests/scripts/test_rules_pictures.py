"""The rules pages of the site show every example and the boards that the rules describe."""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ingenious.picture import Marks, Words, draw_parts
from ingenious.picture.canvas import Canvas
from ingenious.picture.scores import ScoreBoard, Track
from ingenious.record.position import parse_position
from ingenious.rulebook import LANGUAGES, PAGES, page_text
from ingenious.rules import BoardState
from ingenious.rules.board import EMPTY
from ingenious.rules.moves import Place, Space
from scripts.docs import STYLES, colours
from scripts.rules_pictures import EXAMPLE, PICTURES, WORDS, with_pictures

SVG = "{http://www.w3.org/2000/svg}"
SITE_STYLES = Path(__file__).parent.parent.parent / "docs" / "site.css"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_every_example_and_every_board_once(page: str, language: str) -> None:
    text = page_text(page, language)
    shown = pictured(page, language)
    rules = [rule for rule in PICTURES if WORDS[language][rule] in shown]
    assert rules == [rule for rule in PICTURES if WORDS["en"][rule] in pictured(page, "en")]
    assert shown.count("<figure") == len(EXAMPLE.findall(text)) + len(rules)
    for figure in re.findall(r"<figure.*?</figure>", shown):
        ElementTree.fromstring(figure)
    without = re.sub(r"<figure.*?</figure>\n\n|\n\n<figure.*?</figure>", "", shown)
    assert without == text


@cache
def pictured(page: str, language: str) -> str:
    return with_pictures(page_text(page, language), language)


def test_the_boards_of_the_variants_are_on_their_pages() -> None:
    for page, rule in (("team", "D2"), ("solo", "D2"), ("duel", "E1"), ("cards", "G2")):
        assert WORDS["en"][rule] in pictured(page, "en")


def symbols(drawing: ElementTree.Element) -> int:
    """How many symbols a picture shows: only they are scaled."""
    return sum("scale(" in part.get("transform", "") for part in drawing.iter())


def test_a_board_shows_every_space_and_every_symbol() -> None:
    drawing = ElementTree.fromstring(PICTURES["B2"](WORDS["en"]))
    paths = Counter[str]()
    for path in drawing.iter(f"{SVG}path"):
        paths[str(path.get("fill"))] += str(path.get("d")).count("M")
    assert paths["var(--edge)"] == 169
    assert [paths[f"url(#{kind}-page)"] for kind in ("cell", "ring3", "ring4")] == [91, 36, 42]
    assert symbols(drawing) == 6


def test_a_placement_shows_the_lines_that_it_scores() -> None:
    example = re.findall(EXAMPLE, page_text("team", "en"))[0].partition("#")[0]
    rules, state = parse_position(example)
    assert isinstance(state, BoardState)
    marks = Marks(gains=Place("YG", (Space(0, 0), Space(1, 0))))  # H8-H9
    table, _ = draw_parts(
        rules, state, theme="page", names=list("ABCD"), marks=marks, words=Words(), scales=(1, 1)
    )
    drawing = ElementTree.fromstring(table)
    counts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert sorted(map(int, filter(None, counts))) == [2, 2, 2]
    taken = sum(cell != EMPTY for cell in state.board.cells)
    assert symbols(drawing) == taken + 2


def test_a_score_board_has_a_hole_for_every_column() -> None:
    canvas, empty = Canvas("page"), (0,) * 6
    ScoreBoard("Ada", empty, Track(36)).draw(canvas, 0, 0, 700)
    drawing = ElementTree.fromstring(canvas.svg(700, 300))
    pegs = 2 * 6  # each has two circles
    assert sum(1 for _ in drawing.iter(f"{SVG}circle")) - pegs == 6 * 37


def test_drawings_use_only_colours_of_the_pages() -> None:
    named = set(re.findall(r"^  (--[\w-]+):", colours(), re.MULTILINE))
    assert {"--R", "--page", "--panel"} <= named
    assert STYLES.is_file()
    styles = SITE_STYLES.read_text("utf-8")
    used = set(re.findall(r"var\((--[\w-]+)\)", styles + pictured("classic", "en")))
    assert {name for name in used if not name.startswith("--md-")} <= named
