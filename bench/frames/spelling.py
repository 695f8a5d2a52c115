"""JSON as nobody should write it: keys that come twice, numbers that cannot be, endless depth."""

import json
from random import Random
from typing import Any

from ingenious.server.run import MAX_MESSAGE_BYTES


class Raw(str):
    """A value that is spelled just like this, whatever it is."""

    __slots__ = ()


class Pairs(list[tuple[str, Any]]):
    """An object whose keys may come twice."""


def spelled(value: Any) -> str:
    """A value as text."""
    match value:
        case Raw():
            return str(value)
        case Pairs():
            return _object(value)
        case dict():
            return _object(list(value.items()))
        case list() | tuple():
            return f"[{','.join(map(spelled, value))}]"
        case _:
            return json.dumps(value)


def _object(pairs: list[tuple[str, Any]]) -> str:
    return "{" + ",".join(f"{json.dumps(key)}:{spelled(value)}" for key, value in pairs) + "}"


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
"""Words of the game and others, with which chance comes further than with letters alone."""

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
"""What is no JSON, though some programs write it."""


def any_value(rng: Random, depth: int = 0) -> Any:
    """Any value of JSON, and now and then something that is none."""
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
    """A number, as likely huge as not."""
    digits = rng.choice((1, 2, 10, 19, 20, 40, 400, 4299, 4300, 4301, 8000))
    small = rng.randrange(-3, 12)
    huge = Raw(rng.choice(("", "-")) + "9" * digits)
    return rng.choice((small, small, small, huge, rng.uniform(-2, 8), 2**63, -(2**63) - 1, 2**64))


def any_text(rng: Random, length: int) -> str:
    """Letters of all alphabets."""
    tops = (0x7F, 0x7F, 0x2FF, 0xD7FF, 0x10FFFF)
    codes = (rng.randrange(rng.choice(tops) + 1) for _ in range(length))
    return "".join(chr(code) for code in codes if not 0xD800 <= code < 0xE000)


def deep(rng: Random) -> Raw:
    """Lists in lists in lists, or objects, as deep as a message can be."""
    depth = rng.choice((2, 50, 400, 900, 950, 980, 1000, 2000, MAX_MESSAGE_BYTES // 8))
    opening, closing = rng.choice((("[", "]"), ('{"a":', "}")))
    middle = rng.choice(("", "1")) if opening == "[" else "1"
    return Raw(opening * depth + middle + closing * depth)
