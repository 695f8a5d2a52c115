"""`ingenious train --ray`; Ray takes most of a minute to start, so only `make soak` runs this."""

import signal
from pathlib import Path

import numpy as np

from tests.cli.conftest import Start
from tests.cli.processes import TIMEOUT_S


def test_nets_are_trained_in_parallel_on_a_local_ray_cluster(
    start_command: Start, tmp_path: Path, ray_environment: dict[str, str]
) -> None:
    training = start_command(
        "train", "solo", "--ray", "local", "--checkpoints", tmp_path, env=ray_environment
    )
    assert training.stderr is not None
    assert any(b"side by side" in line for line in training.stderr), "it ended before a step"
    training.send_signal(signal.SIGINT)
    assert training.wait(TIMEOUT_S) == 130
    with np.load(tmp_path / "solo-1.npz") as checkpoint:
        assert checkpoint["counts"][0] > 0
        assert np.isfinite(checkpoint["weights"]).all()
        assert len(checkpoint["curve errors"]) > 0
