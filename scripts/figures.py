"""Fills in the measured figures of the documentation: `python -m scripts.figures`.

A figure in a page stands between marks, `<!-- figure: NAME -->138,750<!-- end -->`. Its value comes
from the results in bench/ and soak/. `--check` changes nothing and reports figures that differ.
"""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
MARKED = re.compile(r"(<!-- figure: (?P<name>[a-z0-9-]+) -->)(?P<value>.*?)(<!-- end -->)")


def cells(page: str, first: str, section: str = "\n") -> list[str]:
    """The cells of the first table row that begins with a text, after a heading of the results."""
    text = (ROOT / "bench" / page).read_text("utf-8").partition(section)[2]
    (row, *_) = (line for line in text.splitlines() if line.startswith(f"| {first} |"))
    return [cell.strip() for cell in row.strip("|").split("|")]


def number(text: str) -> float:
    """The first number of a text."""
    found = re.search(r"\d[\d,]*(\.\d+)?", text)
    assert found is not None, text
    return float(found[0].replace(",", ""))


def wins(name: str) -> str:
    """The share of games that the first bot of an arena won, in percent."""
    return f"{100 * _loaded(f'bench/strength/{name}.json')['bots'][0]['score']['value']:.0f} %"


def size(where: str, name: str) -> str:
    """The size of a file of the release, or of what it installs."""
    megabytes = _release()[where][name]
    return f"{megabytes:.{0 if megabytes >= 10 else 1}f} MB"


def _release() -> Any:
    return _loaded("bench/RESULTS-release.json")


def crashes(key: str) -> str:
    """A sum over all disasters of the crash test."""
    disasters = _loaded("soak/RESULTS-crashes.json")["disasters"]
    return f"{sum(disaster.get(key, 0) for disaster in disasters):,}"


def _loaded(path: str) -> Any:
    return json.loads((ROOT / path).read_text("utf-8"))


def speed(part: str) -> float:
    """Random two-player games per CPU-second of the engine or of the kernel."""
    heading = f"## Speed of the {part}"
    return number(cells("RESULTS.md", "two-player games per CPU-second", heading)[2])


_PLAY = "`make play` from a fresh clone to a page that answers"
_SCRIPT = "JavaScript of the first page, gzipped"

FIGURES: dict[str, Callable[[], str]] = {
    "first-start": lambda: f"{number(cells('BROWSER.md', _PLAY)[2]):.0f} seconds",
    "page-script": lambda: f"{number(cells('BROWSER.md', _SCRIPT)[2]):.0f} KiB",
    "engine-games": lambda: f"{speed('engine'):,.0f}",
    "kernel-games": lambda: f"{speed('kernel'):,.0f}",
    "kernel-factor": lambda: f"{round(speed('kernel') / speed('engine'), -1):.0f}",
    "level-5-wins": lambda: wins("classic-2-5-4"),
    "server-moves": lambda: cells("SERVER.md", "one process, thinking")[1],
    "server-median": lambda: f"{number(cells('SERVER.md', 'one process, thinking')[2])} ms",
    "size-wheel": lambda: size("files", "ingenious-py3-none-any.whl"),
    "size-source": lambda: size("files", "ingenious.tar.gz"),
    "size-rules-wheel": lambda: size("files", "ingenious_rules-py3-none-any.whl"),
    "size-rules-source": lambda: size("files", "ingenious_rules.tar.gz"),
    "installed-game": lambda: size("installed", "ingenious"),
    "installed-pictures": lambda: size("installed", "ingenious[pictures]"),
    "installed-server": lambda: size("installed", "ingenious[server]"),
    "installed-rules": lambda: size("installed", "ingenious-rules"),
    "release-measured-on": lambda: _release()["measured on"],
    "crash-kills": lambda: crashes("kills"),
    "crash-acknowledged": lambda: crashes("acknowledged"),
    "crash-lost": lambda: crashes("lost"),
}


def filled(text: str) -> str:
    """A page with the measured values of its figures."""
    return MARKED.sub(lambda match: f"{match[1]}{FIGURES[match['name']]()}{match[4]}", text)


def unmarked(text: str) -> str:
    """A page without the marks."""
    return MARKED.sub(lambda match: match["value"], text)


def outdated() -> list[str]:
    """Every figure that differs from what was measured."""
    return [
        f"{page.relative_to(ROOT)}: {match['name']} is {match['value']}, but should be {value}"
        for page in PAGES
        for match in MARKED.finditer(page.read_text("utf-8"))
        if (value := FIGURES[match["name"]]()) != match["value"]
    ]


def main() -> int:
    """Fill in all figures, or check them; the exit status."""
    if "--check" in sys.argv[1:]:
        wrong = outdated()
        print("\n".join(wrong) or "all figures are as measured")
        return 1 if wrong else 0
    for page in PAGES:
        text = page.read_text("utf-8")
        if (new := filled(text)) != text:
            page.write_text(new, "utf-8")
            print(page.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
