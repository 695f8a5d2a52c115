"""What idle sockets cost a server: `python -m bench.idle [--sockets 2000] [--seconds 30]`.

Everybody sits at a table and nobody plays, so all that is left are heartbeats, pings and their
answers. Prints one JSON object.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
from pathlib import Path
from random import Random

import uvloop
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from testkit.server_process import HIGH_LIMITS, free_port

from .load import Process, Run, connect_everybody, ready, seat_everybody


async def listen(socket: ClientConnection, heard: list[int]) -> None:
    """Read what is sent; the library answers pings by itself."""
    with contextlib.suppress(ConnectionClosed):
        async for message in socket:
            heard[0] += '"heartbeat"' in str(message)[:30]


async def measure(sockets: int, seconds: float) -> dict[str, object]:
    """Let this many sockets be idle, and measure what they cost."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "ingenious", "serve", "--port", str(port), "--bots", "1"]
        server = Process([*words, "--data", folder, *HIGH_LIMITS], Path(folder) / "log")
        try:
            await ready(url)
            run = Run(Random(1))
            pairs = await seat_everybody(url, sockets // 2, run)
            await connect_everybody(url, pairs, run.tokens)
            heard = [0]
            seats = [seat for pair in pairs for seat in pair.seats]
            tasks = [asyncio.create_task(listen(seat.socket, heard)) for seat in seats]
            await asyncio.sleep(5)
            before, heard[0] = server.cpu(), 0
            await asyncio.sleep(seconds)
            used = server.cpu() - before
            lost = sum(task.done() for task in tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            server.stop()
    return {
        "sockets": len(tasks),
        "seconds": seconds,
        "heartbeats_per_second": round(heard[0] / seconds),
        "server_cores": round(used / seconds, 3),
        "us_per_socket_and_second": round(1e6 * used / seconds / len(tasks), 1),
        "lost": lost,
    }


def main() -> None:
    """Measure with the options of the command line."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sockets", type=int, default=2000)
    options.add_argument("--seconds", type=float, default=30)
    chosen = options.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(measure(chosen.sockets, chosen.seconds))
    sys.stdout.write(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
