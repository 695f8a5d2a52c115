"""`python -m bench.unknown_rack`: is an unknown rack judged like the average over dealt racks?

Positions are taken from greedy games. For each of them, level 5 says what chance the best move has
if the other racks are unknown. Then it says the same for many positions in which the unknown racks
were dealt at random from the unseen pieces. If unknown pieces are treated correctly, the first
figure is one more sample of the others: it lies within their 95 % interval 19 times out of 20, and
the mean difference over all positions is zero within its own interval.
"""

import argparse
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from ingenious import Position, analyse
from ingenious.bots import Budget, greedy

MODES = (("classic", 2), ("classic", 4), ("team", 4), ("duel", 2), ("cards", 2))
PLAYOUTS = 100
Z_95 = 1.96


class Judgement(NamedTuple):
    """The chances of one position: with unknown racks, and with dealt ones."""

    unknown: float
    dealt: list[float]

    @property
    def difference(self) -> float:
        """Unknown racks compared with the average over dealt ones."""
        return self.unknown - mean(self.dealt)

    @property
    def is_within(self) -> bool:
        """Whether the unknown one is within the 95 % interval of the dealt ones."""
        width = Z_95 * stdev(self.dealt) * sqrt(1 + 1 / len(self.dealt))
        return abs(self.difference) <= width + 1e-9


def positions(mode: tuple[str, int], count: int) -> list[Position]:
    """Positions at any point of greedy games, as the seat to move knows them."""
    found: list[Position] = []
    for seed in range(count):
        rng = Random(f"{mode} {seed}")
        played = [Position.new(*mode, seed=f"unknown {seed}")]
        while played[-1].turn is not None:
            last = played[-1]
            played.append(last.play(greedy(last.rules, last.state, rng)))
        chosen = rng.choice([position for position in played if len(position.legal) > 1])
        found.append(chosen.redact(chosen.turn))
    return found


def chance(position: Position, seed: int) -> float:
    """The chance of the best move, by level 5."""
    best = analyse(position, count=1, seed=seed, budget=Budget(playouts=PLAYOUTS))[0]
    assert best.chance is not None
    return best.chance


def judge(position: Position, deals: int) -> Judgement:
    """Judge a position with unknown racks, and with racks dealt at random."""
    dealt = [
        chance(position.fill(Random(f"deal {number}").randrange), 1 + number)
        for number in range(deals)
    ]
    return Judgement(chance(position, 0), dealt)


def main() -> None:
    """Judge positions of all games with hidden pieces, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=20, help="per mode (default: 20)")
    parser.add_argument("--deals", type=int, default=12, help="per position (default: 12)")
    options = parser.parse_args()
    everything: list[Judgement] = []
    print("game      players  mean difference         within", flush=True)
    for mode in MODES:
        judged = [judge(found, options.deals) for found in positions(mode, options.positions)]
        everything += judged
        print(f"{mode[0]:<9} {mode[1]:<8} {_summary(judged)}", flush=True)
    print(f"{'all':<18} {_summary(everything)}")


def _summary(judged: list[Judgement]) -> str:
    differences = [judgement.difference for judgement in judged]
    error = Z_95 * stdev(differences) / sqrt(len(differences))
    within = sum(judgement.is_within for judgement in judged)
    return f"{mean(differences):+.4f} ± {error:.4f}   {within} of {len(judged)}"


if __name__ == "__main__":
    main()
