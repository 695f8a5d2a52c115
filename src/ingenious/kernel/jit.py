"""How kernel functions are compiled: on their first call, without the GIL, cached on disk.

numba's cache notices an edit of a function's own file, but not of the files whose functions and
tables were compiled into it. So the functions of a module are cached in a folder that is named
after the text of the module and of everything of ours that it imports: after an upgrade or an
edit the folder is another one, and a stale function cannot be found.
"""

import ast
import os
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])

PACKAGE = Path(__file__).parent.parent


def compiled(function: F) -> F:
    """Compile a function of whole numbers, exactly as written."""
    return _compile(function, fastmath=False)


def compiled_floats(function: F) -> F:
    """Compile arithmetic on floats, of which sums may be taken in another order."""
    return _compile(function, fastmath={"nnan", "ninf", "nsz", "arcp", "contract", "reassoc"})


def cache_folder() -> Path:
    """Where compiled functions are kept: `INGENIOUS_CACHE`, or the user's cache folder."""
    if named := os.environ.get("INGENIOUS_CACHE"):
        return Path(named)
    try:
        user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # a user without a home
        user = _homeless()
    return user / "ingenious"


@cache
def _homeless() -> Path:
    """A folder for a user without a home: what is kept runs, so nobody else may have made it."""
    folder = Path(tempfile.gettempdir()) / f"ingenious-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    kept = folder.stat()
    if kept.st_uid != os.getuid() or kept.st_mode & 0o022:
        return Path(tempfile.mkdtemp(prefix="ingenious-"))
    return folder


def _compile(function: F, fastmath: bool | set[str]) -> F:
    folder = _folder_for(Path(function.__code__.co_filename))
    settings: Any = numba.config
    before = settings.CACHE_DIR
    # numba asks where to cache while it decorates; other users of numba keep their place.
    settings.CACHE_DIR = str(folder)
    try:
        decorate = numba.njit(
            cache=folder is not None, nogil=True, error_model="numpy", fastmath=fastmath
        )
        return cast(F, decorate(function))
    finally:
        settings.CACHE_DIR = before


def is_kept(module: ModuleType) -> bool:
    """Whether functions of a module have been compiled before, as they are now."""
    folder = _folder_for(Path(str(module.__file__)))
    return folder is not None and any(folder.rglob("*.nbi"))


@cache
def _folder_for(module: Path) -> Path | None:
    """The folder for the functions of a module; None where nothing can be written."""
    folder = cache_folder() / f"{module.stem}-{version_of(module)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def version_of(module: Path) -> str:
    """A name for the source of a module as it is now, with all of ours that it imports."""
    text = b"".join(file.read_bytes() for file in sorted(_imported(module)))
    return sha256(text).hexdigest()[:16]


def _imported(module: Path) -> set[Path]:
    """The module and every module of ours that it imports, directly or not."""
    found, waiting = set[Path](), [module]
    while waiting:
        file = waiting.pop()
        if file in found or not file.is_file():
            continue
        found.add(file)
        waiting += _named(file, file.read_bytes())
    return found


@cache
def _named(file: Path, text: bytes) -> list[Path]:
    """The files that this source may import; not all of them exist.

    Many modules import the same ones, which are read only once: every process waits for this.
    """
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            found += [base.with_suffix(".py"), base / "__init__.py"]
            found += [base / f"{name.name}.py" for name in node.names]
    return found
