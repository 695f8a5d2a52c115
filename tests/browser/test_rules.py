"""The rules in the browser: pages that everybody can read, and a sheet beside the table."""

import pytest
from playwright.sync_api import Page, expect

from ingenious.explained import LANGUAGES, PAGES
from tests.cases import SOAK

from .chromium import barriers
from .conftest import Visit

LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR"}


def shown(visit: Visit, path: str, *, size: str = "laptop", language: str = "en") -> Page:
    """A page of the rules, with its examples drawn."""
    page = visit(
        path, size=size, theme="dark" if size == "phone" else "light", language=LOCALES[language]
    )
    expect(page.locator("figure").first).to_be_visible()
    return page


@pytest.mark.parametrize(
    ("name", "size"),
    [(name, "phone") for name in PAGES]
    + [(name, "desktop") for name in (PAGES if SOAK else ("classic", "cards"))],
)
def test_a_page_keeps_nobody_out(visit: Visit, name: str, size: str) -> None:
    page = shown(visit, f"/rules/{name}", size=size)
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_choice_of_pages_is_in_the_language_of_the_browser(visit: Visit, language: str) -> None:
    page = visit("/rules", language=LOCALES[language])
    links = page.locator("main ul a")
    expect(links).to_have_count(len(PAGES))
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert barriers(page) == []
    links.first.click()
    expect(page.locator(f"main .article[lang={language}]")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_fit_a_small_screen(visit: Visit, language: str) -> None:
    page = visit(size="small", language=LOCALES[language])
    for name in PAGES if SOAK else ("classic", "team", "dice", "match"):
        page.goto(f"/rules/{name}")
        expect(page.locator("figure").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["small", "desktop"])
def test_our_rulings_are_notes_that_fit(visit: Visit, size: str, language: str) -> None:
    page = shown(visit, "/rules/cards", size=size, language=language)
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


GO_THROUGH = """async (figures) => {
    const drawn = () => new Promise(requestAnimationFrame)
    const next = (figure) => [...figure.querySelectorAll('button:enabled')]
        .find((button) => button.textContent.trim() === 'Next')
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
"""Go to the last step of each example: how many steps that takes, and how many are drawn then."""


def test_every_step_of_every_example_can_be_drawn(visit: Visit) -> None:
    for name in PAGES:
        page = shown(visit, f"/rules/{name}")
        figures = page.locator("figure")
        steps, drawn = figures.evaluate_all(GO_THROUGH)
        assert drawn == figures.count()
        assert steps > 0, name


def test_an_address_leads_to_a_rule(visit: Visit) -> None:
    page = shown(visit, "/rules/classic#B13")
    paragraph = page.locator("#B13")
    expect(paragraph).to_be_in_viewport()
    expect(paragraph).to_have_class("asked")
    page.get_by_role("link", name="The end", exact=True).click()
    expect(page.get_by_role("heading", name="The end", exact=True)).to_be_in_viewport()
    expect(paragraph).not_to_have_class("asked")


def test_the_rules_open_beside_a_table_and_close_again(visit: Visit) -> None:
    page = visit(name="Ann")
    seats = [{}, {"kind": "bot", "level": 1}]
    wanted = {
        "settings": {"games": ["duel"], "seats": seats, "start": 0},
        "sit": [0],
        "begin": True,
    }
    table = page.context.request.post("/api/tables", data=wanted).json()["table"]
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
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(opener).to_be_focused()
