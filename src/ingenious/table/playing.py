"""A game at a table: the rules, the dealer and the record, able to go back to any decision."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..record import Dealer, Entry, Record, Recorder
from ..rules import Game
from ..rules.events import Event
from ..rules.moves import Decision, Turn


@dataclass(slots=True)
class Playing:
    """One game with the decisions made so far; a dealer makes all its outcomes."""

    rules: Game[Any]
    names: tuple[str, ...]
    first: int | None  # who begins; None is drawn (A2)
    dealer: Dealer
    decisions: list[tuple[int, Decision]] = field(default_factory=list)
    _recorder: Recorder[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.go_back(0)

    @property
    def state(self) -> Any:
        """The state, which waits for a decision or is over."""
        return self._recorder.state

    @property
    def start(self) -> int:
        """The seat that began."""
        return self._recorder.start

    @property
    def record(self) -> Record:
        """The whole record so far."""
        return self._recorder.record()

    @property
    def length(self) -> int:
        """How many entries the record has."""
        return len(self._recorder.log)

    @property
    def turn(self) -> Turn | None:
        """Who has to decide what; None once it is over."""
        awaited = self.rules.awaits(self.state)
        assert awaited is None or isinstance(awaited, Turn), "a dealer makes all outcomes"
        return awaited

    def check(self, decision: Decision) -> None:
        """Raise `IllegalMove` where the rules do not allow a decision."""
        self.rules.apply(self.state, decision)

    def go_back(self, decisions: int) -> None:
        """Stand where it was after so many decisions; chance brings the same again."""
        del self.decisions[decisions:]
        self._recorder = Recorder(self.rules, self.names, start=self.first, dealer=self.dealer)
        for _, decision in self.decisions:
            self._recorder.play(decision)

    def play(self, seat: int, decision: Decision) -> tuple[Sequence[Entry], Sequence[Event]]:
        """A decision that is known to be legal: what it adds to the record, and its story."""
        story: list[Event] = []
        before = self.length
        self._recorder.play(decision, story)
        self.decisions.append((seat, decision))
        return tuple(self._recorder.log[before:]), tuple(story)

    def before_last(self, seat: int) -> int | None:
        """How many decisions there were before the last one of a seat; None if it made none."""
        made = self.decisions
        return next((n for n in reversed(range(len(made))) if made[n][0] == seat), None)
