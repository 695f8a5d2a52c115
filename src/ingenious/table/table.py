"""A table as the fold over its events."""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal

import msgspec

from ..record import Dealer, Entry, MatchRecord, Record, match_by_totals, match_of, read
from ..record.dates import date_of
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
from .texts import to_visible_name
from .timing import Pause, Timing

Phase = Literal["gathering", "playing", "between", "over"]
"""`between`: a challenge of a match is over, and the next one has not been started."""

RECENT_EVENTS = 100
"""The last events stay in memory, for clients that reconnect."""

_Effect = tuple[Sequence[Entry], Sequence[RulesEvent]]
"""New entries of the record, and their story."""


class Table:
    """A table after some of its events."""

    def __init__(self, created: TableOpened) -> None:
        self.settings = created.settings
        self.host = created.by
        self.number = 0  # of the last event
        self.seats = [Seat(plan, number) for number, plan in enumerate(created.settings.seats)]
        self.asking: int | None = None  # the seat that requests a takeback
        self.agreed: set[str] = set()  # the people who have accepted it
        self.takebacks = 0  # in this game
        self.rematch: str | None = None  # the table of the rematch
        self.closed = False  # before any game began
        self.changed = created.at
        self._secrets = [0] * len(self.seats)  # for each seat, how many events only it received
        self.held: AppliedEvent | None = None  # a decision revealed to others with the next one
        self.secret_takebacks = 0  # of held decisions, in this game
        self.news = deque([AppliedEvent(self.count, created)], maxlen=RECENT_EVENTS)
        self.phase: Phase = "gathering"
        self._held_by: dict[str, list[int]] = {}
        self._imported: Record | MatchRecord | None = None
        self._games: list[LiveGame] = []
        self._last_move = self.count  # the last event that changed the game or who acts
        self._last_secret_move = self.count  # the same among those that only one seat received
        self._secret_mover: int | None = None  # that seat
        self.reacted_at: dict[int, int] = {}  # when each seat last sent a quick chat message
        self.began = created.at  # when the game that is played was started
        self.timing = Timing(created.settings.clock, created.at)
        self.messages: list[tuple[Count, MessageSent]] = []  # between partners

    @classmethod
    def fold(cls, events: Iterable[Event]) -> "Table":
        """The table after all of its events."""
        first, *rest = events
        assert isinstance(first, TableOpened), "the first event opens the table"
        table = cls(first)
        for event in rest:
            table.apply(event)
        return table

    # Queries

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
        return max(self._last_move.number, self._last_secret_move.number)

    def moved_for(self, seats: Collection[int]) -> int:
        """The number of the last such event in the numbering of a player on these seats."""
        known = [self._last_move]
        if self._secret_mover in seats:
            known.append(self._last_secret_move)
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
        """The rules of the current, the last or the first game."""
        if self._imported is not None:
            return self.records[-1].game
        return self._games[-1].rules if self._games else self.settings.rules(0)

    @property
    def game(self) -> LiveGame | None:
        """The current or last game; None before the first, and for an imported one."""
        return self._games[-1] if self._games else None

    @property
    def decisions(self) -> int:
        """How many decisions of the current game everyone knows about."""
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
        """The records without a decision unknown to the viewer; not redacted yet."""
        if self._imported is not None or not self._games:
            return self.records
        return [*(game.record for game in self._games[:-1]), self._games[-1].record_for(viewer)]

    @property
    def match(self) -> MatchRecord | None:
        """The match so far, if the table plays one."""
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
        """The match without a decision unknown to the viewer; not redacted yet."""
        match = self.match
        if match is None:
            return None
        return replace(match, games=tuple(self.records_for(viewer)))

    def stand_ins(self, number: int) -> tuple[int, ...]:
        """The entries of a game that a bot decided in place of a player.

        Records do not contain this, so it is unknown for an imported game.
        """
        return () if self._imported is not None else tuple(self._games[number].stand_ins)

    def held_by(self, person_id: str) -> list[int]:
        """The seats of a person; several if players share a screen."""
        return [*self._held_by.get(person_id, ())]

    def awaited(self) -> dict[int, str]:
        """The seats that people play themselves, without a stand-in, each with its person."""
        is_final = self.settings.clock.kind == "total"  # an expired clock stays expired
        return {
            number: seat.person_id
            for number, seat in enumerate(self.seats)
            if seat.person_id and not seat.away and not (is_final and seat.late)
        }

    def others(self, person_id: str) -> set[str]:
        """The other people who still play."""
        return {*self.awaited().values()} - {person_id}

    def unanswered(self, without: int | None = None) -> set[str]:
        """The people who have not answered the takeback request yet.

        `without` leaves out one seat, to see who would remain if it stopped playing.
        """
        if self.asking is None:
            return set()
        asker = self.seats[self.asking].person_id
        playing = {person_id for seat, person_id in self.awaited().items() if seat != without}
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
        """When the clock of the person who has to decide expires, in milliseconds, if it runs."""
        is_timed = self.settings.clock.kind != "none"
        if not is_timed or (actor := self.actor()) is None or actor.kind != "person":
            return None
        return self.timing.deadline(actor.seat)

    @property
    def since(self) -> int:
        """When the current turn began, in milliseconds."""
        return self.timing.since

    @property
    def paused(self) -> Pause | None:
        """The clock that is paused because its player's connection is silent."""
        return self.timing.paused

    def left(self) -> list[int] | None:
        """The milliseconds that each seat had left when the current turn began."""
        return self.timing.left if self.settings.clock.kind == "total" and self._games else None

    # Applying events

    def apply(self, event: Event) -> AppliedEvent:
        """Apply an event that follows from a command."""
        known, only_for = self.held, self._only_recipient(event)
        if only_for is None:
            self._apply_to_clock(event)
        entries, story = self._apply_event(event, is_secret=only_for is not None)
        self.phase = self._current_phase()
        self._number_event(event, only_for)
        rules = self._games[-1].rules if self._games else None
        held = known if isinstance(event, DecisionMade) else None
        kept = event
        if isinstance(event, DecisionMade):  # without what the rules computed: two whole states
            kept = msgspec.structs.replace(event, checked=None)
        news = AppliedEvent(self.count, kept, rules, entries, story, only_for, held)
        if isinstance(event, DecisionMade | TakebackApplied):
            self.held = news if isinstance(event, DecisionMade) and event.held else None
        self.news.append(news)
        return news

    def _apply_event(self, event: Event, *, is_secret: bool) -> _Effect:
        """Change everything but the clock; return the record's new entries and their story."""
        match event:
            case TableOpened():
                raise ValueError("a table is opened once")
            case SeatTaken(seat=seat, person_id=person_id, name=name):
                seat_state = self.seats[seat]
                seat_state.person_id, seat_state.name, seat_state.away = person_id, name, False
                self._index_seats()
            case SeatLeft(seat=seat):
                self._leave(seat, event.at)
                self._end_stale_request()
            case GameStarted(seed=seed):
                self.began = event.at
                self._start(seed, event.at)
            case DecisionMade():
                return self._play(event)
            case ClockExpired(seat=seat):
                self.seats[seat].late = True
                self._end_stale_request()
            case (
                TakebackRequested()
                | TakebackAccepted()
                | TakebackDeclined()
                | TakebackWithdrawn()
                | TakebackApplied()
            ):
                self._take_back(event, is_secret=is_secret)
            case ReactionSent() | MessageSent():
                self._note_chat(event)
            case GameImported(record=document):
                self._import(document)
            case RematchOpened(table=table):
                self.rematch = table
            case TableClosed():
                self.closed = True
            case ClockPaused() | ClockResumed() | ServerAway():
                pass  # handled by `_apply_to_clock`
        return (), ()

    def _apply_to_clock(self, event: Event) -> None:
        """Pause and resume clocks."""
        paused = self.paused
        match event:
            case ClockPaused(seat=seat, since=since):
                self.timing.pause(seat, since)
            case ServerAway(since=since, until=until):
                self.timing.exclude_outage(since, until)
            case (
                ClockResumed() | GameStarted() | DecisionMade() | ClockExpired() | TakebackApplied()
            ):
                self.timing.resume(event.at)
            case SeatLeft(seat=seat) if paused is not None and paused.seat == seat:
                self.timing.resume(event.at)
            case _:
                pass

    def _note_chat(self, event: ReactionSent | MessageSent) -> None:
        """Note a quick chat message or a message to a partner; its number is the next one."""
        if isinstance(event, ReactionSent):
            self.reacted_at[event.seat] = event.at
        else:
            self.messages.append((Count(self.number + 1, tuple(self._secrets)), event))

    def _only_recipient(self, event: Event) -> int | None:
        """The only seat that receives an event, if nothing changes for the others.

        Such an event is about a decision that the others do not know about yet.
        """
        if isinstance(event, DecisionMade) and event.held:
            return event.seat
        if isinstance(event, TakebackApplied) and self.held is not None:
            is_held = event.decisions == len(self._games[-1].decisions) - 1
            return event.seat if is_held and event.seat == self.held.only_for else None
        return None

    def _number_event(self, event: Event, only_for: int | None) -> None:
        """Give the event its number; note its time, and whether it changed the game."""
        self.number += 1
        if only_for is not None:
            self._secrets[only_for] += 1
            self._last_secret_move, self._secret_mover = self.count, only_for
            return
        if isinstance(
            event, GameStarted | DecisionMade | ClockExpired | TakebackApplied
        ) or self._resumes_own_turn(event):
            self.timing.begin_turn(event.at)
        self.changed = event.at
        if isinstance(
            event,
            GameStarted | DecisionMade | ClockExpired | TakebackApplied | SeatLeft | SeatTaken,
        ):
            self._last_move = self.count

    def _resumes_own_turn(self, event: Event) -> bool:
        """Whether a player has come back on their own turn, and their clock starts again.

        A total clock was charged when they left. A clock per move keeps running, or leaving would
        be a way to get more time.
        """
        is_own_turn = (
            isinstance(event, SeatTaken) and self.turn is not None and self.turn.seat == event.seat
        )
        return is_own_turn and self.settings.clock.kind != "move"

    def _end_stale_request(self) -> None:
        """End a takeback request if its seat no longer plays or no seat is left to answer it.

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
                self.agreed.add(self.seats[seat].person_id or "")
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
                    for seat_state in self.seats:
                        seat_state.late = False

    def _import(self, document: dict[str, Any]) -> None:
        self._imported = read(document)
        for seat_state, name in zip(self.seats, self.records[-1].seats, strict=True):
            seat_state.name = to_visible_name(name)

    def _leave(self, seat: int, at: int) -> None:
        seat_state, turn = self.seats[seat], self.turn
        if self._games:
            is_own_turn = turn is not None and turn.seat == seat
            if is_own_turn and not seat_state.late:
                self.timing.charge(seat, at)
            seat_state.away = True
        else:
            seat_state.person_id, seat_state.name = None, ""
            self._index_seats()

    def _index_seats(self) -> None:
        self._held_by = {}
        for number, seat in enumerate(self.seats):
            if seat.person_id is not None:
                self._held_by.setdefault(seat.person_id, []).append(number)

    def _start(self, seed: str, at: int) -> None:
        number = len(self._games)
        self.takebacks = self.secret_takebacks = 0
        start = self.settings.start
        if number:
            start = start_of(number, self._games[0].start, len(self.seats), self.settings.starts)
        names = tuple(seat.record_name for seat in self.seats)
        dealer = Dealer(bytes.fromhex(seed))
        rules = self.settings.rules(number)
        self._games.append(LiveGame(rules, names, start, dealer, date_of(at)))
        self.timing.start(len(self.seats))
        for seat in self.seats:
            seat.late = False

    def _play(self, event: DecisionMade) -> _Effect:
        seat, game, actor = event.seat, self._games[-1], self.actor()
        if event.held:
            return self._play_held(event)
        is_persons = actor is not None and actor.seat == seat and actor.kind == "person"
        self.timing.decide(seat, event.at, by_person=is_persons)
        if self.settings.clock.kind != "total":
            self.seats[seat].late = False
        self.asking = None
        return game.play(seat, event.decision, stand_in=event.stand_in, checked=event.checked)

    def _play_held(self, event: DecisionMade) -> _Effect:
        """Play a held decision: the clock and takeback requests change only with the next one."""
        self.timing.hold()
        return self._games[-1].play(
            event.seat, event.decision, stand_in=event.stand_in, held=True, checked=event.checked
        )
