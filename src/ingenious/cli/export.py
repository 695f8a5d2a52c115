"""`ingenious export`: write all games of a server as records."""

import argparse
import asyncio
import json
import sys

from ..rules.words import pluralize
from ..server.archive import export_records
from .options import add_out_option
from .server_options import add_store_options, opened_store
from .whole_file import whole_file


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Write the games of all tables as records, one per line; a match is one "
        "record. A game still in progress is written as a spectator sees it."
    )
    add_out_option(parser)
    add_store_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write every game."""
    written = asyncio.run(_export(arguments))
    print(f"{pluralize(written, 'record')} written", file=sys.stderr)
    return 0


async def _export(arguments: argparse.Namespace) -> int:
    written = 0
    async with opened_store(arguments) as store:
        with whole_file(arguments.out) as out:
            async for values in export_records(store):
                out.write(json.dumps(values, separators=(",", ":")))
                written += 1
    return written
