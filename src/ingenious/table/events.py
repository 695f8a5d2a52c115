"""What can happen at a table. The events of a table, numbered from 0, are all that is stored.

Clients receive an event as news: its public fields, and no others (`view.news`).
"""

from typing import Annotated, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

from ..rules import AnyState
from ..rules.events import Event as RulesEvent
from ..rules.moves import Decision
from .settings import Settings
from .view.decision import DecisionDoc, from_doc, to_doc

Reaction = Literal["hello", "well-played", "oops", "wow", "thinking", "thanks", "good-game"]
"""Quick chat: fixed messages instead of free text."""

T = TypeVar("T")

PUBLIC = Meta(extra={"public": True})

Public = Annotated[T, PUBLIC]
"""A field that everyone may see. Other fields are stored and never sent."""


class _Event(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    at: int  # milliseconds since 1970


class TableOpened(_Event, frozen=True, tag="created"):
    """The table was opened."""

    settings: Settings
    by: str


class SeatTaken(_Event, frozen=True, tag="sat", rename={"person_id": "who"}):
    """A player took a seat, or came back to it."""

    seat: Public[int]
    person_id: str
    name: Public[str]


class SeatLeft(_Event, frozen=True, tag="left"):
    """A player left a seat: before the start it is free again, later a bot plays on."""

    seat: Public[int]


class GameStarted(_Event, frozen=True, tag="started"):
    """The next game began."""

    seed: str  # 32 bytes, hexadecimal; decides all outcomes of the game


class Checked(NamedTuple):
    """What the rules made of a decision when a command was checked."""

    before: AnyState
    after: AnyState
    story: list[RulesEvent]


class DecisionMade(_Event, frozen=True, tag="played", eq=False):
    """A seat decided; `stand_in` if a bot did so in place of its person.

    `held` if the seat has to decide about a swap or a discard next. The others may not learn that
    it can, so they learn of both decisions together.
    """

    seat: Public[int]
    decision: Decision
    stand_in: Public[bool] = False
    held: bool = False
    # Never stored, and not compared: it saves applying the rules a second time.
    checked: Checked | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DecisionMade) and encode(self) == encode(other)

    def __hash__(self) -> int:
        return hash((self.at, self.seat, self.decision))


class _StoredDecision(_Event, frozen=True, tag="played"):
    """`DecisionMade` as it is stored."""

    seat: int
    decision: DecisionDoc
    stand_in: bool = False
    held: bool = False


class ClockExpired(_Event, frozen=True, tag="ran-out"):
    """The time of a seat ran out."""

    seat: Public[int]


class TakebackRequested(_Event, frozen=True, tag="asked-back"):
    """A seat requested to take its last decision back."""

    seat: Public[int]


class TakebackDeclined(_Event, frozen=True, tag="refused-back"):
    """A player declined a takeback."""

    seat: Public[int]


class TakebackAccepted(_Event, frozen=True, tag="agreed-back"):
    """A player accepted a takeback; others still have to."""

    seat: Public[int]


class TakebackWithdrawn(_Event, frozen=True, tag="withdrew-back"):
    """A seat withdrew its takeback request."""

    seat: Public[int]


class TakebackApplied(_Event, frozen=True, tag="took-back"):
    """The game went back to before a decision of this seat."""

    seat: Public[int]
    decisions: int  # how many are left


class ReactionSent(_Event, frozen=True, tag="reacted"):
    """A seat sent a quick chat message."""

    seat: Public[int]
    reaction: Public[Reaction]


class ClockPaused(_Event, frozen=True, tag="clock-paused"):
    """The connection of the seat that has to decide went silent, so its clock was paused."""

    seat: Public[int]
    since: Public[int]


class ClockResumed(_Event, frozen=True, tag="clock-resumed"):
    """The seat is connected again, and its clock runs again."""

    seat: Public[int]


class ServerAway(_Event, frozen=True, tag="server-away"):
    """The game stood still from `since` to `until`; that time does not count."""

    since: Public[int]
    until: Public[int]


class MessageSent(_Event, frozen=True, tag="message-sent"):
    """A seat wrote to its partner."""

    seat: Public[int]
    text: str


class GameImported(_Event, frozen=True, tag="imported"):
    """A game that was played elsewhere was imported, to be viewed."""

    record: dict[str, object]


class TableClosed(_Event, frozen=True, tag="closed"):
    """The host closed the table before any game began."""


class RematchOpened(_Event, frozen=True, tag="rematched"):
    """The same people continue at another table."""

    table: Public[str]


_StoredAsIs = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | GameStarted
    | ClockExpired
    | TakebackRequested
    | TakebackDeclined
    | TakebackAccepted
    | TakebackWithdrawn
    | TakebackApplied
    | ReactionSent
    | ClockPaused
    | ClockResumed
    | ServerAway
    | MessageSent
    | GameImported
    | RematchOpened
    | TableClosed
)
"""The events that are stored just as they are."""

Event = _StoredAsIs | DecisionMade
_Stored = _StoredAsIs | _StoredDecision

_encoder = msgspec.json.Encoder()
_decoder: "msgspec.json.Decoder[_Stored]" = msgspec.json.Decoder(_Stored)


def encode(event: Event) -> bytes:
    """An event as it is stored."""
    if not isinstance(event, DecisionMade):
        return _encoder.encode(event)
    doc = to_doc(event.decision, event.seat)
    return _encoder.encode(_StoredDecision(event.at, event.seat, doc, event.stand_in, event.held))


def decode(data: bytes | str) -> Event:
    """A stored event; raises `msgspec.DecodeError`, or `Refused` for an impossible decision."""
    event = _decoder.decode(data)
    if not isinstance(event, _StoredDecision):
        return event
    decision = from_doc(event.decision, event.seat)
    return DecisionMade(event.at, event.seat, decision, event.stand_in, event.held)
