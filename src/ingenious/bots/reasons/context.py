"""A decision and what became of it, and the words that all games share."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from ...rules import (
    AnyGame,
    BoardGame,
    TileChallenge,
)
from ...rules.events import (
    BonusLapsed,
    CalledIngenious,
    Event,
    PegMoved,
)
from ...rules.game import Pegs, lowest
from ...rules.moves import (
    Decision,
    Play,
)
from ...rules.scoreboards import TugOfWar
from .parts import EarnsBonus, Ends, Gains, Loses, Part, Scores, ScoresNothing, Wins, part

LONGEST_NAME = 24

COLOURS = {
    "R": "red",
    "O": "orange",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "P": "purple",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class MoveContext:
    """A decision, and what became of it."""

    game: AnyGame
    before: Any
    decision: Decision
    after: Any
    events: tuple[Event, ...]
    names: Sequence[str]

    @classmethod
    def of(
        cls, game: AnyGame, state: Any, decision: Decision, names: Sequence[str]
    ) -> "MoveContext":
        """The scene of a decision."""
        after, events = game.apply(state, decision), game.events(state, decision)
        return cls(game, state, decision, after, events, names)

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.before.seat)

    @property
    def side(self) -> tuple[int, ...]:
        """The seats that win and lose with it."""
        return next(side for side in self.game.sides if self.seat in side)

    @property
    def rivals(self) -> list[int]:
        """A seat of every other side, the one whose turn is next first."""
        players = self.game.players
        order = [(self.seat + n) % players for n in range(1, players)]
        sides = [side for side in self.game.sides if side != self.side]
        return sorted((min(side, key=order.index) for side in sides), key=order.index)

    @property
    def pegs(self) -> Pegs:
        """The pegs of the seat before the decision."""
        return self.game.scores(self.before)[self.seat]

    @property
    def low(self) -> str:
        """Its lowest colours, where these are few enough to be worth a word.

        In the duel it is not the lowest peg that counts but the side on which it stands.
        """
        return "" if self.game.name == "duel" else few_lowest(self.pegs)

    @property
    def gains(self) -> dict[str, int]:
        """How far each peg moved, of those that did."""
        moved = Counter[str]()
        for event in self.events:
            if isinstance(event, PegMoved):
                moved[event.symbol] += event.end - event.start
        return {symbol: points for symbol, points in moved.items() if points}

    @property
    def whose(self) -> str:
        """Whose score board it is."""
        return "your" if len(self.side) == 1 else "your team's"

    def remark(self, symbols: Sequence[str]) -> str:
        """That some of the colours are the lowest, if so."""
        return lowest_remark(symbols, self.low, self.whose)

    def called(self, seat: int) -> str:
        """What the others are called."""
        if len(self.side) > 1:
            return "the other team"
        name = self.names[seat] or f"seat {seat}"
        return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def few_lowest(pegs: Pegs) -> str:
    """The lowest colours where there are one or two: with more, it says little to be one."""
    low = lowest(pegs)
    return low if len(low) < 3 else ""


def _list(words: Sequence[str], last: str = "and") -> str:
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def number_of(number: int, thing: str) -> str:
    """A number and its thing, one or many."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def name_colours(symbols: Iterable[str], last: str = "and") -> str:
    """Colours by their names."""
    return _list([COLOURS[symbol] for symbol in symbols], last)


# What is scored, in all games


def tell_amounts(scene: MoveContext) -> str:
    """The points that count: `4 green, your lowest, and 1 red`; those of a card in their order."""
    gains, low = scene.gains, scene.low
    hits = [symbol for symbol in gains if symbol in low]
    remark = scene.remark(hits)
    if isinstance(scene.decision, Play):
        marked = hits[-1:]
        words = [_points(symbol, gains) + remark * (symbol in marked) for symbol in gains]
        return ", then ".join(words)
    rest = sorted((symbol for symbol in gains if symbol not in low), key=lambda s: -gains[s])
    told = _list([_points(symbol, gains) for symbol in hits or rest]) if gains else ""
    if hits and rest:
        joint = ", and " if len(rest) == 1 else ", plus "
        return told + remark + joint + _list([_points(symbol, gains) for symbol in rest])
    return told + remark


def _points(symbol: str, gains: dict[str, int]) -> str:
    return f"{gains[symbol]} {COLOURS[symbol]}"


