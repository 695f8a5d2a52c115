"""A disk that can be full: a small one of its own, or a limit on what a process may write."""

import resource
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

SIZE = 16
"""Megabytes of the small disk: room for a game or two hundred."""

LIMIT = 64 * 1024
"""Bytes beyond which a limited process cannot write; a database is there after a few moves."""


class Disk:
    """A folder in memory where that may be mounted; if not, a limit on the size of files."""

    def __init__(self, folder: Path, *, may_mount: bool = True) -> None:
        self._folder = folder
        self._ballast = folder / "ballast"
        self._may_mount = may_mount
        self.way = "limit"

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True)
        if self._may_mount:
            words = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}m,mode=700", "tmpfs"]
            done = subprocess.run([*words, str(self._folder)], check=False, capture_output=True)
            self.way = "limit" if done.returncode else "mount"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.way == "mount":
            subprocess.run(["umount", str(self._folder)], check=True)

    def fill(self, pid: int) -> None:
        """Let nothing more be written, by that process at least."""
        if self.way == "limit":
            _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (LIMIT, most))
            return
        with self._ballast.open("wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                pass

    def free(self, pid: int) -> None:
        """Make room again."""
        if self.way == "limit":
            _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))
        else:
            self._ballast.unlink()
