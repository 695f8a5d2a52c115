"""Replays of finished games, and the history of running ones, for clients without rules."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ...record import MatchRecord, Record, RecordError, parse, steps, verify
from ...record.model import View
from ...record.replay import Step
from ...rules import AnyGame, AnyState
from ...rules.events import Event
from ...rules.moves import Chance
from ...table.live_game import SECRET_KINDS
from ...table.view.base import Groups
from ...table.view.build import encode
from ...table.view.news import StoryItem, to_story
from ...table.view.position import (
    Position,
    PositionBuilder,
    Rules,
    hands_of,
    open_hands,
    open_racks,
    racks_of,
    rules_of,
    without_rays,
)
from ...table.view.records import EncodedRecord, encode_record


class ReplayStep(Struct, frozen=True):
    """One step: the entry that it belongs to, what happened, and how the game then looked."""

    entry: Annotated[int | None, Meta(description="index of the entry; null for the opening deal")]
    story: tuple[StoryItem, ...]
    position: Position
    racks: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    hands: tuple[tuple[str, ...], ...] | UnsetType = UNSET


class Replay(Struct, frozen=True):
    """A game from its beginning to its end."""

    record: EncodedRecord
    rules: Rules
    steps: list[ReplayStep]
    stand_ins: (
        Annotated[
            tuple[int, ...],
            Meta(description="entries that a bot decided in place of a player, if known"),
        ]
        | UnsetType
    ) = UNSET


class PastStep(Struct, frozen=True):
    """One step of a running game: what happened, and how the game then looked to you."""

    entry: Annotated[
        int | None,
        Meta(description="the index of the step's last entry, from 0; null for the deal"),
    ]
    story: tuple[StoryItem, ...]
    position: Annotated[Position, Meta(description="without `rays` and `spots`")]
    racks: Groups | UnsetType = UNSET
    hands: Groups | UnsetType = UNSET


class History(Struct, frozen=True):
    """A game from its deal to its last move, as you may know it."""

    steps: list[PastStep]


MAX_CACHED = 64
"""Answers of each cache; a picture has up to half a megabyte."""

MAX_RECORD_BYTES = 2**20
"""Of an uploaded record; a match of long games has a tenth of it."""

INVALID_TEXT = "a name in this record is not valid text: it contains half of a surrogate pair"

MAX_ENTRIES = 5000
"""Of an uploaded game; the longest real ones have a few hundred."""


class AnswerCache:
    """A cache of recent answers as JSON; an answer never changes."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[str, int | str], bytes] = OrderedDict()

    def get(self, key: tuple[str, int | str]) -> bytes | None:
        """The answer, which is then the most recently used one."""
        found = self._made.get(key)
        if found is not None:
            self._made.move_to_end(key)
        return found

    def add(self, key: tuple[str, int | str], made: bytes) -> None:
        """Keep an answer, and drop the least recently used one if there are too many."""
        self._made[key] = made
        if len(self._made) > MAX_CACHED:
            self._made.popitem(last=False)

    def clear(self) -> None:
        """Drop all answers."""
        self._made.clear()


replay_cache = AnswerCache()
"""By the table and the number of the game there."""

history_cache = AnswerCache()
"""By the digest of the record, and the view."""


picture_cache = AnswerCache()
"""By the digest of the request."""


def replay_of(record: Record, stand_ins: tuple[int, ...] = ()) -> Replay:
    """The steps of a whole record, one for the deal and one for each entry."""
    found = [
        ReplayStep(
            entry=last.entry,
            story=story,
            position=position,
            racks=open_racks(last.after),
            hands=open_hands(last.after),
        )
        for last, story, position in _steps(record)
    ]
    rules = rules_of(record.game)
    return Replay(encode_record(record, "whole"), rules, found, stand_ins or UNSET)


