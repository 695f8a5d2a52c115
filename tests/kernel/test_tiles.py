"""The compiled Tile Challenge plays like the rules, and its draw-or-stop is exact."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from ingenious.bots.baselines import at_random, greedy
from ingenious.kernel.nets import forward, new_net
from ingenious.kernel.rng import seeded
from ingenious.kernel.tiles import game as kernel
from ingenious.kernel.tiles.evaluate import (
    Evaluator,
    block_inputs,
    compute_outputs,
    evaluate_by_net,
    fill_inputs,
    new_evaluator,
    shared_inputs,
)
from ingenious.kernel.tiles.turn import (
    draws_to_foresee,
    new_turn_table,
    weigh_ahead,
    weigh_by_gain,
    weigh_by_net,
)
from ingenious.rules.moves import Chance, Decision, Draw, Free, Outcome, Score, Turn
from ingenious.rules.symbols import ORDER, SYMBOLS, pile
from ingenious.rules.tiles import TileChallenge, TileState
from testkit.cases import cases


def number(decision: Decision) -> int:
    """The kernel's number for a decision."""
    if isinstance(decision, Free):
        return ORDER[decision.symbol]
    return kernel.SCORE if isinstance(decision, Score) else kernel.DRAW


def step(game: TileChallenge, state: TileState, rng: Random, policy: str) -> Decision | Outcome:
    """What the game goes on with: a decision of the policy, or tiles by chance."""
    awaited = game.awaits(state)
    if isinstance(awaited, Chance):
        return Outcome(tuple(rng.sample(awaited.source, awaited.count)))
    return (greedy if policy == "greedy" else at_random)(game, state, rng)


def mirror(flat: kernel.Flat, move: Decision | Outcome) -> None:
    """The same move in the kernel."""
    if isinstance(move, Outcome):
        put = kernel.draw if flat[kernel.PHASE] == kernel.DRAWING else kernel.add_to_centre
        for symbol in move.pieces:
            put(flat, ORDER[symbol])
    else:
        kernel.decide(flat, number(move))


def compare(game: TileChallenge, state: TileState, rng: Random, policy: str) -> Counter[str]:
    """Play to the end in both, comparing after every entry; returns what happened how often."""
    flat, seen = kernel.flatten(game, state), Counter[str]()
    while game.awaits(state) is not None:
        legal = [number(decision) for decision in game.legal(state)]
        assert [n for n in range(kernel.DECISIONS) if kernel.legal(flat) >> n & 1] == legal
        move = step(game, state, rng, policy)
        scores = isinstance(move, Score | Free)
        seen["free score"] += isinstance(move, Free)
        seen["must score"] += isinstance(move, Score) and not state.pool
        seen["must take"] += isinstance(move, Free) and not state.pool
        after = game.apply(state, move)
        seen["bonus turn"] += scores and after.seat == state.seat and after.phase != "over"
        seen["out"] += state.phase == "draw" and not after.drawn
        seen["lost points"] += scores and len(after.pool) > len(state.pool)
        mirror(flat, move)
        assert flat.tolist() == kernel.flatten(game, after).tolist()
        state = after
    assert kernel.lowest_peg(flat, state.seat) == game.target
    return seen


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("policy", "games"), [("random", cases(24)), ("greedy", cases(7))])
def test_the_kernel_plays_like_the_rules(players: int, policy: str, games: int) -> None:
    game, rng, seen = TileChallenge(players), Random(players), Counter[str]()
    for i in range(games):
        seen += compare(game, game.new(i % players), rng, policy)
    assert seen["out"] > games
    assert seen["free score"] > games
    assert seen["bonus turn"] > games
    assert seen["lost points"] > 0


