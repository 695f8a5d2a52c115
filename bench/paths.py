"""The files of ours that a decision passes through: `python -m bench.paths`.

A server runs in this process. While a placement travels from one player's socket to the other's,
every function of ours that is passed this placement is noted, whatever form it has at that moment:
JSON, a decision, an event, an entry. Then the same for the decision of a bot, for which its worker
is called here too: there, every function that is passed the question or its record is noted.
`--all` lists every function that is called.
"""

import asyncio
import json
import sys
import tempfile
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

import ingenious
from ingenious.rules.board import layout
from ingenious.server.app import create_app
from ingenious.server.bot_workers.worker import answer
from ingenious.server.config import Config
from ingenious.server.run import _options
from testkit.server_process import free_port

PACKAGE = str(Path(ingenious.__file__).parent)
RUNS = 8


class Trace:
    """The files of our package whose functions were called, in order of their first call.

    With `signs`, only functions of which an argument shows one of these texts are counted.
    """

    def __init__(self, signs: Callable[[], Collection[str]] | None = None) -> None:
        self.files: dict[str, None] = {}
        self.calls = 0
        self._signs = signs

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """Note a call; the signature is that of a profile function."""
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(PACKAGE) or code.co_name[0] == "<":
            return
        if self._signs is not None and not self._is_passed(frame):
            return
        self.calls += 1
        self.files[code.co_filename.removeprefix(PACKAGE + "/")] = None

    def _is_passed(self, frame: FrameType) -> bool:
        assert self._signs is not None
        signs = self._signs()
        names = frame.f_code.co_varnames[
            : frame.f_code.co_argcount + frame.f_code.co_kwonlyargcount
        ]
        sys.setprofile(None)
        try:
            shown = [repr(frame.f_locals[name]) for name in names if name not in ("self", "cls")]
        finally:
            sys.setprofile(self.note)
        return any(sign in text for text in shown for sign in signs)


def signs_of(decision: dict[str, Any]) -> tuple[str, ...]:
    """How a placement looks in JSON and as Python values."""
    (a, b), (c, d) = decision["at"]
    return (
        f"[[{a}, {b}], [{c}, {d}]]",
        f"[[{a},{b}],[{c},{d}]]",
        f"(({a}, {b}), ({c}, {d}))",
        f"(Space(q={a}, r={b}), Space(q={c}, r={d}))",
    )


@contextmanager
def traced(signs: Callable[[], Collection[str]] | None = None) -> Iterator[Trace]:
    """Note calls in this thread and in new ones."""
    trace = Trace(None if "--all" in sys.argv else signs)
    threading.setprofile(trace.note)
    sys.setprofile(trace.note)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


