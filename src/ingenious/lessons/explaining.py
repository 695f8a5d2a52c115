"""Why an answer misses its goal: typed parts, from which the pages make sentences.

Every part comes from the events of that very move. The words are in the pages' catalogue, under
`learn.why.` and the name of the part.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..rules import BoardState
from ..rules.board import EMPTY, Board
from ..rules.events import PegMoved
from ..rules.moves import Place, Space
from ..rules.symbols import COLOUR_NAMES, SYMBOLS
from . import parts
from .challenges import count_reasons, reasons
from .goals import Answer, Condition, Goal, colours_of, pegs_moved, quantity, value_of
from .model import Part, Value, Words, Wrong
from .parts import Reason

_Half = tuple[str, Space, Space]
"""A symbol, its space, and the space of the tile's other half."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an answer is not the one that was asked for."""

    title: Part
    text: tuple[Part, ...] = ()
    say: Words | None = None  # the lesson's own words in place of `text`
    rule: str = ""
    stops: tuple[tuple[Space, Space], ...] = ()  # where lines stop: the last space and the next
    gaps: tuple[Space, ...] = ()
    crosses: tuple[Space, ...] = ()  # symbols that do not count


@dataclass(frozen=True, slots=True)
class _Line:
    """A line from a half: what it counts, where it stops, and what lies behind."""

    symbol: str
    way: int  # the direction, clockwise from the right
    counted: int
    last: Space
    stop: Space | None  # None at the edge of the board
    by: str  # the symbol there, or EMPTY
    behind: tuple[Space, ...] = field(default=())  # the same symbols beyond the stop


def explain(
    answer: Answer, goal: Goal, wrong: Sequence[Wrong], among: Sequence[Answer]
) -> Explanation | None:
    """The explanation of an answer that misses its goal; None if there are no words for it."""
    missed = goal.missed(answer, among)[0]
    title = _title(answer, missed, among)
    for one in wrong:
        if one.when.is_met(answer, among):
            return Explanation(title, say=one.say, rule=one.rule)
    word = missed.left.split(".")[0]
    if isinstance(answer.decision, Place) and word in ("points", "lines", "scored"):
        return _placement(answer, answer.decision, missed, title)
    colours = colours_of(missed.left)
    if word == "lowest":
        return Explanation(title, (_lowest(answer),), rule="A4")
    if not isinstance(answer.before.state, BoardState):
        text, rule = reasons(answer, word, colours)
        return Explanation(title, text, rule=rule) if text else None
    match word:
        case "open":
            colour = max(colours, key=lambda one: quantity(f"open.{COLOUR_NAMES[one]}", answer))
            n = quantity(f"open.{COLOUR_NAMES[colour]}", answer)
            kind = "closed" if missed.compare in (">", ">=") else "open"
            return Explanation(title, ((kind, {"colour": colour, "n": n}),), rule="B8")
        case "calls" | "tokens":
            part, rule = parts.reached(answer, colours)
            if part[0] == "reaches" and len(colours) == 1:
                title = "peg", {"colour": colours, "n": part[1]["n"], "want": part[1]["stop"]}
            return Explanation(title, (part,), rule=rule)
        case "side":
            return _reasoned(title, parts.on_side(answer, colours))
        case "pegs":
            return _pegs(answer, missed, title)
        case "points" | "scored" | "lost":
            return _by_rule(answer, title)
        case _:
            return None


def _title(answer: Answer, missed: Condition, among: Sequence[Answer]) -> Part:
    """What is missing: points, or else what the goal is about."""
    word, n = missed.left.split(".")[0], quantity(missed.left, answer)
    if word != "points" or missed.negated:
        return _title_without_points(answer, missed, word, n)
    colours = colours_of(missed.left)
    values: dict[str, Value] = {"n": n}
    if len(colours) == 1:
        values["colour"] = colours
    if missed.right in ("best", "least"):
        best = max(quantity(missed.left, one) for one in among)
        return "more", values | {"want": best}
    want = value_of(missed.right, answer)
    return ("over" if n > want else "short"), values | {"want": want}


def _title_without_points(answer: Answer, missed: Condition, word: str, n: int) -> Part:
    colours = colours_of(missed.left)
    match word:
        case "open" if missed.compare in ("<", "<="):
            return "free", {}
        case "scored" if n == 1:
            return "half", {"colour": next(pegs_moved(answer, colours)).symbol}
        case "scored" if n == 0:
            return "neither", {}
        case "lowest" if missed.right == "before.lowest":
            return "lowest", {}
        case "lost":
            return "lost", {"n": n}
        case "highest" if len(colours) == 1 and missed.right.isdigit():
            return "peg", {"colour": colours, "n": n, "want": int(missed.right)}
        case _:
            return "notquite", {}


def _lowest(answer: Answer) -> Part:
    pegs = answer.end.scores[answer.seat]
    least = min(pegs)
    colours = "".join(s for s, peg in zip(SYMBOLS, pegs, strict=True) if peg == least)
    return "lowest", {"colours": colours, "n": least}


def _by_rule(answer: Answer, title: Part) -> Explanation:
    """The rule by which points were lost, or else what was scored."""
    for event in answer.story:
        if isinstance(event, PegMoved) and event.lost:
            # The pages have a sentence for each column at which a peg stops.
            text: Part = ("rule", {"rule": event.why, "stop": event.end})
            return Explanation(title, (text,), rule=event.why)
    return Explanation(title, (("only", {"n": quantity("points", answer)}),))


