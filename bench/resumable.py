"""Long measurements that can be interrupted: numbered parts, and a file that keeps their results.

A measurement is cut into parts with numbers, each determined by its number alone. What has been
played is stored every few seconds and at the end, so a run that is stopped continues where it was.
"""

import fcntl
import json
import os
import re
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from ingenious.bots.processes import map_in_order

T = TypeVar("T")

SAVE_INTERVAL_S = 10.0

FLAT_LIST = re.compile(r"\[[^][{}]*\]")


def play_in_order(
    play: Callable[[int], T], numbers: Sequence[int], jobs: int
) -> Generator[T, None, None]:
    """The parts with these numbers, in their order; with several jobs in several processes."""
    if jobs == 1:
        yield from map(play, numbers)
    else:
        yield from map_in_order(play, numbers, jobs)


def saving(results: Generator[T, None, None], save: Callable[[], None]) -> Generator[T, None, None]:
    """The results. What the caller makes of them is saved every few seconds and at the end."""
    saved = time.monotonic()
    try:
        for result in results:
            yield result
            if time.monotonic() > saved + SAVE_INTERVAL_S:
                save()
                saved = time.monotonic()
    finally:
        results.close()
        save()


def read(path: Path) -> dict[str, Any]:
    """The values of a file, or none if it does not exist yet."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def write(path: Path, values: object) -> None:
    """Replace a file; a run that is killed leaves either the old or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = FLAT_LIST.sub(_on_one_line, json.dumps(values, indent=1, ensure_ascii=False))
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    temporary.write_text(text + "\n", "utf-8")
    temporary.replace(path)


def merge(path: Path, key: str, values: object) -> None:
    """Store one result in a file of several, which other runs may write at the same time."""
    with _locked(path.parent):
        write(path, read(path) | {key: values})


def _on_one_line(found: re.Match[str]) -> str:
    return " ".join(found[0].split()).replace("[ ", "[").replace(" ]", "]")


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
