"""What idle sockets cost a server: `python -m bench.idle [--sockets 2000] [--seconds 30]`.

All clients sit at tables and none of them plays, so only heartbeats, pings and pongs are sent.
Prints one JSON object.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

import uvloop
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from testkit.server_process import HIGH_LIMITS, free_port

from .load import Load, connect_players, open_tables, running_process, wait_until_listening


async def count_heartbeats(socket: ClientConnection, counter: Counter[str]) -> None:
    """Read messages until the socket is closed; the library answers pings by itself."""
    with contextlib.suppress(ConnectionClosed):
        async for message in socket:
            counter["heartbeats"] += '"heartbeat"' in str(message)[:30]


async def measure(sockets: int, seconds: float) -> dict[str, object]:
    """Open this many idle sockets, and measure what they cost."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    counter = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ingenious", "serve", "--port", str(port), "--bots", "1"]
        command += ["--data", folder, *HIGH_LIMITS]
        with running_process(command, Path(folder) / "serve") as server:
            await wait_until_listening(url)
            load = Load(Random(1))
            tables = await open_tables(url, sockets // 2, load)
            await connect_players(url, tables, load.tokens)
            seats = [seat for table in tables for seat in table.seats]
            tasks = [asyncio.create_task(count_heartbeats(seat.socket, counter)) for seat in seats]
            await asyncio.sleep(5)
            before = server.cpu_seconds()
            counter.clear()
            await asyncio.sleep(seconds)
            used = server.cpu_seconds() - before
            lost = sum(task.done() for task in tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return {
        "sockets": len(tasks),
        "seconds": seconds,
        "heartbeats_per_second": round(counter["heartbeats"] / seconds),
        "server_cores": round(used / seconds, 3),
        "us_per_socket_and_second": round(1e6 * used / seconds / len(tasks), 1),
        "lost": lost,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=30)
    arguments = parser.parse_args()
    found = uvloop.run(measure(arguments.sockets, arguments.seconds))
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
