"""`ingenious import`: add recorded games to a server."""

import argparse
import asyncio
from collections import Counter
from typing import cast

from ..record import RecordError
from ..record.model import JsonObject
from ..record.reading import load_json
from ..rules.words import pluralize
from ..server.archive import import_record
from ..store import Store
from ..terminal.pieces import printable
from .errors import describe
from .files import open_input, read_lines
from .server_options import add_store_options, opened_store


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Import finished games and matches into a server, each at its own table, where "
        "they can be replayed. Games that are already there are left unchanged."
    )
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="records, one per line; '-' reads standard input"
    )
    add_store_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Import every valid game, and report the others."""
    counts = asyncio.run(_import(arguments))
    print(
        f"{pluralize(counts['imported'], 'game')} imported, {counts['known']} already there, "
        f"{counts['refused']} refused"
    )
    return 1 if counts["refused"] else 0


async def _import(arguments: argparse.Namespace) -> Counter[str]:
    counts = Counter[str]()
    async with opened_store(arguments, must_exist=False) as store:
        for path in arguments.files:
            with open_input(path) as file:
                for number, line in read_lines(file):
                    where = f"{printable(path, longest=200)}:{number}"
                    counts[await _import_line(store, where, line)] += 1
    return counts


async def _import_line(store: Store, where: str, line: str | RecordError) -> str:
    """Import one game, and print its table; return what became of it."""
    try:
        if isinstance(line, RecordError):
            raise line
        table = await import_record(store, cast(JsonObject, load_json(line)))
    except RecordError as error:
        print(f"{where}: {describe(error)}")
        return "refused"
    if table is None:
        return "known"
    print(f"{where}: table {table}")
    return "imported"
