"""Tables that a page's guest opens and plays at."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

Values = dict[str, Any]

BOT = {"kind": "bot", "level": 1}


def open_table(
    page: Page, game: str, seats: Sequence[Values], sit: Sequence[int] = (0,), **options: Any
) -> tuple[str, str]:
    """Open a table and take some of its seats; the table's id, and its invitation."""
    begin, names = options.pop("begin", False), options.pop("names", [])
    body = {
        "settings": {"games": game.split("+"), "seats": [*seats], **options},
        "sit": [*sit],
        "begin": begin,
        **({"names": names} if names else {}),
    }
    response = page.context.request.post("/api/tables", data=body)
    assert response.status == 201, response.text()
    opened = response.json()
    return opened["table"], opened["invite"]


def resign(page: Page) -> None:
    """Resign by the table's menu, which asks for a confirmation."""
    page.locator("[data-testid=menu]:visible").first.click()
    for _ in range(2):
        page.locator("[data-testid=resign]:visible").first.click()
