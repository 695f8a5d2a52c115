"""Bad input over a socket: a fiftieth of the frames that `make soak` sends."""

import asyncio
from pathlib import Path

from soak.frames.attack import KINDS
from soak.frames.run import attack_server, logged_errors, server_errors
from soak.frames.tables import PLANS

FRAMES = 1_000


def test_no_malformed_frame_damages_a_table(tmp_path: Path) -> None:
    found = asyncio.run(attack_server(tmp_path, FRAMES, "test"))
    assert found["problems"] == []
    assert found["played_to_the_end"] == found["tables"] >= len(PLANS)
    assert set(found["by_kind"]) == set(KINDS)
    assert sum(found["by_kind"].values()) == FRAMES
    # Nearly everything is refused, and what is executed was legal: the records are valid.
    assert found["answers"]["refused"] > 0.9 * FRAMES - sum(found["closed_by_code"].values())
    assert found["honest_moves"] > 0
    assert {"1002", "1003", "1007", "1009"} <= set(found["closed_by_code"])


def test_a_fault_in_the_log_would_be_found() -> None:
    fine = '{"level":"warning","message":"x"}\n'
    trace = '{"level":"warning","message":"x","trace":"Traceback"}\n'
    assert logged_errors(fine) == []
    for line in ('{"level":"error","message":"x"}\n', trace, "Traceback (most recent call last)"):
        assert len(logged_errors(fine + line)) == 1
    counted = 'ingenious_requests_total{method="GET",path="/",status="500"} 1.0'
    assert server_errors(counted) == [counted]
    assert server_errors(counted.replace("500", "404")) == []
