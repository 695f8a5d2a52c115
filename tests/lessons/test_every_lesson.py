"""Plays every lesson right, and in every kind of wrong way, with the answers that the pages get."""

import gzip
import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ingenious.lessons import (
    COURSES,
    Lesson,
    challenges,
    compile_lesson,
    explaining,
    parts,
    read_courses,
)
from ingenious.lessons.answers import answers_of
from ingenious.lessons.compiling import MAX_BYTES, encode
from ingenious.lessons.model import LANGUAGES, Step
from ingenious.position import Position
from ingenious.record.notation import parse_move
from ingenious.rulebook import page_text
from ingenious.rules.moves import Reroll, Resolve

CATALOGUE = Path(__file__).parents[2] / "web" / "src" / "i18n"
LESSONS = [lesson for course in read_courses() for lesson in course.lessons]


def named(lesson: Lesson) -> str:
    return f"{lesson.course}-{lesson.number}"


@cache
def compiled(name: str) -> Any:
    """A lesson as the pages load it."""
    lesson = next(lesson for lesson in LESSONS if named(lesson) == name)
    return json.loads(encode(compile_lesson(lesson)))


@cache
def catalogue(language: str) -> set[str]:
    """The keys of the pages' sentences about lessons."""
    folder = CATALOGUE / language
    text = "".join((folder / f"{name}.ts").read_text("utf-8") for name in ("learn", "rules"))
    return set(re.findall(r"^ {2}'([\w.]+)':", text, re.MULTILINE))


def steps_of(lesson: Lesson) -> Iterator[tuple[Step, Any]]:
    yield from zip(lesson.steps, compiled(named(lesson))["steps"], strict=True)


def explanations(step: Any) -> Iterator[Any]:
    """What is said about the wrong answers of a compiled step."""
    yield from step.get("whys", [])
    yield from filter(None, step.get("numbers", []))
    yield from (option for option in step.get("options", []) if option["say"])


@pytest.fixture(params=LESSONS, ids=named)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    found: Lesson = request.param
    return found


def test_is_small_enough_to_load_on_demand(lesson: Lesson) -> None:
    size = len(gzip.compress(encode(compiled(named(lesson))), mtime=0))
    assert size <= MAX_BYTES


def test_every_step_can_be_done_and_can_be_missed_only_with_a_reason(lesson: Lesson) -> None:
    for _, step in steps_of(lesson):
        match step["kind"]:
            case "move":
                right = [key for key, answer in step["answers"].items() if len(answer) == 1]
                assert step["show"] in right
                assert {
                    answer[1] for answer in step["answers"].values() if len(answer) == 2
                } == set(range(len(step["whys"])))
            case "number":
                assert step["numbers"].count(None) == 1
                assert step["numbers"][step["right"] - step["least"]] is None
            case _:
                says = [option["say"] for option in step["options"]]
                assert None in says
                assert any(says)
        for why in explanations(step):
            assert why.get("say") or why["text"]


def test_every_explanation_has_words_in_every_language(lesson: Lesson) -> None:
    for _, step in steps_of(lesson):
        for why in explanations(step):
            for language in LANGUAGES:
                if "title" in why:
                    assert f"learn.title.{why['title'][0]}" in catalogue(language)
                if say := why.get("say"):
                    assert say[language]
                    continue
                for name, values in why["text"]:
                    key = f"why.{values['rule']}" if name == "rule" else f"learn.why.{name}"
                    assert key in catalogue(language)


def test_no_question_refuses_the_number_that_its_explanation_names(lesson: Lesson) -> None:
    """“3? Not quite. The peg stops on 3.”"""
    for _, step in steps_of(lesson):
        for guess, why in enumerate(step.get("numbers", []), step.get("least", 0)):
            for _, values in why["text"] if why else ():
                assert guess not in (values.get("at"), values.get("stop"), values.get("want"))


def test_the_answers_are_those_of_the_rules(lesson: Lesson) -> None:
    """Every legal decision has an answer, and its pegs end where the rules put them."""
    for step, found in steps_of(lesson):
        if step.kind != "move":
            continue
        position = step.position
        assert len(found["answers"]) == len(position.legal)
        for key, (events, *_) in found["answers"].items():
            move = parse_move(key)
            after = position.play(move)
            ends = dict(zip("ROYGBP", position.scores[position.state.seat], strict=True))
            for name, event in (found["events"][number] for number in events):
                if name == "PegMoved" and event["seat"] == position.state.seat:
                    ends[event["symbol"]] = event["end"]
            assert tuple(ends.values()) == after.scores[position.state.seat]


def test_what_a_step_refuses_breaks_a_rule(lesson: Lesson) -> None:
    for step, found in steps_of(lesson):
        refused = sum(int(edges, 16) for edges in found.get("refused", {}).values())
        spots = int(found["view"]["position"].get("spots", "0"), 16)
        if step.kind == "move" and found["view"]["turn"]["kind"] == "place":
            assert not refused & spots
            edges = len(compiled(named(lesson))["boards"][0]["edges"])
            assert refused | spots == (1 << edges) - 1


def test_the_tiles_of_a_board_cover_its_symbols(lesson: Lesson) -> None:
    for step, found in steps_of(lesson):
        state = step.position.state
        if not hasattr(state, "board"):
            continue
        index = {space: number for number, space in enumerate(state.board.layout.spaces)}
        for entry in found["view"]["log"]:
            for symbol, space in zip(entry["place"], entry["at"], strict=True):
                assert state.board.cells[index[tuple(space)]] == symbol


def test_its_rules_are_in_the_rulebook(lesson: Lesson) -> None:
    text = "".join(page_text(page, "en") for page in COURSES)
    for rule in lesson.rules:
        assert re.search(rf"\b{rule}\b", text), f"there is no rule {rule}"


def test_its_positions_are_equal_in_every_form(lesson: Lesson) -> None:
    for step in lesson.steps:
        assert Position.parse(step.position.line) == step.position


def test_every_sentence_about_answers_is_used() -> None:
    source = "".join(inspect.getsource(module) for module in (explaining, parts, challenges))
    for key in catalogue("en"):
        for prefix in ("learn.why.", "learn.title."):
            if key.startswith(prefix):
                assert f'"{key.removeprefix(prefix)}"' in source


def test_outcomes_belong_to_the_decision_that_they_follow() -> None:
    """In a lesson of dice, scoring leaves the dice of the next player as they are."""
    steps = [step for lesson in LESSONS if lesson.course == "dice" for step in lesson.steps]
    answers = [answer for step in steps if step.then for answer in answers_of(step)]
    kinds = {(type(answer.decision), answer.outcomes) for answer in answers}
    assert kinds == {(Reroll, 1), (Resolve, 0)}
