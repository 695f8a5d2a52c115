"""`ingenious rules`: every game has its page."""

import pytest

from ingenious.rules import PLAYERS
from tests.cli.conftest import Command


@pytest.mark.parametrize("name", [*PLAYERS, "match"])
@pytest.mark.parametrize("width", ["50", "200"])
def test_every_game_is_explained(
    name: str, width: str, ingenious: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    page = ingenious("rules", name)
    assert (page.status, page.err) == (0, "")
    lines = page.out.splitlines()
    assert len(lines) > 20
    assert len(page.out.split()) > 100
    assert max(map(len, lines)) <= min(int(width), 88)


def test_the_pages_differ(ingenious: Command) -> None:
    assert len({ingenious("rules", name).out for name in [*PLAYERS, "match"]}) == len(PLAYERS) + 1


def test_another_game_has_no_page(ingenious: Command) -> None:
    page = ingenious("rules", "chess")
    assert (page.status, page.out) == (2, "")
    assert "invalid choice: 'chess' (choose from" in page.err
    assert all(name in page.err for name in PLAYERS)
