"""Mutations of a document as a tree of JSON values, whatever it means."""

import copy
import random
from collections.abc import Callable

from .shape import SYMBOLS

Document = dict[str, object]
Mutation = Callable[[Document, random.Random], bool]  # whether there was anything to mutate


def deep(levels: int) -> object:
    junk: object = []
    for level in range(levels):
        junk = [junk] if level % 2 else {"x": junk}
    return junk


JUNK: list[object] = [None, True, False, 0, 1, -1, 1.0, 0.5, 1e300, 10**30, -(10**30)]
JUNK += ["", "R", "RR", "x", "2023", "\u0000", "é" * 50]
JUNK += [[], {}, [[]], [None], {"seat": 0}, [0, 0], ["RG"], deep(40)]


def some_junk(rng: random.Random) -> object:
    """A copy, so that later mutations of the document do not change the list."""
    return copy.deepcopy(rng.choice(JUNK))


class Slot:
    """The place of one value in the tree: a key of an object or an index of a list."""

    def __init__(self, owner: dict[str, object] | list[object], key: str | int) -> None:
        self.owner = owner
        self.key = key

    def get(self) -> object:
        if isinstance(self.owner, dict):
            return self.owner[str(self.key)]
        return self.owner[int(self.key)]

    def set(self, value: object) -> None:
        if isinstance(self.owner, dict):
            self.owner[str(self.key)] = value
        else:
            self.owner[int(self.key)] = value


def slots(value: object) -> list[Slot]:
    """Every value below this one."""
    found: list[Slot] = []
    waiting = [value]
    while waiting:
        owner = waiting.pop()
        keys: list[str | int] = []
        if isinstance(owner, dict):
            keys = list(owner)
        elif isinstance(owner, list):
            keys = list(range(len(owner)))
        else:
            continue
        for key in keys:
            slot = Slot(owner, key)
            found.append(slot)
            waiting.append(slot.get())
    return found


def pick(document: Document, rng: random.Random, matches: Callable[[object], bool]) -> Slot | None:
    """A random value that matches; half the time not from the log, which is most of the tree."""
    everything = slots(document)
    if rng.random() < 0.5:
        everything = slots(
            {key: value for key, value in document.items() if key not in ("log", "games")}
        )
    found = [slot for slot in everything if matches(slot.get())]
    return rng.choice(found) if found else None


def is_whole(value: object) -> bool:
    return type(value) is int


def is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def is_letters(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 2 and all(one in SYMBOLS for one in value)


def is_full_list(value: object) -> bool:
    return isinstance(value, list) and len(value) > 0


def is_full_object(value: object) -> bool:
    return isinstance(value, dict) and len(value) > 0


def change(
    matches: Callable[[object], bool], new: Callable[[object, random.Random], object]
) -> Mutation:
    """A mutation that replaces one matching value."""

    def mutation(document: Document, rng: random.Random) -> bool:
        slot = pick(document, rng, matches)
        if slot is None:
            return False
        slot.set(new(slot.get(), rng))
        return True

    return mutation


def number_of(value: object) -> int:
    return value if isinstance(value, int) else 0


def other_letters(value: object, rng: random.Random) -> object:
    length = len(value) if isinstance(value, str) else 1
    return "".join(rng.choice(SYMBOLS) for _ in range(length))


def misspelt(value: object, rng: random.Random) -> object:
    word = str(value)
    return rng.choice(
        (
            word.lower(),
            word + " ",
            word + word[0],
            word[:-1],
            "X" + word[1:],
            [word],
            word.upper() + "\n",
        )
    )


def change_key(document: Document, rng: random.Random, rename: bool) -> bool:
    slot = pick({"document": document}, rng, is_full_object)
    owner = document if slot is None or rng.random() < 0.3 else slot.get()
    if not isinstance(owner, dict) or not owner:
        return False
    key = rng.choice(list(owner))
    value = owner.pop(key)
    if rename:
        owner[rng.choice((key.upper(), key + "s", "_" + key, "other"))] = value
    return True


def delete_key(document: Document, rng: random.Random) -> bool:
    return change_key(document, rng, rename=False)


def rename_key(document: Document, rng: random.Random) -> bool:
    return change_key(document, rng, rename=True)


def add_key(document: Document, rng: random.Random) -> bool:
    """Add an unknown key; readers ignore it, so the document stays valid."""
    slot = pick({"document": document}, rng, lambda value: isinstance(value, dict))
    owner = document if slot is None else slot.get()
    if not isinstance(owner, dict):
        return False
    owner[rng.choice(("comment", "time", "x-extra"))] = some_junk(rng)
    return True


def change_list(document: Document, rng: random.Random, how: str) -> bool:
    slot = pick(document, rng, is_full_list)
    items = None if slot is None else slot.get()
    if not isinstance(items, list):
        return False
    place = rng.randrange(len(items))
    if how == "drop":
        items.pop(place)
    elif how == "double":
        items.insert(place, items[place])
    elif how == "turn":
        items.reverse()
    else:
        items[place], items[place - 1] = items[place - 1], items[place]
    return True


def drop_item(document: Document, rng: random.Random) -> bool:
    return change_list(document, rng, "drop")


def double_item(document: Document, rng: random.Random) -> bool:
    return change_list(document, rng, "double")


def exchange_items(document: Document, rng: random.Random) -> bool:
    return change_list(document, rng, "exchange")


def turn_list(document: Document, rng: random.Random) -> bool:
    return change_list(document, rng, "turn")


HUGE = (2**31, 2**32, 2**53, 2**63, 2**64, 10**40)

TREE_MUTATIONS: list[Mutation] = [
    delete_key,
    rename_key,
    add_key,
    drop_item,
    double_item,
    exchange_items,
    turn_list,
    change(lambda value: True, lambda value, rng: some_junk(rng)),
    change(lambda value: True, lambda value, rng: [value]),
    change(lambda value: True, lambda value, rng: None),
    change(is_whole, lambda value, rng: number_of(value) != 0),
    change(is_whole, lambda value, rng: float(number_of(value))),
    change(is_whole, lambda value, rng: str(number_of(value))),
    change(is_whole, lambda value, rng: number_of(value) + rng.choice((-1, 1))),
    change(is_whole, lambda value, rng: -number_of(value)),
    change(is_whole, lambda value, rng: number_of(value) + rng.choice(HUGE)),
    change(is_letters, other_letters),
    change(is_letters, lambda value, rng: str(value)[::-1]),
    change(is_letters, misspelt),
    change(is_text, misspelt),
]
