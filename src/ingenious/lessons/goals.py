"""Goals: what has to be true of a move and the position after it.

A goal is one or more conditions, joined by `and`. A condition compares a quantity with a number or
with another quantity: `points.green >= 4`, `lowest > before.lowest`. `best` and `least` stand for
the highest and the lowest value among all answers of the step: `points == best`. A quantity alone
means that it is not 0: `swap`. `not` before a condition negates it.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import UnsetType

from ..position import Position
from ..rules import BoardState, CardState, DiceChallenge, DiceState, TileState
from ..rules.board import EMPTY, Board
from ..rules.events import (
    CalledIngenious,
    Counted,
    Ended,
    Event,
    Matched,
    PegMoved,
    Shown,
    TileDrawn,
    TilesScored,
    TokenTaken,
    WentOut,
    WildScored,
)
from ..rules.game import lowest
from ..rules.moves import (
    Decision,
    Discard,
    Draw,
    Free,
    Keep,
    Place,
    Play,
    Reroll,
    Resolve,
    Score,
    Swap,
)
from ..rules.symbols import COLOUR_NAMES, SYMBOLS, show_any
from ..table.view.position import PositionBuilder, TilePosition

SYMBOL_OF: Mapping[str, str] = {name: symbol for symbol, name in COLOUR_NAMES.items()}
KINDS: Mapping[str, type] = {
    "place": Place,
    "swap": Swap,
    "keep": Keep,
    "play": Play,
    "discard": Discard,
    "reroll": Reroll,
    "use": Resolve,
    "draw": Draw,
    "score": Score,
    "free": Free,
}
"""Quantities that are 1 if the decision is of this kind."""

_OPERATORS: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_CONDITION = re.compile(r"(not )?([a-z0-9.]+)(?: (==|!=|>=|<=|>|<) ([a-z0-9.]+))?")


class GoalError(ValueError):
    """A goal that cannot be read, or that asks for something unknown."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision and what came of it; without a decision, only the position."""

    before: Position
    seat: int
    decision: Decision | None = None
    story: tuple[Event, ...] = ()
    after: Position | None = None
    outcomes: int = 0  # of chance, after the decision

    @property
    def end(self) -> Position:
        """The position in the end."""
        return self.after or self.before

    def of(self, kind: type[Event]) -> Iterator[Event]:
        """The events of one kind that concern the learner's seat."""
        for event in self.story:
            if isinstance(event, kind) and getattr(event, "seat", self.seat) == self.seat:
                yield event


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a goal."""

    left: str
    compare: str = "!="
    right: str = "0"
    negated: bool = False

    def holds(self, answer: Answer, among: Sequence[Answer] = ()) -> bool:
        """Whether it is true of an answer; `among` are all answers, for `best` and `least`."""
        if self.right in ("best", "least"):
            values = [quantity(self.left, one) for one in among]
            right = max(values) if self.right == "best" else min(values)
        else:
            right = value_of(self.right, answer)
        return _OPERATORS[self.compare](quantity(self.left, answer), right) != self.negated


@dataclass(frozen=True, slots=True)
class Goal:
    """Conditions that all have to be true."""

    conditions: tuple[Condition, ...]

    def missed(self, answer: Answer, among: Sequence[Answer] = ()) -> tuple[Condition, ...]:
        """The conditions that are not true of an answer; none of them if the goal is met."""
        return tuple(one for one in self.conditions if not one.holds(answer, among))

    def is_met(self, answer: Answer, among: Sequence[Answer] = ()) -> bool:
        """Whether an answer meets the goal."""
        return not self.missed(answer, among)

    def points(self) -> dict[str, int]:
        """The points that the goal asks for in single colours."""
        found = {}
        for condition in self.conditions:
            word, _, colour = condition.left.partition(".")
            is_least = condition.compare in (">=", "==") and condition.right.isdecimal()
            if word == "points" and colour in SYMBOL_OF and is_least and not condition.negated:
                found[SYMBOL_OF[colour]] = int(condition.right)
        return found


def parse_goal(text: str) -> Goal:
    """The goal of a text; raises `GoalError`."""
    return Goal(tuple(_parse_condition(part.strip()) for part in text.split(" and ")))


def _parse_condition(text: str) -> Condition:
    found = _CONDITION.fullmatch(text)
    if not found:
        raise GoalError(f"a condition must look like 'points.green >= 4', not {text!r}")
    negated, left, compare, right = found.groups()
    if compare is None:
        return Condition(left, negated=negated is not None)
    return Condition(left, compare, right, negated is not None)


def value_of(text: str, answer: Answer) -> int:
    """A number, or the value of a quantity."""
    return int(text) if text.isdecimal() else quantity(text, answer)


def quantity(name: str, answer: Answer) -> int:
    """The value of a quantity; raises `GoalError` if there is none with this name.

    `before.` in front of a quantity asks for the position before the move.
    """
    if name.startswith("before."):
        rest = name.removeprefix("before.")
        return quantity(rest, Answer(answer.before, answer.seat))
    word, *of = name.split(".")
    colours = colours_of(name)
    seats = [int(one) for one in of if one.isdecimal()]
    if unknown := [one for one in of if one not in SYMBOL_OF and not one.isdecimal()]:
        raise GoalError(f"{unknown[0]!r} in {name!r} is neither a colour nor a seat")
    seat = seats[0] if seats else answer.seat
    if word in KINDS:
        return int(isinstance(answer.decision, KINDS[word]))
    if word in _OF_STORY:
        return _OF_STORY[word](answer, colours)
    if word in _OF_POSITION:
        if not 0 <= seat < answer.end.rules.players:
            raise GoalError(f"there is no seat {seat} in {name!r}")
        return _OF_POSITION[word](answer.end, seat, colours)
    known = ", ".join(sorted({*KINDS, *_OF_STORY, *_OF_POSITION}))
    raise GoalError(f"there is no quantity {word!r}; there are {known}")


def colours_of(name: str) -> str:
    """The colours that a quantity names; all of them if it names none."""
    return "".join(SYMBOL_OF[one] for one in name.split(".") if one in SYMBOL_OF) or SYMBOLS


def pegs_moved(answer: Answer, colours: str = SYMBOLS) -> Iterator[PegMoved]:
    """The learner's pegs that a move moved, in the order in which it did."""
    for event in answer.of(PegMoved):
        if isinstance(event, PegMoved) and event.symbol in colours:
            yield event


