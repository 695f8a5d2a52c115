"""Have the bots become weaker? `python -m bench.strength_check [NAME…]`, or `make strength-check`.

The bots play those of the last version (the last tag, or the last commit on the leaderboard) over
the pipe, in every mode whose bots have changed. A sequential test decides between "weaker" by a
number of Elo points and "not weaker", and ends as soon as it can. The exit status is 1 if the bots
of any mode are weaker. If a test is undecided after all its games, only a message says so.

Games are kept in `build/strength-check.json`, where an interrupted check continues.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from ingenious.arena.sprt import Sprt
from ingenious.rules import PLAYERS

from .leaderboard import last_version
from .resumable import merge, read
from .series import Series, play_on
from .sources import ROOT, earlier, working_tree
from .versions import Pairing, key_of, prepare, split

FILE = ROOT / "build" / "strength-check.json"

NAMES = [
    f"{game}-{players}-{level}"
    for level in (4, 5)
    for game, counts in PLAYERS.items()
    for players in counts
]

WEAKER_BY_ELO = {"cards": 40, "dice": 40, "tiles": 30}
WEAKER_BY_ELO_ELSEWHERE = 60
"""Luck brings the levels of the challenges closer together."""

GAMES = {4: 400, 5: 160}
FACTORS = {4: 1.0, 5: 0.1}
"""Of each level's playouts, for both versions: level 5 would take a day otherwise."""

Verdict = Literal["weaker", "not weaker", "undecided"]


class WeaknessTest:
    """A sequential test that says "weaker" only if a second one, on further games, confirms it.

    One test errs in one of twenty cases. With a test for each mode and level, one of them would say
    "weaker" of equal bots in most checks.
    """

    def __init__(self, elo: float, sides: int) -> None:
        self._elo, self._sides = elo, sides
        self._test = Sprt(-elo, 0, sides)
        self._is_second = False
        self.verdict: Verdict = "undecided"

    def add(self, score: float) -> None:
        """Count a group by the newer bot's share of its points."""
        if self.verdict != "undecided":
            return
        self._test.add(score)
        if self._test.verdict == "elo1":
            self.verdict = "not weaker"
        elif self._test.verdict == "elo0" and self._is_second:
            self.verdict = "weaker"
        elif self._test.verdict == "elo0":
            self._test, self._is_second = Sprt(-self._elo, 0, self._sides), True


class Finding(NamedTuple):
    """What was found out about a mode and level."""

    name: str
    verdict: Verdict
    result: str


def group_score(scores: Sequence[float], sides: int) -> float:
    """The newer bot's share of a group; in solo, who has the higher lowest peg gets the point."""
    if sides > 1:
        return sum(scores) / len(scores)
    own, other = scores
    return (1 + (own > other) - (own < other)) / 2


def weakness_test(series: Series) -> WeaknessTest:
    """The test for a series, with the games it has."""
    elo = WEAKER_BY_ELO.get(series.game, WEAKER_BY_ELO_ELSEWHERE)
    test = WeaknessTest(elo, max(series.sides, 2))
    for scores in series.scores:
        test.add(group_score(scores, series.sides))
    return test


def check(name: str, series: Series, games: int, jobs: int, file: Path, key: str) -> Finding:
    """Play a series until its test is decided or it has this number of games."""
    series = series.continued(read(file).get(key))
    test = weakness_test(series)

    def save() -> None:
        if series.scores:
            merge(file, key, series.values())

    played = play_on(series, games if test.verdict == "undecided" else 0, jobs, save)
    for _ in played:
        test.add(group_score(series.scores[-1], series.sides))
        if test.verdict != "undecided":
            break
    played.close()
    return Finding(name, test.verdict, series.result)


def conclusion(findings: Sequence[Finding], version: str) -> tuple[int, str]:
    """The exit status, and what to tell the person who releases."""
    lines = []
    undecided = [f"{name} ({result})" for name, verdict, result in findings
                 if verdict == "undecided"]  # fmt: skip
    if undecided:
        lines.append(f"Undecided: {', '.join(undecided)}. More games may decide it: --games N.")
    weaker = [f"{name} ({result})" for name, verdict, result in findings if verdict == "weaker"]
    if weaker:
        lines.append(f"The bots are weaker than those of {version}: {', '.join(weaker)}.")
        return 1, "\n".join(lines)
    lines.append(f"No bot was found to be weaker than in {version}.")
    return 0, "\n".join(lines)


def main() -> int:
    """Check the named modes and levels, or all; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength_check")
    parser.add_argument("names", metavar="NAME", nargs="*", help="modes and levels: classic-2-4")
    parser.add_argument("--against", metavar="COMMIT", help="instead of the last version")
    parser.add_argument("--games", type=int, help="the most games of each mode and level")
    parser.add_argument("--jobs", type=int, default=1, help="games at once, one per core at most")
    options = parser.parse_args()
    for name in options.names:
        try:
            split(name)
        except ValueError as error:
            parser.error(str(error))
    version = options.against or last_version()
    newer, older = working_tree(), earlier(version)
    findings = []
    for name in options.names or NAMES:
        pairing = Pairing(name, newer, older)
        if not pairing.is_changed:
            print(f"{name}: unchanged", flush=True)
            continue
        prepare(pairing)
        level = split(name)[2]
        factor = FACTORS.get(level, 1.0)
        series, key = pairing.series(factor, factor), key_of(pairing, factor)
        games = options.games or GAMES.get(level, GAMES[4])
        findings.append(check(name, series, games, options.jobs, FILE, key))
        print(f"{name}: {findings[-1].verdict} ({findings[-1].result})", flush=True)
    status, text = conclusion(findings, version)
    print(text, file=sys.stderr if status else sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main())
