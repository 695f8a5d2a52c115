"""Reads lessons from their files, and refuses what is incomplete."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import get_args

from ..position import Position
from ..record import NotationError
from ..record.notation import parse_space
from ..rules import IllegalMove
from ..rules.moves import Decision, Move, Place, Space
from .goals import Goal, GoalError, parse_goal
from .model import LANGUAGES, Course, Kind, Lesson, LessonError, Marks, Option, Step, Words, Wrong

COURSES = ("classic", "solo", "team", "duel", "cards", "dice", "tiles", "match")
"""The courses, in the order in which the pages list them; each is a folder of `data/`."""

MAX_SENTENCES = 2
MAX_TEXT = 150
"""Characters of a text that a learner reads at once."""
MAX_ASK = 70
MAX_NAME = 34
STEPS = range(3, 6)
MAX_NUMBERS = 12
"""How many numbers a question offers at most."""

_FILE = re.compile(r"(\d\d)-([a-z0-9-]+)\.toml")
_RULE = re.compile(r"[A-J]\d+")
_SENTENCE_END = re.compile(r"[.!?…](?:\s?[”»“’])?(?:\s+(?=[A-ZÀ-Ü„“«\d])|$)")
_COMMON_KEYS = {
    *("kind", "name", "tell", "ask", "hint", "done", "position", "tiles", "rows", "others", "rack"),
    *("marks", "risk"),
}
_KEYS: Mapping[str, set[str]] = {
    "move": _COMMON_KEYS | {"goal", "show", "then", "wrong"},
    "number": _COMMON_KEYS | {"move", "value", "range"},
    "choice": _COMMON_KEYS | {"options"},
}

Table = Mapping[str, object]


def read_courses() -> tuple[Course, ...]:
    """All courses that have lessons; raises `LessonError`."""
    return tuple(course for course in map(_read_course, COURSES) if course.lessons)


def _read_course(name: str) -> Course:
    folder = files(__package__) / "data" / name
    found = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    lessons = tuple(
        parse_lesson(file.read_text("utf-8"), name, file.name)
        for file in found
        if file.name.endswith(".toml")
    )
    numbers = [lesson.number for lesson in lessons]
    if numbers != list(range(1, len(lessons) + 1)):
        raise LessonError(f"lessons of {name} must be numbered 01, 02, …: they are {numbers}")
    return Course(name, lessons)


def parse_lesson(text: str, course: str, name: str) -> Lesson:
    """The lesson of a file; raises `LessonError` with the place of the mistake."""
    found = _FILE.fullmatch(name)
    if not found:
        raise LessonError(f"{course}/{name}: a file must be named like 03-lines-and-gaps.toml")
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{course}/{name}: {error}") from None
    reader = _Reader(f"{course}/{name}")
    reader.check_keys(values, {"title", "minutes", "rules", "lowest", "steps"})
    steps = reader.tables(values, "steps")
    if len(steps) not in STEPS:
        raise reader.error(f"a lesson has {STEPS[0]} to {STEPS[-1]} steps, not {len(steps)}")
    return Lesson(
        course=course,
        number=int(found[1]),
        slug=found[2],
        title=reader.words(values, "title", MAX_NAME),
        minutes=reader.number(values, "minutes", 2),
        rules=tuple(map(reader.rule, reader.texts(values, "rules"))),
        steps=tuple(
            _StepReader(f"{course}/{name}, step {number}", step).step()
            for number, step in enumerate(steps, 1)
        ),
        lowest=values.get("lowest", True) is not False,
    )


class _Reader:
    """Reads values of a file; every error says where."""

    def __init__(self, place: str) -> None:
        self.place = place

    def error(self, message: str) -> LessonError:
        return LessonError(f"{self.place}: {message}")

    def check_keys(self, values: Table, known: set[str]) -> None:
        if unknown := sorted(set(values) - known):
            raise self.error(
                f"{unknown[0]!r} is not known here; there are {', '.join(sorted(known))}"
            )

    def text(self, values: Table, key: str, usual: str | None = None) -> str:
        value = values.get(key, usual)
        if not isinstance(value, str) or (usual is None and not value.strip()):
            raise self.error(f"{key!r} must be a text")
        return value

    def texts(self, values: Table, key: str) -> list[str]:
        value = values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.error(f"{key!r} must be a list of texts")
        return value

    def number(self, values: Table, key: str, usual: int) -> int:
        value = values.get(key, usual)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(f"{key!r} must be a whole number")
        return value

    def table(self, values: Table, key: str) -> dict[str, object]:
        value = values.get(key, {})
        if not isinstance(value, dict):
            raise self.error(f"{key!r} must be a table")
        return value

    def tables(self, values: Table, key: str) -> list[dict[str, object]]:
        value = values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self.error(f"{key!r} must be a list of tables, written [[{key}]]")
        return value

    def rule(self, text: str) -> str:
        if not _RULE.fullmatch(text):
            raise self.error(f"a rule is named like B8, not {text!r}")
        return text

    def words(self, values: Table, key: str, most: int = MAX_TEXT) -> Words:
        """A text in every language, short enough to be read at a glance."""
        value = self.table(values, key)
        if missing := [language for language in LANGUAGES if not value.get(language)]:
            raise self.error(f"{key!r} has no text in {' and '.join(missing)}")
        self.check_keys(value, set(LANGUAGES))
        texts = {language: self.text(value, language) for language in LANGUAGES}
        for language, text in texts.items():
            if len(text) > most:
                raise self.error(
                    f"{key}.{language} has {len(text)} characters, more than {most}: {text!r}"
                )
            if len(_SENTENCE_END.findall(text)) > MAX_SENTENCES:
                raise self.error(f"{key}.{language} has more than two sentences: {text!r}")
        return Words(**texts)


class _StepReader(_Reader):
    """Reads a step."""

    def __init__(self, place: str, values: Table) -> None:
        super().__init__(place)
        self.values = values

    def step(self) -> Step:
        values = self.values
        kind = self._kind()
        self.check_keys(values, _KEYS[kind])
        try:
            position = Position.parse(self.text(values, "position"))
        except NotationError as error:
            raise self.error(f"the position cannot be read: {error}") from None
        move = self._decision(position, "move") if kind == "number" else None
        return Step(
            kind=kind,
            name=self.words(values, "name", MAX_NAME),
            tell=self.words(values, "tell"),
            ask=self.words(values, "ask", MAX_ASK),
            hint=self.words(values, "hint"),
            done=self.words(values, "done"),
            position=position,
            tiles=tuple(self._place(position, text) for text in self.texts(values, "tiles")),
            rows=self.text(values, "rows", ""),
            others=values.get("others", False) is True,
            rack=values.get("rack", False) is True,
            risk=values.get("risk", True) is not False,
            marks=self._marks(position),
            goal=self._goal(values, "goal") if kind == "move" else None,
            show=self._decision(position, "show") if "show" in values else None,
            then=tuple(self._move(position, text) for text in self.texts(values, "then")),
            wrong=tuple(self._wrongs()),
            move=move,
            value=self._value() if kind == "number" else "",
            range=self._range() if kind == "number" else (0, 0),
            options=tuple(self._options()) if kind == "choice" else (),
        )

    def _value(self) -> str:
        value = self.text(self.values, "value")
        if value.split(".")[0] == "moved":
            raise self.error(
                "'value' must not be 'moved': how far a peg goes may mean its steps or its column; "
                "ask where it ends, with 'pegs.red'"
            )
        return value

    def _kind(self) -> Kind:
        value = self.text(self.values, "kind", "move")
        for kind in get_args(Kind):
            if value == kind:
                found: Kind = kind
                return found
        raise self.error(f"'kind' must be one of {', '.join(get_args(Kind))}, not {value!r}")

    def _move(self, position: Position, text: str) -> Move:
        try:
            return position.read(text)
        except (NotationError, IllegalMove) as error:
            raise self.error(str(error)) from None

    def _decision(self, position: Position, key: str) -> Decision:
        move = self._move(position, self.text(self.values, key))
        if not isinstance(move, Decision) or not position.is_legal(move):
            raise self.error(f"{key!r} is not a legal decision here: {self.values[key]!r}")
        return move

    def _place(self, position: Position, text: str) -> Place:
        move = self._move(position, text)
        if not isinstance(move, Place):
            raise self.error(f"this is not a tile on the board: {text!r}")
        return move

    def _goal(self, values: Table, key: str) -> Goal:
        try:
            return parse_goal(self.text(values, key))
        except GoalError as error:
            raise self.error(str(error)) from None

    def _marks(self, position: Position) -> Marks:
        values = self.table(self.values, "marks")
        self.check_keys(values, {"rays", "spaces", "arrows"})
        rays = self._place(position, self.text(values, "rays")) if "rays" in values else None
        arrows = [text.split("-") for text in self.texts(values, "arrows")]
        if any(len(arrow) != 2 for arrow in arrows):
            raise self.error("an arrow must look like 'D8-D11'")
        return Marks(
            rays,
            tuple(map(self._space, self.texts(values, "spaces"))),
            tuple((self._space(start), self._space(end)) for start, end in arrows),
        )

    def _space(self, name: str) -> Space:
        try:
            return parse_space(name)
        except NotationError as error:
            raise self.error(str(error)) from None

    def _wrongs(self) -> Iterator[Wrong]:
        for values in self.tables(self.values, "wrong"):
            self.check_keys(values, {"when", "say", "rule"})
            rule = self.rule(self.text(values, "rule"))
            yield Wrong(self._goal(values, "when"), self.words(values, "say"), rule)

    def _range(self) -> tuple[int, int]:
        match self.values.get("range"):
            case [int(least), int(most)] if 0 < most - least < MAX_NUMBERS:
                return least, most
        raise self.error(
            f"'range' must be two numbers that offer at most {MAX_NUMBERS}, such as [0, 7]"
        )

    def _options(self) -> Iterator[Option]:
        tables = self.tables(self.values, "options")
        if len(tables) < 2:
            raise self.error("a choice needs at least two options")
        for values in tables:
            self.check_keys(values, {"text", "when", "say"})
            say = self.words(values, "say") if "say" in values else None
            yield Option(self.words(values, "text", MAX_ASK), self._goal(values, "when"), say)
