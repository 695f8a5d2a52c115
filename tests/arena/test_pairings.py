"""Seating: every bot has each seat, each neighbour and the start equally often."""

from collections import Counter
from math import comb

import pytest

from ingenious.arena.pairings import groups_for, lineups, points_by_rank, tables


@pytest.mark.parametrize("bots", [2, 3, 4, 5])
@pytest.mark.parametrize("sides", [2, 3, 4])
def test_every_bot_at_a_table_has_each_seat_equally_often_on_each_deal(
    bots: int, sides: int
) -> None:
    for number in range(2 * len(tables(bots, sides))):
        games = lineups(bots, sides, number)
        assert len(games) == sides
        for bot in games[0]:
            at_seats = Counter(seat for game in games for seat in range(sides) if game[seat] == bot)
            # The start is a seat, the same one in all games of a deal, so it is fair too.
            assert set(at_seats.values()) == {games[0].count(bot)}
            assert set(at_seats) == set(range(sides))


@pytest.mark.parametrize("bots", [2, 3, 4, 5])
@pytest.mark.parametrize("sides", [2, 3, 4])
def test_over_a_round_of_tables_all_bots_meet(bots: int, sides: int) -> None:
    met = tables(bots, sides)
    together = {pair for table in met for pair in Counter(table)}
    assert together == set(range(bots))
    if bots > 2 or sides == 2:
        seats = Counter(bot for table in met for bot in table)
        assert len(set(seats.values())) == 1
    if bots >= sides:
        assert len(met) == comb(bots, sides)


def test_two_bots_where_many_sit_are_one_against_copies() -> None:
    assert tables(2, 4) == ((0, 1, 1, 1),)
    assert sorted(lineups(2, 3, 7)) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]


def test_three_bots_at_four_seats_take_turns_with_a_copy() -> None:
    assert tables(3, 4) == ((0, 1, 2, 0), (0, 1, 2, 1), (0, 1, 2, 2))


@pytest.mark.parametrize(("sides", "orders"), [(3, 2), (4, 6)])
def test_a_table_sits_in_every_order_in_turn(sides: int, orders: int) -> None:
    seen = {lineups(sides, sides, number)[0] for number in range(orders)}
    assert len(seen) == orders
    assert all(order[0] == 0 for order in seen)  # so none of them is another one rotated


def test_alone_every_bot_has_the_same_deal() -> None:
    assert lineups(3, 1, 5) == ((0,), (1,), (2,))


@pytest.mark.parametrize(
    ("bots", "sides", "games", "groups"),
    [(2, 2, 1, 1), (2, 2, 100, 50), (2, 2, 101, 51), (2, 4, 9, 3), (3, 2, 10, 15), (4, 1, 7, 7)],
)
def test_games_are_rounded_up_to_whole_groups(
    bots: int, sides: int, games: int, groups: int
) -> None:
    assert groups_for(bots, sides, games) == groups


def test_the_point_of_a_game_is_shared_by_those_who_share_the_first_place() -> None:
    assert points_by_rank((2, 1)) == (0, 1)
    assert points_by_rank((1, 1)) == (0.5, 0.5)
    assert points_by_rank((1, 4, 1, 1)) == (1 / 3, 0, 1 / 3, 1 / 3)
