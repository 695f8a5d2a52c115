"""Load on a real server: `python -m bench.load [--tables 1000] [--seconds 20] …`.

Starts `ingenious serve` and a bare echo of the same framework on loopback, seats two players at
every table, and lets them play: first each after a moment's thought, then as fast as they can. A
move counts when its sender has the acknowledgement, which the server gives after the move is
durable. Prints one JSON object with what was seen, and ends by itself.
"""

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from testkit.client import random_decision
from testkit.server_process import HIGH_LIMITS, free_port

TICKS = os.sysconf("SC_CLK_TCK")
SETTINGS = {"games": ["classic"], "seats": [{}, {}]}


class Process:
    """A server that we have started, with its children."""

    def __init__(self, words: Sequence[str], log: Path) -> None:
        with log.open("wb") as out:
            self._popen = subprocess.Popen(words, stdout=out, stderr=out, start_new_session=True)

    def cpu(self) -> float:
        """Seconds of CPU that it and the processes that it has started have used."""
        return sum(_cpu(pid) for pid in family(self._popen.pid))

    def memory(self) -> float:
        """Megabytes that it holds."""
        return sum(_memory(pid) for pid in family(self._popen.pid))

    def stop(self) -> None:
        """End it."""
        self._popen.terminate()
        self._popen.wait(30)


def family(pid: int) -> list[int]:
    """A process and all that it has started, and those in turn."""
    with contextlib.suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()
        return [pid, *(one for child in children for one in family(int(child)))]
    return []


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _memory(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1]) * 4096 / 1e6


class Seat:
    """One player: reads all messages, and moves when it is their turn."""

    def __init__(self, table: "Pair", seat: int, socket: ClientConnection) -> None:
        self.table = table
        self.seat = seat
        self.socket = socket
        self.view: dict[str, Any] = {}
        self.sent = 0.0


class Pair:
    """A table with its two players."""

    def __init__(self, run: "Run", id_: str) -> None:
        self.run = run
        self.id = id_
        self.seats: list[Seat] = []
        self.sent = 0.0  # when the move that is under way was sent
        self.move = 0  # the number that it is to get


