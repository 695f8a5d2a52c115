"""The compiled Card Challenge is the twin of the rules, and its net and playouts are sound."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from ingenious.bots.baselines import POLICIES
from ingenious.kernel.cards import game as kernel
from ingenious.kernel.cards import net as fast
from ingenious.kernel.cards.evaluate import Evaluator, evaluate, new_evaluator, shape_of
from ingenious.kernel.cards.features import (
    AREA_OF,
    BLOCK,
    BLOCK_SEAT,
    SHARED_SEAT,
    fill_inputs,
    new_buffers,
    read_pegs,
)
from ingenious.kernel.nets import forward, new_net
from ingenious.kernel.rng import Rng, seeded
from ingenious.rules import CardState, game
from ingenious.rules.moves import Decision, Discard, Keep, Outcome, Play
from ingenious.rules.symbols import CANONICAL, PAIRS, pile
from testkit.cases import cases

GAMES = cases(18)  # of each policy, for each number of players


def action_of(decision: Decision) -> int:
    match decision:
        case Play(card):
            return 2 * PAIRS.index(CANONICAL[card]) + (CANONICAL[card] != card)
        case Discard():
            return kernel.DISCARD
        case _:
            assert decision == Keep()
            return kernel.KEEP


def cards_of(counts: kernel.Position) -> tuple[str, ...]:
    return tuple(card for card, number in zip(PAIRS, counts, strict=True) for _ in range(number))


def state_of(s: kernel.Position) -> CardState:
    """The kernel's position as the rules tell it, without the ending."""
    seats = range(s[kernel.PLAYERS])
    faceup = [s[kernel.FACEUP + 2 * seat :][:2] for seat in seats]
    return CardState(
        hands=tuple(cards_of(s[kernel.HANDS + 15 * seat :][:15]) for seat in seats),
        faceup=tuple(tuple(PAIRS[card] for card in row if card >= 0) for row in faceup),
        deck=pile(PAIRS[card] for card in s[kernel.PILE :][: s[kernel.DECK]]),
        discards=cards_of(s[kernel.DISCARDS :][:15]),
        pegs=tuple(tuple(map(int, s[kernel.PEGS + 6 * seat :][:6])) for seat in seats),
        seat=int(s[kernel.SEAT]),
        due=int(s[kernel.DUE]),
        idle=int(s[kernel.IDLE]),
        phase=("play", "discard", "draw", "over", "over")[s[kernel.PHASE]],
    )


def open_game(players: int, start: int, rng: Rng) -> tuple[kernel.Position, CardState]:
    """A game that the kernel dealt, and the same deal by the rules."""
    s = np.empty(kernel.SIZE, dtype=np.int8)
    kernel.deal(s, players, start, rng)
    dealt = state_of(s)
    cards = [card for part in (dealt.hands, dealt.faceup) for row in part for card in row]
    rules = game("cards", players)
    return s, rules.apply(rules.new(start), Outcome(tuple(cards)))


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kernel_plays_as_the_rules_do(players: int, policy: str) -> None:
    rules, rng, luck = game("cards", players), seeded(players), Random(players)
    room, drawn = np.empty(30, dtype=np.int64), np.empty(6, dtype=np.int8)
    met = dict.fromkeys(["bonus", "discard", "keep", "renewal", "won"], 0)
    for number in range(GAMES):
        s, state = open_game(players, number % players, rng)
        while state.ending is None:
            assert state_of(s) == state
            if state.phase == "draw":
                left = len(state.deck)
                cards = drawn[: kernel.draw(s, rng, drawn)]
                state = rules.apply(state, Outcome(tuple(PAIRS[card] for card in cards)))
                met["renewal"] += len(cards) >= left
                continue
            if number % 6 == 0:  # slow, and every sixth game meets all there is
                assert np.array_equal(visible(kernel.flatten(state)), visible(s))
                check_legal(rules.legal(state), s, room)
            move = POLICIES[policy](rules, state, luck)
            met["discard"] += isinstance(move, Discard)
            met["keep"] += isinstance(move, Keep)
            kernel.act(s, action_of(move))
            state = rules.apply(state, move)
            met["bonus"] += state.phase == "play"
        check_end(players, s, state)
        met["won"] += state.ending.reason == "won"
    if policy == "greedy":
        del met["keep"]  # greed never keeps what it may discard
    assert all(met.values()), met


