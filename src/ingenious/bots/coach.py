"""The coach of a first game: what matters before a decision, and what was better after a poor one.

The coach looks at a position with the strongest level, which does not search for it, and with the
reasons of hints. Everything it says is true of the position: the tests check this at random ones.
It speaks a few times in a game, and never twice about the same thing.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from operator import itemgetter
from statistics import median
from typing import Any, Literal, TypeVar

from ..record import Record
from ..rules import AnyGame, AnyState, BoardState, CardState, Pegs
from ..rules.events import CalledIngenious
from ..rules.game import lowest
from ..rules.moves import (
    Decision,
    Discard,
    Draw,
    Free,
    Place,
    Play,
    Reroll,
    Resolve,
    Score,
    Swap,
)
from ..rules.symbols import CANONICAL, ORDER, Pieces
from .hints import Hint, hint_for, write_hint
from .players import evaluate, question, seed_of, state_for
from .question import Budget, Evaluation, Question
from .reasons import parts_of
from .reasons.context import MoveContext
from .reasons.parts import (
    EarnsBonus,
    ExchangesFinished,
    GoesOut,
    Loses,
    Pulls,
    ReasonPart,
    Risks,
    RollsBetter,
    TakesAway,
    Wins,
)

P = TypeVar("P", bound=ReasonPart)

Topic = Literal[
    "win", "swap", "roll", "risk", "bonus", "line", "free", "lowest", "closed", "pull", "deny",
    "nothing", "high", "points", "other",
]  # fmt: skip
"""What a piece of advice is about."""

LEVEL = 5
"""The level that evaluates decisions for the coach, at once."""

MAX_ADVICE = 5
"""How many times the coach speaks in a game."""

MAX_ADVICE_AHEAD = 3
"""After this many times the coach speaks only about poor decisions and the lowest colours."""

TURNS_WITHOUT_PROGRESS = 2
"""After this many turns in which no lowest colour was lifted, the coach speaks of it again."""

MAX_REMINDERS = 2
"""How many times the coach speaks of the same lowest colours."""

POOR_CHANCE = 0.15
"""A decision that gives away this much of the chance to win is poor."""

POOR_LOWEST = 1.5
"""In solo, one that gives away this much of the expected lowest peg."""

NO_POINTS_SHARE = 1 / 6
"""A tile or card without points is poor at this part of that, if another one scores."""

HIGH_SHARE = 1 / 3
"""So is a tile at this part that feeds only high colours, if another one lifts a low one."""

GOOD_SHARE = 0.5
"""The coach points to a decision only if it gives away less than this part of what is poor."""

LONG_LINE = 5
"""The points of a half from which the coach mentions it."""

HIGH_PEG = 4
"""The lowest colours matter once another peg has come this far."""

MAX_GOOD = 40
"""How many decisions to look at."""

HIGH_LEAD = 4
"""A colour is high if it is this far above the lowest."""

LOW_LEAD = 2
"""The colours that are no further than this above the lowest are low."""

MAX_LOWEST = 3
"""With more lowest colours than this, nearly every piece shows one."""

MAX_LIFTED = 4
"""With more lowest colours than this, it says little that a decision lifts one."""

MIN_MORE = 2
"""Fewer points than this do not show that a place without points is a poor one."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach says: a topic, its values, and the decision to which it points.

    Before a decision, `better` may be None. After a poor decision it is the best one, and `scored`
    is what the poor one scores. `about` is what the coach does not say again.
    """

    topic: Topic
    is_after: bool
    about: str = ""
    is_again: bool = False  # the coach has spoken of the same lowest colours before
    colours: str = ""
    high: str = ""  # the high colour that a poor decision feeds
    points: int = 0
    seat: int | None = None  # the opponent that it is about
    times: int = 0  # a chance of `times` in `of`
    of: int = 0
    pieces: Pieces = ()  # of the rack or hand
    scored: int | None = None
    better: Hint | None = None


def advise(
    record: Record,
    seat: int,
    decision: Decision | None = None,
    said: Collection[str] = (),
    *,
    seed: int | None = None,
) -> Advice | None:
    """What to say before a decision, or about a decision that is about to be made; often None.

    `said` is what earlier advice of the game was `about`. Raises `NotAsked` if there is nothing to
    decide.
    """
    if len(said) >= MAX_ADVICE:
        return None
    for advice in all_advice(record, seat, decision, seed=seed):
        if advice.topic == "lowest":
            if reminder := _reminder(record, seat, advice, said):
                return reminder
        elif advice.about not in said and (advice.is_after or len(said) < MAX_ADVICE_AHEAD):
            return advice
    return None


def _reminder(record: Record, seat: int, advice: Advice, said: Collection[str]) -> Advice | None:
    """Advice about the lowest colours, if there was none yet, or if it has not helped."""
    reminders = [_Reminder.of(about) for about in said if about.startswith("lowest")]
    if not reminders:
        return advice
    colours = _Reminder.of(advice.about).colours
    same = sum(reminder.colours == colours for reminder in reminders)
    if same < MAX_REMINDERS and _is_stuck(record, seat, reminders[-1].entries):
        return replace(advice, is_again=same > 0)
    return None


@dataclass(frozen=True, slots=True)
class _Reminder:
    """That the coach spoke of the lowest colours, and how many entries the record had then."""

    colours: str
    entries: int

    @classmethod
    def of(cls, about: str) -> "_Reminder":
        """What it was about: `lowest GP 12`."""
        _, colours, entries, *_ = [*about.split(), "", "0"]
        return cls(colours, int(entries[:6]) if entries.isdecimal() else 0)


def _is_stuck(record: Record, seat: int, reminded: int) -> bool:
    """Whether the last turns since a reminder have lifted none of the lowest colours."""
    turns = [
        number
        for number, entry in enumerate(record.log)
        if number >= reminded
        and entry.seat == seat
        and isinstance(entry.decision, Place | Play | Resolve | Score | Free)
    ]
    if len(turns) < TURNS_WITHOUT_PROGRESS:
        return False
    earlier = replace(record, log=record.log[: turns[-TURNS_WITHOUT_PROGRESS]])
    states = [state_for(one, seat, seed=0) for one in (earlier, record)]
    before, after = (record.game.scores(state)[seat] for state in states)
    return (min(before), lowest(before)) == (min(after), lowest(after))


def all_advice(
    record: Record, seat: int, decision: Decision | None = None, *, seed: int | None = None
) -> Iterator[Advice]:
    """Everything that could be said, the most important first."""
    seed = seed_of(record, seat) if seed is None else seed
    view = _View(question(record, seat, LEVEL, Budget(seconds=0), seed), record.seats)
    if len(view.evaluations) < 2:
        return
    for advice in _ahead(view) if decision is None else _afterwards(view, decision):
        yield replace(advice, about=_about(advice, view.low, len(record.log)))


def _about(advice: Advice, low: str, entries: int) -> str:
    """What the advice is about: the topic, and the colours where others are another thing."""
    match advice.topic:
        case "lowest":
            return f"lowest {low} {entries}"
        case "high":
            return f"high {advice.high}"
        case _:
            return advice.topic


def write_advice(advice: Advice) -> dict[str, object]:
    """A piece of advice as JSON values."""
    return {
        "topic": advice.topic,
        "about": advice.about,
        "after": advice.is_after,
        "again": advice.is_again,
        "colours": list(advice.colours),
        "high": advice.high or None,
        "points": advice.points,
        "seat": advice.seat,
        "times": advice.times,
        "of": advice.of,
        "pieces": advice.pieces,
        "scored": advice.scored,
        "better": None if advice.better is None else write_hint(advice.better),
    }


@dataclass(frozen=True)
class _View:
    """A position as the coach sees it."""

    asked: Question
    names: Sequence[str]

    @property
    def game(self) -> AnyGame:
        return self.asked.game

    @property
    def state(self) -> AnyState:
        return self.asked.state

    @cached_property
    def pegs(self) -> Pegs:
        return self.game.scores(self.state)[self.asked.seat]

    @property
    def low(self) -> str:
        """The lowest colours; none in the duel, where they do not decide."""
        return "" if self.game.name == "duel" else lowest(self.pegs)

    def counts(self, symbol: str, seat: int | None = None) -> bool:
        """Whether points in this colour matter to a seat: not if others are far behind it."""
        if self.game.name == "duel":
            return True
        pegs = self.pegs if seat is None else self.game.scores(self.state)[seat]
        return pegs[ORDER[symbol]] <= min(pegs) + LOW_LEAD

    @cached_property
    def evaluations(self) -> list[Evaluation]:
        """The evaluated decisions, best first."""
        return sorted(evaluate(self.asked), key=self.value, reverse=True)

    @property
    def best(self) -> Evaluation:
        return self.evaluations[0]

    def value(self, evaluation: Evaluation) -> float:
        """How good a decision is; a difference of 1 is that of a poor one."""
        if evaluation.chance is not None:
            return evaluation.chance / POOR_CHANCE
        if evaluation.lowest is not None:
            return evaluation.lowest / POOR_LOWEST
        return evaluation.score * GOOD_SHARE  # a swap is better than none, by an unknown amount

    def value_of(self, decision: Decision) -> float:
        """The value of any legal decision.

        One that was not worth an evaluation is taken for an average one.
        """
        effect = _effect(self.game, self.state, decision)
        for one in self.evaluations:
            if _effect(self.game, self.state, one.decision) == effect:
                return self.value(one)
        return median(map(self.value, self.evaluations))

    @cached_property
    def good(self) -> list[Evaluation]:
        """The decisions that are about as good as the best one."""
        limit = self.value(self.best) - GOOD_SHARE
        return [one for one in self.evaluations if self.value(one) > limit][:MAX_GOOD]

    def facts(self, decision: Decision) -> "_Facts":
        move = MoveContext.of(self.game, self.state, decision)
        parts = [part for part in parts_of(self.game, self.state, decision) if part is not None]
        return _Facts(move, {type(part): part for part in parts})

    def hint(self, evaluation: Evaluation) -> Hint:
        return hint_for(self.asked, evaluation, self.names)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a decision does."""

    move: MoveContext[Any]
    parts: Mapping[type, ReasonPart]

    @property
    def gains(self) -> dict[str, int]:
        return self.move.gains

    @property
    def points(self) -> int:
        return sum(self.gains.values())

    @property
    def called(self) -> str:
        """The colours that earn a bonus."""
        part = self.get(EarnsBonus)
        return "" if part is None else part.colours

    @property
    def ends(self) -> str:
        """The colours whose pegs come to the end of the track."""
        events = self.move.events
        return "".join(event.symbol for event in events if isinstance(event, CalledIngenious))

    @property
    def most(self) -> tuple[str, int]:
        """The colour with the most points, and these points."""
        return max(self.gains.items(), key=itemgetter(1), default=("", 0))

    @property
    def pulled(self) -> str:
        """In the duel, the colours whose pegs come over to the seat's side."""
        part = self.get(Pulls)
        return "" if part is None or part.to == "middle" else part.colours

    def get(self, kind: type[P]) -> P | None:
        """The part of a kind, if there is one."""
        part = self.parts.get(kind)
        return part if isinstance(part, kind) else None


