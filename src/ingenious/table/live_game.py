"""A game at a table: the rules, the dealer and the record, able to go back to any decision."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..record import Dealer, Entry, Record, Recorder
from ..record.recorder import Mark
from ..rules import AnyGame, AnyState, IllegalMove
from ..rules.events import Event
from ..rules.moves import Decision, Discard, Keep, Resign, Swap, Turn
from .events import Checked

MAX_MARKS_KEPT = 24
"""Decisions that can be taken back without replaying the game from its start."""

SECRET_KINDS = ("swap", "discard")
"""Kinds of decisions that only the seat itself may know are due: they reveal its rack."""


class Held(NamedTuple):
    """The last decision, while only its seat knows about it."""

    seat: int
    before: Mark  # where the others still see the game
    turn: Turn  # what the others see
    story: Sequence[Event]
    stand_in: bool


@dataclass(slots=True)
class LiveGame:
    """One game with the decisions made so far; a dealer makes all its outcomes."""

    rules: AnyGame
    names: tuple[str, ...]
    first: int | None  # the seat that begins; None to draw it (A2)
    dealer: Dealer
    date: str | None = None  # when it began
    decisions: list[tuple[int, Decision]] = field(default_factory=list)
    stand_ins: list[int] = field(
        default_factory=list
    )  # entries that a bot decided in place of a player
    held: Held | None = field(init=False, default=None)
    _held_at: list[int] = field(
        init=False, default_factory=list
    )  # indexes of decisions that were held
    turn: Turn | None = field(init=False)  # who has to decide what; None once it is over
    _recorder: Recorder[AnyState] = field(init=False)
    _marks: deque[tuple[int, Mark]] = field(
        init=False, default_factory=lambda: deque(maxlen=MAX_MARKS_KEPT)
    )  # where it stood before each of the last decisions

    resigning_refused: IllegalMove | None = field(init=False, default=None)  # why, if it is (A5)

    def __post_init__(self) -> None:
        self._recorder = self._new_recorder()
        self._update_turn()

    @property
    def state(self) -> AnyState:
        """The state, which waits for a decision or is over."""
        return self._recorder.state

    @property
    def start(self) -> int:
        """The seat that began."""
        return self._recorder.start

    @property
    def record(self) -> Record:
        """The whole record so far."""
        return replace(self._recorder.record(), date=self.date)

    @property
    def moves(self) -> int:
        """How many decisions everyone knows about; those revealed together count as one."""
        return len(self.decisions) - len(self._held_at)

    def state_for(self, viewer: int | None) -> AnyState:
        """The state as far as a seat or a spectator may know it."""
        return self.state if self.knows_all(viewer) else self._before_held().state

    def turn_for(self, viewer: int | None) -> Turn | None:
        """Who has to decide what, as far as a seat or a spectator may know it."""
        return self.turn if self.held is None or self.knows_all(viewer) else self.held.turn

    def record_for(self, viewer: int | None) -> Record:
        """The record without a decision unknown to the viewer; it is not redacted yet."""
        if self.knows_all(viewer):
            return self.record
        return replace(self.record, log=self.record.log[: self._before_held().entries])

    def stand_ins_for(self, viewer: int | None) -> list[int]:
        """The entries that a bot decided for a person, as far as a viewer knows about them."""
        if self.knows_all(viewer):
            return self.stand_ins
        return [entry for entry in self.stand_ins if entry < self._before_held().entries]

    def knows_all(self, viewer: int | None) -> bool:
        """Whether a seat or a spectator knows about every decision."""
        return self.held is None or self.held.seat == viewer

    def _before_held(self) -> Mark:
        assert self.held is not None, "without a held decision everyone knows everything"
        return self.held.before

    @property
    def length(self) -> int:
        """How many entries the record has."""
        return len(self._recorder.log)

    def check(self, decision: Decision) -> Checked:
        """What a decision would do; raises `IllegalMove` if the rules do not allow it."""
        story: list[Event] = []
        after = self.rules.advance(self.state, decision, story)
        return Checked(self.state, after, story)

    def leads_to_secret(self, checked: Checked) -> bool:
        """Whether the same seat has to make a secret decision next."""
        awaited = self.rules.awaits(checked.after)
        return isinstance(awaited, Turn) and awaited.kind in SECRET_KINDS

    def go_back(self, decisions: int) -> None:
        """Go back to the point after this many decisions; the same outcomes will follow."""
        mark = next((mark for made, mark in self._marks if made == decisions), None)
        if mark is not None:
            self._recorder.go_back(mark)
            del self.decisions[decisions:]
            while self._marks and self._marks[-1][0] >= decisions:
                self._marks.pop()
        else:
            made, self.decisions = self.decisions[:decisions], []
            self._recorder = self._new_recorder()
            self._marks.clear()
            for seat, decision in made:
                self._record(seat, decision, [])
        self.stand_ins = [place for place in self.stand_ins if place < self.length]
        self.held = None
        self._held_at = [place for place in self._held_at if place < decisions]
        self._update_turn()

    def _new_recorder(self) -> Recorder[AnyState]:
        return Recorder(self.rules, self.names, start=self.first, dealer=self.dealer)

    def _record(
        self, seat: int, decision: Decision, story: list[Event], after: AnyState | None = None
    ) -> None:
        self._marks.append((len(self.decisions), self._recorder.mark()))
        self._recorder.play(decision, story, after)
        self.decisions.append((seat, decision))

    def play(
        self,
        seat: int,
        decision: Decision,
        *,
        stand_in: bool = False,
        held: bool = False,
        checked: Checked | None = None,
    ) -> tuple[Sequence[Entry], Sequence[Event]]:
        """Apply a legal decision; return what it adds to the record, and its story.

        If `held`, the others learn about it only with the next decision.
        """
        before, turn, last = self.length, self.turn, self.held
        if checked is not None and checked.before is self.state:
            story = checked.story
            self._record(seat, decision, story, checked.after)
        else:
            story = []
            self._record(seat, decision, story)
        if stand_in and self.length > before:  # a declined swap adds no entry
            self._note_stand_in(before if last is None else last.before.entries)
        self.held = None
        if held:
            assert turn is not None, "a game that is over has no decisions"
            self.held = Held(seat, self._marks[-1][1], turn, tuple(story), stand_in)
            self._held_at.append(len(self.decisions) - 1)
        self._update_turn()
        return tuple(self._recorder.log[before:]), tuple(story)

    def _note_stand_in(self, entry: int) -> None:
        if entry not in self.stand_ins:
            self.stand_ins.append(entry)

    def _update_turn(self) -> None:
        awaited = self.rules.awaits(self.state)
        assert awaited is None or isinstance(awaited, Turn), "a dealer makes all outcomes"
        self.turn = awaited
        # Whether the rules allow it depends on nothing but whether the game is over.
        if awaited is None or self.resigning_refused is not None or not self.decisions:
            self.resigning_refused = self._try_resigning()

    def _try_resigning(self) -> IllegalMove | None:
        try:
            self.rules.apply(self.state, Resign(0))
        except IllegalMove as error:
            return error
        return None

    def before_last(self, seat: int, *, known: bool = False) -> int | None:
        """How many decisions there were before the last one of a seat; None if it made none.

        Swapping, discarding or keeping belongs to the decision before it. With `known`, a held
        decision does not count.
        """
        made = self.decisions
        last = len(made) - (known and self.held is not None)
        found = next((n for n in reversed(range(last)) if made[n][0] == seat), None)
        if found is not None and isinstance(made[found][1], Swap | Discard | Keep):
            found -= 1
        return found
