"""Builds the pages of the game whenever a package of ours is built, editable or not.

A source distribution has the built pages too, so that whoever installs from it needs no Node.
"""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SCRIPT = Path(__file__).parent / "scripts" / "web.py"


def _load() -> ModuleType:
    """The script that builds; it is in no package."""
    found = importlib.util.spec_from_file_location("web", SCRIPT)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


class Pages(BuildHookInterface[Any]):
    """The pages of the game, as hatchling asks for them."""

    def dependencies(self) -> list[str]:
        """A Node, where this machine has none, and what compiles the lessons."""
        web = _load()
        needed: list[str] = web.needs()
        return needed if web.is_built() else [*needed, "msgspec"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, before the files of the package are collected."""
        _load().build()