def _effect(game: AnyGame, state: AnyState, decision: Decision) -> object:
    """Equal for decisions that do the same."""
    match decision:
        case Place(tile, at):
            return frozenset(zip(at, tile, strict=True))
        case Play(card):
            return CANONICAL[card], game.scores(game.apply(state, decision))
        case Resolve():
            return game.scores(game.apply(state, decision))
        case _:
            return decision


Rated = Sequence[tuple[Evaluation, _Facts]]


def _ahead(view: _View) -> Iterator[Advice]:
    """What matters before a decision, the most urgent first."""
    if isinstance(view.best.decision, Swap | Discard):
        colours = _exchanged(view)
        yield Advice("swap", is_after=False, colours=colours, better=view.hint(view.best))
        return
    good = [(one, view.facts(one.decision)) for one in view.good]
    yield from _chances(view, partial(Advice, is_after=False, better=view.hint(view.best)))
    yield from _within_reach(view, good)
    yield from _free_scores(view)
    yield from _lowest(view, good)
    yield from _pegs_of_others(view, good)
    yield from _closed_columns(view)


def _exchanged(view: _View) -> str:
    """The colours because of which pieces may be exchanged."""
    finished = view.facts(view.best.decision).get(ExchangesFinished)
    return lowest(view.pegs) if finished is None else finished.colours


