"""Whole games: levels against each other, and self-play to learn from."""

import numpy as np

from ..arrays import copy
from ..jit import compiled, compiled_floats
from ..nets import Floats, backward, forward
from ..rng import Rng, below, uniform
from .evaluate import Evaluator, fill_inputs, read_outputs
from .game import (
    DECISIONS,
    DRAW,
    DRAWN,
    MAX_DRAWS,
    OVER,
    PHASE,
    PLAYERS,
    SEAT,
    Flat,
    decide,
    draw,
    legal,
    pick_symbol,
    refill,
)
from .turn import TurnTable, draws_to_foresee, symbols_in, weigh_ahead, weigh_by_gain, weigh_by_net

GAIN, NET, NET_AHEAD = range(3)
"""Methods to weigh decisions, each better than the one before."""


@compiled
def weigh_decisions(
    flat: Flat, method: int, table: TurnTable, inner: TurnTable, evaluator: Evaluator
) -> int:
    """Weigh the decisions by one of the methods; returns the best."""
    if method == GAIN:
        return weigh_by_gain(flat, table, 1)
    if method == NET:
        return weigh_by_net(flat, table, evaluator, MAX_DRAWS)
    return weigh_ahead(flat, table, inner, evaluator)


@compiled_floats
def choose_with_noise(flat: Flat, table: TurnTable, noise: float, rng: Rng) -> int:
    """The best decision for a player whose estimates have normal errors of about `noise`."""
    best, most, decisions = -1, 0.0, legal(flat)
    for decision in range(DECISIONS):
        if decisions >> decision & 1:
            # The sum of twelve uniform numbers, less its mean, is about normal.
            error = -6.0
            for _ in range(12):
                error += uniform(rng)
            worth = table.options[decision, flat[SEAT]] + noise * error
            if best < 0 or worth > most:
                best, most = decision, worth
    return best


@compiled
def random_decision(flat: Flat, rng: Rng) -> int:
    """Any legal decision, all equally likely."""
    decisions, number = legal(flat), 0
    for decision in range(DECISIONS):
        number += decisions >> decision & 1
    left = below(rng, number)
    for decision in range(DECISIONS):
        left -= decisions >> decision & 1
        if left < 0:
            return decision
    return DRAW


@compiled
def play_out(
    flat: Flat,
    methods: Flat,
    noises: Floats,
    table: TurnTable,
    inner: TurnTable,
    evaluator: Evaluator,
    rng: Rng,
) -> int:
    """Play a game to its end, each seat with its own method and noise; returns the winner."""
    while flat[PHASE] != OVER:
        refill(flat, rng)
        seat = flat[SEAT]
        weigh_decisions(flat, methods[seat], table, inner, evaluator)
        # A little noise at least, so that ties are broken at random.
        decision = choose_with_noise(flat, table, max(noises[seat], 1e-6), rng)
        decide(flat, decision)
        if decision == DRAW:
            draw(flat, pick_symbol(flat, rng))
    return int(flat[SEAT])


@compiled_floats
def learn(
    opening: Flat,
    evaluator: Evaluator,
    table: TurnTable,
    rng: Rng,
    trail: Flat,
    means: Floats,
    grad: Floats,
    trace: float,
    random_share: float,
) -> int:
    """Play a game of the net against itself and add its gradient to `grad`; returns its turns.

    The target of a position is the value of the turn, solved exactly, plus a part of the surprise
    in the rest of the game (`trace`, the lambda of temporal differences). After a random decision
    the rest says nothing about the positions before it.
    """
    players, flat = opening[PLAYERS], opening.copy()
    flat[SEAT] = below(rng, players)
    refill(flat, rng)
    turns, cut = 0, np.zeros(len(trail), np.int64)
    while flat[PHASE] != OVER and turns < len(trail):
        copy(flat, trail[turns])
        refill(flat, rng)
        weigh_by_net(flat, table, evaluator, draws_to_foresee(flat))
        copy(table.worth[0], means[turns])
        cut[turns] = _play_turn(flat, table, random_share, rng)
        turns += 1
    goal, view = np.zeros(2 * players, np.float32), np.zeros(2 * players, np.float32)
    surprise, dout = np.zeros(2 * players, np.float32), np.zeros(2 * players, np.float32)
    for turn in range(turns - 1, -1, -1):
        position = trail[turn]
        for i in range(2 * players):
            kept = np.float32(0) if cut[turn] else np.float32(trace) * surprise[i]
            goal[i] = means[turn, i] + kept
        fill_inputs(position, evaluator)
        forward(evaluator.shape, evaluator.weights, evaluator.x, evaluator.scratch, evaluator.out)
        read_outputs(position, evaluator.out, view)
        for k in range(players):
            seat = (position[SEAT] + k) % players
            dout[k] = view[seat] - goal[seat]
            dout[players + k] = view[players + seat] - goal[players + seat]
        backward(evaluator.shape, evaluator.weights, evaluator.x, evaluator.scratch, dout, grad)
        for i in range(2 * players):
            surprise[i] = goal[i] - view[i]
    return turns


@compiled
def _play_turn(flat: Flat, table: TurnTable, random_share: float, rng: Rng) -> bool:
    """Play the turn by the table; returns whether a random decision was worse."""
    mistaken, drawn = False, 0
    while True:
        decision = table.best[drawn]
        if uniform(rng) < random_share:
            decision = random_decision(flat, rng)
            mistaken = mistaken or decision != table.best[drawn]
        decide(flat, decision)
        if decision != DRAW:
            return mistaken
        symbol = pick_symbol(flat, rng)
        draw(flat, symbol)
        drawn |= 1 << symbol
        if symbols_in(flat, DRAWN) != drawn:  # a bust
            return mistaken
