"""The settings of a server from options and the environment, and the store that they name."""

import argparse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields, replace
from pathlib import Path

from ..server.config import Config, from_environment
from ..store import Store, Unavailable, open_store
from .errors import CommandError


def add_store_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where the games are stored."""
    parser.add_argument("--data", metavar="FOLDER", help="the folder where games are stored")
    parser.add_argument(
        "--database", metavar="ADDRESS", help="use this PostgreSQL database instead: postgresql://…"
    )


def settings(arguments: argparse.Namespace) -> Config:
    """The settings from the options, else from the environment."""
    given = {
        setting.name: value
        for setting in fields(Config)
        if (value := getattr(arguments, setting.name, None)) not in (None, "")
    }
    try:
        return replace(from_environment(), **given).checked()
    except ValueError as error:
        raise CommandError(error) from error


@asynccontextmanager
async def opened_store(
    arguments: argparse.Namespace, *, must_exist: bool = True
) -> AsyncIterator[Store]:
    """The store with the games of a server; closed at the end."""
    where = settings(arguments).store
    if must_exist and "://" not in where and not Path(where).is_file():
        raise CommandError(f"no games found: {where} does not exist")
    try:
        store = await open_store(where)
        try:
            yield store
        finally:
            await store.close()
    except (ValueError, Unavailable) as error:
        raise CommandError(error) from error
