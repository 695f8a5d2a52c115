"""Builds the release in dist/ and tries it: `python -m scripts.release`.

Builds both distributions, each as a wheel and as a source distribution. Installs each of the four
files into an empty environment without Node, uses it there, and writes their sizes to
bench/RESULTS-release.json, from where `scripts.figures` puts them into the documentation.
"""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from ingenious import __version__
from ingenious.optional import EXTRAS, NEEDS_COMPLETE_EDITION
from scripts.figures import outdated
from testkit.installed import Broken, check_play

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
RESULTS = ROOT / "bench" / "RESULTS-release.json"
SERVER_PACKAGES = (*EXTRAS, "uvloop")

Sizes: TypeAlias = dict[str, int]
"""What has which size in bytes."""


def build() -> Sizes:
    """Build the four files, and return their sizes; raises `Broken`."""
    shutil.rmtree(DIST, ignore_errors=True)
    for project in (ROOT, ROOT / "src"):
        _run([sys.executable, "-m", "hatchling", "build", "-d", str(DIST)], project)
    sizes = {}
    for path in sorted(DIST.iterdir()):
        size = path.stat().st_size
        sizes[path.name.replace(f"-{__version__}", "")] = size
        print(f"  {path.name:<45} {_megabytes(size)}")
    return sizes


def distribution(name: str, kind: str) -> Path:
    """A built file: a wheel (`whl`) or a source distribution (`tar.gz`); raises `Broken`."""
    found = list(DIST.glob(f"{name}-{__version__}*.{kind}"))
    if len(found) != 1:
        raise Broken(f"dist/ should have one {name}-{__version__}*.{kind}, but has {len(found)}")
    return found[0]


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment without pip, in which no program but its own is on the PATH."""

    folder: Path

    @classmethod
    def create(cls, folder: Path) -> "Environment":
        """An empty one."""
        venv.create(folder, symlinks=True)
        return cls(folder)

    @property
    def bin(self) -> Path:
        """The folder of its programs."""
        return self.folder / "bin"

    @property
    def variables(self) -> dict[str, str]:
        """The variables for its programs; caches and games stay within its folder."""
        kept = {name: value for name, value in os.environ.items() if _is_for_pip(name)}
        return kept | {"PATH": str(self.bin), "HOME": str(self.folder)}

    def install(self, requirement: str) -> int:
        """Install a file, with an extra if wanted; the bytes that are then installed."""
        if node := shutil.which("node", path=self.variables["PATH"]):
            raise Broken(f"Node is on the PATH: {node}")
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python")]
        _run([*pip, "install", "--quiet", requirement], ROOT, self.variables)
        (packages,) = self.folder.glob("lib/python3*/site-packages")
        return sum(path.lstat().st_size for path in packages.rglob("*") if path.is_file())

    def run(self, *words: str, status: int = 0) -> str:
        """Run one of its programs, and return what it prints; raises `Broken`."""
        return _run([str(self.bin / words[0]), *words[1:]], self.folder, self.variables, status)

    def has(self, module: str) -> bool:
        """Whether a module can be imported."""
        code = f"import importlib.util as u; print(u.find_spec({module!r}) is not None)"
        return self.run("python", "-c", code).strip() == "True"


def try_game(kind: str, folder: Path) -> Sizes:
    """Install `ingenious` and play a game in it; do the same with the wheel's extra `server`.

    Returns the sizes of what is then installed; for a wheel, also with the extra `pictures`.
    """
    file = distribution("ingenious", kind)
    environment = Environment.create(folder / f"ingenious {kind}")
    size = environment.install(str(file))
    for module in SERVER_PACKAGES:
        if environment.has(module):
            raise Broken(f"{module} is installed without the extra `server`")
    _play(environment, f"{file.name}: {_megabytes(size)} installed", has_metrics=False)
    sizes = {"ingenious": size}
    if kind == "whl":
        sizes["ingenious[pictures]"] = environment.install(f"{file}[pictures]")
        sizes["ingenious[server]"] = size = environment.install(f"{file}[server]")
        _play(environment, f"{file.name}[server]: {_megabytes(size)} installed", has_metrics=True)
    return sizes


def _play(environment: Environment, title: str, *, has_metrics: bool) -> None:
    with tempfile.TemporaryDirectory() as data:
        command = [str(environment.bin / "ingenious")]
        played = check_play(command, environment.variables, Path(data))
    if played.has_metrics != has_metrics:
        raise Broken(f"{title}, but /metrics is {'missing' if has_metrics else 'there'}")
    print(f"  {title}; served {played.pages} files, played {played.entries} entries")


def try_rules(kind: str, folder: Path) -> Sizes:
    """Install `ingenious-rules`, try its commands, and return the size of what is installed."""
    file = distribution("ingenious_rules", kind)
    environment = Environment.create(folder / f"rules {kind}")
    size = environment.install(str(file))
    for module in ("numba", "numpy", "msgspec", "ingenious"):
        if environment.has(module):
            raise Broken(f"{file.name} installs {module}")
    verified = check_rules(partial(environment.run, "ingenious-rules"), environment.folder)
    print(f"  {file.name}: {_megabytes(size)} installed; {verified}")
    return {"ingenious-rules": size}


def check_rules(run: Callable[..., str], folder: Path) -> str:
    """Try the commands of an installed `ingenious-rules`; raises `Broken`.

    `run` runs its command in the folder with some words, and returns what it prints. It expects an
    exit status, by default 0.
    """
    simulate = ("simulate", "classic", "--players", "3", "--games", "2", "--policy", "greedy")
    games = run(*simulate)
    if games != _run([sys.executable, "-m", "ingenious", *simulate], ROOT):
        raise Broken("ingenious-rules plays other games than ingenious")
    (folder / "games.jsonl").write_text(games, "utf-8")
    verified = run("verify", "games.jsonl")
    run("show", "games.jsonl", "--at", "20")
    run("rules", "duel")
    refused = run("play", status=2)
    if NEEDS_COMPLETE_EDITION not in refused:
        raise Broken(f"`ingenious-rules play` does not say what to install: {refused}")
    return verified.strip()


def _run(
    command: list[str], folder: Path, variables: dict[str, str] | None = None, status: int = 0
) -> str:
    """Run a command, and return what it prints; raises `Broken` if it ends otherwise."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        check=False,
        text=True,
        capture_output=True,
    )
    if done.returncode != status:
        printed = f"{done.stdout}{done.stderr}"[-2000:]
        raise Broken(f"{' '.join(command)} ended with {done.returncode}:\n{printed}")
    return done.stdout or done.stderr