def visible(s: kernel.Position) -> kernel.Position:
    """All but the order of the deck, and what lies beyond its end."""
    s, end = s.copy(), kernel.PILE + int(s[kernel.DECK])
    s[kernel.PILE : end].sort()
    s[end:] = 0
    return s


def check_legal(decisions: Sequence[Decision], s: kernel.Position, room: kernel.Numbers) -> None:
    """The kernel names every decision, of two orders that do the same only one."""
    after = [acted(s, action) for action in room[: kernel.legal(s, room)]]
    assert len(set(after)) == len(after)
    assert set(after) == {acted(s, action_of(decision)) for decision in decisions}


def acted(s: kernel.Position, action: int) -> bytes:
    t = s.copy()
    kernel.act(t, action)
    return t.tobytes()


def check_end(players: int, s: kernel.Position, state: CardState) -> None:
    rules = game("cards", players)
    assert replace(state_of(s), due=0) == replace(state, ending=None)
    assert state.ending is not None
    reason = {kernel.WON: "won", kernel.STALLED: "stalled"}[int(s[kernel.PHASE])]
    assert reason == state.ending.reason
    shares = np.empty(8, dtype=np.float32)
    kernel.win_shares(s, shares)
    ranks = rules.ranks(state)
    first = ranks.count(1)
    assert shares[:players] == pytest.approx([(rank == 1) / first for rank in ranks])


