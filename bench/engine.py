"""The speed of the engine, per CPU-second on one core.

`python -m bench.engine [SECONDS]` measures each figure for about that long (default 3).
"""

import platform
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any

from ingenious.bots import at_random, simulate
from ingenious.record import Dealer, parse, to_json, verify
from ingenious.rules import PLAYERS, Game, game
from ingenious.rules.moves import Chance


def rate(action: Callable[[], object], seconds: float) -> float:
    """How often the action runs in a CPU-second."""
    action()
    began, done = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        action()
        done += 1
    return done / spent


def play(rules: Game[Any], rng: Random, numbers: Iterator[int]) -> None:
    """One whole random game through the public API: frozen states, and a dealer's draws."""
    dealer, outcomes = Dealer(next(numbers).to_bytes(32, "big")), count(1)
    state = rules.new()
    while (awaited := rules.awaits(state)) is not None:
        if isinstance(awaited, Chance):
            state = rules.apply(state, dealer.outcome(next(outcomes), awaited))
        else:
            legal = rules.legal(state)
            state = rules.apply(state, legal[int(rng.random() * len(legal))])


def verify_all(lines: list[str]) -> None:
    """Read and verify records, their draws recomputed from the seed."""
    for line in lines:
        verify(parse(line))


def list_placements(rules: Game[Any], state: Any) -> None:
    """The full list of legal placements with the gains of each."""
    board = state.board
    placements = [(move, board.gain_of(move)) for move in rules.legal(state)]
    assert placements


def main() -> None:
    """Print the figures."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print(f"Python {platform.python_version()}, {platform.machine()}")
    print("\nwhole random games per CPU-second, and records verified")
    for name, players in ((name, n) for name, counts in PLAYERS.items() for n in counts):
        rules, rng, numbers = game(name, players), Random(0), count()
        played = rate(partial(play, rules, rng, numbers), seconds)
        lines = [to_json(record) for record in simulate(rules, at_random, 20, "bench", "player")]
        held = 20 * rate(partial(verify_all, lines), seconds)
        print(f"  {name:8} {players}  {played:8.0f} games  {held:8.0f} records")
    rules = game("classic", 4)
    opening = rules.new()
    awaited = rules.awaits(opening)
    assert isinstance(awaited, Chance)
    opening = rules.apply(opening, Dealer.of("bench").outcome(1, awaited))
    number = len(rules.legal(opening))
    spent = 1000 / rate(partial(list_placements, rules, opening), seconds)
    print(f"\nfour-player opening: {number} placements with gains listed in {spent:.2f} ms")


if __name__ == "__main__":
    main()
