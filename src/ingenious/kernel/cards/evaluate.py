"""What a net sees of a position, and what it says.

It judges the position after a seat's decisions, before it draws, as that seat sees it.
"""

from typing import NamedTuple

import numpy as np

from ...rules.areas import GOAL, LAST
from ...rules.cards import PATIENCE
from ..jit import compiled_floats
from ..nets import Floats, Net, Shape, forward, new_net
from .game import (
    COPIES,
    DECK,
    DISCARDS,
    DUE,
    FACEUP,
    FIRST,
    HANDS,
    IDLE,
    KINDS,
    PEGS,
    PHASE,
    PLAYERS,
    SECOND,
    SHOWING,
    SHOWN,
    WON,
    Position,
    min_peg,
    reach,
    shares,
    standing,
)

# Inputs of the net: in the block of a colour for each seat and besides, then those of no colour.
BLOCK_SEAT, BLOCK = 16, 14
SHARED_SEAT, SHARED = 8, 10


class Mind(NamedTuple):
    """A net, and the room it needs to think."""

    shape: Shape
    weights: Floats
    x: Floats
    scratch: Floats
    out: Floats


def fresh_net(players: int, hidden: int, upper: int, seed: int) -> Net:
    """An untrained net: a logit for each seat from the seat that looks on, and its lowest peg."""
    blocks, block, shared, outputs = shape_of(players)
    return new_net(blocks, block, shared, hidden, upper, outputs, seed)


def shape_of(players: int) -> tuple[int, int, int, int]:
    """The blocks, inputs a block, shared inputs and outputs of a net."""
    return 6, BLOCK_SEAT * players + BLOCK, SHARED_SEAT * players + SHARED, players + 1


def mind_of(net: Net) -> Mind:
    """A mind with rooms of its own; threads must not share one."""
    return Mind(
        net.shape,
        net.weights,
        np.zeros(net.inputs, np.float32),
        np.zeros(net.scratch, np.float32),
        np.zeros(8, np.float32),
    )


@compiled_floats
def look(s: Position, viewer: int, x: Floats) -> None:
    """Fill in what the viewer sees: seats from itself on, of hidden cards only their numbers."""
    players = s[PLAYERS]
    block = BLOCK_SEAT * players + BLOCK
    shared = 6 * block
    x[:] = 0
    hand = HANDS + KINDS * viewer
    unseen = np.empty(KINDS, np.int64)
    hidden, held = 0, 0
    for card in range(KINDS):
        unseen[card] = COPIES - s[hand + card] - s[DISCARDS + card]
        held += s[hand + card]
    for place in range(FACEUP, FACEUP + 8):
        if s[place] >= 0:
            unseen[s[place]] -= 1
    in_hand, in_unseen = np.zeros(6, np.int64), np.zeros(6, np.int64)
    for card in range(KINDS):
        hidden += unseen[card]
        in_hand[FIRST[card]] += s[hand + card]
        in_hand[SECOND[card]] += s[hand + card]
        in_unseen[FIRST[card]] += unseen[card]
        in_unseen[SECOND[card]] += unseen[card]

    gain = np.empty(6, np.int64)
    for i in range(players):
        seat = (viewer + i) % players
        pegs = PEGS + 6 * seat
        low = min_peg(s, seat)
        lacking, opened, done = 0, 0, 0
        for colour in range(6):
            peg = s[pegs + colour]
            at = colour * block + BLOCK_SEAT * i
            gain[colour] = reach(s, seat, colour, s[SHOWN + colour]) - peg
            x[at + peg] = 1
            x[at + 11] = peg == low
            x[at + 12] = (reach(s, seat, colour, LAST) - peg) / 4
            x[at + 13] = gain[colour] / 2
            lacking += max(0, GOAL - peg)
            opened += peg >= 4
            done += peg >= GOAL
        for place in range(2):
            card = s[FACEUP + 2 * seat + place]
            if card >= 0:
                x[FIRST[card] * block + BLOCK_SEAT * i + 14 + place] = 1
                x[SECOND[card] * block + BLOCK_SEAT * i + 14 + place] = 1
        at = shared + SHARED_SEAT * i
        x[at] = lacking / 21 - 1
        x[at + 1] = low / 3 - 1
        x[at + 2] = opened / 3
        x[at + 3] = done / 3
        # The best play that this seat can hope for, and the chance that it wins at once.
        reached = np.zeros(9, np.int64)
        winning, many = 0, 0
        for card in range(KINDS):
            number = s[hand + card] if i == 0 else unseen[card]
            if number:
                a, b = FIRST[card], SECOND[card]
                reached[gain[a] + gain[b]] += number
                many += number
                wins = done + (s[pegs + a] < GOAL and s[pegs + a] + gain[a] >= GOAL)
                wins += s[pegs + b] < GOAL and s[pegs + b] + gain[b] >= GOAL
                if wins == 6:
                    winning += number
        if many:
            seen = 0
            for value in range(8):
                seen += reached[value]
                if i == 0:
                    x[at + 4] += (seen < held) / 4
                else:
                    part = seen / many
                    x[at + 4] += (1 - part * part * part * part * part * part) / 4
                x[at + 5] += (1 - seen / many) / 2
            none = 1 - winning / many
            x[at + 6] = winning > 0 if i == 0 else 1 - none * none * none * none * none * none
        x[at + 7] = np.sign(standing(s, viewer) - standing(s, seat))

    for colour in range(6):
        at = colour * block + BLOCK_SEAT * players
        shown = s[SHOWN + colour]
        if shown:
            x[at + shown - 1] = 1
        if in_hand[colour]:
            x[at + 3 + min(5, in_hand[colour])] = 1
            x[at + 9] = shown / 2
            x[at + 10] = s[PEGS + 6 * viewer + colour] == min_peg(s, viewer)
        x[at + 11] = in_hand[colour] / 2
        x[at + 12] = in_unseen[colour] / SHOWING
        x[at + 13] = in_unseen[colour] / max(1, hidden) * 3 - 1
    at = shared + SHARED_SEAT * players
    idle = s[IDLE] / (PATIENCE * players)
    x[at] = idle
    x[at + 1] = idle * idle * idle
    x[at + 2] = held / 3
    x[at + 3] = held == 0
    x[at + 4] = s[DUE] > 0
    x[at + 5] = s[DUE] > 1
    x[at + 6] = s[DECK] / 30
    for i in range(1, players):
        x[at + 6 + i] = idle * x[shared + SHARED_SEAT * i + 7]


@compiled_floats
def judge(s: Position, viewer: int, mind: Mind, chances: Floats) -> None:
    """Each seat's chance to win as the viewer sees it, then the viewer's lowest peg at the end."""
    players = s[PLAYERS]
    if s[PHASE] >= WON:
        shares(s, chances)
        chances[players] = min_peg(s, viewer)
        return
    look(s, viewer, mind.x)
    forward(mind.shape, mind.weights, mind.x, mind.scratch, mind.out)
    most = mind.out[0]
    for i in range(1, players):
        most = max(most, mind.out[i])
    total = np.float32(0)
    for i in range(players):
        mind.out[i] = np.exp(mind.out[i] - most)
        total += mind.out[i]
    for i in range(players):
        mind.out[i] /= total
        chances[(viewer + i) % players] = mind.out[i]
    chances[players] = mind.out[players] * GOAL
