"""The pages of the rules, with the steps of every example."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ...record.notation import parse_move
from ...record.position import parse_position, write_position
from ...rulebook import LANGUAGES, PAGES
from ...rulebook.examples import Example, FactLine, InvalidExample, RefusedLine
from ...rulebook.pages import Page, Prose, Section, TitledExample, read_page
from ...rules import AnyGame, AnyState, IllegalMove
from ...rules.events import Event
from ...rules.match import match_ranks, tally, victory_points
from ...rules.moves import Free, Move, Outcome, Resign, Resolve, Score
from ...table.view.decision import DecisionDoc, to_doc
from ...table.view.news import StoryItem, to_story
from ...table.view.position import (
    Position,
    PositionBuilder,
    Rules,
    open_hands,
    open_racks,
    rules_of,
    without_rays,
)
from .endpoint import Call
from .errors import Problem
from .static import File

Pieces = tuple[str, ...]


class RuleBroken(Struct, frozen=True):
    """The rule by which a move is refused, and why."""

    rule: str
    message: str


class ExampleStep(Struct, frozen=True):
    """A move of an example and how the game then looks; the first step has no move."""

    note: str
    seat: Annotated[int | None, Meta(description="the seat that moves")]
    decision: DecisionDoc | None
    drawn: Annotated[Pieces, Meta(description="the outcome after the decision, or by itself")]
    refused: RuleBroken | None
    story: tuple[StoryItem, ...]
    position: Position
    racks: tuple[Pieces, ...] | UnsetType = UNSET
    hands: tuple[Pieces, ...] | UnsetType = UNSET


class ExampleBlock(Struct, frozen=True, tag_field="kind", tag="example"):
    """An example, step by step."""

    id: str
    title: str
    rules: Rules
    steps: list[ExampleStep]


class TextBlock(Struct, frozen=True, tag_field="kind", tag="text"):
    """A piece of text; its paragraphs have the ids of their rules."""

    html: str


class RulesSection(Struct, frozen=True):
    """A heading and what follows it; the first section has no heading."""

    id: str
    heading: str
    blocks: list[TextBlock | ExampleBlock]


class RulesPage(Struct, frozen=True):
    """The rules of a game, or of a match, in our own words."""

    page: str
    language: str
    title: str
    rules: Annotated[tuple[str, ...], Meta(description="the ids of rules that can be linked to")]
    sections: list[RulesSection]


@dataclass(slots=True)
class PlayedMove:
    """A move as it was played: a decision with the outcome that followed it, or one of them."""

    state: AnyState
    seat: int | None = None
    moves: list[Move] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    story: list[Event] = field(default_factory=list)
    refused: IllegalMove | None = None


def play_example(example: Example) -> tuple[AnyGame, list[PlayedMove]]:
    """Play an example; raises `InvalidExample` where it is not true.

    A remark belongs to the move after it, or to the move before if a fact follows.
    """
    game, state = parse_position(example.position)
    if example.earlier and len(example.earlier) != game.players:
        raise InvalidExample(f"'earlier' has the points of {game.players} seats: {example.earlier}")
    steps = [PlayedMove(state)]
    for line in example.lines:
        if isinstance(line, FactLine):
            steps[-1].remarks.append(line.remark)
            if line.text not in _facts(game, state, example.earlier):
                raise InvalidExample(f"it is not so that {line.text}")
            continue
        move = parse_move(line.text)
        if isinstance(line, RefusedLine):
            error = _refusal(game, state, move)
            if error is None or error.rule != line.rule:
                raise InvalidExample(f"{line.text} is not refused by {line.rule}, but: {error}")
            steps.append(
                PlayedMove(state, _seat(state, move), [move], [line.remark], refused=error)
            )
            continue
        story = game.events(state, move)
        if isinstance(move, Outcome) and _brings_outcome(steps[-1]):
            step = steps[-1]
            step.remarks.append(line.remark)
        else:
            steps.append(step := PlayedMove(state, _seat(state, move), [], [line.remark]))
        state = step.state = game.apply(state, move)
        step.moves.append(move)
        step.story += story
    return game, steps


def _facts(game: AnyGame, state: AnyState, earlier: Sequence[int]) -> list[str]:
    """What can be said of a position with `= …`."""
    points = victory_points(game.scores(state))
    found = write_position(game, state).splitlines()
    found += [_row("ranks", game.ranks(state)), _row("points", points)]
    result = game.result(state)
    if earlier and result is not None:  # a challenge that is still going on counts nothing (J1)
        totals = tally([earlier, points], game.players)
        found += [_row("totals", totals), _row("match ranks", match_ranks(totals, result))]
    return found


def _row(name: str, values: Sequence[int]) -> str:
    return f"{name}: {' '.join(map(str, values))}"


def _refusal(game: AnyGame, state: AnyState, move: Move) -> IllegalMove | None:
    try:
        game.apply(state, move)
    except IllegalMove as error:
        return error
    return None


def _seat(state: AnyState, move: Move) -> int:
    return move.seat if isinstance(move, Resign) else state.seat


def _brings_outcome(step: PlayedMove) -> bool:
    """Whether a step is a decision alone, to which an outcome can belong.

    After dice are used or tiles scored, an outcome begins the next turn: the dice or the centre as
    they were scored would no longer be seen.
    """
    if step.refused is not None or not step.moves:
        return False
    return not isinstance(step.moves[-1], Outcome | Resolve | Score | Free)


def _drawn(game: AnyGame, step: PlayedMove, positions: PositionBuilder) -> ExampleStep:
    """A step as it is sent. Racks are shown whole: the reader is no opponent."""
    decisions = [move for move in step.moves if not isinstance(move, Outcome)]
    outcomes = [piece for move in step.moves if isinstance(move, Outcome) for piece in move.pieces]
    error = step.refused
    return ExampleStep(
        note=" ".join(filter(None, step.remarks)),
        seat=step.seat,
        decision=to_doc(decisions[0], step.seat or 0) if decisions else None,
        drawn=tuple(outcomes),
        refused=None if error is None else RuleBroken(error.rule, error.message),
        story=to_story(step.story),
        position=without_rays(positions.build(game, step.state)),
        racks=open_racks(step.state),
        hands=open_hands(step.state),
    )


def _blocks(section: Section, before: int) -> Iterator[TextBlock | ExampleBlock]:
    """The blocks of a section; examples are numbered through the page."""
    for block in section.blocks:
        match block:
            case Prose(html):
                yield TextBlock(html)
            case TitledExample(title, example):
                before += 1
                game, steps = play_example(example)
                positions = PositionBuilder()
                drawn = [_drawn(game, step, positions) for step in steps]
                yield ExampleBlock(f"example-{before}", title, rules_of(game), drawn)


def drawn_page(name: str, language: str) -> RulesPage:
    """A page with its examples played."""
    page = read_page(name, language)
    sections: list[RulesSection] = []
    examples = 0
    # The same addresses in every language.
    for section, id_ in zip(page.sections, _section_ids(read_page(name, "en")), strict=True):
        blocks = list(_blocks(section, examples))
        examples += sum(isinstance(block, ExampleBlock) for block in blocks)
        sections.append(RulesSection(id_, section.heading, blocks))
    return RulesPage(name, language, page.title, page.rules, sections)


def _section_ids(page: Page) -> list[str]:
    words = ["".join(c if c.isalnum() else " " for c in s.heading.lower()) for s in page.sections]
    return ["-".join(word.split()) or "start" for word in words]


@cache
def _file(name: str, language: str) -> File:
    return File(f"{name}.json", msgspec.json.encode(drawn_page(name, language)))


async def rules(call: Call) -> object:
    """The rules of a game or of a match, in the chosen language."""
    name, language = call.request.path_params["game"], call.query("language") or "en"
    if name not in PAGES:
        raise Problem(404, "missing", f"there is no such page; the pages are {', '.join(PAGES)}")
    if language not in LANGUAGES:
        raise Problem(
            404,
            "missing",
            f"this language is not available; the languages are {', '.join(LANGUAGES)}",
        )
    return _file(name, language).response(call.request)
