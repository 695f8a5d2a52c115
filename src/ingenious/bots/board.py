"""The players of the board games: classic for two to four, solo, team and duel.

- 1 takes points wherever they lie, and often overlooks better ones.
- 2 lifts its low colours, with an eye for what the move is worth now.
- 3 judges positions with a net, but looks at few placements and misjudges them a little.
- 4 judges many placements with the net, exactly.
- 5 searches: it plays the best placements on, against hidden racks and draws dealt again and
  again, with everybody choosing by the net.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import NamedTuple

import numpy as np

from ..kernel.board.convert import to_decision, to_kernel
from ..kernel.board.features import inputs_of
from ..kernel.board.heuristic import Floats, new_desk
from ..kernel.board.position import KEEP, STATE, SWAP, State
from ..kernel.board.search import DEEPEST, run_playouts, weigh_candidates
from ..kernel.nets import Net
from ..rules import BoardGame, BoardState
from ..rules import game as rules_of
from ..rules.board import Board
from ..rules.moves import Decision, Place, Swap
from ..rules.scoreboards import TugOfWar
from ..rules.symbols import pile
from .baselines import lifted, points_of
from .question import Budget, Question, Verdict
from .weights import load, load_net


@dataclass(frozen=True, slots=True)
class Search:
    """How a level that judges by the net goes about it."""

    seen: int  # candidates that the net judges
    noise: float = 0.0  # of its judgements, in logits
    kept: int = 1  # of these, the ones that playouts compare
    playouts: int = 0
    width: int = 0  # candidates that everybody chooses from in a playout
    turns: int = 0  # turns of a playout before the searching seat's own next choice


class Judgement(NamedTuple):
    """A mode's net, and the weights of the cheap order of placements."""

    net: Net
    theta: Floats


SEARCHES: dict[tuple[str, int], dict[int, Search]] = {
    ("classic", 2): {
        3: Search(seen=8, noise=0.3),
        4: Search(seen=60),
        5: Search(seen=120, kept=20, playouts=3000, width=16, turns=1),
    },
    ("classic", 3): {
        3: Search(seen=8, noise=0.3),
        4: Search(seen=60),
        5: Search(seen=120, kept=16, playouts=1000, width=12, turns=2),
    },
    ("classic", 4): {
        3: Search(seen=8, noise=0.3),
        4: Search(seen=60),
        5: Search(seen=120, kept=16, playouts=800, width=8, turns=3),
    },
    ("team", 4): {
        3: Search(seen=8, noise=0.25),
        4: Search(seen=60),
        5: Search(seen=120, kept=16, playouts=600, width=8, turns=3),
    },
    ("duel", 2): {
        3: Search(seen=8, noise=0.25),
        4: Search(seen=60),
        5: Search(seen=120, kept=20, playouts=1000, width=12, turns=1),
    },
    # In solo the net estimates the lowest peg, not a chance to win: close moves differ by little.
    ("solo", 1): {
        3: Search(seen=8, noise=0.02),
        4: Search(seen=60),
        5: Search(seen=60, kept=10, playouts=2000, width=8, turns=6),
    },
}

SOLO_WORTH = 1.055
"""What a board with six equal pegs is worth alone, as a multiple of its lowest peg."""

POINTS_NOISE = 0.6
"""How many points the first level may overlook, about."""


def think(question: Question) -> Sequence[Verdict]:
    """Weigh the decisions of a board game."""
    game, state, level = question.game, question.state, question.level
    assert isinstance(game, BoardGame)
    assert isinstance(state, BoardState)
    rng = Random(question.seed)
    searches = SEARCHES[game.name, game.players]
    if state.phase == "swap" and (level < 5 or question.budget.is_nothing):
        return _swap_gladly(game, state)
    if level in searches:
        return _by_net(game, state, searches[level], question.budget, rng)
    return _by_rule(game, state, level, rng)


def _swap_gladly(game: BoardGame, state: BoardState) -> list[Verdict]:
    """To swap, whenever one may: new tiles are almost always better than these."""
    return [Verdict(decision, float(isinstance(decision, Swap))) for decision in game.legal(state)]


def _by_rule(game: BoardGame, state: BoardState, level: int, rng: Random) -> list[Verdict]:
    """The first two levels: what the placement itself brings, seen through some noise."""
    values = dict[tuple[str, tuple[int, int]], float]()
    verdicts = list[Verdict]()
    for place in game.placements(state):
        key = place.tile, state.board.gain_of(place)
        if key not in values:
            if level == 1:
                values[key] = points_of(game, state, *key) + POINTS_NOISE * _gumbel(rng)
            else:
                values[key] = lifted(game, state, *key)
        verdicts.append(Verdict(place, values[key] + 1e-6 * rng.random()))
    return sorted(verdicts, key=lambda verdict: -verdict.score)


def _gumbel(rng: Random) -> float:
    return -math.log(-math.log(max(rng.random(), 1e-12)))


@cache
def judgement(mode: str, players: int) -> Judgement:
    """The trained net of a mode."""
    name, sides = f"{mode}-{players}", len(rules_of(mode, players).sides)
    return Judgement(load_net(name, 1, inputs_of(sides), 0, sides + 2), load(name)["theta"])


