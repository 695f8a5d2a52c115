"""`ingenious verify`: check records against the rules."""

import argparse
import json
import sys
from typing import Protocol

from ..record import RecordError, parse, verify
from ..rules.words import pluralize
from .errors import PROGRAM, describe
from .files import FileError, name_of, open_input, read_lines


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Check records and matches, one per line: every move, every draw, the result. "
        "The exit status is 0 only if all records are valid."
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="'-' reads standard input")
    parser.add_argument("--json", action="store_true", help="print JSON, one object per record")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check all files; 0 if every record is valid, 1 if one is not, 2 if a file cannot be read."""
    report: Report = _JsonReport() if arguments.json else _TextReport()
    checked = valid = 0
    unreadable = False
    for path in arguments.files:
        before = checked
        try:
            with open_input(path) as file:
                for number, line in read_lines(file):
                    checked += 1
                    error = line if isinstance(line, RecordError) else _error_in(line)
                    valid += error is None
                    report.record(path, number, error)
        except FileError as error:
            unreadable = True
            print(f"{PROGRAM} verify: {error}", file=sys.stderr)
            continue
        if checked == before:
            report.no_records(path)
            unreadable = True
    if checked:
        report.total(valid, checked)
    if unreadable:
        return 2
    return 0 if valid == checked else 1


class Report(Protocol):
    """Prints what was found."""

    def record(self, path: str, line: int, error: RecordError | None) -> None:
        """A record, with what is wrong with it, if anything."""

    def no_records(self, path: str) -> None:
        """A file without records."""

    def total(self, valid: int, checked: int) -> None:
        """How many records are valid."""


class _TextReport:
    """For people: only what is wrong, and the total."""

    def record(self, path: str, line: int, error: RecordError | None) -> None:
        if error is not None:
            print(f"{name_of(path)}:{line}: {describe(error)}")

    def no_records(self, path: str) -> None:
        print(f"{name_of(path)}: the file contains no records")

    def total(self, valid: int, checked: int) -> None:
        verb = "is" if 1 in (valid, checked) else "are"
        print(f"{valid} of {pluralize(checked, 'record')} {verb} valid")


class _JsonReport:
    """For programs: every record, with games and entries counted from 0 as in the record."""

    def record(self, path: str, line: int, error: RecordError | None) -> None:
        values: dict[str, object] = {"file": path, "line": line, "valid": error is None}
        if error is not None:
            values["error"] = {
                "message": error.message,
                "game": error.game,
                "entry": error.entry,
                "rule": error.rule,
            }
        print(json.dumps(values))

    def no_records(self, path: str) -> None:
        print(f"{PROGRAM} verify: {name_of(path)}: the file contains no records", file=sys.stderr)

    def total(self, valid: int, checked: int) -> None:
        """Nothing: every record has its own line."""


def _error_in(line: str) -> RecordError | None:
    try:
        verify(parse(line))
    except RecordError as error:
        return error
    return None
