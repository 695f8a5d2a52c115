"""The pages that explain the games: their examples are played, and they name every rule.

An example is a fenced block `example`. It begins with a position; then each line says something:

- `> MOVE` is applied,
- `= name: value` is a line of the position then reached. Two more things can be asked: `ranks`,
  how the seats stand (A4), and `points`, the victory points that a match would give them (J1),
- `! MOVE (B7)` is refused by that rule,
- `# …` is a remark for the reader.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import ingenious.explained
from ingenious.record.notation import parse_move
from ingenious.record.position import parse_position, write_position
from ingenious.rules import PLAYERS, AnyState, Game, IllegalMove
from ingenious.rules.match import victory_points

_FOLDER = Path(ingenious.explained.__file__).parent
_DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(page for page in _FOLDER.glob("*.md") if page.stem != "README")
DOCS = sorted(_DOCS.glob("*.md"))

_FENCED = re.compile(r"^```(?P<info>.*)\n(?P<text>(?:.*\n)*?)```$", re.MULTILINE)
_REFUSED = re.compile(r"! (?P<move>.+) \((?P<rule>[A-J]\d+)\)")
_NAMED = re.compile(r"\(([A-J]\d+(?:,\s+[A-J]\d+)*)\)")
_WIDTH = 72


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
    "match": {"J1"},
}
"""The rules that belong to each page."""


@dataclass(frozen=True)
class Example:
    page: Path
    line: int
    text: str


def _find_examples(page: Path) -> list[Example]:
    text = page.read_text(encoding="utf-8")
    return [
        Example(page, text.count("\n", 0, found.start()) + 1, found["text"])
        for found in _FENCED.finditer(text)
        if found["info"].strip() == "example"
    ]


EXAMPLES = [example for page in PAGES + DOCS for example in _find_examples(page)]


def _facts(game: Game[Any], state: AnyState) -> list[str]:
    """What can be said of a position with `= …`."""
    ranks = " ".join(map(str, game.ranks(state)))
    points = " ".join(map(str, victory_points(game.scores(state))))
    return [*write_position(game, state).splitlines(), f"ranks: {ranks}", f"points: {points}"]


def _play(text: str) -> None:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    says = [line.startswith((">", "=", "!")) for line in lines]
    first = says.index(True)
    assert all(says[first:]), "after the position every line is a move, a fact or a refusal"
    assert {line[0] for line in lines[first:]} != {">"}, "the example shows nothing"
    game, state = parse_position("\n".join(lines[:first]))
    for line in lines[first:]:
        if line.startswith("> "):
            state = game.apply(state, parse_move(line[2:]))
        elif line.startswith("= "):
            assert line[2:] in _facts(game, state)
        else:
            refused = _REFUSED.fullmatch(line)
            assert refused, f"a refusal looks like '! RG H8-H9 (B7)', not {line!r}"
            with pytest.raises(IllegalMove) as error:
                game.apply(state, parse_move(refused["move"]))
            assert error.value.rule == refused["rule"], line


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=[f"{example.page.stem}:{example.line}" for example in EXAMPLES]
)
def test_an_example_plays_as_it_says(example: Example) -> None:
    _play(example.text)


def test_every_game_and_the_match_have_a_page() -> None:
    assert {page.stem for page in PAGES} == {*PLAYERS, "match"} == set(IDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_at_least_two_examples(page: Path) -> None:
    assert len(_find_examples(page)) >= 2


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_names_its_rules(page: Path) -> None:
    """In parentheses, as the errors do, and outside of the examples: spaces look like rules."""
    prose = _FENCED.sub("", page.read_text(encoding="utf-8"))
    named = {rule for group in _NAMED.findall(prose) for rule in re.split(r",\s+", group)}
    assert IDS[page.stem] - named == set()
    assert named <= set().union(*IDS.values()), "there are no such rules"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_drawings_fit_a_narrow_terminal(page: Path) -> None:
    blocks = [found["text"] for found in _FENCED.finditer(page.read_text(encoding="utf-8"))]
    lines = [line for block in blocks for line in block.splitlines()]
    assert [line for line in lines if len(line) > _WIDTH] == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("= pegs 0: 9 9 9 9 9 9", AssertionError),
        ("= pegs 0: 1 0 0 0 0", AssertionError),
        ("= points: 1 0", AssertionError),
        ("> RG H8-H9\n= due: 0", IllegalMove),
        ("! RG H8-H9 (B6)", AssertionError),
        ("! RG H8-H9", AssertionError),
        ("> RG D8-D9", AssertionError),  # nothing is shown
    ],
)
def test_a_wrong_example_is_noticed(line: str, problem: type[Exception]) -> None:
    position = """
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
    with pytest.raises((problem, pytest.fail.Exception)):
        _play(position + line)
