"""Copying arrays in compiled code."""

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from .jit import compiled

Number = TypeVar("Number", bound=np.generic)


@compiled
def copy(source: npt.NDArray[Number], target: npt.NDArray[Number]) -> None:
    """target[:] = source, for arrays of the same length.

    numba would compile the assignment together with its message for other lengths, and formatting
    text takes longer to compile than many a game.
    """
    for i in range(len(source)):
        target[i] = source[i]
