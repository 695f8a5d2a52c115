"""What can happen at a table. The events of a table, numbered from 0, are all that is stored."""

from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from ..rules import AnyState
from ..rules.events import Event as RulesEvent
from ..rules.moves import Decision
from .settings import Settings
from .view.decision import DecisionDoc, to_decision, to_doc

Reaction = Literal["hello", "well-played", "oops", "wow", "thinking", "thanks", "good-game"]
"""Quick chat: fixed messages instead of free text."""


class _Event(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    at: int  # milliseconds since 1970


class TableOpened(_Event, frozen=True, tag="created"):
    """The table was opened by somebody."""

    settings: Settings
    by: str


class SeatTaken(_Event, frozen=True, tag="sat"):
    """Somebody took a seat, or came back to it."""

    seat: int
    who: str
    name: str


class SeatLeft(_Event, frozen=True, tag="left"):
    """Somebody left a seat: before the start it is free again, later a bot plays on."""

    seat: int


class GameStarted(_Event, frozen=True, tag="started"):
    """The next game began; all its chance comes from the seed."""

    seed: str  # 32 bytes, hexadecimal


class Checked(NamedTuple):
    """What the rules made of a decision when a command was checked."""

    before: AnyState
    after: AnyState
    story: list[RulesEvent]


class DecisionMade(_Event, frozen=True, tag="played", eq=False):
    """A seat decided; `stand_in` if a bot did so in place of the person who holds the seat.

    `held` if the seat has to decide about a swap or a discard next. The others may not learn that
    it can, so they learn of both decisions together.
    """

    seat: int
    decision: Decision
    stand_in: bool = False
    held: bool = False
    # Never stored, and not compared: it saves applying the rules a second time.
    checked: Checked | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DecisionMade) and _to_stored(self) == _to_stored(other)

    def __hash__(self) -> int:
        return hash((self.at, self.seat, self.decision))


class _StoredDecision(_Event, frozen=True, tag="played"):
    """`Played` as it is stored."""

    seat: int
    decision: DecisionDoc
    stand_in: bool = False
    held: bool = False


class ClockExpired(_Event, frozen=True, tag="ran-out"):
    """The time of a seat ran out: for a decision, or on a total clock for the rest of the game."""

    seat: int


class TakebackRequested(_Event, frozen=True, tag="asked-back"):
    """A seat would like to take its last decision back."""

    seat: int


class TakebackDeclined(_Event, frozen=True, tag="refused-back"):
    """Somebody did not agree to a takeback."""

    seat: int


class TakebackAccepted(_Event, frozen=True, tag="agreed-back"):
    """Somebody agreed to a takeback, but others still have to."""

    seat: int


class TakebackWithdrawn(_Event, frozen=True, tag="withdrew-back"):
    """A seat withdrew its takeback request."""

    seat: int


class TakebackApplied(_Event, frozen=True, tag="took-back"):
    """The game stands where it was after so many decisions."""

    seat: int
    decisions: int


class ReactionSent(_Event, frozen=True, tag="reacted"):
    """A seat sent a quick chat message."""

    seat: int
    reaction: Reaction


class ClockPaused(_Event, frozen=True, tag="clock-paused"):
    """The connection of the seat that has to decide is silent: its clock is paused from `since`."""

    seat: int
    since: int


class ClockResumed(_Event, frozen=True, tag="clock-resumed"):
    """The seat is connected again, and its clock runs."""

    seat: int


class ServerAway(_Event, frozen=True, tag="server-away"):
    """Nobody could play from `since` to `until`: no clock ran."""

    since: int
    until: int


class MessageSent(_Event, frozen=True, tag="message-sent"):
    """A seat wrote to its partner."""

    seat: int
    text: str


class GameImported(_Event, frozen=True, tag="imported"):
    """A game that was played elsewhere came to the table, to be looked at."""

    record: dict[str, object]


class TableClosed(_Event, frozen=True, tag="closed"):
    """The host closed the table before any game began."""


class RematchOpened(_Event, frozen=True, tag="rematched"):
    """The same people go on at another table."""

    table: str


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

_ENCODER = msgspec.json.Encoder()
_DECODER: "msgspec.json.Decoder[_Stored]" = msgspec.json.Decoder(_Stored)


def encode(event: Event) -> bytes:
    """An event as it is stored."""
    return _ENCODER.encode(_to_stored(event) if isinstance(event, DecisionMade) else event)


def decode(data: bytes | str) -> Event:
    """A stored event; raises `msgspec.DecodeError`, or `Refused` for an impossible decision."""
    event = _DECODER.decode(data)
    if not isinstance(event, _StoredDecision):
        return event
    decision = to_decision(event.decision, event.seat)
    return DecisionMade(event.at, event.seat, decision, event.stand_in, event.held)


def _to_stored(event: DecisionMade) -> _StoredDecision:
    doc = to_doc(event.decision, event.seat)
    return _StoredDecision(event.at, event.seat, doc, event.stand_in, event.held)
