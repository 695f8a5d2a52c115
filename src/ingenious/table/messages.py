"""The messages that a client can send to a table, over a socket or by HTTP."""

import msgspec
from msgspec import Struct

from .events import Reaction
from .view.decision import DecisionDoc

Id = int | str | None
"""Chosen by the client; the answer repeats it."""


class _ClientMessage(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    id: Id = None


class Play(_ClientMessage, frozen=True, tag="play"):
    """Decide for a seat: an entry as in the pipe protocol, and the number the event should get."""

    seat: int
    number: int
    decision: DecisionDoc


class Preview(_ClientMessage, frozen=True, tag="preview"):
    """Ask what a decision would do; nothing changes."""

    seat: int
    decision: DecisionDoc


class Look(_ClientMessage, frozen=True, tag="look"):
    """On a shared screen: show what the acting seat sees, until its turn ends."""

    seat: int


class Sit(_ClientMessage, frozen=True, tag="sit"):
    """Take a seat, or come back to it; a table that is not listed needs its invitation."""

    seat: int
    invite: str = ""
    name: str = ""


class Leave(_ClientMessage, frozen=True, tag="leave"):
    """Leave a seat; during a game a bot plays until the player comes back."""

    seat: int


class Start(_ClientMessage, frozen=True, tag="start"):
    """Start the game, or the next one of a match."""


class RequestTakeback(_ClientMessage, frozen=True, tag="takeback"):
    """Ask to take back the seat's last decision."""

    seat: int


class AnswerTakeback(_ClientMessage, frozen=True, tag="takeback-reply"):
    """Answer a takeback request; `seat`, if given, must be the seat that asked."""

    agrees: bool
    seat: int | None = None


class WithdrawTakeback(_ClientMessage, frozen=True, tag="takeback-withdraw"):
    """Withdraw your own takeback request."""


class React(_ClientMessage, frozen=True, tag="react"):
    """Send a quick chat message."""

    seat: int
    reaction: Reaction


class Say(_ClientMessage, frozen=True, tag="say"):
    """Write to your partner in a team game, if partners may talk."""

    seat: int
    text: str


class Rematch(_ClientMessage, frozen=True, tag="rematch"):
    """Start a rematch at a new table, where the next seat begins."""


class Close(_ClientMessage, frozen=True, tag="close"):
    """Close a table that you opened, before any game begins."""


class AskHint(_ClientMessage, frozen=True, tag="hint"):
    """Ask for the best few decisions of a seat; only at casual tables."""

    seat: int
    count: int = 3


class AskCoach(_ClientMessage, frozen=True, tag="coach"):
    """Ask the coach of a coached table what matters now, or about a decision before it is made.

    `said` is what the coach has spoken `about` in this game.
    """

    seat: int
    decision: DecisionDoc | None = None
    said: tuple[str, ...] = ()


TableCommand = (
    Play
    | Sit
    | Leave
    | Start
    | RequestTakeback
    | AnswerTakeback
    | WithdrawTakeback
    | React
    | Say
    | Close
)
"""The messages that change the table they are sent to, and no other."""

Command = TableCommand | Rematch
"""The messages that change something; they can also be sent by HTTP."""

Message = Command | Preview | Look | AskHint | AskCoach

_decoder: "msgspec.json.Decoder[Message]" = msgspec.json.Decoder(Message)


class _WithId(Struct, frozen=True):
    id: Id = None


_id_decoder: "msgspec.json.Decoder[_WithId]" = msgspec.json.Decoder(_WithId)


def id_of(data: bytes | str) -> Id:
    """The id of a message, if that much of it can be read."""
    try:
        return _id_decoder.decode(data).id
    except (msgspec.DecodeError, RecursionError):
        return None


def decode_message(data: bytes | str) -> Message:
    """A message of a client; raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
    try:
        return _decoder.decode(data)
    except RecursionError:
        raise msgspec.DecodeError("the message is nested too deeply") from None
