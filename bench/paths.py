"""The files of this package that a decision passes through: `python -m bench.paths`.

A server runs in this process. While a placement travels from one player's socket to the other's,
every function of the package that is passed this placement is traced, whatever form it has at that
moment: JSON, a decision, an event, an entry. The same is done for a bot's decision, once until it
is played and once until it is on the screen. Its worker also runs in this process, and there every
function that is passed the question or its record is traced.
`--all` traces every function that is called.
"""

import asyncio
import json
import sys
import tempfile
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import uvicorn

import ingenious
from ingenious.server.app import create_app
from ingenious.server.bot_workers.worker import answer
from ingenious.server.config import Config
from ingenious.server.run import _options
from testkit.client import Socket, random_decision
from testkit.guests import Guest, seat_guests
from testkit.server_process import free_port

PACKAGE = str(Path(ingenious.__file__).parent)
RUNS = 8
PLAYED_IN = "table/commands.py"
"""From here on a bot's decision takes the path of a click."""

DECISION_MARKERS = ('"place"', "'place'", "Place(", "decision=")
QUESTION_MARKERS = ('"record"', "'record'", "Record(", "Question(", "'log'")


class Trace:
    """The files of the package whose functions were called, in order of their first call.

    With `markers`, only calls count that have one of these texts in the repr of an argument.
    """

    def __init__(self, markers: Collection[str] | None) -> None:
        self.files: dict[str, None] = {}
        self._markers = markers

    def on_event(self, frame: FrameType, event: str, argument: object) -> None:
        """Count a call; the signature is that of a profile function."""
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(PACKAGE) or code.co_name[0] == "<":
            return
        if self._markers is None or self._is_marked(frame, self._markers):
            self.files[code.co_filename.removeprefix(PACKAGE + "/")] = None

    def _is_marked(self, frame: FrameType, markers: Collection[str]) -> bool:
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        sys.setprofile(None)  # the calls of repr do not count
        try:
            values = [frame.f_locals.get(name) for name in names if name not in ("self", "cls")]
            return any(marker in text for text in map(_repr, values) for marker in markers)
        finally:
            sys.setprofile(self.on_event)


def _repr(value: object) -> str:
    """The repr of a value; empty for an object that is not initialized yet."""
    try:
        return repr(value)
    except AttributeError:
        return ""


def markers_of(placement: dict[str, Any]) -> tuple[str, ...]:
    """The spaces of a placement as they are written in JSON and as Python values."""
    (a, b), (c, d) = placement["at"]
    return (
        f"[[{a}, {b}], [{c}, {d}]]",
        f"[[{a},{b}],[{c},{d}]]",
        f"(({a}, {b}), ({c}, {d}))",
        f"(Space(q={a}, r={b}), Space(q={c}, r={d}))",
    )


@contextmanager
def traced(markers: Collection[str]) -> Iterator[Trace]:
    """Trace calls in this thread and in new ones."""
    trace = Trace(None if "--all" in sys.argv else markers)
    threading.setprofile(trace.on_event)
    sys.setprofile(trace.on_event)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def _send(socket: Socket, decision: dict[str, Any]) -> None:
    seat, number = socket.view["turn"]["seat"], socket.number + 1
    await socket.send(do="play", seat=seat, number=number, decision=decision)


async def _next_view(socket: Socket) -> None:
    """Wait for the next message that has a view."""
    while "view" not in await socket.receive():
        pass


def _shortest(traces: list[Trace]) -> Trace:
    return min(traces, key=lambda trace: len(trace.files))


async def _trace_player(url: str, rng: Random) -> Trace:
    """The shortest trace of a placement until the other player receives it."""
    table, guests = await asyncio.to_thread(seat_guests, url, "classic", 2, start=0)
    await asyncio.to_thread(guests[0].post, f"/api/tables/{table}", {"do": "start"})
    first, second = [await guest.socket(table).open() for guest in guests]
    traces = []
    for run in range(RUNS):
        mover, other = (first, second) if run % 2 == 0 else (second, first)
        placement = random_decision(mover.view, rng)
        with traced(markers_of(placement)) as trace:
            await _send(mover, placement)
            await _next_view(other)
        await _next_view(mover)
        traces.append(trace)
    return _shortest(traces)


async def _trace_bot(url: str) -> Trace:
    """The shortest trace of a bot's decision in the server."""
    guest = await asyncio.to_thread(Guest, url, "Ann")
    seats = [{}, {"kind": "bot", "level": 3}]
    opened = await asyncio.to_thread(guest.open_table, "classic", seats, start=0)
    await asyncio.to_thread(guest.post, f"/api/tables/{opened['table']}", {"do": "start"})
    socket = await guest.socket(opened["table"]).open()
    rng, traces = Random(1), []
    for _ in range(RUNS):
        await _send(socket, random_decision(socket.view, rng))
        await _next_view(socket)
        if socket.view["turn"]["seat"] == 1:
            with traced(DECISION_MARKERS) as trace:
                await _next_view(socket)
            traces.append(trace)
        if socket.view["turn"]["kind"] != "place":
            break
    return _shortest(traces)


def _trace_worker() -> Trace:
    """The trace of a bot worker that answers a question."""
    path = Path(__file__).parent.parent / "docs" / "examples" / "classic.jsonl"
    whole = ingenious.parse(path.read_text("utf-8").splitlines()[0])
    assert isinstance(whole, ingenious.Record)
    record = replace(whole, log=whole.log[:8], result=None)  # a placement comes next
    *_, state = ingenious.replay(record)
    redacted = json.loads(ingenious.to_json(ingenious.redact(record, state.seat)))
    question = {"ask": "entry", "record": redacted, "seat": state.seat, "level": 3, "seconds": 0.1}
    line = json.dumps(question).encode()
    answer(line)  # loads compiled code
    with traced(QUESTION_MARKERS) as trace:
        answer(line)
    return trace


def _print(title: str, files: Collection[str]) -> None:
    print(f"{title}: {len(files)} files")
    for file in files:
        print(f"  {file}")


async def measure(data: Path) -> None:
    """Run a server and trace decisions."""
    config = Config(data=str(data), port=free_port(), bots=1)
    options = {**_options(config), "factory": False, "workers": 1}
    server = uvicorn.Server(uvicorn.Config(create_app(config), **options))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    url = f"http://{config.host}:{config.port}"
    player = await _trace_player(url, Random(7))
    _print("A click to the other screen, in the server", player.files)
    bot = await _trace_bot(url)
    server.should_exit = True
    await serving
    worker = _trace_worker()
    before_play = dict.fromkeys(takewhile(lambda file: file != PLAYED_IN, bot.files))
    _print("A bot's decision, until it is played", {**before_play, **worker.files})
    _print("A bot's decision to the screen", {**bot.files, **worker.files})


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))
