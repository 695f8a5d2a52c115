"""How kernel functions are compiled: on their first call, without the GIL, cached on disk.

numba's cache notices an edit of a function's own file, but not of the files whose functions and
tables were compiled into it. So the functions of a module are cached in a folder that is named
after a hash of the module and of all our modules that it imports. After an upgrade or an edit the
folder is another one, and no stale function is found.

Several processes often need the same function at the same time: a server's workers, tests. Only one
of them compiles it; the others wait and find it in the cache.

Compiling may be interrupted, so that only some functions are in the cache. Whoever has compiled all
that a module calls leaves a marker, which is named after a hash, too.
"""

import ast
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import numba
from llvmlite import binding as llvm
from numba import types
from numba.core.compiler_lock import global_compiler_lock

if sys.platform != "win32":
    import fcntl

F = TypeVar("F", bound=Callable[..., object])


class _Settings(Protocol):
    CACHE_DIR: str


PACKAGE = Path(__file__).parent.parent


def compiled(function: F) -> F:
    """Compile a function of whole numbers."""
    return _compile(function, fastmath=False)


def compiled_floats(function: F) -> F:
    """Compile a function of floats, whose sums may be taken in another order."""
    return _compile(function, fastmath={"nnan", "ninf", "nsz", "arcp", "contract", "reassoc"})


def cache_folder() -> Path:
    """Where compiled functions are kept: `INGENIOUS_CACHE`, or the user's cache folder."""
    if named := os.environ.get("INGENIOUS_CACHE"):
        return Path(named)
    try:
        user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # a user without a home
        user = _folder_without_home()
    return user / "ingenious"


@cache
def _folder_without_home() -> Path:
    """A folder for a user without a home. Cached code is run, so no other user may own it."""
    folder = Path(tempfile.gettempdir()) / f"ingenious-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    kept = folder.stat()
    if kept.st_uid != os.getuid() or kept.st_mode & 0o022:
        return Path(tempfile.mkdtemp(prefix="ingenious-"))
    return folder


def _compile(function: F, fastmath: bool | set[str]) -> F:
    folder = _folder_for(Path(function.__code__.co_filename))
    settings = cast(_Settings, numba.config)
    before = settings.CACHE_DIR
    # numba reads this setting while it decorates; other code that uses numba keeps its own folder.
    settings.CACHE_DIR = str(folder)
    try:
        decorate = numba.njit(
            cache=folder is not None, nogil=True, error_model="numpy", fastmath=fastmath
        )
        dispatcher = decorate(function)
    finally:
        settings.CACHE_DIR = before
    _compile_once(dispatcher, folder, function.__qualname__)
    return cast(F, dispatcher)


def _compile_once(dispatcher: Any, folder: Path | None, name: str) -> None:
    """Compile a function once, neither in two processes nor for each constant among its arguments.

    numba treats each constant as a type of its own. LLVM sees the constants anyway where it inlines
    a call, so these copies are no faster, and compiling them takes a quarter of the time.
    """
    compile_or_load = dispatcher.compile
    lock = folder and folder / f"{name}.lock"

    @wraps(compile_or_load)
    def compile_once(signature: Sequence[types.Type]) -> object:
        general = tuple(map(types.unliteral, signature))
        if _announcements and not _is_cached(folder, name):
            _announcements.pop()()
        # First numba's own lock: another thread may be compiling what this function calls.
        with global_compiler_lock, _locked(lock):
            return compile_or_load(general)

    dispatcher.compile = compile_once


@contextmanager
def _locked(path: Path | None) -> Iterator[None]:
    """Lock a file, if that is possible; without it the code is only compiled twice."""
    if path is None or sys.platform == "win32":
        yield
        return
    try:
        file = path.open("w")
    except OSError:  # no longer writable, or the disk is full
        yield
        return
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


_announcements: list[Callable[[], None]] = []


def announce_compiling(announce: Callable[[], None]) -> None:
    """Call a function as soon as something has to be compiled in this process, but only once."""
    _announcements[:] = [announce]


def _is_cached(folder: Path | None, name: str) -> bool:
    """Whether a function has been compiled before for this version of Python."""
    major, minor = sys.version_info[:2]
    return folder is not None and any(folder.glob(f"*/*.{name}-*.py{major}{minor}*.nbi"))


def is_prepared(caller: Path) -> bool:
    """Whether all kernel functions that a module calls have been compiled, as they are now."""
    return _marker(caller).exists()


@contextmanager
def preparing(caller: Path) -> Iterator[None]:
    """A block that compiles all that a module calls; it is noted unless the block fails."""
    marker = _marker(caller)  # of the source as it is now; it may be edited meanwhile
    yield
    with suppress(OSError):  # not writable, or the disk is full
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()


def _marker(caller: Path) -> Path:
    """The file that notes it. Another Python, numba or processor needs other code."""
    kernel = PACKAGE / "kernel"
    called = [file for file in _named(caller, caller.read_bytes()) if kernel in file.parents]
    python, cpu = sys.implementation.cache_tag, llvm.get_host_cpu_name()
    made_for = f"{source_hash(*called)}-{python}-{numba.__version__}-{cpu}"
    return cache_folder() / f"prepared-{caller.stem}-{made_for}"


@cache
def _folder_for(module: Path) -> Path | None:
    """The folder for the functions of a module; None if it cannot be written to."""
    folder = cache_folder() / f"{module.stem}-{source_hash(module)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def source_hash(*modules: Path) -> str:
    """A hash of the source of modules and of all our modules that they import."""
    text = b"".join(file.read_bytes() for file in sorted(_imported(*modules)))
    return sha256(text).hexdigest()[:16]


def _imported(*modules: Path) -> set[Path]:
    """The modules and all our modules that they import, directly or not."""
    found, waiting = set[Path](), [*modules]
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

    It is cached because many modules import the same ones, and every process waits for this.
    """
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            found += [base.with_suffix(".py"), base / "__init__.py"]
            found += [base / f"{name.name}.py" for name in node.names]
    return found
