"""A disk that can be filled: a small tmpfs, or a limit on the size of a process's files."""

import resource
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

DISK_MB = 16
"""Enough for about two hundred games."""

FILE_LIMIT_BYTES = 64 * 1024
"""A database reaches this size after a few moves."""


class Disk:
    """A tmpfs if it can be mounted, otherwise a limit on the size of files."""

    def __init__(self, folder: Path, *, may_mount: bool = True) -> None:
        self._folder = folder
        self._ballast = folder / "ballast"
        self._may_mount = may_mount
        self.method = "limit"

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True)
        if self._may_mount:
            command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m,mode=700", "tmpfs"]
            done = subprocess.run([*command, str(self._folder)], check=False, capture_output=True)
            self.method = "limit" if done.returncode else "mount"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.method == "mount":
            subprocess.run(["umount", str(self._folder)], check=True)

    def fill(self, pid: int) -> None:
        """Fill the disk, at least for that process."""
        if self.method == "limit":
            _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (FILE_LIMIT_BYTES, hard))
            return
        with self._ballast.open("wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                pass

    def free(self, pid: int) -> None:
        """Free the disk again."""
        if self.method == "limit":
            _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))
        else:
            self._ballast.unlink()