def _is_for_pip(name: str) -> bool:
    """Whether a variable tells pip where to find packages, and how to check their origin."""
    return re.match(r"PIP_|SSL_|REQUESTS_|https?_proxy|no_proxy", name, re.IGNORECASE) is not None


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


def write_results(files: Sizes, installed: Sizes) -> None:
    """Write the sizes in megabytes, which change less often than the bytes."""
    results = {
        "measured on": "{} with Python {}.{}".format(platform.system(), *sys.version_info),
        "files": {name: round(size / 1e6, 1) for name, size in files.items()},
        "installed": {name: round(size / 1e6, 1) for name, size in installed.items()},
    }
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", "utf-8")


def main() -> int:
    """Build and try everything."""
    try:
        print("Building:")
        files, installed = build(), Sizes()
        with tempfile.TemporaryDirectory() as folder:
            # The wheels last: the documentation gives the sizes of what they install.
            for kind in ("tar.gz", "whl"):
                print(f"Installing without Node, from {kind}:", flush=True)
                installed |= try_rules(kind, Path(folder))
                installed |= try_game(kind, Path(folder))
        write_results(files, installed)
    except Broken as error:
        print(f"scripts/release.py: {error}", file=sys.stderr)
        return 1
    print(f"Version {__version__} is ready in dist/, and its sizes in {RESULTS.relative_to(ROOT)}.")
    if wrong := outdated():
        print("\n".join([*wrong, "run python -m scripts.figures"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
