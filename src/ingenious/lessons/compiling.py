"""Compiles lessons to the JSON that the pages load.

A compiled lesson has the positions in the same form as a table sends them, and for each step every
possible answer: its events, whether it meets the goal, and why not.
"""

import gzip
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ..position import Position
from ..record.entries import write_decision
from ..record.notation import write_move
from ..rules import BoardState, CardState
from ..rules.board import DIRECTIONS, layout
from ..rules.events import Counted, Placed
from ..rules.moves import Decision, Keep, Place, Swap, Turn
from ..rules.symbols import UNKNOWN, Pieces
from ..table.view.news import to_story
from ..table.view.position import (
    CardPosition,
    Choices,
    PositionBuilder,
    TilePosition,
    choices_of,
    hands_of,
    racks_of,
    rules_of,
)
from ..table.view.position import Position as TablePosition
from .answers import answer_to, answers_of, refusals
from .explaining import Explanation, explain, explain_number
from .goals import Answer, GoalError, quantity
from .model import Lesson, LessonError, Marks, Step, Words
from .reading import read_courses
from .tiling import laid_tiles

MAX_BYTES = 30_000
"""The size of a compiled lesson, compressed."""

Json = dict[str, object]


@dataclass(slots=True)
class _Unique:
    """Values that are written once and then named by their number."""

    values: list[object] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)

    def number(self, value: object) -> int:
        key = json.dumps(value, sort_keys=True)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


def write_lessons(folder: Path) -> int:
    """Write all lessons and their list to a folder; returns how many. Raises `LessonError`."""
    folder.mkdir(parents=True, exist_ok=True)
    courses = read_courses()
    written = set()
    for course in courses:
        for lesson in course.lessons:
            path = folder / f"{course.name}-{lesson.number}.json"
            path.write_bytes(encode(compile_lesson(lesson)))
            written.add(path)
    index = folder / "index.json"
    index.write_bytes(
        encode({course.name: [_entry(lesson) for lesson in course.lessons] for course in courses})
    )
    for path in folder.glob("*.json"):
        if path not in written | {index}:
            path.unlink()  # of a lesson that was renamed
    return len(written)


def encode(value: object) -> bytes:
    """A value as JSON, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def compile_lesson(lesson: Lesson) -> Json:
    """A lesson with all its answers; raises `LessonError`."""
    name = f"{lesson.course}/{lesson.number:02}-{lesson.slug}"
    steps = []
    for number, step in enumerate(lesson.steps, 1):
        try:
            steps.append(_step(step))
        except (LessonError, GoalError) as error:
            raise LessonError(f"{name}, step {number}: {error}") from None
    compiled = {
        **_entry(lesson),
        "course": lesson.course,
        "number": lesson.number,
        "lowest": lesson.lowest,
        "boards": [_board(radius) for radius in sorted(_radii(lesson))],
        "steps": steps,
    }
    size = len(gzip.compress(encode(compiled), mtime=0))
    if size > MAX_BYTES:
        raise LessonError(f"{name}: it has {size} bytes compressed; at most {MAX_BYTES} are loaded")
    return compiled


def _entry(lesson: Lesson) -> Json:
    """A lesson as a list of lessons has it."""
    return {
        "slug": lesson.slug,
        "title": _words(lesson.title),
        "minutes": lesson.minutes,
        "rules": lesson.rules,
    }


def _radii(lesson: Lesson) -> set[int]:
    states = [step.position.state for step in lesson.steps]
    return {state.board.layout.radius for state in states if isinstance(state, BoardState)}


def _board(radius: int) -> Json:
    """The geometry of a board, as the server sends it; a lesson needs no server."""
    found = layout(radius)
    return {
        "radius": radius,
        "spaces": found.spaces,
        "edges": list(zip(found.first_ends, found.second_ends, strict=True)),
        "directions": DIRECTIONS,
    }


def _words(words: Words) -> dict[str, str]:
    return {"en": words.en, "de": words.de, "fr": words.fr}


def _step(step: Step) -> Json:
    named = {key: _words(getattr(step, key)) for key in ("name", "tell", "ask", "hint", "done")}
    kinds = {"move": _move_step, "number": _number_step, "choice": _choice_step}
    return {
        "kind": step.kind,
        **named,
        "view": _view(step),
        "rows": step.rows,
        "others": step.others,
        "rack": step.rack,
        "risk": step.risk,
        "marks": _marks(step.marks, step),
        **kinds[step.kind](step),
    }


def _view(step: Step) -> Json:
    """The position as a table sends it to the seat that has to decide."""
    position = step.position
    game, state, awaited = position.rules, position.state, position.awaits
    choices: Choices | msgspec.UnsetType = msgspec.UNSET
    if isinstance(awaited, Turn):
        choices = choices_of(game, state, awaited)
    elif step.kind == "move" or awaited is not None:
        raise LessonError("in the position of a step, a seat has to decide")
    seat = state.seat
    tiles = laid_tiles(state.board, step.tiles) if isinstance(state, BoardState) else ()
    return _built(
        {
            "rules": rules_of(game),
            "position": _position(position),
            "looks": seat,
            "turn": {"seat": awaited.seat, "kind": awaited.kind}
            if isinstance(awaited, Turn)
            else None,
            "racks": racks_of(state, seat),
            "hands": hands_of(state, seat),
            "choices": choices,
            "log": [{"seat": 0, "place": place.tile, "at": place.at} for place in tiles],
        }
    )


def _position(position: Position) -> TablePosition:
    """A position as a table sends it; its deck does not include what the others may hold."""
    built, state = PositionBuilder().build(position.rules, position.state), position.state
    if isinstance(built, CardPosition) and isinstance(state, CardState):
        return replace(built, deck=built.deck - sum(hand.count(UNKNOWN) for hand in state.hands))
    return built


def _built(value: object) -> Json:
    """A value as JSON has it; what is not set is left out."""
    if isinstance(value, dict):
        value = {key: one for key, one in value.items() if one is not msgspec.UNSET}
    found: Json = json.loads(msgspec.json.encode(value))
    return found


def _move_step(step: Step) -> Json:
    assert step.goal is not None
    answers = answers_of(step)
    events, whys = _Unique(), _Unique()
    right = [answer for answer in answers if step.goal.is_met(answer, answers)]
    if not right:
        raise LessonError("no answer meets the goal")
    if len(right) == len(answers) and step.wrong:
        raise LessonError("every answer meets the goal, so 'wrong' is never said")
    shown = _shown(step, right)
    compiled: Json = {}
    for answer in answers:
        assert answer.decision is not None
        # The pages know where the tile lies.
        told = [event for event in answer.story if not isinstance(event, Placed)]
        story = [events.number(_built(item)) for item in to_story(told)]
        why = None
        if answer not in right:
            found = explain(answer, step.goal, step.wrong, answers)
            if found is None:
                raise LessonError(
                    f"there are no words for {answer.decision}: add [[steps.wrong]] with 'when'"
                )
            why = whys.number(_explanation(found))
        compiled[key_of(answer.decision)] = [story] if why is None else [story, why]
    return {
        "goal": step.goal.points(),
        "events": events.values,
        "whys": whys.values,
        "answers": compiled,
        "show": key_of(shown.decision),
        "refused": {rule: f"{edges:x}" for rule, edges in refusals(step.position).items()},
        "after": _afters(answers),
        "racks": _racks(answers) if step.rack else {},
    }


def _shown(step: Step, right: list[Answer]) -> Answer:
    """The answer that Show me gives: the step's own, or the first right one."""
    if step.show is None:
        return right[0]
    names = {key_of(step.show)}
    if isinstance(step.show, Place):  # a tile can be named from either half
        names.add(key_of(Place(step.show.tile[::-1], step.show.at[::-1])))
    found = [answer for answer in right if key_of(answer.decision) in names]
    if not found:
        raise LessonError("'show' does not meet the goal")
    return found[0]


