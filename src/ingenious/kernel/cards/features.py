"""The inputs of a net for the Card Challenge.

The net evaluates the position after a seat's decisions and before the draw, as that seat sees it:
its own cards, what is face up, and the others as numbers of cards it has not seen.
"""

from typing import NamedTuple

import numpy as np

from ...rules.areas import AREAS, GOAL_COLUMN, LAST_COLUMN
from ...rules.cards import HAND_SIZE, IDLE_PLAYS_EACH
from ...rules.symbols import COLOUR_COUNT
from ..jit import compiled_floats
from ..nets import Floats
from .game import (
    CARD_KINDS,
    CARDS_WITH_SYMBOL,
    COPIES_EACH,
    DECK,
    DISCARDS,
    DUE,
    FACEUP,
    FACEUP_EACH,
    FIRST,
    FLOORS,
    HANDS,
    IDLE,
    NO_CARD,
    PEGS,
    PLAYERS,
    SECOND,
    SHOWN,
    Numbers,
    Position,
    lowest_peg,
    rank_key,
)

# The inputs in the block of a colour, for each seat and besides; then those of no colour.
BLOCK_SEAT, BLOCK = 17, 16
SHARED_SEAT, SHARED = 18, 18

AREA_STARTS = np.array([first for first, _ in AREAS[1:]])
"""The first columns of the areas after the lowest one (F1)."""

AREA_OF = np.array(
    [sum(column >= border for border in AREA_STARTS) for column in range(LAST_COLUMN + 1)]
)
"""The area of each column, counted from 0."""

LIMITS = np.array(
    [max(c for c in range(LAST_COLUMN + 1) if low >= FLOORS[c]) for low in range(LAST_COLUMN + 1)]
)
"""The last column that a peg may enter, by the lowest of the others (F2)."""

LAST_AREA = len(AREAS) - 2
"""The area that is left by winning."""

MAX_POINTS = 16
"""More than the points of any play."""


class Seat(NamedTuple):
    """What the pegs of a seat allow, for each colour."""

    gain: Numbers
    """The points of the next play if this symbol is scored first."""
    later: Numbers
    """The same if the other symbol has opened the next area before."""
    blocks: Numbers
    """Whether the peg is in the lowest area, which all pegs must leave before others can go on."""
    leaves: Numbers
    """Whether the points take it out of there."""
    room: Numbers
    """How far the peg may move."""


class Plan(NamedTuple):
    """What the viewer can expect of its next two plays, for each colour; and its kinds of cards."""

    sure: Numbers
    """How many face-up cards will surely show the symbol at the next play."""
    lacks: Numbers
    """The points that a peg in the lowest area lacks to leave it, else 0."""
    soon: Floats
    """The points to be expected at the next play."""
    later: Floats
    """How many face-up cards are expected to show the symbol at the play after that."""
    kinds: Numbers


class Buffers(NamedTuple):
    """Arrays for what is counted on the way to the inputs."""

    unseen: Numbers
    in_hand: Numbers
    in_unseen: Numbers
    reached: Numbers
    helped: Numbers
    seat: Seat
    plan: Plan


def new_buffers() -> Buffers:
    """Empty buffers."""

    def numbers(size: int = COLOUR_COUNT) -> Numbers:
        return np.zeros(size, np.int64)

    soon, later = np.zeros(COLOUR_COUNT, np.float32), np.zeros(COLOUR_COUNT, np.float32)
    return Buffers(
        numbers(CARD_KINDS),
        numbers(),
        numbers(),
        numbers(MAX_POINTS),
        numbers(MAX_POINTS),
        Seat(numbers(), numbers(), numbers(), numbers(), numbers()),
        Plan(numbers(), numbers(), soon, later, numbers(HAND_SIZE)),
    )


