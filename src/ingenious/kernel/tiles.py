"""The Tile Challenge (I) on a flat array: the game, exact draw-or-stop, self-play.

A turn ends in one of its *leaves*: a score after some set of drawn symbols, going out from such
a set, or a free score. A leaf is the position in which the next turn begins, before the centre
is refilled. Judges put a value on every leaf, for every seat; drawing or stopping is then solved
exactly from the last draw backwards, with the true numbers of the pool.
"""

from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..rules.symbols import ORDER
from ..rules.tiles import CENTRE as FULL
from ..rules.tiles import TileChallenge, TileState
from .chance import Rng, below, uniform
from .compiled import compiled, compiled_floats
from .nets import LEAK, Floats, Net, Shape, backward, forward

Flat = npt.NDArray[np.int64]
"""A position: six numbers each of pool, centre and drawn tiles, then what is named below."""

POOL, CENTRE, DRAWN = 0, 6, 12
SEAT, DUE, PHASE, PLAYERS, TARGET, PEGS = 18, 19, 20, 21, 22, 23
SIZE = PEGS + 24
PHASES = ("deal", "refill", "choose", "draw", "over")
DEAL, REFILL, CHOOSE, DRAWING, OVER = range(5)

SCORE, DRAW, DECISIONS = 6, 7, 8
"""Decisions as numbers: a symbol is the free score in it."""

SETS = 64  # of drawn symbols
FREE = SETS * 7
LEAVES = FREE + 6
"""Leaf 7 s + c is going out with symbol c from set s, 7 s + 6 scoring s, FREE + c a free score."""

ALL_DRAWS = 6

MOST_TURNS = 1000
"""Room for a game of self-play; even players who know nothing need far fewer turns."""


def flatten(game: TileChallenge, state: TileState) -> Flat:
    """The position as an array."""
    flat = np.zeros(SIZE, dtype=np.int64)
    for at, tiles in ((POOL, state.pool), (CENTRE, state.centre), (DRAWN, state.drawn)):
        for symbol in tiles:
            flat[at + ORDER[symbol]] += 1
    flat[SEAT], flat[DUE], flat[PHASE] = state.seat, state.due, PHASES.index(state.phase)
    flat[PLAYERS], flat[TARGET] = game.players, game.target
    flat[PEGS : PEGS + 6 * game.players] = np.array(state.pegs).ravel()
    return flat


# The game


@compiled
def total(flat: Flat, at: int) -> int:
    """The number of tiles in the pool, in the centre or drawn."""
    number = 0
    for symbol in range(6):
        number += flat[at + symbol]
    return number


@compiled
def lowest(flat: Flat, seat: int) -> int:
    """The lowest peg of a seat."""
    peg = flat[PEGS + 6 * seat]
    for symbol in range(1, 6):
        peg = min(peg, flat[PEGS + 6 * seat + symbol])
    return int(peg)


@compiled
def legal(flat: Flat) -> int:
    """The set of legal decisions, a bit for each (I4, I5, I9)."""
    if flat[PHASE] != CHOOSE:
        return 0
    decisions = 0
    if total(flat, POOL) > 0:
        decisions |= 1 << DRAW
    if total(flat, DRAWN) > 0:
        return decisions | 1 << SCORE
    low = lowest(flat, flat[SEAT])
    for symbol in range(6):
        if flat[CENTRE + symbol] > 0 and flat[PEGS + 6 * flat[SEAT] + symbol] == low:
            decisions |= 1 << symbol
    return decisions


@compiled
def lay(flat: Flat, symbol: int) -> None:
    """Lay a tile from the pool into the centre (I1, I3)."""
    flat[POOL + symbol] -= 1
    flat[CENTRE + symbol] += 1
    if total(flat, CENTRE) >= FULL:
        flat[PHASE] = CHOOSE


@compiled
def draw(flat: Flat, symbol: int) -> None:
    """The seat has drawn this tile: it may go on, or it is out (I5)."""
    flat[POOL + symbol] -= 1
    out = flat[DRAWN + symbol] > 0 or flat[CENTRE + symbol] == 0
    flat[DRAWN + symbol] += 1
    flat[PHASE] = CHOOSE
    if out:
        for other in range(6):
            flat[CENTRE + other] += flat[DRAWN + other]
        flat[DUE] = 0
        _begin(flat)


