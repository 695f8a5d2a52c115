"""PostgreSQL and Redis for tests and soak: real servers of their own, in a temporary folder.

They can be killed, and started again at the same address. `scripts/services` installs them.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from testkit.server_process import free_port

PATIENCE = 60
"""Seconds after which something hangs; nothing here is expected to take a fraction of it."""

HOST = "127.0.0.1"


class Server:
    """A server process that can be killed, stopped, frozen and started again."""

    def __init__(self, folder: Path, command: list[str], **options: Any) -> None:
        self.port = free_port()
        self._folder = folder
        self._command = [part.format(port=self.port, folder=folder) for part in command]
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        assert self._process is None, "it runs already"
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self._options
            )
        gives_up = time.monotonic() + PATIENCE
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > gives_up:
                self.kill()
                raise RuntimeError(f"{self._command[0]}: {(self._folder / 'log').read_text()}")
            time.sleep(0.02)

    def answers(self) -> bool:
        """Whether it takes connections and does its work."""
        raise NotImplementedError

    def stop(self) -> None:
        """Let it end in its own way."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it with all its children, as if somebody had pulled the plug."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Stop, and start again."""
        self.stop()
        self.start()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Meanwhile it does nothing, and its connections stand."""
        processes = self._processes()
        _signal(processes, signal.SIGSTOP)
        try:
            yield
        finally:
            _signal(processes, signal.SIGCONT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        processes = self._processes()
        _signal(processes if how == signal.SIGKILL else processes[:1], how)
        self._process.wait(PATIENCE)
        self._process = None
        # The children are not ours to wait for, and hold on to what the next start needs.
        gives_up = time.monotonic() + PATIENCE
        while any(map(_runs, processes)) and time.monotonic() < gives_up:
            time.sleep(0.01)

    def _processes(self) -> list[int]:
        """The server, then its children, which have process groups of their own."""
        assert self._process is not None, "it does not run"
        server = self._process.pid
        return [server, *(child for child, parent in _parents().items() if parent == server)]


class Postgres(Server):
    """A PostgreSQL server with an empty database."""

    def __init__(self, folder: Path, fsync: bool) -> None:
        # It refuses to run as root.
        options: dict[str, Any] = {}
        if account := _instead_of_root():
            options = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            os.chown(folder, account.pw_uid, account.pw_gid)
        programs = _postgres_programs()
        self._is_ready = [str(programs / "pg_isready"), "-q", "-h", HOST, "-p"]
        switch = "on" if fsync else "off"
        command = [str(programs / "postgres"), "-D", "{folder}/data", "-p", "{port}"]
        command += ["-k", "{folder}", "-c", f"listen_addresses={HOST}", "-c", f"fsync={switch}"]
        super().__init__(folder, [*command, "-c", "max_connections=60"], cwd=folder, **options)
        subprocess.run(
            [
                *[str(programs / "initdb"), "-D", str(folder / "data"), "-U", "postgres"],
                *["-A", "trust", "-E", "UTF8", "--no-locale", "--no-instructions"],
                *([] if fsync else ["--no-sync"]),
            ],
            check=True,
            cwd=folder,
            stdout=subprocess.PIPE,
            **options,
        )
        self.start()

    @property
    def url(self) -> str:
        """Where its first database is."""
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        """Where a database of that name is, or would be."""
        return f"postgresql://postgres@{HOST}:{self.port}/{database}"

    def answers(self) -> bool:
        return subprocess.run([*self._is_ready, str(self.port)], check=False).returncode == 0

    def stop(self) -> None:
        self._end(signal.SIGINT)  # without waiting for those who are connected


class Redis(Server):
    """A Redis server that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server") or _missing("redis-server")
        command = [program, "--port", "{port}", "--bind", HOST, "--dir", "{folder}"]
        super().__init__(folder, [*command, "--save", "", "--appendonly", "no"])
        self.start()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://{HOST}:{self.port}"

    def answers(self) -> bool:
        try:
            with socket.create_connection((HOST, self.port), PATIENCE) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(100) == b"+PONG\r\n"
        except OSError:
            return False


@contextmanager
def postgres(*, fsync: bool = True) -> Iterator[Postgres]:
    """A PostgreSQL server that runs meanwhile; without `fsync` it is faster, but for tests only."""
    with _folder("pg") as folder:
        server = Postgres(folder, fsync)
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def redis() -> Iterator[Redis]:
    """A Redis server that runs meanwhile."""
    with _folder("redis") as folder:
        server = Redis(folder)
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def _folder(name: str) -> Iterator[Path]:
    # Not one of pytest's: those are closed to other users, and too long for a socket's path.
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _postgres_programs() -> Path:
    """The folder of PostgreSQL's programs, which Debian does not put on the PATH."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    debian = Path("/usr/lib/postgresql")
    versions = [folder for folder in debian.glob("*/bin") if (folder / "initdb").exists()]
    if not versions:
        _missing("initdb")
    return max(versions, key=lambda folder: float(folder.parent.name))


def _missing(program: str) -> Any:
    raise RuntimeError(f"{program} is not installed; scripts/services does that, or says how to")


def _instead_of_root() -> pwd.struct_passwd | None:
    """Whom to run as; if we are not root, as ourselves."""
    if os.geteuid() != 0:
        return None
    with suppress(KeyError):
        return pwd.getpwnam("postgres")
    return pwd.getpwnam("nobody")


def _signal(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # One that has ended waits for its parent to notice, if need be the parent of all.
    return _state(process)[0] != "Z"


def _parents() -> dict[int, int]:
    """The parent of every process."""
    numbers = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
    return {number: int(_state(number)[1]) for number in numbers}


def _state(process: int) -> tuple[str, str]:
    """Whether a process runs, and its parent."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return "Z", "0"
    state, parent = status.rpartition(")")[2].split()[:2]
    return state, parent
