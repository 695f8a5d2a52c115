"""Learning by self-play, and greed to be measured against."""

import numpy as np

from ...rules.areas import GOAL
from ...rules.cards import HAND
from ..jit import compiled, compiled_floats
from ..nets import Floats, backward
from ..rng import Rng, below, uniform
from .evaluate import Mind, judge
from .game import (
    CHOOSE,
    DECAY,
    DISCARD,
    DRAW,
    KINDS,
    LONGEST,
    LOWEST,
    PHASE,
    PLAY,
    SEAT,
    SIZE,
    WILD,
    WON,
    Numbers,
    Position,
    Sums,
    choose,
    deal,
    draw,
    legal,
    min_peg,
    play,
    points,
    shares,
)
from .search import best_play, finish_turn, settle


@compiled_floats
def learn(mind: Mind, players: int, games: int, rng: Rng, grad: Floats, notes: Sums) -> None:
    """Games of the net against itself; adds up the gradient of all that they teach.

    The target of a position is a mean of what the seat's later positions promise and of how the
    game ends (TD); a play at random cuts it off. `notes` adds up positions and cross-entropy.
    """
    s, drawn = np.empty(SIZE, np.int8), np.empty(HAND, np.int8)
    room, actions = np.empty((3, SIZE), np.int8), np.empty(2 * KINDS, np.int64)
    chances, chances_of_best = np.empty(8, np.float32), np.empty(8, np.float32)
    kept, seats = np.empty((LONGEST, SIZE), np.int8), np.empty(LONGEST, np.int64)
    promised = np.empty((LONGEST, 8), np.float32)
    astray = np.empty(LONGEST, np.bool_)
    targets, dout = np.empty((4, 8), np.float32), np.empty(8, np.float32)
    for _ in range(games):
        deal(s, players, below(rng, players), rng)
        opening = below(rng, 6 * players) if uniform(rng) < 0.5 else 0
        number = 0
        while s[PHASE] < WON and number < LONGEST:
            if s[PHASE] == DRAW:
                draw(s, rng, drawn)
            elif opening:
                opening -= 1
                play(s, actions[below(rng, legal(s, actions))])
                settle(s, mind, room[1], chances)
            else:
                wanders = uniform(rng) < WILD
                if wanders:
                    kept[number] = s
                best_play(s, mind, room, actions, chances_of_best)
                if wanders:
                    s[:] = kept[number]
                    play(s, actions[below(rng, legal(s, actions))])
                    settle(s, mind, room[1], chances)
                kept[number] = s
                seats[number] = s[SEAT]
                promised[number] = chances_of_best
                astray[number] = wanders
                number += 1
        if s[PHASE] < WON:
            continue
        for seat in range(players):
            shares(s, targets[seat])
        for i in range(number - 1, -1, -1):
            seat = seats[i]
            target = targets[seat]
            if kept[i, PHASE] < WON:
                judge(kept[i], seat, mind, chances)
                for j in range(players):
                    chance, part = chances[(seat + j) % players], target[(seat + j) % players]
                    dout[j] = chance - part
                    notes[1] -= part * np.log(max(np.float32(1e-9), chance))
                error = (chances[players] - min_peg(s, seat)) / np.float32(GOAL)
                dout[players] = LOWEST * error
                backward(mind.shape, mind.weights, mind.x, mind.scratch, dout, grad)
                notes[0] += 1
            if astray[i]:
                for other in range(players):
                    targets[other] = promised[i]
            else:
                for j in range(players):
                    target[j] = DECAY * target[j] + (1 - DECAY) * promised[i, j]


# Greed, to be measured against


@compiled
def greedy_turn(s: Position, actions: Numbers, rng: Rng) -> None:
    """Play for most points, equal ones at random; discard whenever it is allowed."""
    while s[PHASE] == PLAY:
        number, best, equal, found = legal(s, actions), -1, 0, 0
        for i in range(number):
            value = points(s, actions[i])
            if value > best:
                best, equal, found = value, 1, actions[i]
            elif value == best:
                equal += 1
                if below(rng, equal) == 0:
                    found = actions[i]
        play(s, found)
    if s[PHASE] == CHOOSE:
        choose(s, DISCARD)


@compiled
def against_greed(mind: Mind, players: int, games: int, rng: Rng) -> float:
    """The part of games that the net wins, looking one play ahead, against greed elsewhere."""
    s, drawn = np.empty(SIZE, np.int8), np.empty(HAND, np.int8)
    room, actions = np.empty((3, SIZE), np.int8), np.empty(2 * KINDS, np.int64)
    chances = np.empty(8, np.float32)
    won = 0.0
    for number in range(games):
        deal(s, players, number // players % players, rng)
        while s[PHASE] < WON:
            if s[PHASE] == DRAW:
                draw(s, rng, drawn)
            elif s[SEAT] == number % players:
                finish_turn(s, mind, room, actions, chances)
            else:
                greedy_turn(s, actions, rng)
        shares(s, chances)
        won += chances[number % players]
    return won / games
