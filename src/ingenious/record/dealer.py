"""Outcomes from a seed: the same on every machine, and verifiable once the seed is known.

Outcome number k of a game depends only on the seed, on k and on what can be drawn.
Its random words are HMAC-SHA256 with the seed as key, over `ingenious-dealer/1`, k and a block
number j = 0, 1, …, both as eight big-endian bytes; each block gives eight big-endian words of 32
bits. A number below n is a word modulo n; words from the last, incomplete run of n are skipped. To
draw, take the piece with that number out of the source, in canonical order, and continue with what
is left; to roll, leave it there. (It is HMAC because the SHA-256 of the seed is public. Seeds have
32 bytes because HMAC hashes a key of more than 64 bytes to 32.)
"""

import hmac
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from ..rules.moves import Chance, Outcome

SEED_SIZE = 32
_LABEL = b"ingenious-dealer/1"
_WORD_COUNT = 1 << 32


@dataclass(frozen=True, slots=True)
class Dealer:
    """Generates the outcomes of one game from a 32-byte seed, which should be random and secret.

    Outcome 0 is a starting seat; the others are counted from 1.
    """

    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.seed, bytes):
            raise TypeError("a seed must be bytes; `Dealer.of` takes a text")
        if len(self.seed) != SEED_SIZE:
            raise ValueError(f"a seed must have {SEED_SIZE} bytes, not {len(self.seed)}")

    @classmethod
    def of(cls, text: str) -> "Dealer":
        """A dealer for games that need no secrecy: its seed is the SHA-256 of a text."""
        return cls(sha256(text.encode("utf-8", "surrogatepass")).digest())

    @property
    def commit(self) -> str:
        """What is published when the game starts: the SHA-256 of the seed, in hexadecimal."""
        return sha256(self.seed).hexdigest()

    def start(self, players: int) -> int:
        """A starting seat drawn at random (A2)."""
        return _below(players, self._words(0))

    def outcome(self, number: int, chance: Chance) -> Outcome:
        """Outcome `number` of the game."""
        words = self._words(number)
        if chance.repeats:
            faces = chance.source
            return Outcome(tuple([faces[_below(len(faces), words)] for _ in range(chance.count)]))
        left, pieces = list(chance.source), []
        for _ in range(chance.count):
            left = left or list(chance.renewal)
            pieces.append(left.pop(_below(len(left), words)))
        return Outcome(tuple(pieces))

    def _words(self, number: int) -> Iterator[int]:
        prefix = _LABEL + number.to_bytes(8, "big")
        block = 0
        while True:
            digest = hmac.digest(self.seed, prefix + block.to_bytes(8, "big"), "sha256")
            yield from struct.unpack(">8I", digest)
            block += 1


def _below(n: int, words: Iterator[int]) -> int:
    """A number from 0 to n - 1, all equally likely."""
    fair = _WORD_COUNT - _WORD_COUNT % n
    while (word := next(words)) >= fair:
        pass
    return word % n