def _chances(view: _View, tell: Callable[..., Advice]) -> Iterator[Advice]:
    """Whether to roll again, and whether to draw again."""
    kinds = {type(one.decision) for one in view.evaluations}
    if Reroll in kinds and (rolls := view.facts(Reroll()).get(RollsBetter)):
        yield tell("roll", times=rolls.rolls, of=rolls.of)
    if Draw in kinds:
        draw = view.facts(Draw())
        bust, risk = draw.get(GoesOut), draw.get(Risks)
        if bust and risk:
            yield tell("risk", times=bust.times, of=bust.of, points=risk.points)


def _within_reach(view: _View, good: Rated) -> Iterator[Advice]:
    """A bonus, and a placement that scores many points in one colour."""
    for one, facts in good:
        if facts.called:
            hint = view.hint(one)
            yield Advice("bonus", is_after=False, colours=facts.called, better=hint)
            break
    for one, facts in good:
        colour, points = facts.most
        if isinstance(one.decision, Place) and _is_long_line(view, facts):
            hint = view.hint(one)
            yield Advice("line", is_after=False, colours=colour, points=points, better=hint)
            break


def _is_long_line(view: _View, facts: _Facts) -> bool:
    """Whether many points are scored in a colour that needs them, or that gets to its end."""
    colour, points = facts.most
    return points >= LONG_LINE and (view.counts(colour) or colour in facts.ends)