class Player:
    """A player with a socket of their own."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self.token: str = httpx.post(url + "/api/tokens", json={"name": name}).json()["token"]
        self.view: dict[str, Any] = {}
        self.signs: tuple[str, ...] = ()  # of the last placement
        self._socket: ClientConnection

    def post(self, path: str, values: object) -> Any:
        """Send a request."""
        headers = {"Authorization": f"Bearer {self.token}"}
        return httpx.post(self._url + path, json=values, headers=headers).json()

    async def come(self, table: str) -> None:
        """Open a socket at a table."""
        url = f"{self._url.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self._socket = await connect(
            url, additional_headers={"Authorization": f"Bearer {self.token}"}
        )
        await self.next_view()

    async def next_view(self) -> None:
        """Wait for the next message that has a view."""
        while "view" not in (message := json.loads(await self._socket.recv())):
            pass
        self.view = message["view"]

    async def place(self, rng: Random) -> None:
        """Place any tile where one fits."""
        position = self.view["shared"]["position"]
        seat = self.view["looks"]
        spots = int(position["spots"], 16)
        free = [number for number in range(spots.bit_length()) if spots >> number & 1]
        at = [list(space) for space in layout(position["radius"]).edges[rng.choice(free)]]
        decision = {"seat": seat, "place": rng.choice(self.view["racks"][seat]), "at": at}
        number = self.view["number"] + 1
        message = {"do": "play", "seat": seat, "number": number, "decision": decision}
        self.signs = signs_of(decision)
        await self._socket.send(json.dumps(message))


async def _between_people(url: str, rng: Random) -> Trace:
    """The shortest trace of a placement that the other player receives."""
    first = await asyncio.to_thread(Player, url, "Ann")
    second = await asyncio.to_thread(Player, url, "Ben")
    settings = {"games": ["classic"], "seats": [{}, {}], "start": 0}
    opened = await asyncio.to_thread(first.post, "/api/tables", {"settings": settings, "sit": [0]})
    table = opened["table"]
    sit = {"do": "sit", "seat": 1, "invite": opened["invite"]}
    await asyncio.to_thread(second.post, f"/api/tables/{table}", sit)
    await asyncio.to_thread(first.post, f"/api/tables/{table}", {"do": "start"})
    await first.come(table)
    await second.come(table)
    found = []
    for run in range(RUNS):
        mover, other = (first, second) if run % 2 == 0 else (second, first)
        with traced(partial(getattr, mover, "signs")) as trace:
            await mover.place(rng)
            await other.next_view()
        await mover.next_view()
        found.append(trace)
    return min(found, key=lambda trace: len(trace.files))


async def _of_a_bot(url: str) -> Trace:
    """The trace of a bot's decision: asking, thinking, and playing it."""
    ann = await asyncio.to_thread(Player, url, "Ann")
    seats = [{}, {"kind": "bot", "level": 3}]
    settings = {"games": ["classic"], "seats": seats, "start": 0}
    wanted = {"settings": settings, "sit": [0], "begin": True}
    opened = await asyncio.to_thread(ann.post, "/api/tables", wanted)
    await ann.come(opened["table"])
    rng, found = Random(1), []
    for _ in range(RUNS):
        await ann.place(rng)
        await ann.next_view()
        if ann.view["turn"]["seat"] == 1:
            with traced(lambda: ('"place"', "'place'", "Place(", "decision=")) as trace:
                await ann.next_view()
            found.append(trace)
        if ann.view["turn"]["kind"] != "place":
            return min(found, key=lambda trace: len(trace.files))
    return min(found, key=lambda trace: len(trace.files))


def _in_the_worker() -> Trace:
    """What the worker calls to answer a question."""
    path = Path(__file__).parent.parent / "docs" / "examples" / "classic.jsonl"
    record = ingenious.parse(path.read_text("utf-8").splitlines()[0])
    assert isinstance(record, ingenious.Record)
    known = json.loads(ingenious.to_json(ingenious.redact(_cut(record), _cut_seat(record))))
    line = {"ask": "entry", "record": known, "seat": _cut_seat(record), "level": 3, "seconds": 0.1}
    answer(json.dumps(line).encode())  # compiled code is loaded now
    with traced(lambda: ('"record"', "'record'", "Record(", "Question(", "'log'")) as trace:
        answer(json.dumps(line).encode())
    return trace


def _cut(record: ingenious.Record) -> ingenious.Record:
    """A game in which a placement is due."""
    return replace(record, log=record.log[:8], result=None)


def _cut_seat(record: ingenious.Record) -> int:
    *_, state = ingenious.replay(_cut(record))
    return int(state.seat)


def _show(title: str, files: list[str], calls: int) -> None:
    print(f"{title}: {len(files)} files, {calls} calls")
    for file in files:
        print(f"  {file}")


async def measure(data: Path) -> None:
    """Run a server and trace decisions at it."""
    config = Config(data=str(data), port=free_port(), bots=1)
    options = {**_options(config), "factory": False, "workers": 1}
    server = uvicorn.Server(uvicorn.Config(create_app(config), **options))
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    url = f"http://{config.host}:{config.port}"
    trace = await _between_people(url, Random(7))
    _show("A click to the other screen, in the server", list(trace.files), trace.calls)
    asking = await _of_a_bot(url)
    server.should_exit = True
    await running
    thinking = _in_the_worker()
    both = list({**asking.files, **thinking.files})
    _show("A bot's decision", both, asking.calls + thinking.calls)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))
