"""The rules in the browser: their pages, and a sheet beside the table."""

import pytest
from playwright.sync_api import Page, expect

from ingenious.rulebook import LANGUAGES, PAGES
from testkit.browser.chromium import SIZES, axe_violations, resize
from testkit.browser.tables import BOT, open_table
from testkit.cases import SOAK

from .conftest import Visit
from .page_layout import COUNT_REQUESTS, SCREENS, page_problems

LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR"}


def open_rules(visit: Visit, path: str, *, size: str = "laptop", language: str = "en") -> Page:
    """Open a page of the rules, and wait for its examples."""
    page = visit(
        path, size=size, theme="dark" if size == "phone" else "light", language=LOCALES[language]
    )
    expect(page.locator("figure").first).to_be_visible()
    return page


STEP_THROUGH = """async (figures) => {
    const words = ['Next', 'Weiter', 'Suite']
    const drawn = () => new Promise(requestAnimationFrame)
    const next = (figure) => [...figure.querySelectorAll('button:enabled')]
        .find((button) => words.includes(button.textContent.trim()))
    let steps = 0
    for (const figure of figures) {
        for (let button = next(figure); button; button = next(figure)) {
            button.click()
            await drawn()
            steps++
        }
    }
    return [steps, figures.filter((figure) => figure.querySelector('.stage svg')).length]
}"""
"""Goes to the last step of each example; counts the steps, and the examples drawn then."""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_and_its_examples_can_be_stepped_through(
    visit: Visit, name: str
) -> None:
    page = visit(size="phone", theme="dark", touch=True)
    page.add_init_script(COUNT_REQUESTS)
    page.goto(f"/rules/{name}")
    figures = page.locator("figure")
    expect(figures.first).to_be_visible()
    assert axe_violations(page) == []
    # These pages are long: all screens would take half a minute.
    screens = SCREENS if SOAK else SCREENS[-1:]
    if SOAK or name == "tiles":
        resize(page, SIZES["desktop"])
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert axe_violations(page) == []
        screens = SCREENS
    assert page_problems(page, screens=screens) == []
    steps, drawn = figures.evaluate_all(STEP_THROUGH)
    assert drawn == figures.count()
    assert steps > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_pages_is_in_the_language_of_the_browser(visit: Visit, language: str) -> None:
    page = visit("/rules", language=LOCALES[language])
    links = page.locator("main ul a")
    expect(links).to_have_count(len(PAGES))
    expect(page.locator("html")).to_have_attribute("lang", language)
    if SOAK or language == "fr":
        assert axe_violations(page) == []
    links.last.click()
    expect(page.locator(f"main .article[lang={language}]")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["small", "desktop"] if SOAK else ["small"])
def test_our_rulings_are_notes_that_fit_the_screen(visit: Visit, size: str, language: str) -> None:
    page = open_rules(visit, "/rules/cards", size=size, language=language)
    notes = page.get_by_role("note")
    expect(notes).to_have_count(9)
    width = page.evaluate("window.innerWidth")
    for note in notes.all():
        box = note.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    word = {"en": "Our ruling", "de": "Unsere Auslegung", "fr": "Notre interprétation"}[language]
    expect(notes.first.get_by_text(word)).to_be_visible()


def test_a_link_leads_to_a_rule(visit: Visit) -> None:
    page = open_rules(visit, "/rules/classic#B13")
    paragraph = page.locator("#B13")
    expect(paragraph).to_be_in_viewport()
    expect(paragraph).to_have_class("asked")
    page.get_by_role("link", name="The end", exact=True).click()
    expect(page.get_by_role("heading", name="The end", exact=True)).to_be_in_viewport()
    expect(paragraph).not_to_have_class("asked")


def test_the_rules_open_beside_a_table_and_close_again(visit: Visit) -> None:
    page = visit(name="Ann")
    table, _ = open_table(page, "duel", [{}, BOT], begin=True, start=0)
    page.goto(f"/table/{table}")
    opener = page.get_by_role("button", name="Rules").first
    opener.click()
    sheet = page.get_by_role("dialog", name="Ingenious duel")
    expect(sheet.locator("figure").first).to_be_visible()
    expect(sheet).to_be_focused()
    expect(sheet.get_by_role("note")).to_have_count(5)
    parts = sheet.get_by_role("navigation", name="On this page")
    expect(parts.get_by_role("button", name="A turn")).to_have_attribute("aria-current", "true")
    parts.get_by_role("button", name="Set-up").click()
    expect(sheet.get_by_role("heading", name="Set-up")).to_be_in_viewport()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(opener).to_be_focused()