@compiled_floats
def fill_inputs(s: Position, viewer: int, x: Floats, buffers: Buffers) -> None:
    """Fill in what the viewer sees: the viewer's seat first, and hidden cards as counts."""
    players = s[PLAYERS]
    block = BLOCK_SEAT * players + BLOCK
    for i in range(len(x)):
        x[i] = 0
    held, hidden = count_cards(s, viewer, buffers)
    for i in range(players):
        seat = (viewer + i) % players
        low, area, blockers = read_pegs(s, seat, buffers.seat)
        fill_seat(s, seat, i, block, low, x, buffers.seat)
        at = 6 * block + SHARED_SEAT * i
        fill_plays(s, viewer, i, area, blockers, buffers, x, at)
        x[at + 7] = np.sign(rank_key(s, viewer) - rank_key(s, seat))
        x[at + 9 + min(LAST_AREA, area)] = 1
        x[at + 11 + min(4, blockers)] = 1
        if i == 0:
            kinds = plan_ahead(s, viewer, hidden, area, buffers)
            fill_plans(s, viewer, kinds, area, blockers, buffers, x)
    fill_colours(s, viewer, hidden, block, buffers, x)
    fill_others(s, held, x, 6 * block)


@compiled_floats
def count_cards(s: Position, viewer: int, buffers: Buffers) -> tuple[int, int]:
    """Count the viewer's cards and those it has not seen, also by symbol."""
    unseen, in_hand, in_unseen = buffers.unseen, buffers.in_hand, buffers.in_unseen
    hand, held, hidden = HANDS + CARD_KINDS * viewer, 0, 0
    for colour in range(6):
        in_hand[colour] = in_unseen[colour] = 0
    for card in range(CARD_KINDS):
        unseen[card] = COPIES_EACH - s[hand + card] - s[DISCARDS + card]
    for place in range(FACEUP, FACEUP + 8):
        if s[place] != NO_CARD:
            unseen[s[place]] -= 1
    for card in range(CARD_KINDS):
        own, other = s[hand + card], unseen[card]
        held += own
        hidden += other
        in_hand[FIRST[card]] += own
        in_hand[SECOND[card]] += own
        in_unseen[FIRST[card]] += other
        in_unseen[SECOND[card]] += other
    return held, hidden


@compiled_floats
def read_pegs(s: Position, seat: int, found: Seat) -> tuple[int, int, int]:
    """What a seat's pegs allow; returns the lowest, its area, and how many are in that area."""
    pegs = PEGS + 6 * seat
    low, next_low, blockers = LAST_COLUMN + 1, LAST_COLUMN + 1, 0
    for colour in range(6):
        peg = s[pegs + colour]
        if peg < low:
            low, next_low = peg, low
        elif peg < next_low:
            next_low = peg
    area = AREA_OF[low]
    border = AREA_STARTS[min(LAST_AREA, area)]
    for colour in range(6):
        peg, shown = s[pegs + colour], s[SHOWN + colour]
        limit = LIMITS[next_low if peg == low else low]
        gain = min(shown, limit - peg)
        found.gain[colour] = gain
        found.later[colour] = min(shown, max(limit, LIMITS[border]) - peg)
        found.blocks[colour] = AREA_OF[peg] == area
        found.leaves[colour] = AREA_OF[peg] == area and peg + gain >= border
        found.room[colour] = limit - peg
        blockers += AREA_OF[peg] == area
    return low, area, blockers


@compiled_floats
def fill_seat(s: Position, seat: int, i: int, block: int, low: int, x: Floats, found: Seat) -> None:
    """Fill in a seat's pegs and face-up cards."""
    pegs = PEGS + 6 * seat
    lacking, opened, done, stuck = 0, 0, 0, 0
    for colour in range(6):
        peg = s[pegs + colour]
        at = colour * block + BLOCK_SEAT * i
        x[at + peg] = 1
        x[at + 11] = peg == low
        x[at + 12] = found.room[colour] / 4
        x[at + 13] = found.gain[colour] / 2
        x[at + 16] = found.blocks[colour]
        lacking += max(0, GOAL_COLUMN - peg)
        opened += peg >= AREA_STARTS[1]
        done += peg >= GOAL_COLUMN
        stuck += found.room[colour] == 0
    for place in range(2):
        card = s[FACEUP + 2 * seat + place]
        if card != NO_CARD:
            x[FIRST[card] * block + BLOCK_SEAT * i + 14 + place] = 1
            x[SECOND[card] * block + BLOCK_SEAT * i + 14 + place] = 1
    at = 6 * block + SHARED_SEAT * i
    x[at] = lacking / 21 - 1
    x[at + 1] = low / 3 - 1
    x[at + 2] = opened / 3
    x[at + 3] = done / 3
    x[at + 8] = stuck / 3


