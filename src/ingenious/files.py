"""Files of records: one record per line, read in bounded memory."""

import gzip
import json
import zlib
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Protocol

from .record import Record, RecordError, parse
from .record.reading import MAX_RECORD_CHARS

SUFFIXES = (".jsonl", ".jsonl.gz", ".json", ".json.gz")
"""Which files of a folder are read."""


def read(path: str | PathLike[str], *, skip_invalid: bool = False) -> Iterator[Record]:
    """The records of a file, one after the other; a match yields its games one by one.

    The file has one record per line, or is one record. It may be compressed with gzip (`.gz`). In a
    folder, all record files are read, sorted by name. Raises `OSError` if a file cannot be read,
    and `RecordError` with the file and the line of an invalid record, unless `skip_invalid` is
    true. Records are not verified.
    """
    for file in _files(Path(path)):
        for number, line in _lines(file):
            try:
                if isinstance(line, RecordError):
                    raise line
                document = parse(line)
            except RecordError as error:
                if not skip_invalid:
                    raise _located(error, file, number) from None
                continue
            yield from (document,) if isinstance(document, Record) else document.games


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(
        file for file in path.iterdir() if file.name.endswith(SUFFIXES) and file.is_file()
    )


def _lines(path: Path) -> Iterator[tuple[int, str | RecordError]]:
    with path.open("rb") as file:
        if path.suffix != ".gz":
            yield from read_lines(file)
            return
        with gzip.open(file) as unpacked:
            number = 0
            try:
                for number, line in read_lines(unpacked):
                    yield number, line
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                yield number + 1, RecordError(f"this cannot be decompressed: {error}")


def _located(error: RecordError, path: Path, number: int) -> RecordError:
    place = f"{path}, line {number}"
    located = RecordError(error.message, error.entry, error.rule, error.game, place)
    located.add_note(
        "Correct or remove this line, or skip invalid lines: read(…, skip_invalid=True)."
    )
    return located


class _Bytes(Protocol):
    """A binary file, which may be decompressed while it is read."""

    def tell(self) -> int: ...
    def seek(self, offset: int, /) -> int: ...
    def read(self, size: int, /) -> bytes: ...
    def readline(self, size: int, /) -> bytes: ...


def read_lines(file: _Bytes, *, blank: bool = False) -> Iterator[tuple[int, str | RecordError]]:
    """The lines with their numbers from 1, or an error for an invalid one.

    Blank lines are left out unless `blank` is true.
    """
    if (whole := _one_record_over_several_lines(file)) is not None:
        yield 1, whole
        return
    number = 0
    while data := file.readline(MAX_RECORD_CHARS + 1):
        number += 1
        if len(data) > MAX_RECORD_CHARS and not data.endswith(b"\n"):
            while data and not data.endswith(b"\n"):
                data = file.readline(MAX_RECORD_CHARS)
            yield (
                number,
                RecordError(
                    f"the line is longer than the {MAX_RECORD_CHARS} bytes a record may have"
                ),
            )
            continue
        try:
            text = data.removesuffix(b"\n").decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            yield number, RecordError(f"this is not UTF-8 text, at byte {error.start} of the line")
            continue
        if blank or text.strip():
            yield number, text


def _one_record_over_several_lines(file: _Bytes) -> str | None:
    """The text of a file that is one JSON object over several lines."""
    try:
        start = file.tell()
        data = file.read(MAX_RECORD_CHARS)
        file.seek(start)
    except gzip.BadGzipFile:
        raise
    except OSError:  # a pipe cannot seek; other errors occur again when the lines are read
        return None
    first, _, more = data.strip().partition(b"\n")
    if not more or first.rstrip().endswith(b"}"):
        return None
    try:
        json.loads(data)
        return data.decode()
    except (ValueError, RecursionError):
        return None