@compiled
def decide(flat: Flat, decision: int) -> None:
    """Carry out a legal decision."""
    if decision == DRAW:
        flat[PHASE] = DRAWING
    else:
        _score(flat, decision)


@compiled
def _score(flat: Flat, decision: int) -> None:
    """Take what matches from the centre and score every tile (I6, I7)."""
    target, pegs = flat[TARGET], PEGS + 6 * flat[SEAT]
    flat[DUE] -= 1
    for symbol in range(6):
        if flat[DRAWN + symbol] == 0 and symbol != decision:
            continue
        before = flat[pegs + symbol]
        points = flat[CENTRE + symbol] + flat[DRAWN + symbol]
        peg = min(before + points, target)
        flat[CENTRE + symbol] = 0
        flat[POOL + symbol] += before + points - peg
        flat[pegs + symbol] = peg
        if before < peg and peg == target:
            flat[DUE] += 1
    if lowest(flat, flat[SEAT]) == target:  # I8
        for symbol in range(6):
            flat[DRAWN + symbol] = 0
        flat[DUE] = 0
        flat[PHASE] = OVER
    else:
        _begin(flat)


@compiled
def _begin(flat: Flat) -> None:
    """The next turn: a bonus turn while any is due, else the next seat's (I3)."""
    for symbol in range(6):
        flat[DRAWN + symbol] = 0
    if flat[DUE] == 0:
        flat[SEAT] = (flat[SEAT] + 1) % flat[PLAYERS]
        flat[DUE] = 1
    flat[PHASE] = REFILL if total(flat, CENTRE) < FULL else CHOOSE


@compiled
def pull(flat: Flat, rng: Rng) -> int:
    """The symbol of a tile out of the pool, by chance; the tile stays there."""
    left = below(rng, total(flat, POOL))
    for symbol in range(6):
        left -= flat[POOL + symbol]
        if left < 0:
            return symbol
    return 5


@compiled
def refill(flat: Flat, rng: Rng) -> None:
    """Draw the centre up to three tiles, if it lacks any."""
    while flat[PHASE] == REFILL or flat[PHASE] == DEAL:
        lay(flat, pull(flat, rng))


# What the net sees, and what it says


class Judge(NamedTuple):
    """A net, the room it works in, and what its first layers said of colours seen before."""

    shape: Shape
    weights: Floats
    layers: tuple[Floats, Floats, Floats, Floats, Floats, Floats]
    """The same weights again, cut into the matrices and biases of the layers."""
    x: Floats
    scratch: Floats
    out: Floats
    lows: Flat
    """The lowest peg of each seat."""
    known: Flat
    """The colours remembered, by their numbers."""
    share: Floats
    """What each of them adds to the upper layer."""


REMEMBERED = 1 << 13


def block_inputs(players: int, target: int) -> int:
    """Inputs for each colour."""
    return players * (target + 4) + 7


def shared_inputs(players: int) -> int:
    """Inputs that belong to no colour."""
    return 9 + 7 * players


def shape_of(players: int, target: int) -> tuple[int, int, int, int]:
    """The blocks, inputs a block, shared inputs and outputs of a net."""
    return 6, block_inputs(players, target), shared_inputs(players), 2 * players


def judge_with(net: Net) -> Judge:
    """A judge that judges by this net, and goes on to when its weights are changed in place."""
    _, block, shared, hidden, upper, outputs = (int(size) for size in net.shape)
    shapes = (block, hidden), (hidden,), (hidden + shared, upper), (upper,)
    layers, at = [], 0
    for shape in (*shapes, (upper, outputs), (outputs,)):
        layers.append(net.weights[at : at + prod(shape)].reshape(shape))
        at += prod(shape)
    w1, b1, w2, b2, w3, b3 = layers
    return Judge(
        *net,
        (w1, b1, w2, b2, w3, b3),
        np.zeros(net.inputs, np.float32),
        np.zeros(net.scratch, np.float32),
        np.zeros(outputs, np.float32),
        np.zeros(4, np.int64),
        np.full(REMEMBERED, -1, np.int64),
        np.zeros((REMEMBERED, upper), np.float32),
    )