@compiled_floats
def fill_plays(
    s: Position,
    viewer: int,
    i: int,
    area: int,
    blockers: int,
    buffers: Buffers,
    x: Floats,
    at: int,
) -> None:
    """Fill in the best play that a seat may have, and the chance that it opens an area at once.

    The viewer's cards are known; those of the others are six of the unseen ones.
    """
    hand, found = HANDS + CARD_KINDS * viewer, buffers.seat
    reached, helped = buffers.reached, buffers.helped
    for value in range(MAX_POINTS):
        reached[value] = helped[value] = 0
    opening, many = 0, 0
    for card in range(CARD_KINDS):
        number = s[hand + card] if i == 0 else buffers.unseen[card]
        if number == 0:
            continue
        a, b = FIRST[card], SECOND[card]
        points = found.gain[a] + found.gain[b]
        if blockers == found.blocks[a] + found.blocks[b]:
            if found.leaves[a]:
                points = max(points, found.gain[a] + found.later[b])
            if found.leaves[b]:
                points = max(points, found.gain[b] + found.later[a])
        reached[points] += number
        helped[found.blocks[a] * found.gain[a] + found.blocks[b] * found.gain[b]] += number
        many += number
        if blockers == found.leaves[a] + found.leaves[b]:
            opening += number
    if many == 0:
        return
    seen, seen_helped = 0, 0
    for value in range(8):
        seen += reached[value]
        seen_helped += helped[value]
        part, part_helped = seen / many, seen_helped / many
        x[at + 5] += (1 - part) / 2
        if i == 0:
            x[at + 4] += (seen < many) / 4
            x[at + 6] += (seen_helped < many) / 4
        else:
            x[at + 4] += (1 - part**HAND_SIZE) / 4
            x[at + 6] += (1 - part_helped**HAND_SIZE) / 4
    none = 1 - opening / many
    x[at + 16] = opening > 0 if i == 0 else 1 - none**HAND_SIZE
    if area == LAST_AREA:
        x[at + 17] = x[at + 16]


@compiled_floats
def plan_ahead(s: Position, viewer: int, hidden: int, area: int, buffers: Buffers) -> int:
    """Fill in the plan; returns how many kinds of cards the viewer has.

    Before its next play the others replace the face-up cards nearest the centre by unseen ones,
    unless a bonus turn is due.
    """
    players, hand = s[PLAYERS], HANDS + CARD_KINDS * viewer
    seat, plan = buffers.seat, buffers.plan
    each, goes_on = FACEUP_EACH[players], s[DUE] > 0
    for colour in range(6):
        unknown = (players - 1) * buffers.in_unseen[colour] / max(1, hidden)
        plan.sure[colour] = s[SHOWN + colour]
        plan.soon[colour] = 0 if goes_on else unknown
        plan.later[colour] = each * unknown
    for other in range(players):
        card = s[FACEUP + 2 * other]
        if other != viewer and not goes_on:
            plan.sure[FIRST[card]] -= 1
            plan.sure[SECOND[card]] -= 1
    if each == 2:
        card = s[FACEUP + 2 * viewer + 1]
        plan.later[FIRST[card]] += 1
        plan.later[SECOND[card]] += 1
    border = AREA_STARTS[min(LAST_AREA, area)]
    for colour in range(6):
        points = plan.soon[colour] + plan.sure[colour]
        plan.soon[colour] = min(points, np.float32(seat.room[colour]))
        lacks = border - s[PEGS + 6 * viewer + colour]
        plan.lacks[colour] = lacks if seat.blocks[colour] else 0
    kinds = 0
    for card in range(CARD_KINDS):
        if s[hand + card]:
            plan.kinds[kinds] = card
            kinds += 1
    return kinds


