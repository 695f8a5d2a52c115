"""The command `ingenious`: wires the rooms to files and the terminal."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword

from .. import __version__

COMMANDS: Mapping[str, str] = {
    "play": "the game in the browser, on this machine",
    "serve": "tables for people and bots, over the network",
    "export": "write all games of a server as records",
    "import": "bring records to a server, to be looked at there",
    "revoke": "revoke the tokens of a program",
    "simulate": "play whole games and write their records",
    "verify": "check records against the rules",
    "show": "draw a position in the terminal",
    "rules": "explain a game",
    "hint": "the best moves of a running game, with reasons",
    "bot": "play over a pipe",
    "arena": "let bots play against each other and rate them",
    "train": "train the bots by self-play",
    "bench": "measure the speed of this machine",
    "prepare": "compile what the bots need, once",
}
"""The commands; each is a module of this room, imported only when it is called."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0 for success, 1 for a 'no', 2 for wrong use."""
    parser = argparse.ArgumentParser(
        prog="ingenious",
        description="Ingenious and Ingenious Challenges: play out, check, show and explain games.",
    )
    parser.add_argument("--version", action="version", version=f"ingenious {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    arguments_given = sys.argv[1:] if argv is None else list(argv)
    called = next((word for word in arguments_given if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        if name == called:
            import_module(f".{_module(name)}", __package__).add_to(commands)
        else:
            commands.add_parser(name, help=summary)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal has every sign
    arguments = parser.parse_args(arguments_given)
    if sys.stdout is None or sys.stdin is None:  # Python's way to say that they are closed
        print("ingenious: standard input and output have to be open", file=sys.stderr)
        return 2
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except FileNotFoundError as error:  # weights that the package should have
        print(f"ingenious: {error}", file=sys.stderr)
        return 2
    except OSError as error:  # of standard output: files have their `Unreadable`
        # Python would complain once more when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 141  # whoever read our output has left
        print(f"ingenious: cannot write the output: {error.strerror}", file=sys.stderr)
        return 2
    return status


def _module(command: str) -> str:
    """The module of a command; a word of Python's, like `import`, cannot be the name of one."""
    return command + "_" if iskeyword(command) else command


__all__ = ["COMMANDS", "main"]
