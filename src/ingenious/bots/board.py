"""The bots of the board games: classic for two to four players, solo, team and duel.

- 1 takes points, preferably in colours that are already high. It never swaps.
- 2 lifts its low colours, judging by the immediate value of the move.
- 3 evaluates positions with a net, but only those after the placements that look best to level 2.
- 4 evaluates many placements with the net.
- 5 searches: it plays out the best placements, redealing hidden racks and draws each time,
  and all players choosing by the net.
"""

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Self

import numpy as np
import numpy.typing as npt

from ..kernel.board.convert import decision_of_number, to_kernel
from ..kernel.board.features import input_counts
from ..kernel.board.heuristic import Workspaces, new_workspace
from ..kernel.board.net import BoardNet
from ..kernel.board.play import Way
from ..kernel.board.position import KEEP, MAX_MOVES, STATE, SWAP, Moves, States
from ..kernel.board.search import (
    SEARCH_STATES,
    Evaluator,
    evaluate_candidates,
    evaluate_moves,
    run_playouts,
)
from ..kernel.board.sight import Sight, shortlist
from ..kernel.cores import cores
from ..kernel.rng import Rng, seeded
from ..rules import BoardGame, BoardState
from ..rules import game as rules_of
from ..rules.board import Board
from ..rules.boardgame import RACK_SIZE
from ..rules.moves import Decision, Place, Swap
from ..rules.symbols import pile
from .baselines import STEP_DECAY
from .question import Budget, Evaluation, Question
from .weights import load_arrays, load_net

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Search:
    """How a level that uses the net searches."""

    candidates: int  # that the net evaluates
    places: int = 0  # the most of each tile, chosen as level 2 does; 0: by the heuristic
    kept: int = 1  # the best candidates, which playouts compare
    playouts: int = 0
    width: int = 0  # candidates that the players choose from in a playout
    turns: int = 0  # turns of a playout before the searching seat's own next choice


SEARCHES: dict[tuple[str, int], dict[int, Search]] = {
    ("classic", 2): {
        3: Search(candidates=4, places=1),
        4: Search(candidates=60),
        5: Search(candidates=120, kept=16, playouts=1600, width=8, turns=3),
    },
    ("classic", 3): {
        3: Search(candidates=2, places=1),
        4: Search(candidates=60),
        5: Search(candidates=120, kept=16, playouts=800, width=8, turns=2),
    },
    ("classic", 4): {
        3: Search(candidates=2, places=1),
        4: Search(candidates=60),
        5: Search(candidates=120, kept=16, playouts=500, width=8, turns=3),
    },
    ("team", 4): {
        3: Search(candidates=3, places=1),
        4: Search(candidates=60),
        5: Search(candidates=120, kept=16, playouts=400, width=8, turns=3),
    },
    ("duel", 2): {
        3: Search(candidates=3, places=1),
        4: Search(candidates=60),
        5: Search(candidates=120, kept=20, playouts=800, width=8, turns=1),
    },
    # In solo the net estimates the lowest peg, not a chance to win: close moves differ by little.
    ("solo", 1): {
        3: Search(candidates=2, places=2),
        4: Search(candidates=60),
        5: Search(candidates=60, kept=10, playouts=1200, width=8, turns=6),
    },
}

MAX_THREADS = 2
"""Threads that play out the moves of one decision; more would keep other players waiting."""

BATCH_DEALS = 4
"""Deals that a thread plays before the time is checked."""

SOLO_VALUE_FACTOR = 1.055
"""The value of a solo board with six equal pegs, as a multiple of its lowest peg."""

SHOWN_PLACES = 10
"""How many places of each tile the levels without a net show."""


def newcomer(favour: float, longest: int = 3, halves: int = 2) -> Sight:
    """What level 1 sees: short lines and points, rather in colours that are high already."""
    return Sight(longest=longest, halves=halves, decay=1.0, favour=favour)


def casual(decay: float = STEP_DECAY) -> Sight:
    """What level 2 sees: whole lines, and which of its colours are low."""
    return Sight(longest=MAX_MOVES, halves=2, decay=decay, favour=0.0)


SIGHTS: dict[tuple[str, int], dict[int, Sight]] = {
    ("classic", 2): {1: newcomer(favour=0.16), 2: casual()},
    ("classic", 3): {1: newcomer(favour=0.3), 2: casual(decay=0.8)},
    ("classic", 4): {1: newcomer(favour=0.3), 2: casual(decay=0.75)},
    ("team", 4): {1: newcomer(favour=0.16), 2: casual(decay=0.75)},
    ("duel", 2): {1: newcomer(favour=0.4), 2: casual()},
    ("solo", 1): {1: newcomer(favour=0.0, longest=2, halves=1), 2: casual()},
}
"""How the first two levels judge a placement. Level 3 tries what looks best to level 2."""


