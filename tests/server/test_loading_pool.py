"""In which order a spare process loads kinds of questions, and when it joins the pool."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from ingenious.server.bot_workers.loading_pool import LoadingPool
from ingenious.server.bot_workers.worker_pool import PendingQuestion, WorkerCommand
from testkit.bot_questions import OWNER, run, wait_until

WORKER = """
import json, sys, time
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    kind = json.loads(line)["load"]
    with open(sys.argv[1], "a") as log:
        log.write(kind + "\\n")
    time.sleep(0.05)
    print(json.dumps({"ready": True}), flush=True)
"""
"""Logs what it loads, and takes a moment to load it."""


class PoolOfFakes:
    """A loading pool of such processes."""

    def __init__(self, folder: Path, size: int) -> None:
        self._log = folder / "loaded"
        self._log.touch()
        script = folder / "worker.py"
        script.write_text(WORKER)
        words = (sys.executable, str(script), str(self._log))
        self.pool = LoadingPool(WorkerCommand("a worker", words, os.environ, True, 60), size, 100)

    def expect(self, *kinds: str, is_asked: bool = False) -> None:
        for kind in kinds:
            line = json.dumps({"load": kind}).encode()
            self.pool.prepare(kind, line, is_asked=is_asked)

    @property
    def loaded(self) -> list[str]:
        return self._log.read_text().split()

    async def ask(self, kind: str) -> None:
        await self.pool.ask(
            OWNER, PendingQuestion(json.dumps({"load": kind}).encode(), "ready", kind, 1.0)
        )

    async def until_settled(self) -> None:
        """Wait until nothing is being loaded any more."""
        await wait_until(lambda: not self.pool._is_needed() and self.pool._is_spare_idle)


@asynccontextmanager
async def open_pool(folder: Path, size: int = 1) -> AsyncIterator[PoolOfFakes]:
    found = PoolOfFakes(folder, size)
    try:
        yield found
    finally:
        await found.pool.close()
        assert found.pool.pids == []


def test_what_a_question_waits_for_is_loaded_before_what_is_expected(tmp_path: Path) -> None:
    async def load() -> None:
        async with open_pool(tmp_path) as fakes:
            fakes.expect("a")
            await wait_until(lambda: fakes.pool.knows("a"))
            fakes.expect("b", "c", "d")
            fakes.expect("e", is_asked=True)
            await wait_until(lambda: fakes.pool.knows("e"))
            # The process that answers "a" is replaced only by one that can do so as well.
            assert fakes.loaded[:3] == ["a", "e", "a"]
            assert not fakes.pool.knows("d")
            await wait_until(lambda: fakes.pool.knows("d"))

    run(load())


def test_a_new_kind_is_answered_after_it_alone_was_loaded(tmp_path: Path) -> None:
    """However many kinds were played before: nothing is loaded a second time for it."""

    async def load() -> None:
        async with open_pool(tmp_path) as fakes:
            fakes.expect(*"abcdefgh")
            await wait_until(lambda: fakes.pool.knows("h"))
            await fakes.until_settled()
            before = len(fakes.loaded)
            fakes.expect("new", is_asked=True)
            await wait_until(lambda: fakes.pool.knows("new"))
            assert set(fakes.loaded[before:]) == {"new"}
            await fakes.until_settled()
            assert fakes.loaded[before:] == ["new", "new"]  # also by the process that was replaced
            assert len(fakes.pool.pids) == 2

    run(load())


def test_a_spare_process_that_died_is_not_used(tmp_path: Path) -> None:
    async def load() -> None:
        async with open_pool(tmp_path) as fakes:
            fakes.expect("a", "b")
            await wait_until(lambda: fakes.pool.knows("b"))
            await fakes.until_settled()
            spare = fakes.pool._spare
            assert spare is not None
            assert spare.process is not None
            os.kill(spare.process.pid, 9)
            await wait_until(lambda: not spare.is_alive)
            await fakes.ask("a")
            fakes.expect("c", is_asked=True)
            await wait_until(lambda: fakes.pool.knows("c"))
            for kind in "abc":
                await asyncio.wait_for(fakes.ask(kind), 60)

    run(load())
