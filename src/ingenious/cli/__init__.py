"""The command `ingenious`: wires the rooms to files and the terminal."""

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from .. import __version__
from . import arena, bot, rules, show, simulate, verify


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0 for success, 1 for a 'no', 2 for wrong use."""
    parser = argparse.ArgumentParser(
        prog="ingenious",
        description="Ingenious and Ingenious Challenges: play out, check, show and explain games.",
    )
    parser.add_argument("--version", action="version", version=f"ingenious {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (simulate, verify, show, rules, bot, arena):
        command.add_to(commands)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal has every sign
    arguments = parser.parse_args(argv)
    if sys.stdout is None or sys.stdin is None:  # Python's way to say that they are closed
        print("ingenious: standard input and output have to be open", file=sys.stderr)
        return 2
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except OSError as error:  # of standard output: files have their `Unreadable`
        # Python would complain once more when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 141  # whoever read our output has left
        print(f"ingenious: cannot write the output: {error.strerror}", file=sys.stderr)
        return 2
    return status


__all__ = ["main"]
