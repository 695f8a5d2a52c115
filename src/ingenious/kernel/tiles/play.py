"""Whole games: levels against each other, and self-play to learn from."""

import numpy as np

from ..jit import compiled, compiled_floats
from ..nets import Floats, backward, forward
from ..rng import Rng, below, uniform
from .evaluate import Judge, look, read_outputs
from .game import (
    ALL_DRAWS,
    DECISIONS,
    DRAW,
    DRAWN,
    OVER,
    PHASE,
    PLAYERS,
    SEAT,
    Flat,
    decide,
    draw,
    legal,
    pull,
    refill,
)
from .turn import Table, sound_draws, symbols_in, weigh_ahead, weigh_by_gain, weigh_by_net

GAIN, NET, NET_AHEAD = range(3)
"""Ways to weigh decisions, each better than the one before."""


@compiled
def weigh(flat: Flat, way: int, table: Table, inner: Table, judge: Judge) -> int:
    """Weigh the decisions in one of the ways; returns the best."""
    if way == GAIN:
        return weigh_by_gain(flat, table, 1)
    if way == NET:
        return weigh_by_net(flat, table, judge, ALL_DRAWS)
    return weigh_ahead(flat, table, inner, judge)


@compiled_floats
def misjudge(flat: Flat, table: Table, blur: float, rng: Rng) -> int:
    """The best decision for one to whom each looks better or worse than it is, by about `blur`."""
    best, most, decisions = -1, 0.0, legal(flat)
    for decision in range(DECISIONS):
        if decisions >> decision & 1:
            # Twelve throws of chance, less their mean, spread like one normal error.
            error = -6.0
            for _ in range(12):
                error += uniform(rng)
            worth = table.options[decision, flat[SEAT]] + blur * error
            if best < 0 or worth > most:
                best, most = decision, worth
    return best


@compiled
def any_legal(flat: Flat, rng: Rng) -> int:
    """A legal decision by chance."""
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
    ways: Flat,
    blurs: Floats,
    table: Table,
    inner: Table,
    judge: Judge,
    rng: Rng,
) -> int:
    """Play a game to its end, each seat weighing and misjudging in its own way; the winner."""
    while flat[PHASE] != OVER:
        refill(flat, rng)
        seat = flat[SEAT]
        weigh(flat, ways[seat], table, inner, judge)
        # Without blur too, for equal decisions are to be chosen between at random.
        decision = misjudge(flat, table, max(blurs[seat], 1e-6), rng)
        decide(flat, decision)
        if decision == DRAW:
            draw(flat, pull(flat, rng))
    return int(flat[SEAT])


@compiled_floats
def learn(
    opening: Flat,
    judge: Judge,
    table: Table,
    rng: Rng,
    trail: Flat,
    means: Floats,
    grad: Floats,
    memory: float,
    mistakes: float,
) -> int:
    """Play a game against oneself and add to `grad` what it teaches; returns its turns.

    The value of a position is drawn towards what the turn is worth, solved exactly, plus so much
    of the surprise that the rest of the game was (`memory`, the lambda of temporal differences).
    After a mistake made on purpose the rest teaches nothing about what came before.
    """
    players, flat = opening[PLAYERS], opening.copy()
    flat[SEAT] = below(rng, players)
    refill(flat, rng)
    turns, cut = 0, np.zeros(len(trail), np.int64)
    while flat[PHASE] != OVER and turns < len(trail):
        trail[turns] = flat
        refill(flat, rng)
        weigh_by_net(flat, table, judge, sound_draws(flat))
        means[turns] = table.worth[0]
        cut[turns] = _play_turn(flat, table, mistakes, rng)
        turns += 1
    goal, view = np.zeros(2 * players, np.float32), np.zeros(2 * players, np.float32)
    surprise, dout = np.zeros(2 * players, np.float32), np.zeros(2 * players, np.float32)
    for turn in range(turns - 1, -1, -1):
        position = trail[turn]
        for i in range(2 * players):
            kept = np.float32(0) if cut[turn] else np.float32(memory) * surprise[i]
            goal[i] = means[turn, i] + kept
        look(position, judge)
        forward(judge.shape, judge.weights, judge.x, judge.scratch, judge.out)
        read_outputs(position, judge.out, view)
        for k in range(players):
            seat = (position[SEAT] + k) % players
            dout[k] = view[seat] - goal[seat]
            dout[players + k] = view[players + seat] - goal[players + seat]
        backward(judge.shape, judge.weights, judge.x, judge.scratch, dout, grad)
        for i in range(2 * players):
            surprise[i] = goal[i] - view[i]
    return turns


@compiled
def _play_turn(flat: Flat, table: Table, mistakes: float, rng: Rng) -> bool:
    """Play the turn as the table says; returns whether a mistake was made in it."""
    mistaken, drawn = False, 0
    while True:
        decision = table.best[drawn]
        if uniform(rng) < mistakes:
            decision = any_legal(flat, rng)
            mistaken = mistaken or decision != table.best[drawn]
        decide(flat, decision)
        if decision != DRAW:
            return mistaken
        symbol = pull(flat, rng)
        draw(flat, symbol)
        drawn |= 1 << symbol
        if symbols_in(flat, DRAWN) != drawn:  # out
            return mistaken
