"""Learning by self-play, and the greedy player that measures it."""

import numpy as np

from ...rules.areas import GOAL_COLUMN
from ...rules.cards import HAND_SIZE
from ..arrays import copy
from ..jit import compiled, compiled_floats
from ..nets import Floats, backward
from ..rng import Rng, below, uniform
from .evaluate import Evaluator, evaluate
from .game import (
    CARD_KINDS,
    DISCARD,
    DISCARDING,
    DRAWING,
    PHASE,
    PLAYING,
    SEAT,
    SIZE,
    WON,
    Doubles,
    Numbers,
    Position,
    deal,
    discard_or_keep,
    draw,
    legal,
    lowest_peg,
    play_card,
    points_scored,
    win_shares,
)
from .search import ROOMS, best_play, evaluate_after_play, finish_turn

MAX_POSITIONS = 600
"""Positions of one game that there is room for; longer games teach nothing."""

TRACE = np.float32(0.8)
"""How much of a target comes from further on than the seat's next position."""

RANDOM_SHARE = 0.025
"""The part of plays that are made at random."""

LOWEST_WEIGHT = np.float32(0.1)
"""The weight of an error about the lowest peg, beside one about the chances."""


@compiled_floats
def learn(
    evaluator: Evaluator, players: int, games: int, rng: Rng, grad: Floats, notes: Doubles
) -> None:
    """Play games of the net against itself, and add their gradient to `grad`.

    The target of a position is a mean of the values of the seat's later positions and of the
    result (TD); a random play cuts it off. `notes` adds up positions and cross-entropy.
    """
    s, drawn = np.empty(SIZE, np.int8), np.empty(HAND_SIZE, np.int8)
    room, actions = np.empty((ROOMS, SIZE), np.int8), np.empty(2 * CARD_KINDS, np.int64)
    chances, chances_of_best = np.empty(8, np.float32), np.empty(8, np.float32)
    kept, seats = np.empty((MAX_POSITIONS, SIZE), np.int8), np.empty(MAX_POSITIONS, np.int64)
    promised = np.empty((MAX_POSITIONS, 8), np.float32)
    astray = np.empty(MAX_POSITIONS, np.bool_)
    targets, dout = np.empty((4, 8), np.float32), np.empty(8, np.float32)
    for _ in range(games):
        deal(s, players, below(rng, players), rng)
        opening = below(rng, 6 * players) if uniform(rng) < 0.5 else 0
        number = 0
        while s[PHASE] < WON and number < MAX_POSITIONS:
            if s[PHASE] == DRAWING:
                draw(s, rng, drawn)
            elif opening:
                opening -= 1
                play_card(s, actions[below(rng, legal(s, actions))])
                evaluate_after_play(s, evaluator, room[1], chances)
            else:
                wanders = uniform(rng) < RANDOM_SHARE
                if wanders:
                    copy(s, kept[number])
                best_play(s, evaluator, room, actions, chances_of_best)
                if wanders:
                    copy(kept[number], s)
                    play_card(s, actions[below(rng, legal(s, actions))])
                    evaluate_after_play(s, evaluator, room[1], chances)
                copy(s, kept[number])
                seats[number] = s[SEAT]
                copy(chances_of_best, promised[number])
                astray[number] = wanders
                number += 1
        if s[PHASE] < WON:
            continue
        for seat in range(players):
            win_shares(s, targets[seat])
        for i in range(number - 1, -1, -1):
            seat = seats[i]
            target = targets[seat]
            if kept[i, PHASE] < WON:
                evaluate(kept[i], seat, evaluator, chances)
                for j in range(players):
                    chance, part = chances[(seat + j) % players], target[(seat + j) % players]
                    dout[j] = chance - part
                    notes[1] -= part * np.log(max(np.float32(1e-9), chance))
                error = (chances[players] - lowest_peg(s, seat)) / np.float32(GOAL_COLUMN)
                dout[players] = LOWEST_WEIGHT * error
                backward(
                    evaluator.shape, evaluator.weights, evaluator.x, evaluator.scratch, dout, grad
                )
                notes[0] += 1
            if astray[i]:
                for other in range(players):
                    targets[other] = promised[i]
            else:
                for j in range(players):
                    target[j] = TRACE * target[j] + (1 - TRACE) * promised[i, j]


@compiled
def greedy_turn(s: Position, actions: Numbers, rng: Rng) -> None:
    """Play for most points, ties at random; discard whenever it is allowed."""
    while s[PHASE] == PLAYING:
        number, best, equal, found = legal(s, actions), -1, 0, 0
        for i in range(number):
            value = points_scored(s, actions[i])
            if value > best:
                best, equal, found = value, 1, actions[i]
            elif value == best:
                equal += 1
                if below(rng, equal) == 0:
                    found = actions[i]
        play_card(s, found)
    if s[PHASE] == DISCARDING:
        discard_or_keep(s, DISCARD)


@compiled
def win_rate_against_greedy(evaluator: Evaluator, players: int, games: int, rng: Rng) -> float:
    """The part of games that the net wins, looking one play ahead, against greedy players."""
    s, drawn = np.empty(SIZE, np.int8), np.empty(HAND_SIZE, np.int8)
    room, actions = np.empty((ROOMS, SIZE), np.int8), np.empty(2 * CARD_KINDS, np.int64)
    chances = np.empty(8, np.float32)
    won = 0.0
    for number in range(games):
        deal(s, players, number // players % players, rng)
        while s[PHASE] < WON:
            if s[PHASE] == DRAWING:
                draw(s, rng, drawn)
            elif s[SEAT] == number % players:
                finish_turn(s, evaluator, room, actions, chances)
            else:
                greedy_turn(s, actions, rng)
        win_shares(s, chances)
        won += chances[number % players]
    return won / games
