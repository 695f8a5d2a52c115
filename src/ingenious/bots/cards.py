"""Bots for the Card Challenge.

The two lower levels count points; the others ask a net that was trained by self-play, and the
highest looks ahead with it: the hidden cards are dealt anew many times, every deal is played on
for some turns, and the plays that do worse drop out round by round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, log2
from random import Random
from time import perf_counter

import numpy as np

from ..kernel import cards as kernel
from ..kernel.nets import Net
from ..kernel.rng import Rng, seeded
from ..rules.areas import LAST
from ..rules.moves import Decision, Discard, Keep, Play
from ..rules.symbols import PAIRS, Pieces
from . import weights
from .question import Question, Verdict

Values = tuple[float, float | None, float | None]
"""The score, the chance and the lowest peg of a verdict."""

CANDIDATES = 6
CHUNK = 8
"""Deals between two looks at the clock."""

PRIOR = 2
"""How many playouts the word of the net weighs as much as."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays: what it goes by, how far its judgement errs, how much it looks ahead."""

    net: bool
    error: float  # the standard deviation, in points or in chances to win of two players
    playouts: int = 0
    rounds: int = 1


LEVELS = {
    1: Level(net=False, error=1.5),
    2: Level(net=False, error=0.0),
    3: Level(net=True, error=0.05),
    4: Level(net=True, error=0.0),
    5: Level(net=True, error=0.0, playouts=300),
}


def think(question: Question) -> Sequence[Verdict]:
    """Weigh the plays of a hand, or whether to discard it.

    Of the two orders of a card only one is weighed where both do the same.
    """
    position = kernel.position(question.state)
    room = np.empty(2 * len(PAIRS), dtype=np.int64)
    actions = room[: kernel.legal(position, room)]
    level, luck = LEVELS[question.level], Random(question.seed)
    if level.net:
        found = _by_chance(position, actions, question, level, luck)
    else:
        found = _by_points(position, actions, level, luck)
    hand = question.state.hands[question.seat]
    verdicts = [
        Verdict(_decision(int(action), hand), *values)
        for action, values in zip(actions, found, strict=True)
    ]
    return sorted(verdicts, key=lambda verdict: -verdict.score)


def _decision(action: int, hand: Pieces) -> Decision:
    if action == kernel.DISCARD:
        return Discard(hand)
    if action == kernel.KEEP:
        return Keep()
    card = PAIRS[action // 2]
    return Play(card[::-1] if action % 2 else card)


def _by_points(
    position: kernel.Position, actions: kernel.Numbers, level: Level, luck: Random
) -> list[Values]:
    """Most points now, equal ones by chance; a hand that may be discarded is discarded."""
    scores = [_points(position, int(action)) + luck.gauss(0, level.error) for action in actions]
    return [(score + 1e-6 * luck.random(), None, None) for score in scores]


def _points(position: kernel.Position, action: int) -> int:
    if action < kernel.DISCARD:
        return kernel.points(position, action)
    return int(action == kernel.DISCARD)


def _by_chance(
    position: kernel.Position,
    actions: kernel.Numbers,
    question: Question,
    level: Level,
    luck: Random,
) -> list[Values]:
    """The chance to win and the lowest peg at the end, by the net and by playouts."""
    mind = kernel.mind_of(_net(question.game.players))
    rated = np.empty((len(actions), 2), dtype=np.float32)
    kernel.rate(position, mind, actions, rated)
    table = np.zeros((len(actions), 3))
    table[:, 1:] = rated
    # Among more players a decision changes the chances less, and so must an error.
    error = level.error * 2 / question.game.players
    table[:, 0] = table[:, 1] + [luck.gauss(0, error) for _ in actions]
    playouts = question.budget.for_search(level.playouts)
    if playouts and table[:, 1].max() < 1:
        search = _Search(position, mind, actions, table, level.rounds, seeded(question.seed))
        search.run(playouts, question.budget.seconds)
    table[:, 2].clip(0, LAST, out=table[:, 2])
    return [(score, chance, lowest) for score, chance, lowest in table.tolist()]


@cache
def _net(players: int) -> Net:
    return weights.load_net(f"cards-{players}", *kernel.shape_of(players))


@dataclass(frozen=True, slots=True)
class _Search:
    """Sequential halving: playouts for the best actions, after each stage the worse half leaves.

    `table` has a score, a chance and a lowest peg for each action, and is improved in place.
    """

    position: kernel.Position
    mind: kernel.Mind
    actions: kernel.Numbers
    table: kernel.Sums
    rounds: int
    rng: Rng

    def run(self, playouts: int, seconds: float | None) -> None:
        """Use up the playouts, or as many of them as there is time for."""
        started = perf_counter()
        alive = np.argsort(-self.table[:, 0], kind="stable")[:CANDIDATES]
        tried, last = alive, np.zeros(len(self.table), np.int64)
        sums, deals = PRIOR * self.table[:, 1:], 0
        means = [self.table[:, 1:].copy()]  # before the first stage, and after each
        stages = ceil(log2(len(alive))) if len(alive) > 1 else 1
        late = False
        for _ in range(stages):
            until = deals + playouts // (stages * len(alive))
            while deals < until and not late:
                late = seconds is not None and perf_counter() - started >= seconds
                if not late:
                    number = min(CHUNK, until - deals)
                    deals += number
                    sums[alive] += self._deal(alive, number)
            last[alive] = len(means)
            means.append(sums / (PRIOR + deals))
            alive = alive[np.argsort(-means[-1][alive, 0], kind="stable")]
            if late:
                break
            alive = alive[: ceil(len(alive) / 2)]
        self._tell(tried, alive[0], means, last)

    def _deal(self, alive: kernel.Numbers, number: int) -> kernel.Sums:
        """The sums over `number` more deals for each action that is still in."""
        part = np.zeros((len(alive), 2))
        chosen = self.actions[alive]
        kernel.playouts(self.position, self.mind, chosen, self.rounds, number, self.rng, part)
        return part

    def _tell(
        self, tried: kernel.Numbers, best: int, means: list[kernel.Sums], last: kernel.Numbers
    ) -> None:
        """Write down what the actions are worth, the best one first.

        One that dropped out early has seen fewer deals than the best one, so it is worth as much
        less than that as it was on the deals that both have seen.
        """
        for action in tried:
            seen = means[last[action]]
            self.table[action, 1:] = means[-1][best] - seen[best] + seen[action]
        self.table[:, 1].clip(0, 1, out=self.table[:, 1])
        others = np.setdiff1d(np.arange(len(self.table)), tried)
        lowest = self.table[tried, 1].min()
        self.table[others, 1] = np.minimum(self.table[others, 1], lowest)
        self.table[:, 0] = self.table[:, 1]
        self.table[others, 0] -= 1  # never before one that was played out
        self.table[best, 0] += 1