@compiled
def forget(judge: Judge) -> None:
    """Forget what the weights said before they changed."""
    judge.known[:] = -1


@compiled_floats
def look_at_colour(flat: Flat, lows: Flat, symbol: int, x: Floats, at: int) -> None:
    """The inputs for one colour, as the seat whose turn begins sees it."""
    players, target = flat[PLAYERS], flat[TARGET]
    here, unseen = flat[CENTRE + symbol], flat[POOL + symbol]
    for i in range(at, at + players * (target + 4) + 7):
        x[i] = 0
    for k in range(players):
        seat = (flat[SEAT] + k) % players
        peg = flat[PEGS + 6 * seat + symbol]
        left = target - peg
        x[at + left] = 1
        at += target + 1
        x[at] = peg == lows[seat]
        x[at + 1] = min(left, here + 1) / 3
        x[at + 2] = 0 < left <= here + 1 and here > 0
        at += 3
    x[at + min(here, 4)] = 1
    x[at + 5] = min(here, 15) / 4
    x[at + 6] = unseen / 21


@compiled
def number_of_colour(flat: Flat, lows: Flat, symbol: int) -> int:
    """A number that differs wherever the inputs for a colour do."""
    players, number = flat[PLAYERS], 0
    seat = flat[SEAT]
    for _ in range(players):
        peg = flat[PEGS + 6 * seat + symbol]
        number = number << 4 | peg << 1 | (peg == lows[seat])
        seat = seat + 1 if seat + 1 < players else 0
    return int(number << 9 | flat[POOL + symbol] << 4 | min(flat[CENTRE + symbol], 15))


@compiled_floats
def look_at_rest(flat: Flat, lows: Flat, x: Floats, at: int) -> None:
    """The inputs that belong to no colour."""
    players, target = flat[PLAYERS], flat[TARGET]
    pool, centre, kinds, safe = total(flat, POOL), total(flat, CENTRE), 0, 0
    for symbol in range(6):
        if flat[CENTRE + symbol] > 0:
            kinds += 1
            safe += flat[POOL + symbol]
    for i in range(at, at + 9 + 7 * players):
        x[i] = 0
    x[at] = flat[DUE] == 2
    x[at + 1] = flat[DUE] > 2
    x[at + 2] = pool / 126
    x[at + 3] = centre / 6
    if centre < FULL:
        x[at + 4 + centre] = 1
    x[at + 7] = kinds / 6
    x[at + 8] = safe / max(pool, 1)
    at += 9
    for k in range(players):
        seat = (flat[SEAT] + k) % players
        left, unfinished, free = 0, 0, 0
        for symbol in range(6):
            peg = flat[PEGS + 6 * seat + symbol]
            left += target - peg
            unfinished += peg < target
            if peg == lows[seat]:
                free = max(free, flat[CENTRE + symbol])
        x[at] = lows[seat] / target
        x[at + 1] = left / (6 * target)
        x[at + 2] = unfinished / 6
        x[at + 3] = unfinished == 1
        x[at + 4] = unfinished == 2
        x[at + 5] = free / 3
        x[at + 6] = left <= 3
        at += 7


@compiled_floats
def look(flat: Flat, judge: Judge) -> None:
    """All inputs of the net, colour after colour and then the rest."""
    block = judge.shape[1]
    for seat in range(flat[PLAYERS]):
        judge.lows[seat] = lowest(flat, seat)
    for symbol in range(6):
        look_at_colour(flat, judge.lows, symbol, judge.x, symbol * block)
    look_at_rest(flat, judge.lows, judge.x, 6 * block)


