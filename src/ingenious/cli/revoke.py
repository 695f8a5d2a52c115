"""`ingenious revoke`: revoke the tokens of a program."""

import argparse
import asyncio
import secrets
import sys

from ..server.clock import now
from ..server.config import from_environment
from ..server.identity import People
from ..store import Store
from ..table import Table, decode
from .errors import CommandError
from .options import positive_number
from .server_options import add_store_options, opened_store


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Revoke all tokens of a program. Give one of its tokens, or a seat it holds. "
        "A running server applies this within seconds."
    )
    parser.add_argument("token", nargs="?", metavar="TOKEN", help="any token of the program")
    parser.add_argument("--table", metavar="ID", help="a table where it has a seat")
    parser.add_argument(
        "--seat", type=positive_number, metavar="N", help="its seat at that table, from 1"
    )
    add_store_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Revoke one program."""
    name = asyncio.run(_revoke(arguments))
    print(f"revoked all tokens of {name}", file=sys.stderr)
    return 0


async def _revoke(arguments: argparse.Namespace) -> str:
    by_seat = arguments.table is not None and arguments.seat is not None
    if by_seat == (arguments.token is not None):
        raise CommandError("give either a token, or both --table and --seat")
    async with opened_store(arguments) as store:
        if by_seat:
            who, name = await _at_seat(store, arguments.table, arguments.seat - 1)
        else:
            who, name = await _of_token(store, arguments.token)
        await store.revoke(who, now())
    return name


async def _of_token(store: Store, token: str) -> tuple[str, str]:
    secret = from_environment().secret.encode()
    secret = secret or await store.secret("cookies", secrets.token_bytes(32))
    person = People(secret).from_token(token, at=0)  # expired ones too
    if person is None:
        raise CommandError("the token was not issued by this server")
    return person.id, person.name


async def _at_seat(store: Store, table: str, seat: int) -> tuple[str, str]:
    events = await store.read(table)
    if not events:
        raise CommandError(f"there is no table {table}")
    seats = Table.fold(decode(event) for event in events).seats
    who = seats[seat].person_id if 0 <= seat < len(seats) else None
    if who is None or not People.is_program(who):
        where = f"seat {seat + 1} of table {table}"
        raise CommandError(f"{where} is not held by a program with a token")
    return who, seats[seat].name