class Run:
    """What is seen in one stretch of load."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.tokens: list[str] = []
        self.think = 0.0
        self.open = True
        self.moves = 0
        self.refused = 0
        self.acks: list[float] = []
        self.others: list[float] = []

    def begin(self, think: float) -> None:
        """Forget what was seen so far."""
        self.think, self.moves, self.refused = think, 0, 0
        self.acks, self.others = [], []


async def follow(seat: Seat) -> None:
    """Play one seat until the stretch is over."""
    run, table = seat.table.run, seat.table
    while run.open:
        message = msgspec.json.decode(await seat.socket.recv())
        now = time.perf_counter()
        if message["type"] == "refused":
            run.refused += 1
            continue
        if message["type"] not in ("table", "update"):
            continue
        seat.view = message["view"]
        if message.get("done") == table.move:
            run.moves += 1
            run.acks.append(now - table.sent)
        elif message["type"] == "update" and table.move == seat.view["number"]:
            run.others.append(now - table.sent)
        turn = seat.view.get("turn")
        if turn and turn["seat"] == seat.seat:
            if run.think:
                pause = run.rng.uniform(0.5, 1.5) * run.think
                asyncio.get_running_loop().call_later(pause, start_move, seat)
            else:
                start_move(seat)


def start_move(seat: Seat) -> None:
    """Send a move without waiting."""
    asyncio.get_running_loop().create_task(make_move(seat))


async def make_move(seat: Seat) -> None:
    """Send any move that the view offers."""
    table, run = seat.table, seat.table.run
    if not run.open:
        return
    number = seat.view["number"] + 1
    values = random_decision(seat.view, run.rng)
    text = json.dumps(
        {"do": "play", "id": number, "seat": seat.seat, "number": number, "decision": values}
    )
    table.move, table.sent = number, time.perf_counter()
    with contextlib.suppress(OSError):
        await seat.socket.send(text)


async def seat_everybody(url: str, tables: int, run: Run) -> list[Pair]:
    """Open the tables, seat two players at each, and start."""
    port = int(url.rpartition(":")[2])
    http = Http(port)
    tokens = [(await http.post("/api/tokens", {"name": name}, ""))["token"] for name in "AB"]
    pairs = []
    for _ in range(tables):
        opened = await http.post("/api/tables", {"settings": SETTINGS, "sit": [0]}, tokens[0])
        path = f"/api/tables/{opened['table']}"
        await http.post(path, {"do": "sit", "seat": 1, "invite": opened["invite"]}, tokens[1])
        pairs.append(Pair(run, opened["table"]))
    run.tokens = tokens
    await http.close()
    return pairs


async def connect_everybody(url: str, pairs: list[Pair], tokens: list[str]) -> None:
    """Open a socket for every seat."""
    for pair in pairs:
        for seat in range(2):
            address = f"{url.replace('http', 'ws', 1)}/api/tables/{pair.id}/live"
            headers = {"Authorization": f"Bearer {tokens[seat]}"}
            opened = await connect(
                address,
                additional_headers=headers,
                compression=None,
                max_size=None,
                max_queue=None,  # heartbeats come while the others still connect
                ping_interval=None,
                open_timeout=60,
            )
            pair.seats.append(Seat(pair, seat, opened))


class Http:
    """One connection over which requests go one after the other."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, values: object, token: str) -> Any:
        """Ask for something; what is answered."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        body = msgspec.json.encode(values)
        auth = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{auth}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        size = next(
            int(line.partition(":")[2])
            for line in answer.split("\r\n")
            if line.lower().startswith("content-length:")
        )
        found = msgspec.json.decode(await reader.readexactly(size))
        if not answer.startswith("HTTP/1.1 2"):
            raise RuntimeError(f"{path}: {answer.splitlines()[0]}: {found}")
        return found

    async def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            await self._streams[1].wait_closed()


async def ready(url: str) -> None:
    """Wait until a server listens."""
    host, _, port = url.partition("//")[2].partition(":")
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection(host, int(port))
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            await writer.wait_closed()
            return
    raise RuntimeError(f"nobody listens at {url}")


def at(values: list[float], share: float) -> float:
    """Below which so large a share of the values lies, in milliseconds."""
    if not values:
        return float("nan")
    return round(1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))], 1)


async def stretch(run: Run, server: Process, think: float, seconds: float) -> dict[str, Any]:
    """Let everybody play for a while, and say what was seen."""
    run.begin(think)
    cpu, started, own = server.cpu(), time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - started, server.cpu() - cpu
    return {
        "seconds": round(took, 1),
        "moves": run.moves,
        "moves_per_second": round(run.moves / took),
        "ack_ms": {"p50": at(run.acks, 0.5), "p99": at(run.acks, 0.99)},
        "other_seat_ms": {"p50": at(run.others, 0.5), "p99": at(run.others, 0.99)},
        "server_cpu_us_per_move": round(1e6 * used / max(1, run.moves)),
        "server_cores": round(used / took, 2),
        "client_cores": round((time.process_time() - own) / took, 2),
        "refused": run.refused,
    }


async def echo(port: int, server: Process, sockets: int, seconds: float) -> dict[str, Any]:
    """What an echo of a message like a move costs."""
    text = json.dumps(
        {
            "do": "play",
            "id": 12,
            "seat": 0,
            "number": 12,
            "decision": {"seat": 0, "place": "RG", "at": [[-5, 4], [-4, 4]]},
        }
    )
    opened = [
        await connect(f"ws://127.0.0.1:{port}/", compression=None, ping_interval=None)
        for _ in range(sockets)
    ]
    echoed = 0
    until = time.perf_counter() + seconds

    async def bounce(socket: ClientConnection) -> None:
        nonlocal echoed
        while time.perf_counter() < until:
            await socket.send(text)
            await socket.recv()
            echoed += 1

    cpu = server.cpu()
    await asyncio.gather(*[bounce(socket) for socket in opened])
    used = server.cpu() - cpu
    for one in opened:
        await one.close()
    return {"echoes": echoed, "server_cpu_us_per_echo": round(1e6 * used / max(1, echoed), 1)}


async def measure(arguments: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Everything, one after the other."""
    port, echo_port = free_port(), free_port()
    url = f"http://127.0.0.1:{port}"
    words = [
        *(sys.executable, "-m", "ingenious", "serve", "--port", str(port)),
        *("--data", str(folder), "--bots", "1", "--log-level", "warning", *HIGH_LIMITS),
        *("--workers", str(arguments.workers)),
    ]
    for option in ("database", "broker"):
        if value := getattr(arguments, option):
            words += [f"--{option}", value]
    found: dict[str, Any] = {"tables": arguments.tables, "workers": arguments.workers}
    found["store"] = "postgresql" if arguments.database else "sqlite"
    with started([sys.executable, "-m", "bench.echo", str(echo_port)], folder / "echo") as bare:
        await ready(f"http://127.0.0.1:{echo_port}")
        found["echo"] = await echo(echo_port, bare, 100, min(5.0, arguments.seconds))
    with started(words, folder / "serve") as server:
        await ready(url)
        run = Run(Random(1))
        await seat_everybody(url, 1, run)  # what is needed once is loaded now
        empty = server.memory()
        pairs = await seat_everybody(url, arguments.tables, run)
        gathered = server.memory()
        await connect_everybody(url, pairs, run.tokens)
        await asyncio.sleep(1)
        socketed = server.memory()
        followers = [asyncio.create_task(follow(seat)) for pair in pairs for seat in pair.seats]
        run.think = arguments.think
        for number, pair in enumerate(pairs):
            await pair.seats[0].socket.send('{"do": "start"}')
            if number % 50 == 49:
                await asyncio.sleep(0.05)
        await asyncio.sleep(2)
        found["thinking"] = await stretch(run, server, arguments.think, arguments.seconds)
        played = server.memory()
        found["memory"] = {
            "server_mb": round(empty),
            "kb_per_table_that_gathers": round(1000 * (gathered - empty) / arguments.tables, 1),
            "kb_per_socket": round(1000 * (socketed - gathered) / arguments.tables / 2, 1),
            "kb_more_per_table_in_play": round(1000 * (played - socketed) / arguments.tables, 1),
            "moves_made_per_table": round(found["thinking"]["moves"] / arguments.tables, 1),
        }
        found["flat_out"] = await stretch(run, server, 0.0, arguments.seconds / 2)
        run.open = False
        for follower in followers:
            follower.cancel()
        await asyncio.gather(*followers, return_exceptions=True)
        await asyncio.gather(*[seat.socket.close() for pair in pairs for seat in pair.seats])
    bare_cost = found["echo"]["server_cpu_us_per_echo"]
    found["move_to_echo"] = {
        name: round(found[name]["server_cpu_us_per_move"] / bare_cost, 1)
        for name in ("thinking", "flat_out")
    }
    return found


@contextlib.contextmanager
def started(words: Sequence[str], log: Path) -> Iterator[Process]:
    """A process for as long as it is needed."""
    process = Process(words, log.with_suffix(".log"))
    try:
        yield process
    finally:
        process.stop()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=2.0, help="seconds for a move, on average")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", default="")
    parser.add_argument("--broker", default="")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ingenious-load-") as folder:
        found = uvloop.run(measure(arguments, Path(folder)))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
