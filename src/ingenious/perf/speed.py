"""How fast this machine plays: the engine, the kernel and the bots.

Other processes can only slow a measurement down. So a rate is the best of several parts, all times
but those of the scaling of threads are CPU times, and what is compared is measured alternately.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count, cycle
from random import Random
from statistics import fmean

import numpy as np

from ..bots import LEVELS, Budget, at_random, greedy, simulate
from ..bots.baselines import random_outcome
from ..bots.players import LevelPlayer
from ..bots.warmup import warm_up
from ..kernel.board.position import MAX_MOVES, STATE, new_state, play_randomly
from ..kernel.board.position import MODE_NUMBERS as BOARD_MODES
from ..kernel.cores import cores
from ..kernel.rng import seeded
from ..record import Dealer, Record, Recorder, parse, redact, to_json, verify
from ..rules import PLAYERS, AnyGame, BoardGame, BoardState, game
from ..rules.moves import Chance

MODES = tuple((name, players) for name, counts in PLAYERS.items() for players in counts)
"""The 15 ways to play."""

RATE_PARTS = 5
"""How many times a rate is measured; the best one counts."""

RECORDS_PER_MODE = 10
"""How many records of each mode are verified again and again."""

GAMES_PER_CALL = 100
"""Games that the kernel plays in one call."""

THREADED_RUN_S = 0.02
"""How long a run of threads takes: short, so that some runs have all cores for themselves."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure."""

    seconds: float  # for a rate
    rounds: int  # of the numbers of threads in turn
    decisions: int  # of a level in a mode; fewer once they have taken `seconds`
    fewest: int  # but never fewer than these


NORMAL = Effort(seconds=0.5, rounds=50, decisions=40, fewest=4)
QUICK = Effort(seconds=0.05, rounds=2, decisions=4, fewest=1)


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; fields that do not apply are None."""

    part: str
    what: str
    value: float
    unit: str
    game: str | None = None
    players: int | None = None
    level: int | None = None
    threads: int | None = None

    def to_dict(self) -> dict[str, object]:
        """The fields that apply, by name."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def measure_rate(action: Callable[[], object], seconds: float) -> float:
    """How often the action runs in a CPU-second."""
    action()  # a first call may fill caches
    rates = []
    for _ in range(RATE_PARTS):
        began, done, spent = time.process_time(), 0, 0.0
        while spent < seconds / RATE_PARTS or done == 0:
            action()
            done += 1
            spent = time.process_time() - began
        rates.append(done / spent)
    return max(rates)


# The engine


def measure_engine(effort: Effort) -> Iterator[Figure]:
    """Random games, plain and with a dealer, and records verified; the placements of an opening."""
    for name, players in MODES:
        rules, rng = game(name, players), Random(0)
        records = simulate(rules, at_random, RECORDS_PER_MODE, "bench", "player")
        lines = cycle([to_json(record) for record in records])
        for what, action in (
            ("random games", partial(play_random_game, rules, rng)),
            ("with a dealer", partial(play_random_game, rules, rng, Dealer.of("bench"))),
            ("records verified", partial(verify_next, lines)),
        ):
            value = measure_rate(action, effort.seconds)
            yield Figure("engine", what, value, "per CPU-second", name, players)
    rules = game("classic", 4)
    opening = Recorder(rules, ["player"] * 4, start=0, dealer=Dealer.of("bench")).state
    value = 1000 / measure_rate(partial(list_placements, rules, opening), effort.seconds)
    yield Figure("engine", "opening placements with gains", value, "ms", "classic", 4)


def play_random_game(rules: AnyGame, rng: Random, dealer: Dealer | None = None) -> None:
    """One complete random game through the public API, with outcomes from `rng` or a dealer."""
    outcomes = count(1)
    state = rules.new()
    while (awaited := rules.awaits(state)) is not None:
        if not isinstance(awaited, Chance):
            legal = rules.legal(state)
            state = rules.apply(state, legal[int(rng.random() * len(legal))])
        elif dealer is not None:
            state = rules.apply(state, dealer.outcome(next(outcomes), awaited))
        else:
            state = rules.apply(state, random_outcome(awaited, rng))


def verify_next(lines: Iterator[str]) -> None:
    """Read and verify a record, with its draws computed again from the seed."""
    verify(parse(next(lines)))


