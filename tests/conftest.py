"""Settings of all tests, and the order in which several processes run them."""

import gc
import os
from functools import cache
from pathlib import Path

import httpx
import pytest
from hypothesis import settings

from testkit.cases import cases

# The same examples in every run, so that failures can be reproduced.
settings.register_profile(
    "project", deadline=None, derandomize=True, print_blob=True, max_examples=cases(30)
)
settings.load_profile("project")

# A busy machine may need longer than httpx's five seconds for an answer.
for part in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, part, 60.0)

# Each httpx client would load all CA certificates, which takes longer than most requests. No test
# uses HTTPS.
pytest.MonkeyPatch().setattr(
    "httpx._transports.default.create_ssl_context", cache(httpx.create_ssl_context)
)

TESTS = Path(__file__).parent

MEASURED = ("rules", "record", "table", "store", "server")
"""The folders whose tests are measured with `--cov`. Measuring the others would take longer and
cover hardly more."""

SLOW_FILES = (
    "server/test_crashes.py",
    "bots/test_cards.py",
    "server/test_clocks.py",
    "server/test_program_workers.py",
    "server/test_one_question.py",
    "server/test_two_servers.py",
    "server/test_bot_workers.py",
    "server/test_heartbeat.py",
    "server/test_fair_bots.py",
    "server/test_first_move.py",
    "server/test_frames.py",
    "tests/test_deploy.py",
    "server/test_operation.py",
    "server/test_secret_decisions.py",
    "server/test_hygiene.py",
    "server/test_identity.py",
    "arena/test_training.py",
    "arena/test_speed.py",
    "browser/test_together.py",
    "browser/test_silence.py",
    "browser/test_rules.py",
    "browser/test_whole_games.py",
    "browser/test_pages.py",
)
"""The files whose tests take longest, slowest first."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let every process start with slow tests, so that none is left with one in the end.

    Each process gets a part of the list; one that is done takes half of what another has left.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes == 1:
        return
    by_file = dict[Path, list[pytest.Item]]()
    for item in items:
        by_file.setdefault(item.path, []).append(item)
    known = {f"{path.parent.name}/{path.name}": path for path in by_file}
    slow = [known[name] for name in SLOW_FILES if name in known]
    parts: list[list[pytest.Item]] = [[] for _ in range(processes)]
    for number, path in enumerate(slow):
        parts[number % processes] += by_file.pop(path)
    rest = [item for found in by_file.values() for item in found]
    size = len(items) // processes
    for part in parts[:-1]:
        missing = max(0, size - len(part))
        part.extend(rest[:missing])
        del rest[:missing]
    items[:] = [item for part in parts for item in part] + rest


def pytest_collection_finish() -> None:
    """Exclude the thousands of collected tests from every garbage collection."""
    gc.collect()
    gc.freeze()
