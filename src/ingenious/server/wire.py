"""The types of what the server sends, and the schemas of everything that goes over the wire."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..bots.coach import Topic
from ..bots.hints import Measure
from ..bots.reasons.parts import ReasonPart
from ..rules.game import Reason
from ..rules.moves import DecisionKind
from ..table import Phase, Reaction, Settings
from ..table.commands import PossibleCommand
from ..table.messages import Command, Id, Message
from ..table.naming import REFERENCE, KnownColour, KnownGame, wire_type
from ..table.view.base import WireStruct
from ..table.view.decision import DecisionDoc, LogEntry
from ..table.view.news import ANY_NEWS, STORY_EVENTS, EncodedNews, StoryItem
from ..table.view.position import Position, Rules
from ..table.view.records import EncodedRecord, MatchDocument, RecordDocument
from ..table.view.structs import Brief, PartnerMessage, SharedView, View
from .http.errors import RefusalCode

Schema = dict[str, Any]

Absent: TypeAlias = Annotated[
    tuple[int, ...] | None, Meta(description="the seats of absent people; null if unknown")
]

PartnerMessages: TypeAlias = Annotated[
    tuple[PartnerMessage, ...], Meta(description="the messages you may read, if partners may talk")
]

ReasonItem: TypeAlias = Annotated[tuple[str, dict[str, Any]], wire_type("ReasonPart")]


class HintDoc(WireStruct, frozen=True, kw_only=True):
    """A suggested decision: its notation, what to expect from it, and why."""

    entry: DecisionDoc
    move: str
    chance: Annotated[
        float | None, Meta(description="the chance to win, with ties shared; null if unknown")
    ]
    lowest: Annotated[
        float | None, Meta(description="the expected lowest peg at the end; null if unknown")
    ]
    points: Annotated[
        int | None, Meta(description="points scored at once; null if it does not score itself")
    ]
    measure: Annotated[
        Measure | None, Meta(description="the value by which all hints are compared")
    ]
    value: Annotated[
        float | None, Meta(description="the value of that measure; hints are sorted by it")
    ]
    reason: Annotated[str, Meta(description="in English")]
    said: Annotated[
        tuple[ReasonItem, ...], Meta(description="parts of the reason, for other languages")
    ]


class AdviceDoc(WireStruct, frozen=True, kw_only=True):
    """What the coach says: a topic with its values, and the decision to which it points."""

    topic: Topic
    about: Annotated[str, Meta(description="what to send as `said` from now on")]
    after: Annotated[bool, Meta(description="whether it is about a decision that is poor")]
    again: Annotated[
        bool, Meta(description="whether the coach has spoken of the same lowest colours before")
    ]
    colours: Annotated[tuple[KnownColour, ...], Meta(description="the colours that it is about")]
    high: Annotated[
        KnownColour | None, Meta(description="the high colour that a poor decision feeds")
    ]
    points: int
    seat: Annotated[int | None, Meta(description="the opponent that it is about")]
    times: Annotated[int, Meta(description="a chance: `times` in `of`")]
    of: int
    pieces: Annotated[tuple[str, ...], Meta(description="pieces of your rack or hand")]
    scored: Annotated[int | None, Meta(description="what the poor decision scores")]
    better: HintDoc | None


REASON_PARTS = {kind.__name__: kind for kind in get_args(ReasonPart)}
"""The parts of a reason, by name."""


class _ServerMessage(WireStruct, frozen=True, kw_only=True, tag_field="type"):
    pass


class TableMessage(_ServerMessage, frozen=True, kw_only=True, tag="table"):
    """The whole table: the first message, and again when you see through another seat."""

    table: str
    settings: Settings
    record: EncodedRecord | None
    news: tuple[EncodedNews, ...]
    view: View
    absent: Absent
    now: int
    messages: PartnerMessages | UnsetType = UNSET
    invite: str | UnsetType = UNSET
    done: Id | UnsetType = UNSET


class UpdateMessage(_ServerMessage, frozen=True, kw_only=True, tag="update"):
    """What happened, and the view now; `done` is the id of your own message.

    The `record` is there if new entries are not enough: a game has begun, was taken back, or is
    over. So are the `messages` of partners, if they may talk.
    """

    news: tuple[EncodedNews, ...]
    view: View
    now: int
    record: EncodedRecord | UnsetType | None = UNSET
    messages: PartnerMessages | UnsetType = UNSET
    done: Id | UnsetType = UNSET


class PresenceMessage(_ServerMessage, frozen=True, kw_only=True, tag="presence"):
    """A player has been disconnected for some seconds, or is back."""

    absent: Absent


class HeartbeatMessage(_ServerMessage, frozen=True, kw_only=True, tag="heartbeat"):
    """The connection works: sent whenever nothing else was sent for two seconds."""

    now: int


class DoneMessage(_ServerMessage, frozen=True, kw_only=True, tag="done"):
    """A command was run, without new events for you."""

    id: Id
    number: int


class RefusedMessage(_ServerMessage, frozen=True, kw_only=True, tag="refused"):
    """Nothing was changed: why, for programs and for people, and the rule if there is one.

    `number` is there if something else happened before, `again` if it may be tried again.
    """

    id: Id
    code: RefusalCode
    error: str
    rule: str | None
    number: int | UnsetType = UNSET
    again: bool | UnsetType = UNSET


class PreviewMessage(_ServerMessage, frozen=True, kw_only=True, tag="preview"):
    """What a decision would do, up to the next outcome of chance."""

    id: Id
    story: tuple[StoryItem, ...]


class HintsMessage(_ServerMessage, frozen=True, kw_only=True, tag="hints"):
    """The best decisions first."""

    id: Id
    hints: tuple[HintDoc, ...]


class CoachMessage(_ServerMessage, frozen=True, kw_only=True, tag="coach"):
    """What the coach says; null if there is nothing to say. `left` is how many times are left."""

    id: Id
    advice: AdviceDoc | None
    left: int


class SeenTable(WireStruct, frozen=True, kw_only=True):
    """A table as you may see it."""

    table: str
    settings: Settings
    view: View
    record: EncodedRecord | None
    absent: Absent
    messages: PartnerMessages | UnsetType = UNSET
    invite: str | UnsetType = UNSET


AnyRecord = RecordDocument | MatchDocument

ServerMessage = (
    TableMessage
    | UpdateMessage
    | PresenceMessage
    | HeartbeatMessage
    | DoneMessage
    | RefusedMessage
    | PreviewMessage
    | HintsMessage
    | CoachMessage
)

NAMED_TYPES: dict[str, object] = {
    "Game": KnownGame,
    "Colour": KnownColour,
    "Phase": Phase,
    "Reason": Reason,
    "Reaction": Reaction,
    "DecisionKind": DecisionKind,
    "Can": PossibleCommand,
    "RefusalCode": RefusalCode,
    "Position": Position,
    "News": ANY_NEWS,
    "AnyRecord": AnyRecord,
    "ServerMessage": ServerMessage,
    "Command": Command,
    "ClientMessage": Message,
}
"""Types without a class, by their names in the API."""


def schemas(kinds: Sequence[object]) -> tuple[list[Schema], dict[str, Schema]]:
    """The JSON schemas of some types, and those of all that goes over the wire, by name."""
    items = {**STORY_EVENTS, **REASON_PARTS}
    every = [*kinds, *NAMED_TYPES.values(), Brief, SharedView, Rules, LogEntry, *items.values()]
    found, components = msgspec.json.schema_components(every, ref_template=REFERENCE)
    named = dict(zip(NAMED_TYPES, found[len(kinds) :], strict=False))
    named |= {"StoryEvent": _items(STORY_EVENTS), "ReasonPart": _items(REASON_PARTS)}
    for name in items:
        components[name] = _with_field_schemas(components[name])
    parts = {name: _with_names(schema, named) for name, schema in components.items()}
    unions = {
        name: {"title": name, **{key: _with_names(part, named) for key, part in schema.items()}}
        for name, schema in named.items()
    }
    return [_with_names(schema, named) for schema in found[: len(kinds)]], unions | parts


FIELD_SCHEMAS: Schema = {
    "symbol": {"$ref": REFERENCE.format(name="Colour")},
    "colour": {"$ref": REFERENCE.format(name="Colour")},
    "reason": {"$ref": REFERENCE.format(name="Reason")},
    "gains": {
        "type": "array",
        "items": {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "prefixItems": [{"$ref": REFERENCE.format(name="Colour")}, {"type": "integer"}],
            "items": False,
        },
    },
}
"""The types of fields that are plain strings in the rules and in reasons."""


def _with_field_schemas(schema: Schema) -> Schema:
    """The schema of an event of the rules, or of a part of a reason, with nothing left open."""
    properties = {
        name: {**FIELD_SCHEMAS[name], **{k: v for k, v in part.items() if k == "default"}}
        if name in FIELD_SCHEMAS
        else part
        for name, part in schema["properties"].items()
    }
    return {**schema, "properties": properties, "additionalProperties": False}


def _reference(name: str) -> Schema:
    return {"$ref": REFERENCE.format(name=name)}


def _items(kinds: Iterable[str]) -> Schema:
    return {"anyOf": [_item(name) for name in kinds]}


def _item(name: str) -> Schema:
    """An item of a story or of a reason: its name and its values."""
    pair = [{"const": name}, _reference(name)]
    return {"type": "array", "minItems": 2, "maxItems": 2, "prefixItems": pair, "items": False}


def _with_names(schema: object, named: dict[str, Schema]) -> Any:
    """A schema that refers to named types by name."""
    if isinstance(schema, dict):
        notes = {key: schema[key] for key in ("description", "default") if key in schema}
        if "$ref" in schema:
            return {"$ref": schema["$ref"], **notes}
        bare = {key: part for key, part in schema.items() if key not in notes}
        for name, kind in named.items():
            if bare == kind:
                return _reference(name) | notes
        return {key: _with_names(part, named) for key, part in schema.items()}
    return [_with_names(part, named) for part in schema] if isinstance(schema, list) else schema