def lowest_remark(symbols: Iterable[str], low: str, whose: str) -> str:
    """That some of the colours are somebody's lowest, if so."""
    hits = sum(symbol in low for symbol in symbols)
    if not hits:
        return ""
    if len(low) == 1:
        return f", {whose} lowest"
    return f", {whose} two lowest" if hits == len(low) else f", one of {whose} lowest"


def tell_scores(scene: MoveContext) -> Part:
    """What is scored, if anything."""
    if not scene.gains:
        return part("scores nothing", ScoresNothing())
    gains = in_order(scene)
    lowest = "".join([symbol for symbol, _ in gains if symbol in scene.low])
    return part(f"scores {tell_amounts(scene)}", Scores(gains, lowest))


def in_order(scene: MoveContext) -> Gains:
    """The points that count, in the order in which they are told."""
    gains, low = scene.gains, scene.low
    if isinstance(scene.decision, Play):
        return tuple(gains.items())
    return tuple(sorted(gains.items(), key=lambda gain: (gain[0] not in low, -gain[1])))


def tell_losses(scene: MoveContext) -> Part | None:
    """The points that do not count, and why."""
    lost = Counter[tuple[str, int, str]]()
    for event in scene.events:
        if isinstance(event, PegMoved) and event.lost:
            lost[_where_lost(event), event.end, event.blockers] += event.lost
    if not lost or scene.after.ending is not None:
        return None
    (((where, hole, blockers), number),) = lost.most_common(1)
    text = f"{number_of(number, 'point')} {'is' if number == 1 else 'are'} lost {where}"
    return part(text, Loses(number, hole, blockers))


def _where_lost(event: PegMoved) -> str:
    if not event.blockers:
        return f"at {event.end}"
    still = "on 0" if event.end < 6 else "below 4"  # F2
    if len(event.blockers) > 2:
        return f"while {NUMBERS[len(event.blockers)]} colours are {still}"
    verb = "is" if len(event.blockers) == 1 else "are"
    return f"while {name_colours(event.blockers)} {verb} {still}"


Bonus = Literal["tile", "card", "turn"]
BONUS: dict[str, tuple[str, Bonus]] = {
    "cards": ("play", "card"),
    "dice": ("take", "turn"),
    "tiles": ("take", "turn"),
}


PLACEMENT: tuple[str, Bonus] = ("place", "tile")


def tell_bonus(scene: MoveContext) -> Part | None:
    """The bonus that was earned and can be made."""
    called = [event.symbol for event in scene.events if isinstance(event, CalledIngenious)]
    lapsed = any(isinstance(event, BonusLapsed) for event in scene.events)
    if not called or lapsed or scene.after.ending is not None or scene.game.players == 1:
        return None
    verb, thing = BONUS.get(scene.game.name, PLACEMENT)
    number = f"another {thing}" if len(called) == 1 else f"{NUMBERS[len(called)]} more {thing}s"
    text = f"Ingenious in {name_colours(called)}: {verb} {number}"
    return part(text, EarnsBonus("".join(called), thing))


def tell_ending(scene: MoveContext) -> Part | None:
    """How the game ends, if it does."""
    ending = scene.after.ending
    if ending is None:
        return None
    if ending.reason in ("instant-win", "won"):
        return part(f"wins at once: all six pegs {_goal(scene.game)}", Wins())
    is_full = ending.reason == "board-full"
    ends = "fills the board" if is_full else "ends the game in a standstill"
    ranks = scene.game.ranks(scene.after)
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    others = dict.fromkeys(scene.called(seat) for seat in winners if seat not in scene.side)
    if scene.game.players == 1:
        text = ends
    elif scene.seat in winners:
        text = f"{ends} and {'shares the win' if others else 'wins'}"
    else:
        win = "wins" if len(others) == 1 else "share the win"
        text = f"{ends}, and {_list(list(others))} {win}"
    return part(text, Ends("board-full" if is_full else "stalled", tuple(winners)))


def _goal(game: AnyGame) -> str:
    match game:
        case BoardGame(scoring=TugOfWar()):
            return "on your side"
        case BoardGame(scoring=scoring):
            return f"on {scoring.stops[-1]}"
        case TileChallenge():
            return f"on {game.target}"
        case _:
            return "on 7 or higher"


def so_often(share: Fraction, thing: str) -> str:
    """A share as people say it: `2 times in 3`."""
    return f"{number_of(share.numerator, thing)} in {share.denominator}"
