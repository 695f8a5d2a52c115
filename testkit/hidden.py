"""Records that differ only in pieces that a seat cannot see."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ingenious.record import Record, RecordError, replay, verify
from ingenious.rules import BoardState, CardState
from testkit.modes import MODES

HIDING = [mode for mode in MODES if mode[0] in ("classic", "team", "duel", "cards")]


def hidden_now(record: Record) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """What each seat holds hidden at the end of the record, and what could be drawn next."""
    *_, state = replay(record)
    if isinstance(state, CardState):
        return state.hands, state.deck
    assert isinstance(state, BoardState)
    return state.racks, state.bag


def swapped_for(pieces: tuple[str, ...], piece: str, other: str) -> tuple[str, ...]:
    """The pieces with one of them replaced."""
    place = pieces.index(piece)
    return (*pieces[:place], other, *pieces[place + 1 :])


def drawn_otherwise(record: Record, owner: int, piece: str, other: str) -> Record:
    """The record in which the owner drew the other piece when it last drew this one."""
    for number, entry in reversed(list(enumerate(record.log))):
        if entry.seat == owner and isinstance(entry.outcome, tuple) and piece in entry.outcome:
            changed = replace(entry, outcome=swapped_for(entry.outcome, piece, other))
            return replace(record, log=(*record.log[:number], changed, *record.log[number + 1 :]))
    key = "hands" if record.game.name == "cards" else "racks"
    groups = list(record.deal[key])
    dealt = groups[owner]
    assert isinstance(dealt, tuple)
    groups[owner] = swapped_for(dealt, piece, other)
    return replace(record, deal={**record.deal, key: tuple(groups)})


def other_worlds(record: Record, seat: int | None, rng: Random) -> Iterator[tuple[int, Record]]:
    """Records that hold too, in which some other seat has another piece hidden; with that seat."""
    held, source = hidden_now(record)
    choices = [
        (owner, piece, other)
        for owner, pieces in enumerate(held)
        if owner != seat
        for piece in dict.fromkeys(pieces)
        for other in dict.fromkeys(source)
        if other != piece
    ]
    for owner, piece, other in rng.sample(choices, min(12, len(choices))):
        world = drawn_otherwise(record, owner, piece, other)
        try:
            verify(world)
        except RecordError:
            continue  # the other piece was not there to be drawn at that time, or had to be shown
        yield owner, world
