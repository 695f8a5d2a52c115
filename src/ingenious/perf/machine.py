"""What measurements depend on, besides our own code."""

import platform
from importlib.metadata import version

from ..kernel.cores import cores


def machine() -> dict[str, object]:
    """The machine and its software, without anything that identifies its owner."""
    return {
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "architecture": platform.machine(),
        "cores": cores(),
    }
