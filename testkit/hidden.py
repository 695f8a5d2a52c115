"""Records that differ only in pieces that a seat cannot see."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ingenious.record import Record, RecordError, replay, verify
from ingenious.rules import BoardState, CardState
from testkit.modes import MODES

MODES_WITH_HIDDEN_PIECES = [
    mode for mode in MODES if mode[0] in ("classic", "team", "duel", "cards")
]


def _hidden_pieces(record: Record) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The racks or hands at the end of the record, and the bag or deck."""
    *_, state = replay(record)
    if isinstance(state, CardState):
        return state.hands, state.deck
    assert isinstance(state, BoardState)
    return state.racks, state.bag


def _replaced(pieces: tuple[str, ...], piece: str, other: str) -> tuple[str, ...]:
    """The pieces with one of them replaced."""
    place = pieces.index(piece)
    return (*pieces[:place], other, *pieces[place + 1 :])


def _with_other_draw(record: Record, owner: int, piece: str, other: str) -> Record:
    """The record, except that the owner's last draw of `piece` was `other`."""
    for number, entry in reversed(list(enumerate(record.log))):
        if entry.seat == owner and isinstance(entry.outcome, tuple) and piece in entry.outcome:
            changed = replace(entry, outcome=_replaced(entry.outcome, piece, other))
            return replace(record, log=(*record.log[:number], changed, *record.log[number + 1 :]))
    key = "hands" if record.game.name == "cards" else "racks"
    groups = list(record.deal[key])
    dealt = groups[owner]
    assert isinstance(dealt, tuple)
    groups[owner] = _replaced(dealt, piece, other)
    return replace(record, deal={**record.deal, key: tuple(groups)})


def alternative_records(
    record: Record, seat: int | None, rng: Random
) -> Iterator[tuple[int, Record]]:
    """Valid records that look the same to a seat; each differs in one piece of the seat yielded."""
    held, source = _hidden_pieces(record)
    choices = [
        (owner, piece, other)
        for owner, pieces in enumerate(held)
        if owner != seat
        for piece in dict.fromkeys(pieces)
        for other in dict.fromkeys(source)
        if other != piece
    ]
    for owner, piece, other in rng.sample(choices, min(12, len(choices))):
        alternative = _with_other_draw(record, owner, piece, other)
        try:
            verify(alternative)
        except RecordError:
            continue  # the other piece could not be drawn at that time, or had to be shown
        yield owner, alternative
