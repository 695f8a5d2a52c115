"""Playing by the net: the best card, and playouts over hands dealt again."""

import numpy as np
import numpy.typing as npt

from ...rules.cards import HAND
from ..jit import compiled, compiled_floats
from ..nets import Floats
from ..rng import Rng
from .evaluate import Mind, judge
from .game import (
    CHOOSE,
    COPIES,
    DECK,
    DISCARD,
    DRAW,
    HANDS,
    KEEP,
    KINDS,
    PHASE,
    PILE,
    PLAY,
    PLAYERS,
    SEAT,
    SIZE,
    Numbers,
    Position,
    Sums,
    act,
    choose,
    draw,
    legal,
    play,
    shuffle,
)


@compiled_floats
def settle(s: Position, mind: Mind, other: Position, chances: Floats) -> None:
    """Judge a position after a play; where the hand may be discarded, do what is better (G6)."""
    seat = s[SEAT]
    if s[PHASE] != CHOOSE:
        judge(s, seat, mind, chances)
        return
    other[:] = s
    choose(other, DISCARD)
    judge(other, seat, mind, chances)
    discarded = chances[seat]
    choose(s, KEEP)
    judge(s, seat, mind, chances)
    if discarded > chances[seat]:
        s[:] = other
        judge(s, seat, mind, chances)


@compiled_floats
def best_play(
    s: Position, mind: Mind, room: npt.NDArray[np.int8], actions: Numbers, chances: Floats
) -> int:
    """Make the play that the net likes best and settle the hand; returns the play.

    `chances` are those of the position reached.
    """
    seat, best, found = s[SEAT], np.float32(-1), 0
    mine = np.empty(8, np.float32)
    number = legal(s, actions)
    for i in range(number):
        room[0] = s
        play(room[0], actions[i])
        settle(room[0], mind, room[1], mine)
        if mine[seat] > best:
            best, found = mine[seat], actions[i]
            room[2] = room[0]
            chances[:] = mine
    s[:] = room[2]
    return found


@compiled
def finish_turn(
    s: Position, mind: Mind, room: npt.NDArray[np.int8], actions: Numbers, chances: Floats
) -> None:
    """Play by the net until the seat has nothing left to decide this turn."""
    while s[PHASE] == PLAY:
        best_play(s, mind, room, actions, chances)
    if s[PHASE] == CHOOSE:
        settle(s, mind, room[1], chances)


@compiled
def redeal(s: Position, seat: int, rng: Rng) -> None:
    """Deal anew what the seat has not seen: the other hands and the deck."""
    cards = np.empty(KINDS * COPIES, np.int8)
    sizes = np.zeros(4, np.int64)
    number = 0
    for card in range(KINDS):
        copies = 0
        for i in range(s[DECK]):
            copies += s[PILE + i] == card
        for other in range(s[PLAYERS]):
            if other != seat:
                at = HANDS + KINDS * other + card
                copies += s[at]
                sizes[other] += s[at]
                s[at] = 0
        cards[number : number + copies] = card
        number += copies
    shuffle(cards, number, rng)
    for other in range(s[PLAYERS]):
        for _ in range(sizes[other]):
            number -= 1
            s[HANDS + KINDS * other + cards[number]] += 1
    s[PILE : PILE + number] = cards[:number]


@compiled
def rate(s: Position, mind: Mind, actions: Numbers, rated: Floats) -> None:
    """For each action, the seat's chance and its lowest peg at the end by the net alone."""
    seat = s[SEAT]
    room, chances = np.empty((2, SIZE), np.int8), np.empty(8, np.float32)
    for i in range(len(actions)):
        room[0] = s
        act(room[0], actions[i])
        settle(room[0], mind, room[1], chances)
        rated[i, 0], rated[i, 1] = chances[seat], chances[s[PLAYERS]]


@compiled
def playouts(
    s: Position, mind: Mind, actions: Numbers, rounds: int, deals: int, rng: Rng, sums: Sums
) -> None:
    """For each action, on the same deals, add up the seat's chance and its lowest peg at the end.

    After the action everybody plays by the net, so many times round the table. The net then judges
    as the seat itself sees it, for it knows no hand but the viewer's.
    """
    players, seat = s[PLAYERS], s[SEAT]
    room = np.empty((3, SIZE), np.int8)
    dealt, t = np.empty(SIZE, np.int8), np.empty(SIZE, np.int8)
    choices, drawn = np.empty(2 * KINDS, np.int64), np.empty(HAND, np.int8)
    chances, luck = np.empty(8, np.float32), np.empty(1, np.uint64)
    for _ in range(deals):
        dealt[:] = s
        redeal(dealt, seat, rng)
        for i in range(len(actions)):
            t[:] = dealt
            luck[0] = rng[0]
            act(t, actions[i])
            finish_turn(t, mind, room, choices, chances)
            for _ in range(rounds * players):
                if t[PHASE] == DRAW:
                    draw(t, luck, drawn)
                    finish_turn(t, mind, room, choices, chances)
            judge(t, seat, mind, chances)
            sums[i, 0] += chances[seat]
            sums[i, 1] += chances[players]
