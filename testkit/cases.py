"""How much the tests try.

`make test` tries a few random cases of each kind, always the same ones, and plays the last moves of
long games; `make soak` tries 25 times as many and plays whole games.
"""

import os

FACTOR = float(os.environ.get("INGENIOUS_CASES", "1"))

SOAK = FACTOR > 1
"""Whether there is time for whole games."""


def cases(usual: int) -> int:
    """The number of cases, of which `make test` tries `usual`."""
    return max(1, round(usual * FACTOR))
