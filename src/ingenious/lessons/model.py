"""A lesson as its file describes it."""

from dataclasses import dataclass, fields
from typing import Literal

from ..position import Position
from ..rules.moves import Decision, Move, Place, Space
from .goals import Goal

Value = int | str
Part = tuple[str, dict[str, Value]]
"""The name of a sentence, and its values: numbers, letters of colours, directions."""


class LessonError(ValueError):
    """A lesson that cannot be used; the message names the file and the step."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text in every language of the pages."""

    en: str
    de: str
    fr: str


LANGUAGES = tuple(field.name for field in fields(Words))


@dataclass(frozen=True, slots=True)
class Wrong:
    """What to say about wrong answers of one kind, and the rule behind it."""

    when: Goal
    say: Words
    rule: str


@dataclass(frozen=True, slots=True)
class Option:
    """One of several answers to a question; it is right if `when` is true of the position."""

    text: Words
    when: Goal
    say: Words | None  # why it is wrong; a right option has none


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn on the board while the learner thinks."""

    rays: Place | None = None
    spaces: tuple[Space, ...] = ()
    arrows: tuple[tuple[Space, Space], ...] = ()


Kind = Literal["move", "number", "choice"]


@dataclass(frozen=True, slots=True)
class Step:
    """One idea with one task: a move to make, a number to guess, or an option to choose."""

    kind: Kind
    name: Words
    tell: Words  # the idea
    ask: Words  # the task
    hint: Words
    done: Words  # after a right answer
    position: Position
    tiles: tuple[Place, ...] = ()  # tiles of the board whose two spaces are given
    rows: str = ""  # the colours that matter on the score board; all if empty
    others: bool = False  # whether the score boards of the others are shown
    rack: bool = False  # whether the rack is shown: with a question, and after swap or keep
    risk: bool = True  # whether the Tile Challenge shows how likely a bust is
    marks: Marks = Marks()
    goal: Goal | None = None  # of a move
    show: Decision | None = None  # the answer that Show me gives; by default the first right one
    then: tuple[Move, ...] = ()  # what chance brings after the decision
    wrong: tuple[Wrong, ...] = ()
    move: Decision | None = None  # about which a number is asked
    value: str = ""  # the quantity that is asked
    range: tuple[int, int] = (0, 0)  # the numbers that are offered
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a course: three to five steps."""

    course: str
    number: int
    slug: str
    title: Words
    minutes: int
    rules: tuple[str, ...]  # the rules that it shows
    steps: tuple[Step, ...]
    lowest: bool = True  # whether the score board marks the lowest pegs


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of one game, or of a match."""

    name: str
    lessons: tuple[Lesson, ...]
