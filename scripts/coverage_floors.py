"""Checks that the tests cover enough of some packages, by the data of `pytest --cov`.

scripts/coverage_floors.py rules record
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "src" / "ingenious"

FLOORS = {"rules": 100.0, "record": 100.0, "table": 90.0, "store": 90.0, "server": 90.0}
"""The percentage of statements, and of branches, that the tests must execute in each package."""


@dataclass
class Count:
    """How many statements or branches there are, and how many were executed."""

    covered: int = 0
    total: int = 0

    @property
    def percent(self) -> float:
        """The percentage that was executed, rounded down to a tenth."""
        return 1000 * self.covered // self.total / 10 if self.total else 100.0


def counts(report: dict[str, Any], packages: Sequence[str]) -> dict[str, tuple[Count, Count]]:
    """The statements and the branches of each package, by the report of `coverage json`."""
    found = {package: (Count(), Count()) for package in packages}
    for path, file in report["files"].items():
        package = (ROOT / path).relative_to(PACKAGES).parts[0]
        if package in found:
            statements, branches = found[package]
            summary = file["summary"]
            statements.covered += summary["covered_lines"]
            statements.total += summary["num_statements"]
            branches.covered += summary["covered_branches"]
            branches.total += summary["num_branches"]
    return found


def coverage(*arguments: str) -> None:
    """Run `coverage`."""
    subprocess.run([sys.executable, "-m", "coverage", *arguments], cwd=ROOT, check=True)


def main(packages: Sequence[str]) -> int:
    """Print the coverage of each package; the exit status is 1 if one is below its floor."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "coverage.json")
        coverage("json", "--quiet", "-o", str(file))
        found = counts(json.loads(file.read_text("utf-8")), packages)
    print(f"{'coverage':10}{'statements':>12}{'branches':>12}{'floor':>8}")
    low = []
    for package, (statements, branches) in found.items():
        print(f"{package:10}{statements.percent:>12}{branches.percent:>12}{FLOORS[package]:>8}")
        if min(statements.percent, branches.percent) < FLOORS[package] or not statements.total:
            low.append(package)
    for package in low:
        print(f"\n{package} is below its floor:")
        coverage(
            "report", "--show-missing", "--skip-covered", f"--include=src/ingenious/{package}/*"
        )
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
