"""Ingenious on the board: classic for two to four, solo, team and duel.

The four differ in their board, their score boards and their racks; a turn is the same in all:
place, score, take the bonus placements earned, then swap or refill (B5). Solo is the case of a
rack of one tile that is filled before the first turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, overload

from .board import EMPTY, Board, empty_board
from .errors import IllegalMove
from .events import (
    BonusLapsed,
    Counted,
    Dealt,
    Drew,
    Ended,
    Event,
    Kept,
    Placed,
    Shown,
    Story,
    TurnBegan,
)
from .game import (
    Ending,
    Pegs,
    Result,
    check_outcome,
    ending_by_resigning,
    rank_resigned,
    refuse_move,
    with_item,
)
from .moves import Chance, Decision, Keep, Move, Outcome, Place, Resign, Space, Swap, Turn
from .scoreboards import PegBoards, Standing, TugOfWar
from .symbols import CANONICAL, DOUBLES, PAIRS, Pieces, pile, spell, take

BOX = pile(6 * PAIRS + 5 * DOUBLES)  # B3

Phase = Literal["deal", "place", "swap", "refill", "over"]
"""What a board game waits for."""


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
class BoardGame:
    """The rules of Ingenious with one set of score boards."""

    name: str
    edition: str
    players: int
    radius: int
    scoring: PegBoards | TugOfWar
    sides: tuple[tuple[int, ...], ...]
    rack_size: int = 6

    @property
    def options(self) -> Mapping[str, bool]:
        """The board games have no options."""
        return {}

    @property
    def _is_solo(self) -> bool:
        return self.players == 1

    def new(self, start: int = 0) -> BoardState:
        """The empty board; the racks are dealt next, in solo the first tile is drawn."""
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
        """A placement, a choice about swapping, the deal or a refill."""
        match state.phase:
            case "place":
                return Turn(state.seat, "place", "B6")
            case "swap":
                return Turn(state.seat, "swap", "E3" if self.name == "duel" else "B13")
            case "refill":
                missing = self.rack_size - len(state.racks[state.seat])
                rule = "C1" if self._is_solo else "B14"
                return Chance("draw", rule, state.seat, missing, state.bag)
            case "deal":
                return Chance("deal", "B4", None, self.rack_size * self.players, state.bag)
            case "over":
                return None

    def legal(self, state: BoardState) -> Sequence[Decision]:
        """All placements, or to swap or to keep."""
        if state.phase == "place":
            return self.placements(state)
        if state.phase == "swap":
            rack = state.racks[state.seat]
            return (Swap(self._tiles_to_swap(state.standing, state.seat, rack)), Keep())
        return ()

    def placements(self, state: BoardState) -> "Placements":
        """The legal placements of the seat to place, each once."""
        board = state.board
        spots = board.open_at_start() if state.turns < self.players else board.open
        tiles = tuple(dict.fromkeys(state.racks[state.seat]))
        turned = tuple(self._turned_doubles(state, tiles, spots))
        return Placements(tiles, board.layout.edges, spots, turned)

    def _turned_doubles(
        self, state: BoardState, tiles: Pieces, spots: tuple[int, ...]
    ) -> Iterator[Place]:
        """Doubles whose second half may be scored first to another effect (D3)."""
        if isinstance(self.scoring, TugOfWar) or len(self.scoring.stops) == 1:
            return
        for tile in tiles:
            if tile[0] != tile[1]:
                continue
            for spot in spots:
                a, b = state.board.layout.edges[spot]
                move = Place(tile, (b, a))
                gains = state.board.gain_of(move)
                if self.scoring.order_matters(state.standing, state.seat, tile[0], *gains):
                    yield move

    def apply(self, state: BoardState, move: Move) -> BoardState:
        """The state after the move; raises `IllegalMove`."""
        return self._step(state, move, None)

    def events(self, state: BoardState, move: Move) -> tuple[Event, ...]:
        """What the move does, step by step."""
        story: list[Event] = []
        self._step(state, move, story)
        return tuple(story)

    def scores(self, state: BoardState) -> tuple[Pegs, ...]:
        """Six pegs for each seat; a team's at both of its seats, the duel's from each side."""
        return self.scoring.scores(state.standing, self.players)

    def ranks(self, state: BoardState) -> tuple[int, ...]:
        """How the seats stand."""
        if state.ending is not None and state.ending.resigned is not None:
            return rank_resigned(state.ending.resigned, self.sides)
        return self.scoring.ranks(state.standing, self.players)

    def result(self, state: BoardState) -> Result | None:
        """The result once the game is over."""
        if state.ending is None:
            return None
        return Result(state.ending.reason, self.scores(state), self.ranks(state))

    def _step(self, state: BoardState, move: Move, story: Story) -> BoardState:
        phase = state.phase
        if isinstance(move, Outcome):
            check_outcome(self.awaits(state), move)
            deal_or_refill = self._deal if phase == "deal" else self._refill
            return deal_or_refill(state, move.pieces, story)
        if phase == "place" and isinstance(move, Place):
            return self._place(state, move, story)
        if phase == "swap" and isinstance(move, Swap | Keep):
            return self._swap_or_keep(state, move, story)
        if phase != "over" and isinstance(move, Resign):
            ending = ending_by_resigning(move, self.sides, story)
            return replace(state, phase="over", ending=ending)
        raise refuse_move(self.awaits(state), move)

    def _deal(self, state: BoardState, tiles: Pieces, story: Story) -> BoardState:
        size = self.rack_size
        racks = tuple(pile(tiles[size * seat : size * (seat + 1)]) for seat in range(self.players))
        if story is not None:
            story += [Dealt(), TurnBegan(state.seat)]
        bag = take(state.bag, tiles, "B3", "the bag")
        return replace(state, racks=racks, bag=bag, phase="place")

    def _place(self, state: BoardState, move: Place, story: Story) -> BoardState:
        """Place a tile and score it (B6 to B8); then B16, B15, B11 or the end of the turn."""
        seat, scoring, standing = state.seat, self.scoring, state.standing
        rack = state.racks[seat]
        tile = CANONICAL.get(move.tile)
        if tile is None or tile not in rack:
            raise IllegalMove("B5", f"seat {seat} has no tile {move.tile}: it holds {spell(rack)}")
        self._check_spaces(state, move)
        if story is not None:
            story.append(Placed(seat, move.tile, move.at, bonus=self.is_bonus(state)))
        due = state.due - 1
        for symbol, space, points in zip(
            move.tile, move.at, state.board.gain_of(move), strict=True
        ):
            if story is not None:
                rays = state.board.rays(symbol, space)
                story.append(Counted(seat, symbol, space, rays, points))
            standing, ingenious = scoring.score(standing, seat, symbol, points, story)
            due += ingenious and not self._is_solo  # C2
        board = state.board.place(move)
        left = list(rack)
        left.remove(tile)
        phase: Phase
        turns, ending = state.turns, None
        if scoring.has_won(standing, seat):  # A3: before a full board
            phase, ending = "over", Ending("instant-win")
        elif not board.open:
            phase, ending = "over", Ending("board-full")
        elif due and left:
            phase = "place"
        else:
            turns += 1
            swap = self._tiles_to_swap(standing, seat, tuple(left))
            phase = "swap" if swap else "refill"
            if due and story is not None:
                story.append(BonusLapsed(seat, due))
        if ending is not None and story is not None:
            story.append(Ended(ending.reason))
        racks = with_item(state.racks, seat, tuple(left))
        due = due if phase == "place" else 0
        return BoardState(board, standing, racks, state.bag, (), seat, turns, due, phase, ending)

    def is_bonus(self, state: BoardState) -> bool:
        """Whether the placement to be made is a bonus placement."""
        return len(state.racks[state.seat]) < self.rack_size

    def _check_spaces(self, state: BoardState, move: Place) -> None:
        """Refuse spaces that are off the board, taken, not adjacent, or wrong at first."""
        board = state.board
        layout = board.layout
        for space in move.at:
            number = layout.index.get(space)
            if number is None:
                raise IllegalMove(
                    "B1", f"{tuple(space)} is not on the board of radius {self.radius}"
                )
            if board.cells[number] != EMPTY:
                raise IllegalMove(
                    "B6",
                    f"{tuple(space)} is taken by {board.cells[number]}; a tile needs "
                    "two adjacent empty spaces",
                )
        a, b = (layout.index[space] for space in move.at)
        shared = layout.edges_at[a] & layout.edges_at[b]
        if a == b or not shared:
            raise IllegalMove("B6", f"{tuple(move.at[0])} and {tuple(move.at[1])} are not adjacent")
        if state.turns < self.players and not shared <= set(board.open_at_start()):
            raise IllegalMove(
                "B7", "on a first turn the tile must touch a printed symbol that no tile touches"
            )

    def _tiles_to_swap(self, standing: Standing, seat: int, rack: Pieces) -> Pieces:
        return () if self._is_solo else self.scoring.tiles_to_swap(standing, seat, rack)  # C1

    def _swap_or_keep(self, state: BoardState, move: Swap | Keep, story: Story) -> BoardState:
        seat = state.seat
        if isinstance(move, Keep):
            if story is not None:
                story.append(Kept(seat))
            return replace(state, phase="refill")
        tiles = self._tiles_to_swap(state.standing, seat, state.racks[seat])
        if move.tiles != tiles:
            rule = "E3" if self.name == "duel" else "B13"
            raise IllegalMove(
                rule, f"seat {seat} may swap {spell(tiles)}, all of it, not {spell(move.tiles)}"
            )
        if story is not None:
            story.append(Shown(seat, tiles))
        rack = take(state.racks[seat], tiles, "B13", "the rack")
        racks = with_item(state.racks, seat, rack)
        return replace(state, racks=racks, aside=tiles, phase="refill")

    def _refill(self, state: BoardState, tiles: Pieces, story: Story) -> BoardState:
        """Draw up to a full rack; only then do swapped tiles go back to the bag (B13, B14)."""
        seat = state.seat
        bag = take(state.bag, tiles, "B3", "the bag")
        # In solo the draw comes before the turn, so the same seat goes on.
        after = (seat + 1) % self.players
        if story is not None:
            story += [Drew(seat, len(tiles)), TurnBegan(after)]
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


class Placements(Sequence[Place]):
    """The legal placements, made one by one as they are asked for: there can be thousands.

    Each distinct tile on each open pair of spaces, pairs of different symbols both ways round,
    and after these the doubles of which the other half may be scored first to another effect.
    """

    def __init__(
        self,
        tiles: Pieces,
        edges: tuple[tuple[Space, Space], ...],
        spots: tuple[int, ...],
        turned: tuple[Place, ...],
    ) -> None:
        self._ways = [(tile, turn) for tile in tiles for turn in TURNS[tile[0] == tile[1]]]
        self._edges = edges
        self._spots = spots
        self._turned = turned

    def __len__(self) -> int:
        return len(self._ways) * len(self._spots) + len(self._turned)

    @overload
    def __getitem__(self, index: int) -> Place: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Place]: ...
    def __getitem__(self, index: int | slice) -> Place | Sequence[Place]:
        if isinstance(index, slice):
            return tuple(self)[index]
        number = range(len(self))[index]  # negative ones count from the end, others may raise
        way, spot = divmod(number, len(self._spots))
        if way >= len(self._ways):
            return self._turned[number - len(self._ways) * len(self._spots)]
        tile, turn = self._ways[way]
        a, b = self._edges[self._spots[spot]]
        return Place(tile, (b, a) if turn else (a, b))

    def __iter__(self) -> Iterator[Place]:
        edges = [self._edges[spot] for spot in self._spots]
        for tile, turn in self._ways:
            for a, b in edges:
                yield Place(tile, (b, a) if turn else (a, b))
        yield from self._turned


TURNS = {False: (False, True), True: (False,)}
"""Whether a tile is turned round on its spaces; a double looks the same both ways."""
