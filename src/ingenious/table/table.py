"""A table as the fold over its events."""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal

import msgspec

from ..record import Dealer, Entry, MatchRecord, Record, match_by_totals, match_of, read
from ..rules import AnyGame
from ..rules.events import Event as RulesEvent
from ..rules.match import start_of
from ..rules.moves import Turn
from .applied import AppliedEvent, Count
from .events import (
    ClockExpired,
    ClockPaused,
    ClockResumed,
    DecisionMade,
    Event,
    GameImported,
    GameStarted,
    MessageSent,
    ReactionSent,
    RematchOpened,
    SeatLeft,
    SeatTaken,
    ServerAway,
    TableClosed,
    TableOpened,
    TakebackAccepted,
    TakebackApplied,
    TakebackDeclined,
    TakebackRequested,
    TakebackWithdrawn,
)
from .live_game import LiveGame
from .seats import Actor, Seat
from .texts import presentable
from .timing import Pause, Timing

Phase = Literal["gathering", "playing", "between", "over"]
"""Between two challenges of a match somebody has to start the next one."""

RECENT_EVENTS = 100
"""How many of the last events are kept for clients that were disconnected for a moment."""

_Effect = tuple[Sequence[Entry], Sequence[RulesEvent]]
"""What an event adds to the record, and its story."""


