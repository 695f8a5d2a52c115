"""PostgreSQL and Redis for tests and soak: real servers with their data in a temporary folder.

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
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from testkit.server_process import free_port

TIMEOUT_S = 60
"""Everything here normally takes a small fraction of this."""

HOST = "127.0.0.1"


class Service(ABC):
    """A server process that can be killed, stopped, frozen and started again."""

    def __init__(self, folder: Path, command: list[str], **options: Any) -> None:
        self.port = free_port()
        self._folder = folder
        self._command = [part.format(port=self.port, folder=folder) for part in command]
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    @abstractmethod
    def url(self) -> str:
        """The URL that clients connect to."""

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        assert self._process is None, "it is already running"
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self._options
            )
        deadline = time.monotonic() + TIMEOUT_S
        while not self.is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"{self._command[0]}: {(self._folder / 'log').read_text()}")
            time.sleep(0.02)

    @abstractmethod
    def is_ready(self) -> bool:
        """Whether it accepts connections and answers."""

    def stop(self) -> None:
        """Shut it down."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it and all its children with SIGKILL."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Stop it, and start it again."""
        self.stop()
        self.start()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Suspend it for the duration of the block; its connections stay open."""
        processes = self._processes()
        _signal(processes, signal.SIGSTOP)
        try:
            yield
        finally:
            _signal(processes, signal.SIGCONT)

    def _end(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        processes = self._processes()
        _signal(processes if number == signal.SIGKILL else processes[:1], number)
        self._process.wait(TIMEOUT_S)
        self._process = None
        # We cannot wait() for grandchildren, but they hold resources that the next start needs.
        deadline = time.monotonic() + TIMEOUT_S
        while any(map(_is_running, processes)) and time.monotonic() < deadline:
            time.sleep(0.01)

    def _processes(self) -> list[int]:
        """The server, then its children, which have their own process groups."""
        assert self._process is not None, "it is not running"
        server = self._process.pid
        return [server, *(child for child, parent in _parents().items() if parent == server)]


class Postgres(Service):
    """A PostgreSQL server with an empty database."""

    def __init__(self, folder: Path, fsync: bool) -> None:
        # It refuses to run as root.
        options: dict[str, Any] = {}
        if account := _unprivileged_account():
            options = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            os.chown(folder, account.pw_uid, account.pw_gid)
        programs = _postgres_programs()
        self._ready_command = [str(programs / "pg_isready"), "-q", "-h", HOST, "-p"]
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
        """The URL of the default database."""
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        """The URL of a database, which need not exist."""
        return f"postgresql://postgres@{HOST}:{self.port}/{database}"

    def is_ready(self) -> bool:
        return subprocess.run([*self._ready_command, str(self.port)], check=False).returncode == 0

    def stop(self) -> None:
        self._end(signal.SIGINT)  # does not wait for its clients to disconnect


class Redis(Service):
    """A Redis server without persistence."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server") or _missing("redis-server")
        command = [program, "--port", "{port}", "--bind", HOST, "--dir", "{folder}"]
        super().__init__(folder, [*command, "--save", "", "--appendonly", "no"])
        self.start()

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}"

    def is_ready(self) -> bool:
        try:
            with socket.create_connection((HOST, self.port), TIMEOUT_S) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(100) == b"+PONG\r\n"
        except OSError:
            return False


@contextmanager
def postgres(*, fsync: bool = True) -> Iterator[Postgres]:
    """A running PostgreSQL server; without `fsync` it is faster, but not crash-safe."""
    with _folder("pg") as folder:
        server = Postgres(folder, fsync)
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def redis() -> Iterator[Redis]:
    """A running Redis server."""
    with _folder("redis") as folder:
        server = Redis(folder)
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def _folder(name: str) -> Iterator[Path]:
    # pytest's temporary folders are closed to other users, and too long for a socket's path.
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _postgres_programs() -> Path:
    """The folder of PostgreSQL's programs; Debian does not put it on the PATH."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    debian = Path("/usr/lib/postgresql")
    versions = [folder for folder in debian.glob("*/bin") if (folder / "initdb").exists()]
    if not versions:
        _missing("initdb")
    return max(versions, key=lambda folder: float(folder.parent.name))


def _missing(program: str) -> Any:
    raise RuntimeError(f"{program} is not installed; run scripts/services")


def _unprivileged_account() -> pwd.struct_passwd | None:
    """The account to run as instead of root; None if we are not root."""
    if os.geteuid() != 0:
        return None
    with suppress(KeyError):
        return pwd.getpwnam("postgres")
    return pwd.getpwnam("nobody")


def _signal(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return _state(process)[0] != "Z"  # a zombie has ended


def _parents() -> dict[int, int]:
    """The parent of every process."""
    numbers = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
    return {number: int(_state(number)[1]) for number in numbers}


def _state(process: int) -> tuple[str, str]:
    """The state of a process, such as R or Z, and its parent."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return "Z", "0"
    state, parent = status.rpartition(")")[2].split()[:2]
    return state, parent