def _free_scores(view: _View) -> Iterator[Advice]:
    free = [one for one in view.evaluations if isinstance(one.decision, Free)]
    if free:
        colours = lowest(view.pegs)
        yield Advice("free", is_after=False, colours=colours, better=view.hint(free[0]))


def _lowest(view: _View, good: Rated) -> Iterator[Advice]:
    """The lowest colours, if they are few and far behind, and a decision lifts one of them."""
    low = view.low
    if view.game.name == "tiles" or not 0 < len(low) <= MAX_LOWEST or max(view.pegs) < HIGH_PEG:
        return
    for one, facts in good:
        if set(low) & set(facts.gains):
            yield Advice(
                "lowest",
                is_after=False,
                colours=low,
                points=min(view.pegs),
                pieces=_pieces_with(view, low),
                better=view.hint(one),
            )
            return


def _pieces_with(view: _View, colours: str) -> Pieces:
    """The pieces of the rack or hand that show some of these colours, those with most first."""
    match view.state:
        case BoardState(racks=held) | CardState(hands=held):
            own = held[view.asked.seat]
            shown = {piece: len(set(colours) & set(piece)) for piece in own}
            showing = [piece for piece in own if shown[piece]]
            return tuple(sorted(showing, key=lambda piece: -shown[piece]))
        case _:
            return ()


def _pegs_of_others(view: _View, good: Rated) -> Iterator[Advice]:
    """A peg of the duel that can be pulled over, and a place that an opponent needs."""
    for one, facts in good:
        if facts.pulled:
            hint = view.hint(one)
            yield Advice("pull", is_after=False, colours=facts.pulled, better=hint)
            break
    for one, facts in good:
        taken = facts.get(TakesAway)
        if taken and view.counts(taken.colour, taken.seat):
            yield Advice(
                "deny",
                is_after=False,
                colours=taken.colour,
                seat=taken.seat,
                points=taken.points,
                better=view.hint(one),
            )
            break


def _closed_columns(view: _View) -> Iterator[Advice]:
    """Points that are lost because other pegs are too low."""
    for one in view.evaluations[:MAX_GOOD]:
        loses = view.facts(one.decision).get(Loses)
        if loses and loses.blockers:
            colours, points = loses.blockers, loses.points
            yield Advice("closed", is_after=False, colours=colours, points=points)
            return