@compiled_floats
def work_out(
    flat: Flat,
    lows: Flat,
    symbol: int,
    w1: Floats,
    b1: Floats,
    w2: Floats,
    x: Floats,
    layer: Floats,
    share: Floats,
    slot: int,
) -> None:
    """What a colour adds to the upper layer."""
    block, hidden = w1.shape
    look_at_colour(flat, lows, symbol, x, 0)
    for h in range(hidden):
        layer[h] = b1[h]
    for i in range(block):
        value = x[i]
        if value != 0:
            for h in range(hidden):
                layer[h] += value * w1[i, h]
    for u in range(w2.shape[1]):
        share[slot, u] = 0
    for h in range(hidden):
        value = max(layer[h], LEAK * layer[h])
        for u in range(w2.shape[1]):
            share[slot, u] += value * w2[h, u]


@compiled_floats
def ask(flat: Flat, judge: Judge) -> None:
    """The outputs of the net, like `forward`, but with colours remembered."""
    w1, b1, w2, b2, w3, b3 = judge.layers
    hidden, upper, outputs = len(b1), len(b2), len(b3)
    out, top, x, share = judge.out, judge.scratch, judge.x, judge.share
    known, lows = judge.known, judge.lows
    for seat in range(flat[PLAYERS]):
        lows[seat] = lowest(flat, seat)
    look_at_rest(flat, lows, x, len(w1))
    for u in range(upper):
        top[hidden + u] = b2[u]
    for symbol in range(6):
        number = number_of_colour(flat, lows, symbol)
        slot = (number * 0x1E3779B97F4A7C15 >> 48) & (REMEMBERED - 1)
        if known[slot] != number:
            known[slot] = number
            work_out(flat, lows, symbol, w1, b1, w2, x, top, share, slot)
        for u in range(upper):
            top[hidden + u] += share[slot, u]
    for s in range(len(w2) - hidden):
        value = x[len(w1) + s]
        if value != 0:
            for u in range(upper):
                top[hidden + u] += value * w2[hidden + s, u]
    for u in range(upper):
        top[hidden + u] = max(top[hidden + u], LEAK * top[hidden + u])
    for o in range(outputs):
        value = b3[o]
        for u in range(upper):
            value += top[hidden + u] * w3[u, o]
        out[o] = value


@compiled_floats
def read_outputs(flat: Flat, out: Floats, value: Floats) -> None:
    """Each seat's chance to win, then each one's lowest peg at the end as a part of the target."""
    players, seat = flat[PLAYERS], flat[SEAT]
    most = out[0]
    for k in range(1, players):
        most = max(most, out[k])
    whole = np.float32(0)
    for k in range(players):
        whole += np.exp(out[k] - most)
    for k in range(players):
        value[(seat + k) % players] = np.exp(out[k] - most) / whole
        value[players + (seat + k) % players] = out[players + k]


@compiled_floats
def judge_by_net(flat: Flat, judge: Judge, value: Floats) -> None:
    """What a leaf is worth: as the net says, or as the game has ended."""
    players = flat[PLAYERS]
    if flat[PHASE] != OVER:
        ask(flat, judge)
        read_outputs(flat, judge.out, value)
        return
    for seat in range(players):
        value[seat] = seat == flat[SEAT]
        value[players + seat] = lowest(flat, seat) / flat[TARGET]


@compiled_floats
def judge_by_gain(before: Flat, after: Flat, value: Floats) -> None:
    """Points up to the target, half a one for a lowest colour, two for a finished peg."""
    seat, target = before[SEAT], before[TARGET]
    low, gain = lowest(before, seat), np.float32(0)
    for symbol in range(6):
        start, peg = before[PEGS + 6 * seat + symbol], after[PEGS + 6 * seat + symbol]
        if peg > start:
            gain += peg - start + 0.5 * (start == low) + 2 * (peg == target)
    value[:] = 0
    value[seat] = gain


# Drawing or stopping


class Table(NamedTuple):
    """Room for the leaves of a turn, what they are worth, and what follows for each set."""

    leaves: Flat
    """A position for each leaf."""
    used: Flat
    """Whether there is such a leaf."""
    values: Floats
    """What the leaf is worth, for each seat."""
    best: Flat
    """The best decision with each set drawn."""
    worth: Floats
    """What each set is worth when played so."""
    options: Floats
    """What each decision is worth now."""


