"""The players of the board games: legal, repeatable, fair, and stronger level by level."""

from dataclasses import replace
from random import Random
from threading import get_ident
from typing import Any

import pytest

from ingenious.bots import board
from ingenious.bots.baselines import BASELINES
from ingenious.bots.board import think
from ingenious.bots.question import Budget, Evaluation, Question
from ingenious.kernel.board.convert import to_kernel
from ingenious.kernel.board.position import turning_pays
from ingenious.kernel.board.search import run_playouts
from ingenious.rules import BoardGame, BoardState, game
from ingenious.rules.moves import Chance, Keep, Place, Swap
from testkit.modes import MODES, at_random, moves, random_outcome

BOARD_MODES = [mode for mode in MODES if mode[0] in ("classic", "solo", "team", "duel")]
SMALL_BUDGET = Budget(playouts=24)

every_mode = pytest.mark.parametrize(("name", "players"), BOARD_MODES)


def board_game(name: str, players: int) -> BoardGame:
    rules = game(name, players)
    assert isinstance(rules, BoardGame)
    return rules


def decisions(rules: BoardGame, seed: int) -> list[BoardState]:
    """The states of a random game in which a seat has to decide."""
    states = [state for state, _ in moves(rules, Random(seed))]
    return [s for s in states if s.phase in ("place", "bonus", "swap")]


def ask(rules: BoardGame, state: BoardState, level: int, seed: int = 5) -> list[Evaluation]:
    return list(think(Question(rules, state, state.seat, level, SMALL_BUDGET, seed)))


@every_mode
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_answers_are_legal_and_the_same_for_the_same_seed(
    name: str, players: int, level: int
) -> None:
    rules = board_game(name, players)
    states = decisions(rules, level)
    for state in [states[0], *Random(1).sample(states, 3), states[-1]]:
        verdicts = ask(rules, state, level)
        assert verdicts[0].decision in rules.legal(state) or _turned(verdicts[0]) in rules.legal(
            state
        )
        rules.apply(state, verdicts[0].decision)
        assert verdicts == ask(rules, state, level)


def _turned(verdict: Evaluation) -> Any:
    """The same placement written the other way round."""
    decision = verdict.decision
    assert isinstance(decision, Place)
    return Place(decision.tile[::-1], decision.at[::-1])


@pytest.mark.parametrize(("name", "players"), [mode for mode in BOARD_MODES if mode[1] > 1])
@pytest.mark.parametrize("level", [3, 4, 5])
def test_hidden_tiles_do_not_matter(name: str, players: int, level: int) -> None:
    rules, rng = board_game(name, players), Random(level)
    for state in rng.sample(decisions(rules, 3), 3):
        hidden = [*state.bag, *(t for s, r in enumerate(state.racks) if s != state.seat for t in r)]
        rng.shuffle(hidden)
        racks = []
        for seat, rack in enumerate(state.racks):
            if seat == state.seat:
                racks.append(rack)
            else:
                racks.append(tuple(hidden[: len(rack)]))
                del hidden[: len(rack)]
        other = replace(state, racks=tuple(racks), bag=tuple(hidden))
        assert ask(rules, state, level) == ask(rules, other, level)


@every_mode
def test_chances_are_chances(name: str, players: int) -> None:
    rules = board_game(name, players)
    state = decisions(rules, 8)[6]
    for level in (4, 5):
        for verdict in ask(rules, state, level):
            if players == 1:
                assert verdict.chance is None
            else:
                assert verdict.chance is not None
                assert 0 <= verdict.chance <= 1
            assert verdict.lowest is None or -9 <= verdict.lowest <= 40


def test_a_budget_of_zero_is_answered_by_the_net_alone() -> None:
    rules = board_game("classic", 2)
    state = decisions(rules, 9)[10]
    for budget in (Budget(playouts=0), Budget(seconds=0)):
        verdicts = think(Question(rules, state, state.seat, 5, budget, 1))
        assert verdicts[0].decision == ask(rules, state, 4)[0].decision


