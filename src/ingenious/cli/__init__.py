"""The command `ingenious`, which connects the packages to files and the terminal."""

import argparse
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from typing import TypeAlias

from .. import __version__
from ..optional import how_to_install
from .errors import PROGRAM, CommandError
from .parser import Parser, split_at

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"

COMMANDS: Mapping[str, str] = {
    "play": "play in the browser, on this machine",
    "serve": "serve tables for people and bots over the network",
    "export": "write all games of a server as records",
    "import": "add recorded games to a server, to replay them there",
    "revoke": "revoke the tokens of a program",
    "simulate": "play whole games and write their records",
    "verify": "check records against the rules",
    "show": "draw a position in the terminal or as a picture, or list moves",
    "rules": "explain a game",
    "hint": "suggest the best moves for a player in a game, with reasons",
    "analyse": "analyse a position alone: the best moves, their chances and reasons",
    "bot": "play over a pipe",
    "arena": "play bots against each other and rate them",
    "train": "train the bots by self-play",
    "bench": "measure the speed of this machine",
    "prepare": "compile the bots' code ahead of time",
    "completion": "print a shell completion script",
}
"""The commands; each is a module of this package, imported only when it is called."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0 for success, 1 for a negative answer, 2 for errors."""
    words = sys.argv[1:] if argv is None else list(argv)
    called = next((word for word in words if not word.startswith("-")), None)
    try:
        parser, commands = build_parser([] if called is None else [called])
    except ModuleNotFoundError as error:
        return _missing_package(error)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal has every character
    arguments = _parse(parser, commands, words, called)
    if sys.stdout is None or sys.stdin is None:  # they are closed
        print(f"{PROGRAM}: standard input and standard output must be open", file=sys.stderr)
        return 2
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except CommandError as error:
        print(f"{PROGRAM} {called}: {error}", file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except ModuleNotFoundError as error:
        return _missing_package(error)
    except FileNotFoundError as error:  # weights that the package should have
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 2
    except OSError as error:  # of standard output: files have their `FileError`
        # Python would complain once more when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 141  # the reader of our output is gone
        print(f"ingenious: cannot write the output: {error.strerror}", file=sys.stderr)
        return 2
    return status


def build_parser(imported: Collection[str]) -> tuple[Parser, Commands]:
    """The parser and its commands; only the `imported` ones have their options."""
    parser = Parser(
        prog=PROGRAM,
        description="Ingenious and Ingenious Challenges: play, check, show and explain games.",
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands: Commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary)
        if name in imported:
            import_module(f".{module_of(name)}", __package__).add_to(command)
    return parser, commands


def _parse(
    parser: Parser, commands: Commands, words: Sequence[str], called: str | None
) -> argparse.Namespace:
    """The arguments; ends the process after showing the help, or an error with a suggestion."""
    if not words:
        parser.print_help()
        parser.exit()
    before, after = split_at(words, called)
    parser.check_options(before)
    if called in commands.choices:
        commands.choices[called].check_options(after)
    return parser.parse_args(words)


def _missing_package(error: ModuleNotFoundError) -> int:
    """Report what is not installed; a module that this project should have is raised."""
    module = error.name or ""
    if sentence := how_to_install(module):
        print(f"{PROGRAM}: {sentence}", file=sys.stderr)
        return 2
    package = module.partition(".")[0]
    if package in ("", __name__.partition(".")[0]):
        raise error
    print(
        f"ingenious: the required package {package!r} is not installed; run `make setup` in a "
        "checkout, or install ingenious again with pip",
        file=sys.stderr,
    )
    return 2


def module_of(command: str) -> str:
    """The module of a command; a Python keyword, such as `import`, cannot be its name."""
    return command + "_" if iskeyword(command) else command


__all__ = ["COMMANDS", "build_parser", "main", "module_of"]