def new_table(players: int) -> Table:
    """An empty table."""
    return Table(
        np.zeros((LEAVES, SIZE), np.int64),
        np.zeros(LEAVES, np.int64),
        np.zeros((LEAVES, 2 * players), np.float32),
        np.zeros(SETS, np.int64),
        np.zeros((SETS, 2 * players), np.float32),
        np.zeros((DECISIONS, 2 * players), np.float32),
    )


@compiled
def symbols_in(flat: Flat, at: int) -> int:
    """The set of symbols in the centre or among the drawn tiles, a bit for each."""
    symbols = 0
    for symbol in range(6):
        if flat[at + symbol] > 0:
            symbols |= 1 << symbol
    return symbols


@compiled
def find_leaves(flat: Flat, table: Table, draws: int) -> None:
    """List everything in which the turn that is under way can end, with so many draws at most."""
    table.used[:] = 0
    now, within = symbols_in(flat, DRAWN), symbols_in(flat, CENTRE)
    if now == 0:
        frees = legal(flat)
        for symbol in range(6):
            if frees >> symbol & 1:
                leaf = table.leaves[FREE + symbol]
                leaf[:] = flat
                decide(leaf, symbol)
                table.used[FREE + symbol] = 1
    for drawn in range(now, within + 1):
        more = draws_to(flat, now, drawn, within)
        if more > draws:
            continue
        for end in range(7):
            goes_on = (within & ~drawn) >> end & 1
            if (end == SCORE and drawn == 0) or (end < SCORE and (goes_on or more == draws)):
                continue
            leaf = table.leaves[7 * drawn + end]
            leaf[:] = flat
            for symbol in range(6):
                if (drawn & ~now) >> symbol & 1:
                    leaf[POOL + symbol] -= 1
                    leaf[DRAWN + symbol] += 1
            if end == SCORE:
                decide(leaf, SCORE)
            elif leaf[POOL + end] > 0:
                draw(leaf, end)
            else:
                continue
            table.used[7 * drawn + end] = 1


@compiled
def draws_to(flat: Flat, now: int, drawn: int, within: int) -> int:
    """The number of draws that lead from one set to another; 7 if the seat cannot come there."""
    if drawn & now != now or drawn & ~within != 0:
        return 7
    draws = 0
    for symbol in range(6):
        if (drawn & ~now) >> symbol & 1:
            draws += 1
            if flat[POOL + symbol] == 0:
                return 7
    return draws


@compiled_floats
def back_up(flat: Flat, table: Table, draws: int) -> int:
    """Solve the turn from its leaves; returns the best decision now."""
    seat, width = flat[SEAT], table.values.shape[1]
    now, within = symbols_in(flat, DRAWN), symbols_in(flat, CENTRE)
    pool = total(flat, POOL)
    for drawn in range(within, now - 1, -1):
        more = draws_to(flat, now, drawn, within)
        if more > draws:
            continue
        worth, best = table.worth[drawn], -1
        if drawn > 0:
            best = SCORE
            worth[:] = table.values[7 * drawn + SCORE]
        for symbol in range(6):
            if drawn == 0 and table.used[FREE + symbol]:
                value = table.values[FREE + symbol]
                if best < 0 or value[seat] > worth[seat]:
                    best = symbol
                    worth[:] = value
        left = pool - more
        if left > 0 and more < draws:
            drawing = table.options[DRAW]
            drawing[:] = 0
            for symbol in range(6):
                number = flat[POOL + symbol] - ((drawn & ~now) >> symbol & 1)
                if number == 0:
                    continue
                chance = np.float32(number / left)
                if (within & ~drawn) >> symbol & 1:
                    value = table.worth[drawn | 1 << symbol]
                else:
                    value = table.values[7 * drawn + symbol]
                for i in range(width):
                    drawing[i] += chance * value[i]
            if best < 0 or drawing[seat] > worth[seat]:
                best = DRAW
                worth[:] = drawing
        table.best[drawn] = best
    for symbol in range(6):
        table.options[symbol] = table.values[FREE + symbol]
    table.options[SCORE] = table.values[7 * now + SCORE]
    return int(table.best[now])


