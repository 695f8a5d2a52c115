"""The Card Challenge on a flat array.

A position is a vector of small whole numbers, laid out by the offsets below; nothing else is
needed to go on from it. A play is a number: twice the card's place in `PAIRS`, plus one if its
second symbol is scored first. `DISCARD` and `KEEP` are the two answers about a hand (G6).
"""

import numpy as np
import numpy.typing as npt

from ...rules.areas import GOAL, LAST, floor
from ...rules.cards import BOX, HAND, PATIENCE, CardState
from ...rules.symbols import ORDER, PAIRS
from ..jit import compiled
from ..nets import Floats
from ..rng import Rng, below

Position = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.int64]
Sums = npt.NDArray[np.float64]

KINDS = len(PAIRS)
COPIES = len(BOX) // KINDS
SHOWING = 5 * COPIES  # cards of the box that show a given symbol
FIRST = np.array([ORDER[card[0]] for card in PAIRS], dtype=np.int64)
SECOND = np.array([ORDER[card[1]] for card in PAIRS], dtype=np.int64)
FLOOR = np.array([0] + [floor(column) for column in range(1, LAST + 1)], dtype=np.int64)
"""For each column, the column that all pegs have to reach before one may enter it (F2)."""

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
    lowest = LAST
    for other in range(6):
        if other != colour:
            lowest = min(lowest, s[at + other])
    for _ in range(points):
        # Its own steps count, and a peg about to enter an area stands high enough itself.
        if peg == LAST or lowest < FLOOR[peg + 1]:
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
