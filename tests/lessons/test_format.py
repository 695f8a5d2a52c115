"""What a file may contain, and what does not compile."""

import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from ingenious.lessons import LessonError, compile_lesson, parse_lesson
from ingenious.lessons.explaining import explain
from ingenious.lessons.goals import Answer, GoalError, parse_goal, quantity
from ingenious.position import Position
from ingenious.rules.moves import Place

FILE = "03-lines-and-gaps.toml"
TEXT = (files("ingenious.lessons") / "data" / "classic" / FILE).read_text("utf-8")


def compile_text(text: str, name: str = FILE) -> None:
    compile_lesson(parse_lesson(text, "classic", name))


def replaced(old: str, new: str, count: int = 1) -> str:
    assert old in TEXT, old
    return TEXT.replace(old, new, count)


def without(key: str, language: str) -> str:
    """The file without one of its texts."""
    return re.sub(rf"^{key}\.{language} = .*\n", "", TEXT, count=1, flags=re.MULTILINE)


@pytest.mark.parametrize("key", ["title", "name", "tell", "ask", "hint", "done"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_half_translated_lesson_does_not_compile(key: str, language: str) -> None:
    with pytest.raises(LessonError, match=rf"'{key}' has no text in {language}"):
        compile_text(without(key, language))


BROKEN: list[tuple[str, Callable[[], str], str]] = [
    ("no TOML", lambda: TEXT + "\n= 3", "Invalid|Expected"),
    ("an unknown key", lambda: TEXT.replace("minutes = 2", "minute = 2"), "'minute' is not known"),
    ("a bad position", lambda: replaced("rack 0: OP", "rack 0: XX"), "step 1: the position"),
    ("a bad rule", lambda: replaced('rules = ["B8"]', 'rules = ["Z8"]'), "a rule is named like B8"),
    ("a bad kind", lambda: replaced('kind = "number"', 'kind = "riddle"'), "'kind' must be one of"),
    ("a bad goal", lambda: replaced("points.green >= 4", "points.green => 4"), "a condition must"),
    ("no such quantity", lambda: replaced("points.green >= 4", "luck >= 4"), "no quantity 'luck'"),
    ("no such colour", lambda: replaced("points.green", "points.pink"), "'pink' in 'points.pink'"),
    ("a goal out of reach", lambda: replaced(">= 4", ">= 40"), "step 2: no answer meets the goal"),
    ("a wrong example", lambda: replaced("GB F10-G10", "GB C9-C10"), "'show' does not meet"),
    ("an illegal example", lambda: replaced("GB F10-G10", "GB F9-F10"), "not a legal decision"),
    ("a tile elsewhere", lambda: replaced("GG D12-E11", "GG D12-E12"), "does not lie at D12"),
    ("a number out of reach", lambda: replaced("range = [0, 7]", "range = [0, 2]"), "number is 4"),
    ("how far a peg goes", lambda: replaced("points.orange", "moved.orange"), "not be 'moved'"),
    ("no such space", lambda: replaced("GB F10-G10", "GB A1-A2"), "step 2: A1 is outside"),
    ("a bad range", lambda: replaced("range = [0, 7]", "range = [7, 0]"), "'range' must be"),
]


@pytest.mark.parametrize(
    ("broken", "message"),
    [(broken, message) for _, broken, message in BROKEN],
    ids=[name for name, _, _ in BROKEN],
)
def test_a_broken_lesson_does_not_compile(broken: Callable[[], str], message: str) -> None:
    with pytest.raises(LessonError, match=message) as error:
        compile_text(broken())
    assert "classic/03-lines-and-gaps" in str(error.value)


def test_texts_are_short() -> None:
    tell = re.search(r'^tell\.en = "(.*)"$', TEXT, re.MULTILINE)
    assert tell
    with pytest.raises(LessonError, match="more than two sentences"):
        compile_text(TEXT.replace(tell[1], "One. Two. Three.", 1))
    with pytest.raises(LessonError, match="more than 150"):
        compile_text(TEXT.replace(tell[1], "word " * 40, 1))


def test_a_lesson_has_three_to_five_steps() -> None:
    head, *steps = TEXT.split("[[steps]]")
    with pytest.raises(LessonError, match="3 to 5 steps, not 2"):
        compile_text("[[steps]]".join([head, *steps[:2]]))


def test_a_file_has_its_number_in_its_name() -> None:
    with pytest.raises(LessonError, match="named like"):
        compile_text(TEXT, "lines.toml")


def test_an_option_says_why_it_is_wrong_and_only_then() -> None:
    text = (files("ingenious.lessons") / "data" / "classic" / "06-swap-and-end.toml").read_text()
    with pytest.raises(LessonError, match="'Yes' is wrong, so it must have 'say'"):
        compile_text(text.replace('when = "swappable"', 'when = "not swappable"', 1))
    with pytest.raises(LessonError, match="no words for Keep"):
        compile_text(re.sub(r"\[\[steps.wrong\]\](?:\n.+)+", "", text, count=1))


START = """
game: classic 2
phase: place
pegs 0: 5 2 9 15 7 2
pegs 1: 3 4 5 6 7 8
rack 0: GB RR OP
board:
     R . . . . G
    . . . . . . .
   . . . . . . . .
  . . . . . . . . .
 . . . . G G . . . .
P . . . . . . . . . B
 . . . . . . . . . .
  . . . . . . . . .
   . . . . . . . .
    . . . . . . .
     Y . . . . O
"""


def answer(move: str) -> Answer:
    position = Position.parse(START)
    decision = position.read(move)
    assert isinstance(decision, Place)
    return Answer(position, 0, decision, position.events(move), position.play(move))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("points", 2), ("points.green", 2), ("points.red.blue", 0), ("lines", 1), ("scored", 1),
        ("lost", 0), ("calls", 0), ("place", 1), ("swap", 0), ("lowest", 2), ("lowest.1", 3),
        ("pegs.green", 17), ("before.pegs.green", 15), ("highest", 17), ("rank", 2), ("rank.1", 1),
        ("before.open.green", 2), ("open.green", 3), ("before.swappable", 0), ("ends", 0),
    ],
)  # fmt: skip
def test_quantities(name: str, value: int) -> None:
    assert quantity(name, answer("GB G10-G11")) == value