@compiled
def sound_draws(flat: Flat) -> int:
    """Draws enough for a fair picture of a whole turn; with more of them too many are out."""
    kinds = 0
    for symbol in range(6):
        kinds += flat[CENTRE + symbol] > 0
    return 3 if kinds > 4 else 2


@compiled_floats
def weigh_by_gain(flat: Flat, table: Table, draws: int) -> int:
    """Weigh the decisions by what the turn brings at once, foreseeing so many draws."""
    find_leaves(flat, table, draws)
    for leaf in range(LEAVES):
        if table.used[leaf]:
            judge_by_gain(flat, table.leaves[leaf], table.values[leaf])
    return back_up(flat, table, draws)


@compiled_floats
def weigh_by_net(flat: Flat, table: Table, judge: Judge, draws: int) -> int:
    """Weigh the decisions by the net's view of every leaf, foreseeing so many draws."""
    find_leaves(flat, table, draws)
    for leaf in range(LEAVES):
        if table.used[leaf]:
            judge_by_net(table.leaves[leaf], judge, table.values[leaf])
    return back_up(flat, table, draws)


@compiled_floats
def weigh_ahead(flat: Flat, table: Table, inner: Table, judge: Judge) -> int:
    """Weigh the decisions by the whole next turn after every leaf, over all ways to refill."""
    find_leaves(flat, table, ALL_DRAWS)
    for leaf in range(LEAVES):
        if table.used[leaf]:
            _judge_ahead(table.leaves[leaf], inner, judge, table.values[leaf])
    return back_up(flat, table, ALL_DRAWS)


@compiled_floats
def _judge_ahead(flat: Flat, inner: Table, judge: Judge, value: Floats) -> None:
    """The mean, over all ways to refill the centre, of what the turn is worth."""
    if flat[PHASE] == OVER:
        judge_by_net(flat, judge, value)
        return
    if flat[PHASE] == CHOOSE:
        weigh_by_net(flat, inner, judge, sound_draws(flat))
        value[:] = inner.worth[0]
        return
    value[:] = 0
    missing, pool = FULL - total(flat, CENTRE), total(flat, POOL)
    ways = pool * (pool - 1) * (pool - 2) // 6 if missing == 3 else pool * (pool - 1) // 2
    ways = pool if missing == 1 else ways
    filled = np.empty_like(flat)
    for a in range(6):
        # With one or two tiles missing, the inner loops run once, for no tile.
        for b in range(a, 6) if missing > 1 else range(6, 7):
            for c in range(b, 6) if missing > 2 else range(6, 7):
                chance = np.float32(_ways_to_take(flat, a, b, c) / ways)
                if chance == 0:
                    continue
                filled[:] = flat
                lay(filled, a)
                if b < 6:
                    lay(filled, b)
                if c < 6:
                    lay(filled, c)
                weigh_by_net(filled, inner, judge, sound_draws(filled))
                for i in range(len(value)):
                    value[i] += chance * inner.worth[0, i]


@compiled
def _ways_to_take(flat: Flat, a: int, b: int, c: int) -> int:
    """In how many ways these tiles, in order, can be taken out of the pool; 6 is no tile."""
    ways = 1
    for symbol in range(6):
        number, taken = flat[POOL + symbol], (a == symbol) + (b == symbol) + (c == symbol)
        if taken == 1:
            ways *= number
        elif taken == 2:
            ways *= number * (number - 1) // 2
        elif taken == 3:
            ways *= number * (number - 1) * (number - 2) // 6
    return ways


# Whole games


GAIN, NET, NET_AHEAD = range(3)
"""Ways to weigh decisions, each better than the one before."""


@compiled
def weigh(flat: Flat, way: int, table: Table, inner: Table, judge: Judge) -> int:
    """Weigh the decisions in one of the ways; returns the best."""
    if way == GAIN:
        return weigh_by_gain(flat, table, 1)
    if way == NET:
        return weigh_by_net(flat, table, judge, ALL_DRAWS)
    return weigh_ahead(flat, table, inner, judge)


