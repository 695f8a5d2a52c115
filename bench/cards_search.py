"""How much the settings of the search lose in the Card Challenge: `python -m bench.cards_search`.

Positions of games at level 4 are judged once by many long playouts. The *regret* of a setting is
how much of the chance to win its decisions lose by that judgement, in percent of a game. All
settings are tried on the same positions, so it takes minutes to tell them apart, where games would
take hours. Results are stored in `bench/strength/cards-search.json`.
"""

import sys
import time
from random import Random

import numpy as np

from ingenious.arena.ratings import mean
from ingenious.bots import cards as bots
from ingenious.bots.baselines import random_outcome
from ingenious.bots.cards import think
from ingenious.bots.question import Budget, Question
from ingenious.kernel.cards.evaluate import new_evaluator
from ingenious.kernel.cards.game import flatten, legal
from ingenious.kernel.cards.search import run_playouts
from ingenious.kernel.rng import seeded
from ingenious.rules import CardState
from ingenious.rules import game as rules_of
from ingenious.rules.moves import Chance, Decision

from .resumable import merge
from .sources import RESULTS, commit

FILE = RESULTS / "cards-search.json"
SHARE_OF_POSITIONS = 0.1
JUDGING_DEALS, JUDGING_ROUNDS = 300, 3
REPETITIONS = 3

SETTINGS = [(0, 1), (300, 1), (600, 1), (110, 2), (150, 2), (300, 2), (100, 3)]
"""Playouts, and rounds of each."""


def positions(players: int, wanted: int) -> list[CardState]:
    """Positions with at least three plays, from games at level 4."""
    rules, rng, found = rules_of("cards", players), Random(players), list[CardState]()
    buffer = np.empty(30, np.int64)
    while len(found) < wanted:
        state = rules.new(rng.randrange(players))
        while (awaited := rules.awaits(state)) is not None:
            if isinstance(awaited, Chance):
                state = rules.apply(state, random_outcome(awaited, rng))
                continue
            assert isinstance(state, CardState)
            if rng.random() < SHARE_OF_POSITIONS and legal(flatten(state), buffer) > 2:
                found.append(state)
            state = rules.apply(state, decide(state, 4, 0))
    return found[:wanted]


def decide(state: CardState, level: int, seed: int) -> Decision:
    """The decision of a level."""
    rules = rules_of("cards", len(state.hands))
    return think(Question(rules, state, state.seat, level, Budget(), seed))[0].decision


def judge(state: CardState, seed: int) -> dict[Decision, float]:
    """The chance to win with each decision, by long playouts."""
    players, position = len(state.hands), flatten(state)
    evaluator = new_evaluator(bots.load_net(players))
    buffer = np.empty(30, np.int64)
    actions = buffer[: legal(position, buffer)]
    sums, rng = np.zeros((len(actions), 2)), seeded(seed)
    run_playouts(position, evaluator, actions, JUDGING_ROUNDS, JUDGING_DEALS, rng, sums)
    hand = state.hands[state.seat]
    return {
        bots.decision_of(int(action), hand): float(total) / JUDGING_DEALS
        for action, total in zip(actions, sums[:, 0], strict=True)
    }


def main(players: int = 2, number: int = 140) -> None:
    """Try all settings and store the result."""
    states = positions(players, number)
    judged = [judge(state, seed) for seed, state in enumerate(states)]
    rows = []
    for playouts, rounds in SETTINGS:
        bots.SEARCHES[players] = playouts, rounds
        began = time.thread_time()
        lost = [
            max(values.values()) - values[decide(state, 5, seed)]
            for seed in range(REPETITIONS)
            for state, values in zip(states, judged, strict=True)
        ]
        cpu = (time.thread_time() - began) / len(lost)
        by_position = np.reshape(lost, (REPETITIONS, -1)).mean(0).tolist()
        regret = mean(by_position)
        half = 100 * (regret.high - regret.value)
        found = round(100 * regret.value, 2), round(half, 2), round(1000 * cpu, 1)
        rows.append((playouts, rounds, *found))
        print(*rows[-1], flush=True)
    command = f"python -m bench.cards_search {players} {number}"
    merge(FILE, f"cards-{players}", {"command": command, "commit": commit(), "rows": rows})


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
