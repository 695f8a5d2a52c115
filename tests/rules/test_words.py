"""Numbers, names and messages as people read them."""

import pytest

from ingenious.rules.words import count_seats_from_1, pluralize, seat_names


@pytest.mark.parametrize(("number", "words"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_a_number_agrees_with_its_noun(number: int, words: str) -> None:
    assert pluralize(number, "card") == words


def test_people_count_seats_from_1() -> None:
    assert seat_names(3) == ("Seat 1", "Seat 2", "Seat 3")
    assert count_seats_from_1("it is seat 0's turn, not seat 11's") == (
        "it is seat 1's turn, not seat 12's"
    )


def test_a_quoted_seat_is_left_as_it_is() -> None:
    message = "it is seat 0's turn, not 'seat 0', \"seat 1\" or seat 3's"
    shown = "it is seat 1's turn, not 'seat 0', \"seat 1\" or seat 4's"
    assert count_seats_from_1(message) == shown
