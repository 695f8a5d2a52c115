"""`python -m bench.engine_cpu`: CPU seconds to import `ingenious`, and to play 1,000 greedy games.

Other work on a machine can only slow a measurement down, so the fastest of several runs counts.
The games are the same ones each time; the digest of their records shows whether they changed.
"""

import os
import subprocess
import sys
import time
from hashlib import sha256
from tempfile import TemporaryDirectory

from ingenious import to_json
from ingenious.bots import greedy, simulate
from ingenious.rules import game

IMPORTS = 20
PARTS = 10
GAMES_PER_PART = 100

_IMPORT = """
import time
before = time.process_time()
import ingenious
print(time.process_time() - before)
"""


def import_seconds() -> float:
    """CPU seconds of `import ingenious` in a new process."""
    run = [sys.executable, "-c", _IMPORT]
    with TemporaryDirectory() as compiled:  # as in an installed package
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        seconds = [
            float(subprocess.check_output(run, env=environment, text=True)) for _ in range(IMPORTS)
        ]
    return min(seconds)


def greedy_games() -> tuple[float, str]:
    """CPU seconds of 1,000 two-player games with their records, and the digest of the records."""
    rules, digest, best = game("classic", 2), sha256(), float("inf")
    for part in range(PARTS):
        before = time.process_time()
        records = list(simulate(rules, greedy, GAMES_PER_PART, f"library {part}", "greedy"))
        best = min(best, time.process_time() - before)
        for record in records:
            digest.update(to_json(record).encode())
    return best * 1000 / GAMES_PER_PART, digest.hexdigest()


def main() -> None:
    """Print both figures."""
    print(f"import ingenious: {import_seconds():.3f} s of CPU, the best of {IMPORTS}")
    seconds, digest = greedy_games()
    print(f"1,000 greedy games: {seconds:.1f} s of CPU, by the best {GAMES_PER_PART} of {PARTS}")
    print(f"their records: {digest[:16]}")


if __name__ == "__main__":
    main()
