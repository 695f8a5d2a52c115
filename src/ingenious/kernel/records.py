"""Structured records for compiled code, declared as classes with typed fields."""

from typing import get_type_hints

import numpy as np


def record_dtype(record: type) -> np.dtype[np.void]:
    """The dtype of a class whose fields are `Annotated` with their dtype, and perhaps a shape."""
    hints = get_type_hints(record, include_extras=True)
    return np.dtype([(name, *hint.__metadata__) for name, hint in hints.items()], align=True)
