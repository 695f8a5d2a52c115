"""Verifying a match: its games, their seats and starts, and the tally."""

import pytest

from ingenious.record import match_of, parse, read, to_json, verify
from ingenious.record.verify import verify_record
from testkit.records import (
    Json,
    changed,
    document,
    match_document,
    match_games,
    played,
    verify_error,
    without,
)

pytestmark = pytest.mark.rules("J1")


def broken_off(values: Json) -> Json:
    """The same game, still running after four entries."""
    running = without(values, "dealer.seed")
    return running | {"log": values["log"][:4], "result": None}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_a_match_holds(players: int, first: int) -> None:
    verify(read(match_document(players, first)))


def test_points_are_the_lowest_rows() -> None:
    values = match_document()
    lowest = [[min(row) for row in g["result"]["scores"]] for g in values["games"]]
    assert values["points"] == lowest
    assert values["totals"] == [sum(column) for column in zip(*lowest, strict=True)]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("points.0.0", 99),
        ("points", []),
        ("points", [[0, 0]] * 4),
        ("totals.1", 99),
        ("totals", []),
        ("ranks.0", 4),
        ("ranks", [1]),
    ],
)
def test_a_wrong_tally_is_refused(path: str, value: object) -> None:
    values = match_document()
    key, _, _ = path.partition(".")
    error = verify_error(changed(values, path, value))
    assert str(error) == f"{key} should be {values[key]} (J1)"


def test_other_seats_are_refused() -> None:
    error = verify_error(changed(match_document(), "games.1.seats.0", "somebody else"))
    assert str(error) == "game 1: all games of a match must have the same seats (J1)"


def test_another_number_of_seats_is_refused() -> None:
    games = [*match_document(2)["games"][:1], *match_document(3)["games"][1:]]
    error = verify_error(changed(match_document(), "games", games))
    assert str(error) == "game 1: all games of a match must have the same seats (J1)"


def test_the_start_moves_on() -> None:
    values = match_document(3)
    values["games"][2] = match_document(3, first=1)["games"][2]
    error = verify_error(values)
    assert str(error) == "game 2: start should be 2: it moves on by one seat (J1)"


@pytest.mark.parametrize("place", [0, 1])
def test_board_games_make_no_match(place: int) -> None:
    values = match_document()
    values["games"][place] = document("duel", 2)
    error = verify_error(values)
    assert (
        str(error)
        == f"game {place}: the challenges of a match must be from cards, dice, tiles (J1)"
    )


def test_a_game_that_breaks_a_rule_is_named() -> None:
    values = changed(match_document(), "games.2.log.0.seat", 3)
    error = verify_error(values)
    assert str(error).startswith("game 2: log entry 0: it is seat 0's turn")
    assert (error.entry, error.rule) == (0, "A2")


def test_a_redacted_game_is_refused() -> None:
    values = without(match_document(), "games.1.dealer.seed")
    error = verify_error(changed(values, "games.1.view", None))
    assert str(error).startswith("game 1: this record is redacted to what a spectator")


def test_an_unfinished_game_in_the_middle_is_refused() -> None:
    values = match_document()
    values["games"][1] = broken_off(values["games"][1])
    error = verify_error(values)
    assert str(error) == "game 1: only the last game of a match may be unfinished (J1)"


@pytest.mark.parametrize("row", [[], [[0, 0]]])
def test_a_running_game_at_the_end_counts_nothing_yet(row: list[list[int]]) -> None:
    values = match_document()
    values["games"][2] = broken_off(values["games"][2])
    points = values["points"][:2]
    totals = [sum(column) for column in zip(*points, strict=True)]
    ranks = [1 + sum(other > total for other in totals) for total in totals]
    tally = {"points": points + row, "totals": totals, "ranks": ranks}
    verify(read(values | tally))
    for wrong in ([*points, [0, 1]], points + [[0, 0]] * 2, points[:1]):
        assert "points should be" in verify_error(values | tally | {"points": wrong}).message


def test_a_match_of_one_running_game_has_no_points() -> None:
    record = played("dice", 2, 1, stop_after=3)
    match = match_of([record])
    assert not match.is_over
    assert (match.points, match.totals, match.ranks) == (((0, 0),), (0, 0), (1, 1))
    verify(match)


def test_all_games_of_a_match_hold_on_their_own() -> None:
    for record in match_games(3):
        verify_record(record)
        assert parse(to_json(record)) == record
