"""News: the events of a table as players and spectators receive them.

A news struct has the public fields of its event: never the id of a person, a seed or a decision.
Its entries in the record show a decision; a declined swap has none.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any, TypeAlias, get_args

import msgspec
from msgspec import UNSET, UnsetType

from ...record import Entry
from ...record.entries import write_entry
from ...record.model import View
from ...record.redact import redact_entry
from ...rules import AnyGame
from ...rules import events as rules_events
from ..applied import AppliedEvent
from ..events import PUBLIC, DecisionMade, Event, MessageSent
from ..naming import wire_type
from .base import WireStruct

STORY_EVENTS = {kind.__name__: kind for kind in get_args(rules_events.Event)}
"""The events of the rules, by name."""

StoryItem: TypeAlias = Annotated[tuple[str, Any], wire_type("StoryEvent")]
"""The name of an event of the rules, and its values. msgspec has no unions of dataclasses."""


def to_story(events: Sequence[rules_events.Event]) -> tuple[StoryItem, ...]:
    """The story of a move as it is sent."""
    return tuple([(type(event).__name__, event) for event in events])


class _News(WireStruct, frozen=True, kw_only=True, tag_field="event"):
    number: int
    at: int


EncodedEntry = Annotated[msgspec.Raw, wire_type("LogEntry")]


class NewsDecisionMade(_News, frozen=True, kw_only=True, tag="played"):
    """A seat decided; `stand_in` if a bot did so in its place, at least in part.

    Other seats receive a placement together with the decision about a swap that follows.
    """

    seat: int
    stand_in: bool
    story: tuple[StoryItem, ...]
    entries: tuple[EncodedEntry, ...] | UnsetType = UNSET


class NewsMessageSent(_News, frozen=True, kw_only=True, tag="message-sent"):
    """A seat wrote to its partner; until the game is over only those two receive the text."""

    seat: int
    text: str | UnsetType = UNSET


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _public_fields(event: type[Event]) -> dict[str, object]:
    """The names and types of the fields of an event that everyone may see."""
    fields = ((field.name, get_args(field.type)) for field in msgspec.structs.fields(event))
    return {name: types[0] for name, types in fields if PUBLIC in types}


def _news_of(event: type[Event]) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        f"News{event.__name__}",
        _public_fields(event).items(),
        bases=(_News,),
        namespace={"__doc__": event.__doc__},
        tag=_tag(event),
        frozen=True,
        kw_only=True,
    )


_WITH_MORE = {_tag(kind): kind for kind in (NewsDecisionMade, NewsMessageSent)}

NEWS: Mapping[str, type[msgspec.Struct]] = {
    _tag(event): _WITH_MORE.get(_tag(event)) or _news_of(event) for event in get_args(Event)
}
"""The news structs by the tags of their events, which are the same."""

ANY_NEWS: object = reduce(or_, NEWS.values())
"""The union of all news, for the schema."""

EncodedNews = Annotated[msgspec.Raw, wire_type("News")]

_PUBLIC_FIELDS = {event: ("at", *_public_fields(event)) for event in get_args(Event)}

_encode = msgspec.json.Encoder().encode


def encode_news(
    applied: AppliedEvent,
    held: AppliedEvent | None,
    viewer: int | None,
    seats: Collection[int],
    text: str | None,
) -> EncodedNews:
    """An event as a viewer on these seats may know it, with what was `held` until now.

    `text` is that of a message which the viewer may read.
    """
    event, rules = applied.event, applied.rules
    values = {name: getattr(event, name) for name in _PUBLIC_FIELDS[type(event)]}
    values["number"] = applied.count.for_seats(seats)
    if isinstance(event, DecisionMade):
        story, entries = applied.story, applied.entries
        if held is not None and isinstance(held.event, DecisionMade):
            story, entries = (*held.story, *story), (*held.entries, *entries)
            values["stand_in"] = event.stand_in or held.event.stand_in
        values["story"] = to_story(story)
        if rules is not None and entries:
            values["entries"] = _encode_entries(rules, entries, viewer)
    elif isinstance(event, MessageSent) and text is not None:
        values["text"] = text
    return msgspec.Raw(_encode(NEWS[_tag(type(event))](**values)))


def _encode_entries(
    rules: AnyGame, entries: Sequence[Entry], viewer: int | None
) -> tuple[EncodedEntry, ...]:
    """New entries of a record, redacted for a viewer."""
    view: View = "spectator" if viewer is None else viewer
    redacted = [redact_entry(rules, entry, view) for entry in entries]
    return tuple([msgspec.Raw(_encode(write_entry(entry, rules.name))) for entry in redacted])
