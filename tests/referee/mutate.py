"""Mutated copies of records and matches.

Some mutations leave a record valid: the referee decides.
"""

import json
import random
from functools import lru_cache

from .check import MATCH, Refused, begin, check
from .mutate_entries import ENTRY_MUTATIONS
from .mutate_frame import FRAME_MUTATIONS, MATCH_MUTATIONS, entries_of
from .mutate_tree import TREE_MUTATIONS, Document


def mutate(record: dict[str, object], rng: random.Random) -> dict[str, object]:
    """A deep copy with one mutation, or sometimes two."""
    text = json.dumps(record)
    if rng.random() < 0.15:
        text = json.dumps(mutated(text, rng))
    return mutated(text, rng)


def mutated(text: str, rng: random.Random) -> Document:
    """One mutation; then perhaps a shorter log and a new result, so that nothing else is wrong."""
    groups = [TREE_MUTATIONS]
    # Mutations that know the game replay the record, so it has to be valid.
    if is_valid(text):
        if json.loads(text)["format"] == MATCH:
            groups.append(MATCH_MUTATIONS)
        else:
            groups += [FRAME_MUTATIONS] * 2 + [ENTRY_MUTATIONS] * 3
    while True:
        work: Document = json.loads(text)
        if rng.choice(rng.choice(groups))(work, rng):
            break
    if len(groups) > 2 and rng.random() < 0.4:
        repair_result(work, rng)
    return work


@lru_cache(64)  # the same few records are mutated many times
def is_valid(text: str) -> bool:
    try:
        check(json.loads(text))
    except Refused:
        return False
    return True


def repair_result(document: Document, rng: random.Random) -> None:
    """Play the log up to the first wrong entry, cut it there or soon after, and set the result.

    Otherwise the result alone would reveal most mutations.
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
