"""Which code is measured: commits, the source of earlier ones, and fingerprints of bots.

A result stays valid while the fingerprints of its bots stay the same, whatever else is committed.
"""

import ast
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import ingenious
from ingenious.bots.levels import THINKER_MODULES

HERE = Path(__file__).parent
ROOT = HERE.parent
RESULTS = HERE / "strength"
UNPACKED = ROOT / "build" / "versions"

CHANGED = "+changes"
"""Follows a commit if the source differs from it."""


class Version(NamedTuple):
    """A version of the project: its commit, and the folder that `PYTHONPATH` names."""

    commit: str
    source: Path

    def fingerprint(self, bot: str, mode: str) -> str:
        """The fingerprint of one of its bots."""
        return fingerprint(bot, mode, self.source)


@cache
def working_tree() -> Version:
    """This version, as it is on disk."""
    if "INGENIOUS_WEIGHTS" in os.environ:
        sys.exit("unset INGENIOUS_WEIGHTS: the results would not say which weights played")
    return Version(commit(), Path(ingenious.__file__).parent.parent)


def earlier(revision: str) -> Version:
    """The version of a commit or tag; its source is unpacked."""
    short = short_name(revision)
    folder = UNPACKED / short
    if not folder.is_dir():
        archive = subprocess.run(
            ["git", "archive", short, "src"], cwd=ROOT, capture_output=True, check=True
        )
        folder.mkdir(parents=True)
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return Version(short, folder / "src")


def commit() -> str:
    """The commit that is measured, and whether its source has been changed since."""
    return short_name("HEAD") + (CHANGED if git("status", "--porcelain", "--", "src") else "")


def short_name(revision: str) -> str:
    """The short name of a commit or tag; ends the program if there is none."""
    try:
        return git("rev-parse", "--short", "--verify", "--quiet", f"{revision}^{{commit}}")
    except subprocess.CalledProcessError:
        sys.exit(f"there is no commit {revision}")


def date_of(revision: str) -> str:
    """The date of a commit."""
    return git("show", "--no-patch", "--format=%cs", revision)


def git(*words: str) -> str:
    """What a git command prints."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@cache
def fingerprint(bot: str, mode: str, source: Path) -> str:
    """A hash of all that a bot's decisions in a mode depend on: its weights and its code.

    The code is the bot's module, with what it imports from the packages of the bots and the kernel.
    Comments and documentation do not count.
    """
    package = source / "ingenious"
    bots = package / "bots"
    modules = [bots / "determinize.py"]  # fills in what a seat does not see
    digest = sha256()
    if bot.isdecimal():
        modules.append(bots / f"{THINKER_MODULES[mode.partition('-')[0]]}.py")
        digest.update((bots / "weights" / f"{mode}.npz").read_bytes())
    else:
        modules.append(bots / "baselines.py")
    for module in _imported(modules, package):
        digest.update(_code(module))
    return digest.hexdigest()[:12]


@cache
def _code(module: Path) -> bytes:
    """The code of a module without comments and documentation."""
    return ast.unparse(_Bare().visit(ast.parse(module.read_bytes()))).encode()


def _imported(modules: Iterable[Path], package: Path) -> list[Path]:
    """The modules and what they import, directly or not."""
    found, waiting = set[Path](), [*modules]
    # How functions are compiled does not change what they return, nor does what a package exports.
    ignored = {package / "kernel" / "jit.py", package / "bots" / "__init__.py"}
    while waiting:
        module = waiting.pop()
        if module in found | ignored or not module.is_file():
            continue
        if module.relative_to(package).parts[0] in ("bots", "kernel"):
            found.add(module)
            waiting += _named(module)
    return sorted(found)


@cache
def _named(module: Path) -> list[Path]:
    """The files that a module may import; not all of them exist."""
    named = []
    for node in ast.walk(ast.parse(module.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = module.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            named += [base.with_suffix(".py"), base / "__init__.py"]
            for name in node.names:
                named += [base / f"{name.name}.py", base / name.name / "__init__.py"]
    return named


class _Bare(ast.NodeTransformer):
    """Removes strings that stand alone: they document what is beside them."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return ast.copy_location(ast.Pass(), node) if is_text else node
