"""A table as the fold over its events."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..record import Dealer, Entry, MatchRecord, Record, match_by_totals, match_of, read
from ..rules import Game
from ..rules.events import Event as Told
from ..rules.match import start_of
from ..rules.moves import Turn
from .events import (
    AgreedBack,
    AskedBack,
    ClockPaused,
    ClockResumed,
    Closed,
    Created,
    Event,
    Imported,
    Left,
    MessageSent,
    Played,
    RanOut,
    Reacted,
    RefusedBack,
    Rematched,
    Sat,
    ServerAway,
    Started,
    TookBack,
    WithdrewBack,
)
from .playing import Playing
from .settings import STAND_IN, SeatPlan
from .texts import presentable
from .timing import Pause, Timing

Phase = Literal["gathering", "playing", "between", "over"]
"""Between two challenges of a match somebody has to start the next one."""

NEWS = 100
"""So many of the last news are kept for whoever was away for a moment."""


BOTS = ("Emil", "Nora", "Ben", "Ines")
"""What the bots are called, by seat: "Nora" is easier to speak of than "bot 3 on seat 1"."""


@dataclass(slots=True)
class Seat:
    """A chair: what was planned for it, and who holds it."""

    plan: SeatPlan
    number: int
    who: str | None = None
    name: str = ""
    away: bool = False  # left in the middle of a game
    late: bool = False  # its time has run out: for this decision, or in all

    @property
    def is_free(self) -> bool:
        """Whether anybody may take it."""
        return self.plan.kind == "open" and self.who is None

    @property
    def called(self) -> str:
        """The name under which it plays."""
        if self.plan.kind == "open":
            return self.name
        return BOTS[self.number] if self.plan.kind == "bot" else self.plan.program

    @property
    def signed(self) -> str:
        """The name in a record, which also tells how strong a bot was."""
        return f"{self.called} (bot {self.plan.level})" if self.plan.kind == "bot" else self.called


@dataclass(frozen=True, slots=True)
class Actor:
    """Who has to decide for a seat: the person who holds it, a bot, or a program."""

    seat: int
    kind: Literal["person", "bot", "program"]
    level: int = STAND_IN
    program: str = ""


@dataclass(frozen=True, slots=True)
class News:
    """An event with what it brought: new entries of the record, and their story."""

    number: int
    event: Event
    rules: Game[Any] | None = None  # of the game that it belongs to
    entries: Sequence[Entry] = ()
    story: Sequence[Told] = ()


class Table:
    """A table after some of its events."""

    def __init__(self, created: Created) -> None:
        self.settings = created.settings
        self.host = created.by
        self.number = 0  # of the last event
        self.seats = [Seat(plan, number) for number, plan in enumerate(created.settings.seats)]
        self.asking: int | None = None  # the seat that would like to take back
        self.agreed: set[str] = set()  # those who have agreed to it
        self.backs = 0  # how often something was taken back in this game
        self.rematch: str | None = None  # the table where it goes on
        self.closed = False  # before any game began
        self.changed = created.at
        self.news = deque([News(0, created)], maxlen=NEWS)
        self._imported: Record | MatchRecord | None = None
        self._games: list[Playing] = []
        self.moved = 0  # the number of the last event that changed the game, or who acts
        self.words: dict[int, int] = {}  # when each seat last said one of the quick words
        self.began = created.at  # when the game that is played was started
        self.timing = Timing(created.settings.clock, created.at)
        self.messages: list[tuple[int, MessageSent]] = []  # between partners, with their numbers

    @classmethod
    def fold(cls, events: Iterable[Event]) -> "Table":
        """The table after all of its events."""
        first, *rest = events
        assert isinstance(first, Created), "a table begins with being opened"
        table = cls(first)
        for event in rest:
            table.apply(event)
        return table

    # What it shows

    @property
    def phase(self) -> Phase:
        """How far it has come."""
        if self._imported is not None or self.closed:
            return "over"
        if not self._games:
            return "gathering"
        if self.turn is not None:
            return "playing"
        is_last = len(self._games) == len(self.settings.games)
        return "over" if is_last or self._is_given_up() else "between"

    @property
    def rules(self) -> Game[Any]:
        """The rules of the game that is played, was last, or will be the first."""
        if self._imported is not None:
            return self.records[-1].game
        return self._games[-1].rules if self._games else self.settings.rules(0)

    @property
    def game(self) -> Playing | None:
        """The game that is played, or was last."""
        return self._games[-1] if self._games else None

    @property
    def decisions(self) -> int:
        """How many decisions were made in that game."""
        if self._imported is not None:
            return sum(entry.decision is not None for entry in self.records[-1].log)
        return len(self._games[-1].decisions) if self._games else 0

    @property
    def first(self) -> int | None:
        """The seat that began the first game."""
        return self._games[0].start if self._games else None

    @property
    def turn(self) -> Turn | None:
        """Who has to decide what."""
        return self._games[-1].turn if self._games else None

    @property
    def records(self) -> list[Record]:
        """The whole records of all games so far."""
        if isinstance(self._imported, Record):
            return [self._imported]
        if self._imported is not None:
            return list(self._imported.games)
        return [game.record for game in self._games]

    @property
    def match(self) -> MatchRecord | None:
        """The match so far, where the table plays one."""
        if isinstance(self._imported, MatchRecord):
            return self._imported
        if not self.settings.is_match or not (records := self.records):
            return None
        if self.settings.resigning == "challenge":  # opened before J2
            return match_by_totals(records)
        return match_of(records, self.settings.games, self.settings.starts)

    def _is_given_up(self) -> bool:
        """Whether a side has resigned the last game, and with it the match (J2)."""
        ending = self._games[-1].state.ending
        is_resigned = ending is not None and ending.reason == "resigned"
        return is_resigned and self.settings.resigning == "match"

    def stand_ins(self, number: int) -> tuple[int, ...]:
        """The entries of a game that a bot decided for whoever holds the seat.

        No record tells it, so of a game that came from elsewhere it is not known.
        """
        return () if self._imported is not None else tuple(self._games[number].stand_ins)

    def held_by(self, who: str) -> list[int]:
        """The seats that somebody holds; several in one room on one screen."""
        return [number for number, seat in enumerate(self.seats) if seat.who == who]

    def awaited(self) -> dict[int, str]:
        """The seats whose people still play themselves, no bot having taken over, and who it is."""
        gone = self.settings.clock.kind == "total"  # who is late there is late to the end
        return {
            number: seat.who
            for number, seat in enumerate(self.seats)
            if seat.who and not seat.away and not (gone and seat.late)
        }

    def others(self, who: str) -> set[str]:
        """The other people who still play."""
        return {*self.awaited().values()} - {who}

    def unanswered(self, without: int | None = None) -> set[str]:
        """The people who have not answered the takeback request yet.

        `without` leaves out one seat, to see who would remain if it stopped playing.
        """
        if self.asking is None:
            return set()
        asker = self.seats[self.asking].who
        playing = {who for seat, who in self.awaited().items() if seat != without}
        return playing - self.agreed - {asker or ""}

    def actor(self) -> Actor | None:
        """Who has to act now."""
        if (turn := self.turn) is None:
            return None
        seat = self.seats[turn.seat]
        if seat.plan.kind == "open":
            kind: Literal["person", "bot"] = "bot" if seat.away or seat.late else "person"
            return Actor(turn.seat, kind)
        return Actor(turn.seat, seat.plan.kind, seat.plan.level, seat.plan.program)

    def deadline(self) -> int | None:
        """When the time of whoever has to act runs out, in milliseconds; None if it does not."""
        is_timed = self.settings.clock.kind != "none"
        if not is_timed or (actor := self.actor()) is None or actor.kind != "person":
            return None
        return self.timing.deadline(actor.seat)

    @property
    def since(self) -> int:
        """When the decision that is awaited was asked for, in milliseconds."""
        return self.timing.since

    @property
    def paused(self) -> Pause | None:
        """The clock that stands because its player's connection is silent."""
        return self.timing.paused

    def left(self) -> list[int] | None:
        """The milliseconds that each seat had left when the decision was asked for."""
        return self.timing.left if self.settings.clock.kind == "total" and self._games else None

    # The fold

    def apply(self, event: Event) -> News:
        """Let an event happen that follows from a command."""
        entries: Sequence[Entry] = ()
        story: Sequence[Told] = ()
        self._time(event)
        match event:
            case Created():
                raise ValueError("a table is opened once")
            case Sat(seat=seat, who=who, name=name):
                chair = self.seats[seat]
                chair.who, chair.name, chair.away = who, name, False
            case Left(seat=seat):
                self._leave(seat, event.at)
                self._drop_request()
            case Started(seed=seed):
                self.began = event.at
                self._start(seed)
            case Played():
                entries, story = self._play(event)
            case RanOut(seat=seat):
                self.seats[seat].late = True
                self._drop_request()
            case AskedBack() | AgreedBack() | RefusedBack() | WithdrewBack() | TookBack():
                self._take_back(event)
            case Reacted() | MessageSent():
                self._hear(event)
            case Imported(record=document):
                self._import(document)
            case Rematched(table=table):
                self.rematch = table
            case Closed():
                self.closed = True
            case ClockPaused() | ClockResumed() | ServerAway():
                pass  # what they change was done by `_time`
        self._count(event)
        rules = self._games[-1].rules if self._games else None
        news = News(self.number, event, rules, entries, story)
        self.news.append(news)
        return news

    def _time(self, event: Event) -> None:
        """Let clocks stand and run."""
        paused = self.paused
        match event:
            case ClockPaused(seat=seat, since=since):
                self.timing.pause(seat, since)
            case ServerAway(since=since, until=until):
                self.timing.forgive(since, until)
            case ClockResumed() | Started() | Played() | RanOut() | TookBack():
                self.timing.resume(event.at)
            case Left(seat=seat) if paused is not None and paused.seat == seat:
                self.timing.resume(event.at)
            case _:
                pass

    def _hear(self, event: Reacted | MessageSent) -> None:
        """Note what somebody said; its number is the next one."""
        if isinstance(event, Reacted):
            self.words[event.seat] = event.at
        else:
            self.messages.append((self.number + 1, event))

    def _count(self, event: Event) -> None:
        """Number an event, and note when it was and what it changed."""
        if isinstance(event, Started | Played | RanOut | TookBack) or self._is_back(event):
            self.timing.ask(event.at)
        self.number += 1
        self.changed = event.at
        if isinstance(event, Started | Played | RanOut | TookBack | Left | Sat):
            self.moved = self.number

    def _is_back(self, event: Event) -> bool:
        """Whether somebody came back to find that it is his turn, and his clock goes on.

        What he has used of it was taken off when he left; a clock for each move went on meanwhile,
        or leaving would be a way to get more time.
        """
        is_his = isinstance(event, Sat) and self.turn is not None and self.turn.seat == event.seat
        return is_his and self.settings.clock.kind != "move"

    def _drop_request(self) -> None:
        """End a takeback request if its seat no longer plays or nobody is left to answer it.

        The commands grant the second kind in the same append; in logs written before they did so,
        the request ends here and can be made again.
        """
        if self.asking not in self.awaited() or not self.unanswered():
            self.asking = None

    def _take_back(
        self, event: AskedBack | AgreedBack | RefusedBack | WithdrewBack | TookBack
    ) -> None:
        match event:
            case AskedBack(seat=seat):
                self.asking, self.agreed = seat, set()
            case AgreedBack(seat=seat):
                self.agreed.add(self.seats[seat].who or "")
            case RefusedBack() | WithdrewBack():
                self.asking = None
            case TookBack(decisions=decisions):
                self.asking = None
                self.backs += 1
                self._games[-1].go_back(decisions)
                self.timing.go_back(decisions)
                if self.settings.clock.kind == "move":
                    for chair in self.seats:
                        chair.late = False

    def _import(self, document: dict[str, Any]) -> None:
        self._imported = read(document)
        for chair, name in zip(self.seats, self.records[-1].seats, strict=True):
            chair.name = presentable(name)

    def _leave(self, seat: int, at: int) -> None:
        chair, turn = self.seats[seat], self.turn
        if self._games:
            is_his = turn is not None and turn.seat == seat
            if is_his and not chair.late:
                self.timing.pay(seat, at)
            chair.away = True
        else:
            chair.who, chair.name = None, ""

    def _start(self, seed: str) -> None:
        number = len(self._games)
        self.backs = 0
        start = self.settings.start
        if number:
            start = start_of(number, self._games[0].start, len(self.seats), self.settings.starts)
        names = tuple(seat.signed for seat in self.seats)
        dealer = Dealer(bytes.fromhex(seed))
        self._games.append(Playing(self.settings.rules(number), names, start, dealer))
        self.timing.start(len(self.seats))
        for seat in self.seats:
            seat.late = False

    def _play(self, event: Played) -> tuple[Sequence[Entry], Sequence[Told]]:
        seat, game, actor = event.seat, self._games[-1], self.actor()
        is_persons = actor is not None and actor.seat == seat and actor.kind == "person"
        self.timing.decide(seat, event.at, by_person=is_persons)
        if self.settings.clock.kind != "total":
            self.seats[seat].late = False
        self.asking = None
        return game.play(seat, game.read(event.decision, seat), stand_in=event.stand_in)
