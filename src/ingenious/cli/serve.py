"""`ingenious serve`: tables for people and bots, over the network."""

import argparse
import sys
from dataclasses import fields, replace

from ..server.config import Config, from_environment, option, variable
from ..server.logs import LEVELS

HELP = {
    "host": "the address to listen at",
    "port": "the port to listen at",
    "data": "the folder in which games are kept",
    "database": "keep games in PostgreSQL instead: postgresql://user:password@host/name",
    "broker": "tell other processes what happens: redis://host:port",
    "workers": "processes that serve",
    "bots": "processes in which bots think; 0 for one less than there are cores",
    "programs": "programs that may be seated, as NAME=COMMAND, one a line",
    "origins": "origins that count as our own, where a proxy changes the host's name",
    "proxies": "addresses of proxies whose word on a client's address counts, or *",
    "secret": "what signs cookies; without it one is made once and kept with the games",
    "log_level": f"what is logged: {', '.join(LEVELS)}",
    "guests_per_minute": "new names from one address",
    "tables_per_minute": "new tables from one address",
    "reading_per_minute": "seconds of computing per minute for records and replays of one address",
    "requests_per_second": "requests from one address",
    "messages_per_second": "messages of one socket",
    "tables_per_person": "tables of one person that are not over",
    "tables_per_address": "tables of one address that are not over, of the last day",
    "sockets": "open sockets of one process",
    "sockets_per_address": "open sockets from one address",
    "cpu_per_address": "percent of a core, for what is sent from one address",
    "away_after": "seconds without a line after which the others are told that somebody is away",
}
SECURE = "for a server behind a proxy with HTTPS: browsers use only HTTPS, and so do cookies"
HIDDEN = ("secret",)  # other users of a machine can see what a command was called with


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "serve",
        description="Serve tables for people and bots. Every option can also be given by a "
        f"variable of the environment: --log-level by {variable('log_level')}, and so on; "
        f"the secret by {variable('secret')} alone.",
    )
    for setting in fields(Config):
        name = setting.name
        if name in HIDDEN:
            continue
        flag = option(name)
        if setting.type is bool:
            parser.add_argument(flag, action="store_true", default=None, help=SECURE)
            continue
        kind = int if setting.type is int else str
        parser.add_argument(flag, type=kind, metavar=name.split("_")[0].upper(), help=HELP[name])
    parser.set_defaults(run=run)


def settings(arguments: argparse.Namespace) -> Config:
    """What the options ask for, and where they are silent the environment; raises `ValueError`."""
    given = {
        setting.name: value
        for setting in fields(Config)
        if (value := getattr(arguments, setting.name, None)) is not None
    }
    return replace(from_environment(), **given).checked()


def run(arguments: argparse.Namespace) -> int:
    """Serve until asked to stop."""
    try:
        config = settings(arguments)
    except ValueError as error:
        print(f"ingenious serve: {error}", file=sys.stderr)
        return 2
    from ..server.serve import CannotServe, serve  # noqa: PLC0415 - only now is all of it needed

    try:
        return serve(config)
    except CannotServe as error:
        print(f"ingenious serve: {error}", file=sys.stderr)
        return 2