def history_of(record: Record, view: View) -> History:
    """The steps of a running game, from a whole record of all that the view knows of.

    Where draws are hidden, a step ends only at a decision that is not secret. A step in between
    would reveal that a player could have swapped and did not.
    """
    found: list[PastStep] = []
    for last, story, position in _steps(record, _is_between):
        state = last.after
        racks, hands = racks_of(state, view), hands_of(state, view)
        found.append(PastStep(last.entry, story, without_rays(position), racks, hands))
    return History(found)


def _steps(
    record: Record, is_between: Callable[[AnyGame, AnyState], bool] | None = None
) -> Iterator[tuple[Step, tuple[StoryItem, ...], Position]]:
    """The last move, the story and the position of each step.

    Where `is_between` holds for a state, the step continues, unless the record ends there.
    """
    game, positions = record.game, PositionBuilder()
    stories: list[Event] = []
    made = list(steps(record))
    for step, following in zip_longest(made, made[1:]):
        stories += game.events(step.before, step.move)
        # A decision and its outcome are one entry.
        if following and following.entry == step.entry:
            continue
        if following and is_between is not None and is_between(game, step.after):
            continue
        yield step, to_story(stories), positions.build(game, step.after)
        stories = []


def _is_between(game: AnyGame, state: AnyState) -> bool:
    """Whether only the acting seat may know of a state."""
    awaited = game.awaits(state)
    if not game.hides_draws or awaited is None:
        return False
    return isinstance(awaited, Chance) or awaited.kind in SECRET_KINDS


RecordCode = Literal["record", "record-hides", "record-is-long", "record-not-over"]


class CannotReplay(RecordError):
    """A record that may be valid, but cannot be replayed here."""

    def __init__(self, code: RecordCode, message: str) -> None:
        super().__init__(message)
        self.code: RecordCode = code


def replay_json(text: str, number: int) -> bytes:
    """The replay of a game of a record file as JSON; raises `RecordError`."""
    record = whole_game(text, number)
    try:
        return encode(replay_of(record))
    except UnicodeEncodeError:  # JSON can escape half of a surrogate pair
        raise CannotReplay("record", INVALID_TEXT) from None


def table_replay_json(text: str, stand_ins: tuple[int, ...]) -> bytes:
    """The replay of a finished game of a table as JSON; raises `RecordError`."""
    record = parse(text)
    assert isinstance(record, Record), "the games of a match are replayed one by one"
    return encode(replay_of(record, stand_ins))


def history_of_table(text: str, view: View) -> bytes:
    """The moves of a running game of a table, redacted for a view, as JSON."""
    record = parse(text)
    assert isinstance(record, Record), "only one game of a match is running"
    return encode(history_of(record, view))


def whole_game(text: str, number: int) -> Record:
    """Game `number`, from 0, of a record file, if it is over and valid; raises `RecordError`."""
    before = 0
    for document in _documents(text):
        games = document.games if isinstance(document, MatchRecord) else (document,)
        if number < before + len(games):
            for game in games:  # verifying the match replays all of them
                _check_whole(game)
            verify(document)
            return games[number - before]
        before += len(games)
    counted = f"games are counted from 0, and it has {before}"
    raise CannotReplay("record", f"there is no game {number} in this file; {counted}")


def _documents(text: str) -> Iterator[Record | MatchRecord]:
    """The records of a file, one per line, or a single one that spans several lines."""
    first, _, _ = text.strip().partition("\n")
    lines = text.split("\n") if first.rstrip().endswith("}") else [text]
    return (parse(line) for line in lines if line.strip())


def _check_whole(record: Record) -> None:
    if record.view != "whole":
        raise CannotReplay(
            "record-hides", "this record is redacted; only complete records can be replayed"
        )
    if record.result is None:
        raise CannotReplay(
            "record-not-over", "the game is not over; only finished games can be replayed"
        )
    if len(record.log) > MAX_ENTRIES:
        raise CannotReplay(
            "record-is-long",
            f"the game is too long to replay: it has more than {MAX_ENTRIES} entries",
        )
