"""Builds the documentation site: `python -m scripts.docs build`; `serve` shows it while you write.

The site's pages come from several folders: the guides, the rules of each game, the measurements,
the changelog. This script copies them into one folder, adapts their links, adds the pictures of the
rules, takes colours and font from the game's pages, and calls Zensical.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

from scripts.figures import outdated, unmarked
from scripts.rules_pictures import with_pictures

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "docs"
CONFIG = ROOT / "zensical.toml"
RULEBOOK = ROOT / "src" / "ingenious" / "rulebook"
STYLES = ROOT / "web" / "src" / "app.css"

FONT = "web/node_modules/@fontsource-variable/inter/files"
LANGUAGES = ("en", "de", "fr")
OTHERS = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "LICENSE": "licence.txt",
    "web/public/icon.svg": "icon.svg",
    f"{FONT}/inter-latin-wght-normal.woff2": "inter.woff2",
    "bench/BROWSER.md": "measurements/pages.md",
    "bench/CARDS.md": "measurements/cards.md",
    "bench/RESULTS.md": "measurements/speed.md",
    "bench/SERVER.md": "measurements/server.md",
    "bench/STRENGTH.md": "measurements/strength.md",
    "bench/TRIED.md": "measurements/tried.md",
}
NESTED = re.compile(r"^ {2,3}(?=- )", re.MULTILINE)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)")


def sources() -> dict[Path, PurePosixPath]:
    """Every file of the site, and its place there."""
    found = {ROOT / source: PurePosixPath(place) for source, place in OTHERS.items()}
    for language in LANGUAGES:
        for page in (RULEBOOK / language).glob("*.md"):
            found[page] = PurePosixPath("rules", language, page.name)
    for chart in (ROOT / "bench/charts").glob("*.svg"):
        found[chart] = PurePosixPath("measurements/charts", chart.name)
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.is_file() and path.suffix != ".py":
            found[path] = PurePosixPath(path.relative_to(ROOT / "docs").as_posix())
    return found


def adapted(text: str, source: Path, places: dict[Path, PurePosixPath]) -> str:
    """A page with its links as they are on the site; what the site does not have is no link.

    Python's Markdown asks for four spaces before the items of a list in a list.
    """
    place = places[source]

    def link(match: re.Match[str]) -> str:
        mark, words, target = match.groups()
        words = LINK.sub(link, words)
        path, hash_, anchor = target.partition("#")
        if "://" in target or not path:
            return f"{mark}[{words}]({target})"
        found = (source.parent / path).resolve()
        if found not in places:
            if not found.exists():
                raise SystemExit(f"{source.relative_to(ROOT)}: the link {target} leads nowhere")
            return words
        relative = os.path.relpath(places[found], place.parent)
        return f"{mark}[{words}]({relative}{hash_}{anchor})"

    return LINK.sub(link, NESTED.sub("    ", text))


def collect() -> None:
    """Write all pages to one folder."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    places = sources()
    # The site has a start page of its own; links to the README lead to it.
    linked = places | {ROOT / "README.md": PurePosixPath("index.md")}
    for source, place in places.items():
        target = FOLDER / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            text = adapted(unmarked(source.read_text("utf-8")), source, linked)
            if source.is_relative_to(RULEBOOK):
                text = with_pictures(text, source.parent.name)
            target.write_text(text, "utf-8")
        else:
            shutil.copyfile(source, target)
    (FOLDER / "colours.css").write_text(colours(), "utf-8")


def colours() -> str:
    """The custom properties of the game's pages, so that the site has the same colours."""
    properties = re.findall(r"^  --[\w-]+: [^;]+;$", STYLES.read_text("utf-8"), re.MULTILINE)
    return "\n".join([":root {", *properties, "}\n"])


def main() -> int:
    """Build or serve the site."""
    parser = argparse.ArgumentParser(prog="python -m scripts.docs", description=__doc__)
    parser.add_argument("do", choices=["build", "serve"])
    wanted = parser.parse_args().do
    if wrong := outdated():
        raise SystemExit("\n".join([*wrong, "run python -m scripts.figures"]))
    collect()
    options = ["--clean", "--strict"] if wanted == "build" else []
    command = [str(Path(sys.executable).parent / "zensical"), wanted, "--config-file", str(CONFIG)]
    return subprocess.run([*command, *options], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
