"""Settings that all tests share, and the order in which several processes run them."""

import os
from functools import cache
from pathlib import Path

import httpx
import pytest
from hypothesis import settings

from tests.cases import cases

# The same examples in every run, so that a failure is a fact and not luck.
settings.register_profile(
    "project", deadline=None, derandomize=True, print_blob=True, max_examples=cases(30)
)
settings.load_profile("project")

# Each client of httpx would load the certificates of all authorities, which takes longer than most
# requests; nothing here uses HTTPS.
pytest.MonkeyPatch().setattr(
    "httpx._transports.default.create_ssl_context", cache(httpx.create_ssl_context)
)

LONG = (
    "server/test_crashes.py",
    "server/test_http.py",
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
"""Files with tests that take, or wait, longest; the longest first."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let every process begin with long tests, so that none has one left when all others are done.

    Each gets a part of the list, and one that is done takes half of what another has left.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes == 1:
        return
    by_file = dict[Path, list[pytest.Item]]()
    for item in items:
        by_file.setdefault(item.path, []).append(item)
    known = {f"{path.parent.name}/{path.name}": path for path in by_file}
    long = [known[name] for name in LONG if name in known]
    stretches: list[list[pytest.Item]] = [[] for _ in range(processes)]
    for number, path in enumerate(long):
        stretches[number % processes] += by_file.pop(path)
    rest = [item for found in by_file.values() for item in found]
    size = len(items) // processes
    for stretch in stretches[:-1]:
        more = max(0, size - len(stretch))
        stretch.extend(rest[:more])
        del rest[:more]
    items[:] = [item for stretch in stretches for item in stretch] + rest
