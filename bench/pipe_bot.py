"""A level of any version as a program, without a time limit: `python bench/pipe_bot.py GAME …`.

`PYTHONPATH` names the source of the version. Unlike `ingenious bot`, it ignores the seconds of a
question, so a busy machine does not make it weaker, and can scale the playouts of the level.
`--warm-up` only compiles what the level needs.
"""

import argparse
import sys
from dataclasses import replace

from ingenious.bots.board import SEARCHES
from ingenious.bots.engine_protocol import answer_lines
from ingenious.bots.players import LevelPlayer, seed_of
from ingenious.bots.question import Budget
from ingenious.bots.warmup import warm_up
from ingenious.record import Record
from ingenious.rules.moves import Decision


class ScaledBudget(Budget):
    """The playouts of the level, times a factor."""

    factor = 1.0

    def for_search(self, default: int) -> int:
        """The number of playouts."""
        return round(self.factor * super().for_search(default))


def use_search(game: str, players: int, level: int, settings: str) -> None:
    """Let a level of a board game search in another way."""
    values = {name: int(value) for name, value in (one.split("=") for one in settings.split(","))}
    levels = SEARCHES[game, players]
    levels[level] = replace(levels[level], **values)


def main() -> None:
    """Answer the questions on standard input."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--level", type=int, required=True)
    parser.add_argument("--factor", type=float, default=1.0)
    parser.add_argument("--search", help="another search of a board game: turns=5,width=6")
    parser.add_argument("--warm-up", action="store_true")
    options = parser.parse_args()
    if options.search:
        use_search(options.game, options.players, options.level, options.search)
    ScaledBudget.factor = options.factor
    player = LevelPlayer(options.level, Budget() if options.factor == 1 else ScaledBudget())

    def decide(record: Record, seat: int, _: float | None) -> Decision:
        return player.decide(record, seat, seed_of(record, seat))

    warm_up(options.game, options.players, (options.level,))
    if not options.warm_up:
        for answer in answer_lines(sys.stdin, decide):
            print(answer, flush=True)


if __name__ == "__main__":
    main()
