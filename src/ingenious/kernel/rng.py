"""Random numbers for compiled functions: seeded, with one word of state that is never shared."""

import numpy as np
import numpy.typing as npt

from .jit import compiled

Rng = npt.NDArray[np.uint64]
"""One word of state (SplitMix64). Every thread has its own, so playouts are reproducible."""


def seeded(seed: int) -> Rng:
    """A generator for this seed; only its lowest 64 bits count."""
    return np.array([seed & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)


@compiled
def random_bits(rng: Rng) -> np.uint64:
    """64 random bits."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    z = np.uint64(rng[0])
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def seed_branch(rng: Rng, seed: int, number: int) -> None:
    """Set a generator to the start of the sequence with this number.

    Sequences start far apart: states that differ by a step or two would give the same numbers,
    shifted.
    """
    rng[0] = np.uint64(seed) + np.uint64(number)
    rng[0] = random_bits(rng)


@compiled
def below(rng: Rng, n: int) -> int:
    """A whole number from 0 to n - 1, close enough to uniform for small n."""
    return int(((random_bits(rng) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@compiled
def uniform(rng: Rng) -> float:
    """A number from 0 up to 1."""
    return float(random_bits(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
