"""Fitting the order of the candidates: placements that the net values highly should come early.

It is a softmax regression: the heuristic's scores, as chances, are fitted to the net's values. Each
feature has two weights, one for a full board and one that counts more the more edges are open.
"""

import numpy as np

from ..kernel.board.heuristic import FEATURES, MAX_CANDIDATES, OPEN_SCALE, new_workspace
from ..kernel.board.order import describe_moves, evaluate_moves, play_to_position
from ..kernel.board.position import MAX_MOVES, OVER, STATE, States
from ..kernel.board.search import SEARCH_STATES, Evaluator
from ..kernel.nets import Floats
from ..kernel.rng import seeded

POSITIONS = 3000
EPOCHS, BATCH = 60, 250
RATE = 0.03
SHARPNESS = 4.0
"""The targets prefer a placement that is better by a standard deviation of the values by e^4."""


def fit_order(start: States, evaluator: Evaluator, width: int, seed: int) -> Floats:
    """The weights of the heuristic that order placements most as the net does."""
    features, values = observe(start, evaluator, width, seed)
    known = values > -1
    spread = float(np.sqrt(np.mean([np.var(row[row > -1]) for row in values])))
    target = _softmax(np.where(known, values * (SHARPNESS / max(spread, 1e-6)), -np.inf))
    scale = features[known].std(0) + 1e-3
    features /= scale
    weights = np.zeros(2 * FEATURES, np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    rng, step = np.random.default_rng(seed), 0
    for epoch in range(EPOCHS):
        order = rng.permutation(len(values))
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            scores = np.where(known[some], features[some] @ weights, -np.inf)
            excess = (_softmax(scores) - target[some]) / len(some)
            gradient = np.einsum("pm,pmf->f", excess, features[some])
            step += 1
            first += 0.1 * (gradient - first)
            second += 0.01 * (gradient**2 - second)
            rate = RATE * min(1.0, 2 * (1 - epoch / EPOCHS))
            corrected = first / (1 - 0.9**step), second / (1 - 0.99**step)
            weights -= rate * corrected[0] / (np.sqrt(corrected[1]) + 1e-8)
    fitted: Floats = (weights / scale).reshape(2, FEATURES).astype(np.float32)
    return fitted


def recall(features: Floats, values: Floats, weights: Floats, count: int) -> float:
    """In which part of the positions the net's best placement is among the first `count`."""
    scores = np.where(values > -1, features @ weights.ravel(), -np.inf)
    best = values.argmax(1)
    ahead = (scores > scores[np.arange(len(best)), best][:, None]).sum(1)
    return float((ahead < count).mean())


def observe(start: States, evaluator: Evaluator, width: int, seed: int) -> tuple[Floats, Floats]:
    """Features and values of the placements of many positions; a value of -1 fills up a row."""
    states, workspaces = np.zeros(SEARCH_STATES, STATE), new_workspace()
    states[0]["phase"] = OVER
    rng = seeded(seed)
    moves = np.zeros(MAX_MOVES, np.int32)
    unit = np.zeros((2, FEATURES), np.float32)
    described = np.zeros((MAX_MOVES, FEATURES), np.float32)
    values = np.zeros(MAX_MOVES)
    rows = np.zeros((POSITIONS, MAX_CANDIDATES, 2 * FEATURES), np.float32)
    known = np.full((POSITIONS, MAX_CANDIDATES), -1, np.float32)
    for position in range(POSITIONS):
        play_to_position(states, start, workspaces, evaluator, width, moves, rng)
        number = describe_moves(states, workspaces, unit, moves, described)
        fullness = float(states[0]["open"]) * OPEN_SCALE
        theta = evaluator.theta[0] + fullness * evaluator.theta[1]
        kept = np.argsort(-(described[:number] @ theta), kind="stable")[:MAX_CANDIDATES]
        chosen = moves[kept].copy()
        evaluate_moves(states, workspaces, evaluator, chosen, len(kept), values)
        rows[position, : len(kept), :FEATURES] = described[kept]
        rows[position, : len(kept), FEATURES:] = described[kept] * fullness
        known[position, : len(kept)] = values[: len(kept)]
    return rows, known


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(1, keepdims=True))
    chances: Floats = powers / powers.sum(1, keepdims=True)
    return chances
