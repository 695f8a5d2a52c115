"""What decided a game, held against the ranking of the rules (A4, A5, D6, E4, E5, F4, I8)."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from ingenious.rules import BoardGame, BoardState, Game, Pegs, game
from ingenious.rules.game import Reason
from ingenious.rules.moves import Resign
from ingenious.rules.scoreboards import TugOfWar
from ingenious.table.view.position import rules_of
from ingenious.table.view.structs import Difference, Missed
from ingenious.table.view.verdict import MAX_MISSED_POINTS, differences, missed_by, verdict
from testkit.cases import cases
from testkit.modes import MODES, moves
from testkit.tables import ended_state

MULTIPLAYER_MODES = [(name, players) for name, players in MODES if players > 1]


def classic(*boards: Pegs, reason: Reason = "board-full") -> tuple[Game[Any], Any]:
    rules = game("classic", len(boards))
    return rules, ended_state(rules, boards, reason)


def any_end(rules: Game[Any], rng: Random) -> Any:
    """An end with pegs that are often level, and reasons that the pegs allow."""
    win, goal = rules_of(rules).win, rules_of(rules).goal
    if isinstance(rules, BoardGame) and isinstance(rules.scoring, TugOfWar):
        pegs = tuple(rng.choice((-9, -2, -1, 0, 1, 2, 9)) for _ in range(6))
        is_won = min(pegs) > 0 or max(pegs) < 0
        return ended_state(rules, (pegs,), "instant-win" if is_won else "board-full")
    low = rng.randrange(max(1, win - 2), win + 1)
    boards = tuple(
        tuple(rng.randrange(low - 1, min(goal, low + 2) + 1) for _ in range(6)) for _ in rules.sides
    )
    board_game = isinstance(rules, BoardGame)
    if not board_game and rng.random() < 0.5:  # one seat won, and the others were close
        boards = tuple(
            tuple(win - rng.randrange(1, 5) * (place < lacking) for place in range(6))
            for lacking in (0, *[rng.randrange(1, 3) for _ in rules.sides[1:]])
        )
    won = [pegs for pegs in boards if min(pegs) >= win]
    if len(won) > 1:  # the first to come there has ended the game
        return any_end(rules, rng)
    if won:
        return ended_state(rules, boards, "instant-win" if board_game else "won")
    return ended_state(rules, boards, "board-full" if board_game else "stalled")


def test_the_lowest_colours_decide() -> None:
    rules, state = classic((18, 13, 18, 13, 18, 12), (18, 7, 12, 13, 18, 15))
    found = verdict(rules, state)
    assert found is not None
    assert found.by == "pegs"
    assert found.differences == (Difference(column=0, sides=(0, 1)),)
    first, second = found.sides
    assert first.pegs[:2] == (("P", 12), ("O", 13))
    assert second.pegs[0] == ("O", 7)
    assert first.missed is UNSET


def test_level_sides_are_compared_further_among_themselves() -> None:
    rules, state = classic(
        (13, 18, 18, 18, 16, 18),
        (18, 14, 18, 18, 12, 18),
        (14, 13, 18, 12, 14, 18),
        (18, 13, 18, 17, 9, 18),
    )
    found = verdict(rules, state)
    assert found is not None
    assert [side.rank for side in found.sides] == [1, 2, 3, 4]
    assert found.differences == (
        Difference(column=0, sides=(0, 1, 2, 3)),
        Difference(column=1, sides=(1, 2)),
    )


def test_points_that_would_have_won_pass_the_tie_break() -> None:
    rules, state = classic((6, 16, 10, 18, 18, 18), (10, 12, 8, 14, 14, 13))
    # Level on 8, then 10 to 10, then 16 to 12.
    assert missed_by(rules, state, 0) == Missed(colour="R", points=2)
    rules, state = classic((6, 9, 10, 18, 18, 18), (10, 12, 8, 14, 14, 13))
    # Level on 8, but then 9 to 10.
    assert missed_by(rules, state, 0) == Missed(colour="R", points=3)
    rules, state = classic((5, 5, 10, 18, 18, 18), (10, 12, 8, 14, 14, 13))
    assert missed_by(rules, state, 0) is None  # two colours are too low


def test_the_duel_counts_pegs_first_and_one_point_can_turn_one_over() -> None:
    rules = game("duel", 2)
    state = ended_state(rules, ((1, 2, 3, -1, -2, 0),), "board-full")
    found = verdict(rules, state)
    assert found is not None
    assert found.differences == (Difference(column=None, sides=(0, 1)),)
    assert [side.count for side in found.sides] == [3, 2]
    assert [side.pegs for side in found.sides] == [
        (("R", 1), ("O", 2), ("Y", 3)),
        (("G", 1), ("B", 2)),
    ]
    level = ended_state(rules, ((1, 4, 0, 0, -1, -2),), "board-full")
    found = verdict(rules, level)
    assert found is not None
    assert found.differences == (Difference(column=1, sides=(0, 1)),)
    assert missed_by(rules, level, 1) == Missed(colour="R", points=1)  # it goes back to the middle


def test_the_first_to_reach_the_goal_wins() -> None:
    rules = game("dice", 2)
    state = ended_state(rules, ((7, 8, 8, 7, 9, 9), (6, 9, 7, 5, 8, 7)), "won")
    found = verdict(rules, state)
    assert found is not None
    assert found.by == "goal"
    assert found.differences is UNSET
    assert found.sides[1].short == (1, 0, 0, 2, 0, 0)
    close = ended_state(rules, ((7, 8, 8, 7, 9, 9), (7, 9, 7, 5, 8, 7)), "won")
    assert missed_by(rules, close, 1) is None, "`short` says it already"


def test_resigning_decides_whatever_the_pegs_are() -> None:
    rules = game("classic", 2)
    steps = moves(rules, Random(5))
    state = next(state for state, _ in steps if state.phase == "place" and state.turns > 6)
    found = verdict(rules, rules.apply(state, Resign(0)))
    assert found is not None
    assert found.by == "resigned"
    assert [side.seats for side in found.sides] == [(1,), (0,)]
    assert all(side.missed is UNSET for side in found.sides)


def test_an_unfinished_game_has_no_verdict() -> None:
    rules = game("tiles", 2)
    assert verdict(rules, rules.new()) is None


@pytest.mark.parametrize(("name", "players"), MODES)
def test_places_are_those_of_the_ranking(name: str, players: int) -> None:
    rules, rng = game(name, players), Random(f"{name} {players}")
    for _ in range(cases(36)):
        state = any_end(rules, rng)
        found, ranks = verdict(rules, state), rules.ranks(state)
        assert found is not None
        assert sorted(side.seats for side in found.sides) == sorted(rules.sides)
        for one, other in combinations(found.sides, 2):
            a, b = ranks[one.seats[0]], ranks[other.seats[0]]
            assert (one.rank < other.rank) == (a < b)
            assert (one.rank == other.rank) == (a == b)
        if found.by == "goal":
            assert [not any(side.short) for side in found.sides][:2] == [True, False][
                : len(found.sides)
            ]


@pytest.mark.parametrize(("name", "players"), MULTIPLAYER_MODES)
def test_two_sides_share_one_column_that_tells_them_apart(name: str, players: int) -> None:
    rules, rng = game(name, players), Random(f"{name} {players}")
    for _ in range(cases(36)):
        state = any_end(rules, rng)
        ranks, keys = rules.ranks(state), rules.ranked_by(state)
        order = sorted(rules.sides, key=lambda seats: ranks[seats[0]])
        sorted_keys = [keys[seats[0]] for seats in order]
        found = differences(sorted_keys)
        for one, other in combinations(range(len(order)), 2):
            a, b = sorted_keys[one], sorted_keys[other]
            telling = [
                column
                for column, group in found
                if {one, other} <= set(group) and a[column] != b[column]
            ]
            first = [k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y][:1]
            assert telling == first
            assert (not telling) == (a == b)


@pytest.mark.parametrize(
    ("name", "players"), [mode for mode in MULTIPLAYER_MODES if isinstance(game(*mode), BoardGame)]
)
def test_missed_points_win_and_fewer_do_not(name: str, players: int) -> None:
    """In the ranking itself: the pegs of the loser are moved by hand."""
    rules, rng = game(name, players), Random(f"{name} {players}")
    is_duel = name == "duel"
    told = 0
    for _ in range(cases(36)):
        state = any_end(rules, rng)
        found = verdict(rules, state)
        assert found is not None
        for side in found.sides:
            seat = side.seats[0]
            missed = side.missed
            if missed is UNSET:
                continue
            told += 1
            assert side.rank > 1
            assert 1 <= missed.points <= MAX_MISSED_POINTS
            boards = _boards(state)
            board, sign = (0, -1 if seat else 1) if is_duel else (seat % len(boards), 1)
            place = "ROYGBP".index(missed.colour)
            for points in range(missed.points + 1):
                pegs = list(boards[board])
                pegs[place] += sign * points
                moved = (*boards[:board], tuple(pegs), *boards[board + 1 :])
                after = ended_state(rules, moved, state.ending.reason)
                assert _wins(rules, after, seat) == (points == missed.points)
    assert told, "the cases should contain some close games"


def _boards(state: Any) -> tuple[Pegs, ...]:
    return state.standing.pegs if isinstance(state, BoardState) else state.pegs


def _wins(rules: Game[Any], state: Any, seat: int) -> bool:
    """Whether a seat is first alone."""
    ranks = rules.ranks(state)
    others = [ranks[seats[0]] for seats in rules.sides if seat not in seats]
    return bool(ranks[seat] == 1 and min(others) > 1)
