"""News: the events of a table as they are told."""

from msgspec import UNSET, UnsetType

from ..events import Reaction
from .records import LogEntry
from .stories import StoryItem
from .told import Told


class _News(Told, frozen=True, kw_only=True, tag_field="event"):
    number: int
    at: int


class _OfSeat(_News, frozen=True, kw_only=True):
    seat: int


class NewsCreated(_News, frozen=True, kw_only=True, tag="created"):
    """The table was opened."""


class NewsSat(_OfSeat, frozen=True, kw_only=True, tag="sat"):
    """Somebody took a seat, or came back to it."""

    name: str


class NewsLeft(_OfSeat, frozen=True, kw_only=True, tag="left"):
    """Somebody left a seat: before the start it is free again, later a bot plays on."""


class NewsStarted(_News, frozen=True, kw_only=True, tag="started"):
    """The next game began."""


class NewsPlayed(_OfSeat, frozen=True, kw_only=True, tag="played"):
    """A seat decided; `stand_in` if a bot did so in its place, in part at least.

    Other seats receive a placement together with the decision about a swap that follows.
    """

    stand_in: bool
    story: tuple[StoryItem, ...]
    entries: tuple[LogEntry, ...] | UnsetType = UNSET


class NewsRanOut(_OfSeat, frozen=True, kw_only=True, tag="ran-out"):
    """The time of a seat ran out."""


class NewsAskedBack(_OfSeat, frozen=True, kw_only=True, tag="asked-back"):
    """A seat would like to take its last decision back."""


class NewsAgreedBack(_OfSeat, frozen=True, kw_only=True, tag="agreed-back"):
    """Somebody agreed to a takeback, but others still have to."""


class NewsRefusedBack(_OfSeat, frozen=True, kw_only=True, tag="refused-back"):
    """Somebody did not agree to a takeback."""


class NewsWithdrewBack(_OfSeat, frozen=True, kw_only=True, tag="withdrew-back"):
    """A seat withdrew its takeback request."""


class NewsTookBack(_OfSeat, frozen=True, kw_only=True, tag="took-back"):
    """The game stands before a decision of this seat again."""


class NewsReacted(_OfSeat, frozen=True, kw_only=True, tag="reacted"):
    """A seat sent a quick chat message."""

    reaction: Reaction


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


class NewsImported(_News, frozen=True, kw_only=True, tag="imported"):
    """A game that was played elsewhere came to the table, to be looked at."""


class NewsRematched(_News, frozen=True, kw_only=True, tag="rematched"):
    """The same people go on at another table."""

    table: str


class NewsClosed(_News, frozen=True, kw_only=True, tag="closed"):
    """The host closed the table before any game began."""


News = (
    NewsCreated
    | NewsSat
    | NewsLeft
    | NewsStarted
    | NewsPlayed
    | NewsRanOut
    | NewsAskedBack
    | NewsAgreedBack
    | NewsRefusedBack
    | NewsWithdrewBack
    | NewsTookBack
    | NewsReacted
    | NewsClockPaused
    | NewsClockResumed
    | NewsServerAway
    | NewsMessageSent
    | NewsImported
    | NewsRematched
    | NewsClosed
)
