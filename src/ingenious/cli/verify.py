"""`ingenious verify`: check records against the rules."""

import argparse
import sys

from ..record import RecordError, parse, verify
from ..terminal.pieces import pluralize, printable
from .errors import PROGRAM
from .files import FileError, open_input, read_lines


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "verify",
        description="Check records and matches, one per line: every move, every draw, the result. "
        "The exit status is 0 only if all records are valid.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="'-' reads standard input")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check all files; 0 if every record is valid, 1 if one is not, 2 if a file cannot be read."""
    checked = valid = 0
    unreadable = False
    for path in arguments.files:
        name = "standard input" if path == "-" else printable(path, longest=200)
        before = checked
        try:
            with open_input(path) as file:
                for number, line in read_lines(file):
                    checked += 1
                    error = line if isinstance(line, RecordError) else _error_in(line)
                    valid += error is None
                    if error is not None:
                        print(f"{name}:{number}: {error}")
        except FileError as error:
            unreadable = True
            print(f"{PROGRAM} verify: {error}", file=sys.stderr)
            continue
        if checked == before:
            print(f"{name}: the file contains no records")
            unreadable = True
    if checked:
        verb = "is" if 1 in (valid, checked) else "are"
        print(f"{valid} of {pluralize(checked, 'record')} {verb} valid")
    if unreadable:
        return 2
    return 0 if valid == checked else 1


def _error_in(line: str) -> RecordError | None:
    try:
        verify(parse(line))
    except RecordError as error:
        return error
    return None
