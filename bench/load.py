"""Load on a server: `python -m bench.load [--tables 1000] [--seconds 20] …`.

Starts `ingenious serve` and a bare echo in the same framework on loopback, and seats two players at
every table. They first pause before each move, then play as fast as they can. A move counts when
its sender has received the acknowledgement, which the server sends after the move is durable.
Prints one JSON object with the results.
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
    """A server process and its children."""

    def __init__(self, command: Sequence[str], log: Path) -> None:
        with log.open("wb") as out:
            self._popen = subprocess.Popen(command, stdout=out, stderr=out, start_new_session=True)

    def cpu_seconds(self) -> float:
        """The CPU time that the processes have used."""
        return sum(_cpu_seconds(pid) for pid in process_tree(self._popen.pid))

    def memory_mb(self) -> float:
        """The resident memory of the processes."""
        return sum(_memory_mb(pid) for pid in process_tree(self._popen.pid))

    def stop(self) -> None:
        """Terminate it."""
        self._popen.terminate()
        self._popen.wait(30)


def process_tree(pid: int) -> list[int]:
    """A process and all its descendants."""
    with contextlib.suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()
        return [pid, *(one for child in children for one in process_tree(int(child)))]
    return []


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _memory_mb(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1]) * 4096 / 1e6


class Load:
    """The state of all players, and the measurements of the current phase."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.tokens: list[str] = []
        self.pause_s = 0.0  # before a move, on average
        self.is_running = True
        self.moves = 0
        self.refused = 0
        self.ack_times: list[float] = []  # until the sender has the acknowledgement
        self.update_times: list[float] = []  # until the other player has the update

    def begin_phase(self, pause_s: float) -> None:
        """Reset the measurements."""
        self.pause_s, self.moves, self.refused = pause_s, 0, 0
        self.ack_times, self.update_times = [], []


class Table:
    """A table with two players."""

    def __init__(self, load: Load, id_: str) -> None:
        self.load = load
        self.id = id_
        self.seats: list[Seat] = []
        self.sent_at = 0.0  # when the last move was sent
        self.number = 0  # that the last move asks for


class Seat:
    """A player: reads all messages, and moves when it is their turn."""

    def __init__(self, table: Table, seat: int, socket: ClientConnection) -> None:
        self.table = table
        self.seat = seat
        self.socket = socket
        self.view: dict[str, Any] = {}


async def play_seat(seat: Seat) -> None:
    """Play until the load ends."""
    load, table = seat.table.load, seat.table
    while load.is_running:
        message = msgspec.json.decode(await seat.socket.recv())
        now = time.perf_counter()
        if message["type"] == "refused":
            load.refused += 1
            continue
        if message["type"] not in ("table", "update"):
            continue
        seat.view = message["view"]
        if message.get("done") == table.number:
            load.moves += 1
            load.ack_times.append(now - table.sent_at)
        elif message["type"] == "update" and table.number == seat.view["number"]:
            load.update_times.append(now - table.sent_at)
        turn = seat.view.get("turn")
        if turn and turn["seat"] == seat.seat:
            if load.pause_s:
                pause = load.rng.uniform(0.5, 1.5) * load.pause_s
                asyncio.get_running_loop().call_later(pause, start_move, seat)
            else:
                start_move(seat)


def start_move(seat: Seat) -> None:
    """Send a move in the background."""
    asyncio.get_running_loop().create_task(make_move(seat))


async def make_move(seat: Seat) -> None:
    """Send a random move."""
    table, load = seat.table, seat.table.load
    if not load.is_running:
        return
    number = seat.view["number"] + 1
    values = random_decision(seat.view, load.rng)
    text = json.dumps(
        {"do": "play", "id": number, "seat": seat.seat, "number": number, "decision": values}
    )
    table.number, table.sent_at = number, time.perf_counter()
    with contextlib.suppress(OSError):
        await seat.socket.send(text)


async def open_tables(url: str, count: int, load: Load) -> list[Table]:
    """Open tables with two players each."""
    port = int(url.rpartition(":")[2])
    http = Http(port)
    tokens = [(await http.post("/api/tokens", {"name": name}, ""))["token"] for name in "AB"]
    tables = []
    for _ in range(count):
        opened = await http.post("/api/tables", {"settings": SETTINGS, "sit": [0]}, tokens[0])
        path = f"/api/tables/{opened['table']}"
        await http.post(path, {"do": "sit", "seat": 1, "invite": opened["invite"]}, tokens[1])
        tables.append(Table(load, opened["table"]))
    load.tokens = tokens
    await http.close()
    return tables


async def connect_players(url: str, tables: list[Table], tokens: list[str]) -> None:
    """Open a socket for every seat."""
    for table in tables:
        for seat, token in enumerate(tokens):
            socket = await connect(
                f"{url.replace('http', 'ws', 1)}/api/tables/{table.id}/live",
                additional_headers={"Authorization": f"Bearer {token}"},
                compression=None,
                max_size=None,
                max_queue=None,  # heartbeats arrive while other players still connect
                ping_interval=None,
                open_timeout=60,
            )
            table.seats.append(Seat(table, seat, socket))


