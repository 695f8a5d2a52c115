"""The pages that explain the games: their examples are correct, and the same in all languages."""

import re
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import ingenious.rulebook
from ingenious.rulebook import LANGUAGES, PAGES, page_text
from ingenious.rulebook.examples import Example, InvalidExample, parse_example
from ingenious.rulebook.pages import RULES, Prose, TitledExample, read_page
from ingenious.rules import PLAYERS, Game, IllegalMove
from ingenious.rules.moves import Outcome, Place, Swap
from ingenious.server.http.rules_pages import PlayedMove, play_example

_FOLDER = Path(ingenious.rulebook.__file__).parent
_DOCS = Path(__file__).parents[2] / "docs"

_FENCED = re.compile(r"^```(?P<info>.*)\n(?P<text>(?:.*\n)*?)```$", re.MULTILINE)
_HEADING = re.compile(r"^(#+) ", re.MULTILINE)
_WIDTH = 72

every_page = pytest.mark.parametrize("page", PAGES)
every_language = pytest.mark.parametrize("language", LANGUAGES)
other_language = pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])


def _rules(letter: str, count: int) -> set[str]:
    return {f"{letter}{number}" for number in range(1, count + 1)}


IDS = {
    "classic": _rules("A", 5) | _rules("B", 17),
    "solo": _rules("C", 3) | {"D2", "D3"},
    "team": _rules("D", 6),
    "duel": _rules("E", 5),
    "cards": _rules("F", 4) | _rules("G", 8),
    "dice": _rules("F", 4) | _rules("H", 5),
    "tiles": _rules("I", 9),
    "match": {"J1", "J2"},
}
"""The rules that belong to each page."""


@dataclass(frozen=True)
class Found:
    place: str
    text: str


def _blocks(text: str) -> list[tuple[str, str]]:
    return [(found["info"].strip(), found["text"]) for found in _FENCED.finditer(text)]


def _examples(place: str, text: str) -> list[Found]:
    return [
        Found(f"{place}:{text.count(chr(10), 0, found.start()) + 1}", found["text"])
        for found in _FENCED.finditer(text)
        if found["info"].strip() == "example"
    ]


def _prose(page: str, language: str) -> str:
    """What stands outside of the examples: there, spaces look like rules."""
    return _FENCED.sub("", page_text(page, language))


def _named(page: str, language: str) -> list[str]:
    groups = RULES.findall(_prose(page, language))
    return [rule for group in groups for rule in re.split(r",\s+", group)]


EXAMPLES = [
    found
    for language in LANGUAGES
    for page in PAGES
    for found in _examples(f"{language}/{page}", page_text(page, language))
] + [
    found
    for path in sorted(_DOCS.glob("*.md"))
    for found in _examples(path.stem, path.read_text("utf-8"))
]


@pytest.mark.parametrize("found", EXAMPLES, ids=lambda found: found.place)
def test_an_example_plays_as_it_says(found: Found) -> None:
    play_example(parse_example(found.text))


def test_every_game_and_the_match_have_a_page() -> None:
    assert set(PAGES) == {*PLAYERS, "match"} == set(IDS)
    files = {path.relative_to(_FOLDER).as_posix() for path in _FOLDER.glob("*/*.md")}
    assert files == {f"{language}/{page}.md" for language in LANGUAGES for page in PAGES}


@pytest.mark.parametrize(
    ("page", "language"), [("chess", "en"), ("classic", "la"), ("../README", "en")]
)
def test_there_are_no_other_pages(page: str, language: str) -> None:
    with pytest.raises(LookupError, match="no page"):
        page_text(page, language)


@every_language
@every_page
def test_a_page_has_at_least_two_examples(page: str, language: str) -> None:
    assert len(_examples("", page_text(page, language))) >= 2


@every_language
@every_page
def test_a_page_names_its_rules(page: str, language: str) -> None:
    """In parentheses, as the errors do."""
    named = set(_named(page, language))
    assert IDS[page] - named == set()
    assert named <= set().union(*IDS.values()), "there are no such rules"


@every_language
@every_page
def test_drawings_fit_a_narrow_terminal(page: str, language: str) -> None:
    lines = [line for _, text in _blocks(page_text(page, language)) for line in text.splitlines()]
    assert [line for line in lines if len(line) > _WIDTH] == []


@pytest.mark.rules("G8")
@pytest.mark.parametrize("page", ["cards", "match"])
@pytest.mark.parametrize(
    ("language", "ends", "wins"),
    [
        ("en", "before anyone has all six pegs on 7", "the player ranked first has won"),
        ("de", "bevor jemand alle sechs Stifte auf 7 hat", "wer auf Rang eins steht, hat"),
        ("fr", "avant que quelqu’un ait ses six pions à 7", "le premier du classement"),
    ],
)
def test_a_standstill_has_a_winner(page: str, language: str, ends: str, wins: str) -> None:
    text = " ".join(_prose(page, language).split())
    assert ends in text
    assert wins in text
    assert not re.search("without a winner|ohne Sieger|sans gagnant", text)


