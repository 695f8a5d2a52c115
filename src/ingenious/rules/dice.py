"""The Dice Challenge (H)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from . import areas
from .errors import IllegalMove
from .events import Dealt, Matched, Rolled, Story, TurnBegan, WildScored
from .game import DealPart, Ending, Game, Pegs, end, refuse_move, with_item
from .moves import (
    Chance,
    Decision,
    DecisionKind,
    DieUse,
    MatchDie,
    Move,
    Outcome,
    Reroll,
    Resolve,
    Turn,
    WildScore,
)
from .symbols import ORDER, SYMBOLS

DICE_EACH = {2: 4, 3: 3, 4: 2}  # H1
MAX_ROLLS = 3  # H3

Phase = Literal["deal", "roll", "choose", "over"]
"""What the Dice Challenge waits for."""


@dataclass(frozen=True, slots=True)
class DiceState:
    """A position of the Dice Challenge."""

    dice: tuple[str, ...]  # the dice of each seat; empty before its first roll
    pegs: tuple[Pegs, ...]
    seat: int
    rolls: int  # made in this turn
    due: int  # turns to be taken now, bonus turns included
    phase: Phase
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class DiceChallenge(Game[DiceState]):
    """The rules of the Dice Challenge for two to four players."""

    players: int
    opening_roll: bool = True

    name = "dice"
    edition = "2010"

    @property
    def options(self) -> Mapping[str, bool]:
        """`opening_roll` if players agreed to play without it (H2)."""
        return {} if self.opening_roll else {"opening_roll": False}

    @property
    def dice_each(self) -> int:
        """The number of dice of each player (H1)."""
        return DICE_EACH[self.players]

    @property
    def deal_parts(self) -> tuple[DealPart, ...]:
        """The opening roll, unless it is left out (H2)."""
        dice = DealPart("dice", self.players, self.dice_each, "H1")
        return (dice,) if self.opening_roll else ()

    def opening(self, start: int) -> DiceState:
        """No dice on the table yet; next is the opening roll, or the roll of the first turn."""
        phase: Phase = "deal" if self.opening_roll else "roll"
        nothing = ("",) * self.players
        return DiceState(nothing, ((0,) * 6,) * self.players, start, 0, 1, phase)

    def awaits(self, state: DiceState) -> Turn | Chance | None:
        """A roll, or what to do with it."""
        match state.phase:
            case "choose":
                kind: DecisionKind = "roll-or-use" if state.rolls < MAX_ROLLS else "use"
                return Turn(state.seat, kind, "H3")
            case "roll":
                return Chance("roll", "H3", state.seat, self.dice_each, SYMBOLS, repeats=True)
            case "deal":
                return Chance("deal", "H2", None, self.deal_size(), SYMBOLS, repeats=True)
            case _:  # over
                return None

    def legal(self, state: DiceState) -> Sequence[Decision]:
        """Rolling again, while that is allowed, and every way to use the dice."""
        if state.phase != "choose":
            return ()
        again = (Reroll(),) if state.rolls < MAX_ROLLS else ()
        return again + resolutions(state.dice[state.seat])

    def scores(self, state: DiceState) -> tuple[Pegs, ...]:
        """Six pegs for each seat."""
        return state.pegs

    def step(self, state: DiceState, move: Move, story: Story) -> DiceState:
        phase = state.phase
        if isinstance(move, Outcome):
            if not set(move.pieces) <= set(SYMBOLS):
                raise IllegalMove("H1", f"a die must show one of {SYMBOLS}, not {move.pieces}")
            deal_or_roll = self._deal if phase == "deal" else self._roll
            return deal_or_roll(state, "".join(move.pieces), story)
        if phase == "choose" and isinstance(move, Resolve):
            return self._resolve(state, move, story)
        if phase == "choose" and isinstance(move, Reroll):
            if state.rolls >= MAX_ROLLS:
                raise IllegalMove("H3", "the third roll is final: its dice must be used")
            return replace(state, phase="roll")
        raise refuse_move(self.awaits(state), move)

    def _deal(self, state: DiceState, dice: str, story: Story) -> DiceState:
        each = self.dice_each
        laid = tuple(dice[at : at + each] for at in range(0, len(dice), each))
        if story is not None:
            story += [Dealt(tuple(map(tuple, laid))), TurnBegan(state.seat)]
        return replace(state, dice=laid, phase="roll")

    def _roll(self, state: DiceState, dice: str, story: Story) -> DiceState:
        rolls = state.rolls + 1
        if story is not None:
            story.append(Rolled(state.seat, dice, rolls))
        laid = with_item(state.dice, state.seat, dice)
        return replace(state, dice=laid, rolls=rolls, phase="choose")

    def _resolve(self, state: DiceState, move: Resolve, story: Story) -> DiceState:
        """Use every die in the order given (H4); then the win, a bonus turn or the next seat."""
        seat = state.seat
        roll = state.dice[seat]
        _check_uses(roll, move.uses)
        pegs, due = state.pegs[seat], state.due - 1
        for use in move.uses:
            if isinstance(use, MatchDie):
                symbol = roll[use.die]
                by = _dice_showing(state.dice, symbol, seat)
                points = len(by)
                if story is not None:
                    story.append(Matched(seat, symbol, by))
            else:
                symbol, points = use.symbol, len(use.dice) - 1
                if story is not None:
                    story.append(WildScored(seat, use.dice, symbol, points))
            pegs, ingenious = areas.score(pegs, seat, symbol, points, story)
            due += ingenious
        all_pegs = with_item(state.pegs, seat, pegs)
        if areas.has_won(pegs):
            return end(replace(state, pegs=all_pegs), Ending("won"), "F4", story)
        after = seat if due else (seat + 1) % self.players
        if story is not None:
            story.append(TurnBegan(after, bonus=due > 0))
        return replace(state, pegs=all_pegs, seat=after, rolls=0, due=due or 1, phase="roll")


def _check_uses(roll: str, uses: Sequence[DieUse]) -> None:
    """Raise unless every die is used once and every wild score is a set of equal dice (H4)."""
    used: list[int] = []
    for use in uses:
        if isinstance(use, MatchDie):
            used.append(use.die)
            continue
        used.extend(use.dice)
        if use.symbol not in ORDER:
            raise IllegalMove("H4", f"a wild score must be in one of {SYMBOLS}, not {use.symbol}")
        if len(use.dice) < 2:
            raise IllegalMove("H4", "a wild score needs at least two equal dice")
        if len({roll[die] for die in use.dice if 0 <= die < len(roll)}) > 1:
            raise IllegalMove("H4", f"a wild score needs equal dice, not {use.dice} of {roll}")
    if sorted(used) != list(range(len(roll))):
        raise IllegalMove(
            "H4", f"each of the dice 0 to {len(roll) - 1} must be used exactly once, not {used}"
        )


def _dice_showing(dice: tuple[str, ...], symbol: str, seat: int) -> tuple[tuple[int, int], ...]:
    """The dice of the others that show the symbol, as (seat, place)."""
    return tuple(
        (other, place)
        for other, row in enumerate(dice)
        if other != seat
        for place, shown in enumerate(row)
        if shown == symbol
    )


@cache
def resolutions(roll: str) -> tuple[Resolve, ...]:
    """Every way to use the dice of a roll (H4), each once.

    Equal dice are interchangeable, so a use takes the first ones that are left.
    """
    places = {symbol: tuple(i for i, die in enumerate(roll) if die == symbol) for symbol in roll}
    return tuple(Resolve(uses) for uses in _orders(places))


def _orders(left: dict[str, tuple[int, ...]]) -> Iterator[tuple[DieUse, ...]]:
    """All sequences of uses for the dice left, given by their places for each symbol."""
    if not any(left.values()):
        yield ()
    for symbol, places in left.items():
        for size in range(1, len(places) + 1):
            taken: tuple[DieUse, ...]
            if size == 1:
                taken = (MatchDie(places[0]),)
            else:
                taken = tuple(WildScore(places[:size], wild) for wild in SYMBOLS)
            rest = left | {symbol: places[size:]}
            for later in _orders(rest):
                for use in taken:
                    yield (use, *later)
