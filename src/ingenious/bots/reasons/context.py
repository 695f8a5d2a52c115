"""A decision and its effect, and the parts of a reason that all games share."""

from collections import Counter
from dataclasses import dataclass
from typing import Generic

from ...rules import Game
from ...rules.events import BonusLapsed, CalledIngenious, Event, PegMoved
from ...rules.game import Pegs, S, lowest
from ...rules.moves import Decision, Play
from .parts import Bonus, EarnsBonus, Ends, Gains, Loses, Scores, ScoresNothing, Wins


@dataclass(frozen=True, slots=True)
class MoveContext(Generic[S]):
    """A decision of the seat to move, and its effect."""

    game: Game[S]
    before: S
    decision: Decision
    after: S
    events: tuple[Event, ...]

    @classmethod
    def of(cls, game: Game[S], state: S, decision: Decision) -> "MoveContext[S]":
        """The effect of a decision."""
        after, events = game.apply(state, decision), game.events(state, decision)
        return cls(game, state, decision, after, events)

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.before.seat

    @property
    def side(self) -> tuple[int, ...]:
        """The seats that win and lose with it."""
        return next(side for side in self.game.sides if self.seat in side)

    @property
    def rivals(self) -> list[int]:
        """A seat of every other side, in the order of play."""
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
        """Its lowest colours, if there are few; none in the duel, where these do not decide."""
        return "" if self.game.name == "duel" else few_lowest(self.pegs)

    @property
    def gains(self) -> dict[str, int]:
        """How far each peg moved, of those that did."""
        moved = Counter[str]()
        for event in self.events:
            if isinstance(event, PegMoved):
                moved[event.symbol] += event.end - event.start
        return {symbol: points for symbol, points in moved.items() if points}


def few_lowest(pegs: Pegs) -> str:
    """The lowest colours if there are one or two: with more, being one of them says little."""
    low = lowest(pegs)
    return low if len(low) < 3 else ""


def scored(move: MoveContext[S]) -> Scores | ScoresNothing:
    """What is scored, if anything."""
    gains = gains_in_order(move)
    if not gains:
        return ScoresNothing()
    return Scores(gains, "".join([symbol for symbol, _ in gains if symbol in move.low]))


def gains_in_order(move: MoveContext[S]) -> Gains:
    """The points that count: a card's in their order, others with the lowest colours first."""
    gains, low = move.gains, move.low
    if isinstance(move.decision, Play):
        return tuple(gains.items())
    return tuple(sorted(gains.items(), key=lambda gain: (gain[0] not in low, -gain[1])))


def lost(move: MoveContext[S]) -> Loses | None:
    """The most points that were lost at one hole, and why."""
    points = Counter[tuple[int, str]]()
    for event in move.events:
        if isinstance(event, PegMoved) and event.lost:
            points[event.end, event.blockers] += event.lost
    if not points or move.after.ending is not None:
        return None
    (((hole, blockers), number),) = points.most_common(1)
    return Loses(number, hole, blockers)


def earned(move: MoveContext[S], bonus: Bonus) -> EarnsBonus | None:
    """The bonus that was earned, if it can be used."""
    called = [event.symbol for event in move.events if isinstance(event, CalledIngenious)]
    lapsed = any(isinstance(event, BonusLapsed) for event in move.events)
    if not called or lapsed or move.after.ending is not None or move.game.players == 1:
        return None
    return EarnsBonus("".join(called), bonus)


def ended(move: MoveContext[S]) -> Wins | Ends | None:
    """How the game ends, if it does."""
    ending = move.after.ending
    if ending is None:
        return None
    if ending.reason in ("instant-win", "won"):
        return Wins()
    ranks = move.game.ranks(move.after)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return Ends("board-full" if ending.reason == "board-full" else "stalled", winners)
