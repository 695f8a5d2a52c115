"""The weights that the bots play with, and where they come from.

Each file `NAME.npz` holds arrays of 16-bit floats, and `NAME.json` beside it tells which command
made them, from how many games and which seed, and how strong they were measured. A folder that
`INGENIOUS_WEIGHTS` names goes before those that ship.
"""

import json
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from ...kernel.nets import Net

Arrays = Mapping[str, npt.NDArray[Any]]


@cache
def load(name: str) -> Arrays:
    """The arrays of a file, floats in 32 bits."""
    if named := os.environ.get("INGENIOUS_WEIGHTS"):
        if not Path(named).is_dir():
            raise FileNotFoundError(f"INGENIOUS_WEIGHTS must name a folder, not {named}")
        own = Path(named) / f"{name}.npz"
        if own.is_file():
            return read(own)
    source = files(__name__).joinpath(f"{name}.npz")
    if not source.is_file():
        raise FileNotFoundError(
            f"the weights {name}.npz are missing: install again, or train them with "
            f"`{_command(name)}` and set INGENIOUS_WEIGHTS to their folder"
        )
    with as_file(source) as path:
        return read(path)


def load_net(name: str, blocks: int, block: int, shared: int, outputs: int) -> Net:
    """A net for these inputs and outputs; compiled code would not notice that it does not fit."""
    arrays = load(name)
    wanted = blocks, block, shared, outputs
    if {"shape", "weights"} <= set(arrays) and arrays["shape"].shape == (6,):
        net = Net(arrays["shape"], arrays["weights"])
        if (*net.shape[:3], net.shape[5]) == wanted and net.is_whole:
            return net
    raise FileNotFoundError(
        f"the weights {name}.npz belong to another game or version: train them again with "
        f"`{_command(name)}`"
    )


def _command(name: str) -> str:
    game, _, players = name.partition("-")
    return f"ingenious train {game} --players {players}"


def read(path: Path) -> Arrays:
    """The arrays of a file of weights."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return {key: _widened(file[key]) for key in file.files}
    except (ValueError, EOFError, AttributeError, BadZipFile) as error:
        raise FileNotFoundError(f"{path} is not a weights file") from error


def write(path: Path, arrays: Arrays, provenance: Mapping[str, object]) -> None:
    """Write a file of weights, and beside it where they come from."""
    narrow = {
        key: array.astype(np.float16) if array.dtype.kind == "f" else array
        for key, array in arrays.items()
    }
    np.savez_compressed(path, allow_pickle=False, **narrow)
    text = json.dumps(provenance, indent=2, ensure_ascii=False)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def _widened(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return array.astype(np.float32) if array.dtype.kind == "f" else array
