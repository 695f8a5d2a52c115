"""Lets the rules answer every decision that a step allows."""

from ..position import Position
from ..rules import BoardState
from ..rules.errors import IllegalMove
from ..rules.moves import Chance, Decision, Place
from ..rules.symbols import CANONICAL
from .goals import Answer
from .model import LessonError, Step


def answers_of(step: Step) -> list[Answer]:
    """Every legal decision with what the rules say about it."""
    answers = [answer_to(step, decision) for decision in step.position.legal]
    if step.then and not any(answer.outcomes for answer in answers):
        raise LessonError("the outcomes of 'then' fit no answer")
    return answers


def answer_to(step: Step, decision: Decision) -> Answer:
    """What comes of a decision, and of the outcomes of chance that the step names.

    These follow the decisions that they fit: after a draw, but not after scoring instead. They are
    never dice of the next player.
    """
    before = step.position
    story = list(before.events(decision))
    after = before.play(decision)
    outcomes = 0
    for move in step.then:
        if not isinstance(after.awaits, Chance) or after.state.seat != before.state.seat:
            break
        try:
            more, after = after.events(move), after.play(move)
        except IllegalMove:
            continue  # it follows another decision
        story += more
        outcomes += 1
    return Answer(before, before.state.seat, decision, tuple(story), after, outcomes)


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