def _afters(answers: Iterable[Answer]) -> Json:
    """The positions after the decisions of a Challenge; a board shows them by the placed tile."""
    found: Json = {}
    for answer in answers:
        after = answer.after
        if after is None or answer.decision is None or isinstance(after.state, BoardState):
            continue
        position = _position(after)
        if isinstance(position, TilePosition):  # the risk would be that of the next player
            position = replace(position, risk=msgspec.UNSET, bust=msgspec.UNSET)
        hands = hands_of(after.state, answer.seat)
        found[key_of(answer.decision)] = _built({"position": position, "hands": hands})
    return found


def _racks(answers: Iterable[Answer]) -> dict[str, Pieces]:
    """The rack after a swap, or after keeping it, with the tiles that were drawn."""
    return {
        key_of(answer.decision): answer.end.state.racks[answer.seat]
        for answer in answers
        if isinstance(answer.decision, Swap | Keep) and isinstance(answer.end.state, BoardState)
    }


def key_of(decision: Decision | None) -> str:
    """The name under which the pages look a decision up: as people write it."""
    return "" if decision is None else write_move(decision)


def _number_step(step: Step) -> Json:
    assert step.move is not None
    answer = answer_to(step, step.move)
    right = quantity(step.value, answer)
    least, most = step.range
    if not least <= right <= most:
        raise LessonError(f"the right number is {right}, which is not among {least} to {most}")
    return {
        "move": _built(write_decision(step.move)),
        "right": right,
        "numbers": [
            None if number == right else _explanation(explain_number(answer, step.value, number))
            for number in range(least, most + 1)
        ],
        "least": least,
        "story": _built(to_story(answer.story)),
    }


def _choice_step(step: Step) -> Json:
    answer = Answer(step.position, step.position.state.seat)
    options = []
    for option in step.options:
        right = option.when.is_met(answer)
        if right == (option.say is not None):
            raise LessonError(
                f"the option {option.text.en!r} is {'right' if right else 'wrong'}, so it must "
                f"{'not ' if right else ''}have 'say'"
            )
        say = None if option.say is None else _words(option.say)
        options.append({"text": _words(option.text), "say": say})
    if all(option["say"] for option in options) or not any(option["say"] for option in options):
        raise LessonError("a choice needs an option that is right, and one that is not")
    return {"options": options}


def _explanation(found: Explanation) -> Json:
    values: Json = {"title": found.title, "text": found.text, "rule": found.rule}
    if found.say is not None:
        values["say"] = _words(found.say)
    for name in ("stops", "gaps", "crosses"):
        if spaces := getattr(found, name):
            values[name] = spaces
    return values


def _marks(marks: Marks, step: Step) -> Json:
    values: Json = {}
    if marks.rays is not None:
        story = step.position.events(marks.rays)
        values["counted"] = _built([event for event in story if isinstance(event, Counted)])
    if marks.spaces:
        values["spaces"] = marks.spaces
    if marks.arrows:
        values["arrows"] = marks.arrows
    return values
