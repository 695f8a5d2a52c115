"""A finished game for whoever draws it without knowing the rules."""

from collections import OrderedDict
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from ..record import Record, steps, write_record
from ..rules.events import Event
from ..table.naming import called
from ..table.positions import Positions, facts, held
from ..table.views import encode, tell


class ReplayStep(Struct, frozen=True):
    """One step: the entry that it belongs to, what happened, and how the game then looked."""

    entry: Annotated[int | None, Meta(description="counted from 0; null for the opening deal")]
    story: list[Annotated[tuple[str, Any], called("Told")]]
    position: Annotated[dict[str, Any], called("Position")]
    racks: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    hands: tuple[tuple[str, ...], ...] | UnsetType = UNSET


class Replay(Struct, frozen=True):
    """A game from its beginning to its end."""

    record: Annotated[dict[str, Any], called("RecordDocument")]
    rules: Annotated[dict[str, Any], called("Rules")]
    steps: list[ReplayStep]


MOST_KEPT = 64

_kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()


def written(table: str, number: int, record: Record) -> bytes:
    """The replay of a game of a table as JSON; it never changes, and to make it takes a while."""
    key = table, number
    found = _kept.pop(key, None) or encode(replay_of(record))
    _kept[key] = found
    if len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return found


def replay_of(record: Record) -> Replay:
    """The steps of a whole record, one for the deal and one for each entry."""
    game, positions = record.game, Positions()
    found: list[ReplayStep] = []
    stories: list[Event] = []
    made = list(steps(record))
    for number, step in enumerate(made):
        stories += game.events(step.before, step.move)
        if number + 1 < len(made) and made[number + 1].entry == step.entry:
            continue  # a decision and the outcome it brought are one entry
        position, shown = positions.shared(game, step.after), held(step.after, "whole")
        found.append(ReplayStep(step.entry, tell(stories), position, **shown))
        stories = []
    return Replay(write_record(record), facts(game), found)
