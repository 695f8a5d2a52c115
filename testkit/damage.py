"""Damaged texts, for tests that they are refused with a clear error."""

from collections.abc import Sequence
from random import Random
from typing import AnyStr


def damaged(text: AnyStr, parts: Sequence[AnyStr], rng: Random) -> AnyStr:
    """The text with some part removed, repeated, reversed, replaced or inserted."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + rng.choice((1, 2, 8, 10_000)))
        match rng.randrange(6):
            case 0:
                text = text[:a] + text[b:]
            case 1:
                text = text[:b] + text[a:]
            case 2:
                text = text[:a] + text[a:b][::-1] + text[b:]
            case 3:
                text = text[:a] + text[a:b].swapcase() + text[b:]
            case 4:
                text = text[:a] + rng.choice(parts) + text[b:]
            case _:
                text = text[:a] + rng.choice(parts) + text[a:]
    return text
