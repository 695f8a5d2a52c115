"""A table as the fold over its events, and what each command would add to them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..record import Dealer, MatchRecord, Record, Recorder, RecordError, match_of
from ..record.entries import read_decision
from ..rules import Game, IllegalMove
from ..rules.moves import Decision, Resign, Turn
from .events import (
    AgreedBack,
    AskedBack,
    Created,
    Event,
    Left,
    Played,
    RanOut,
    Reacted,
    Reaction,
    RefusedBack,
    Rematched,
    Sat,
    Started,
    TookBack,
)
from .settings import STAND_IN, SeatPlan, Settings, check

LONGEST_NAME = 40

Phase = Literal["gathering", "playing", "between", "over"]
"""Between two challenges of a match somebody has to start the next one."""


class Refused(Exception):
    """A command that the table does not follow: why, and by which rule if by one."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message, rule)
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        return self.message if self.rule is None else f"{self.message} ({self.rule})"


@dataclass(slots=True)
class Seat:
    """A chair: what was planned for it, and who holds it."""

    plan: SeatPlan
    who: str | None = None
    name: str = ""
    away: bool = False  # left in the middle of a game
    late: bool = False  # its time has run out: for this decision, or in all

    @property
    def is_free(self) -> bool:
        """Whether anybody may take it."""
        return self.plan.kind == "open" and self.who is None


@dataclass(frozen=True, slots=True)
class Actor:
    """Who has to decide for a seat: the person who holds it, a bot, or a program."""

    seat: int
    kind: Literal["person", "bot", "program"]
    level: int = STAND_IN
    program: str = ""


