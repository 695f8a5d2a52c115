"""The check for weaker bots: what it decides from real games, and what it says."""

from pathlib import Path

import pytest

from bench.resumable import read
from bench.series import Bot, Series
from bench.strength_check import (
    NAMES,
    Finding,
    WeaknessTest,
    check,
    conclusion,
    group_score,
    weakness_test,
)
from bench.versions import linear_factor, split
from ingenious.arena.sprt import Sprt
from testkit.modes import MODES


def series(game: str, players: int, newer: str, older: str) -> Series:
    return Series(game, players, (Bot("4", newer, "new", "b"), Bot("4", older, "old", "a")))


@pytest.mark.parametrize(
    ("game", "players", "newer", "older", "verdict"),
    [
        ("dice", 2, "greedy", "greedy", "not weaker"),
        ("solo", 1, "random", "greedy", "weaker"),
        ("solo", 1, "greedy", "random", "not weaker"),
    ],
)
def test_real_games_decide(
    tmp_path: Path, game: str, players: int, newer: str, older: str, verdict: str
) -> None:
    file, games = tmp_path / "check.json", 400
    finding = check("name", series(game, players, newer, older), games, 1, file, "key")
    assert finding.verdict == verdict
    kept = series(game, players, newer, older).continued(read(file)["key"])
    assert 0 < kept.games < games
    assert weakness_test(kept).verdict == verdict
    # A check that is decided plays nothing more.
    assert check("name", series(game, players, newer, older), games, 1, file, "key") == finding


def test_a_check_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "check.json"
    first = check("name", series("solo", 1, "random", "greedy"), 4, 1, file, "key")
    assert first.verdict == "undecided"
    second = check("name", series("solo", 1, "random", "greedy"), 400, 1, file, "key")
    assert second.verdict == "weaker"
    assert series("solo", 1, "random", "greedy").continued(read(file)["key"]).games > 4


def verdict_of(scores: list[float]) -> str:
    test = WeaknessTest(60, 2)
    for score in scores:
        test.add(score)
    return test.verdict


def test_weaker_has_to_be_found_twice() -> None:
    single = Sprt(-60, 0, 2)
    while single.verdict is None:
        single.add(0.25)
    assert single.verdict == "elo0"
    bad_start = [0.25] * single.groups
    assert verdict_of(bad_start) == "undecided"
    assert verdict_of(bad_start + [0.75] * 100) == "not weaker"
    assert verdict_of(bad_start + bad_start) == "weaker"


def test_a_verdict_stays() -> None:
    assert verdict_of([0.5] * 100 + [0.0] * 400) == "not weaker"
    assert verdict_of([0.0] * 100 + [1.0] * 400) == "weaker"


@pytest.mark.parametrize(
    ("scores", "sides", "share"),
    [
        ((1, 0), 2, 0.5),
        ((1, 0.5, 0), 3, 0.5),
        ((18, 17), 1, 1),
        ((17, 17), 1, 0.5),
        ((9, 12), 1, 0),
    ],
)
def test_the_share_of_a_group(scores: tuple[float, ...], sides: int, share: float) -> None:
    assert group_score(scores, sides) == share


FAIR = Finding("duel-2-4", "not weaker", "40 games, 52.0 (45.0–59.0) %")
OPEN = Finding("tiles-2-5", "undecided", "160 games, 49.0 (41.0–57.0) %")
WORSE = Finding("classic-2-4", "weaker", "120 games, 38.0 (30.0–46.0) %")


@pytest.mark.parametrize(
    ("findings", "status", "said"),
    [
        ([], 0, "No bot was found to be weaker than in 0.2.0."),
        ([FAIR], 0, "No bot was found to be weaker"),
        ([FAIR, OPEN], 0, "Undecided: tiles-2-5 (160 games, 49.0 (41.0–57.0) %)."),
        ([FAIR, WORSE, OPEN], 1, "The bots are weaker than those of 0.2.0: classic-2-4 (120 games"),
    ],
)
def test_only_weaker_bots_fail(findings: list[Finding], status: int, said: str) -> None:
    found, text = conclusion(findings, "0.2.0")
    assert found == status
    assert said in text


def test_every_mode_is_checked_at_two_levels() -> None:
    assert sorted(NAMES) == sorted(f"{g}-{n}-{level}" for g, n in MODES for level in (4, 5))
    assert split("classic-2-5") == ("classic", 2, 5)


@pytest.mark.parametrize(
    "name", ["classic", "classic-2", "classic-5-4", "chess-2-4", "duel-2-6", ""]
)
def test_a_name_is_a_mode_and_a_level(name: str) -> None:
    with pytest.raises(ValueError, match="is not a mode and a level"):
        split(name)


def test_the_factor_for_equal_times_allows_for_what_does_not_depend_on_playouts() -> None:
    # 10 ms for the question, and 90 ms for the usual playouts.
    assert linear_factor(0.5, own=100, own_tried=55, other=46) == pytest.approx(0.4)
    assert linear_factor(2.0, own=100, own_tried=190, other=280) == pytest.approx(3.0)
    # A level without playouts takes the same time with any factor.
    assert linear_factor(0.5, own=4.0, own_tried=4.0, other=2.0) == 1.0
