"""Runs tests several times beside a load, and lists those that failed.

    python -m soak.flaky --runs 10 tests/server tests/browser

The load is a busy process per core. Each path gets its own pytest, because Playwright and asyncio
do not work together in one process. The output of each run is kept in a folder.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+(?: \S+)*?)(?: - (.*))?$", re.MULTILINE)
"""A line of pytest's summary: the test, and its error."""

BROKEN = (2, 3, 4, 5)
"""Exit statuses with which pytest says that it could not run the tests."""

Failures = dict[str, list[tuple[int, str]]]
"""For each test that failed: in which runs, and with which error."""


@contextmanager
def busy_cores(count: int) -> Iterator[None]:
    """Keep that many cores busy."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def run_tests(path: str, workers: int, output: Path) -> int:
    """Run the tests once; pytest's exit status."""
    command = [sys.executable, "-m", "pytest", "-n", str(workers), "--dist", "worksteal", "-q"]
    with output.open("w", encoding="utf-8") as file:
        return subprocess.run(
            [*command, "-rfE", path],
            stdout=file,
            stderr=subprocess.STDOUT,
            env=os.environ | {"COLUMNS": "400"},  # pytest would cut off its summary
            check=False,
        ).returncode


def failures_in(text: str) -> list[tuple[str, str]]:
    """The tests that failed, with their errors, by the output of pytest."""
    return [(test, error) for test, error in FAILED.findall(text)]


def table_of(failures: Failures, runs: int) -> str:
    """The failures as a Markdown table."""
    lines = ["| test | failed | in runs | last error |", "|---|---|---|---|"]
    for test, found in sorted(failures.items(), key=lambda item: (-len(item[1]), item[0])):
        numbers = ", ".join(str(number) for number, _ in found)
        error = found[-1][1].replace("|", "\\|")
        lines.append(f"| `{test}` | {len(found)} of {runs} | {numbers} | {error} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tests; the exit status is 1 if one of them failed in any run."""
    parser = argparse.ArgumentParser(prog="python -m soak.flaky", description=__doc__)
    parser.add_argument("paths", nargs="+", metavar="PATH", help="tests, as for pytest")
    parser.add_argument("--runs", type=int, default=10, help="how many times (default: 10)")
    parser.add_argument("--workers", type=int, default=3, help="processes that run the tests")
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 1, help="busy processes")
    parser.add_argument("--out", type=Path, default=Path("build", "flaky"), help="for the output")
    chosen = parser.parse_args(arguments)
    chosen.out.mkdir(parents=True, exist_ok=True)
    failures: Failures = defaultdict(list)
    with busy_cores(chosen.busy):
        for number, path in product(range(1, chosen.runs + 1), chosen.paths):
            output = chosen.out / f"{Path(path).stem}-{number}.txt"
            began = time.monotonic()
            status = run_tests(path, chosen.workers, output)
            text = output.read_text("utf-8")
            found = failures_in(text)
            if status in BROKEN or (status and not found):
                print(f"pytest ended with status {status}: see {output}", file=sys.stderr)
                return 2
            for test, error in found:
                failures[test].append((number, error))
            seconds = time.monotonic() - began
            print(f"run {number} of {path}: {len(found)} failed, {seconds:.0f} s", flush=True)
    if failures:
        print(f"\n{table_of(failures, chosen.runs)}")
        print(f"\nThe full output is in {chosen.out}.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