def way_of(mode: str, players: int, level: int) -> Way:
    """How a level below 5 chooses, for games in compiled code."""
    search = SEARCHES[mode, players].get(level, Search(candidates=1, places=1))
    sight = SIGHTS[mode, players][min(level, 2)]
    return Way(sight, search.candidates, search.places, swaps=level > 1)


def think(question: Question) -> Sequence[Evaluation]:
    """Evaluate the decisions of a board game."""
    game, state, level = question.game, question.state, question.level
    assert isinstance(game, BoardGame)
    assert isinstance(state, BoardState)
    searches = SEARCHES[game.name, game.players]
    if state.phase == "swap" and (level < 5 or question.budget.is_zero):
        return _swap_or_keep(game, state, swaps=level > 1)
    if level in searches:
        return _by_net(game, state, searches[level], question.budget, Random(question.seed))
    return _by_sight(game, state, level, seeded(question.seed))


def _swap_or_keep(game: BoardGame, state: BoardState, *, swaps: bool) -> list[Evaluation]:
    """Level 1 never swaps. The others always do: new tiles are almost always better."""
    evaluations = [
        Evaluation(decision, float(isinstance(decision, Swap) == swaps))
        for decision in game.legal(state)
    ]
    return sorted(evaluations, key=lambda evaluation: -evaluation.score)


def _by_sight(game: BoardGame, state: BoardState, level: int, rng: Rng) -> list[Evaluation]:
    """The first two levels: how good a placement looks by itself."""
    root = to_kernel(game, _with_hidden_sorted(state))
    sight = SIGHTS[game.name, game.players][level]
    moves, scores = _shortlist(root, sight, RACK_SIZE * SHOWN_PLACES, SHOWN_PLACES, rng)
    return [
        Evaluation(decision_of_number(move, root), score)
        for move, score in zip(moves.tolist(), scores.tolist(), strict=True)
    ]


def _shortlist(
    root: States, sight: Sight, most: int, places: int, rng: Rng
) -> tuple[Moves, Doubles]:
    """The placements that look best, and how good they look."""
    moves, scores = np.zeros(MAX_MOVES, np.int32), np.zeros(MAX_MOVES)
    number = shortlist(root[0], sight, most, places, rng, moves, scores)
    return moves[:number], scores[:number]


@cache
def load_evaluator(mode: str, players: int) -> Evaluator:
    """The trained net of a mode."""
    name, sides = f"{mode}-{players}", len(rules_of(mode, players).sides)
    net = load_net(name, BoardNet, *input_counts(sides), sides + 2)
    return Evaluator(*net, load_arrays(name)["theta"])


def _by_net(
    game: BoardGame, state: BoardState, search: Search, budget: Budget, rng: Random
) -> list[Evaluation]:
    began = time.monotonic()
    evaluator = load_evaluator(game.name, game.players)
    root = to_kernel(game, _with_hidden_sorted(state))
    if state.phase == "swap":
        moves = np.array([SWAP, KEEP], np.int32)
        values, lows = np.array([0.5, 0.49]), np.full(2, math.nan)
    else:
        sight = SIGHTS[game.name, game.players][2]
        moves, values, lows = _evaluate_candidates(root, evaluator, search, sight, rng)
    order = np.argsort(-values, kind="stable")
    moves, values, lows = moves[order], values[order], lows[order]
    playouts = budget.for_search(search.playouts)
    kept = _affordable(playouts, min(search.kept, len(moves)))
    if kept > 1:
        deadline = None if budget.seconds is None else began + 0.9 * budget.seconds
        ranked, means = _sequential_halving(
            root, moves[:kept], evaluator, search, playouts, deadline, rng.getrandbits(62)
        )
        order = np.concatenate([ranked, np.arange(kept, len(moves))])
        moves, lows = moves[order], lows[order]
        # A move that was not played out never ranks above one that was.
        values = np.concatenate([means, np.minimum(values[kept:], means.min())])
    decisions = [decision_of_number(move, root) for move in moves.tolist()]
    if game.name == "solo":
        # Keeps the order and the values shown consistent; the last placement is not an estimate.
        goes_on = [not _fills_board(state.board, decision) for decision in decisions]
        lows = np.where(goes_on, values / SOLO_VALUE_FACTOR, lows)
    end = game.scoring.stops[-1]
    return [
        Evaluation(
            decision=decision,
            score=value,
            chance=None if game.name == "solo" else value,
            lowest=None if math.isnan(low) else low * end,
        )
        for decision, value, low in zip(decisions, values.tolist(), lows.tolist(), strict=True)
    ]


