"""The speed of the engine, per CPU-second on one core.

`python -m bench.engine [SECONDS]` measures each figure for about that long (default 3).
"""

import platform
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from typing import Any

from ingenious.bots import at_random, simulate
from ingenious.record import Dealer, parse, to_json, verify
from ingenious.rules import PLAYERS, Game, game
from ingenious.rules.moves import Chance, Outcome


def rate(action: Callable[[], object], seconds: float) -> float:
    """How often the action runs in a CPU-second: the best of five parts of the time.

    Whatever else a machine does can only slow a part down, so the best tells most.
    """
    action()
    rates = []
    for _ in range(5):
        began, done = time.process_time(), 0
        while (spent := time.process_time() - began) < seconds / 5:
            action()
            done += 1
        rates.append(done / spent)
    return max(rates)


def play(rules: Game[Any], rng: Random, dealer: Dealer | None = None) -> None:
    """One whole random game through the public API, its luck from the generator or a dealer."""
    outcomes = count(1)
    state = rules.new()
    while (awaited := rules.awaits(state)) is not None:
        if not isinstance(awaited, Chance):
            legal = rules.legal(state)
            state = rules.apply(state, legal[int(rng.random() * len(legal))])
        elif dealer is not None:
            state = rules.apply(state, dealer.outcome(next(outcomes), awaited))
        else:
            state = rules.apply(state, luck(awaited, rng))


def luck(chance: Chance, rng: Random) -> Outcome:
    """An outcome from Python's own generator."""
    if chance.repeats:
        return Outcome(tuple([chance.source[int(6 * rng.random())] for _ in range(chance.count)]))
    left, pieces = list(chance.source), []
    for _ in range(chance.count):
        left = left or list(chance.renewal)
        pieces.append(left.pop(int(rng.random() * len(left))))
    return Outcome(tuple(pieces))


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
    print("\nper CPU-second: whole random games, the same with a dealer, records verified")
    for name, players in ((name, n) for name, counts in PLAYERS.items() for n in counts):
        rules, rng = game(name, players), Random(0)
        played = rate(partial(play, rules, rng), seconds)
        dealt = rate(partial(play, rules, rng, Dealer.of("bench")), seconds)
        lines = [to_json(record) for record in simulate(rules, at_random, 20, "bench", "player")]
        held = 20 * rate(partial(verify_all, lines), seconds)
        print(f"  {name:8} {players}  {played:8.0f}  {dealt:8.0f}  {held:8.0f}")
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
