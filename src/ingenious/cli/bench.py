"""`ingenious bench`: how fast this machine plays."""

import argparse
import json
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from ..bots import LEVELS
from ..perf.machine import machine
from ..perf.speed import MEASUREMENTS, NORMAL, QUICK, Figure
from ..rules.words import pluralize
from .console import output_console
from .errors import CommandError


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Measure how fast this machine plays: whole random games of the engine and of "
        "the kernel, and the time the bots take per decision. A full run takes two minutes."
    )
    parser.add_argument(
        "parts",
        metavar="PART",
        nargs="*",
        help=f"what to measure: {', '.join(MEASUREMENTS)} (default: all)",
    )
    parser.add_argument(
        "--quick", action="store_true", help="a rough measurement that takes seconds"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print tables or JSON."""
    parts = arguments.parts or list(MEASUREMENTS)
    if unknown := [part for part in parts if part not in MEASUREMENTS]:
        raise CommandError(
            f"cannot measure {unknown[0]!r}; the parts are {', '.join(MEASUREMENTS)}"
        )
    measured = {
        part: list(_measure_and_show(part, quick=arguments.quick))
        for part in MEASUREMENTS
        if part in parts
    }
    if arguments.json:
        written = [figure.to_dict() for figures in measured.values() for figure in figures]
        print(json.dumps({"machine": machine(), "quick": arguments.quick, "figures": written}))
        return 0
    console = output_console()
    console.print(", ".join(f"{name} {value}" for name, value in machine().items()))
    for part, figures in measured.items():
        for table in RENDERERS[part](figures):
            console.print(table)
    return 0


def _measure_and_show(part: str, *, quick: bool) -> Iterable[Figure]:
    """Measure; a terminal shows what is being measured."""
    with Console(stderr=True).status(f"measuring the {part}") as status:
        for figure in MEASUREMENTS[part](QUICK if quick else NORMAL):
            status.update(f"measuring the {part}: {figure.game} {figure.players}, {figure.what}")
            yield figure


def _mode(figure: Figure) -> str:
    return f"{figure.game} {figure.players}"


def _grid(title: str, columns: Sequence[str], cells: dict[tuple[str, str], str]) -> Table:
    """A table with a row for each mode."""
    table = Table(box=box.SIMPLE, title=title, title_justify="left")
    table.add_column("mode")
    for column in columns:
        table.add_column(column, justify="right")
    for mode in dict.fromkeys(mode for mode, _ in cells):
        table.add_row(mode, *(cells.get((mode, column), "") for column in columns))
    return table


def _engine(figures: list[Figure]) -> list[Table | str]:
    rates = [figure for figure in figures if figure.unit == "per CPU-second"]
    (opening,) = (figure for figure in figures if figure.unit == "ms")
    return [
        _grid(
            "engine, per CPU-second",
            list(dict.fromkeys(figure.what for figure in rates)),
            {(_mode(figure), figure.what): f"{figure.value:,.0f}" for figure in rates},
        ),
        f"  four-player opening: all placements and their scores in {opening.value:.2f} ms",
    ]


def _kernel(figures: list[Figure]) -> list[Table | str]:
    rates = [figure for figure in figures if figure.threads is None]
    scaling = {figure.threads: figure.value for figure in figures if figure.what == "scaling"}
    pace = {figure.threads: figure.value for figure in figures if figure.unit == "per second"}
    return [
        _grid(
            "kernel, per CPU-second",
            ["random games"],
            {(_mode(figure), figure.what): f"{figure.value:,.0f}" for figure in rates},
        ),
        *(
            f"  {pluralize(threads, 'thread')}: {pace[threads]:,.0f} two-player games per second, "
            f"{times:.2f} times one thread"
            for threads, times in scaling.items()
            if threads is not None
        ),
    ]


def _bots(figures: list[Figure]) -> list[Table | str]:
    columns = {level: f"{level} {LEVELS[level].name}" for level in LEVELS}
    cells = dict[tuple[str, str], str]()
    for figure in figures:
        assert figure.level is not None, "every bot has one"
        key = _mode(figure), columns[figure.level]
        if figure.what == "mean":
            cells[key] = f"{figure.value:.1f}"
        elif figure.what == "95 % below":
            cells[key] += f" ({figure.value:.0f})"
    title = "bots, CPU milliseconds per decision: mean (95th percentile)"
    return [_grid(title, list(columns.values()), cells)]


RENDERERS = {"engine": _engine, "kernel": _kernel, "bots": _bots}
