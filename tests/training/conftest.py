"""Plans that take seconds."""

import pytest

from ingenious.training import tiles
from ingenious.training.run import Job

JOB = Job("tiles", 3)
STEPS = 10


@pytest.fixture
def short_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten learning steps for tiles with three players; every `advance` makes one of them."""
    monkeypatch.setitem(tiles.PLANNED_STEPS, JOB.players, STEPS)
