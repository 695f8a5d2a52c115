"""Damaged lines are either valid records or refused with one clear error.

`test_referee` changes the values of records; here their bytes are changed.
"""

import io
from random import Random

import pytest

from ingenious.bots import at_random, simulate
from ingenious.cli.files import read_lines
from ingenious.record import RecordError, parse, to_json, verify
from ingenious.rules import game
from testkit.cases import cases
from testkit.modes import MODES

MUTATIONS = cases(100)
"""Damaged lines for each of the 15 modes: 1,500 in all."""

PIECES = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"null", b"true", b"-1", b"1e999", b"9" * 5000]
PIECES += [b"NaN", b"\xff", b"\x00", b"\\ud800", b"\n", b"0.5", b'"seat"', b"[" * 3000, b" " * 50]


def damaged(line: bytes, rng: Random) -> bytes:
    """The line with something removed, doubled, reversed or inserted."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        a, b = sorted(rng.randrange(len(line) + 1) for _ in range(2))
        b = min(b, a + rng.choice((1, 2, 8, 10_000)))
        line = rng.choice(
            (
                line[:a] + line[b:],
                line[:b] + line[a:],
                line[:a] + rng.choice(PIECES) + line[b:],
                line[:a] + rng.choice(PIECES) + line[a:],
                line[:a] + bytes([rng.randrange(256)]) + line[a + 1 :],
                line[:a] + line[a:b][::-1] + line[b:],
            )
        )
    return line or b"x"


@pytest.mark.parametrize(("name", "players"), MODES)
def test_a_damaged_line_is_valid_or_refused_with_one_clear_error(name: str, players: int) -> None:
    rng = Random(f"{name} {players}")
    records = [
        to_json(record).encode()
        for record in simulate(game(name, players), at_random, 3, "fuzz", "player")
    ]
    refusals = []
    for _ in range(MUTATIONS):
        for _, found in read_lines(io.BytesIO(damaged(rng.choice(records), rng))):
            try:
                if isinstance(found, RecordError):
                    raise found
                verify(parse(found))
            except RecordError as error:
                refusals.append(str(error))
    assert len(refusals) > MUTATIONS // 2
    assert all(refusal.isprintable() and len(refusal) < 400 for refusal in refusals)