class Table:
    """A table after some of its events."""

    def __init__(self, created: TableOpened) -> None:
        self.settings = created.settings
        self.host = created.by
        self.number = 0  # of the last event
        self.seats = [Seat(plan, number) for number, plan in enumerate(created.settings.seats)]
        self.asking: int | None = None  # the seat that would like to take back
        self.agreed: set[str] = set()  # those who have agreed to it
        self.takebacks = 0  # how often something was taken back in this game
        self.rematch: str | None = None  # the table where it goes on
        self.closed = False  # before any game began
        self.changed = created.at
        self._secrets = [0] * len(self.seats)  # for each seat, how many events only it received
        self.held: AppliedEvent | None = None  # a decision that others learn of with the next one
        self.secret_takebacks = 0  # how often a held decision was taken back in this game
        self.news = deque([AppliedEvent(self.count, created)], maxlen=RECENT_EVENTS)
        self.phase: Phase = "gathering"
        self._held_by: dict[str, list[int]] = {}
        self._imported: Record | MatchRecord | None = None
        self._games: list[LiveGame] = []
        self._moved = self.count  # the last event that changed the game, or who acts
        self._moved_secretly = self.count  # the same among those that only one seat received
        self._moved_by: int | None = None  # that seat
        self.words: dict[int, int] = {}  # when each seat last said one of the quick words
        self.began = created.at  # when the game that is played was started
        self.timing = Timing(created.settings.clock, created.at)
        self.messages: list[tuple[Count, MessageSent]] = []  # between partners

    @classmethod
    def fold(cls, events: Iterable[Event]) -> "Table":
        """The table after all of its events."""
        first, *rest = events
        assert isinstance(first, TableOpened), "a table begins with being opened"
        table = cls(first)
        for event in rest:
            table.apply(event)
        return table

    # What it shows

    @property
    def count(self) -> Count:
        """How many events there are, and who received them."""
        return Count(self.number, tuple(self._secrets))

    def number_for(self, seats: Collection[int]) -> int:
        """The number of the last event in the numbering of a player on these seats."""
        return self.public_number + sum([self._secrets[seat] for seat in seats])

    @property
    def public_number(self) -> int:
        """The number of the last event in the numbering of a spectator."""
        return self.number - sum(self._secrets)

    @property
    def moved(self) -> int:
        """The stored number of the last event that changed the game, or who acts."""
        return max(self._moved.number, self._moved_secretly.number)

    def moved_for(self, seats: Collection[int]) -> int:
        """The number of the last such event in the numbering of a player on these seats."""
        known = [self._moved]
        if self._moved_by in seats:
            known.append(self._moved_secretly)
        return max(count.for_seats(seats) for count in known)

    def seats_of(self, player: str | int) -> Sequence[int]:
        """The seats of a person, or of a bot, which is known by its seat."""
        if isinstance(player, int):
            return (player,)
        return self.held_by(player) if player else ()

    def _current_phase(self) -> Phase:
        if self._imported is not None or self.closed:
            return "over"
        if not self._games:
            return "gathering"
        if self.turn is not None:
            return "playing"
        is_last = len(self._games) == len(self.settings.games)
        return "over" if is_last or self._is_given_up() else "between"

    @property
    def rules(self) -> AnyGame:
        """The rules of the game that is played, was last, or will be the first."""
        if self._imported is not None:
            return self.records[-1].game
        return self._games[-1].rules if self._games else self.settings.rules(0)

    @property
    def game(self) -> LiveGame | None:
        """The game that is played, or was last."""
        return self._games[-1] if self._games else None

    @property
    def decisions(self) -> int:
        """How many decisions of that game everyone knows of."""
        if self._imported is not None:
            return sum(entry.decision is not None for entry in self.records[-1].log)
        return self._games[-1].moves if self._games else 0

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

    def records_for(self, viewer: int | None) -> list[Record]:
        """The records without a decision that a viewer does not know of; not redacted yet."""
        if self._imported is not None or not self._games:
            return self.records
        return [*(game.record for game in self._games[:-1]), self._games[-1].record_for(viewer)]

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

    def match_for(self, viewer: int | None) -> MatchRecord | None:
        """The match without a decision that a viewer does not know of; not redacted yet."""
        match = self.match
        if match is None:
            return None
        return replace(match, games=tuple(self.records_for(viewer)))

    def stand_ins(self, number: int) -> tuple[int, ...]:
        """The entries of a game that a bot decided for whoever holds the seat.

        No record tells it, so of a game that came from elsewhere it is not known.
        """
        return () if self._imported is not None else tuple(self._games[number].stand_ins)

    def held_by(self, who: str) -> list[int]:
        """The seats that somebody holds; several in one room on one screen."""
        return self._held_by.get(who, [])

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
        """The clock that is paused because its player's connection is silent."""
        return self.timing.paused

    def left(self) -> list[int] | None:
        """The milliseconds that each seat had left when the decision was asked for."""
        return self.timing.left if self.settings.clock.kind == "total" and self._games else None

    # The fold

    def apply(self, event: Event) -> AppliedEvent:
        """Let an event happen that follows from a command."""
        known, told_to = self.held, self._only_for(event)
        if told_to is None:
            self._time(event)
        entries, story = self._happen(event, is_secret=told_to is not None)
        self.phase = self._current_phase()
        self._count(event, told_to)
        rules = self._games[-1].rules if self._games else None
        held = known if isinstance(event, DecisionMade) else None
        kept = event
        if isinstance(event, DecisionMade):  # without what the rules computed: two whole states
            kept = msgspec.structs.replace(event, checked=None)
        news = AppliedEvent(self.count, kept, rules, entries, story, told_to, held)
        if isinstance(event, DecisionMade | TakebackApplied):
            self.held = news if isinstance(event, DecisionMade) and event.held else None
        self.news.append(news)
        return news

    def _happen(self, event: Event, *, is_secret: bool) -> _Effect:
        """Change what an event changes, clocks aside; what it adds to the record, and its story."""
        match event:
            case TableOpened():
                raise ValueError("a table is opened once")
            case SeatTaken(seat=seat, who=who, name=name):
                chair = self.seats[seat]
                chair.who, chair.name, chair.away = who, name, False
                self._index_seats()
            case SeatLeft(seat=seat):
                self._leave(seat, event.at)
                self._drop_request()
            case GameStarted(seed=seed):
                self.began = event.at
                self._start(seed)
            case DecisionMade():
                return self._play(event)
            case ClockExpired(seat=seat):
                self.seats[seat].late = True
                self._drop_request()
            case (
                TakebackRequested()
                | TakebackAccepted()
                | TakebackDeclined()
                | TakebackWithdrawn()
                | TakebackApplied()
            ):
                self._take_back(event, is_secret=is_secret)
            case ReactionSent() | MessageSent():
                self._hear(event)
            case GameImported(record=document):
                self._import(document)
            case RematchOpened(table=table):
                self.rematch = table
            case TableClosed():
                self.closed = True
            case ClockPaused() | ClockResumed() | ServerAway():
                pass  # what they change was done by `_time`
        return (), ()

    def _time(self, event: Event) -> None:
        """Pause and resume clocks."""
        paused = self.paused
        match event:
            case ClockPaused(seat=seat, since=since):
                self.timing.pause(seat, since)
            case ServerAway(since=since, until=until):
                self.timing.forgive(since, until)
            case (
                ClockResumed() | GameStarted() | DecisionMade() | ClockExpired() | TakebackApplied()
            ):
                self.timing.resume(event.at)
            case SeatLeft(seat=seat) if paused is not None and paused.seat == seat:
                self.timing.resume(event.at)
            case _:
                pass

    def _hear(self, event: ReactionSent | MessageSent) -> None:
        """Note a quick word or a message; its number is the next one."""
        if isinstance(event, ReactionSent):
            self.words[event.seat] = event.at
        else:
            self.messages.append((Count(self.number + 1, tuple(self._secrets)), event))

    def _only_for(self, event: Event) -> int | None:
        """The only seat that receives an event, if nothing changes for the others.

        It is about a decision that the others do not know of yet.
        """
        if isinstance(event, DecisionMade) and event.held:
            return event.seat
        if isinstance(event, TakebackApplied) and self.held is not None:
            is_held = event.decisions == len(self._games[-1].decisions) - 1
            return event.seat if is_held and event.seat == self.held.only_for else None
        return None

    def _count(self, event: Event, told_to: int | None) -> None:
        """Number an event, and note when it was and what it changed."""
        self.number += 1
        if told_to is not None:
            self._secrets[told_to] += 1
            self._moved_secretly, self._moved_by = self.count, told_to
            return
        if isinstance(
            event, GameStarted | DecisionMade | ClockExpired | TakebackApplied
        ) or self._is_back(event):
            self.timing.ask(event.at)
        self.changed = event.at
        if isinstance(
            event,
            GameStarted | DecisionMade | ClockExpired | TakebackApplied | SeatLeft | SeatTaken,
        ):
            self._moved = self.count

    def _is_back(self, event: Event) -> bool:
        """Whether a player came back to find that it is their turn, and their clock goes on.

        Time used before was taken off when they left; a clock for each move went on meanwhile,
        or leaving would be a way to get more time.
        """
        is_his = (
            isinstance(event, SeatTaken) and self.turn is not None and self.turn.seat == event.seat
        )
        return is_his and self.settings.clock.kind != "move"

    def _drop_request(self) -> None:
        """End a takeback request if its seat no longer plays or nobody is left to answer it.

        The commands grant the second kind in the same append; in logs written before they did so,
        the request ends here and can be made again.
        """
        if self.asking not in self.awaited() or not self.unanswered():
            self.asking = None

    def _take_back(
        self,
        event: TakebackRequested
        | TakebackAccepted
        | TakebackDeclined
        | TakebackWithdrawn
        | TakebackApplied,
        *,
        is_secret: bool,
    ) -> None:
        match event:
            case TakebackRequested(seat=seat):
                self.asking, self.agreed = seat, set()
            case TakebackAccepted(seat=seat):
                self.agreed.add(self.seats[seat].who or "")
            case TakebackDeclined() | TakebackWithdrawn():
                self.asking = None
            case TakebackApplied(decisions=decisions):
                self._games[-1].go_back(decisions)
                if is_secret:
                    self.secret_takebacks += 1
                    self.timing.drop_held()
                    return
                self.asking = None
                self.takebacks += 1
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
            self._index_seats()

    def _index_seats(self) -> None:
        self._held_by = {}
        for number, seat in enumerate(self.seats):
            if seat.who is not None:
                self._held_by.setdefault(seat.who, []).append(number)

    def _start(self, seed: str) -> None:
        number = len(self._games)
        self.takebacks = self.secret_takebacks = 0
        start = self.settings.start
        if number:
            start = start_of(number, self._games[0].start, len(self.seats), self.settings.starts)
        names = tuple(seat.signed for seat in self.seats)
        dealer = Dealer(bytes.fromhex(seed))
        self._games.append(LiveGame(self.settings.rules(number), names, start, dealer))
        self.timing.start(len(self.seats))
        for seat in self.seats:
            seat.late = False

    def _play(self, event: DecisionMade) -> _Effect:
        seat, game, actor = event.seat, self._games[-1], self.actor()
        if event.held:
            return self._hold(event)
        is_persons = actor is not None and actor.seat == seat and actor.kind == "person"
        self.timing.decide(seat, event.at, by_person=is_persons)
        if self.settings.clock.kind != "total":
            self.seats[seat].late = False
        self.asking = None
        return game.play(seat, event.decision, stand_in=event.stand_in, checked=event.checked)

    def _hold(self, event: DecisionMade) -> _Effect:
        """Play a decision that others do not know of: clock and requests wait for the next one."""
        self.timing.hold()
        return self._games[-1].play(
            event.seat,
            event.decision,
            stand_in=event.stand_in,
            held=True,
            checked=event.checked,
        )
