"""How well the nets rank good placements: `python -m bench.ranking [MODE…] [--positions N]`.

For each position, the ten best placements by the net get a long search: many playouts of each, with
the same deals for all. The error is the root mean square of net minus search, each position's mean
removed, because only differences between placements matter. The recall is how often the net's best
of 160 candidates is among the first 12 of the cheap order.

A mode is a game and its players, such as `classic-2`. Results are stored in
`bench/strength/ranking.json` after every tenth position. An interrupted run continues there, unless
the bot has changed since.
"""

import argparse
from dataclasses import asdict, dataclass

import numpy as np

from ingenious.bots.board import SEARCHES, load_evaluator
from ingenious.kernel.board.heuristic import MAX_CANDIDATES, new_workspace
from ingenious.kernel.board.order import play_to_position
from ingenious.kernel.board.position import MAX_MOVES, OVER, STATE, new_state
from ingenious.kernel.board.search import SEARCH_STATES, evaluate_candidates, run_playouts
from ingenious.kernel.rng import seeded

from .resumable import merge, read
from .sources import RESULTS, working_tree

FILE = RESULTS / "ranking.json"
MODES = [f"{game}-{players}" for game, players in SEARCHES]
BEST = 10
FIRST = 12
PLAYOUTS = 400
SELF_PLAY_WIDTH = 12
CHUNK = 10


@dataclass
class Sums:
    """What was added up over the positions so far."""

    positions: int = 0
    placements: int = 0
    error: float = 0.0  # squares of net minus search
    spread: float = 0.0  # squares of the search's own values
    recalled: int = 0


def measure(mode: str, number: int, sums: Sums) -> None:
    """Add the positions of a chunk."""
    game, players = mode.split("-")
    evaluator, start = load_evaluator(game, int(players)), new_state(game, int(players))
    effort = SEARCHES[game, int(players)][5]
    states, workspaces = np.zeros(SEARCH_STATES, STATE), new_workspace()
    states[0]["phase"] = OVER
    rng = seeded(1000 + number)
    buffer = np.zeros(MAX_MOVES, np.int32)
    moves = np.zeros(MAX_CANDIDATES, np.int32)
    values, lows = np.zeros(MAX_CANDIDATES), np.zeros(MAX_CANDIDATES)
    for position in range(CHUNK):
        play_to_position(states, start, workspaces, evaluator, SELF_PLAY_WIDTH, buffer, rng)
        root = states[:1].copy()
        tried = states.copy()
        count = evaluate_candidates(
            tried, workspaces, evaluator, MAX_CANDIDATES, moves, values, lows
        )
        sums.positions += 1
        sums.recalled += int(np.argmax(values[:count]) < FIRST)
        best = np.argsort(-values[:count], kind="stable")[:BEST]
        if len(best) < 2:
            continue
        found = np.zeros(len(best))
        run_playouts(
            tried, root, moves[best], 0, PLAYOUTS, effort.turns, workspaces, evaluator,
            effort.width, CHUNK * number + position, found,
        )  # fmt: skip
        found /= PLAYOUTS
        error = values[best] - found
        sums.placements += len(best)
        sums.error += float(((error - error.mean()) ** 2).sum())
        sums.spread += float(((found - found.mean()) ** 2).sum())


def run(mode: str, positions: int) -> None:
    """Measure a mode until it has this many positions."""
    version = working_tree()
    bot = version.fingerprint("5", mode)
    kept = read(FILE).get(mode, {})
    sums = Sums(**kept["sums"]) if kept.get("fingerprint") == bot else Sums()
    while sums.positions < positions:
        measure(mode, sums.positions // CHUNK, sums)
        row = {"fingerprint": bot, "commit": version.commit, "playouts": PLAYOUTS}
        merge(FILE, mode, row | {"sums": asdict(sums)})
    error, spread = ((total / sums.placements) ** 0.5 for total in (sums.error, sums.spread))
    recall = sums.recalled / sums.positions
    half = 1.96 * (recall * (1 - recall) / sums.positions) ** 0.5
    print(
        f"{mode}: error {error:.3f} (spread {spread:.3f}), recall at {FIRST} {recall:.2f} "
        f"± {half:.2f}, {sums.positions} positions",
        flush=True,
    )


def main() -> None:
    """Measure the modes of the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench.ranking")
    parser.add_argument("modes", nargs="*", metavar="MODE", help="such as classic-2; default: all")
    parser.add_argument("--positions", type=int, default=500)
    arguments = parser.parse_args()
    if unknown := set(arguments.modes) - set(MODES):
        parser.error(f"there is no mode {', '.join(sorted(unknown))}, only {', '.join(MODES)}")
    for mode in arguments.modes or MODES:
        run(mode, arguments.positions)


if __name__ == "__main__":
    main()
