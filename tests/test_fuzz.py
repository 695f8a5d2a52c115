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
from testkit.damage import damaged
from testkit.modes import MODES

MUTATIONS = cases(100)
"""Damaged lines for each of the 15 modes: 1,500 in all."""

PIECES = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"null", b"true", b"-1", b"1e999", b"9" * 5000]
PIECES += [b"NaN", b"\xff", b"\x00", b"\\ud800", b"\n", b"0.5", b'"seat"', b"[" * 3000, b" " * 50]
PIECES += [bytes([byte]) for byte in range(0, 256, 17)]


@pytest.mark.parametrize(("name", "players"), MODES)
def test_a_damaged_line_is_valid_or_refused_with_one_clear_error(name: str, players: int) -> None:
    rng = Random(f"{name} {players}")
    records = [
        to_json(record).encode()
        for record in simulate(game(name, players), at_random, 3, "fuzz", "player")
    ]
    refusals = []
    for _ in range(MUTATIONS):
        for _, found in read_lines(io.BytesIO(damaged(rng.choice(records), PIECES, rng))):
            try:
                if isinstance(found, RecordError):
                    raise found
                verify(parse(found))
            except RecordError as error:
                refusals.append(str(error))
    assert len(refusals) > MUTATIONS // 2
    assert all(refusal.isprintable() and len(refusal) < 400 for refusal in refusals)
