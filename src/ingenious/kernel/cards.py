"""The Card Challenge on one flat array: the game, what a net sees of it, self-play and playouts.

A position is a vector of small whole numbers, laid out by the offsets below; nothing else is
needed to go on from it. A play is a number: twice the card's place in `PAIRS`, plus one if its
second symbol is scored first. `DISCARD` and `KEEP` are the two answers about a hand (G6).

The net judges the position after a seat's decisions, before it draws, as that seat sees it.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..rules.areas import GOAL, LAST
from ..rules.cards import BOX, HAND, PATIENCE, CardState
from ..rules.symbols import ORDER, PAIRS
from .chance import Rng, below, uniform
from .compiled import compiled, compiled_floats
from .nets import Floats, Net, Shape, backward, forward, new_net

Position = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.int64]
Sums = npt.NDArray[np.float64]

KINDS = len(PAIRS)
COPIES = len(BOX) // KINDS
SHOWING = 5 * COPIES  # cards of the box that show a given symbol
FIRST = np.array([ORDER[card[0]] for card in PAIRS], dtype=np.int64)
SECOND = np.array([ORDER[card[1]] for card in PAIRS], dtype=np.int64)
# One peg on a column weighs more than all six on the next: fewer low pegs are better (A4).
WEIGHT = np.array([7 ** (LAST - peg) for peg in range(LAST + 1)], dtype=np.int64)

PLAYERS, SEAT, DUE, IDLE, PHASE, DECK = range(6)
PEGS = 6  # six for each of four seats
FACEUP = PEGS + 24  # two places for each seat, the nearest the centre first
SHOWN = FACEUP + 8  # how many face-up cards show each symbol
HANDS = SHOWN + 6  # how many cards of each kind, for each seat
DISCARDS = HANDS + 4 * KINDS  # how many cards of each kind
PILE = DISCARDS + KINDS  # the deck, the next card to be drawn last
SIZE = PILE + len(BOX)

PLAY, CHOOSE, DRAW, WON, STALLED = range(5)
PHASES = ("play", "discard", "draw")

DISCARD, KEEP = 2 * KINDS, 2 * KINDS + 1
NOTHING = -1

LONGEST = 600
"""Positions of one game that self-play has room for; longer games teach nothing."""

DECAY = np.float32(0.8)
"""How much of a target comes from further on than the seat's next position."""

WILD = 0.025
"""The part of plays in self-play that are made at random."""

LOWEST = np.float32(0.1)
"""What an error about the lowest peg weighs in learning, beside one about the chances."""


def position(state: CardState) -> Position:
    """A running game's state as the kernel holds it; the deck's order means nothing."""
    players = len(state.hands)
    s = np.zeros(SIZE, dtype=np.int8)
    s[PLAYERS], s[SEAT], s[DUE], s[IDLE] = players, state.seat, state.due, state.idle
    s[PHASE], s[DECK] = PHASES.index(state.phase), len(state.deck)
    s[FACEUP : FACEUP + 8] = NOTHING
    for seat in range(players):
        s[PEGS + 6 * seat : PEGS + 6 * seat + 6] = state.pegs[seat]
        for place, card in enumerate(state.faceup[seat]):
            s[FACEUP + 2 * seat + place] = PAIRS.index(card)
            for symbol in card:
                s[SHOWN + ORDER[symbol]] += 1
        for card in state.hands[seat]:
            s[HANDS + KINDS * seat + PAIRS.index(card)] += 1
    for card in state.discards:
        s[DISCARDS + PAIRS.index(card)] += 1
    s[PILE : PILE + len(state.deck)] = [PAIRS.index(card) for card in state.deck]
    return s


# The game