def _reasoned(title: Part, reason: Reason) -> Explanation:
    part, rule = reason
    return Explanation(title, (part,), rule=rule)


def _pegs(answer: Answer, missed: Condition, title: Part) -> Explanation | None:
    """Why a peg did not come as far as it should: the order of the halves, or what they score."""
    if reason := parts.order(answer, colours_of(missed.left)):
        return _reasoned(title, reason)
    if any(event.lost for event in answer.of(PegMoved) if isinstance(event, PegMoved)):
        return _by_rule(answer, title)
    place = answer.decision
    return _placement(answer, place, missed, title) if isinstance(place, Place) else None


def _placement(answer: Answer, place: Place, missed: Condition, title: Part) -> Explanation:
    """Why the halves of a placement do not score what was asked for."""
    state = answer.before.state
    assert isinstance(state, BoardState)
    wanted = colours_of(missed.left)
    halves = [half for half in _halves(place) if half[0] in wanted]
    if missed.left == "scored":
        halves = [half for half in halves if not state.board.gain(half[0], half[1])] or halves
    return _explained(state.board, place, halves, title)


def _halves(place: Place) -> list[_Half]:
    (a, b), (x, y) = place.at, place.tile
    return [(x, a, b), (y, b, a)]


def _explained(board: Board, place: Place, halves: list[_Half], title: Part) -> Explanation:
    lines = [line for half in halves for line in lines_from(board, *half)]
    stopped = [line for line in lines if line.behind]
    if stopped:
        line = max(stopped, key=lambda one: (len(one.behind), one.by != EMPTY))
        assert line.stop is not None
        n = len(line.behind)
        values: dict[str, Value] = {"way": line.way, "n": n}
        kind = "gap" if line.by == EMPTY else "blocked"
        if kind == "gap":
            values |= {"colour": line.symbol}
        else:
            values |= {"colour": line.by, "other": line.symbol}
        return Explanation(
            title,
            ((kind, values),),
            rule="B8",
            stops=((line.last, line.stop),),
            gaps=(line.stop,) if kind == "gap" else (),
            crosses=line.behind,
        )
    n = sum(line.counted for line in lines)
    if n:
        return Explanation(title, (("few", {"n": n}),), rule="B8")
    if place.tile[0] == place.tile[1]:
        return Explanation(title, (("partner", {}),), rule="B8")
    text: Part = ("neither", {}) if len(halves) > 1 else ("none", {"colours": halves[0][0]})
    return Explanation(title, (text,), rule="B8")


def lines_from(board: Board, symbol: str, space: Space, other: Space) -> Iterator[_Line]:
    """The five lines from a half, whose tile has its other half on `other`."""
    layout, cells = board.layout, board.cells
    for way, ray in enumerate(layout.rays[layout.index[space]]):
        spaces = [layout.spaces[number] for number in ray]
        if not spaces or spaces[0] == other:
            continue
        at = 0
        while at < len(ray) and cells[ray[at]] == symbol:
            at += 1
        last = spaces[at - 1] if at else space
        if at == len(ray):
            yield _Line(symbol, way, at, last, None, EMPTY)
            continue
        behind = []
        for number in ray[at + 1 :]:
            if cells[number] != symbol:
                break
            behind.append(layout.spaces[number])
        yield _Line(symbol, way, at, last, spaces[at], cells[ray[at]], tuple(behind))


def explain_number(answer: Answer, value: str, guess: int) -> Explanation:
    """Why a guess of a quantity is not right: too few, or what was counted too much."""
    right = quantity(value, answer)
    title: Part = ("guess", {"n": guess})
    if reason := parts.number(answer, value):
        return _reasoned(title, reason)
    place, state = answer.decision, answer.before.state
    if not isinstance(place, Place) or not isinstance(state, BoardState):
        reasons_found, rule = count_reasons(answer, value, guess > right)
        return Explanation(title, reasons_found, rule=rule)
    if value.startswith("lost"):
        moved = next(one for one in answer.of(PegMoved) if isinstance(one, PegMoved) and one.lost)
        n = quantity(f"points.{COLOUR_NAMES[moved.symbol]}", answer)
        text: Part = ("lost", {"colour": moved.symbol, "start": moved.start, "n": n})
        return Explanation(title, (text,), rule=moved.why)
    lines = [
        line
        for symbol, space, other in _halves(place)
        if symbol in colours_of(value)
        for line in lines_from(state.board, symbol, space, other)
    ]
    behind = [line for line in lines if line.behind]
    is_double = len(set(place.tile)) == 1
    if guess < right:
        counted = sum(line.counted > 0 for line in lines)
        kind = "count.more.double" if is_double else "count.more"
        return Explanation(title, ((kind, {"n": counted}),), rule="B8")
    if behind:
        line = max(behind, key=lambda one: len(one.behind))
        kind = "count.gap" if line.by == EMPTY else "count.blocked"
        return Explanation(title, ((kind, {}),), rule="B8")
    if is_double or len({line.symbol for line in lines}) > 1:
        return Explanation(title, (("count.less.double", {}),), rule="B8")
    return Explanation(title, (("count.less", {"colour": lines[0].symbol}),), rule="B8")
