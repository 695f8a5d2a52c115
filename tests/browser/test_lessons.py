"""Every lesson in a real browser: first a wrong answer where there is one, then the right one.

Mouse, touch on a phone and keyboard take turns, lesson by lesson. Axe looks at one of two states of
each lesson: after the first wrong answer, or at the end. `make soak` plays every lesson in all
three ways, each in both themes and in every language, and axe looks at both states.
"""

import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ingenious.lessons import Lesson, compile_lesson, read_courses
from ingenious.lessons.model import LANGUAGES
from testkit.browser.chromium import (
    THEMES,
    Theme,
    axe_violations,
    axe_violations_in_both_themes,
    resize,
)
from testkit.browser.learner import Learner, wrong_answer
from testkit.browser.player import InputMethod
from testkit.cases import SOAK

from .conftest import Visit

LESSONS = [lesson for course in read_courses() for lesson in course.lessons]
METHODS: tuple[InputMethod, ...] = ("mouse", "touch", "keys")


def ways() -> list[Any]:
    """Each lesson in one way, or in every way."""
    found = []
    for number, lesson in enumerate(LESSONS):
        every = product(METHODS, LANGUAGES, THEMES)
        for method, language, theme in every if SOAK else [(METHODS[number % 3], "en", "light")]:
            name = f"{lesson.course}-{lesson.number}-{method}-{language}-{theme}"
            found.append(pytest.param(lesson, method, language, theme, id=name))
    return found


@pytest.mark.parametrize(("lesson", "method", "language", "theme"), ways())
def test_a_lesson_is_played(
    visit: Visit, lesson: Lesson, method: InputMethod, language: str, theme: Theme
) -> None:
    compiled: Any = compile_lesson(lesson)
    touch = method == "touch"
    size = "phone" if touch else "laptop"
    page = visit(
        f"/learn/{lesson.course}/{lesson.number}",
        size=size, touch=touch, language=language, theme=theme,
    )  # fmt: skip
    learner = Learner(page, "", method)
    checked = 0
    for number, step in enumerate(compiled["steps"]):
        expect(learner.coach("asks")).to_contain_text(step["tell"][language])
        if step["kind"] != "move" or wrong_answer(step):
            learner.give(step, right=False)
            expect(learner.coach("wrong").locator("p")).not_to_be_empty()
            if number == 0 and (SOAK or lesson.number % 2):
                assert axe_violations(page) == []
                checked += 1
            learner.press(learner.element("again"))
            learner.coach("asks").wait_for()
        learner.give(step, right=True)
        expect(learner.coach("right")).to_contain_text(step["done"][language])
        if number + 1 < len(compiled["steps"]):
            learner.press(learner.element("next"))
    if SOAK or not checked:
        assert axe_violations(page) == []
    if SOAK or lesson == LESSONS[0]:
        page.goto("/learn")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    done = page.evaluate("() => JSON.parse(localStorage.getItem('ingenious.lessons')).done")
    assert done == [f"{lesson.course}/{lesson.number}"]


def test_axe_finds_nothing_on_the_pages_of_the_lessons(visit: Visit) -> None:
    page = visit("/learn")
    page.get_by_test_id("start").wait_for()
    assert axe_violations_in_both_themes(page) == []
    resize(page, {"width": 390, "height": 844})
    assert axe_violations_in_both_themes(page) == []


def test_the_start_page_leads_a_first_visitor_to_the_lessons(visit: Visit) -> None:
    page = visit("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    page.get_by_test_id("learn").click()
    page.wait_for_url("**/learn/classic/1")
    expect(page.get_by_test_id("coach")).to_be_visible()


def test_who_has_played_is_not_led_to_the_lessons(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_test_id("learn")).to_have_count(0)
    expect(page.get_by_test_id("learning")).to_have_count(0)


def test_after_two_tries_the_coach_shows_the_answer(visit: Visit) -> None:
    page = visit("/learn/classic/3")
    for attempt in range(2):
        page.get_by_test_id("answer-7").click()
        page.get_by_test_id("again").wait_for()
        expect(page.get_by_test_id("show")).to_have_count(attempt)
        if attempt == 0:
            page.get_by_test_id("again").click()
    page.get_by_test_id("show").click()
    expect(page.get_by_test_id("coach")).to_have_attribute("data-state", "right")
    expect(page.get_by_test_id("coach")).to_contain_text("1 + 2 + 1 = 4 orange")
    page.get_by_test_id("next").click()
    expect(page.get_by_test_id("coach")).to_contain_text("Lines and gaps")


def test_a_lesson_is_resumed_where_it_was_left_also_without_a_connection(visit: Visit) -> None:
    page = visit("/learn")
    page.get_by_role("link", name=re.compile("Lines and gaps")).click()
    page.get_by_test_id("answer-4").click()
    page.get_by_test_id("next").click()
    page.get_by_test_id("rack-0").wait_for()
    page.reload()
    expect(page.get_by_text(re.compile("Step 2 of 4"))).to_be_visible()
    page.get_by_test_id("leave").click()
    page.wait_for_url("**/learn")
    page.get_by_test_id("start").wait_for()
    page.context.set_offline(True)
    page.get_by_role("link", name=re.compile("Lines and gaps")).click()
    expect(page.get_by_text(re.compile("Step 2 of 4"))).to_be_visible()
    Learner(page, "").answer("GB F10-G10")
    expect(page.get_by_test_id("coach")).to_have_attribute("data-state", "right")


def test_a_tile_that_the_rules_refuse_is_explained(visit: Visit) -> None:
    page = visit("/learn/classic/1", size="desktop")
    page.get_by_role("button", name="The first turn").click()
    learner = Learner(page, "", "keys")
    learner.move_by_keys(0, (0, 1))
    expect(page.get_by_test_id("bar")).to_contain_text("marked space")
    learner.press(page.get_by_test_id("why"))
    expect(page.get_by_role("dialog")).to_contain_text("Your first turn is special")
    expect(page.get_by_role("link", name="Lesson: Place a tile")).to_be_visible()


def test_the_rules_link_to_the_lesson_that_shows_the_point(page: Page) -> None:
    page.goto("/rules/classic")
    page.get_by_role("link", name="Lesson: Lines and gaps").click()
    page.wait_for_url("**/learn/classic/3")
    expect(page.get_by_test_id("coach")).to_be_visible()
