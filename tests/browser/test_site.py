"""The pages come to a browser, and nothing that they are not allowed to do is asked of it."""

import pytest
from playwright.sync_api import Page, expect

from .chromium import SIZES, barriers
from .conftest import Visit


def test_the_first_page_is_shown(page: Page) -> None:
    page.goto("/")
    expect(page).to_have_title("Ingenious")
    expect(page.locator("#app > *").first).to_be_attached()


@pytest.mark.parametrize("size", SIZES)
def test_nothing_sticks_out_of_the_first_page(visit: Visit, size: str) -> None:
    page = visit("/", size=size, theme="dark")
    expect(page.locator("#app > *").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_first_page_keeps_nobody_out(visit: Visit) -> None:
    page = visit("/", name="Ann")
    expect(page.locator("#app > *").first).to_be_attached()
    assert barriers(page) == []
