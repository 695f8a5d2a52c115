"""The options of commands that work on a server's games."""

import argparse
from dataclasses import replace

from ..server.config import Config, from_environment


def add_store_options(parser: argparse.ArgumentParser) -> None:
    """Let it be said where the games are."""
    parser.add_argument("--data", metavar="FOLDER", help="the folder in which games are kept")
    parser.add_argument("--database", metavar="ADDRESS", help="postgresql://… instead of a folder")


def store_of(arguments: argparse.Namespace) -> str:
    """Where the games are, as options and environment say; raises `ValueError`."""
    given = {name: value for name in ("data", "database") if (value := getattr(arguments, name))}
    config: Config = replace(from_environment(), **given).checked()
    return config.store
