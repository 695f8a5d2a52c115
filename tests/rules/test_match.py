"""A match of several challenges."""

import pytest

from ingenious.rules import Result
from ingenious.rules.match import (
    NoMatch,
    check_challenges,
    match_ranks,
    start_of,
    tally,
    victory_points,
)


@pytest.mark.rules("J1")
def test_a_challenge_is_worth_its_lowest_peg_in_victory_points() -> None:
    assert victory_points([(7, 8, 9, 10, 7, 7), (3, 6, 6, 0, 6, 6)]) == (7, 0)


@pytest.mark.rules("J1")
def test_the_start_moves_on_by_one_seat_each_challenge() -> None:
    assert [start_of(number, 2, 3) for number in range(4)] == [2, 0, 1, 2]


@pytest.mark.rules("J1")
def test_the_same_seat_may_begin_each_challenge_or_a_drawn_one() -> None:
    assert [start_of(number, 2, 3, "same") for number in range(4)] == [2, 2, 2, 2]
    assert [start_of(number, 2, 3, "drawn") for number in range(3)] == [2, None, None]


@pytest.mark.rules("J1")
@pytest.mark.parametrize("number", [2, 3, 12])
def test_a_match_has_2_to_12_challenges(number: int) -> None:
    check_challenges(["dice"] * number)


@pytest.mark.rules("J1")
@pytest.mark.parametrize("number", [0, 1, 13, 100])
def test_fewer_or_more_challenges_are_refused(number: int) -> None:
    with pytest.raises(NoMatch, match=f"a match must have 2 to 12 challenges, not {number}"):
        check_challenges(["dice"] * number)


@pytest.mark.rules("J1")
def test_a_match_consists_only_of_challenges() -> None:
    with pytest.raises(NoMatch, match="must be from cards, dice, tiles, not 'dice,duel'"):
        check_challenges(["dice", "duel"])


@pytest.mark.rules("J2")
def test_the_side_that_resigned_is_last_whatever_the_totals() -> None:
    resigned = Result("resigned", ((9,) * 6, (0,) * 6), (2, 1))
    assert match_ranks((9, 0), resigned) == (2, 1)
    assert match_ranks((9, 0)) == (1, 2)
    assert match_ranks((9, 0), Result("won", ((9,) * 6, (0,) * 6), (1, 2))) == (1, 2)


@pytest.mark.rules("J1")
def test_most_victory_points_win_and_equal_totals_share_the_win() -> None:
    assert tally([(7, 0, 3), (1, 7, 5)], 3) == (8, 7, 8)
    assert match_ranks((8, 7, 8)) == (1, 3, 1)
    assert tally([], 2) == (0, 0)
