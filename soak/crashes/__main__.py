"""All disasters, in full: `python -m soak.crashes [--kills 50] [--tables 40] …`.

People play at many tables while the server, or something that it needs, is killed again and again.
Then all tables are played to their end, and everything that was acknowledged has to be there, once.
Prints one JSON object, and ends with status 1 if anything is lost, doubled or otherwise wrong.
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
from .disasters import Scale, fresh
from .memory import Values

NAMES = ("server", "workers", "disk", "servers", "broker", "database", "races")

Run = Callable[[], Coroutine[Any, Any, Values]]


def main() -> int:
    """Let everything happen that was asked for, and say what was found."""
    arguments = parse()
    # Whoever ends us gently wants the servers ended too.
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
    """What was found, or what kept it from being found."""
    try:
        return asyncio.run(run())
    except Exception as error:  # the other disasters can tell something all the same
        traceback.print_exc()
        return {"disaster": name, "problems": [repr(error)]}


def parse() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="soak.crashes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--kills", type=int, default=50, help="of the server, on each store")
    parser.add_argument("--tables", type=int, default=40, help="that are played at the same time")
    parser.add_argument("--store", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--seed", default="crashes", help="of what people do, and when it strikes")
    parser.add_argument("--only", choices=NAMES, default=NAMES, nargs="+", metavar="DISASTER")
    return parser.parse_args()


def chosen(
    arguments: argparse.Namespace, folder: Path, stack: ExitStack
) -> Iterator[tuple[str, Run]]:
    """The disasters by name, each ready to be run."""
    runs: dict[str, Run] = {}
    if arguments.store in ("sqlite", "both"):
        runs |= on_sqlite(arguments, folder)
    if arguments.store in ("postgresql", "both"):
        runs |= on_postgresql(arguments, folder, stack)
    return ((name, run) for name, run in runs.items() if name.split()[0] in arguments.only)


def on_sqlite(arguments: argparse.Namespace, folder: Path) -> dict[str, Run]:
    """What can happen to one server with a file."""
    often, seldom = _scale(arguments, 1), _scale(arguments, 5)
    return {
        "server": lambda: disasters.killed_server(_place(folder), often),
        "workers": lambda: disasters.killed_thinkers(_place(folder), often),
        "disk": lambda: disasters.full_disk(_place(folder), seldom),
        "disk by limit": lambda: disasters.full_disk(_place(folder), seldom, may_mount=False),
    }


def on_postgresql(arguments: argparse.Namespace, folder: Path, stack: ExitStack) -> dict[str, Run]:
    """What can happen to servers with a database."""
    often, seldom = _scale(arguments, 1), _scale(arguments, 2)
    postgres = stack.enter_context(services.postgres())
    redis = stack.enter_context(services.redis())

    async def server() -> Values:
        return await disasters.killed_server(_place(folder), often, await fresh(postgres.url))

    async def servers() -> Values:
        database = await fresh(postgres.url)
        return await disasters.killed_servers(_place(folder), often, database, redis.url)

    async def broker() -> Values:
        database = await fresh(postgres.url)
        return await disasters.killed_broker(_place(folder), seldom, database, redis)

    async def database() -> Values:
        address = await fresh(postgres.url)
        return await disasters.restarted_database(_place(folder), seldom, address, postgres)

    async def races() -> Values:
        address = await fresh(postgres.url)
        return await racing.two_at_one_table(_place(folder), address, redis, 2 * arguments.kills)

    return {
        "server on PostgreSQL": server,
        "servers": servers,
        "broker": broker,
        "database": database,
        "races": races,
    }


def _scale(arguments: argparse.Namespace, seldom: int) -> Scale:
    return Scale(max(1, arguments.kills // seldom), arguments.tables, arguments.seed)


def _place(folder: Path) -> Path:
    return Path(tempfile.mkdtemp(dir=folder))


if __name__ == "__main__":
    sys.exit(main())
