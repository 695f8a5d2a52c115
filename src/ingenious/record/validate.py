"""Checked reading of JSON values: each function raises `RecordError` for a value of another type.

`where` names the value in the error, such as `seats` or `at[0]`.
"""

from collections.abc import Sequence

from ..rules.symbols import CANONICAL, SYMBOLS, Pieces
from .errors import RecordError

_MAX_QUOTED_CHARS = 60
_NUMBER_LIMIT = 10**18


def quoted(value: object) -> str:
    """A value as an error can quote it: short, printable, on one line."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case dict():
            return "an object"
        case list():
            return f"a list of {len(value)}"
        case int() if abs(value) >= 10**_MAX_QUOTED_CHARS:
            return "a huge number"  # writing it out could take long, and Python may refuse
    text = ascii(value)
    return text if len(text) <= _MAX_QUOTED_CHARS else f"{text[:_MAX_QUOTED_CHARS]}..."


def expected(what: str, value: object, where: str) -> RecordError:
    """The error for a value that should have been something else."""
    return RecordError(f"{where} should be {what}, not {quoted(value)}")


def an_object(value: object, where: str) -> dict[str, object]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise expected("an object", value, where)
    return value


def a_list(value: object, where: str, length: int | None = None) -> Sequence[object]:
    """A JSON list, perhaps of a given length; a tuple counts as one."""
    if not isinstance(value, list | tuple):
        raise expected("a list", value, where)
    if length is not None and len(value) != length:
        raise expected(f"a list of {length}", value, where)
    return value


def a_whole_number(value: object, where: str, place: int | None = None) -> int:
    """A whole number, neither `true` nor `1.0`; `place` is its index in a list."""
    if type(value) is int and -_NUMBER_LIMIT < value < _NUMBER_LIMIT:
        return value
    where = where if place is None else f"{where}[{place}]"
    if not isinstance(value, int) or isinstance(value, bool):
        raise expected("a whole number", value, where)
    # No game has such a number, and writing it out could take very long.
    raise expected("a whole number of at most 18 digits", value, where)


def a_hidden_number(value: object, where: str, fewest: int, most: int) -> int:
    """The number of pieces that a view hides."""
    number = a_whole_number(value, where)
    if not fewest <= number <= most:
        allowed = f"{fewest}" if fewest == most else f"a number from {fewest} to {most}"
        raise expected(f"{allowed}, for hidden pieces", value, where)
    return number


def whole_numbers(value: object, where: str, length: int | None = None) -> tuple[int, ...]:
    """A list of whole numbers."""
    items = a_list(value, where, length)
    return tuple([a_whole_number(item, where, i) for i, item in enumerate(items)])


def a_bool(value: object, where: str) -> bool:
    """`true` or `false`."""
    if not isinstance(value, bool):
        raise expected("true or false", value, where)
    return value


def a_text(value: object, where: str) -> str:
    """A string."""
    if not isinstance(value, str):
        raise expected("a string", value, where)
    return value


def a_symbol(value: object, where: str) -> str:
    """One of the six letters."""
    if not isinstance(value, str) or len(value) != 1 or value not in SYMBOLS:
        raise expected(f"one of the letters {' '.join(SYMBOLS)}", value, where)
    return value


def a_pair(value: object, where: str) -> str:
    """A tile or card, in any spelling."""
    if not isinstance(value, str) or value not in CANONICAL:
        raise expected(f"two of the letters {' '.join(SYMBOLS)}", value, where)
    return value


def symbols(value: object, where: str, length: int | None = None) -> Pieces:
    """A list of single symbols."""
    items = a_list(value, where, length)
    return tuple(a_symbol(item, f"{where}[{i}]") for i, item in enumerate(items))


def pairs(value: object, where: str, length: int | None = None) -> Pieces:
    """A list of tiles or cards, canonically spelled."""
    items = a_list(value, where, length)
    return tuple(CANONICAL[a_pair(item, f"{where}[{i}]")] for i, item in enumerate(items))


def required(values: dict[str, object], key: str, where: str) -> object:
    """The value of a required key."""
    if key not in values:
        raise RecordError(f"{where} has no {key!r}")
    return values[key]