def list_placements(rules: BoardGame, state: BoardState) -> int:
    """List the legal placements with the gains of each; returns their number."""
    board = state.board
    return len([(move, board.gain_of(move)) for move in rules.placements(state)])


# The kernel


def measure_kernel(effort: Effort) -> Iterator[Figure]:
    """Random games of the board games, and how they scale with threads."""
    for name, players in MODES:
        if name in BOARD_MODES:
            batches = measure_rate(Playouts(name, players, seed=0), effort.seconds)
            value = GAMES_PER_CALL * batches
            yield Figure("kernel", "random games", value, "per CPU-second", name, players)
    best = best_by_threads(effort)
    for threads, value in best.items():
        yield Figure("kernel", "random games", value, "per second", "classic", 2, threads=threads)
    for threads, value in best.items():
        yield Figure("kernel", "scaling", value / best[1], "times", "classic", 2, threads=threads)


class Playouts:
    """Random games of a mode in the kernel, with buffers of their own; a call plays some games."""

    def __init__(self, name: str, players: int, seed: int) -> None:
        self._start = new_state(name, players)
        self._states = np.zeros(1, STATE)
        self._buffer = np.zeros(MAX_MOVES, np.int32)
        self._rng = seeded(seed)

    def __call__(self, games: int = GAMES_PER_CALL) -> int:
        """Play some games; returns the number of decisions."""
        return play_randomly(self._states, self._start, games, self._rng, self._buffer)


def best_by_threads(effort: Effort) -> Mapping[int, float]:
    """Two-player games a second by the number of threads: one, two, and as many as cores."""
    numbers = sorted({1, 2, cores()})
    workers = [Playouts("classic", 2, seed) for seed in range(numbers[-1])]
    games = int(THREADED_RUN_S * GAMES_PER_CALL * measure_rate(workers[0], THREADED_RUN_S)) + 1
    best = dict.fromkeys(numbers, 0.0)
    with ThreadPoolExecutor(numbers[-1]) as pool:
        for _ in range(effort.rounds):
            for threads in numbers:
                began = time.perf_counter()
                list(pool.map(lambda worker: worker(games), workers[:threads]))
                pace = threads * games / (time.perf_counter() - began)
                best[threads] = max(best[threads], pace)
    return best


# The bots


def measure_bots(effort: Effort) -> Iterator[Figure]:
    """The time of a decision, by mode and level, once everything is compiled."""
    for name, players in MODES:
        warm_up(name, players)
        asked = questions(game(name, players), effort.decisions)
        for level in LEVELS:
            took = sorted(decision_times(asked, level, effort))
            for what, value, unit in (
                ("mean", fmean(took), "ms"),
                ("95 % below", took[int(0.95 * len(took))], "ms"),
                ("sample", len(took), "decisions"),
            ):
                yield Figure("bots", what, value, unit, name, players, level)


def questions(rules: AnyGame, number: int) -> list[tuple[Record, int]]:
    """Records of running games between greedy players, each with the seat that has to decide.

    They come from all stages of the games, in random order, so that the first few are a sample.
    """
    found, rng = list[tuple[Record, int]](), Random(0)
    for deal in count():
        if len(found) >= number:
            break
        dealer = Dealer.of(f"bench {deal}")
        recorder = Recorder(rules, ["player"] * rules.players, dealer=dealer)
        while (awaited := rules.awaits(recorder.state)) is not None:
            assert awaited.seat is not None, "the dealer makes what chance decides"
            found.append((redact(recorder.record(), awaited.seat), awaited.seat))
            recorder.play(greedy(rules, recorder.state, rng))
    rng.shuffle(found)
    return found[:number]


def decision_times(asked: list[tuple[Record, int]], level: int, effort: Effort) -> list[float]:
    """The milliseconds of CPU time that a level takes to decide, from the record to the answer."""
    bot, took = LevelPlayer(level, Budget()), list[float]()
    for seed, (record, seat) in enumerate(asked):
        if len(took) >= effort.fewest and sum(took) > 1000 * effort.seconds:
            break
        began = time.process_time()
        bot.decide(record, seat, seed)
        took.append(1000 * (time.process_time() - began))
    return took


MEASUREMENTS: Mapping[str, Callable[[Effort], Iterator[Figure]]] = {
    "engine": measure_engine,
    "kernel": measure_kernel,
    "bots": measure_bots,
}
"""What can be measured."""
