"""What all games share: whose turn it is, resigning, and the ranking (section A)."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable

from .shape import SYMBOLS, Refused, action_of, as_object, must_be_true, need, whole


def new_pegs() -> dict[str, int]:
    return dict.fromkeys(SYMBOLS, 0)


class Game(ABC):
    """One game in progress. `apply` takes the next log entry or raises Refused."""

    def __init__(self, players: int, start: int) -> None:
        self.players = players
        self.turn = start
        self.reason: str | None = None  # set when the game is over
        self.winner: int | None = None  # the side that won outright
        self.resigned: int | None = None  # the side that resigned
        self.notes: Counter[str] = Counter()  # rare situations, for the self-test only
        self.handlers: dict[str, Callable[[dict[str, object]], None]] = {}

    # What differs between the games.

    def side(self, seat: int) -> int:
        return seat

    def sides(self) -> int:
        return len({self.side(seat) for seat in range(self.players)})

    @abstractmethod
    def pegs_of(self, seat: int) -> dict[str, int]:
        """The pegs that count for a seat."""

    def stands_better(self, one: int, other: int) -> bool:
        """A4: compare the pegs sorted from the lowest up."""
        return sorted(self.pegs_of(one).values()) > sorted(self.pegs_of(other).values())

    # What is the same in all games.

    def over(self) -> bool:
        return self.reason is not None

    def next_seat(self) -> None:
        self.turn = (self.turn + 1) % self.players  # A2

    def apply(self, value: object) -> None:
        entry = as_object(value, "an entry")
        if self.over():
            raise Refused("the game was already over")
        seat = whole(need(entry, "seat", "the entry"), "seat")
        if not 0 <= seat < self.players:
            raise Refused("there is no such seat")
        action = action_of(entry)
        if action == "resign":
            self.resign(seat, entry["resign"])
            return
        if action not in self.handlers:
            raise Refused(f"{action} is no entry of this game")
        if seat != self.turn:
            raise Refused(f"it is the turn of seat {self.turn}", rule="A2")
        self.handlers[action](entry)

    def resign(self, seat: int, value: object) -> None:
        """A5: at any time, in or out of turn, but only where two sides play."""
        must_be_true(value, "resign")
        if self.sides() != 2:
            raise Refused("only where two sides play may one resign", rule="A5")
        self.resigned = self.side(seat)
        self.reason = "resigned"
        self.notes["resigned"] += 1
        if seat != self.turn:
            self.notes["resigned out of turn"] += 1

    def scores(self) -> list[list[int]]:
        return [[self.pegs_of(seat)[symbol] for symbol in SYMBOLS] for seat in range(self.players)]

    def result(self) -> dict[str, object] | None:
        """The result as the record has it; None while the game is not over."""
        if not self.over():
            return None
        return {"reason": self.reason, "scores": self.scores(), "ranks": self.ranks()}

    def is_before(self, one: int, other: int) -> bool:
        """Whether seat `one` ends strictly before seat `other`."""
        if self.side(one) == self.side(other):
            return False
        if self.resigned is not None:
            return self.side(other) == self.resigned
        if self.winner is not None and self.winner in (self.side(one), self.side(other)):
            return self.side(one) == self.winner  # A4: an outright winner is always first
        return self.stands_better(one, other)

    def ranks(self) -> list[int]:
        """The ranks of the seats; equal seats share one."""
        seats = range(self.players)
        return [1 + sum(self.is_before(other, seat) for other in seats) for seat in seats]