# Translations


def _without_remarks(text: str) -> list[str]:
    """The lines of a block, with a mark where there is a remark of any length."""
    lines: list[str] = []
    for line in text.splitlines():
        said = "#" if line.startswith("#") else line
        if said != "#" or lines[-1:] != ["#"]:
            lines.append(said)
    return lines


@other_language
@every_page
def test_a_translation_has_the_same_headings(page: str, language: str) -> None:
    levels = _HEADING.findall(_prose(page, language))
    assert levels == _HEADING.findall(_prose(page, "en"))


@other_language
@every_page
def test_a_translation_has_the_same_examples_with_remarks_at_the_same_places(
    page: str, language: str
) -> None:
    translated, english = _blocks(page_text(page, language)), _blocks(page_text(page, "en"))
    for (info, text), (wanted, as_in) in zip(translated, english, strict=True):
        assert info == wanted
        assert _without_remarks(text) == _without_remarks(as_in)


@other_language
@every_page
def test_a_translation_names_the_same_rules_in_the_same_order(page: str, language: str) -> None:
    assert _named(page, language) == _named(page, "en")


@other_language
@every_page
def test_a_translation_has_tables_of_the_same_size(page: str, language: str) -> None:
    def sizes(language: str) -> list[int]:
        rows = _prose(page, language).splitlines()
        return [row.count("|") for row in rows if row.startswith("|")]

    assert sizes(language) == sizes("en")


@other_language
@every_page
def test_a_translation_leaves_no_remark_in_english(page: str, language: str) -> None:
    def remarks(language: str) -> set[str]:
        return {
            line.remark
            for info, text in _blocks(page_text(page, language))
            if info == "example"
            for line in parse_example(text).lines
            if line.remark
        }

    assert remarks(language) & remarks("en") == set()


@every_page
def test_numbers_survive_translation(page: str) -> None:
    """A slip of the pen in a number would be a wrong rule."""

    def numbers(language: str) -> list[list[str]]:
        paragraphs = _prose(page, language).split("\n\n")
        return [sorted(re.findall(r"\d+", text)) for text in paragraphs]

    for language in LANGUAGES:
        assert numbers(language) == numbers("en"), language


# What the browser is given


@every_language
@every_page
def test_every_rule_named_is_a_place_to_go_to(page: str, language: str) -> None:
    read = read_page(page, language)
    html = "".join(b.html for s in read.sections for b in s.blocks if isinstance(b, Prose))
    ids = re.findall(r'id="([^"]+)"', html)
    assert ids == list(dict.fromkeys(ids)), "no id twice"
    assert set(ids) == set(read.rules) >= IDS[page]
    assert not RULES.search(html), "no rule is left in parentheses"


@every_language
@every_page
def test_the_browser_is_spared_the_notation(page: str, language: str) -> None:
    read = read_page(page, language)
    html = "".join(b.html for s in read.sections for b in s.blocks if isinstance(b, Prose))
    assert "only in text" not in html
    assert "&lt;!--" not in html
    assert "`#`" in page_text(page, language)
    assert "<code>#</code>" not in html


@every_language
@every_page
def test_links_lead_to_pages(page: str, language: str) -> None:
    read = read_page(page, language)
    html = "".join(b.html for s in read.sections for b in s.blocks if isinstance(b, Prose))
    assert set(re.findall(r'href="([^"]*)"', html)) <= {f"/rules/{other}" for other in PAGES}


@every_page
def test_an_example_has_a_title_and_stands_in_a_section(page: str) -> None:
    read = read_page(page, "en")
    shown = [b for s in read.sections for b in s.blocks if isinstance(b, TitledExample)]
    assert len(shown) == len(_examples("", page_text(page, "en")))
    assert all(block.title.startswith("Example: ") for block in shown)
    assert [section.heading for section in read.sections].count("") == 1


# What the examples have to show


def _played(page: str, title: str) -> tuple[Game[Any], list[PlayedMove]]:
    blocks = [block for section in read_page(page, "en").sections for block in section.blocks]
    shown = {block.title: block.example for block in blocks if isinstance(block, TitledExample)}
    return play_example(shown[f"Example: {title}"])


@pytest.mark.rules("B11", "B13")
def test_a_swap_can_follow_a_bonus_placement() -> None:
    _, steps = _played("classic", "a swap after a bonus placement")
    moves = [move for step in steps if not step.refused for move in step.moves]
    assert [type(move) for move in moves] == [Place, Place, Swap, Outcome]
    assert {step.seat for step in steps[1:]} == {0}


