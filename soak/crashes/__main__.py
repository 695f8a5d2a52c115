"""All disasters: `python -m soak.crashes [--kills 50] [--tables 40] …`.

Clients play at many tables while the server, or a service that it needs, is killed repeatedly. Then
all tables are played to their end. Everything that was acknowledged has to be stored exactly once.
Prints one JSON object; the exit status is 1 if anything is lost, duplicated or otherwise wrong.
"""

import argparse
import asyncio
import json
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from testkit import services

from . import disasters, racing
from .disasters import Scale, new_schema
from .seat_log import Values

NAMES = ("server", "workers", "disk", "servers", "broker", "database", "races")

Run = Callable[[], Coroutine[Any, Any, Values]]


def main() -> int:
    """Run the chosen disasters and print the results; the exit status."""
    arguments = parse()
    # Exit by an exception, so that the servers are stopped too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    summaries = []
    with tempfile.TemporaryDirectory(prefix="ingenious-crashes-") as folder, ExitStack() as stack:
        for name, run in chosen(arguments, Path(folder), stack):
            summaries.append(summary_of(name, run))
            short = {**summaries[-1], "problems": len(summaries[-1]["problems"])}
            print(json.dumps(short), file=sys.stderr, flush=True)
    problems = sum(len(summary["problems"]) for summary in summaries)
    command = " ".join(["python -m soak.crashes", *sys.argv[1:]])
    print(json.dumps({"command": command, "problems": problems, "disasters": summaries}, indent=1))
    return 1 if problems else 0


def summary_of(name: str, run: Run) -> Values:
    """The results of a disaster, or the error that stopped it."""
    try:
        return asyncio.run(run())
    except Exception as error:  # the other disasters run anyway
        traceback.print_exc()
        return {"disaster": name, "problems": [repr(error)]}


def parse() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(
        prog="soak.crashes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--kills", type=int, default=50, help="kills of the server on each store")
    parser.add_argument("--tables", type=int, default=40, help="tables played at the same time")
    parser.add_argument("--store", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--seed", default="crashes", help="seed of the clients and of the kills")
    parser.add_argument("--only", choices=NAMES, default=NAMES, nargs="+", metavar="DISASTER")
    return parser.parse_args()


def chosen(
    arguments: argparse.Namespace, folder: Path, stack: ExitStack
) -> Iterator[tuple[str, Run]]:
    """The chosen disasters by name."""
    runs: dict[str, Run] = {}
    if arguments.store in ("sqlite", "both"):
        runs |= on_sqlite(arguments, folder)
    if arguments.store in ("postgresql", "both"):
        runs |= on_postgresql(arguments, folder, stack)
    return ((name, run) for name, run in runs.items() if name.split()[0] in arguments.only)


def on_sqlite(arguments: argparse.Namespace, folder: Path) -> dict[str, Run]:
    """The disasters of a server with SQLite."""
    many, few = _scale(arguments, 1), _scale(arguments, 5)
    return {
        "server": lambda: disasters.killed_server(_subfolder(folder), many),
        "workers": lambda: disasters.killed_bot_workers(_subfolder(folder), many),
        "disk": lambda: disasters.full_disk(_subfolder(folder), few),
        "disk by limit": lambda: disasters.full_disk(_subfolder(folder), few, may_mount=False),
    }


def on_postgresql(arguments: argparse.Namespace, folder: Path, stack: ExitStack) -> dict[str, Run]:
    """The disasters of servers with PostgreSQL."""
    many, few = _scale(arguments, 1), _scale(arguments, 2)
    postgres = stack.enter_context(services.postgres())
    redis = stack.enter_context(services.redis())

    async def server() -> Values:
        return await disasters.killed_server(
            _subfolder(folder), many, await new_schema(postgres.url)
        )

    async def servers() -> Values:
        database = await new_schema(postgres.url)
        return await disasters.killed_servers(_subfolder(folder), many, database, redis.url)

    async def broker() -> Values:
        database = await new_schema(postgres.url)
        return await disasters.killed_broker(_subfolder(folder), few, database, redis)

    async def database() -> Values:
        address = await new_schema(postgres.url)
        return await disasters.restarted_database(_subfolder(folder), few, address, postgres)

    async def races() -> Values:
        address = await new_schema(postgres.url)
        return await racing.two_at_one_table(
            _subfolder(folder), address, redis, 2 * arguments.kills
        )

    return {
        "server on PostgreSQL": server,
        "servers": servers,
        "broker": broker,
        "database": database,
        "races": races,
    }


def _scale(arguments: argparse.Namespace, divisor: int) -> Scale:
    return Scale(max(1, arguments.kills // divisor), arguments.tables, arguments.seed)


def _subfolder(folder: Path) -> Path:
    return Path(tempfile.mkdtemp(dir=folder))


if __name__ == "__main__":
    sys.exit(main())
