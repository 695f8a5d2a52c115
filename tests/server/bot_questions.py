"""For tests of bot workers: questions of running games, and event loops to ask them on."""

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import uvloop

from ingenious.record import Dealer, Record, Recorder, redact, replay, to_json
from ingenious.rules import game
from ingenious.server.bot_workers import BotQuestion, BotWorkers, Owner
from ingenious.table.view.decision import DecisionDoc, from_doc
from tests.modes import at_random

PATIENCE = 300.0
"""Seconds to get ready; on a machine where nothing is compiled yet it may take that long."""

LITTLE = 0.2
ME = Owner("here", "me")
LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}

Run = Callable[[Coroutine[Any, Any, None]], None]


def run_on(loop: str, coroutine: Coroutine[Any, Any, None]) -> None:
    """Run it as the server would, and let everything that it forgot to close complain."""
    with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        runner.run(coroutine)
    gc.collect()


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    run_on("uvloop", coroutine)


@asynccontextmanager
async def thinking(*arguments: Any, **options: Any) -> AsyncIterator[BotWorkers]:
    bot_workers = BotWorkers(*arguments, **{"start_up": PATIENCE} | options)
    await bot_workers.start()
    try:
        yield bot_workers
    finally:
        await bot_workers.close()
    assert bot_workers.busy == bot_workers.waiting == 0
    assert bot_workers.pids == []


@cache
def running(name: str, players: int, decisions: int = 9) -> tuple[Record, int]:
    """A game in which a seat has to decide, and the seat."""
    rules, rng = game(name, players), Random(decisions)
    names = [f"seat {number}" for number in range(players)]
    recorder = Recorder(rules, names, start=0, dealer=Dealer.of(f"thinkers {decisions}"))
    for _ in range(decisions):
        recorder.play(at_random(rules, recorder.state, rng))
    turn = rules.awaits(recorder.state)
    assert turn is not None
    assert turn.seat is not None
    return recorder.record(), turn.seat


def question(
    name: str = "classic", players: int = 2, decisions: int = 9, **values: Any
) -> BotQuestion:
    record, seat = running(name, players, decisions)
    data = to_json(redact(record, seat)).encode()
    return BotQuestion(data, seat, **{"level": 1, "seconds": LITTLE} | values)


def check_legal(doc: DecisionDoc, name: str, players: int = 2, decisions: int = 9) -> None:
    record, seat = running(name, players, decisions)
    assert doc.seat == seat
    *_, state = replay(record)
    record.game.apply(state, from_doc(doc, seat))


def ended(pid: int) -> bool:
    """Whether a process is no more, not even as a zombie of ours."""
    try:
        state, parent, *_ = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z" and int(parent) != os.getpid()


def children() -> set[str]:
    """Processes that this one has started, zombies too."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not happened():
            await asyncio.sleep(0.01)
