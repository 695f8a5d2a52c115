"""Compares the kernel's random playouts with the same loop in C.

`python -m bench.compare_c [PARTS]` compiles `playouts.c`, checks that both play the same games
from the same seed, and measures them in turn, PARTS times each (default 40).
"""

import ctypes
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ingenious.kernel.board import geometry
from ingenious.kernel.board.position import MAX_MOVES, STATE, States, new_state, play_randomly
from ingenious.kernel.rng import Rng, seeded

SOURCE = Path(__file__).with_name("playouts.c")
COMPILE = ("gcc", "-O3", "-march=native", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror")
TABLES = (
    ("NEIGHBOUR", geometry.NEIGHBOUR),
    ("EDGE_AT", geometry.EDGE_AT),
    ("EDGE_A", geometry.EDGE_A),
    ("EDGE_B", geometry.EDGE_B),
    ("PRINTED_AT", geometry.PRINTED_AT),
    ("START_EDGES", geometry.START_EDGES),
    ("FIRST", geometry.FIRST),
    ("SECOND", geometry.SECOND),
)
SIZES = {
    "SPACES": geometry.OUTSIDE,
    "EDGES": len(geometry.EDGES),
    "BOX": len(geometry.BOX),
    "PRINTED": len(geometry.PRINTED_AT),
    "STARTS": geometry.START_EDGES.shape[1],
}

CHECKED = 2000
"""Games whose final states are compared byte for byte."""

GAMES = 2000
"""Games per part: few enough that the load of the machine affects both alike."""

Playouts = Callable[[States, States, int, Rng], int]


def main() -> None:
    """Check and print."""
    parts = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as folder:
        in_c = compiled_c(Path(folder))
        decisions = check(in_c)
        print(f"{CHECKED} games alike, byte for byte: {decisions / CHECKED:.2f} decisions a game")
        pace = compare(in_c, parts)
    low, _, high = quantiles(pace.ratios, n=4)
    print(f"{parts} parts of {GAMES} games each, in turn; the best part of each:")
    print(f"  kernel {pace.kernel:9,.0f} games per CPU-second")
    print(f"  C      {pace.c:9,.0f} games per CPU-second")
    print(
        f"  C is {median(pace.ratios):.2f} times as fast (half of the parts {low:.2f}–{high:.2f})"
    )


def compiled_c(folder: Path) -> Playouts:
    """The C version, compiled with the kernel's tables."""
    (folder / "tables.h").write_text(header())
    library = folder / "playouts.so"
    subprocess.run([*COMPILE, f"-I{folder}", "-o", library, SOURCE], check=True)
    code = ctypes.CDLL(str(library))
    code.size_of_state.restype = code.play_randomly.restype = ctypes.c_int64
    assert code.size_of_state() == STATE.itemsize, "the two states are laid out differently"

    def play(states: States, start: States, games: int, rng: Rng) -> int:
        played: int = code.play_randomly(
            states.ctypes.data_as(ctypes.c_void_p),
            start.ctypes.data_as(ctypes.c_void_p),
            ctypes.c_int64(games),
            rng.ctypes.data_as(ctypes.c_void_p),
        )
        return played

    return play


def header() -> str:
    """The kernel's tables as C constants."""
    lines = [f"enum {{ {name} = {size} }};" for name, size in SIZES.items()]
    for name, table in TABLES:
        shape = "".join(f"[{n}]" for n in table.shape)
        lines.append(f"static const {table.dtype}_t {name}{shape} = {braces(table)};")
    return "\n".join(lines) + "\n"


def braces(table: npt.NDArray[np.integer]) -> str:
    """An array as C writes it."""
    return str(table.tolist()).replace("[", "{").replace("]", "}")


def in_kernel(states: States, start: States, games: int, rng: Rng) -> int:
    """The kernel's own playouts."""
    return play_randomly(states, start, games, rng, BUFFER)


BUFFER = np.zeros(MAX_MOVES, np.int32)


def check(in_c: Playouts) -> int:
    """Play the same games with both; returns the decisions that each made."""
    start = new_state("classic", 2)
    ours, theirs = np.zeros(1, STATE), np.zeros(1, STATE)
    our_luck, their_luck = seeded(1), seeded(1)
    total = 0
    for game in range(CHECKED):
        decisions = in_kernel(ours, start, 1, our_luck)
        assert decisions == in_c(theirs, start, 1, their_luck), f"game {game} differs in length"
        assert our_luck[0] == their_luck[0], f"game {game} differs in its draws"
        assert ours.tobytes() == theirs.tobytes(), f"game {game} ends differently"
        total += decisions
    return total


class Pace(NamedTuple):
    """Games per CPU-second, and C's lead in every pair of parts."""

    kernel: float
    c: float
    ratios: list[float]


def compare(in_c: Playouts, parts: int) -> Pace:
    """Measure both in turn, on the same games."""
    ours, theirs = list[float](), list[float]()
    for part in range(parts):
        ours.append(pace(in_kernel, part))
        theirs.append(pace(in_c, part))
    return Pace(max(ours), max(theirs), [c / k for k, c in zip(ours, theirs, strict=True)])


def pace(playouts: Playouts, seed: int) -> float:
    """Games per CPU-second of one part."""
    start, states, rng = new_state("classic", 2), np.zeros(1, STATE), seeded(seed)
    began = time.process_time()
    playouts(states, start, GAMES, rng)
    return GAMES / (time.process_time() - began)


if __name__ == "__main__":
    main()