def _lines(answer: Answer, colours: str) -> int:
    return sum(
        sum(map(bool, event.rays))
        for event in answer.of(Counted)
        if isinstance(event, Counted) and event.symbol in colours
    )


def _rolled(answer: Answer, _colours: str) -> int:
    game = answer.before.rules
    if isinstance(answer.decision, Reroll) and isinstance(game, DiceChallenge):
        return game.dice_each
    return 0


def _count(kind: type[Event]) -> Callable[[Answer, str], int]:
    return lambda answer, colours: sum(
        getattr(event, "symbol", colours) in colours for event in answer.of(kind)
    )


_OF_STORY: Mapping[str, Callable[[Answer, str], int]] = {
    "points": lambda answer, colours: sum(
        moved.end - moved.start + moved.lost for moved in pegs_moved(answer, colours)
    ),
    "lost": lambda answer, colours: sum(moved.lost for moved in pegs_moved(answer, colours)),
    "moved": lambda answer, colours: sum(
        moved.end - moved.start for moved in pegs_moved(answer, colours)
    ),
    "returned": lambda answer, colours: sum(
        tile in colours
        for event in answer.of(TilesScored)
        if isinstance(event, TilesScored)
        for tile in event.to_pool
    ),
    "lines": _lines,
    "scored": lambda answer, colours: len({moved.symbol for moved in pegs_moved(answer, colours)}),
    "calls": _count(CalledIngenious),
    "tokens": _count(TokenTaken),
    "swapped": lambda answer, _: sum(
        len(event.pieces) for event in answer.of(Shown) if isinstance(event, Shown)
    ),
    "matches": _count(Matched),
    "wilds": _count(WildScored),
    "rolled": _rolled,
    "drawn": _count(TileDrawn),
    "busts": _count(WentOut),
    "ends": _count(Ended),
}
"""What a move did, by name; some of them only in some colours."""


def _pegs(position: Position, seat: int, colours: str) -> list[int]:
    pegs = zip(SYMBOLS, position.scores[seat], strict=True)
    return [peg for symbol, peg in pegs if symbol in colours]


def reach(board: Board, symbol: str) -> int:
    """The most points that one half with this symbol could score on a board."""
    layout = board.layout
    pairs = zip(layout.first_ends, layout.second_ends, strict=True)
    ends = {end for number, pair in enumerate(pairs) if board.open >> number & 1 for end in pair}
    return max(
        (board.gain(symbol, layout.spaces[end]) for end in ends if board.cells[end] == EMPTY),
        default=0,
    )


def _open(position: Position, _seat: int, colours: str) -> int:
    if not isinstance(position.state, BoardState):
        raise GoalError("only a board has 'open' lines")
    return max(reach(position.state.board, symbol) for symbol in colours)


def _swappable(position: Position, seat: int, _colours: str) -> int:
    state = position.state
    if isinstance(state, BoardState):
        pieces = state.racks[seat]
    elif isinstance(state, CardState):
        pieces = state.hands[seat]
    else:
        raise GoalError("only a rack or a hand can be 'swappable'")
    return int(not show_any(pieces, lowest(position.scores[seat])))


def _shown(position: Position, seat: int, colours: str) -> int:
    state = position.state
    if isinstance(state, CardState):
        cards = [card for row in state.faceup for card in row]
        return sum(show_any((card,), colours) for card in cards)
    if isinstance(state, DiceState):
        shown = "".join(dice for other, dice in enumerate(state.dice) if other != seat)
    elif isinstance(state, TileState):
        shown = state.centre
    else:
        raise GoalError("only cards, dice and tiles of a Challenge are 'shown'")
    return sum(symbol in colours for symbol in shown)


def _safe(position: Position, _seat: int, colours: str) -> int:
    state = position.state
    if not isinstance(state, TileState):
        raise GoalError("only a tile that can be drawn is 'safe'")
    return int(all(one in state.centre and one not in state.drawn for one in colours))


def _risk(position: Position, _seat: int, _colours: str) -> int:
    drawn = PositionBuilder().build(position.rules, position.state)
    if not isinstance(drawn, TilePosition) or isinstance(drawn.risk, UnsetType):
        raise GoalError("only a tile that can be drawn has a 'risk'")
    return round(100 * drawn.risk)


_OF_POSITION: Mapping[str, Callable[[Position, int, str], int]] = {
    "lowest": lambda position, seat, colours: min(_pegs(position, seat, colours)),
    "highest": lambda position, seat, colours: max(_pegs(position, seat, colours)),
    "pegs": lambda position, seat, colours: sum(_pegs(position, seat, colours)),
    "side": lambda position, seat, colours: sum(peg > 0 for peg in _pegs(position, seat, colours)),
    "rank": lambda position, seat, _: position.ranks[seat],
    "due": lambda position, _, __: position.state.due,
    "open": _open,
    "swappable": _swappable,
    "risk": _risk,
    "shown": _shown,
    "safe": _safe,
}
"""What is true of a position, by name."""
