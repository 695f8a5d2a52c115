"""How many cases the tests try.

`make test` tries a few random cases of each kind, always the same ones, and plays only the last
moves of long games. `make soak` tries 40 times as many cases and plays whole games.
"""

import os

FACTOR = float(os.environ.get("INGENIOUS_CASES", "1"))

SOAK = FACTOR > 1
"""Whether this is `make soak`."""


def cases(count: int) -> int:
    """How many cases to try: `count` in `make test`, more in `make soak`."""
    return max(1, round(count * FACTOR))