def _fills_board(board: Board, decision: Decision) -> bool:
    """Whether no other tile can be placed after a decision."""
    if not isinstance(decision, Place):
        return False
    layout = board.layout
    a, b = (layout.edges_at[layout.index[space]] for space in decision.at)
    return not board.open & ~(a | b)


def _affordable(playouts: int, moves: int) -> int:
    """How many of the moves these playouts can compare, each at least once a round."""
    while moves > 1 and _rounds(moves) * moves > playouts:
        moves -= 1
    return moves


def _rounds(moves: int) -> int:
    """How many times moves can be halved until one is left."""
    return math.ceil(math.log2(moves))


def _with_hidden_sorted(state: BoardState) -> BoardState:
    """The state with the pieces that its seat does not see in canonical order."""
    others = [seat for seat in range(len(state.racks)) if seat != state.seat]
    hidden = pile([*state.bag, *(tile for seat in others for tile in state.racks[seat])])
    racks = list(state.racks)
    for seat in others:
        size = len(racks[seat])
        racks[seat], hidden = hidden[:size], hidden[size:]
    return replace(state, racks=tuple(racks), bag=hidden)


def _evaluate_candidates(
    root: States, evaluator: Evaluator, search: Search, sight: Sight, rng: Random
) -> tuple[Moves, Doubles, Doubles]:
    count = search.candidates
    values, lows = np.zeros(count), np.zeros(count)
    states, workspace = np.zeros(2, STATE), new_workspace()
    states[0] = root[0]
    if search.places:
        own = seeded(rng.getrandbits(62))
        moves, _ = _shortlist(root, sight, count, search.places, own)
        evaluate_moves(states, workspace, evaluator, moves, values, lows)
        return moves, values[: len(moves)], lows[: len(moves)]
    moves = np.zeros(count, np.int32)
    number = evaluate_candidates(states, workspace, evaluator, count, moves, values, lows)
    return moves[:number], values[:number], lows[:number]


class _Playouts:
    """Plays out moves of a position, on two threads where there are two cores.

    The second thread only shortens the wait: the batches, and the order in which they are added,
    do not depend on the number of threads, so the results do not either.
    """

    def __init__(self, root: States, evaluator: Evaluator, search: Search, seed: int) -> None:
        self._root, self._evaluator, self._search, self._seed = root, evaluator, search, seed
        threads = min(cores(), MAX_THREADS)
        self._buffers = [(np.zeros(SEARCH_STATES, STATE), new_workspace()) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.at_once = threads * BATCH_DEALS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def out(self, moves: Moves, first: int, last: int) -> list[Doubles]:
        """The sums of the values of each move over deals `first` to `last`, for each batch."""
        batches = [
            (start, min(start + BATCH_DEALS, last)) for start in range(first, last, BATCH_DEALS)
        ]
        jobs = list(zip(batches, self._buffers, strict=False))
        others = [self._pool.submit(self._batch, moves, *job) for job in jobs[1:] if self._pool]
        return [self._batch(moves, *jobs[0]), *(other.result() for other in others)]

    def _batch(
        self, moves: Moves, deals: tuple[int, int], buffers: tuple[States, Workspaces]
    ) -> Doubles:
        states, workspaces = buffers
        search = self._search
        sums = np.zeros(len(moves))
        run_playouts(
            states, self._root, moves, *deals, search.turns, workspaces, self._evaluator,
            search.width, self._seed, sums,
        )  # fmt: skip
        return sums


def _sequential_halving(
    root: States,
    moves: Moves,
    evaluator: Evaluator,
    search: Search,
    playouts: int,
    deadline: float | None,
    seed: int,
) -> tuple[npt.NDArray[np.int64], Doubles]:
    """Compare moves by playouts, keeping the better half after every round (sequential halving).

    Returns their order, best first, and their values. All moves are played against the same deals,
    so that luck cancels out. A move that drops out early has played fewer deals than the best one,
    so its value is derived from the difference on the deals that both have played.
    """
    left = np.arange(len(moves))
    sums, number = np.zeros(len(moves)), np.zeros(len(moves))
    means = list[Doubles]()  # of each round
    last = np.zeros(len(moves), np.int64)  # the round in which a move was played last
    rounds = _rounds(len(moves))
    deal = 0
    late = False
    with _Playouts(root, evaluator, search, seed) as play:
        while len(left) > 1 and not late:
            share = playouts // (rounds * len(left))
            part = np.zeros(len(left))
            done = 0
            while done < share and not late:
                some = min(play.at_once, share - done)
                for batch in play.out(moves[left], deal, deal + some):
                    part += batch
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
