"""What the lower levels see of a play, and whole games between levels."""

import numpy as np

from ...rules.cards import HAND_SIZE
from ..jit import compiled, compiled_floats
from ..rng import Rng, uniform
from .evaluate import Evaluator
from .game import (
    CARD_KINDS,
    DISCARD,
    DRAWING,
    FIRST,
    PEGS,
    PHASE,
    SEAT,
    SECOND,
    SHOWN,
    SIZE,
    WON,
    Doubles,
    Numbers,
    Position,
    act,
    deal,
    draw,
    legal,
    points_scored,
    win_shares,
)
from .search import rate_actions

HOPED, POINTS, LOWEST, CHANCE = range(4)
"""How a play is chosen: by the face-up symbols that it matches; by its points; among those with the
most points, by the lowest peg that the net expects; among all, by the net's chance to win."""

FAVOUR = 0.25
"""How much more a match counts by `HOPED`, for each step of the peg."""


@compiled
def see_actions(s: Position, method: int, actions: Numbers, rng: Rng, scores: Doubles) -> int:
    """Sort the actions by how good they look at once; returns how many look best.

    By `HOPED`, a player overlooks that points are lost where an area is closed (F2), and never
    discards the hand. By `POINTS` and `LOWEST` they always discard it. Equal ones come in random
    order.
    """
    for i in range(len(actions)):
        action = actions[i]
        if action >= DISCARD:
            scores[i] = (action == DISCARD) != (method == HOPED)
        elif method == HOPED:
            scores[i] = _hoped(s, action >> 1)
        else:
            scores[i] = points_scored(s, action)
        scores[i] += 1e-6 * uniform(rng)
    order = np.argsort(-scores)
    actions[:], scores[:] = actions[order], scores[order]
    number = 1
    while number < len(actions) and scores[number] > scores[0] - 1e-3:
        number += 1
    return number


@compiled_floats
def _hoped(s: Position, card: int) -> float:
    """The face-up symbols that a card matches; a match counts more for a peg that is high."""
    hoped = 0.0
    for colour in (FIRST[card], SECOND[card]):
        if s[SHOWN + colour]:
            hoped += s[SHOWN + colour] + FAVOUR * s[PEGS + 6 * s[SEAT] + colour]
    return float(hoped)


@compiled
def choose(s: Position, method: int, evaluator: Evaluator, actions: Numbers, rng: Rng) -> int:
    """The action of a level below 5."""
    number = see_actions(s, method, actions, rng, np.empty(len(actions)))
    if method == CHANCE:
        number = len(actions)
    if method < LOWEST or number == 1:
        return int(actions[0])
    rated = np.empty((number, 2), np.float32)
    rate_actions(s, evaluator, actions[:number], rated)
    return int(actions[np.argmax(rated[:, 0 if method == CHANCE else 1])])


@compiled
def play_out(players: int, number: int, methods: Numbers, evaluator: Evaluator, rng: Rng) -> float:
    """Play a game; returns the share of the win of seat `number % players`.

    That seat plays by the first method, and the others by the second.
    """
    s, drawn = np.empty(SIZE, np.int8), np.empty(HAND_SIZE, np.int8)
    actions, chances = np.empty(2 * CARD_KINDS, np.int64), np.empty(8, np.float32)
    deal(s, players, number // players % players, rng)
    while s[PHASE] < WON:
        if s[PHASE] == DRAWING:
            draw(s, rng, drawn)
            continue
        method = methods[int(s[SEAT] != number % players)]
        act(s, choose(s, method, evaluator, actions[: legal(s, actions)], rng))
    win_shares(s, chances)
    return float(chances[number % players])
