"""Damaged positions and moves are valid, or refused with one clear error."""

from collections.abc import Callable
from random import Random

import pytest

from ingenious import IllegalMove, NotationError
from ingenious.position import Position
from ingenious.record.notation import write_move
from ingenious.rules.moves import Move
from testkit.cases import cases
from testkit.damage import damaged
from testkit.modes import MODES, moves

CASES = cases(800)
"""Damaged texts, one-liners and moves for each of the 15 modes: 12,000 of each kind."""

POSITIONS = cases(24)
"""Positions for each mode, of which all texts are made."""

PARTS = ["?", "?6", "-", "0", "99", ":", "/", "\n", "RG", "RR6", ".", "R", "_", " ", "+", "=", "é"]
PARTS += ["[", "]", "over", "swap", "\x00", "²", "٣", "9" * 4000, "A1-A2", "board:", "seat: 7\n"]


def is_clear(refusal: str) -> bool:
    """Whether a refusal can be printed, and is not too long."""
    return refusal.isprintable() and len(refusal) < 500


def positions(mode: tuple[str, int], rng: Random) -> list[tuple[Position, Move]]:
    """Positions of a game, some of them redacted, each with a move."""
    rules = Position.new(*mode).rules
    found = []
    for state, move in rng.choices(list(moves(rules, rng)), k=POSITIONS):
        position = Position(rules, state)
        if rng.random() < 0.5:
            position = position.redact(rng.choice([None, 0]))
        found.append((position, move))
    return found


def check_refusals(refusals: list[str]) -> None:
    """Fail unless many texts were refused, all with a clear message."""
    assert len(refusals) > CASES // 3
    assert not [refusal for refusal in refusals if not is_clear(refusal)]


@pytest.mark.no_cover
@pytest.mark.parametrize("write", [str, lambda position: position.line], ids=["text", "line"])
@pytest.mark.parametrize("mode", MODES)
def test_a_damaged_position_is_valid_or_refused(
    mode: tuple[str, int], write: Callable[[Position], str]
) -> None:
    rng = Random(f"{mode}")
    texts = [write(position) for position, _ in positions(mode, rng)]
    refusals, accepted = list[str](), 0
    for _ in range(CASES):
        try:
            found = Position.parse(damaged(rng.choice(texts), PARTS, rng))
        except NotationError as error:
            refusals.append(str(error))
            continue
        accepted += 1
        assert Position.parse(found.line) == found
        filled = found.fill(rng.randrange)
        assert filled.is_known
        assert Position.parse(str(filled)) == filled
    check_refusals(refusals)
    assert accepted


@pytest.mark.parametrize("mode", MODES)
def test_a_damaged_move_is_played_or_refused(mode: tuple[str, int]) -> None:
    rng = Random(f"{mode}")
    choices = [(position, write_move(move)) for position, move in positions(mode, rng)]
    refusals = list[str]()
    for _ in range(CASES):
        position, text = rng.choice(choices)
        try:
            position.play(damaged(text, PARTS, rng))
        except (NotationError, IllegalMove) as error:
            refusals.append(str(error))
    check_refusals(refusals)
