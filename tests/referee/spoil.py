"""Damaged copies of records and matches.

Some damage changes nothing that matters: the referee decides.
"""

import json
import random
from functools import lru_cache

from .check import MATCH, Refused, begin, check
from .spoil_entries import ENTRY_DAMAGES
from .spoil_frame import FRAME_DAMAGES, MATCH_DAMAGES, entries_of
from .spoil_tree import TREE_DAMAGES, Document


def spoil(record: dict[str, object], rng: random.Random) -> dict[str, object]:
    """A deep copy with one kind of damage, now and then two."""
    text = json.dumps(record)
    if rng.random() < 0.15:
        text = json.dumps(damaged(text, rng))
    return damaged(text, rng)


def damaged(text: str, rng: random.Random) -> Document:
    """One damage; then perhaps a cut or a new result, so that only the damage itself is wrong."""
    groups = [TREE_DAMAGES]
    # The knowing kinds replay the record, so they need a right one.
    if is_right(text):
        if json.loads(text)["format"] == MATCH:
            groups.append(MATCH_DAMAGES)
        else:
            groups += [FRAME_DAMAGES] * 2 + [ENTRY_DAMAGES] * 3
    while True:
        work: Document = json.loads(text)
        if rng.choice(rng.choice(groups))(work, rng):
            break
    if len(groups) > 2 and rng.random() < 0.4:
        tidy(work, rng)
    return work


@lru_cache(64)  # the same few records are spoiled again and again
def is_right(text: str) -> bool:
    try:
        check(json.loads(text))
    except Refused:
        return False
    return True


def tidy(document: Document, rng: random.Random) -> None:
    """Play the entries as far as they go, end the log there or soon after, set the true result.

    Without this the result alone would give most damage away.
    """
    try:
        game = begin(document)
    except Refused:
        return
    log = entries_of(document)
    for number, entry in enumerate(log):
        try:
            game.apply(entry)
        except Refused:
            keep = rng.choice((0, 1, 1, 1, len(log)))
            document["log"] = log[: number + keep]
            break
    document["result"] = game.result()
