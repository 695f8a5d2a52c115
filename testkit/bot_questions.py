"""Questions for bot workers about unfinished games, and event loops to ask them on."""

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import uvloop

from ingenious.bots import Evaluation, Question
from ingenious.record import redact, replay, to_json
from ingenious.server.bot_workers.fair_queue import Owner
from ingenious.server.bot_workers.pool import BotQuestion, BotWorkers
from ingenious.table.view.decision import DecisionDoc, from_doc
from testkit.records import unfinished_record

START_TIMEOUT_S = 300.0
"""How long bot workers may take to start; long, because nothing may have been compiled yet."""

THINK_S = 0.2
OWNER = Owner("here", "me")
LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}

Run = Callable[[Coroutine[Any, Any, None]], None]


def run_on(loop: str, coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on an event loop, then collect garbage so that open resources warn."""
    with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        runner.run(coroutine)
    gc.collect()


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on the server's event loop."""
    run_on("uvloop", coroutine)


@asynccontextmanager
async def started_workers(*arguments: Any, **options: Any) -> AsyncIterator[BotWorkers]:
    """Bot workers that are ready; on exit they are closed, and none may be left."""
    bot_workers = BotWorkers(*arguments, **{"start_up": START_TIMEOUT_S} | options)
    await bot_workers.start()
    try:
        yield bot_workers
    finally:
        await bot_workers.close()
    assert bot_workers.busy == bot_workers.waiting == 0
    assert bot_workers.pids == []


def question(
    name: str = "classic", players: int = 2, decisions: int = 9, **values: Any
) -> BotQuestion:
    """A question about an unfinished game."""
    record, seat = unfinished_record(name, players, decisions=decisions)
    data = to_json(redact(record, seat)).encode()
    return BotQuestion(data, seat, **{"level": 1, "seconds": THINK_S} | values)


def check_legal(doc: DecisionDoc, name: str, players: int = 2, decisions: int = 9) -> None:
    """Fail unless the answer to `question` is legal."""
    record, seat = unfinished_record(name, players, decisions=decisions)
    assert doc.seat == seat
    *_, state = replay(record)
    record.game.apply(state, from_doc(doc, seat))


def has_ended(pid: int) -> bool:
    """Whether a process has ended, and is not a zombie of this process."""
    try:
        state, parent, *_ = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z" and int(parent) != os.getpid()


def child_pids() -> set[str]:
    """The child processes of this one, including zombies."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


async def wait_until(is_met: Callable[[], bool]) -> None:
    """Wait until a condition is met."""
    async with asyncio.timeout(300):
        while not is_met():
            await asyncio.sleep(0.01)


def full_state_bot(question: Question) -> Sequence[Evaluation]:
    """A bot whose choice depends on the whole state, including hidden pieces."""
    legal = question.game.legal(question.state)
    chosen = Random(f"{question.seed} {question.state}").randrange(len(legal))
    return [Evaluation(legal[chosen], 1.0)]
