"""The weights that the bots play with.

Each file `NAME.npz` has arrays of 16-bit floats; `NAME.json` beside it has their provenance: the
command, the number of games, the seed, and the measured strength. Newer ones also have the plan
(`usual`, `thorough`, or `exact` where the game is solved), the version and the source that trained
them, and the learning curve. The environment variable `INGENIOUS_WEIGHTS` can name a folder that is
searched first.
"""

import json
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Protocol, TypeVar
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from ...kernel.nets import Floats, Shape

Arrays = Mapping[str, npt.NDArray[Any]]


@cache
def load_arrays(name: str) -> Arrays:
    """The arrays of a file, floats in 32 bits."""
    if named := os.environ.get("INGENIOUS_WEIGHTS"):
        if not Path(named).is_dir():
            raise FileNotFoundError(f"INGENIOUS_WEIGHTS must name a folder, not {named}")
        own = Path(named) / f"{name}.npz"
        if own.is_file():
            return read_arrays(own)
    source = files(__name__).joinpath(f"{name}.npz")
    if not source.is_file():
        raise FileNotFoundError(
            f"the weights {name}.npz are missing: install again, or train them with "
            f"`{_command(name)}` and set INGENIOUS_WEIGHTS to their folder"
        )
    with as_file(source) as path:
        return read_arrays(path)


class AnyNet(Protocol):
    """A net of any kind, made from its shape and its weights."""

    def __init__(self, shape: Shape, weights: Floats) -> None: ...

    @property
    def shape(self) -> Shape:
        """The sizes of its layers."""

    @property
    def weights(self) -> Floats:
        """All its weights in one vector."""

    def fits(self, *sizes: int) -> bool:
        """Whether it is complete and has these inputs and outputs."""


N = TypeVar("N", bound=AnyNet)


def load_net(name: str, kind: type[N], *sizes: int) -> N:
    """A net with these inputs and outputs; compiled code would not notice a wrong shape."""
    arrays = load_arrays(name)
    if {"shape", "weights"} <= set(arrays):
        net = kind(arrays["shape"], arrays["weights"])
        if net.fits(*sizes):
            return net
    raise FileNotFoundError(
        f"the weights {name}.npz belong to another game or version: train them again with "
        f"`{_command(name)}`"
    )


def _command(name: str) -> str:
    game, _, players = name.partition("-")
    return f"ingenious train {game} --players {players}"


def read_arrays(path: Path) -> Arrays:
    """The arrays of a file of weights."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return {key: _to_float32(file[key]) for key in file.files}
    except (ValueError, EOFError, AttributeError, BadZipFile) as error:
        raise FileNotFoundError(f"{path} is not a weights file") from error


def write_arrays(path: Path, arrays: Arrays, provenance: Mapping[str, object]) -> None:
    """Write a file of weights, and their provenance beside it."""
    narrow = {
        key: array.astype(np.float16) if array.dtype.kind == "f" else array
        for key, array in arrays.items()
    }
    np.savez_compressed(path, allow_pickle=False, **narrow)
    # A line for each key; a learning curve has hundreds of numbers.
    lines = [f'  "{key}": {_to_json(value)}' for key, value in provenance.items()]
    text = ",\n".join(lines)
    path.with_suffix(".json").write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _to_float32(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return array.astype(np.float32) if array.dtype.kind == "f" else array
