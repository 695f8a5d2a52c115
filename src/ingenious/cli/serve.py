"""`ingenious serve`: tables for people and bots, over the network."""

import argparse
from dataclasses import fields

from ..server.config import Config, option, variable
from ..server.logs import LOG_LEVELS
from .errors import CommandError
from .options import whole_number
from .server_options import settings

HELP = {
    "host": ("ADDRESS", "the address to listen on; 0.0.0.0 for all"),
    "port": ("N", "the port to listen on"),
    "data": ("FOLDER", "the folder where games are stored"),
    "database": (
        "ADDRESS",
        "store games in PostgreSQL instead: postgresql://user:password@host/name",
    ),
    "broker": ("ADDRESS", "connect several servers through Redis: redis://host:port"),
    "workers": ("N", "number of server processes"),
    "bots": ("N", "number of bot processes; 0 for one less than the number of cores"),
    "programs": ("LINES", "programs that may take a seat, as NAME=COMMAND, one per line"),
    "origins": ("LIST", "other origins to accept, where a proxy changes the host name"),
    "proxies": ("LIST", "proxies trusted to report a client's address, or * for all"),
    "log_level": ("LEVEL", f"what to log: {', '.join(LOG_LEVELS)}"),
    "guests_per_minute": ("N", "new names per minute from one address"),
    "tables_per_minute": ("N", "new tables per minute from one address"),
    "reading_per_minute": (
        "N",
        "seconds of computing per minute for the records, replays and previews of one address",
    ),
    "requests_per_second": ("N", "requests per second from one address"),
    "messages_per_second": ("N", "messages per second on one socket"),
    "tables_per_person": ("N", "unfinished tables of one person"),
    "tables_per_address": ("N", "unfinished tables of the last day from one address"),
    "sockets": ("N", "open sockets of one process"),
    "sockets_per_address": ("N", "open sockets from one address"),
    "cpu_per_address": ("N", "percent of a core to spend on what one address sends"),
    "away_after": ("N", "seconds without a connection after which a player is shown as away"),
}
"""For each setting the placeholder of its value, as in the docs, and its meaning."""
SECURE = "for a server behind an HTTPS proxy: browsers and cookies use HTTPS only"
SECRET_SETTINGS = ("secret",)  # other users of the machine can see a command's arguments


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Serve tables for people and bots. Every option can also be set by an "
        f"environment variable: --log-level by {variable('log_level')}, and so on. The secret that "
        f"signs cookies is set only by {variable('secret')}."
    )
    for setting in fields(Config):
        name = setting.name
        if name in SECRET_SETTINGS:
            continue
        flag = option(name)
        if setting.type is bool:
            parser.add_argument(flag, action="store_true", default=None, help=SECURE)
            continue
        kind = whole_number if setting.type is int else str
        metavar, meaning = HELP[name]
        parser.add_argument(flag, type=kind, metavar=metavar, help=meaning)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until asked to stop."""
    config = settings(arguments)
    from ..server.run import CannotServe, serve  # noqa: PLC0415 - only now is all of it needed

    try:
        return serve(config)
    except CannotServe as error:
        raise CommandError(error) from error
