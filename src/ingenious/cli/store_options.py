"""The options of commands that work on a server's games."""

import argparse
from dataclasses import replace

from ..server.config import Config, from_environment


def add_store_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where the games are stored."""
    parser.add_argument("--data", metavar="FOLDER", help="the folder where games are stored")
    parser.add_argument(
        "--database", metavar="ADDRESS", help="use this PostgreSQL database instead: postgresql://…"
    )


def store_of(arguments: argparse.Namespace) -> str:
    """Where the games are stored, by options and environment; raises `ValueError`."""
    given = {name: value for name in ("data", "database") if (value := getattr(arguments, name))}
    config: Config = replace(from_environment(), **given).checked()
    return config.store
