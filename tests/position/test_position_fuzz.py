"""Damaged positions and moves are valid, or refused with one clear error."""

from random import Random

import pytest

from ingenious import IllegalMove, NotationError
from ingenious.position import Position
from ingenious.record.notation import write_move
from testkit.cases import cases
from testkit.modes import MODES, moves

TEXTS = cases(450)
"""Damaged texts, one-liners and moves for each of the 15 modes: 20,250 in all."""

PARTS = ["?", "?6", "-", "0", "99", ":", "/", "\n", "RG", "RR6", ".", "R", "_", " ", "+", "=", "é"]
PARTS += ["[", "]", "over", "swap", "\x00", "²", "٣", "9" * 4000, "A1-A2", "board:", "seat: 7\n"]


def damaged(text: str, rng: Random) -> str:
    """The text with something removed, doubled, replaced or inserted."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + rng.choice((1, 2, 6, 200)))
        text = rng.choice(
            (
                text[:a] + text[b:],
                text[:b] + text[a:],
                text[:a] + rng.choice(PARTS) + text[b:],
                text[:a] + rng.choice(PARTS) + text[a:],
                text[:a] + text[a:b][::-1] + text[b:],
                text[:a] + text[a:b].swapcase() + text[b:],
            )
        )
    return text


def is_clear(refusal: str) -> bool:
    """Whether a refusal can be printed, and is not too long."""
    return refusal.isprintable() and len(refusal) < 500


@pytest.mark.parametrize("mode", MODES)
def test_a_damaged_position_is_valid_or_refused(mode: tuple[str, int]) -> None:
    rng = Random(f"{mode}")
    played = [(Position.new(*mode).rules, *step) for step in moves(Position.new(*mode).rules, rng)]
    refusals, accepted = list[str](), 0
    for _ in range(TEXTS):
        rules, state, _move = rng.choice(played)
        position = Position(rules, state)
        if rng.random() < 0.5:
            position = position.redact(rng.choice([None, 0]))
        text = damaged(rng.choice((str, lambda found: found.line))(position), rng)
        try:
            found = Position.parse(text)
        except NotationError as error:
            refusals.append(str(error))
        else:
            accepted += 1
            assert Position.parse(found.line) == found
            filled = found.fill(rng.randrange)
            assert filled.is_known
            assert Position.parse(str(filled)) == filled
    assert len(refusals) > TEXTS // 3
    assert not [refusal for refusal in refusals if not is_clear(refusal)]
    assert accepted


@pytest.mark.parametrize("mode", MODES)
def test_a_damaged_move_is_played_or_refused(mode: tuple[str, int]) -> None:
    rng = Random(f"{mode}")
    rules = Position.new(*mode).rules
    played = list(moves(rules, rng))
    refusals = list[str]()
    for _ in range(TEXTS):
        state, move = rng.choice(played)
        position = Position(rules, state)
        if rng.random() < 0.5:
            position = position.redact(rng.choice([None, 0]))
        try:
            position.play(damaged(write_move(move), rng))
        except (NotationError, IllegalMove) as error:
            refusals.append(str(error))
    assert len(refusals) > TEXTS // 3
    assert not [refusal for refusal in refusals if not is_clear(refusal)]