@compiled_floats
def misjudge(flat: Flat, table: Table, blur: float, rng: Rng) -> int:
    """The best decision for one to whom each looks better or worse than it is, by about `blur`."""
    best, most, decisions = -1, 0.0, legal(flat)
    for decision in range(DECISIONS):
        if decisions >> decision & 1:
            # Twelve throws of chance, less their mean, spread like one normal error.
            error = -6.0
            for _ in range(12):
                error += uniform(rng)
            worth = table.options[decision, flat[SEAT]] + blur * error
            if best < 0 or worth > most:
                best, most = decision, worth
    return best


@compiled
def any_legal(flat: Flat, rng: Rng) -> int:
    """A legal decision by chance."""
    decisions, number = legal(flat), 0
    for decision in range(DECISIONS):
        number += decisions >> decision & 1
    left = below(rng, number)
    for decision in range(DECISIONS):
        left -= decisions >> decision & 1
        if left < 0:
            return decision
    return DRAW


@compiled
def play_out(
    flat: Flat,
    ways: Flat,
    blurs: Floats,
    table: Table,
    inner: Table,
    judge: Judge,
    rng: Rng,
) -> int:
    """Play a game to its end, each seat weighing and misjudging in its own way; the winner."""
    while flat[PHASE] != OVER:
        refill(flat, rng)
        seat = flat[SEAT]
        weigh(flat, ways[seat], table, inner, judge)
        # Without blur too, for equal decisions are to be chosen between at random.
        decision = misjudge(flat, table, max(blurs[seat], 1e-6), rng)
        decide(flat, decision)
        if decision == DRAW:
            draw(flat, pull(flat, rng))
    return int(flat[SEAT])


@compiled_floats
def learn(
    opening: Flat,
    judge: Judge,
    table: Table,
    rng: Rng,
    trail: Flat,
    means: Floats,
    grad: Floats,
    memory: float,
    mistakes: float,
) -> int:
    """Play a game against oneself and add to `grad` what it teaches; returns its turns.

    The value of a position is drawn towards what the turn is worth, solved exactly, plus so much
    of the surprise that the rest of the game was (`memory`, the lambda of temporal differences).
    After a mistake made on purpose the rest teaches nothing about what came before.
    """
    players, flat = opening[PLAYERS], opening.copy()
    flat[SEAT] = below(rng, players)
    refill(flat, rng)
    turns, cut = 0, np.zeros(len(trail), np.int64)
    while flat[PHASE] != OVER and turns < len(trail):
        trail[turns] = flat
        refill(flat, rng)
        weigh_by_net(flat, table, judge, sound_draws(flat))
        means[turns] = table.worth[0]
        cut[turns] = _play_turn(flat, table, mistakes, rng)
        turns += 1
    goal, view = np.zeros(2 * players, np.float32), np.zeros(2 * players, np.float32)
    surprise, dout = np.zeros(2 * players, np.float32), np.zeros(2 * players, np.float32)
    for turn in range(turns - 1, -1, -1):
        position = trail[turn]
        for i in range(2 * players):
            kept = np.float32(0) if cut[turn] else np.float32(memory) * surprise[i]
            goal[i] = means[turn, i] + kept
        look(position, judge)
        forward(judge.shape, judge.weights, judge.x, judge.scratch, judge.out)
        read_outputs(position, judge.out, view)
        for k in range(players):
            seat = (position[SEAT] + k) % players
            dout[k] = view[seat] - goal[seat]
            dout[players + k] = view[players + seat] - goal[players + seat]
        backward(judge.shape, judge.weights, judge.x, judge.scratch, dout, grad)
        for i in range(2 * players):
            surprise[i] = goal[i] - view[i]
    return turns


@compiled
def _play_turn(flat: Flat, table: Table, mistakes: float, rng: Rng) -> bool:
    """Play the turn as the table says; returns whether a mistake was made in it."""
    mistaken, drawn = False, 0
    while True:
        decision = table.best[drawn]
        if uniform(rng) < mistakes:
            decision = any_legal(flat, rng)
            mistaken = mistaken or decision != table.best[drawn]
        decide(flat, decision)
        if decision != DRAW:
            return mistaken
        symbol = pull(flat, rng)
        draw(flat, symbol)
        drawn |= 1 << symbol
        if symbols_in(flat, DRAWN) != drawn:  # out
            return mistaken
