"""`ingenious import`: add recorded games to a server."""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from typing import cast

from ..record import RecordError
from ..record.model import JsonObject
from ..record.reading import load_json
from ..server.archive import import_record
from ..store import Store, Unavailable, open_store
from ..terminal.pieces import counted
from .files import FileError, open_input, read_lines
from .store_options import add_store_options, store_of


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "import",
        description="Import finished games and matches into a server, each at its own table, where "
        "they can be replayed. Games that are already there are left unchanged.",
    )
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="records, one per line; '-' reads standard input"
    )
    add_store_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Import every valid game, and report the others."""
    try:
        brought, known, failed = asyncio.run(_import(store_of(arguments), arguments.files))
    except (ValueError, Unavailable, FileError) as error:
        print(f"ingenious import: {error}", file=sys.stderr)
        return 2
    print(f"{counted(brought, 'game')} imported, {known} already there, {failed} refused")
    return 1 if failed else 0


async def _import(where: str, paths: Sequence[str]) -> tuple[int, int, int]:
    counts = Counter[str]()
    store = await open_store(where)
    try:
        for path in paths:
            with open_input(path) as file:
                for number, line in read_lines(file):
                    counts[await _import_line(store, f"{path}:{number}", line)] += 1
    finally:
        await store.close()
    return counts["brought"], counts["known"], counts["failed"]


async def _import_line(store: Store, where: str, line: str | RecordError) -> str:
    """Import one game, and print its table."""
    try:
        table = await _bring(store, line)
    except RecordError as error:
        print(f"{where}: {error}")
        return "failed"
    if table is None:
        return "known"
    print(f"{where}: table {table}")
    return "brought"


async def _bring(store: Store, line: str | RecordError) -> str | None:
    if isinstance(line, RecordError):
        raise line
    values = load_json(line)
    return await import_record(store, cast(JsonObject, values))
