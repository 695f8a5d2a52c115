"""`Line`: a game in progress, with moves to push and to take back."""

from collections.abc import Sequence
from dataclasses import replace

from ..record import Dealer, Record, Recorder
from ..record.dates import is_date
from ..record.reading import MAX_EVENT_CHARS, is_event
from ..record.replay import steps
from ..rules.moves import Move, Outcome, Place
from ..rules.words import checked_names, seat_names
from .position import Position


class Line:
    """Moves played from a position, one after the other.

    `push` plays a move and `pop` takes it back, with the outcomes of chance that a dealer added. A
    line that begins with the opening of a game can become a record.
    """

    def __init__(
        self,
        position: Position,
        seats: Sequence[str] | None = None,
        *,
        date: str | None = None,
        event: str | None = None,
    ) -> None:
        if date is not None and not is_date(date):
            raise ValueError(f"a date looks like '2026-11-18', not {date!r}")
        if event is not None and not is_event(event):
            raise ValueError(
                f"an event has a name of 1 to {MAX_EVENT_CHARS} printable characters, not {event!r}"
            )
        rules = position.rules
        names = seat_names(rules.players) if seats is None else seats
        self.seats = checked_names(names, rules.name, rules.players)
        self.date = date
        self.event = event
        self._positions = [position]
        self._moves: list[Move] = []
        self._drew_start = False

    @classmethod
    def of(cls, record: Record, at: int | None = None) -> "Line":
        """The line of a record up to entry `at`, from which the game can go on.

        If the record has the seed of its dealer, the same chance follows as in the record, at once
        also after entry `at`. Without a seed, the outcomes are moves, and `push` takes the next.

        Only a complete record has a line; what a seat knows of a game is a position: `Position.of`.
        Raises `RecordError` at the first of these entries that breaks a rule.
        """
        entries = len(record.log)
        at = entries if at is None else at
        if not 0 <= at <= entries:
            raise ValueError(f"at must be from 0 to {entries}, not {at}")
        seed = None if record.dealer is None else record.dealer.seed
        dealer = None if seed is None else Dealer(seed)
        opening = Position(record.game, record.game.new(record.start), dealer)
        line = cls(opening, record.seats, date=record.date, event=record.event)
        for step in steps(replace(record, log=record.log[:at])):
            last = line.position
            placed = (*last.placed, step.move) if isinstance(step.move, Place) else last.placed
            dealt = last.outcomes + isinstance(step.move, Outcome)
            after = Position(record.game, step.after, dealer, dealt, placed)
            if dealer is not None and isinstance(step.move, Outcome):
                line._positions[-1] = after
            else:
                line._moves.append(step.move)
                line._positions.append(after)
        line._positions[-1] = line.position.dealt()
        if record.dealer is not None and dealer is not None:
            line._drew_start = record.dealer.drew_start
        return line

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far, outcomes of chance included, unless a dealer made them."""
        return tuple(self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    def push(self, move: Move | str) -> Position:
        """Play a move and return the new position; raises `IllegalMove` or `NotationError`."""
        made = self.position.read(move)
        after = self.position.play(made)
        self._moves.append(made)
        self._positions.append(after)
        return after

    def pop(self) -> Move:
        """Take back the last move and return it; raises `IndexError` if there is none."""
        move = self.peek()
        self._moves.pop()
        self._positions.pop()
        return move

    def peek(self) -> Move:
        """The last move; raises `IndexError` if there is none."""
        if not self._moves:
            raise IndexError("the line has no moves yet")
        return self._moves[-1]

    def __repr__(self) -> str:
        moves = "1 move" if len(self) == 1 else f"{len(self)} moves"
        return f"<Line of {moves}, now {self.position.line!r}>"

    def record(self) -> Record:
        """The record of the line; raises `ValueError` unless it began with an opening."""
        first = self._positions[0]
        rules, start = first.rules, first.state.seat
        opening = Position(rules, rules.new(start))
        dealer = first.dealer
        if dealer is not None:
            opening = Position(rules, rules.new(start), dealer).dealt()
        if opening != first:
            raise ValueError("only a line from the opening of a game has a record")
        given = None if self._drew_start else start
        recorder = Recorder(rules, self.seats, start=given, dealer=dealer)
        for move in self._moves:
            recorder.play(move)
        return replace(recorder.record(), date=self.date, event=self.event)
