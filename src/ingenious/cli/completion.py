"""`ingenious completion`: a script that completes the command in a shell."""

import argparse
from collections.abc import Iterator
from importlib import import_module

import shtab

from ..optional import how_to_install
from . import COMMANDS, build_parser, module_of

SHELLS = ("bash", "zsh", "fish")
COMPLETED = {"FILE": shtab.FILE, "FOLDER": shtab.DIRECTORY}
"""The placeholders of values that are paths."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Print a script that completes commands, options, values and file names in a "
        "shell. Install it once, and again after an upgrade."
    )
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    parser, commands = build_parser(list(_installed()))
    for command in commands.choices.values():
        for action in command._actions:
            if action.metavar in COMPLETED:
                vars(action)["complete"] = COMPLETED[action.metavar]
    print(shtab.complete(parser, arguments.shell))
    return 0


def _installed() -> Iterator[str]:
    """The commands whose packages are all installed."""
    for command in COMMANDS:
        try:
            import_module(f".{module_of(command)}", __package__)
        except ModuleNotFoundError as error:
            if how_to_install(error.name or "") is None:
                raise
        else:
            yield command
