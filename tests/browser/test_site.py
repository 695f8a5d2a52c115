"""The first page loads, fits every screen, and does not shift while it loads."""

import pytest
from playwright.sync_api import Page, expect

from testkit.browser.chromium import SIZES, axe_violations, resize
from testkit.cases import SOAK

from .conftest import Visit


def test_the_first_page_is_shown(page: Page) -> None:
    page.goto("/")
    expect(page).to_have_title("Ingenious")
    expect(page.locator("#app > *").first).to_be_attached()


def test_the_first_page_does_not_scroll_sideways(visit: Visit) -> None:
    page = visit("/", theme="dark")
    expect(page.locator("#app > *").first).to_be_attached()
    for name, size in SIZES.items():
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name


def test_the_first_page_is_accessible(visit: Visit) -> None:
    page = visit("/", name="Ann")
    expect(page.locator("#app > *").first).to_be_attached()
    assert axe_violations(page) == []


SHIFTS = """
    window.shifts = []
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries()) {
            const moved = sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? String(node))
            if (!hadRecentInput) window.shifts.push({ value, moved })
        }
    }).observe({ type: 'layout-shift', buffered: true })
"""


@pytest.mark.parametrize("size", ["phone", "desktop", *(["tablet"] if SOAK else [])])
def test_nothing_shifts_while_a_page_loads(visit: Visit, size: str) -> None:
    page = visit(name="Ann", size=size)
    page.add_init_script(SHIFTS)
    page.add_init_script("""localStorage.setItem('ingenious', '{"name": "Ann"}')""")
    for path, seen in (
        ("/", "Play now"),
        ("/rules", "Duel"),
        ("/rules/classic#B13", "The end"),
        ("/about", "2023 and 2004"),
        ("/tables", "New table"),
        ("/new/cards", "Start game"),
    ):
        page.goto(path)
        expect(page.get_by_text(seen).first).to_be_attached()
        page.wait_for_timeout(300)  # for late shifts
        shifts = page.evaluate("window.shifts")
        assert sum(shift["value"] for shift in shifts) < 0.02, (path, shifts)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_is_set_before_the_scripts_load(visit: Visit, theme: str) -> None:
    page = visit(theme="light" if theme == "dark" else "dark")
    page.route("**/assets/*.js", lambda route: route.fulfill(content_type="text/javascript"))
    page.add_init_script(f"""localStorage.setItem('ingenious', '{{"theme": "{theme}"}}')""")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
