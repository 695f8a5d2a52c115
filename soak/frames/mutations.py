"""Messages that a client could send, and random mutations of them."""

from random import Random
from typing import Any

from testkit.client import random_decision

from .raw_json import Pairs, Raw, any_number, any_text, any_value, deep, to_text

Values = dict[str, Any]

REACTIONS = ("hello", "well-played", "oops", "wow", "thinking", "thanks", "good-game")


def message(view: Values, invite: str, known: Values, rng: Random) -> Values:
    """A well-formed message, though its command may be refused.

    `known` is an earlier decision, for a socket that does not have the turn.
    """
    seats = range(len(view["shared"]["seats"]))
    seat = rng.choice(seats)
    turn = view.get("turn")
    made = known
    if turn is not None and turn["seat"] == view.get("looks"):
        seat = turn["seat"]
        made = random_decision(view, rng)
    return rng.choice(
        (
            {"do": "play", "seat": seat, "number": view["number"] + 1, "decision": made},
            {"do": "play", "seat": seat, "number": view["number"] + 1, "decision": made},
            {"do": "preview", "seat": seat, "decision": made},
            {"do": "look", "seat": seat},
            {"do": "sit", "seat": seat, "invite": invite, "name": "Eve"},
            {"do": "leave", "seat": seat},
            {"do": "start"},
            {"do": "takeback", "seat": seat},
            {"do": "takeback-reply", "agrees": True},
            {"do": "react", "seat": seat, "reaction": rng.choice(REACTIONS)},
            {"do": "rematch"},
            {"do": "hint", "seat": seat, "count": 99},  # too many: real hints would take long
        )
    )


def mutated(values: Values, rng: Random) -> str:
    """A message with one to three mutations; by chance it may still be valid."""
    whole: Any = Pairs(values.items())
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        whole = _mutate(whole, rng)
    return to_text(whole)


def _mutate(value: Any, rng: Random) -> Any:
    """The same value with a mutation in it."""
    if isinstance(value, dict):
        value = Pairs(value.items())
    goes_on = isinstance(value, Pairs | list) and len(value) > 0 and rng.random() < 0.8
    if not goes_on:
        return _replaced(value, rng)
    if not isinstance(value, Pairs):
        place = rng.randrange(len(value))
        return [_mutate(item, rng) if n == place else item for n, item in enumerate(value)]
    return _mutated_object(value, rng)


def _mutated_object(pairs: Pairs, rng: Random) -> Pairs:
    place = rng.randrange(len(pairs))
    key, value = pairs[place]
    before, after = pairs[:place], pairs[place + 1 :]
    match rng.randrange(8):
        case 0:  # dropped
            changed = []
        case 1:  # doubled, the same or another
            changed = [(key, value), (key, rng.choice((value, any_value(rng))))]
        case 2:  # under another name
            changed = [(any_key(rng), value)]
        case 3:  # with another key after it
            changed = [(key, value), (any_key(rng), any_value(rng))]
        case 4:  # with the value of another key
            changed = [(key, rng.choice(pairs)[1])]
        case _:
            changed = [(key, _mutate(value, rng))]
    return Pairs([*before, *changed, *after])


def any_key(rng: Random) -> str:
    """A random key."""
    value = any_value(rng, depth=9)
    return str(value) if isinstance(value, str) else any_text(rng, 5)


def _replaced(value: Any, rng: Random) -> Any:
    """Another value, often a similar one."""
    match value:
        case bool():
            return rng.choice((not value, None, int(value), str(value).lower(), any_value(rng)))
        case int():
            near = (value - 1, value + 1, -value, value + 0.5, float(value), str(value), [value])
            return rng.choice((*near, value == 1, any_number(rng), any_value(rng)))
        case str():
            letters = (value[::-1], value + value, value.lower(), value[:1], value + " ", [value])
            return rng.choice((*letters, any_text(rng, 300), any_value(rng), *value[:2], deep(rng)))
        case Pairs() | list():
            return rng.choice((Raw("[]"), Raw("{}"), [value], [*value, *value], any_value(rng)))
        case _:
            return any_value(rng)


def scrambled(text: str, rng: Random) -> str:
    """A text in which characters were removed, changed or added."""
    if not text:
        return "{"
    at = rng.randrange(len(text))
    match rng.randrange(7):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + text[at + 1 :]
        case 2:
            return text[:at] + any_text(rng, 1) + text[at + 1 :]
        case 3:
            return text[:at] + any_text(rng, 3) + text[at:]
        case 4:
            return text + rng.choice((text, "}", " ", "\n", "\x00", ",", "//"))
        case 5:
            return rng.choice(("\ufeff", " " * 100, "\x00", "[", "'", "data: ")) + text
        case _:
            return text.replace('"', "'")