def test_goals_join_conditions_and_compare_with_the_best_answer() -> None:
    best, other = answer("GB G10-G11"), answer("GB J8-J9")
    among = [best, other]
    assert parse_goal("points == best and place").is_met(best, among)
    assert not parse_goal("points == best").is_met(other, among)
    assert parse_goal("points == least and not calls").is_met(other, among)
    assert parse_goal("lowest > before.lowest").missed(best)
    with pytest.raises(GoalError, match="no seat 5"):
        quantity("lowest.5", best)


def test_a_lesson_may_leave_out_what_is_not_taught_yet() -> None:
    folder = files("ingenious.lessons") / "data" / "tiles"
    name = "01-draw-and-match.toml"
    lesson = parse_lesson((folder / name).read_text("utf-8"), "tiles", name)
    assert not lesson.lowest
    assert not any(step.risk for step in lesson.steps)
    later = parse_lesson((folder / "03-the-target-column.toml").read_text(), "tiles", "03-t.toml")
    assert later.lowest
    assert later.steps[0].risk


def test_a_rack_is_shown_after_each_decision_with_what_was_drawn() -> None:
    name = "06-swap-and-end.toml"
    text = (files("ingenious.lessons") / "data" / "classic" / name).read_text("utf-8")
    compiled: Any = compile_lesson(parse_lesson(text, "classic", name))
    racks = compiled["steps"][2]["racks"]
    assert {key.split()[0]: len(rack) for key, rack in racks.items()} == {"swap": 6, "keep": 6}
    assert not set(*(rack for key, rack in racks.items() if key == "keep")) - {
        *("RG", "RY", "YP", "GP", "RP", "GG"),
    }
    assert compiled["steps"][3]["racks"] == {}


def test_explanations_come_from_the_move() -> None:
    """Each of the four ways in which a half can score less than was asked."""
    goal = parse_goal("points.green >= 4")
    texts = {
        move: explain(answer(move), goal, (), ())
        for move in ("GB G10-G11", "GB G11-G12", "GB J8-J9", "RR D8-D9")
    }
    parts = {move: found.text[0][0] for move, found in texts.items() if found}
    assert parts["GB G10-G11"] == "few"
    assert parts["GB G11-G12"] == "gap"
    assert parts["GB J8-J9"] == "none"


def test_a_goal_names_the_points_that_it_asks_for() -> None:
    goal = parse_goal("points.green >= 4 and points.red == 2 and points >= 3 and calls.blue")
    assert goal.points() == {"G": 4, "R": 2}
    assert parse_goal("not points.green >= 4 and points.red > before.lowest").points() == {}
