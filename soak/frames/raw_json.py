"""Random JSON and almost-JSON: duplicate keys, invalid numbers, deep nesting."""

import json
from random import Random
from typing import Any

from ingenious.server.run import MAX_MESSAGE_BYTES


class Raw(str):
    """Text that is written as it is, in place of a value."""

    __slots__ = ()


class Pairs(list[tuple[str, Any]]):
    """An object that may have duplicate keys."""


def to_text(value: Any) -> str:
    """The value as JSON text."""
    match value:
        case Raw():
            return str(value)
        case Pairs():
            return _object(value)
        case dict():
            return _object(list(value.items()))
        case list() | tuple():
            return f"[{','.join(map(to_text, value))}]"
        case _:
            return json.dumps(value)


def _object(pairs: list[tuple[str, Any]]) -> str:
    return "{" + ",".join(f"{json.dumps(key)}:{to_text(value)}" for key, value in pairs) + "}"


WORDS = (
    *("do", "id", "seat", "number", "decision", "invite", "name", "agrees", "reaction", "count"),
    *(
        "play",
        "preview",
        "look",
        "sit",
        "leave",
        "start",
        "takeback",
        "takeback-reply",
        "react",
        "hint",
    ),
    *("takeback-withdraw",),
    *("rematch", "place", "at", "swap", "keep", "discard", "resolve", "match", "wild", "as"),
    *("reroll", "draw", "score", "free", "roll", "refill", "resign", "first", "gain", "type"),
    *("RR", "RG", "PB", "XX", "R", "Z", "hello", "__class__", "constructor", "", "\x00", "é", "😀"),
)
"""Words of the protocol and others; they get further than random letters."""

ODD = tuple(
    map(
        Raw,
        (
            *("NaN", "-Infinity", "1e999", "-0", "00", "0x1", "1.", "", "nul", "undefined", "'a'"),
            *('"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"', '"\\x"', '"\x00"', "\ufeff1"),
            *("[1,]", '{"a":1,}', "/**/1", "1 2", "]", "{]"),
        ),
    )
)
"""Invalid JSON that some programs write."""


def any_value(rng: Random, depth: int = 0) -> Any:
    """A random JSON value, or sometimes invalid JSON."""
    kinds = 8 if depth < 3 else 6
    match rng.randrange(kinds):
        case 0:
            return rng.choice((None, True, False))
        case 1:
            return any_number(rng)
        case 2:
            return rng.choice(WORDS)
        case 3:
            return any_text(rng, rng.randrange(12))
        case 4:
            return rng.choice(ODD)
        case 5:
            return deep(rng)
        case 6:
            return [any_value(rng, depth + 1) for _ in range(rng.randrange(4))]
        case _:
            count = rng.randrange(4)
            return Pairs((rng.choice(WORDS), any_value(rng, depth + 1)) for _ in range(count))


def any_number(rng: Random) -> Any:
    """A random number, small or huge."""
    digits = rng.choice((1, 2, 10, 19, 20, 40, 400, 4299, 4300, 4301, 8000))
    small = rng.randrange(-3, 12)
    huge = Raw(rng.choice(("", "-")) + "9" * digits)
    return rng.choice((small, small, small, huge, rng.uniform(-2, 8), 2**63, -(2**63) - 1, 2**64))


def any_text(rng: Random, length: int) -> str:
    """Random characters of all scripts."""
    tops = (0x7F, 0x7F, 0x2FF, 0xD7FF, 0x10FFFF)
    codes = (rng.randrange(rng.choice(tops) + 1) for _ in range(length))
    return "".join(chr(code) for code in codes if not 0xD800 <= code < 0xE000)


def deep(rng: Random) -> Raw:
    """Nested lists or objects, up to the depth that fits a message."""
    depth = rng.choice((2, 50, 400, 900, 950, 980, 1000, 2000, MAX_MESSAGE_BYTES // 8))
    opening, closing = rng.choice((("[", "]"), ('{"a":', "}")))
    middle = rng.choice(("", "1")) if opening == "[" else "1"
    return Raw(opening * depth + middle + closing * depth)
