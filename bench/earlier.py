"""The highest level of a challenge against that of an earlier commit, in one process.

`python -m bench.earlier COMMIT GAME PLAYERS GAMES`: the source of the commit is imported under
another name, and both bots answer the same questions directly, so that the CPU time of a decision
is that of the bots alone. Every deal is played from every seat, with the earlier bot in the
others; the fair share is 50, 33.3 or 25 %. Results are stored in `bench/strength/earlier.json`.
"""

import importlib
import json
import sys
import time
from dataclasses import dataclass, field, fields
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from ingenious.arena.ratings import mean
from ingenious.bots.baselines import random_outcome
from ingenious.rules import AnyGame, AnyState
from ingenious.rules import game as rules_of
from ingenious.rules.moves import Chance, Decision

from .strength import RESULTS, commit
from .versions import unpacked

FILE = RESULTS / "earlier.json"
EARLIER = "ingenious_earlier"
LEVEL = 5


def import_earlier(source: Path) -> None:
    """Import the package from another folder, as `EARLIER`."""
    folder = source / "ingenious"
    spec = spec_from_file_location(
        EARLIER, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    sys.modules[EARLIER] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[EARLIER])


@dataclass
class Bot:
    """The highest level of one version of the package."""

    package: str
    game: str
    players: int
    seconds: float = 0.0  # of CPU time
    decisions: int = 0
    modules: dict[str, ModuleType] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = "rules", "rules.moves", "bots.question", f"bots.{self.game}"
        for name in names:
            self.modules[name] = importlib.import_module(f"{self.package}.{name}")

    def decide(self, state: AnyState, seat: int, seed: int) -> Decision:
        """The decision of this version, in the classes of the current one."""
        question = self.modules["bots.question"]
        own = getattr(self.modules["rules"], type(state).__name__)
        theirs = own(**{part.name: getattr(state, part.name) for part in fields(state)})
        rules = self.modules["rules"].game(self.game, self.players)
        asked = question.Question(rules, theirs, seat, LEVEL, question.Budget(), seed)
        began = time.thread_time()
        found = self.modules[f"bots.{self.game}"].think(asked)[0].decision
        self.seconds += time.thread_time() - began
        self.decisions += 1
        kind = getattr(importlib.import_module("ingenious.rules.moves"), type(found).__name__)
        decision: Decision = kind(*(getattr(found, part.name) for part in fields(found)))
        return decision


def play(rules: AnyGame, seats: list[Bot], deal: int) -> list[int]:
    """Play a game; returns the ranks."""
    chance, rng = Random(deal), Random(deal + 1)
    state = rules.new(deal % rules.players)
    while (awaited := rules.awaits(state)) is not None:
        if isinstance(awaited, Chance):
            state = rules.apply(state, random_outcome(awaited, chance))
        else:
            decision = seats[awaited.seat].decide(state, awaited.seat, rng.randrange(2**32))
            state = rules.apply(state, decision)
    return list(rules.ranks(state))


def measure(game: str, players: int, games: int) -> dict[str, Any]:
    """Play the games; the share that the current bot wins, and the CPU time of both."""
    rules = rules_of(game, players)
    now, before = Bot("ingenious", game, players), Bot(EARLIER, game, players)
    for bot in (now, before):
        play(rules, [bot] * players, 0)  # compiles
        bot.seconds, bot.decisions = 0.0, 0
    shares = []
    for deal in range(games // players):
        won = 0.0
        for seat in range(players):
            seats = [now if other == seat else before for other in range(players)]
            ranks = play(rules, seats, deal)
            won += (ranks[seat] == 1) / ranks.count(1)
        shares.append(won / players)
        if deal % 50 == 49:
            print(f"{players * len(shares)} games: {mean(shares)}", file=sys.stderr)
    share = mean(shares)
    return {
        "games": players * len(shares),
        "score": [round(value, 4) for value in (share.value, share.low, share.high)],
        "cpu_ms": round(1000 * now.seconds / now.decisions, 2),
        "earlier_cpu_ms": round(1000 * before.seconds / before.decisions, 2),
    }


def main(revision: str, game: str, players: str, games: str) -> None:
    """Play a match and store its result."""
    import_earlier(unpacked(revision))
    about = f"{commit()} against {revision}"
    result = {"about": about, **measure(game, int(players), int(games))}
    stored = json.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}
    stored[f"{game}-{players}"] = result
    FILE.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    print(result)


if __name__ == "__main__":
    main(*sys.argv[1:])
