"""What a client can ask for at a table, over a socket or by HTTP."""

import msgspec
from msgspec import Struct

from ..table import Reaction
from ..table.wire import Decision

Id = int | str | None
"""A client may number its messages as it likes; answers carry the same."""


class _Message(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    id: Id = None


class Play(_Message, frozen=True, tag="play"):
    """Decide for a seat: an entry as over a pipe, and the number that it is to get."""

    seat: int
    number: int
    decision: Decision


class Preview(_Message, frozen=True, tag="preview"):
    """Ask what a decision would do; nothing changes."""

    seat: int
    decision: Decision


class Look(_Message, frozen=True, tag="look"):
    """On a screen that several seats share: show what the acting seat sees, until its turn ends."""

    seat: int


class Sit(_Message, frozen=True, tag="sit"):
    """Take a seat, or come back to it; a table that is not listed wants its invitation."""

    seat: int
    invite: str = ""
    name: str = ""


class Leave(_Message, frozen=True, tag="leave"):
    """Leave a seat; in a game a bot plays on until one comes back."""

    seat: int


class Start(_Message, frozen=True, tag="start"):
    """Start the game, or the next one of a match."""


class Back(_Message, frozen=True, tag="back"):
    """Ask to take back one's last decision."""

    seat: int


class AnswerBack(_Message, frozen=True, tag="answer-back"):
    """Say whether somebody may take back; `seat` is the one that asks, lest another is meant."""

    agrees: bool
    seat: int | None = None


class WithdrawBack(_Message, frozen=True, tag="withdraw-back"):
    """Withdraw one's own takeback request."""


class React(_Message, frozen=True, tag="react"):
    """Say one of the quick words."""

    seat: int
    reaction: Reaction


class Say(_Message, frozen=True, tag="say"):
    """Write to one's partner in a team game, where the partners may talk."""

    seat: int
    text: str


class Rematch(_Message, frozen=True, tag="rematch"):
    """Go on at a new table, at which the next seat begins."""


class Close(_Message, frozen=True, tag="close"):
    """Close a table that one has opened, before any game begins."""


class AskHint(_Message, frozen=True, tag="hint"):
    """Ask for the best few decisions of a seat; on casual tables only."""

    seat: int
    count: int = 3


Command = (
    Play | Sit | Leave | Start | Back | AnswerBack | WithdrawBack | React | Say | Rematch | Close
)
"""What changes a table; it can be sent by HTTP too."""

Message = Command | Preview | Look | AskHint

_DECODER: "msgspec.json.Decoder[Message]" = msgspec.json.Decoder(Message)


class _Numbered(Struct, frozen=True):
    id: Id = None


_ID: "msgspec.json.Decoder[_Numbered]" = msgspec.json.Decoder(_Numbered)


def id_of(data: bytes | str) -> Id:
    """What a client calls its message, if that much can be read of it."""
    try:
        return _ID.decode(data).id
    except (msgspec.DecodeError, RecursionError):
        return None


def read(data: bytes | str) -> Message:
    """A message of a client; raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
    try:
        return _DECODER.decode(data)
    except RecursionError:
        raise msgspec.DecodeError("the message is nested too deep") from None
