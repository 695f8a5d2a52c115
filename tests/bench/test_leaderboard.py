"""The leaderboard: a row for each version and mode, as it is on the page."""

from pathlib import Path

import pytest

from bench import leaderboard
from bench.resumable import read, write

NEWER = {
    "bot": "4",
    "factor": 1.0,
    "commit": "bbb2222",
    "games": 400,
    "score": {"value": 0.585, "interval": [0.519, 0.647]},
}
OLDER = {"bot": "4", "factor": 1.0, "commit": "aaa1111", "games": 400}
ALONE = {
    "bot": "5",
    "factor": 0.8,
    "commit": "bbb2222",
    "games": 200,
    "lowest": {"value": 20.0, "interval": [19.5, 20.5]},
    "ahead": {"value": 1.5, "interval": [1.1, 1.9]},
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A leaderboard of its own."""
    found = tmp_path / "leaderboard.json"
    monkeypatch.setattr(leaderboard, "FILE", found)
    return found


def test_there_is_a_row_for_each_version_and_mode(file: Path) -> None:
    first: dict[str, object] = {
        "commit": "aaa1111",
        "date": "2026-11-18",
        "against": None,
        "results": {},
    }
    results = {"classic-2-4": NEWER, "solo-1-5": ALONE, "classic-2-5": NEWER | {"bot": "5"}}
    second = {
        "commit": "bbb2222",
        "date": "2026-12-01",
        "against": "aaa1111",
        "results": results,
    }
    write(file, {"0.2.0": first, "0.3.0": second})
    won = "58.5 (51.9–64.7) %, 400 games"
    assert leaderboard.section().splitlines()[-3:] == [
        "| 0.2.0 | 2026-11-18 | aaa1111 | – | – | – | – |",
        f"| 0.3.0 | 2026-12-01 | bbb2222 | 0.2.0 | classic-2 | {won} | {won} |",
        "| 0.3.0 | 2026-12-01 | bbb2222 | 0.2.0 | solo-1 | – | "
        "+1.5 (+1.1 to +1.9) pegs, 200 games, factor 0.8 |",
    ]


def test_no_versions_make_no_section(file: Path) -> None:
    assert leaderboard.section() == ""
    assert read(file) == {}


def test_changes_that_are_not_committed_are_no_version(file: Path) -> None:
    row = {"bots": [NEWER | {"commit": "bbb2222+changes"}, OLDER]}
    with pytest.raises(SystemExit, match="not a version yet"):
        leaderboard.enter("0.3.0", "classic-2-4", row)
    assert read(file) == {}


def test_the_first_version_is_known() -> None:
    first, *_ = read(leaderboard.FILE).values()
    assert set(first) == {"commit", "date", "against", "results"}