@pytest.mark.parametrize(
    ("page", "title", "ranks"),
    [
        pytest.param("classic", "a shared rank", (1, 2, 2, 4), marks=pytest.mark.rules("A4")),
        pytest.param("duel", "a draw", (1, 1), marks=pytest.mark.rules("A4", "E4")),
        pytest.param(
            "team", "the end of a team game", (3, 1, 3, 1), marks=pytest.mark.rules("B15", "D6")
        ),
    ],
)
def test_a_full_board_ends_in_these_ranks(page: str, title: str, ranks: tuple[int, ...]) -> None:
    game, steps = _played(page, title)
    result = game.result(steps[-1].state)
    assert result is not None
    assert (result.reason, result.ranks) == ("board-full", ranks)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param("dice", marks=pytest.mark.rules("F3", "H5")),
        pytest.param("tiles", marks=pytest.mark.rules("I8")),
    ],
)
def test_two_bonus_turns_are_both_played(page: str) -> None:
    _, steps = _played(page, "two bonus turns")
    due = [step.state.due for step in steps if step.state.seat == 0]
    assert [number for number, _ in groupby(due)] == [1, 2, 1]
    assert (steps[-1].state.seat, steps[-1].state.due) == (1, 1)


@pytest.mark.rules("J1", "J2")
@pytest.mark.parametrize(
    ("title", "totals", "ranks"),
    [
        ("a match of three", "14 16", "2 1"),
        ("a tied match", "12 12", "1 1"),
        ("Ada leads and resigns", "7 6", "2 1"),
    ],
)
def test_a_match_ends_in_these_totals_and_ranks(title: str, totals: str, ranks: str) -> None:
    blocks = [block for section in read_page("match", "en").sections for block in section.blocks]
    # The last example under a heading is the last challenge of its match.
    last = {block.title: block.example for block in blocks if isinstance(block, TitledExample)}
    facts = [line.text for line in last[f"Example: {title}"].lines]
    assert facts[-2:] == [f"totals: {totals}", f"match ranks: {ranks}"]


# Examples that are wrong

POSITION = """
game: classic 2
phase: place
turns: 0
rack 0: RG OY
board:
     R . . . . G
    . . . . . . .
   . . . . . . . .
  . . . . . . . . .
 . . . . . . . . . .
P . . . . . . . . . B
 . . . . . . . . . .
  . . . . . . . . .
   . . . . . . . .
    . . . . . . .
     Y . . . . O
"""


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("= pegs 0: 9 9 9 9 9 9", InvalidExample),
        ("= pegs 0: 1 0 0 0 0", InvalidExample),
        ("= points: 1 0", InvalidExample),
        ("> RG H8-H9\n= due: 0", IllegalMove),
        ("! RG H8-H9 (B6)", InvalidExample),
        ("! RG D8-D9 (B6)", InvalidExample),
        ("! RG H8-H9", InvalidExample),
        ("> RG D8-D9", InvalidExample),  # nothing is shown
        ("= due: 1\n# so", InvalidExample),  # a remark on nothing
        ("= due: 1\nseat: 0", InvalidExample),
    ],
)
def test_a_wrong_example_is_noticed(line: str, problem: type[Exception]) -> None:
    with pytest.raises(problem):
        play_example(parse_example(POSITION + line))


CHALLENGE = """
game: dice 2
phase: roll
pegs 0: 9 7 8 7 7 6
pegs 1: 6 5 6 8 4 4
dice 0: OYPB
dice 1: RGBP
"""
TO_THE_END = "> [R P O Y]\n> use 0 1 2 3\n"


@pytest.mark.parametrize(
    ("earlier", "lines"),
    [
        ("", f"{TO_THE_END}= totals: 7 4"),  # not a match
        ("earlier: 5 7\n", "> [R P O Y]\n= totals: 11 11"),  # not over yet
        ("earlier: 5 7\n", f"{TO_THE_END}= totals: 12 12"),
        ("earlier: 5 7\n", f"{TO_THE_END}= match ranks: 1 1"),
        ("earlier: 5 7 7\n", f"{TO_THE_END}= points: 7 4"),  # three seats
    ],
)
def test_a_wrong_example_of_a_match_is_noticed(earlier: str, lines: str) -> None:
    play_example(parse_example(f"{CHALLENGE}earlier: 5 7\n{TO_THE_END}= totals: 12 11"))
    with pytest.raises(InvalidExample):
        play_example(parse_example(CHALLENGE + earlier + lines))


def test_remarks_belong_to_the_move_that_they_are_about() -> None:
    text = (
        "# before\n> RG D8-D9\n# of what came\n= pegs 0: 1 0 0 0 0 0\n# drawn\n> [BB BB BB BB BB]\n"
    )
    example: Example = parse_example(POSITION + text)
    _, (start, step) = play_example(example)
    assert start.remarks == []
    assert step.remarks == ["before", "of what came", "drawn"]
    assert [type(move).__name__ for move in step.moves] == ["Place", "Outcome"]