@compiled_floats
def fill_plans(
    s: Position, viewer: int, kinds: int, area: int, blockers: int, buffers: Buffers, x: Floats
) -> None:
    """Fill in the best that the viewer can expect of its next play, and of the next two."""
    players, hand = s[PLAYERS], HANDS + CARD_KINDS * viewer
    seat, plan = buffers.seat, buffers.plan
    own, block = BLOCK_SEAT * players, BLOCK_SEAT * players + BLOCK
    for colour in range(6):
        x[colour * block + own + 14] = plan.soon[colour] / 2
    one, one_helped, left = np.float32(0), np.float32(0), blockers
    two, two_helped, left_later = np.float32(0), np.float32(0), blockers
    for i in range(kinds):
        card = plan.kinds[i]
        a, b = FIRST[card], SECOND[card]
        points = plan.soon[a] + plan.soon[b]
        helped = seat.blocks[a] * plan.soon[a] + seat.blocks[b] * plan.soon[b]
        leaving = (0 < plan.lacks[a] <= plan.sure[a]) + (0 < plan.lacks[b] <= plan.sure[b])
        one, one_helped = max(one, points), max(one_helped, helped)
        left = min(left, blockers - leaving)
        for at in (a * block + own + 15, b * block + own + 15):
            x[at] = max(x[at], points / 4)
        for j in range(kinds):
            other = plan.kinds[j]
            if other == card and s[hand + other] < 2:
                continue
            more, more_helped, more_leaving = np.float32(0), np.float32(0), 0
            for half in range(2):
                c = SECOND[other] if half else FIRST[other]
                shown, room, lacks = plan.later[c], np.float32(seat.room[c]), plan.lacks[c]
                if c in (a, b):
                    shown += 1
                    room -= plan.soon[c]
                    lacks -= plan.sure[c]
                gain = min(shown, room)
                more += gain
                more_helped += seat.blocks[c] * gain
                more_leaving += 0 < lacks <= shown
            two = max(two, points + more)
            two_helped = max(two_helped, helped + more_helped)
            left_later = min(left_later, blockers - leaving - more_leaving)
    at = 6 * block + SHARED_SEAT * players + 10
    x[at] = one / 4
    x[at + 1] = one_helped / 4
    x[at + 2] = two / 8
    x[at + 3] = two_helped / 8
    x[at + 4] = left == 0
    x[at + 5] = left == 0 and area == LAST_AREA
    x[at + 6] = left_later == 0
    x[at + 7] = left_later / 3


@compiled_floats
def fill_colours(
    s: Position, viewer: int, hidden: int, block: int, buffers: Buffers, x: Floats
) -> None:
    """Fill in how often each symbol is shown, held and unseen."""
    low = lowest_peg(s, viewer)
    for colour in range(6):
        at = colour * block + BLOCK_SEAT * s[PLAYERS]
        shown, held = s[SHOWN + colour], buffers.in_hand[colour]
        if shown:
            x[at + shown - 1] = 1
        if held:
            x[at + 3 + min(5, held)] = 1
            x[at + 9] = shown / 2
            x[at + 10] = s[PEGS + 6 * viewer + colour] == low
        x[at + 11] = held / 2
        x[at + 12] = buffers.in_unseen[colour] / CARDS_WITH_SYMBOL
        x[at + 13] = buffers.in_unseen[colour] / max(1, hidden) * 3 - 1


@compiled_floats
def fill_others(s: Position, held: int, x: Floats, shared: int) -> None:
    """Fill in what belongs to no colour and no seat."""
    players = s[PLAYERS]
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
