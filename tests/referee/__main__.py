"""Self-test: make games of all modes, check them, mutate them, and count what occurred.

python -m tests.referee --games 50 --seed 1
"""

import argparse
import copy
import json
import random
import time
from collections import Counter

from .check import SEATS, check, replay
from .game import Game
from .make import make, make_match
from .mutate import is_valid, mutate


def count_verdicts(document: dict[str, object], rng: random.Random, times: int) -> Counter[str]:
    """Mutate a document several times, and count the verdicts; the document must not change."""
    before = copy.deepcopy(document)
    verdicts = Counter(
        "accepted" if is_valid(json.dumps(mutate(document, rng))) else "refused"
        for _ in range(times)
    )
    assert document == before, "mutate changed its argument"
    return verdicts


def notes_of(game: Game) -> Counter[str]:
    """The rare situations of a game."""
    notes = Counter(game.notes)
    if game.over() and len(set(game.ranks())) < game.sides():
        notes["shared rank"] += 1
    return notes


def one_mode(game: str, players: int, rng: random.Random, games: int, mutations: int) -> None:
    notes: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    began = time.perf_counter()
    for number in range(games):
        record = make(game, players, rng, stop_early=number % 5 == 4)
        # Through JSON, as a reader would get it.
        record = json.loads(json.dumps(record))
        notes += notes_of(replay(record))
        verdicts += count_verdicts(record, rng, mutations)
    seconds = time.perf_counter() - began
    print(f"{game} {players}: {games} games in {seconds:.1f} s; mutated: {dict(verdicts)}")
    print("    " + ", ".join(f"{name} {count}" for name, count in sorted(notes.items())))


def matches(rng: random.Random, count: int, mutations: int) -> None:
    verdicts: Counter[str] = Counter()
    for number in range(count):
        match = json.loads(json.dumps(make_match(2 + number % 3, rng)))
        check(match)
        verdicts += count_verdicts(match, rng, mutations)
    print(f"matches: {count}; mutated: {dict(verdicts)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="games for each mode")
    parser.add_argument("--mutations", type=int, default=10, help="mutated copies of each game")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    for game, counts in SEATS.items():
        for players in counts:
            one_mode(game, players, rng, arguments.games, arguments.mutations)
    matches(rng, max(1, arguments.games // 5), arguments.mutations)


if __name__ == "__main__":
    main()
