"""A match of several challenges."""

import pytest

from ingenious.rules.match import match_ranks, start_of, tally, victory_points


@pytest.mark.rules("J1")
def test_a_challenge_brings_as_many_victory_points_as_the_lowest_row_shows() -> None:
    assert victory_points([(7, 8, 9, 10, 7, 7), (3, 6, 6, 0, 6, 6)]) == (7, 0)


@pytest.mark.rules("J1")
def test_the_start_moves_on_by_one_seat_each_challenge() -> None:
    assert [start_of(number, 2, 3) for number in range(4)] == [2, 0, 1, 2]


@pytest.mark.rules("J1")
def test_most_victory_points_win_and_equal_totals_share_the_win() -> None:
    assert tally([(7, 0, 3), (1, 7, 5)], 3) == (8, 7, 8)
    assert match_ranks((8, 7, 8)) == (1, 3, 1)
    assert tally([], 2) == (0, 0)
