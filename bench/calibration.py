"""Do the chances that bots show come true? `python -m bench.calibration [MODE…] [--level 4]`.

A level plays against itself. At each decision it says the chance to win of what it chose (in solo,
the lowest peg), which is compared with the result. Without modes, all modes are played at level 4,
and classic for two also at level 5.

Sums are stored in `bench/strength/calibration.json` while games are played, and a run that is
interrupted continues there, as long as the bots stay the same. `bench/charts` has a chart of each.
"""

import argparse
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256

from ingenious.arena.match import play_match
from ingenious.bots.players import evaluate, question
from ingenious.bots.question import Budget
from ingenious.bots.warmup import warm_up
from ingenious.perf.machine import machine
from ingenious.record import Record
from ingenious.rules import PLAYERS
from ingenious.rules import game as rules_of
from ingenious.rules.moves import Decision

from .calibration_page import CALIBRATION, summary, write_chart
from .reliability import Reliability
from .resumable import merge, play_in_order, read, saving
from .sources import working_tree
from .strength_page import write_page

MODES = [f"{game}-{players}" for game, counts in PLAYERS.items() for players in counts]

RUNS = {**{(mode, 4): 400 for mode in MODES}, ("classic-2", 5): 200}
"""The modes and levels that are played, and the number of games."""


@dataclass
class TellingPlayer:
    """A level that keeps what it said about each of its decisions, by seat."""

    level: int
    name: str = "calibration"
    told: list[tuple[int, float]] = field(default_factory=list)

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        """The first decision of its evaluation."""
        best = evaluate(question(record, seat, self.level, Budget(), seed))[0]
        value = best.lowest if len(record.game.sides) == 1 else best.chance
        if value is not None:  # there was something to choose
            self.told.append((seat, value))
        return best.decision

    def close(self) -> None:
        """Nothing to free."""


def play_game(game: str, players: int, level: int, number: int) -> list[tuple[float, float]]:
    """The prediction of each decision of a game, with the result."""
    _warm_up_once(game, players, level)
    rules, player = rules_of(game, players), TellingPlayer(level)
    seed = sha256(f"ingenious-calibration/1 {game} {players} {number}".encode()).digest()
    names = [str(seat) for seat in range(players)]
    match = play_match(rules, [player] * players, names, seed)
    results = match.lowest if len(rules.sides) == 1 else match.points
    reached = {
        seat: float(result)
        for side, result in zip(rules.sides, results, strict=True)
        for seat in side
    }
    return [(told, reached[seat]) for seat, told in player.told]


@cache
def _warm_up_once(game: str, players: int, level: int) -> None:
    warm_up(game, players, (level,))


def play(mode: str, level: int, games: int, jobs: int) -> None:
    """Play until a mode and level have this number of games."""
    game, _, count = mode.partition("-")
    players, key, version = int(count), f"{mode}-{level}", working_tree()
    fingerprint = version.fingerprint(str(level), mode)
    sides = len(rules_of(game, players).sides)
    stored = read(CALIBRATION).get(key, {})
    if stored.get("fingerprint") == fingerprint:
        found = Reliability.of(sides, stored["games"], stored["bins"])
    else:
        found = Reliability.of(sides)

    def save() -> None:
        if not found.games:
            return
        values = {
            "game": game,
            "players": players,
            "level": level,
            "commit": version.commit,
            "fingerprint": fingerprint,
            "machine": machine(),
            "games": found.games,
            "bins": found.values,
        }
        merge(CALIBRATION, key, values)
        print(f"{key}: {summary(found)}", flush=True)

    call = partial(play_game, game, players, level)
    for decisions in saving(play_in_order(call, range(found.games, games), jobs), save):
        found.add(decisions)
    write_chart(key, found)


def main() -> None:
    """Play the modes that are asked for, then write their charts and the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.calibration")
    parser.add_argument("modes", metavar="MODE", nargs="*", help="a game and its players")
    parser.add_argument("--level", type=int, choices=(4, 5), help="default: 4")
    parser.add_argument("--games", type=int, help="of each mode, those played before included")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    options = parser.parse_args()
    if unknown := set(options.modes) - set(MODES):
        parser.error(f"there is no mode {', '.join(sorted(unknown))}, only {', '.join(MODES)}")
    runs = [(mode, options.level or 4) for mode in options.modes or MODES]
    if not options.modes and options.level is None:
        runs = list(RUNS)
    for mode, level in runs:
        play(mode, level, options.games or RUNS.get((mode, level), 400), options.jobs)
        write_page()


if __name__ == "__main__":
    main()
