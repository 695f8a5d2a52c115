"""Playing with the net: the best play, and playouts with redealt hidden cards."""

import numpy as np
import numpy.typing as npt

from ...rules.cards import HAND_SIZE
from ..arrays import copy
from ..jit import compiled, compiled_floats
from ..nets import Floats
from ..rng import Rng
from .evaluate import Evaluator, evaluate
from .game import (
    CARD_KINDS,
    COPIES_EACH,
    DECK,
    DISCARD,
    DISCARDING,
    DRAWING,
    HANDS,
    KEEP,
    PHASE,
    PILE,
    PLAYERS,
    PLAYING,
    SEAT,
    SIZE,
    Doubles,
    Numbers,
    Position,
    act,
    discard_or_keep,
    draw,
    legal,
    play_card,
    shuffle,
)

Rooms = npt.NDArray[np.int8]
"""Positions that a function may overwrite."""

ROOMS = 6


@compiled_floats
def evaluate_after_play(
    s: Position, evaluator: Evaluator, other: Position, chances: Floats
) -> None:
    """Evaluate a position after a play; discard the hand if that is allowed and better (G6)."""
    seat = s[SEAT]
    if s[PHASE] != DISCARDING:
        evaluate(s, seat, evaluator, chances)
        return
    copy(s, other)
    discard_or_keep(other, DISCARD)
    evaluate(other, seat, evaluator, chances)
    discarded = chances[seat]
    discard_or_keep(s, KEEP)
    evaluate(s, seat, evaluator, chances)
    if discarded > chances[seat]:
        copy(other, s)
        evaluate(s, seat, evaluator, chances)


@compiled_floats
def evaluate_to_turn_end(
    s: Position, evaluator: Evaluator, room: Rooms, actions: Numbers, chances: Floats
) -> None:
    """Evaluate a position after a play, with the bonus turns that the play earned.

    Nothing is drawn before a bonus turn (G5), so bonus turns are played out, not estimated.
    """
    if s[PHASE] != PLAYING:
        evaluate_after_play(s, evaluator, room[0], chances)
        return
    seat, mine = s[SEAT], np.empty(8, np.float32)
    copy(s, room[1])
    while room[1, PHASE] == PLAYING:
        best = np.float32(-1)
        for i in range(legal(room[1], actions)):
            copy(room[1], room[2])
            play_card(room[2], actions[i])
            evaluate_after_play(room[2], evaluator, room[0], mine)
            if mine[seat] > best:
                best = mine[seat]
                copy(room[2], room[3])
                copy(mine, chances)
        copy(room[3], room[1])


@compiled_floats
def best_play(
    s: Position, evaluator: Evaluator, room: Rooms, actions: Numbers, chances: Floats
) -> int:
    """Make the play that the net rates best, and discard or keep the hand; returns the play.

    `chances` are the winning chances at the end of the turn.
    """
    seat, best, found = s[SEAT], np.float32(-1), 0
    mine = np.empty(8, np.float32)
    number = legal(s, actions)
    for i in range(number):
        copy(s, room[0])
        play_card(room[0], actions[i])
        evaluate_to_turn_end(room[0], evaluator, room[2:], actions[number:], mine)
        if mine[seat] > best:
            best, found = mine[seat], actions[i]
            copy(room[0], room[1])
            copy(mine, chances)
    copy(room[1], s)
    return found


@compiled
def finish_turn(
    s: Position, evaluator: Evaluator, room: Rooms, actions: Numbers, chances: Floats
) -> None:
    """Play by the net until the seat has nothing left to decide this turn."""
    while s[PHASE] == PLAYING:
        best_play(s, evaluator, room, actions, chances)
    if s[PHASE] == DISCARDING:
        evaluate_after_play(s, evaluator, room[1], chances)


@compiled
def redeal(s: Position, seat: int, rng: Rng) -> None:
    """Shuffle and redeal what a seat has not seen: the other hands and the deck."""
    cards = np.empty(CARD_KINDS * COPIES_EACH, np.int8)
    sizes = np.zeros(4, np.int64)
    number = 0
    for card in range(CARD_KINDS):
        copies = 0
        for i in range(s[DECK]):
            copies += s[PILE + i] == card
        for other in range(s[PLAYERS]):
            if other != seat:
                at = HANDS + CARD_KINDS * other + card
                copies += s[at]
                sizes[other] += s[at]
                s[at] = 0
        cards[number : number + copies] = card
        number += copies
    shuffle(cards, number, rng)
    for other in range(s[PLAYERS]):
        for _ in range(sizes[other]):
            number -= 1
            s[HANDS + CARD_KINDS * other + cards[number]] += 1
    copy(cards[:number], s[PILE : PILE + number])


@compiled
def rate_actions(s: Position, evaluator: Evaluator, actions: Numbers, rated: Floats) -> None:
    """For each action, the net's estimate of the seat's chance and its final lowest peg."""
    seat = s[SEAT]
    room, chances = np.empty((ROOMS, SIZE), np.int8), np.empty(8, np.float32)
    choices = np.empty(2 * CARD_KINDS, np.int64)
    for i in range(len(actions)):
        copy(s, room[0])
        act(room[0], actions[i])
        evaluate_to_turn_end(room[0], evaluator, room[1:], choices, chances)
        rated[i, 0], rated[i, 1] = chances[seat], chances[s[PLAYERS]]


@compiled
def run_playouts(
    s: Position,
    evaluator: Evaluator,
    actions: Numbers,
    rounds: int,
    deals: int,
    rng: Rng,
    sums: Doubles,
) -> None:
    """For each action, on the same deals, add up the seat's chance and its lowest peg at the end.

    After the action all players follow the net for some rounds. The net then evaluates the
    position as the seat sees it, because it only takes the viewer's hand as input.
    """
    players, seat = s[PLAYERS], s[SEAT]
    room = np.empty((ROOMS, SIZE), np.int8)
    dealt, t = np.empty(SIZE, np.int8), np.empty(SIZE, np.int8)
    choices, drawn = np.empty(2 * CARD_KINDS, np.int64), np.empty(HAND_SIZE, np.int8)
    chances, own_rng = np.empty(8, np.float32), np.empty(1, np.uint64)
    for _ in range(deals):
        copy(s, dealt)
        redeal(dealt, seat, rng)
        for i in range(len(actions)):
            copy(dealt, t)
            own_rng[0] = rng[0]
            act(t, actions[i])
            finish_turn(t, evaluator, room, choices, chances)
            for _ in range(rounds * players):
                if t[PHASE] == DRAWING:
                    draw(t, own_rng, drawn)
                    finish_turn(t, evaluator, room, choices, chances)
            evaluate(t, seat, evaluator, chances)
            sums[i, 0] += chances[seat]
            sums[i, 1] += chances[players]
