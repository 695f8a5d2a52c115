"""How many random cases the tests try.

`make test` tries a few of each kind, always the same ones; `make soak` tries ten times as many.
"""

import os

FACTOR = float(os.environ.get("INGENIOUS_CASES", "1"))


def cases(usual: int) -> int:
    """The number of cases, of which `make test` tries `usual`."""
    return max(1, round(usual * FACTOR))
