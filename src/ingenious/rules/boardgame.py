"""The four board games: classic for two to four players, solo, team and duel.

They differ in their board, score boards and racks. A turn is the same in all of them: place,
score, make the bonus placements earned, then swap or refill (B5). In solo the rack has one tile,
and it is filled before the first turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .board import EMPTY, Board, Edges, empty_board
from .errors import IllegalMove
from .events import (
    BonusLapsed,
    Counted,
    Dealt,
    Drew,
    Placed,
    PutBack,
    Shown,
    Story,
    TurnBegan,
)
from .game import DealPart, Ending, Game, Pegs, Sides, end, refuse_move, with_item
from .moves import Chance, Decision, Keep, Move, Outcome, Place, Swap, Turn
from .placements import Placements
from .scoreboards import PegBoards, Standing, TugOfWar
from .symbols import CANONICAL, DOUBLES, ORDER, PAIRS, Pieces, pile, spell, take

BOX = pile(6 * PAIRS + 5 * DOUBLES)  # B3
RACK_SIZE = 6  # B4

Phase = Literal["deal", "place", "bonus", "swap", "refill", "over"]
"""What a board game waits for; `bonus` is a bonus placement."""

PLACING_PHASES = ("place", "bonus")


@dataclass(frozen=True, slots=True)
class BoardState:
    """A position of a board game."""

    board: Board
    standing: Standing
    racks: tuple[Pieces, ...]
    bag: Pieces
    aside: Pieces  # tiles shown in a swap: they go back to the bag after the draw
    seat: int
    turns: int  # turns whose placements are done
    due: int  # placements to be made now, bonus placements included
    phase: Phase
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class BoardGame(Game[BoardState]):
    """The rules of one of the board games."""

    name: str
    edition: str
    players: int
    radius: int
    scoring: PegBoards | TugOfWar
    rack_size: int = RACK_SIZE

    @property
    def sides(self) -> Sides:
        """Partners share a score board; all others play for themselves."""
        return self.scoring.sides(self.players)

    @property
    def deal_parts(self) -> tuple[DealPart, ...]:
        """A hidden rack for each seat (B4); in solo nothing is dealt (C1)."""
        if self._is_solo:
            return ()
        return (DealPart("racks", self.players, self.rack_size, "B4", hidden=True),)

    @property
    def hides_draws(self) -> bool:
        """Racks are hidden; the one tile of solo is face up."""
        return not self._is_solo

    @property
    def _is_solo(self) -> bool:
        return self.players == 1

    def opening(self, start: int) -> BoardState:
        """The empty board; next the racks are dealt, or in solo the first tile is drawn."""
        return BoardState(
            board=empty_board(self.radius),
            standing=self.scoring.new(),
            racks=((),) * self.players,
            bag=BOX,
            aside=(),
            seat=start,
            turns=0,
            due=1,
            phase="refill" if self._is_solo else "deal",
        )

    def awaits(self, state: BoardState) -> Turn | Chance | None:
        """A placement, a decision about swapping, the deal or a refill."""
        match state.phase:
            case "place":
                return Turn(state.seat, "place", "B6")
            case "bonus":
                return Turn(state.seat, "place", "B11")
            case "swap":
                return Turn(state.seat, "swap", self.scoring.ids.swap)
            case "refill":
                missing = self.rack_size - len(state.racks[state.seat])
                rule = "C1" if self._is_solo else "B14"
                return Chance("draw", rule, state.seat, missing, state.bag)
            case "deal":
                return Chance("deal", "B4", None, self.deal_size(), state.bag)
            case _:  # over
                return None

    def legal(self, state: BoardState) -> Sequence[Decision]:
        """All placements, or the choice to swap or keep the rack."""
        if state.phase in PLACING_PHASES:
            return self.placements(state)
        if state.phase == "swap":
            rack = state.racks[state.seat]
            return (Swap(self._tiles_to_swap(state.standing, state.seat, rack)), Keep())
        return ()

    def placements(self, state: BoardState) -> Placements:
        """The legal placements of the seat to move, each once."""
        spots = self.open_edges(state)
        tiles = tuple(dict.fromkeys(state.racks[state.seat]))
        turned = self._turned_doubles(state, tiles, spots) if self._has_laps else ()
        return Placements(tiles, state.board.layout, spots, turned)

    def is_first_turn(self, state: BoardState) -> bool:
        """Whether the seat to move has its first turn, to which B7 applies."""
        return state.turns < self.players

    def open_edges(self, state: BoardState) -> Edges:
        """Where a tile may be placed now: on a first turn only beside a printed symbol (B6, B7)."""
        return state.board.open_at_start() if self.is_first_turn(state) else state.board.open

    @property
    def _has_laps(self) -> bool:
        """Whether pegs go past 18 on a double-length board, so the order of halves can matter."""
        return len(self.scoring.stops) > 1

    def _turned_doubles(self, state: BoardState, tiles: Pieces, spots: Edges) -> tuple[Place, ...]:
        """Doubles for which scoring the second half first makes a difference (D3)."""
        board, scoring, now = state.board, self.scoring, (state.standing, state.seat)
        assert isinstance(scoring, PegBoards), "only peg boards have laps"
        turned = []
        for symbol in (tile[0] for tile in tiles if tile in DOUBLES):
            most = max(board.gains[ORDER[symbol] :: 6])
            if scoring.order_can_matter(*now, symbol, most):
                for move in Placements((2 * symbol,), board.layout, spots):
                    if scoring.order_matters(*now, symbol, *board.gain_of(move)):
                        turned.append(Place(move.tile, move.at[::-1]))
        return tuple(turned)

    def ranked_by(self, state: BoardState) -> tuple[tuple[int, ...], ...]:
        """The ranking key of each seat, by its score board."""
        return self.scoring.ranked_by(state.standing, self.players)

    def scores(self, state: BoardState) -> tuple[Pegs, ...]:
        """Six pegs for each seat: partners share theirs; in the duel, as seen from each side."""
        return self.scoring.scores(state.standing, self.players)

    def step(self, state: BoardState, move: Move, story: Story) -> BoardState:
        phase = state.phase
        if isinstance(move, Outcome):
            deal_or_refill = self._deal if phase == "deal" else self._refill
            return deal_or_refill(state, move.pieces, story)
        if phase in PLACING_PHASES and isinstance(move, Place):
            return self._place(state, move, story)
        if phase == "swap" and isinstance(move, Swap | Keep):
            return self._swap_or_keep(state, move, story)
        if phase == "refill" and isinstance(move, Swap):
            raise IllegalMove(self.scoring.ids.swap, f"seat {state.seat} cannot swap its tiles now")
        raise refuse_move(self.awaits(state), move)

    def _deal(self, state: BoardState, tiles: Pieces, story: Story) -> BoardState:
        bag = take(state.bag, tiles, "B3", "the bag")
        size = self.rack_size
        racks = tuple(pile(tiles[size * seat : size * (seat + 1)]) for seat in range(self.players))
        if story is not None:
            story += [Dealt(), TurnBegan(state.seat)]
        return replace(state, racks=racks, bag=bag, phase="place")

    def _place(self, state: BoardState, move: Place, story: Story) -> BoardState:
        """Place a tile and score it (B5, B6); then a bonus placement follows, or the turn ends."""
        seat = state.seat
        left = self._rack_without(state, move.tile)
        self._check_spaces(state, move)
        if story is not None:
            story.append(Placed(seat, move.tile, move.at, bonus=state.phase == "bonus"))
        standing, earned = self._score(state, move, story)
        board = state.board.place(move)
        due, turns = state.due - 1 + earned, state.turns
        phase: Phase = "bonus"
        if not due or not left:
            phase = "swap" if self._tiles_to_swap(standing, seat, left) else "refill"
            turns += 1
        racks = with_item(state.racks, seat, left)
        lasting = due if left else 0  # B12
        after = BoardState(board, standing, racks, state.bag, (), seat, turns, lasting, phase)
        if self.scoring.has_won(standing, seat):  # A3: before a full board
            return end(after, Ending("instant-win"), self.scoring.ids.win, story)
        if not board.open:
            return end(after, Ending("board-full"), self.scoring.ids.full, story)
        if due != lasting and story is not None:
            story.append(BonusLapsed(seat, due))
        return after

    def _rack_without(self, state: BoardState, spelled: str) -> Pieces:
        """The rack without the tile that is to be placed."""
        rack, tile = list(state.racks[state.seat]), CANONICAL.get(spelled)
        if tile not in rack:
            raise IllegalMove(
                "B5", f"seat {state.seat} has no tile {spelled}; it holds {spell(rack)}"
            )
        rack.remove(tile)
        return tuple(rack)

    def _score(self, state: BoardState, move: Place, story: Story) -> tuple[Standing, int]:
        """Score both halves in the order written (B8, B9), and count the bonuses earned (B11)."""
        standing, seat, board, earned = state.standing, state.seat, state.board, 0
        for symbol, space, points in zip(move.tile, move.at, board.gain_of(move), strict=True):
            if story is not None:
                rays = board.rays(symbol, space)
                story.append(Counted(seat, symbol, space, rays, points))
            standing, ingenious = self.scoring.score(standing, seat, symbol, points, story)
            earned += ingenious
        return standing, 0 if self._is_solo else earned  # C2

    def _check_spaces(self, state: BoardState, move: Place) -> None:
        """Refuse spaces that are off the board, taken, not adjacent, or break B7."""
        board = state.board
        layout = board.layout
        edge = layout.edge_numbers.get(move.at)
        if edge is not None and self.open_edges(state) >> edge & 1:
            return
        for space in move.at:
            number = layout.index.get(space)
            if number is None:
                raise IllegalMove("B6", f"{space} is outside the boundary for this game")
            if board.cells[number] != EMPTY:
                raise IllegalMove(
                    "B6",
                    f"{space} is taken by {board.cells[number]}; a tile needs "
                    "two adjacent empty spaces",
                )
        if edge is None:
            raise IllegalMove("B6", f"{move.at[0]} and {move.at[1]} are not adjacent")
        raise IllegalMove(
            "B7", "on a first turn the tile must touch a printed symbol that no other tile touches"
        )

    def _tiles_to_swap(self, standing: Standing, seat: int, rack: Pieces) -> Pieces:
        return () if self._is_solo else self.scoring.tiles_to_swap(standing, seat, rack)  # C1

    def _swap_or_keep(self, state: BoardState, move: Swap | Keep, story: Story) -> BoardState:
        seat = state.seat
        if isinstance(move, Keep):
            return replace(state, phase="refill")
        tiles = self._tiles_to_swap(state.standing, seat, state.racks[seat])
        if sorted(move.tiles) != sorted(tiles):
            raise IllegalMove(
                self.scoring.ids.swap,
                f"seat {seat} can only swap all of {spell(tiles)}, not {spell(move.tiles)}",
            )
        if story is not None:
            story.append(Shown(seat, tiles, self.scoring.ids.swap))
        rack = take(state.racks[seat], tiles, "B13", "the rack")
        racks = with_item(state.racks, seat, rack)
        return replace(state, racks=racks, aside=tiles, phase="refill")

    def _refill(self, state: BoardState, tiles: Pieces, story: Story) -> BoardState:
        """Draw up to a full rack; only then do swapped tiles go back to the bag (B13, B14)."""
        seat = state.seat
        bag = take(state.bag, tiles, "B3", "the bag")
        after = (seat + 1) % self.players
        if story is not None:
            story.append(Drew(seat, len(tiles), tiles if self._is_solo else ()))
            if state.aside:
                story.append(PutBack(seat, state.aside))
            story.append(TurnBegan(after))
        return BoardState(
            state.board,
            state.standing,
            with_item(state.racks, seat, pile(state.racks[seat] + tiles)),
            pile(bag + state.aside) if state.aside else bag,
            (),
            after,
            state.turns,
            1,
            "place",
        )
