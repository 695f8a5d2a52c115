"""The levels of the Tile Challenge against each other: `python -m bench.tile_levels [GAMES]`.

Luck decides most of these games, so it takes thousands to tell the levels apart. They are played in
compiled code, with the same evaluation and noise as the bots. Each level plays in one seat against
copies of the next lower one, with all seats and starting players in turn.
"""

import json
import sys
from pathlib import Path

import numpy as np

from ingenious.bots.tiles import METHODS, TILES_NOISE, load_evaluator
from ingenious.kernel.rng import seeded
from ingenious.kernel.tiles.game import flatten
from ingenious.kernel.tiles.play import play_out
from ingenious.kernel.tiles.turn import new_turn_table
from ingenious.rules import PLAYERS, TileChallenge

from .strength import RESULTS, commit

FILE = RESULTS / "tile-levels.json"
SLOW = 4  # times fewer games for the highest level, which solves the next turn too


def share(players: int, level: int, other: int, games: int) -> tuple[float, float]:
    """What a level wins against copies of another, and half of its 95 % interval."""
    game = TileChallenge(players)
    judge, rng = load_evaluator(players), seeded(7)
    table, inner = new_turn_table(players), new_turn_table(players)
    won = 0
    for number in range(games):
        seat, start = number % players, number // players % players
        ways = np.full(players, METHODS[other])
        blurs = np.full(players, TILES_NOISE[other], np.float32)
        ways[seat], blurs[seat] = METHODS[level], TILES_NOISE[level]
        flat = flatten(game, game.new(start))
        won += play_out(flat, ways, blurs, table, inner, judge, rng) == seat
    mean = won / games
    return mean, 1.96 * (mean * (1 - mean) / games) ** 0.5


def main(games: int = 6000) -> None:
    """Play all pairs of adjacent levels and store the result."""
    rows = []
    for players in PLAYERS["tiles"]:
        for level in (2, 3, 4, 5):
            number = games // SLOW if level == 5 else games
            mean, half = share(players, level, level - 1, number)
            rows.append((players, level, round(mean, 4), round(half, 4), number))
            print(*rows[-1], flush=True)
    command = f"python -m bench.tile_levels {games}"
    result = {"command": command, "commit": commit(), "rows": rows}
    Path(FILE).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
