"""Bots for the Card Challenge.

The two lower levels count points. The others use a net that was trained by self-play: level 3 only
to choose between the plays that score most, the others for all plays. The highest level also
searches with it: it deals the hidden cards again many times, plays every deal on for some turns,
and drops the worse plays round by round. Bonus turns are always played out, because nothing is
drawn before them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, log2
from time import perf_counter

import numpy as np

from ..kernel.cards.evaluate import Evaluator, new_evaluator, shape_of
from ..kernel.cards.game import (
    DISCARD,
    KEEP,
    Doubles,
    Numbers,
    Position,
    flatten,
    legal,
)
from ..kernel.cards.search import rate_actions, run_playouts
from ..kernel.cards.sight import CHANCE, HOPED, LOWEST, POINTS, see_actions
from ..kernel.nets import Net
from ..kernel.rng import Rng, seeded
from ..rules import CardState
from ..rules.areas import LAST_COLUMN
from ..rules.moves import Decision, Discard, Keep, Play
from ..rules.symbols import PAIRS, Pieces
from . import weights
from .question import Evaluation, Question

Values = tuple[float, float | None, float | None]
"""The score, the chance and the lowest peg of an evaluation."""

SEARCHED_ACTIONS = 6
DEALS_PER_CHECK = 8
"""How many deals to play out before the time is checked."""

PRIOR_PLAYOUTS = 8
"""How many playouts the net's own value counts as."""

METHODS = {1: HOPED, 2: POINTS, 3: LOWEST, 4: CHANCE}
"""How a level below 5 chooses."""

SEARCHES = {2: (110, 2), 3: (240, 1), 4: (240, 1)}
"""By the number of players: the playouts of level 5, and how many rounds of turns each has."""


def think(question: Question) -> Sequence[Evaluation]:
    """Evaluate the plays of a hand, or whether to discard it.

    If both orders of a card do the same, only one is evaluated.
    """
    state = question.state
    assert isinstance(state, CardState)
    position = flatten(state)
    buffer = np.empty(2 * len(PAIRS), dtype=np.int64)
    actions = buffer[: legal(position, buffer)]
    if question.level >= 4:
        found = _by_chance(position, actions, question)
    else:
        found = _by_sight(position, actions, question)
    hand = state.hands[question.seat]
    evaluations = [
        Evaluation(decision_of(int(action), hand), *values)
        for action, values in zip(actions, found, strict=True)
    ]
    return sorted(evaluations, key=lambda evaluation: -evaluation.score)


def decision_of(action: int, hand: Pieces) -> Decision:
    """The decision that the kernel's number for an action stands for."""
    if action == DISCARD:
        return Discard(hand)
    if action == KEEP:
        return Keep()
    card = PAIRS[action // 2]
    return Play(card[::-1] if action % 2 else card)


def _by_sight(position: Position, actions: Numbers, question: Question) -> list[Values]:
    """How good the actions look at once; level 3 also rates those that look best."""
    method, scores = METHODS[question.level], np.empty(len(actions))
    number = see_actions(position, method, actions, seeded(question.seed), scores)
    values: list[Values] = [(score, None, None) for score in scores.tolist()]
    if method == LOWEST:
        rated = np.empty((number, 2), dtype=np.float32)
        evaluator = new_evaluator(load_net(question.game.players))
        rate_actions(position, evaluator, actions[:number], rated)
        # The differences are small enough to leave the other actions behind.
        for i, lowest in enumerate(rated[:, 1].tolist()):
            values[i] = scores[0] + 0.01 * lowest, None, min(max(lowest, 0.0), LAST_COLUMN)
    return values


def _by_chance(position: Position, actions: Numbers, question: Question) -> list[Values]:
    """The chance to win and the lowest peg at the end, by the net and by playouts."""
    evaluator = new_evaluator(load_net(question.game.players))
    rated = np.empty((len(actions), 2), dtype=np.float32)
    rate_actions(position, evaluator, actions, rated)
    values = np.zeros((len(actions), 3))
    values[:, 1:] = rated
    values[:, 0] = values[:, 1]
    most, rounds = SEARCHES[question.game.players]
    playouts = question.budget.for_search(most if question.level == 5 else 0)
    if playouts and values[:, 1].max() < 1:
        search = _Search(position, evaluator, actions, values, rounds, seeded(question.seed))
        search.run(playouts, question.budget.seconds)
    values[:, 2].clip(0, LAST_COLUMN, out=values[:, 2])
    return [(score, chance, lowest) for score, chance, lowest in values.tolist()]


@cache
def load_net(players: int) -> Net:
    """The trained net for a number of players."""
    return weights.load_net(f"cards-{players}", Net, *shape_of(players))


@dataclass(frozen=True, slots=True)
class _Search:
    """Sequential halving: playouts for the best actions; after each stage the worse half drops out.

    `values` has a score, a chance and a lowest peg for each action, and is updated in place.
    """

    position: Position
    evaluator: Evaluator
    actions: Numbers
    values: Doubles
    rounds: int
    rng: Rng

    def run(self, playouts: int, seconds: float | None) -> None:
        """Run the playouts, or as many of them as there is time for."""
        started = perf_counter()
        alive = np.argsort(-self.values[:, 0], kind="stable")[:SEARCHED_ACTIONS]
        tried, last = alive, np.zeros(len(self.values), np.int64)
        sums, deals = PRIOR_PLAYOUTS * self.values[:, 1:], 0
        means = [self.values[:, 1:].copy()]  # before the first stage, and after each
        stages = ceil(log2(len(alive))) if len(alive) > 1 else 1
        late = False
        for _ in range(stages):
            until = deals + playouts // (stages * len(alive))
            while deals < until and not late:
                late = seconds is not None and perf_counter() - started >= seconds
                if not late:
                    number = min(DEALS_PER_CHECK, until - deals)
                    deals += number
                    sums[alive] += self._deal(alive, number)
            last[alive] = len(means)
            means.append(sums / (PRIOR_PLAYOUTS + deals))
            alive = alive[np.argsort(-means[-1][alive, 0], kind="stable")]
            if late:
                break
            alive = alive[: ceil(len(alive) / 2)]
        self._fill_values(tried, alive[0], means, last)

    def _deal(self, alive: Numbers, number: int) -> Doubles:
        """The sums over `number` more deals for each remaining action."""
        part = np.zeros((len(alive), 2))
        chosen = self.actions[alive]
        run_playouts(self.position, self.evaluator, chosen, self.rounds, number, self.rng, part)
        return part

    def _fill_values(self, tried: Numbers, best: int, means: list[Doubles], last: Numbers) -> None:
        """Fill in the values of the actions, and order them with the best one first.

        An action that dropped out early has seen fewer deals than the best one, so its value is set
        by the difference on the deals that both have seen.
        """
        for action in tried:
            seen = means[last[action]]
            self.values[action, 1:] = means[-1][best] - seen[best] + seen[action]
        self.values[:, 1].clip(0, 1, out=self.values[:, 1])
        others = np.setdiff1d(np.arange(len(self.values)), tried)
        lowest = self.values[tried, 1].min()
        self.values[others, 1] = np.minimum(self.values[others, 1], lowest)
        self.values[:, 0] = self.values[:, 1]
        self.values[others, 0] -= 1  # never above one that was played out
        self.values[best, 0] += 1