def crowded(game: TileChallenge, left: int, rng: Random) -> TileState:
    """A position early in the game with few tiles in the pool and the others in the centre."""
    state = game.apply(game.new(), Outcome(tuple("RGB")))
    pool = rng.sample(state.pool, len(state.pool))
    centre = state.centre + "".join(pool[left:])
    return replace(state, pool="".join(pile(pool[:left])), centre="".join(pile(centre)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kernel_plays_like_the_rules_when_the_pool_is_empty(players: int) -> None:
    """I9: the player who has drawn must score, the one who has not takes a free score."""
    game, rng, seen = TileChallenge(players), Random(players), Counter[str]()
    for i in range(30):
        seen += compare(game, crowded(game, i % 3, rng), rng, "random")
    assert seen["must score"] > 0
    assert seen["must take"] > 0


def positions(players: int, games: int, seed: int) -> list[TileState]:
    """Positions in which a seat has to decide, from games of greed and of chance."""
    game, rng, found = TileChallenge(players), Random(seed), list[TileState]()
    for i in range(games):
        state, policy = game.new(i % players), ("greedy", "random")[i % 2]
        while (awaited := game.awaits(state)) is not None:
            if isinstance(awaited, Turn):
                found.append(state)
            state = game.apply(state, step(game, state, rng, policy))
    return found


def best(
    game: TileChallenge, state: TileState, value: Callable[[TileState], Fraction]
) -> tuple[Fraction, dict[int, Fraction]]:
    """What the turn is worth, by the rules alone and in fractions, and each decision of it."""
    worth = dict[int, Fraction]()
    for decision in game.legal(state):
        after = game.apply(state, decision)
        if not isinstance(decision, Draw):
            worth[number(decision)] = value(after)
            continue
        total = Fraction(0)
        for symbol, tiles in Counter(state.pool).items():
            drawn = game.apply(after, Outcome((symbol,)))
            chance = Fraction(tiles, len(state.pool))
            total += chance * (best(game, drawn, value)[0] if drawn.drawn else value(drawn))
        worth[kernel.DRAW] = total
    return max(worth.values()), worth


def judge_for(players: int) -> Evaluator:
    game = TileChallenge(players)
    inputs = block_inputs(players, game.target), shared_inputs(players)
    net = new_net(6, *inputs, hidden=8, upper=8, outputs=2 * players, seed=players)
    # Outputs near zero would judge all positions alike.
    net.weights[:] *= 3
    return new_evaluator(net)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_drawing_or_stopping_is_exact(players: int) -> None:
    """Against a recursion over the rules, with the net judging where a turn ends."""
    game, judge, table = TileChallenge(players), judge_for(players), new_turn_table(players)
    value = np.zeros(2 * players, np.float32)
    small = [p for p in positions(players, 6, seed=1) if len(set(p.centre)) <= 3]
    for state in small[::7]:

        def by_net(after: TileState, seat: int = state.seat) -> Fraction:
            evaluate_by_net(kernel.flatten(game, after), judge, value)
            return Fraction(float(value[seat]))

        worth, options = best(game, state, by_net)
        flat = kernel.flatten(game, state)
        decision = weigh_by_net(flat, table, judge, kernel.MAX_DRAWS)
        assert float(options[decision]) == pytest.approx(float(worth), abs=1e-5)
        for option, expected in options.items():
            got = table.options[option, state.seat]
            assert got == pytest.approx(float(expected), abs=1e-5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_looking_ahead_takes_the_mean_of_all_refills(players: int) -> None:
    """After a score that empties the centre, the next turn is solved for each way to refill."""
    game, judge, rng = TileChallenge(players), judge_for(players), seeded(1)
    table, inner = new_turn_table(players), new_turn_table(players)
    state = game.apply(game.new(), Outcome(tuple("RRG")))
    flat = kernel.flatten(game, state)
    weigh_ahead(flat, table, inner, judge)
    got = table.options[ORDER["R"]].copy()
    kernel.decide(flat, ORDER["R"])
    total = np.zeros(2 * players)
    tries = 4000
    for _ in range(tries):
        filled = flat.copy()
        kernel.refill(filled, rng)
        weigh_by_net(filled, inner, judge, draws_to_foresee(filled))
        total += inner.worth[0]
    assert got == pytest.approx(total / tries, abs=0.01)
    assert got[:players].sum() == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_remembered_colours_do_not_change_what_the_net_says(players: int) -> None:
    game, judge = TileChallenge(players), judge_for(players)
    out = np.zeros(2 * players, np.float32)
    for state in positions(players, 4, seed=2):
        flat = kernel.flatten(game, state)
        fill_inputs(flat, judge)
        forward(judge.shape, judge.weights, judge.x, judge.scratch, out)
        compute_outputs(flat, judge)
        assert judge.out == pytest.approx(out, rel=1e-3, abs=1e-4)


def test_greed_of_one_draw_is_the_reference() -> None:
    """It picks what the simple player picks, wherever that has one best decision."""
    game, table = TileChallenge(3), new_turn_table(3)
    alike = 0
    for state in positions(3, 4, seed=3):
        chosen = {greedy(game, state, Random(seed)) for seed in range(4)}
        decision = weigh_by_gain(kernel.flatten(game, state), table, 1)
        assert decision in {number(choice) for choice in chosen} or len(chosen) > 1
        alike += len(chosen) == 1
    assert alike > 50


def test_the_net_sees_no_colours_and_no_seat_numbers() -> None:
    """Swapping two colours everywhere, or moving all seats round, changes nothing."""
    game, judge = TileChallenge(3), judge_for(3)
    value, other = np.zeros(6, np.float32), np.zeros(6, np.float32)
    turned = str.maketrans(SYMBOLS, SYMBOLS[1:] + SYMBOLS[0])
    for state in positions(3, 2, seed=4):
        evaluate_by_net(kernel.flatten(game, state), judge, value)
        recoloured = replace(
            state,
            pool=state.pool.translate(turned),
            centre=state.centre.translate(turned),
            drawn=state.drawn.translate(turned),
            pegs=tuple((pegs[-1], *pegs[:-1]) for pegs in state.pegs),
        )
        evaluate_by_net(kernel.flatten(game, recoloured), judge, other)
        assert other == pytest.approx(value, abs=1e-5)
        moved = replace(state, seat=(state.seat + 1) % 3, pegs=(state.pegs[-1], *state.pegs[:-1]))
        evaluate_by_net(kernel.flatten(game, moved), judge, other)
        assert other.reshape(2, 3) == pytest.approx(np.roll(value.reshape(2, 3), 1, 1), abs=1e-5)
