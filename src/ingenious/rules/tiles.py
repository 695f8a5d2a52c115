"""The Tile Challenge (I). Tiles show one symbol, so piles of them are strings of letters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .errors import IllegalMove
from .events import (
    CalledIngenious,
    CentreRefilled,
    Dealt,
    Event,
    PegMoved,
    Story,
    TileDrawn,
    TilesScored,
    TurnBegan,
    WentOut,
)
from .game import DealPart, Ending, Game, Pegs, end, lowest, refuse_move, with_item
from .moves import Chance, Decision, Draw, Free, Move, Outcome, Score, Turn
from .symbols import ORDER, SYMBOLS, pile, take

COPIES_EACH = 21  # I1
BOX = "".join(COPIES_EACH * symbol for symbol in SYMBOLS)
CENTRE_SIZE = 3
TARGET_COLUMN = {2: 7, 3: 7, 4: 5}  # I2

Phase = Literal["deal", "refill", "choose", "draw", "over"]
"""What the Tile Challenge waits for."""


@dataclass(frozen=True, slots=True)
class TileState:
    """A position of the Tile Challenge."""

    pool: str
    centre: str
    drawn: str  # the tiles drawn in this turn, in order
    pegs: tuple[Pegs, ...]
    seat: int
    due: int  # turns to be taken now, bonus turns included
    phase: Phase
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class TileChallenge(Game[TileState]):
    """The rules of the Tile Challenge for two to four players."""

    players: int

    name = "tiles"
    edition = "2010"

    @property
    def target(self) -> int:
        """The column that all pegs have to reach (I2)."""
        return TARGET_COLUMN[self.players]

    @property
    def deal_parts(self) -> tuple[DealPart, ...]:
        """Three tiles in the centre (I1)."""
        return (DealPart("centre", 1, CENTRE_SIZE, "I1"),)

    def opening(self, start: int) -> TileState:
        """All tiles in the pool; the centre is dealt next."""
        return TileState(BOX, "", "", ((0,) * 6,) * self.players, start, 1, "deal")

    def awaits(self, state: TileState) -> Turn | Chance | None:
        """The deal, a refill of the centre, a drawn tile, or what to do."""
        match state.phase:
            case "choose":
                if state.drawn:
                    return Turn(state.seat, "draw-or-score", "I5")
                return Turn(state.seat, "draw-or-free", "I4")
            case "draw":
                return Chance("draw", "I5", state.seat, 1, state.pool)
            case "refill":
                return Chance(
                    "refill", "I3", state.seat, CENTRE_SIZE - len(state.centre), state.pool
                )
            case "deal":
                return Chance("deal", "I1", None, self.deal_size(), state.pool)
            case _:  # over
                return None

    def legal(self, state: TileState) -> Sequence[Decision]:
        """A free score or a draw at first; then scoring or another draw (I4, I5, I9)."""
        if state.phase != "choose":
            return ()
        stop: tuple[Decision, ...] = (Score(),)
        if not state.drawn:
            stop = tuple(Free(symbol) for symbol in self._free_symbols(state))
        return (*stop, Draw()) if state.pool else stop

    def scores(self, state: TileState) -> tuple[Pegs, ...]:
        """Six pegs for each seat."""
        return state.pegs

    def step(self, state: TileState, move: Move, story: Story) -> TileState:
        phase = state.phase
        if isinstance(move, Outcome):
            if not set(move.pieces) <= set(SYMBOLS):
                raise IllegalMove("I1", f"a tile must show one of {SYMBOLS}, not {move.pieces}")
            symbols = "".join(move.pieces)
            pool = _without(state.pool, symbols, "the pool")
            if phase == "draw":
                return self._drawn(replace(state, pool=pool), symbols, story)
            return self._to_centre(replace(state, pool=pool), symbols, story)
        if phase == "choose" and isinstance(move, Draw | Score | Free):
            return self._choose(state, move, story)
        raise refuse_move(self.awaits(state), move)

    def _to_centre(self, state: TileState, symbols: str, story: Story) -> TileState:
        if story is not None and state.phase == "deal":
            story += [Dealt((tuple(symbols),)), TurnBegan(state.seat)]
        elif story is not None:
            story.append(CentreRefilled(state.seat, symbols))
        return replace(state, centre=_pile(state.centre + symbols), phase="choose")

    def _choose(self, state: TileState, move: Draw | Score | Free, story: Story) -> TileState:
        if isinstance(move, Draw):
            if not state.pool:
                due = "score" if state.drawn else "take a free score"
                raise IllegalMove("I9", f"the pool is empty: seat {state.seat} must {due}")
            return replace(state, phase="draw")
        if isinstance(move, Score):
            if not state.drawn:
                raise IllegalMove(
                    "I4", "no tile has been drawn yet: draw a tile or take a free score"
                )
            return self._score(state, state.drawn, story)
        if state.drawn:
            raise IllegalMove(
                "I4", "a free score is only possible before drawing: score or draw again"
            )
        free = self._free_symbols(state)
        if move.symbol not in free:
            raise IllegalMove(
                "I7",
                f"a free score must be one of your lowest symbols that are in the centre "
                f"({' '.join(free) or 'there are none'}), not {move.symbol}",
            )
        return self._score(state, move.symbol, story)

    def _free_symbols(self, state: TileState) -> tuple[str, ...]:
        """The lowest symbols of the seat that are in the centre (I7)."""
        colours = lowest(state.pegs[state.seat])
        return tuple(symbol for symbol in colours if symbol in state.centre)

    def _drawn(self, state: TileState, symbol: str, story: Story) -> TileState:
        """A tile was drawn: the turn goes on, or it is a bust (I5)."""
        seat, drawn = state.seat, state.drawn + symbol
        if story is not None:
            story.append(TileDrawn(seat, symbol))
        repeated = symbol in state.drawn
        if not repeated and symbol in state.centre:
            return replace(state, drawn=drawn, phase="choose")
        if story is not None:
            story.append(WentOut(seat, symbol, repeated, drawn, state.due - 1))
        return self._begin(replace(state, centre=_pile(state.centre + drawn), due=0), story)

    def _score(self, state: TileState, symbols: str, story: Story) -> TileState:
        """Take what matches from the centre and score every tile (I6, I7)."""
        seat = state.seat
        taken = "".join(tile for tile in state.centre if tile in symbols)
        pegs, due = state.pegs[seat], state.due - 1
        left_game = to_pool = ""
        moves: list[Event] = []
        for symbol in SYMBOLS:
            points = (taken + state.drawn).count(symbol)
            if not points:
                continue
            start = pegs[ORDER[symbol]]
            peg = min(start + points, self.target)
            lost = start + points - peg
            left_game += (peg - start) * symbol
            to_pool += lost * symbol
            pegs = with_item(pegs, ORDER[symbol], peg)
            moves.append(PegMoved(seat, symbol, start, peg, lost, "I2" if lost else ""))
            if start != peg == self.target:
                due += 1
                moves.append(CalledIngenious(seat, symbol, "I8"))
        if story is not None:
            story += [TilesScored(seat, taken, left_game, to_pool), *moves]
        after = replace(
            state,
            pool=_pile(state.pool + to_pool),
            centre=_without(state.centre, taken, "the centre"),
            pegs=with_item(state.pegs, seat, pegs),
            due=due,
        )
        if min(pegs) == self.target:
            return end(replace(after, drawn=""), Ending("won"), "I8", story)
        return self._begin(after, story)

    def _begin(self, state: TileState, story: Story) -> TileState:
        """The next turn: a bonus turn while any is due, else the next seat's (I3)."""
        seat = state.seat if state.due else (state.seat + 1) % self.players
        if story is not None:
            story.append(TurnBegan(seat, bonus=state.due > 0))
        phase: Phase = "refill" if len(state.centre) < CENTRE_SIZE else "choose"
        return replace(state, drawn="", seat=seat, due=state.due or 1, phase=phase)


def _pile(symbols: str) -> str:
    return "".join(pile(symbols))


def _without(symbols: str, taken: str, place: str) -> str:
    return "".join(take(tuple(symbols), taken, "I1", place))