@dataclass(slots=True)
class _Game:
    """A game at the table, which can go back to any decision."""

    rules: Game[Any]
    names: tuple[str, ...]
    start: int | None
    dealer: Dealer
    decisions: list[tuple[int, Decision]] = field(default_factory=list)
    recorder: Recorder[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.go_back(0)

    def go_back(self, decisions: int) -> None:
        """Stand where it was after so many decisions."""
        del self.decisions[decisions:]
        self.recorder = Recorder(self.rules, self.names, start=self.start, dealer=self.dealer)
        for _, decision in self.decisions:
            self.recorder.play(decision)

    def play(self, seat: int, decision: Decision) -> None:
        """A decision that is known to be legal."""
        self.recorder.play(decision)
        self.decisions.append((seat, decision))

    @property
    def turn(self) -> Turn | None:
        """Who has to decide what; None once it is over."""
        awaited = self.rules.awaits(self.recorder.state)
        assert awaited is None or isinstance(awaited, Turn), "a dealer makes all outcomes"
        return awaited


class Table:
    """A table. Commands return the events that would follow; `apply` lets them happen."""

    def __init__(self, created: Created) -> None:
        self.settings = created.settings
        self.host = created.by
        self.number = 0  # of the last event
        self.seats = [Seat(plan) for plan in created.settings.seats]
        self.asking: int | None = None  # the seat that would like to take back
        self.rematch: str | None = None  # the table where it goes on
        self.changed = created.at
        self._agreed: set[str] = set()
        self._games: list[_Game] = []
        self._since = created.at  # when the decision that is awaited was asked for
        self._left: list[int] = []  # milliseconds of each seat on a total clock

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
        if not self._games:
            return "gathering"
        if self.turn is not None:
            return "playing"
        return "over" if len(self._games) == len(self.settings.games) else "between"

    @property
    def rules(self) -> Game[Any]:
        """The rules of the game that is played, or will be next."""
        if self._games:
            return self._games[-1].rules
        return self.settings.rules(0)

    @property
    def state(self) -> Any:
        """The state of the game that is played."""
        return self._games[-1].recorder.state

    @property
    def turn(self) -> Turn | None:
        """Who has to decide what."""
        return self._games[-1].turn if self._games else None

    @property
    def record(self) -> Record | None:
        """The whole record of the game that is played, or was last."""
        return self._games[-1].recorder.record() if self._games else None

    @property
    def match(self) -> MatchRecord | None:
        """The match so far, where the table plays one."""
        if not self.settings.is_match or not self._games:
            return None
        return match_of([game.recorder.record() for game in self._games])

    @property
    def decisions(self) -> int:
        """How many decisions the game has seen, takebacks gone."""
        return len(self._games[-1].decisions) if self._games else 0

    def held_by(self, who: str) -> list[int]:
        """The seats that somebody holds; several in one room on one screen."""
        return [number for number, seat in enumerate(self.seats) if seat.who == who]

    def actor(self) -> Actor | None:
        """Who has to act now."""
        if self.turn is None:
            return None
        seat = self.seats[self.turn.seat]
        if seat.plan.kind == "open":
            kind: Literal["person", "bot"] = "bot" if seat.away or seat.late else "person"
            return Actor(self.turn.seat, kind)
        return Actor(self.turn.seat, seat.plan.kind, seat.plan.level, seat.plan.program)

    def deadline(self) -> int | None:
        """When the time of whoever has to act runs out, in milliseconds; None if it does not."""
        actor, clock = self.actor(), self.settings.clock
        if actor is None or actor.kind != "person" or clock.kind == "none":
            return None
        if clock.kind == "move":
            return self._since + round(1000 * clock.seconds)
        return self._since + self._left[actor.seat]

    def left(self) -> list[int] | None:
        """The milliseconds that each seat had left when the decision was asked for."""
        return list(self._left) if self.settings.clock.kind == "total" and self._games else None

    @property
    def since(self) -> int:
        """When the decision that is awaited was asked for, in milliseconds."""
        return self._since

    # Commands: each returns what would happen, or raises `Refused`

    @staticmethod
    def create(settings: Settings, by: str, at: int) -> list[Event]:
        """Open a table; raises `Unsuitable`."""
        return [Created(at, check(settings), by)]

    def sit(self, who: str, name: str, seat: int, at: int) -> list[Event]:
        """Take a free seat, or come back to one's own."""
        chair = self._seat(seat)
        if chair.who == who and chair.away:
            return [Sat(at, seat, who, chair.name)]
        if not chair.is_free:
            raise Refused(f"seat {seat} is taken")
        if self._games:
            raise Refused("the game has begun; nobody can join it now")
        name = " ".join(name.split())
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise Refused(f"a name has 1 to {LONGEST_NAME} letters")
        return [Sat(at, seat, who, name)]

    def leave(self, who: str, seat: int, at: int) -> list[Event]:
        """Leave a seat: before the start it is free again, later a bot plays on."""
        chair = self._own(who, seat)
        if chair.away or self.phase == "over":
            raise Refused(f"seat {seat} was left already" if chair.away else "the game is over")
        return [Left(at, seat)]

    def start(self, who: str, seed: bytes, at: int) -> list[Event]:
        """Start the game, or the next one of a match."""
        if who != self.host and not self.held_by(who):
            raise Refused("only who sits at the table can start")
        if self.phase not in ("gathering", "between"):
            raise Refused("the game has begun" if self.phase == "playing" else "the game is over")
        if free := [number for number, seat in enumerate(self.seats) if seat.is_free]:
            raise Refused(f"seat {free[0]} is still free")
        return [Started(at, seed.hex())]

    def play(self, who: str, seat: int, values: object, at: int) -> list[Event]:
        """Decide for a seat; resigning is possible out of turn too (A5)."""
        chair = self._own(who, seat)
        if chair.away:
            raise Refused(f"seat {seat} was left; take it again first")
        decision = self._read(values, seat)
        if not isinstance(decision, Resign):
            self._check_turn(seat)
            deadline = self.deadline()
            if chair.late or (deadline is not None and at > deadline):
                raise Refused(f"the time of seat {seat} has run out")
        return self._played(seat, decision, values, at, stand_in=False)

    def play_for(self, seat: int, values: object, at: int) -> list[Event]:
        """A decision of a bot or a program, where one has to act."""
        decision = self._read(values, seat)
        self._check_turn(seat)
        actor = self.actor()
        if actor is None or actor.kind == "person":
            raise Refused(f"seat {seat} is played by a person")
        stand_in = self.seats[seat].plan.kind == "open"
        return self._played(seat, decision, values, at, stand_in=stand_in)

    def ask_back(self, who: str, seat: int, at: int) -> list[Event]:
        """Take back to before the seat's last decision, if all other people agree."""
        self._own(who, seat)
        if self.phase != "playing":
            raise Refused("there is no game in which something could be taken back")
        if not self.settings.casual:
            raise Refused("what is done is done at this table: it is not a casual one")
        if self._before_last(seat) is None:
            raise Refused(f"seat {seat} has not decided anything yet")
        if self.asking is not None:
            raise Refused("a takeback is being asked for already")
        if not self._others(who):
            return [self._taken_back(seat, at)]
        return [AskedBack(at, seat)]

    def answer_back(self, who: str, agrees: bool, at: int) -> list[Event]:
        """Say yes or no to a takeback that was asked for."""
        if self.asking is None:
            raise Refused("nobody asks for a takeback")
        asker = self.seats[self.asking].who
        if not self.held_by(who) or who == asker:
            raise Refused("it is for the others at the table to agree")
        seat = self.held_by(who)[0]
        if not agrees:
            return [RefusedBack(at, seat)]
        if asker is not None and self._others(asker) - self._agreed - {who}:
            return [AgreedBack(at, seat)]
        return [AgreedBack(at, seat), self._taken_back(self.asking, at)]

    def react(self, who: str, seat: int, reaction: Reaction, at: int) -> list[Event]:
        """Say one of the quick words."""
        self._own(who, seat)
        return [Reacted(at, seat, reaction)]

    def rematched(self, who: str, table: str, at: int) -> list[Event]:
        """Go on at another table."""
        if not self.held_by(who):
            raise Refused("only who sits at the table can ask for a rematch")
        if self.phase != "over":
            raise Refused("the game is not over yet")
        if self.rematch is not None:
            raise Refused("the rematch has its table already")
        return [Rematched(at, table)]

    def tick(self, at: int) -> list[Event]:
        """What the clock alone lets happen."""
        deadline = self.deadline()
        if deadline is None or at <= deadline or self.turn is None:
            return []
        return [RanOut(at, self.turn.seat)]

    def next_settings(self) -> Settings:
        """The settings of a rematch: the next seat begins."""
        first = self._games[0].recorder.start
        return _with_start(self.settings, (first + 1) % len(self.seats))

    # The fold

    def apply(self, event: Event) -> None:
        """Let an event happen that follows from a command."""
        match event:
            case Created():
                raise ValueError("a table is opened once")
            case Sat(seat=seat, who=who, name=name):
                chair = self.seats[seat]
                chair.who, chair.name, chair.away = who, name, False
            case Left(seat=seat):
                self._leave(self.seats[seat])
            case Started(seed=seed):
                self._start(seed)
            case Played(seat=seat, decision=values):
                self._play(seat, values, event.at)
            case RanOut(seat=seat):
                self.seats[seat].late = True
            case AskedBack() | AgreedBack() | RefusedBack() | TookBack():
                self._take_back(event)
            case Reacted():
                pass
            case Rematched(table=table):
                self.rematch = table
        if isinstance(event, Started | Played | RanOut | TookBack) or self._is_back(event):
            self._since = event.at
        self.number += 1
        self.changed = event.at

    def _is_back(self, event: Event) -> bool:
        """Whether somebody came back to find that it is his turn."""
        return isinstance(event, Sat) and self.turn is not None and self.turn.seat == event.seat

    def _take_back(self, event: AskedBack | AgreedBack | RefusedBack | TookBack) -> None:
        match event:
            case AskedBack(seat=seat):
                self.asking, self._agreed = seat, set()
            case AgreedBack(seat=seat):
                self._agreed.add(self.seats[seat].who or "")
            case RefusedBack():
                self.asking = None
            case TookBack(decisions=decisions):
                self.asking = None
                self._games[-1].go_back(decisions)

    def _leave(self, chair: Seat) -> None:
        if self._games:
            chair.away = True
        else:
            chair.who, chair.name = None, ""

    def _start(self, seed: str) -> None:
        number = len(self._games)
        start = self.settings.start
        if number:  # the start moves on by one seat each challenge (J1)
            start = (self._games[0].recorder.start + number) % len(self.seats)
        names = tuple(
            seat.name if seat.plan.kind == "open" else self._called(seat.plan)
            for seat in self.seats
        )
        dealer = Dealer(bytes.fromhex(seed))
        self._games.append(_Game(self.settings.rules(number), names, start, dealer))
        self._left = [round(1000 * self.settings.clock.seconds)] * len(self.seats)
        for seat in self.seats:
            seat.late = False

    @staticmethod
    def _called(plan: SeatPlan) -> str:
        return f"Bot {plan.level}" if plan.kind == "bot" else plan.program

    def _play(self, seat: int, values: dict[str, Any], at: int) -> None:
        actor, clock = self.actor(), self.settings.clock
        if actor is not None and actor.seat == seat and clock.kind == "total":
            spent = at - self._since if actor.kind == "person" else 0
            self._left[seat] += round(1000 * clock.increment) - spent
        if clock.kind != "total":
            self.seats[seat].late = False
        self._games[-1].play(seat, self._read(values, seat))
        self.asking = None

    # Helpers

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise Refused(f"there are the seats 0 to {len(self.seats) - 1}, and no seat {seat}")
        return self.seats[seat]

    def _own(self, who: str, seat: int) -> Seat:
        chair = self._seat(seat)
        if chair.who != who:
            raise Refused(f"seat {seat} is not yours")
        return chair

    def _read(self, values: object, seat: int) -> Decision:
        if not self._games:
            raise Refused("the game has not begun")
        try:
            return read_decision(values, self.rules, seat)
        except RecordError as error:
            raise Refused(str(error), error.rule) from None

    def _check_turn(self, seat: int) -> None:
        if self.turn is None:
            raise Refused("the game is over")
        if self.turn.seat != seat:
            raise Refused(f"it is for seat {self.turn.seat} to decide", "A2")

    def _played(
        self, seat: int, decision: Decision, values: object, at: int, *, stand_in: bool
    ) -> list[Event]:
        try:
            self.rules.apply(self.state, decision)
        except IllegalMove as error:
            raise Refused(error.message, error.rule) from None
        assert isinstance(values, dict), "it was read as a decision"
        return [Played(at, seat, values, stand_in)]

    def _before_last(self, seat: int) -> int | None:
        """How many decisions there were before the last one of a seat."""
        made: Sequence[tuple[int, Decision]] = self._games[-1].decisions
        return next((n for n in reversed(range(len(made))) if made[n][0] == seat), None)

    def _taken_back(self, seat: int, at: int) -> TookBack:
        decisions = self._before_last(seat)
        assert decisions is not None, "it was asked for because there is one"
        return TookBack(at, seat, decisions)

    def _others(self, who: str) -> set[str]:
        """The other people who still play."""
        return {seat.who for seat in self.seats if seat.who and not seat.away} - {who}


def _with_start(settings: Settings, start: int) -> Settings:
    return Settings(
        games=settings.games,
        seats=settings.seats,
        edition=settings.edition,
        options=settings.options,
        start=start,
        clock=settings.clock,
        talk=settings.talk,
        spectators=settings.spectators,
        listed=settings.listed,
        casual=settings.casual,
    )
