"""The Card Challenge on a flat array.

A position is a vector of small whole numbers, laid out by the offsets below. A play is a number:
twice the card's place in `PAIRS`, plus one if its second symbol is scored first. `DISCARD` and
`KEEP` are the two decisions about a hand (G6).
"""

import numpy as np
import numpy.typing as npt

from ...rules.areas import GOAL_COLUMN, LAST_COLUMN, floor
from ...rules.cards import BOX, HAND_SIZE, IDLE_PLAYS_EACH, CardChallenge, CardState
from ...rules.symbols import COLOUR_COUNT, ORDER, PAIRS
from ..jit import compiled
from ..nets import Floats
from ..rng import Rng, below

Position = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.int64]
Doubles = npt.NDArray[np.float64]

CARD_KINDS = len(PAIRS)
COPIES_EACH = len(BOX) // CARD_KINDS
CARDS_WITH_SYMBOL = (COLOUR_COUNT - 1) * COPIES_EACH
FACEUP_EACH = np.array([CardChallenge(players).faceup_each for players in range(5)])
"""Face-up cards of each player, by the number of players (G2)."""

FIRST = np.array([ORDER[card[0]] for card in PAIRS], dtype=np.int64)
SECOND = np.array([ORDER[card[1]] for card in PAIRS], dtype=np.int64)
FLOORS = np.array([0] + [floor(column) for column in range(1, LAST_COLUMN + 1)], dtype=np.int64)
"""For each column, the column that all pegs must reach before any peg may enter it (F2)."""

# One peg on a column outweighs all six on the next: fewer low pegs are better (A4).
WEIGHTS = np.array([7 ** (LAST_COLUMN - peg) for peg in range(LAST_COLUMN + 1)], dtype=np.int64)

PLAYERS, SEAT, DUE, IDLE, PHASE, DECK = range(6)
PEGS = 6  # six for each of four seats
FACEUP = PEGS + 24  # two places for each seat, the nearest the centre first
SHOWN = FACEUP + 8  # how many face-up cards show each symbol
HANDS = SHOWN + COLOUR_COUNT  # how many cards of each kind, for each seat
DISCARDS = HANDS + 4 * CARD_KINDS  # how many cards of each kind
PILE = DISCARDS + CARD_KINDS  # the deck; the last card is drawn next
SIZE = PILE + len(BOX)

PLAYING, DISCARDING, DRAWING, WON, STALLED = range(5)
PHASES = ("play", "discard", "draw")

DISCARD, KEEP = 2 * CARD_KINDS, 2 * CARD_KINDS + 1
NO_CARD = -1


def flatten(state: CardState) -> Position:
    """The state of a running game as an array; the order of the deck is arbitrary."""
    players = len(state.hands)
    s = np.zeros(SIZE, dtype=np.int8)
    s[PLAYERS], s[SEAT], s[DUE], s[IDLE] = players, state.seat, state.due, state.idle
    s[PHASE], s[DECK] = PHASES.index(state.phase), len(state.deck)
    s[FACEUP : FACEUP + 8] = NO_CARD
    for seat in range(players):
        s[PEGS + 6 * seat : PEGS + 6 * seat + 6] = state.pegs[seat]
        for place, card in enumerate(state.faceup[seat]):
            s[FACEUP + 2 * seat + place] = PAIRS.index(card)
            for symbol in card:
                s[SHOWN + ORDER[symbol]] += 1
        for card in state.hands[seat]:
            s[HANDS + CARD_KINDS * seat + PAIRS.index(card)] += 1
    for card in state.discards:
        s[DISCARDS + PAIRS.index(card)] += 1
    s[PILE : PILE + len(state.deck)] = [PAIRS.index(card) for card in state.deck]
    return s


