"""The rules in the browser: pages that everybody can read, and a sheet beside the table."""

import pytest
from playwright.sync_api import Page, expect

from ingenious.rulebook import LANGUAGES, PAGES
from testkit.browser.chromium import SIZES, barriers, barriers_in_both_themes
from testkit.cases import SOAK

from .conftest import Visit
from .walk import SCREENS, WATCH, faults

LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR"}


def shown(visit: Visit, path: str, *, size: str = "laptop", language: str = "en") -> Page:
    """A page of the rules, with its examples drawn."""
    page = visit(
        path, size=size, theme="dark" if size == "phone" else "light", language=LOCALES[language]
    )
    expect(page.locator("figure").first).to_be_visible()
    return page


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


@pytest.mark.parametrize("name", PAGES)
def test_everybody_can_read_a_page_and_go_through_its_examples(visit: Visit, name: str) -> None:
    page = visit(size="phone", theme="dark", touch=True)
    page.add_init_script(WATCH)
    page.goto(f"/rules/{name}")
    figures = page.locator("figure")
    expect(figures.first).to_be_visible()
    assert barriers(page) == []
    if SOAK or name == "cards":
        page.set_viewport_size(SIZES["desktop"])
        assert barriers_in_both_themes(page) == []
    # These pages are long: all the screens would take half a minute.
    assert faults(page, screens=SCREENS if SOAK else (SCREENS[1], SCREENS[-1])) == []
    steps, drawn = figures.evaluate_all(GO_THROUGH)
    assert drawn == figures.count()
    assert steps > 0


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
@pytest.mark.parametrize("size", ["small", "desktop"] if SOAK else ["small"])
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
