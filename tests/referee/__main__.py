"""Self-test: make games of all modes, check them, spoil them, and count what occurred.

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
from .spoil import is_right, spoil


def spoiled_often(document: dict[str, object], rng: random.Random, times: int) -> Counter[str]:
    """Spoil the same document several times; it must stay unchanged itself."""
    before = copy.deepcopy(document)
    verdicts = Counter(
        "accepted" if is_right(json.dumps(spoil(document, rng))) else "refused"
        for _ in range(times)
    )
    assert document == before, "spoil changed its argument"
    return verdicts


def noted(game: Game) -> Counter[str]:
    """What occurred in the game, and what its end was like."""
    notes = Counter(game.notes)
    if game.over() and len(set(game.ranks())) < game.sides():
        notes["shared rank"] += 1
    return notes


def one_mode(game: str, players: int, rng: random.Random, games: int, spoils: int) -> None:
    notes: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    began = time.perf_counter()
    for number in range(games):
        record = make(game, players, rng, stop_early=number % 5 == 4)
        # What a reader gets has been through JSON; so must this.
        record = json.loads(json.dumps(record))
        notes += noted(replay(record))
        verdicts += spoiled_often(record, rng, spoils)
    seconds = time.perf_counter() - began
    print(f"{game} {players}: {games} games in {seconds:.1f} s; spoiled: {dict(verdicts)}")
    print("    " + ", ".join(f"{name} {count}" for name, count in sorted(notes.items())))


def matches(rng: random.Random, count: int, spoils: int) -> None:
    verdicts: Counter[str] = Counter()
    for number in range(count):
        match = json.loads(json.dumps(make_match(2 + number % 3, rng)))
        check(match)
        verdicts += spoiled_often(match, rng, spoils)
    print(f"matches: {count}; spoiled: {dict(verdicts)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="games for each mode")
    parser.add_argument("--spoils", type=int, default=10, help="damaged copies of each game")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    for game, counts in SEATS.items():
        for players in counts:
            one_mode(game, players, rng, arguments.games, arguments.spoils)
    matches(rng, max(1, arguments.games // 5), arguments.spoils)


if __name__ == "__main__":
    main()
