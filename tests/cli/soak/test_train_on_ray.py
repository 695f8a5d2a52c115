"""`ingenious train --ray`; most of a minute is Ray's own, so only `make soak` runs this."""

import signal
from pathlib import Path

import numpy as np

from tests.cli.conftest import Start
from tests.cli.processes import PATIENCE


def test_on_a_local_ray_nets_are_trained_side_by_side(
    started: Start, tmp_path: Path, for_ray: dict[str, str]
) -> None:
    training = started("train", "solo", "--ray", "local", "--checkpoints", tmp_path, env=for_ray)
    assert training.stderr is not None
    assert any(b"side by side" in line for line in training.stderr), "it ended before a step"
    training.send_signal(signal.SIGINT)
    assert training.wait(PATIENCE) == 130
    with np.load(tmp_path / "solo-1.npz") as checkpoint:
        assert checkpoint["progress"][0] > 0
        assert np.isfinite(checkpoint["weights"]).all()
