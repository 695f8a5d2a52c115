"""News: the events of a table as players and spectators receive them.

A news struct has the fields of an event that everyone may know: never the id of a person, a seed
or a decision. Its entries in the record show a decision; a declined swap has none.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, get_args

import msgspec
from msgspec import UNSET, UnsetType

from ...record import Entry
from ...record.entries import write_entry
from ...record.model import View
from ...record.redact import redact_entry
from ...rules import AnyGame
from .. import events
from ..applied import AppliedEvent
from .base import WireStruct
from .decision import LogEntry
from .story import StoryItem, to_story


class _News(WireStruct, frozen=True, kw_only=True, tag_field="event"):
    number: int
    at: int


class _OfSeat(_News, frozen=True, kw_only=True):
    seat: int


class NewsTableOpened(_News, frozen=True, kw_only=True, tag="created"):
    """The table was opened."""


class NewsSeatTaken(_OfSeat, frozen=True, kw_only=True, tag="sat"):
    """Somebody took a seat, or came back to it."""

    name: str


class NewsSeatLeft(_OfSeat, frozen=True, kw_only=True, tag="left"):
    """Somebody left a seat: before the start it is free again, later a bot plays on."""


class NewsGameStarted(_News, frozen=True, kw_only=True, tag="started"):
    """The next game began."""


class NewsDecisionMade(_OfSeat, frozen=True, kw_only=True, tag="played"):
    """A seat decided; `stand_in` if a bot did so in its place, in part at least.

    Other seats receive a placement together with the decision about a swap that follows.
    """

    stand_in: bool
    story: tuple[StoryItem, ...]
    entries: tuple[LogEntry, ...] | UnsetType = UNSET


class NewsClockExpired(_OfSeat, frozen=True, kw_only=True, tag="ran-out"):
    """The time of a seat ran out."""


class NewsTakebackRequested(_OfSeat, frozen=True, kw_only=True, tag="asked-back"):
    """A seat would like to take its last decision back."""


class NewsTakebackAccepted(_OfSeat, frozen=True, kw_only=True, tag="agreed-back"):
    """Somebody agreed to a takeback, but others still have to."""


class NewsTakebackDeclined(_OfSeat, frozen=True, kw_only=True, tag="refused-back"):
    """Somebody did not agree to a takeback."""


class NewsTakebackWithdrawn(_OfSeat, frozen=True, kw_only=True, tag="withdrew-back"):
    """A seat withdrew its takeback request."""


class NewsTakebackApplied(_OfSeat, frozen=True, kw_only=True, tag="took-back"):
    """The game stands before a decision of this seat again."""


class NewsReactionSent(_OfSeat, frozen=True, kw_only=True, tag="reacted"):
    """A seat sent a quick chat message."""

    reaction: events.Reaction


class NewsClockPaused(_OfSeat, frozen=True, kw_only=True, tag="clock-paused"):
    """The connection of the seat that has to decide is silent; its clock is paused since then."""

    since: int


class NewsClockResumed(_OfSeat, frozen=True, kw_only=True, tag="clock-resumed"):
    """The seat is connected again, and its clock runs again."""


class NewsServerAway(_News, frozen=True, kw_only=True, tag="server-away"):
    """Nobody could play from `since` to `until`; that time does not count."""

    since: int
    until: int


class NewsMessageSent(_OfSeat, frozen=True, kw_only=True, tag="message-sent"):
    """A seat wrote to its partner; until the game is over only those two receive the text."""

    text: str | UnsetType = UNSET


class NewsGameImported(_News, frozen=True, kw_only=True, tag="imported"):
    """A game that was played elsewhere came to the table, to be looked at."""


class NewsRematchOpened(_News, frozen=True, kw_only=True, tag="rematched"):
    """The same people go on at another table."""

    table: str


class NewsTableClosed(_News, frozen=True, kw_only=True, tag="closed"):
    """The host closed the table before any game began."""


News = (
    NewsTableOpened
    | NewsSeatTaken
    | NewsSeatLeft
    | NewsGameStarted
    | NewsDecisionMade
    | NewsClockExpired
    | NewsTakebackRequested
    | NewsTakebackAccepted
    | NewsTakebackDeclined
    | NewsTakebackWithdrawn
    | NewsTakebackApplied
    | NewsReactionSent
    | NewsClockPaused
    | NewsClockResumed
    | NewsServerAway
    | NewsMessageSent
    | NewsGameImported
    | NewsRematchOpened
    | NewsTableClosed
)

NEWS: Mapping[str, type[News]] = {str(kind.__struct_config__.tag): kind for kind in get_args(News)}
"""The structs by the tags of their events, which are the same."""

_TOLD: Mapping[str, tuple[str, ...]] = {
    str(event.__struct_config__.tag): tuple(
        name
        for name in event.__struct_fields__
        if name in NEWS[str(event.__struct_config__.tag)].__struct_fields__ and name != "text"
    )
    for event in get_args(events.Event)
}
"""The fields that an event and its news have in common, but not the text of a message."""


def to_news(
    applied: AppliedEvent,
    held: AppliedEvent | None,
    viewer: int | None,
    seats: Collection[int],
    text: str | None,
) -> News:
    """An event as a viewer on these seats may know it, with what was `held` until now.

    `text` is that of a message which the viewer may read.
    """
    event, rules = applied.event, applied.rules
    tag = str(event.__struct_config__.tag)
    values: dict[str, Any] = {name: getattr(event, name) for name in _TOLD[tag]}
    values["number"] = applied.count.for_seats(seats)
    if isinstance(event, events.DecisionMade):
        story, entries = applied.story, applied.entries
        if held is not None and isinstance(held.event, events.DecisionMade):
            story, entries = (*held.story, *story), (*held.entries, *entries)
            values["stand_in"] = event.stand_in or held.event.stand_in
        values["story"] = to_story(story)
        if rules is not None and entries:
            values["entries"] = to_entries(rules, entries, viewer)
    if text is not None:
        values["text"] = text
    return NEWS[tag](**values)


def to_entries(
    rules: AnyGame, entries: Sequence[Entry], viewer: int | None
) -> tuple[LogEntry, ...]:
    """New entries of a record, redacted for a viewer."""
    view: View = "spectator" if viewer is None else viewer
    return tuple(
        msgspec.convert(write_entry(redact_entry(rules, entry, view), rules.name), LogEntry)
        for entry in entries
    )
