"""The inputs and outputs of a net for the Card Challenge.

It evaluates the position after a seat's decisions and before the draw, as that seat sees it.
"""

from typing import NamedTuple

import numpy as np

from ...rules.areas import BORDERS, GOAL_COLUMN, LAST_COLUMN
from ...rules.cards import IDLE_PLAYS_EACH
from ...rules.symbols import COLOUR_COUNT
from ..jit import compiled_floats
from ..nets import Floats, Net, Shape, forward
from .game import (
    CARD_KINDS,
    CARDS_WITH_SYMBOL,
    COPIES_EACH,
    DECK,
    DISCARDS,
    DUE,
    FACEUP,
    FIRST,
    HANDS,
    IDLE,
    PEGS,
    PHASE,
    PLAYERS,
    SECOND,
    SHOWN,
    WON,
    Position,
    lowest_peg,
    peg_after,
    rank_key,
    win_shares,
)

# The inputs in the block of a colour, for each seat and besides; then those of no colour.
BLOCK_SEAT, BLOCK = 16, 14
SHARED_SEAT, SHARED = 8, 10
FIRST_BORDER = BORDERS[0]


class Evaluator(NamedTuple):
    """A net and its buffers."""

    shape: Shape
    weights: Floats
    x: Floats
    scratch: Floats
    out: Floats


def shape_of(players: int) -> tuple[int, int, int, int]:
    """The blocks, inputs a block, shared inputs and outputs of a net."""
    block, shared = BLOCK_SEAT * players + BLOCK, SHARED_SEAT * players + SHARED
    return COLOUR_COUNT, block, shared, players + 1


def new_evaluator(net: Net) -> Evaluator:
    """An evaluator with its own buffers; threads must not share one."""
    return Evaluator(
        net.shape,
        net.weights,
        np.zeros(net.inputs, np.float32),
        np.zeros(net.scratch, np.float32),
        np.zeros(8, np.float32),
    )


@compiled_floats
def fill_inputs(s: Position, viewer: int, x: Floats) -> None:
    """Fill in what the viewer sees: the viewer's seat first, and hidden cards as counts."""
    players = s[PLAYERS]
    block = BLOCK_SEAT * players + BLOCK
    shared = 6 * block
    x[:] = 0
    hand = HANDS + CARD_KINDS * viewer
    unseen = np.empty(CARD_KINDS, np.int64)
    hidden, held = 0, 0
    for card in range(CARD_KINDS):
        unseen[card] = COPIES_EACH - s[hand + card] - s[DISCARDS + card]
        held += s[hand + card]
    for place in range(FACEUP, FACEUP + 8):
        if s[place] >= 0:
            unseen[s[place]] -= 1
    in_hand, in_unseen = np.zeros(6, np.int64), np.zeros(6, np.int64)
    for card in range(CARD_KINDS):
        hidden += unseen[card]
        in_hand[FIRST[card]] += s[hand + card]
        in_hand[SECOND[card]] += s[hand + card]
        in_unseen[FIRST[card]] += unseen[card]
        in_unseen[SECOND[card]] += unseen[card]

    gain = np.empty(6, np.int64)
    for i in range(players):
        seat = (viewer + i) % players
        pegs = PEGS + 6 * seat
        low = lowest_peg(s, seat)
        lacking, opened, done = 0, 0, 0
        for colour in range(6):
            peg = s[pegs + colour]
            at = colour * block + BLOCK_SEAT * i
            gain[colour] = peg_after(s, seat, colour, s[SHOWN + colour]) - peg
            x[at + peg] = 1
            x[at + 11] = peg == low
            x[at + 12] = (peg_after(s, seat, colour, LAST_COLUMN) - peg) / 4
            x[at + 13] = gain[colour] / 2
            lacking += max(0, GOAL_COLUMN - peg)
            opened += peg >= FIRST_BORDER
            done += peg >= GOAL_COLUMN
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
        # The best play that this seat may have, and the chance that it wins at once.
        reached = np.zeros(9, np.int64)
        winning, many = 0, 0
        for card in range(CARD_KINDS):
            number = s[hand + card] if i == 0 else unseen[card]
            if number:
                a, b = FIRST[card], SECOND[card]
                reached[gain[a] + gain[b]] += number
                many += number
                wins = done + (s[pegs + a] < GOAL_COLUMN and s[pegs + a] + gain[a] >= GOAL_COLUMN)
                wins += s[pegs + b] < GOAL_COLUMN and s[pegs + b] + gain[b] >= GOAL_COLUMN
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
        x[at + 7] = np.sign(rank_key(s, viewer) - rank_key(s, seat))

    for colour in range(6):
        at = colour * block + BLOCK_SEAT * players
        shown = s[SHOWN + colour]
        if shown:
            x[at + shown - 1] = 1
        if in_hand[colour]:
            x[at + 3 + min(5, in_hand[colour])] = 1
            x[at + 9] = shown / 2
            x[at + 10] = s[PEGS + 6 * viewer + colour] == lowest_peg(s, viewer)
        x[at + 11] = in_hand[colour] / 2
        x[at + 12] = in_unseen[colour] / CARDS_WITH_SYMBOL
        x[at + 13] = in_unseen[colour] / max(1, hidden) * 3 - 1
    at = shared + SHARED_SEAT * players
    idle = s[IDLE] / (IDLE_PLAYS_EACH * players)
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
def evaluate(s: Position, viewer: int, evaluator: Evaluator, chances: Floats) -> None:
    """Each seat's chance to win as the viewer sees it, then the viewer's lowest peg at the end."""
    players = s[PLAYERS]
    if s[PHASE] >= WON:
        win_shares(s, chances)
        chances[players] = lowest_peg(s, viewer)
        return
    fill_inputs(s, viewer, evaluator.x)
    forward(evaluator.shape, evaluator.weights, evaluator.x, evaluator.scratch, evaluator.out)
    most = evaluator.out[0]
    for i in range(1, players):
        most = max(most, evaluator.out[i])
    total = np.float32(0)
    for i in range(players):
        evaluator.out[i] = np.exp(evaluator.out[i] - most)
        total += evaluator.out[i]
    for i in range(players):
        evaluator.out[i] /= total
        chances[(viewer + i) % players] = evaluator.out[i]
    chances[players] = evaluator.out[players] * GOAL_COLUMN
