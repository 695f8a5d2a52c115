"""The levels in compiled code, with which they are measured, choose as the bots do."""

from random import Random

import numpy as np
import pytest

from ingenious.bots import Budget, Question
from ingenious.bots.board import load_evaluator, way_of
from ingenious.bots.cards import METHODS, decision_of, load_net
from ingenious.bots.levels import thinker
from ingenious.kernel.board.convert import decision_of_number, to_kernel
from ingenious.kernel.board.heuristic import new_workspace
from ingenious.kernel.board.play import choose_placement
from ingenious.kernel.board.position import MAX_MOVES, STATE
from ingenious.kernel.board.search import SEARCH_STATES
from ingenious.kernel.cards.evaluate import new_evaluator
from ingenious.kernel.cards.game import flatten, legal
from ingenious.kernel.cards.sight import choose
from ingenious.kernel.rng import seeded
from ingenious.rules import AnyGame, BoardGame, BoardState, CardState, game
from ingenious.rules.moves import Decision
from testkit.modes import moves as game_moves

BOARD_MODES = [("classic", 2), ("classic", 4), ("team", 4), ("duel", 2), ("solo", 1)]


SEED = 1


def best(rules: AnyGame, state: BoardState | CardState, level: int) -> set[Decision]:
    """What the bot plays, and what its net rates exactly as high."""
    found = thinker(rules)(Question(rules, state, state.seat, level, Budget(), SEED))
    equal = [each for each in found if each.chance is not None and each.score == found[0].score]
    return {evaluation.decision for evaluation in (found[0], *equal)}


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize(("mode", "players"), BOARD_MODES)
def test_a_board_level_places_as_its_bot(mode: str, players: int, level: int) -> None:
    rules = game(mode, players)
    assert isinstance(rules, BoardGame)
    states, workspaces = np.zeros(SEARCH_STATES, STATE), new_workspace()
    moves, scores = np.zeros(MAX_MOVES, np.int32), np.zeros(MAX_MOVES)
    evaluator, way = load_evaluator(mode, players), way_of(mode, players, level)
    seed = Random(SEED).getrandbits(62) if level == 3 else SEED  # as the bot does
    tried = 0
    for state, _ in game_moves(rules, Random(5)):
        if isinstance(state, BoardState) and state.phase == "place":
            root = to_kernel(rules, state)
            states[0] = root[0]
            move = choose_placement(states, workspaces, evaluator, way, seeded(seed), moves, scores)
            assert decision_of_number(move, root) in best(rules, state, level)
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_level_of_the_card_challenge_plays_as_its_bot(level: int) -> None:
    rules, tried = game("cards", 3), 0
    evaluator, buffer = new_evaluator(load_net(3)), np.empty(30, np.int64)
    for state, _ in game_moves(rules, Random(5)):
        if isinstance(state, CardState) and state.phase in ("play", "discard"):
            position = flatten(state)
            actions = buffer[: legal(position, buffer)]
            action = choose(position, METHODS[level], evaluator, actions, seeded(SEED))
            decision = decision_of(action, state.hands[state.seat])
            assert decision in best(rules, state, level)
            tried += 1
    assert tried > 20