class Http:
    """A connection that sends one request after the other."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, values: object, token: str) -> Any:
        """Send a request, and return the decoded response."""
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
        response = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        size = next(
            int(line.partition(":")[2])
            for line in response.split("\r\n")
            if line.lower().startswith("content-length:")
        )
        content = msgspec.json.decode(await reader.readexactly(size))
        if not response.startswith("HTTP/1.1 2"):
            raise RuntimeError(f"{path}: {response.splitlines()[0]}: {content}")
        return content

    async def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            await self._streams[1].wait_closed()


async def wait_until_listening(url: str) -> None:
    """Wait until a server accepts connections."""
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
    raise RuntimeError(f"no server listens at {url}")


def percentiles_ms(times: list[float]) -> dict[str, float]:
    """The median and the 99th percentile of times in seconds."""
    ordered = sorted(times) or [float("nan")]
    last = len(ordered) - 1
    return {
        f"p{share}": round(1000 * ordered[min(last, share * len(ordered) // 100)], 1)
        for share in (50, 99)
    }


async def run_phase(load: Load, server: Process, pause_s: float, seconds: float) -> dict[str, Any]:
    """Play for a while, and return the measurements."""
    load.begin_phase(pause_s)
    cpu, started, own = server.cpu_seconds(), time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - started, server.cpu_seconds() - cpu
    return {
        "seconds": round(took, 1),
        "moves": load.moves,
        "moves_per_second": round(load.moves / took),
        "ack_ms": percentiles_ms(load.ack_times),
        "other_seat_ms": percentiles_ms(load.update_times),
        "server_cpu_us_per_move": round(1e6 * used / max(1, load.moves)),
        "server_cores": round(used / took, 2),
        "client_cores": round((time.process_time() - own) / took, 2),
        "refused": load.refused,
    }


async def measure_echo(port: int, server: Process, count: int, seconds: float) -> dict[str, Any]:
    """The cost of an echo of a message like a move."""
    text = json.dumps(
        {
            "do": "play",
            "id": 12,
            "seat": 0,
            "number": 12,
            "decision": {"seat": 0, "place": "RG", "at": [[-5, 4], [-4, 4]]},
        }
    )
    sockets = [
        await connect(f"ws://127.0.0.1:{port}/", compression=None, ping_interval=None)
        for _ in range(count)
    ]
    echoes = 0
    deadline = time.perf_counter() + seconds

    async def bounce(socket: ClientConnection) -> None:
        nonlocal echoes
        while time.perf_counter() < deadline:
            await socket.send(text)
            await socket.recv()
            echoes += 1

    cpu = server.cpu_seconds()
    await asyncio.gather(*[bounce(socket) for socket in sockets])
    used = server.cpu_seconds() - cpu
    for socket in sockets:
        await socket.close()
    return {"echoes": echoes, "server_cpu_us_per_echo": round(1e6 * used / max(1, echoes), 1)}


async def measure(arguments: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Measure the echo, then the server."""
    port, echo_port = free_port(), free_port()
    url = f"http://127.0.0.1:{port}"
    command = [
        *(sys.executable, "-m", "ingenious", "serve", "--port", str(port)),
        *("--data", str(folder), "--bots", "1", "--log-level", "warning", *HIGH_LIMITS),
        *("--workers", str(arguments.workers)),
    ]
    for option in ("database", "broker"):
        if value := getattr(arguments, option):
            command += [f"--{option}", value]
    found: dict[str, Any] = {"tables": arguments.tables, "workers": arguments.workers}
    found["store"] = "postgresql" if arguments.database else "sqlite"
    echo = [sys.executable, "-m", "bench.echo", str(echo_port)]
    with running_process(echo, folder / "echo") as echo_server:
        await wait_until_listening(f"http://127.0.0.1:{echo_port}")
        seconds = min(5.0, arguments.seconds)
        found["echo"] = await measure_echo(echo_port, echo_server, 100, seconds)
    with running_process(command, folder / "serve") as server:
        await wait_until_listening(url)
        load = Load(Random(1))
        await open_tables(url, 1, load)  # loads what is needed only once
        empty = server.memory_mb()
        tables = await open_tables(url, arguments.tables, load)
        gathered = server.memory_mb()
        await connect_players(url, tables, load.tokens)
        await asyncio.sleep(1)
        connected = server.memory_mb()
        seats = [seat for table in tables for seat in table.seats]
        players = [asyncio.create_task(play_seat(seat)) for seat in seats]
        load.pause_s = arguments.think
        for number, table in enumerate(tables):
            await table.seats[0].socket.send('{"do": "start"}')
            if number % 50 == 49:
                await asyncio.sleep(0.05)
        await asyncio.sleep(2)
        found["thinking"] = await run_phase(load, server, arguments.think, arguments.seconds)
        played = server.memory_mb()
        found["memory"] = {
            "server_mb": round(empty),
            "kb_per_table_that_gathers": round(1000 * (gathered - empty) / arguments.tables, 1),
            "kb_per_socket": round(1000 * (connected - gathered) / arguments.tables / 2, 1),
            "kb_more_per_table_in_play": round(1000 * (played - connected) / arguments.tables, 1),
            "moves_made_per_table": round(found["thinking"]["moves"] / arguments.tables, 1),
        }
        found["flat_out"] = await run_phase(load, server, 0.0, arguments.seconds / 2)
        load.is_running = False
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        await asyncio.gather(*[seat.socket.close() for seat in seats])
    echo_cost = found["echo"]["server_cpu_us_per_echo"]
    found["move_to_echo"] = {
        name: round(found[name]["server_cpu_us_per_move"] / echo_cost, 1)
        for name in ("thinking", "flat_out")
    }
    return found


@contextlib.contextmanager
def running_process(command: Sequence[str], log: Path) -> Iterator[Process]:
    """A process that is stopped on exit."""
    process = Process(command, log.with_suffix(".log"))
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
