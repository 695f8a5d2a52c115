"""What measurements depend on, besides our own code."""

import os
import platform
from importlib.metadata import version


def cores() -> int:
    """The cores that this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def machine() -> dict[str, object]:
    """The machine and its software, without anything that identifies its owner."""
    return {
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "architecture": platform.machine(),
        "cores": cores(),
    }