@pytest.mark.parametrize("playouts", [1, 2, 7, 40, 1000])
def test_there_are_never_more_playouts_than_allowed(
    playouts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[int]()

    def count(*arguments: Any) -> None:
        _, _, moves, first, last = arguments[:5]
        made.append(len(moves) * (last - first))
        run_playouts(*arguments)

    monkeypatch.setattr(board, "run_playouts", count)
    rules = board_game("classic", 2)
    state = decisions(rules, 9)[10]
    think(Question(rules, state, state.seat, 5, Budget(playouts=playouts), 1))
    assert sum(made) <= playouts
    assert sum(made) >= playouts / 2 or playouts < 2


def test_a_second_thread_changes_nothing_but_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = board_game("classic", 2)
    state = decisions(rules, 9)[10]
    answers, threads = list[Any](), list[set[int]]()

    def watch(*arguments: Any) -> None:
        threads[-1].add(get_ident())
        run_playouts(*arguments)

    monkeypatch.setattr(board, "run_playouts", watch)
    for number in (1, 2):
        monkeypatch.setattr(board, "cores", lambda number=number: number)
        threads.append(set())
        answers.append(think(Question(rules, state, state.seat, 5, Budget(playouts=500), 1)))
    assert answers[0] == answers[1]
    assert [len(used) for used in threads] == [1, 2]


def test_a_swap_without_time_has_no_invented_chances() -> None:
    rules = board_game("classic", 2)
    state = next(
        state for seed in range(99) for state in decisions(rules, seed) if state.phase == "swap"
    )
    for budget in (Budget(playouts=0), Budget(seconds=0)):
        verdicts = think(Question(rules, state, state.seat, 5, budget, 1))
        assert [verdict.chance for verdict in verdicts] == [None, None]


@pytest.mark.parametrize(
    ("peg", "first", "second", "ends"),
    [(13, 5, 2, 20), (13, 2, 5, 20), (16, 2, 5, 23), (16, 5, 2, 23), (3, 5, 2, 10)],
)
def test_a_double_is_scored_in_the_order_that_brings_more(
    peg: int, first: int, second: int, ends: int
) -> None:
    st = to_kernel(board_game("team", 4), decisions(board_game("team", 4), 1)[0])[0]
    st["pegs"][:, 0] = peg
    turned = turning_pays(st, 0, first, second)
    halves = (second, first) if turned else (first, second)
    for points in halves:
        peg = min(peg + points, 18) if peg < 18 else min(peg + points, 36)
    assert peg == ends


@every_mode
def test_the_lowest_peg_of_a_placement_that_ends_the_game_is_the_real_one(
    name: str, players: int
) -> None:
    rules, seen = board_game(name, players), 0
    for seed in range(30):
        state = decisions(rules, seed)[-1]
        for verdict in ask(rules, state, 4):
            after = rules.apply(state, verdict.decision)
            if rules.awaits(after) is None:
                assert verdict.lowest == min(rules.scores(after)[state.seat])
                seen += 1
    assert seen > 5


def test_an_instant_win_is_taken() -> None:
    rules = board_game("classic", 2)
    state, winning = next(
        (state, place)
        for state in reversed(decisions(rules, 4))
        if state.phase == "place"
        for place in rules.placements(state)
        if place.tile[0] != place.tile[1] and all(state.board.gain_of(place))
    )
    pegs = tuple(17 if symbol in winning.tile else 18 for symbol in "ROYGBP")
    state = replace(state, standing=replace(state.standing, pegs=(pegs, pegs)))
    for level in (4, 5):
        best = ask(rules, state, level)[0]
        after = rules.apply(state, best.decision)
        assert after.ending is not None
        assert after.ending.reason == "instant-win"
        assert best.chance == 1


def test_a_swap_is_evaluated_by_playouts() -> None:
    rules = board_game("classic", 2)
    seed = 0
    while True:
        swaps = [state for state in decisions(rules, seed) if state.phase == "swap"]
        if swaps:
            break
        seed += 1
    for level in (1, 2, 3, 4, 5):
        kinds = {type(verdict.decision) for verdict in ask(rules, swaps[0], level)}
        assert kinds == {Swap, Keep}


def _duel_of_levels(strong: int, weak: int, games: int) -> float:
    """What the stronger level wins in games of two players, both seats in turn."""
    rules, won = board_game("classic", 2), 0.0
    for number in range(games):
        luck, state = Random(f"{number // 2}"), rules.new()
        while (awaited := rules.awaits(state)) is not None:
            if isinstance(awaited, Chance):
                state = rules.apply(state, random_outcome(awaited, luck))
            else:
                level = strong if (awaited.seat + number) % 2 == 0 else weak
                state = rules.apply(state, ask(rules, state, level, number)[0].decision)
        ranks = rules.ranks(state)
        mine = number % 2
        won += 1.0 if ranks[mine] < ranks[1 - mine] else 0.5 * (ranks[mine] == ranks[1 - mine])
    return won / games


def test_a_trained_level_beats_an_untrained_one() -> None:
    assert _duel_of_levels(4, 2, 8) > 0.6


@pytest.mark.parametrize("name", ["points", "lexicographic", "soft-min", "denial"])
def test_baselines_play_whole_games(name: str) -> None:
    for mode, players in BOARD_MODES:
        rules, rng = board_game(mode, players), Random(2)
        for state, _ in moves(rules, rng, choose=at_random):
            if state.phase in ("place", "bonus") and rng.random() < 0.1:
                rules.apply(state, BASELINES[name](rules, state, rng))


def test_baselines_refuse_games_they_do_not_know() -> None:
    rules = game("dice", 2)
    with pytest.raises(ValueError, match="only plays the board games, not dice"):
        BASELINES["points"](rules, rules.new(), Random(0))
