"""`ingenious export`: write all games of a server as records."""

import argparse
import asyncio
import json
import sys
from pathlib import Path

from ..server.archive import export_records
from ..store import Unavailable, open_store
from ..terminal.pieces import counted
from .files import FileError
from .store_options import add_store_options, store_of
from .whole_file import whole_file


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "export",
        description="Write the games of all tables as records, one per line; a match is one "
        "record. A game still in progress is written as a spectator sees it.",
    )
    parser.add_argument(
        "--out", default="-", metavar="FILE", help="output file (default: standard output)"
    )
    add_store_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write every game."""
    try:
        written = asyncio.run(_export(store_of(arguments), arguments.out))
    except (ValueError, Unavailable, FileError) as error:
        print(f"ingenious export: {error}", file=sys.stderr)
        return 2
    print(f"{counted(written, 'record')} written", file=sys.stderr)
    return 0


async def _export(where: str, path: str) -> int:
    if "://" not in where and not Path(where).is_file():
        raise ValueError(f"no games found: {where} does not exist")
    store = await open_store(where)
    written = 0
    try:
        with whole_file(path) as out:
            async for values in export_records(store):
                out.write(json.dumps(values, separators=(",", ":")))
                written += 1
    finally:
        await store.close()
    return written