@compiled
def shuffle(cards: Position, number: int, rng: Rng) -> None:
    """Shuffle the first cards of a pile."""
    for i in range(number - 1, 0, -1):
        j = below(rng, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@compiled
def deal(s: Position, players: int, start: int, rng: Rng) -> None:
    """A new game, dealt at random (G2)."""
    s[:] = 0
    s[PLAYERS], s[SEAT], s[DUE], s[DECK] = players, start, 1, KINDS * COPIES
    for i in range(KINDS * COPIES):
        s[PILE + i] = i // COPIES
    shuffle(s[PILE:], KINDS * COPIES, rng)
    s[FACEUP : FACEUP + 8] = NOTHING
    for seat in range(players):
        for _ in range(HAND):
            s[DECK] -= 1
            s[HANDS + KINDS * seat + s[PILE + s[DECK]]] += 1
        for place in range(2 if players == 2 else 1):
            s[DECK] -= 1
            card = s[PILE + s[DECK]]
            s[FACEUP + 2 * seat + place] = card
            s[SHOWN + FIRST[card]] += 1
            s[SHOWN + SECOND[card]] += 1


@compiled
def reach(s: Position, seat: int, colour: int, points: int) -> int:
    """The column to which so many points would take a peg (F2)."""
    at = PEGS + 6 * seat
    peg = s[at + colour]
    floor = LAST
    for other in range(6):
        if other != colour:
            floor = min(floor, s[at + other])
    for _ in range(points):
        # Its own steps count, and a peg about to enter an area stands high enough itself.
        if (peg == 3 and floor < 1) or (peg == 6 and floor < 4) or peg == LAST:
            break
        peg += 1
    return int(peg)


@compiled
def play(s: Position, action: int) -> None:
    """Play a card (G3 to G5): score both symbols, replace a face-up card, see what follows."""
    players, seat, card = s[PLAYERS], s[SEAT], action >> 1
    s[DUE] -= 1
    s[IDLE] += 1
    for half in range(2):
        colour = FIRST[card] if half == action & 1 else SECOND[card]
        at = PEGS + 6 * seat + colour
        peg = reach(s, seat, colour, s[SHOWN + colour])
        if peg != s[at]:
            s[IDLE] = 0
            s[DUE] += peg == LAST
            s[at] = peg
    s[HANDS + KINDS * seat + card] -= 1
    place = FACEUP + 2 * seat
    gone = s[place]
    if players == 2:
        s[place] = s[place + 1]
        place += 1
    s[place] = card
    s[SHOWN + FIRST[gone]] -= 1
    s[SHOWN + SECOND[gone]] -= 1
    s[SHOWN + FIRST[card]] += 1
    s[SHOWN + SECOND[card]] += 1
    s[DISCARDS + gone] += 1
    if min_peg(s, seat) >= GOAL:
        s[PHASE] = WON
    elif s[IDLE] >= PATIENCE * players:
        s[PHASE] = STALLED
    elif s[DUE] == 0:
        s[PHASE] = CHOOSE if may_discard(s) else DRAW


@compiled
def min_peg(s: Position, seat: int) -> int:
    """The lowest peg of a seat."""
    low = LAST
    for colour in range(6):
        low = min(low, s[PEGS + 6 * seat + colour])
    return low


@compiled
def may_discard(s: Position) -> bool:
    """Whether the seat holds cards and none shows a lowest colour of its (G6)."""
    seat = s[SEAT]
    low, holds = min_peg(s, seat), False
    for card in range(KINDS):
        if s[HANDS + KINDS * seat + card]:
            holds = True
            pegs = PEGS + 6 * seat
            if s[pegs + FIRST[card]] == low or s[pegs + SECOND[card]] == low:
                return False
    return holds


@compiled
def choose(s: Position, action: int) -> None:
    """Discard the hand or keep it (G6)."""
    if action == DISCARD:
        for card in range(KINDS):
            at = HANDS + KINDS * s[SEAT] + card
            s[DISCARDS + card] += s[at]
            s[at] = 0
    s[PHASE] = DRAW


@compiled
def act(s: Position, action: int) -> None:
    """Play a card, or answer about the hand."""
    if action < DISCARD:
        play(s, action)
    else:
        choose(s, action)


@compiled
def renew(s: Position, rng: Rng) -> None:
    """Shuffle the discards to become the deck, if it is empty (G7)."""
    if s[DECK]:
        return
    for card in range(KINDS):
        for _ in range(s[DISCARDS + card]):
            s[PILE + s[DECK]] = card
            s[DECK] += 1
        s[DISCARDS + card] = 0
    shuffle(s[PILE:], s[DECK], rng)


@compiled
def draw(s: Position, rng: Rng, drawn: Position) -> int:
    """Draw up to six and pass the turn on; the cards go to `drawn`, their number is returned."""
    seat, missing, number = s[SEAT], HAND, 0
    for card in range(KINDS):
        missing -= s[HANDS + KINDS * seat + card]
    while number < missing:
        renew(s, rng)
        if s[DECK] == 0:
            break
        s[DECK] -= 1
        card = s[PILE + s[DECK]]
        drawn[number] = card
        number += 1
        s[HANDS + KINDS * seat + card] += 1
    renew(s, rng)
    s[SEAT] = (seat + 1) % s[PLAYERS]
    s[DUE] = 1
    s[PHASE] = PLAY
    return number


@compiled
def legal(s: Position, actions: Numbers) -> int:
    """Fill in the actions of the seat to move and return their number.

    Of the two orders of a card, only one is named where both do the same.
    """
    if s[PHASE] == CHOOSE:
        actions[0], actions[1] = DISCARD, KEEP
        return 2
    seat, number = s[SEAT], 0
    for card in range(KINDS):
        if s[HANDS + KINDS * seat + card]:
            actions[number] = 2 * card
            number += 1
            if order_matters(s, card):
                actions[number] = 2 * card + 1
                number += 1
    return number


@compiled
def order_matters(s: Position, card: int) -> bool:
    """Whether the symbol scored first opens an area for the other one."""
    colours = FIRST[card], SECOND[card]
    for one, other in (colours, colours[::-1]):
        at = PEGS + 6 * s[SEAT] + one
        peg, alone = s[at], reach(s, s[SEAT], other, s[SHOWN + other])
        s[at] = reach(s, s[SEAT], one, s[SHOWN + one])
        helped = reach(s, s[SEAT], other, s[SHOWN + other])
        s[at] = peg
        if helped != alone:
            return True
    return False


@compiled
def standing(s: Position, seat: int) -> int:
    """A number for the seat's pegs, higher for better ones by A4."""
    total = 0
    for colour in range(6):
        total -= WEIGHT[s[PEGS + 6 * seat + colour]]
    return total


@compiled
def shares(s: Position, out: Floats) -> None:
    """Each seat's part of the win at the end: equal firsts share it."""
    best, first = standing(s, 0), 0
    for seat in range(1, s[PLAYERS]):
        best = max(best, standing(s, seat))
    for seat in range(s[PLAYERS]):
        first += standing(s, seat) == best
    for seat in range(s[PLAYERS]):
        out[seat] = (standing(s, seat) == best) / first


@compiled
def points(s: Position, action: int) -> int:
    """How far the pegs of the seat move in all with this play."""
    at, card = PEGS + 6 * s[SEAT], action >> 1
    one, other = FIRST[card], SECOND[card]
    if action & 1:
        one, other = other, one
    before_one, before_other = s[at + one], s[at + other]
    s[at + one] = reach(s, s[SEAT], one, s[SHOWN + one])
    after = s[at + one] + reach(s, s[SEAT], other, s[SHOWN + other])
    s[at + one] = before_one
    return int(after - before_one - before_other)


# What a net sees


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


# Play by the net


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


# Learning


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