def _afterwards(view: _View, decision: Decision) -> Iterator[Advice]:
    """What was better, and why, if a decision is poor; the clearest reason first."""
    best = view.best
    given_away = view.value(best) - view.value_of(decision)
    if given_away < NO_POINTS_SHARE:
        return
    done, better = view.facts(decision), view.facts(best.decision)
    basics = list(_basics(view, done, given_away))
    if given_away < 1:
        yield from basics
        return
    tell = partial(Advice, is_after=True, scored=done.points, better=view.hint(best))
    kinds = type(decision), type(best.decision)
    found = [tell("win")] if better.get(Wins) else []
    if isinstance(best.decision, Swap | Discard):
        found.append(tell("swap", colours=_exchanged(view)))
    elif Reroll in kinds or Draw in kinds:
        found += _chances(view, tell)
    elif not isinstance(decision, Swap | Discard):
        found += _better_scores(view, done, better, basics, tell)
    # The reason of the hint may be about any topic, so it never follows another one.
    yield from found or [tell("other")]


def _basics(view: _View, done: _Facts, given_away: float) -> Iterator[Advice]:
    """What a beginner gets wrong: no points at all, or points in a colour that is high anyway."""
    if not isinstance(done.move.decision, Place | Play):
        return
    worth = view.value(view.best) - given_away
    rated = [(one, view.facts(one.decision)) for one in view.good if view.value(one) > worth]
    lifting = ((one, facts) for one, facts in rated if _lifted(view, facts))
    one, better = next(lifting, rated[0])
    lifted = _lifted(view, better)
    tell = partial(
        Advice,
        is_after=True,
        colours=lifted,
        points=min(view.pegs),
        scored=done.points,
        better=view.hint(one),
    )
    if done.points == 0 and lifted:
        yield tell("nothing")
    elif done.points == 0 and better.points >= MIN_MORE:
        yield tell("nothing", points=better.points)
    high = _fed(view, done)
    if high and lifted and given_away >= HIGH_SHARE:
        yield tell("high", high=high)


def _lifted(view: _View, facts: _Facts) -> str:
    """The lowest colours that a decision lifts, if they are few."""
    low = view.low if len(view.low) <= MAX_LIFTED else ""
    return "".join(symbol for symbol in low if symbol in facts.gains)


def _fed(view: _View, facts: _Facts) -> str:
    """The colour that a tile feeds most, if it is high, and nothing that is low is fed."""
    colour, points = facts.most
    if not view.low or not points or not isinstance(facts.move.decision, Place) or facts.ends:
        return ""
    is_high = view.pegs[ORDER[colour]] >= min(view.pegs) + HIGH_LEAD
    return colour if is_high and not any(map(view.counts, facts.gains)) else ""


def _better_scores(
    view: _View,
    done: _Facts,
    better: _Facts,
    basics: Sequence[Advice],
    tell: Callable[..., Advice],
) -> Iterator[Advice]:
    """Why one decision scores better than another one."""
    if better.called and not done.called:
        yield tell("bonus", colours=better.called)
    loses = done.get(Loses)
    if loses and loses.blockers and not better.get(Loses):
        yield tell("closed", colours=loses.blockers, points=loses.points)
    yield from basics
    lifted = _lifted(view, better)
    if lifted and not set(view.low) & set(done.gains):
        yield tell("lowest", colours=lifted, points=min(view.pegs))
    if better.pulled and not done.pulled:
        yield tell("pull", colours=better.pulled)
    colour, points = better.most
    if _is_long_line(view, better) and points > done.most[1]:
        yield tell("line", colours=colour, points=points)
    if better.points > done.points and not any(one.topic == "nothing" for one in basics):
        yield tell("points", points=better.points)
    taken = better.get(TakesAway)
    if taken and view.counts(taken.colour, taken.seat) and not done.get(TakesAway):
        yield tell("deny", colours=taken.colour, seat=taken.seat, points=taken.points)
