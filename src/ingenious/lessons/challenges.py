"""Why an answer in a Challenge misses its goal, from the events of that very decision."""

from collections.abc import Iterator

from ..rules import BoardState, CardState, DiceState
from ..rules.areas import floor
from ..rules.events import Matched, PegMoved, WentOut, WildScored
from ..rules.moves import Draw, Free, Play, Reroll, Resolve, Score
from ..table.view.position import rules_of
from .goals import Answer, quantity
from .model import Part, Value

Reasons = tuple[tuple[Part, ...], str]
"""Sentences, and the rule behind them; no sentences if there are no words for it."""


def reasons(answer: Answer, word: str, colours: str) -> Reasons:
    """Why a decision misses a condition on the quantity `word` of some colours."""
    if word == "shown" and isinstance(answer.end.state, CardState):
        left = [one for one in colours if _shown(answer, one)]
        return (("left", {"colour": left[0], "n": _shown(answer, left[0])}),), "G4"
    for event in answer.story:
        if isinstance(event, WentOut):
            name = "bust.repeated" if event.repeated else "bust.missing"
            return ((name, {"colour": event.symbol}),), event.why
        if isinstance(event, PegMoved) and event.lost and word != "calls":
            return (_too_early(answer, event) or _stopped(event),), event.why
    if word == "calls":
        return _highest(answer)
    return _of_decision(answer)


def _shown(answer: Answer, symbol: str) -> int:
    state = answer.end.state
    assert isinstance(state, CardState)
    return sum(symbol in card for row in state.faceup for card in row)


def _highest(answer: Answer) -> Reasons:
    """How far the highest of the moved pegs came, where one had to reach the end."""
    moved = [event for event in answer.story if isinstance(event, PegMoved)]
    rules = rules_of(answer.before.rules)
    rule = "I8" if not rules.areas else "F3"
    if not moved:
        return (("unreached", {"want": rules.goal}),), rule
    best = max(moved, key=lambda event: event.end)
    return (("peg", {"colour": best.symbol, "n": best.end, "want": rules.goal}),), rule


def _too_early(answer: Answer, event: PegMoved) -> Part | None:
    """That the peg that holds another one up moves far enough, but is scored after it."""
    if len(event.blockers) != 1:
        return None
    late = [
        one
        for one in answer.of(PegMoved)
        if isinstance(one, PegMoved) and one.symbol == event.blockers and one.end > one.start
    ]
    if not late or late[-1].end < floor(event.end + 1):
        return None
    values: dict[str, Value] = {"colour": event.symbol, "other": event.blockers}
    return "early", values | {"n": late[-1].start}


def _stopped(event: PegMoved) -> Part:
    """Why a peg lost points: the others are too low, or its way ends."""
    values: dict[str, Value] = {"colour": event.symbol, "at": event.end, "n": event.lost}
    if event.blockers:
        return "stopped", values | {"colours": event.blockers}
    return "beyond", values


def _of_decision(answer: Answer) -> Reasons:
    decision = answer.decision
    match decision:
        case Play():
            return tuple(_matched(answer, decision.card)), "G3"
        case Resolve():
            matches = sum(len(event.by) for event in answer.story if isinstance(event, Matched))
            wilds = sum(event.points for event in answer.story if isinstance(event, WildScored))
            if not wilds:  # an early lesson has not explained them yet
                return (("only", {"n": matches}),), "H4"
            return (("dice", {"n": matches, "wild": wilds}),), "H4"
        case Reroll():
            return (("reroll", {}),), "H3"
        case Draw():
            return (("risk", {"n": quantity("before.risk", answer)}),), "I5"
        case Score() | Free():
            return (("only", {"n": quantity("moved", answer)}),), "I6"
        case _:
            return (), ""


def _matched(answer: Answer, card: str) -> Iterator[Part]:
    """How many face-up cards show each symbol of a played card."""
    for event in answer.story:
        if isinstance(event, Matched) and event.symbol in card:
            n = len(event.by)
            yield "match" if n else "match.none", {"colour": event.symbol, "n": n}


def count_reasons(answer: Answer, value: str, too_many: bool) -> Reasons:
    """Why a guess of a quantity is not right, without telling it."""
    state = answer.before.state
    assert not isinstance(state, BoardState)
    for event in answer.story:
        if not value.startswith("pegs") or not isinstance(event, PegMoved) or not event.lost:
            continue
        if not too_many:
            return (("count.further", {"n": event.start}),), event.why
        if event.blockers:
            return (("count.closed", {"colours": event.blockers}),), "F2"
        return (("rule", {"rule": event.why, "stop": event.end}),), event.why
    if value.startswith("shown"):
        return (("count.shown", {}),), "G4"
    if value.startswith("rolled"):
        return (("count.rolled", {}),), "H3"
    if value.startswith("returned"):
        return (("count.returned", {}),), "I6"
    if value.startswith("lowest"):
        return (("count.lowest", {}),), "J1"
    if isinstance(state, CardState):
        return (("count.cards.less" if too_many else "count.cards.more", {}),), "G3"
    if isinstance(state, DiceState):
        if any(isinstance(event, WildScored) for event in answer.story):
            return (("count.dice.set", {}),), "H4"
        return (("count.dice.less" if too_many else "count.dice.more", {}),), "H4"
    return (("count.tiles.less" if too_many else "count.tiles.more", {}),), "I6"