def _by_net(
    game: BoardGame, state: BoardState, search: Search, budget: Budget, rng: Random
) -> list[Verdict]:
    began = time.monotonic()
    judge = judgement(game.name, game.players)
    root = to_kernel(game, _veiled(state))
    pegs_end = 9 if isinstance(game.scoring, TugOfWar) else game.scoring.stops[-1]
    if state.phase == "swap":
        moves = np.array([SWAP, KEEP], np.int32)
        values, lows = np.array([0.5, 0.49]), np.full(2, math.nan)
    else:
        moves, values, lows = _judged(root, judge, search.seen)
    if search.noise:
        values = np.array([_noisy(value, search.noise, rng) for value in values.tolist()])
    order = np.argsort(-values, kind="stable")
    moves, values, lows = moves[order], values[order], lows[order]
    playouts = budget.for_search(search.playouts)
    kept = _within(playouts, min(search.kept, len(moves)))
    if kept > 1:
        deadline = None if budget.seconds is None else began + 0.9 * budget.seconds
        ranked, means = _halving(
            root, moves[:kept], judge, search, playouts, deadline, rng.getrandbits(62)
        )
        order = np.concatenate([ranked, np.arange(kept, len(moves))])
        moves, lows = moves[order], lows[order]
        # A move that was not played out never ranks above one that was.
        values = np.concatenate([means, np.minimum(values[kept:], means.min())])
    alone = game.name == "solo"
    decisions = [to_decision(move, root) for move in moves.tolist()]
    if alone and (kept > 1 or state.phase != "swap"):
        # So that the order and the values shown agree; at the end of the game nothing is estimated.
        goes_on = [not _fills(state.board, decision) for decision in decisions]
        lows = np.where(goes_on, values / SOLO_WORTH, lows)
    return [
        Verdict(
            decision=decision,
            score=value,
            chance=None if alone else value,
            lowest=None if math.isnan(low) else low * pegs_end,
        )
        for decision, value, low in zip(decisions, values.tolist(), lows.tolist(), strict=True)
    ]


def _fills(board: Board, decision: Decision) -> bool:
    """Whether no other tile can be placed after a decision."""
    if not isinstance(decision, Place):
        return False
    layout = board.layout
    a, b = (layout.edges_at[layout.index[space]] for space in decision.at)
    return not board.open & ~(a | b)


def _within(playouts: int, moves: int) -> int:
    """The number of moves that so many playouts can compare, each at least once a round."""
    while moves > 1 and _rounds(moves) * moves > playouts:
        moves -= 1
    return moves


def _rounds(moves: int) -> int:
    """How often moves can be halved until one is left."""
    return math.ceil(math.log2(moves))


def _veiled(state: BoardState) -> BoardState:
    """The state with all that its seat does not see in an order that tells nothing."""
    others = [seat for seat in range(len(state.racks)) if seat != state.seat]
    hidden = pile([*state.bag, *(tile for seat in others for tile in state.racks[seat])])
    racks = list(state.racks)
    for seat in others:
        size = len(racks[seat])
        racks[seat], hidden = hidden[:size], hidden[size:]
    return replace(state, racks=tuple(racks), bag=hidden)


def _noisy(value: float, noise: float, rng: Random) -> float:
    """A judgement that is off by some logits."""
    value = min(max(value, 1e-6), 1 - 1e-6)
    logit = math.log(value / (1 - value)) + noise * rng.gauss(0, 1)
    return 1 / (1 + math.exp(-logit))


def _judged(root: State, judge: Judgement, seen: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    moves = np.zeros(seen, np.int32)
    values, lows = np.zeros(seen), np.zeros(seen)
    states = np.zeros(2, STATE)
    states[0] = root[0]
    number = weigh_candidates(
        states, new_desk(), *judge.net, judge.theta, seen, moves, values, lows
    )
    return moves[:number], values[:number], lows[:number]


def _halving(
    root: State,
    moves: np.ndarray,
    judge: Judgement,
    search: Search,
    playouts: int,
    deadline: float | None,
    seed: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Compare moves by playouts, the better half of them in every round (sequential halving).

    Returns their order, best first, and what each is worth. All moves are played against the same
    deals, so that luck cancels out. A move that drops out early has seen fewer deals than the best
    one, so it is worth as much less than that as it was on the deals that both have seen.
    """
    states, workspace = np.zeros(DEEPEST, STATE), new_desk()
    left = np.arange(len(moves))
    sums, number = np.zeros(len(moves)), np.zeros(len(moves))
    means = list[np.ndarray]()  # of each round
    last = np.zeros(len(moves), np.int64)  # the round in which a move was played last
    rounds = _rounds(len(moves))
    deal = 0
    late = False
    while len(left) > 1 and not late:
        share = playouts // (rounds * len(left))
        part = np.zeros(len(left))
        done = 0
        while done < share and not late:
            some = min(4, share - done)
            run_playouts(
                states, root, moves[left], deal, deal + some, search.turns, workspace,
                *judge.net, judge.theta, search.width, seed, part,
            )  # fmt: skip
            deal += some
            done += some
            late = deadline is not None and time.monotonic() > deadline
        sums[left] += part
        number[left] += done
        last[left] = len(means)
        means.append(sums / number)
        left = left[np.argsort(-means[-1][left], kind="stable")][: (len(left) + 1) // 2]
    best = left[0]
    worth = np.array([means[-1][best] - means[r][best] + means[r][i] for i, r in enumerate(last)])
    order = np.argsort(-worth, kind="stable")
    order = np.concatenate([[best], order[order != best]])
    return order, worth[order].clip(0, 1)
