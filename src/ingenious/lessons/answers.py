"""Lets the rules answer every decision that a step allows."""

from ..position import Position
from ..rules import BoardState
from ..rules.errors import IllegalMove
from ..rules.moves import Chance, Decision, Outcome, Place
from ..rules.symbols import CANONICAL
from .goals import Answer
from .model import LessonError, Step


def answers_of(step: Step) -> list[Answer]:
    """Every legal decision with what the rules say about it."""
    return [answer_to(step, decision) for decision in step.position.legal]


def answer_to(step: Step, decision: Decision) -> Answer:
    """What comes of a decision, and of the outcomes of chance that the step names."""
    before = step.position
    seat = before.turn
    if seat is None:
        raise LessonError("in the position of a step, a seat has to decide")
    story = list(before.events(decision))
    after = before.play(decision)
    for move in step.then:
        if not isinstance(after.awaits, Chance) or not isinstance(move, Outcome):
            break
        try:
            more, next_ = after.events(move), after.play(move)
        except IllegalMove as error:
            raise LessonError(f"'then' does not fit what comes next: {error.message}") from None
        story += more
        after = next_
    return Answer(before, seat, decision, tuple(story), after)


def refusals(position: Position) -> dict[str, int]:
    """The rule against each pair of spaces on which no tile may go, as sets of edges."""
    state = position.state
    if not isinstance(state, BoardState) or position.turn is None or not state.racks[state.seat]:
        return {}
    layout, tile = state.board.layout, CANONICAL[state.racks[state.seat][0]]
    found: dict[str, int] = {}
    for number, (a, b) in enumerate(layout.edges):
        try:
            position.play(Place(tile, (a, b)))
        except IllegalMove as error:
            found[error.rule] = found.get(error.rule, 0) | 1 << number
    return found
