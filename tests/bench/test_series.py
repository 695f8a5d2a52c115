"""A series of games: the same however often it was interrupted, and only with the same bots."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bench.measured import GroupResult
from bench.resumable import merge, play_in_order, read, saving, write
from bench.series import Bot, Series, play_on, result_of, shown_values


def series(game: str, players: int, *names: str) -> Series:
    bots = tuple(Bot(name, name, f"print of {name}", "abc1234") for name in names)
    return Series(game, players, bots)


def played(chosen: Series, games: int) -> Series:
    for _ in play_on(chosen, games, 1, lambda: None):
        pass
    return chosen


def stored(chosen: Series) -> dict[str, object]:
    values: dict[str, object] = json.loads(json.dumps(chosen.values()))
    return values


@pytest.mark.parametrize(
    ("game", "players", "bots"),
    [
        ("dice", 2, ("greedy", "random")),
        ("dice", 3, ("greedy", "random")),
        ("solo", 1, ("random",)),
    ],
)
def test_a_series_that_was_interrupted_has_the_same_games(
    game: str, players: int, bots: tuple[str, ...]
) -> None:
    games = 2 * players
    whole = played(series(game, players, *bots), games)
    first = series(game, players, *bots)
    running = play_on(first, games, 1, lambda: None)
    next(running)
    running.close()
    assert len(first.scores) == 1
    continued = played(series(game, players, *bots).continued(stored(first)), games)
    assert continued.scores == whole.scores
    assert continued.decisions == whole.decisions
    assert whole.games == games
    assert all(cpu_ms > 0 for cpu_ms in continued.cpu_ms)


def test_more_games_continue_a_series_that_was_complete() -> None:
    few = played(series("dice", 2, "greedy", "random"), 4)
    more = played(series("dice", 2, "greedy", "random").continued(stored(few)), 8)
    assert more.scores[:2] == few.scores
    assert more.games == 8


def test_changed_bots_start_again() -> None:
    before = played(series("dice", 2, "greedy", "random"), 2)
    greedy, random = before.bots
    after = replace(before, bots=(greedy, random._replace(fingerprint="another")), scores=[])
    assert not after.is_of(stored(before))
    assert after.continued(stored(before)).games == 0
    more_playouts = replace(before, bots=(greedy._replace(factor=2.0), random), scores=[])
    assert not more_playouts.is_of(stored(before))
    same = replace(before, bots=(greedy._replace(commit="def5678"), random), scores=[])
    assert same.continued(stored(before)).games == 2


def test_results_without_single_games_are_not_continued() -> None:
    old = {"game": "dice", "players": 2, "bots": [{"bot": "greedy"}, {"bot": "random"}]}
    assert series("dice", 2, "greedy", "random").continued(old).games == 0


def test_ties_are_stored_by_how_many_shared_the_first_place() -> None:
    chosen = series("classic", 3, "4", "3")
    chosen.add(GroupResult((1.0, 0.5, 0.0), (10, 20), (30.0, 20.0)))
    chosen.add(GroupResult((1 / 3, 0.0, 0.0), (10, 20), (30.0, 20.0)))
    assert chosen.values()["scores"] == "120 300"
    again = series("classic", 3, "4", "3").continued(stored(chosen))
    assert again.scores == chosen.scores
    assert again.cpu_of(0) == 3.0
    assert again.cpu_of(1) == 1.0


def test_the_share_is_that_of_the_first_bot_from_whole_deals() -> None:
    chosen = series("classic", 2, "4", "3")
    for _ in range(30):
        chosen.add(GroupResult((1.0, 0.0), (1, 1), (1.0, 1.0)))
    # Every deal was won once by each, so the deals decided everything.
    assert (chosen.share.low, chosen.share.value, chosen.share.high) == (0.5, 0.5, 0.5)
    for _ in range(10):
        chosen.add(GroupResult((1.0, 1.0), (1, 1), (1.0, 1.0)))
    assert chosen.share.value == 0.625
    assert 0.5 < chosen.share.low < 0.625 < chosen.share.high < 0.75
    assert chosen.elo.value > 0


def test_alone_two_versions_are_compared_on_the_same_deals() -> None:
    chosen = series("solo", 1, "4", "4")
    for own, other in ((18, 16), (17, 16), (20, 17)):
        chosen.add(GroupResult((own, other), (1, 1), (1.0, 1.0)))
    assert chosen.values()["scores"] == "18,16 17,16 20,17"
    assert chosen.ahead.value == 2
    row = chosen.values()["bots"][0]
    assert result_of(row) == "+2.0 (-0.4 to +4.4) pegs"
    assert series("solo", 1, "4", "4").continued(stored(chosen)).scores == chosen.scores


@pytest.mark.parametrize(
    ("stored", "scale", "sign", "text"),
    [
        ({"value": 0.585, "interval": [0.519, 0.647]}, 100, "", "58.5 (51.9–64.7)"),
        ({"value": 0.5, "interval": None}, 100, "", "50.0"),
        ({"value": 1.4, "interval": [-0.2, 3.0]}, 1, "+", "+1.4 (-0.2 to +3.0)"),
    ],
)
def test_an_estimate_is_shown_with_its_interval(
    stored: dict[str, object], scale: float, sign: str, text: str
) -> None:
    assert shown_values(stored, scale, sign) == text


def test_merging_keeps_the_other_results_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "results" / "versions.json"
    assert read(file) == {}
    merge(file, "duel-2-4", {"games": 2})
    merge(file, "team-4-4", {"games": 4, "interval": [0.25, 0.75]})
    merge(file, "duel-2-4", {"games": 6})
    assert read(file) == {
        "duel-2-4": {"games": 6},
        "team-4-4": {"games": 4, "interval": [0.25, 0.75]},
    }
    assert '"interval": [0.25, 0.75]' in file.read_text("utf-8")
    assert [path.name for path in file.parent.iterdir()] == ["versions.json"]


def test_an_interrupted_run_saves_what_it_has(tmp_path: Path) -> None:
    done: list[int] = []
    file = tmp_path / "done.json"
    results = saving(play_in_order(lambda n: n * n, range(9), 1), lambda: write(file, done))
    for result in results:
        done.append(result)
        if result == 16:
            break
    results.close()
    assert json.loads(file.read_text("utf-8")) == [0, 1, 4, 9, 16]
