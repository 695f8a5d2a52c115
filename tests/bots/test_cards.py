"""Bots for the Card Challenge, and their training."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

from ingenious.bots import cards as bots
from ingenious.bots import weights
from ingenious.bots.baselines import at_random
from ingenious.bots.question import Budget, Evaluation, Question
from ingenious.kernel.cards.evaluate import new_evaluator
from ingenious.kernel.cards.search import run_playouts
from ingenious.kernel.cards.selfplay import win_rate_against_greedy
from ingenious.kernel.nets import Net
from ingenious.kernel.rng import seeded
from ingenious.rules import CardState, game
from ingenious.rules.cards import BOX
from ingenious.rules.moves import Chance, Discard, Keep, Outcome, Play
from ingenious.rules.symbols import pile, take
from ingenious.training import cards as training
from ingenious.training import run as run_module

SMALL_BUDGET = Budget(playouts=60)


def ask(
    players: int, state: CardState, level: int, budget: Budget = SMALL_BUDGET, seed: int = 1
) -> Sequence[Evaluation]:
    return bots.think(Question(game("cards", players), state, state.seat, level, budget, seed))


def random_positions(players: int, seed: int, wanted: int) -> list[CardState]:
    """Positions of a random game in which a seat has to decide."""
    rules, rng, met = game("cards", players), Random(seed), list[CardState]()
    state = rules.new()
    while len(met) < wanted and (awaited := rules.awaits(state)) is not None:
        if isinstance(awaited, Chance):
            cards = rng.sample(awaited.source, min(awaited.count, len(awaited.source)))
            cards += rng.sample(awaited.renewal, awaited.count - len(cards))
            state = rules.apply(state, Outcome(tuple(cards)))
        else:
            met.append(state)
            state = rules.apply(state, at_random(rules, state, rng))
    return met


def drawn(faceup: str, hand: str, pegs: str, **others: Any) -> CardState:
    """A position of two players: face-up cards and pegs of both, the hand of seat 0."""
    cards = faceup.split()
    mine = pile(hand.split())
    rest = take(BOX, (*cards, *mine), "G1", "the box")
    rows = [tuple(map(int, row.split())) for row in pegs.split("/")]
    state = CardState(
        hands=(mine, rest[::8][:6]),
        faceup=(tuple(cards[:2]), tuple(cards[2:])),
        deck=take(rest, rest[::8][:6], "G1", "the rest"),
        discards=(),
        pegs=(rows[0], rows[1]),
        seat=0,
        due=1,
        idle=0,
        phase="play",
    )
    return replace(state, **others)


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_level_answers_with_legal_decisions_the_best_first(players: int, level: int) -> None:
    rules = game("cards", players)
    for state in random_positions(players, level, 25):
        verdicts = ask(players, state, level)
        assert {verdict.decision for verdict in verdicts} <= set(rules.legal(state))
        scores = [verdict.score for verdict in verdicts]
        assert scores == sorted(scores, reverse=True)
        for verdict in verdicts:
            assert (verdict.chance is None) == (level < 4)
            assert verdict.chance is None or 0 <= verdict.chance <= 1


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_same_question_gets_the_same_answer(level: int) -> None:
    for state in random_positions(3, 7, 8):
        assert ask(3, state, level) == ask(3, state, level)


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hidden_cards_make_no_difference(players: int, level: int) -> None:
    rng = Random(level)
    for state in random_positions(players, 20 + level, 16)[::3]:
        others = [seat for seat in range(players) if seat != state.seat]
        hidden = [*state.deck, *(card for seat in others for card in state.hands[seat])]
        rng.shuffle(hidden)
        hands = list(state.hands)
        for seat in others:
            hands[seat] = pile(hidden.pop() for _ in state.hands[seat])
        moved = replace(state, hands=tuple(hands), deck=pile(hidden))
        assert ask(players, moved, level) == ask(players, state, level)


@pytest.mark.rules("F4")
@pytest.mark.parametrize("level", [4, 5])
def test_a_play_that_wins_is_played(level: int) -> None:
    state = drawn("RP OY GB YG", "RO RP OY YG GB OB", "9 8 7 7 7 6/9 9 9 9 9 6")
    best, *others = ask(2, state, level)
    assert (best.decision, best.chance) in [(Play("RP"), 1), (Play("PR"), 1)]
    assert all(other.chance is not None and other.chance < 1 for other in others)


@pytest.mark.rules("F3", "G5")
@pytest.mark.parametrize("level", [4, 5])
def test_a_bonus_turn_that_wins_is_foreseen(level: int) -> None:
    """Red comes to 10, and the card itself shows the purple that the bonus turn needs."""
    state = drawn("RO OY GB YG", "RP OP OY YG GB OB", "9 7 7 7 7 6/9 9 9 9 9 6")
    best = ask(2, state, level)[0]
    assert (best.decision, best.chance) in [(Play("RP"), 1), (Play("PR"), 1)]


@pytest.mark.rules("F2", "G3")
@pytest.mark.parametrize("level", [2, 4, 5])
def test_the_order_of_the_symbols_is_chosen_where_it_matters(level: int) -> None:
    """Purple first leaves 0, and so red can pass 3."""
    state = drawn("RP RG YB RO", "RP RP", "3 3 3 3 3 0/0 0 0 0 0 0")
    plays = [verdict.decision for verdict in ask(2, state, level)]
    assert plays == [Play("PR"), Play("RP")]


def test_equal_orders_are_evaluated_once() -> None:
    state = drawn("RP RG YB RP", "GB OY", "0 0 0 0 0 0/0 0 0 0 0 0")
    assert len(ask(2, state, 4)) == 2


@pytest.mark.rules("G6")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_discard_and_keep_are_evaluated(level: int) -> None:
    hand = "RO RO RY OY"
    state = drawn("RP RG YB RP", hand, "3 3 3 0 0 0/3 3 3 3 1 1", due=0, phase="discard")
    decisions = {verdict.decision for verdict in ask(2, state, level)}
    assert decisions == {Discard(pile(hand.split())), Keep()}


@pytest.mark.parametrize("budget", [Budget(playouts=0), Budget(seconds=0)])
def test_a_budget_of_zero_is_answered_by_the_net_alone(budget: Budget) -> None:
    for state in random_positions(2, 3, 6):
        assert ask(2, state, 5, budget) == ask(2, state, 4)


@pytest.mark.parametrize("allowed", [1, 30, 200])
def test_there_are_never_more_playouts_than_allowed(
    allowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, used = random_positions(4, 4, 1)[0], []

    def counted(*args: Any) -> None:
        used.append(len(args[2]) * args[4])
        run_playouts(*args)

    monkeypatch.setattr(bots, "run_playouts", counted)
    ask(4, state, 5, Budget(playouts=allowed))
    assert sum(used) <= allowed
    assert allowed == 1 or sum(used) > allowed / 2


def test_the_clock_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(bots, "perf_counter", lambda: next(ticks))
    calls = list[int]()
    monkeypatch.setattr(bots, "run_playouts", lambda *args: calls.append(args[4]))
    ask(2, random_positions(2, 5, 1)[0], 5, Budget(seconds=3))
    assert calls == [bots.DEALS_PER_CHECK] * 2


@pytest.mark.parametrize(("players", "expected"), [(2, 0.85), (3, 0.58), (4, 0.41)])
def test_the_shipped_net_alone_beats_the_greedy_player(players: int, expected: float) -> None:
    arrays = weights.load_arrays(f"cards-{players}")
    mind = new_evaluator(Net(arrays["shape"], arrays["weights"]))
    assert win_rate_against_greedy(mind, players, 900, seeded(3)) > expected


JOB = run_module.Job("cards", 2)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A training of six steps, of which every `advance` makes one."""
    ticks = count(step=6)
    monkeypatch.setattr(run_module, "monotonic", lambda: next(ticks))
    monkeypatch.setitem(training.PLANNED_GAMES, 2, 6 * run_module.BATCH_GAMES)


def trained(run: training.CardsRun) -> np.ndarray[Any, Any]:
    while run.progress < 1:
        run.advance()
    return run.weights()["weights"]


@pytest.mark.usefixtures("short")
def test_a_training_run_can_be_repeated_and_resumed() -> None:
    whole = training.CardsRun.start(JOB, 9, threads=1)
    begun = training.CardsRun.start(JOB, 9, threads=1)
    begun.advance()
    begun.advance()
    assert 0 < begun.progress < 1
    checkpoint = {key: array.copy() for key, array in begun.checkpoint().items()}
    resumed = training.CardsRun(JOB, checkpoint, threads=1)
    assert resumed.games == begun.games
    assert np.array_equal(trained(whole), trained(resumed))
    assert not np.array_equal(checkpoint["weights"], whole.weights()["weights"])


@pytest.mark.usefixtures("short")
def test_threads_share_the_games_of_a_training_run() -> None:
    run = training.CardsRun.start(JOB, 9, threads=2)
    run.advance()
    assert run.games == 2 * run_module.BATCH_GAMES
    assert run.job.name == "cards-2"