@pytest.mark.rules("G8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_stand_off_ends_as_in_the_rules(players: int) -> None:
    """All wait on 3 3 3 3 3 0 for purple, which no card shows."""
    rules, rng, luck = game("cards", players), seeded(8), Random(8)
    drawn, ended = np.empty(6, dtype=np.int8), 0
    for number in range(8):
        s, state = open_game(players, number % players, rng)
        pegs = ((3, 3, 3, 3, 3, 0),) * (players - number % 2) + ((3, 3, 3, 3, 2, 0),) * (number % 2)
        state = replace(state, pegs=pegs, idle=18 * players)
        s = kernel.flatten(state)
        while state.ending is None:
            assert state_of(s) == state
            if state.phase == "draw":
                cards = drawn[: kernel.draw(s, rng, drawn)]
                state = rules.apply(state, Outcome(tuple(PAIRS[card] for card in cards)))
                continue
            waiting = [m for m in rules.legal(state) if not (isinstance(m, Play) and "P" in m.card)]
            move = luck.choice(waiting or list(rules.legal(state)))
            kernel.act(s, action_of(move))
            state = rules.apply(state, move)
        check_end(players, s, state)
        ended += state.ending.reason == "stalled"
    assert ended


def evaluator_for(players: int) -> Evaluator:
    """A net with random weights, large enough for its outputs to differ."""
    blocks, block, shared, outputs = shape_of(players)
    net = new_net(blocks, block, shared, hidden=64, upper=64, outputs=outputs, seed=players)
    net.weights[:] *= 2
    return new_evaluator(net)


def positions_after_plays(players: int, games: int) -> list[kernel.Position]:
    """Positions of random games just after a play."""
    rng, actions, found = seeded(players), np.empty(30, np.int64), list[kernel.Position]()
    drawn, luck = np.empty(6, np.int8), Random(players)
    s = np.empty(kernel.SIZE, np.int8)
    for number in range(games):
        kernel.deal(s, players, number % players, rng)
        while s[kernel.PHASE] < kernel.WON:
            if s[kernel.PHASE] == kernel.DRAWING:
                found.append(s.copy())
                kernel.draw(s, rng, drawn)
            else:
                kernel.act(s, int(actions[luck.randrange(kernel.legal(s, actions))]))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_fast_forward_pass_computes_what_the_plain_one_does(players: int) -> None:
    evaluator = evaluator_for(players)
    plain, scratch = np.zeros(8, np.float32), np.zeros(len(evaluator.scratch), np.float32)
    out = np.zeros(8, np.float32)
    for s in positions_after_plays(players, 2)[::5]:
        fill_inputs(s, int(s[kernel.SEAT]), evaluator.x, evaluator.buffers)
        net = evaluator.shape, evaluator.weights, evaluator.x
        forward(*net, scratch, plain)
        fast.forward(*net, evaluator.scratch, out)
        assert out == pytest.approx(plain, rel=1e-4, abs=1e-5)
        assert evaluator.scratch == pytest.approx(scratch, rel=1e-4, abs=1e-5)


def test_a_net_of_another_width_is_refused() -> None:
    blocks, block, shared, outputs = shape_of(2)
    with pytest.raises(ValueError, match="multiples of 64"):
        new_evaluator(new_net(blocks, block, shared, 48, 64, outputs, seed=1))


@pytest.mark.rules("F1", "F2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_the_pegs_allow_is_what_the_rules_allow(players: int) -> None:
    seat = new_buffers().seat
    areas, opened = set[int](), 0
    for s in positions_after_plays(players, 12):
        low, area, blockers = read_pegs(s, 0, seat)
        pegs = s[kernel.PEGS :][:6].tolist()
        assert low == min(pegs)
        assert blockers == sum(AREA_OF[peg] == area for peg in pegs)
        areas.add(area)
        for colour, peg in enumerate(pegs):
            shown = int(s[kernel.SHOWN + colour])
            after = kernel.peg_after(s, 0, colour, shown)
            assert seat.gain[colour] == after - peg
            assert seat.room[colour] == kernel.peg_after(s, 0, colour, 10) - peg
            assert seat.leaves[colour] == (AREA_OF[peg] == area < AREA_OF[after])
            other = next((c for c in range(6) if c != colour and seat.leaves[c]), None)
            if blockers == 1 and other is not None:
                moved = s.copy()
                moved[kernel.PEGS + other] += seat.gain[other]
                later = kernel.peg_after(moved, 0, colour, shown)
                assert seat.later[colour] == later - peg
                opened += later > after
    assert areas == {0, 1, 2}
    assert opened


def test_the_chance_to_win_at_once_is_an_input() -> None:
    """Six cards are hidden in a rival's hand; the viewer knows its own."""
    s = positions_after_plays(2, 1)[0]
    s[kernel.PEGS : kernel.PEGS + 12] = (7, 7, 7, 7, 7, 6, 7, 7, 7, 7, 6, 6)
    red = PAIRS.index("RO")
    s[kernel.FACEUP : kernel.FACEUP + 4] = red
    s[kernel.SHOWN : kernel.HANDS] = 0
    s[kernel.DISCARDS : kernel.PILE] = 0
    s[kernel.HANDS : kernel.HANDS + 15] = 0
    evaluator, wins = evaluator_for(2), 6 * (2 * BLOCK_SEAT + BLOCK) + 17

    def seen(shown: dict[int, int], card: str) -> tuple[float, float]:
        s[kernel.SHOWN : kernel.HANDS] = [shown.get(colour, 0) for colour in range(6)]
        s[kernel.HANDS : kernel.HANDS + 15] = 0
        s[kernel.HANDS + PAIRS.index(card)] = 1
        fill_inputs(s, 0, evaluator.x, evaluator.buffers)
        return float(evaluator.x[wins]), float(evaluator.x[wins + SHARED_SEAT])

    assert seen({0: 4, 1: 4}, "OP") == (0, 0)
    own, theirs = seen({4: 1, 5: 1}, "OP")
    assert own == 1
    assert 0 < theirs < 1  # with any of the four cards BP
    s[kernel.DISCARDS + PAIRS.index("BP")] = 4
    assert seen({4: 1, 5: 1}, "OY") == (0, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_net_sees_no_seat_numbers(players: int) -> None:
    """Moving all seats round changes nothing."""
    evaluator = evaluator_for(players)
    chances, moved = np.zeros(8, np.float32), np.zeros(8, np.float32)
    parts = (kernel.PEGS, 6), (kernel.FACEUP, 2), (kernel.HANDS, 15)
    for s in positions_after_plays(players, 2)[::7]:
        viewer, t = int(s[kernel.SEAT]), s.copy()
        evaluate(s, viewer, evaluator, chances)
        for start, size in parts:
            rows = s[start : start + size * players].reshape(players, size)
            t[start : start + size * players] = np.roll(rows, 1, axis=0).ravel()
        evaluate(t, (viewer + 1) % players, evaluator, moved)
        assert moved[:players] == pytest.approx(np.roll(chances[:players], 1), abs=1e-5)