@compiled
def shuffle(cards: Position, number: int, rng: Rng) -> None:
    """Shuffle the first cards of a pile."""
    for i in range(number - 1, 0, -1):
        j = below(rng, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@compiled
def deal(s: Position, players: int, start: int, rng: Rng) -> None:
    """Deal a new game at random (G2)."""
    s[:] = 0
    s[PLAYERS], s[SEAT], s[DUE], s[DECK] = players, start, 1, CARD_KINDS * COPIES_EACH
    for i in range(CARD_KINDS * COPIES_EACH):
        s[PILE + i] = i // COPIES_EACH
    shuffle(s[PILE:], CARD_KINDS * COPIES_EACH, rng)
    s[FACEUP : FACEUP + 8] = NO_CARD
    for seat in range(players):
        for _ in range(HAND_SIZE):
            s[DECK] -= 1
            s[HANDS + CARD_KINDS * seat + s[PILE + s[DECK]]] += 1
        for place in range(FACEUP_EACH[players]):
            s[DECK] -= 1
            card = s[PILE + s[DECK]]
            s[FACEUP + 2 * seat + place] = card
            s[SHOWN + FIRST[card]] += 1
            s[SHOWN + SECOND[card]] += 1


@compiled
def peg_after(s: Position, seat: int, colour: int, points: int) -> int:
    """The column to which these points would take a peg (F2)."""
    at = PEGS + 6 * seat
    peg = s[at + colour]
    lowest = LAST_COLUMN
    for other in range(6):
        if other != colour:
            lowest = min(lowest, s[at + other])
    for _ in range(points):
        # Its own steps count (F2), and a peg about to enter an area stands high enough itself.
        if peg == LAST_COLUMN or lowest < FLOORS[peg + 1]:
            break
        peg += 1
    return int(peg)


@compiled
def play_card(s: Position, action: int) -> None:
    """Play a card (G3 to G5): score both symbols, replace a face-up card, set the next phase."""
    players, seat, card = s[PLAYERS], s[SEAT], action >> 1
    s[DUE] -= 1
    s[IDLE] += 1
    for half in range(2):
        colour = FIRST[card] if half == action & 1 else SECOND[card]
        at = PEGS + 6 * seat + colour
        peg = peg_after(s, seat, colour, s[SHOWN + colour])
        if peg != s[at]:
            s[IDLE] = 0
            s[DUE] += peg == LAST_COLUMN
            s[at] = peg
    s[HANDS + CARD_KINDS * seat + card] -= 1
    place = FACEUP + 2 * seat
    gone = s[place]
    if FACEUP_EACH[players] == 2:
        s[place] = s[place + 1]
        place += 1
    s[place] = card
    s[SHOWN + FIRST[gone]] -= 1
    s[SHOWN + SECOND[gone]] -= 1
    s[SHOWN + FIRST[card]] += 1
    s[SHOWN + SECOND[card]] += 1
    s[DISCARDS + gone] += 1
    if lowest_peg(s, seat) >= GOAL_COLUMN:
        s[PHASE] = WON
    elif s[IDLE] >= IDLE_PLAYS_EACH * players:
        s[PHASE] = STALLED
    elif s[DUE] == 0:
        s[PHASE] = DISCARDING if may_discard(s) else DRAWING


@compiled
def lowest_peg(s: Position, seat: int) -> int:
    """The lowest peg of a seat."""
    low = LAST_COLUMN
    for colour in range(6):
        low = min(low, s[PEGS + 6 * seat + colour])
    return low


@compiled
def may_discard(s: Position) -> bool:
    """Whether the seat has cards and none shows one of its lowest colours (G6)."""
    seat = s[SEAT]
    low, holds = lowest_peg(s, seat), False
    for card in range(CARD_KINDS):
        if s[HANDS + CARD_KINDS * seat + card]:
            holds = True
            pegs = PEGS + 6 * seat
            if s[pegs + FIRST[card]] == low or s[pegs + SECOND[card]] == low:
                return False
    return holds


@compiled
def discard_or_keep(s: Position, action: int) -> None:
    """Discard the hand or keep it (G6)."""
    if action == DISCARD:
        for card in range(CARD_KINDS):
            at = HANDS + CARD_KINDS * s[SEAT] + card
            s[DISCARDS + card] += s[at]
            s[at] = 0
    s[PHASE] = DRAWING


@compiled
def act(s: Position, action: int) -> None:
    """Play a card, or discard or keep the hand."""
    if action < DISCARD:
        play_card(s, action)
    else:
        discard_or_keep(s, action)


@compiled
def renew_deck(s: Position, rng: Rng) -> None:
    """Shuffle the discards to become the deck, if it is empty (G7)."""
    if s[DECK]:
        return
    for card in range(CARD_KINDS):
        for _ in range(s[DISCARDS + card]):
            s[PILE + s[DECK]] = card
            s[DECK] += 1
        s[DISCARDS + card] = 0
    shuffle(s[PILE:], s[DECK], rng)


@compiled
def draw(s: Position, rng: Rng, drawn: Position) -> int:
    """Draw up to six and pass the turn; writes the cards to `drawn` and returns their number."""
    seat, missing, number = s[SEAT], HAND_SIZE, 0
    for card in range(CARD_KINDS):
        missing -= s[HANDS + CARD_KINDS * seat + card]
    while number < missing:
        renew_deck(s, rng)
        if s[DECK] == 0:
            break
        s[DECK] -= 1
        card = s[PILE + s[DECK]]
        drawn[number] = card
        number += 1
        s[HANDS + CARD_KINDS * seat + card] += 1
    renew_deck(s, rng)
    s[SEAT] = (seat + 1) % s[PLAYERS]
    s[DUE] = 1
    s[PHASE] = PLAYING
    return number


@compiled
def legal(s: Position, actions: Numbers) -> int:
    """Fill in the actions of the seat to move and return their number.

    If both orders of a card have the same effect, only one is listed.
    """
    if s[PHASE] == DISCARDING:
        actions[0], actions[1] = DISCARD, KEEP
        return 2
    seat, number = s[SEAT], 0
    for card in range(CARD_KINDS):
        if s[HANDS + CARD_KINDS * seat + card]:
            actions[number] = 2 * card
            number += 1
            if order_matters(s, card):
                actions[number] = 2 * card + 1
                number += 1
    return number


@compiled
def order_matters(s: Position, card: int) -> bool:
    """Whether one symbol of a card opens an area for the other one if it is scored first."""
    colours = FIRST[card], SECOND[card]
    for one, other in (colours, colours[::-1]):
        at = PEGS + 6 * s[SEAT] + one
        peg, alone = s[at], peg_after(s, s[SEAT], other, s[SHOWN + other])
        s[at] = peg_after(s, s[SEAT], one, s[SHOWN + one])
        helped = peg_after(s, s[SEAT], other, s[SHOWN + other])
        s[at] = peg
        if helped != alone:
            return True
    return False


@compiled
def rank_key(s: Position, seat: int) -> int:
    """A number for the seat's pegs, higher for better ones by A4."""
    total = 0
    for colour in range(6):
        total -= WEIGHTS[s[PEGS + 6 * seat + colour]]
    return total


@compiled
def win_shares(s: Position, out: Floats) -> None:
    """Each seat's share of the win at the end; seats that tie for first place split it."""
    best, first = rank_key(s, 0), 0
    for seat in range(1, s[PLAYERS]):
        best = max(best, rank_key(s, seat))
    for seat in range(s[PLAYERS]):
        first += rank_key(s, seat) == best
    for seat in range(s[PLAYERS]):
        out[seat] = (rank_key(s, seat) == best) / first


@compiled
def points_scored(s: Position, action: int) -> int:
    """How far this play moves the seat's pegs in total."""
    at, card = PEGS + 6 * s[SEAT], action >> 1
    one, other = FIRST[card], SECOND[card]
    if action & 1:
        one, other = other, one
    before_one, before_other = s[at + one], s[at + other]
    s[at + one] = peg_after(s, s[SEAT], one, s[SHOWN + one])
    after = s[at + one] + peg_after(s, s[SEAT], other, s[SHOWN + other])
    s[at + one] = before_one
    return int(after - before_one - before_other)
