"""A position as it is drawn: what everyone sees of it, and what the acting seat may do."""

from functools import cache
from typing import Annotated, TypedDict

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from ...record.model import View
from ...record.redact import redact_groups
from ...rules import (
    AnyGame,
    AnyState,
    BoardGame,
    BoardState,
    CardChallenge,
    CardState,
    DiceChallenge,
    DiceState,
    Pegs,
    TileChallenge,
    TileState,
    areas,
)
from ...rules.cards import HAND_SIZE
from ...rules.dice import MAX_ROLLS
from ...rules.events import WentOut
from ...rules.game import lowest
from ...rules.moves import Draw, Outcome, Play, Turn
from ...rules.scoreboards import TugOfWar
from ...rules.symbols import SYMBOLS, Pieces
from ..naming import GameName
from .base import Groups, WireStruct
from .decision import Choice, to_choice
from .rays import rays_of, update_rays


class Rules(WireStruct, frozen=True, kw_only=True):
    """What does not change in a game, for a client that draws it without knowing the rules."""

    game: GameName
    edition: str
    goal: Annotated[int, Meta(description="the last hole of a peg")]
    win: Annotated[int, Meta(description="the hole that all pegs of a side need to win at once")]
    bonus: Annotated[tuple[int, ...], Meta(description="the holes where a player calls Ingenious!")]
    sides: Annotated[
        tuple[tuple[int, ...], ...], Meta(description="the seats that share a score board")
    ]
    hidden: Annotated[bool, Meta(description="whether racks or hands are hidden from others")]
    held: Annotated[int, Meta(description="size of a full rack or hand; 0 without one")]
    rolls: Annotated[int, Meta(description="maximum rolls per turn; 0 without dice")]
    laps: Annotated[int, Meta(description="how many times a peg goes round the track to its goal")]
    areas: Annotated[
        tuple[tuple[int, int], ...],
        Meta(description="first and last column of each area; may be empty"),
    ]


class _Position(WireStruct, frozen=True, kw_only=True, tag_field="kind"):
    pegs: tuple[tuple[int, ...], ...]
    ranked_by: Annotated[
        tuple[tuple[int, ...], ...],
        Meta(description="by what each seat is ranked: the first difference decides"),
    ]
    ranks: tuple[int, ...]
    due: int


class BoardPosition(_Position, frozen=True, kw_only=True, tag="board"):
    """Classic, solo, team or duel as it is drawn."""

    radius: int
    cells: Annotated[str, Meta(description="a letter for each space of the board, `.` if empty")]
    rays: Annotated[
        tuple[str, ...], Meta(description="the rays of each empty space: symbol, length, …")
    ]
    spots: Annotated[
        str, Meta(description="where tiles fit, in hexadecimal: bit n is pair n of the board")
    ]
    first_turn: bool
    bonus: Annotated[bool, Meta(description="whether the placement that is due is a bonus")]
    bag: int
    tokens: tuple[int | None, ...] | UnsetType = UNSET


class Closed(WireStruct, frozen=True, kw_only=True):
    """The first column that no peg of a seat can enter now, and the pegs that stand too low.

    It opens when all pegs have reached `floor`.
    """

    column: int
    floor: int
    blockers: str
    why: Annotated[str, Meta(description="the id of the rule")]


class CardPosition(_Position, frozen=True, kw_only=True, tag="cards"):
    """The Card Challenge as it is drawn."""

    faceup: tuple[tuple[str, ...], ...]
    deck: int
    discards: int
    closed: tuple[Closed | None, ...]


class Uses(WireStruct, frozen=True, kw_only=True):
    """What the dice of the roll are good for; every die is used once, in any order."""

    match: Annotated[tuple[int, ...], Meta(description="the points of each die as a match")]
    equal: Annotated[
        tuple[tuple[int, ...], ...],
        Meta(description="groups of equal dice: any two or more make a wild score"),
    ]
    wild: Annotated[
        tuple[int, ...], Meta(description="the points of a wild score, by its number of dice")
    ]


class DicePosition(_Position, frozen=True, kw_only=True, tag="dice"):
    """The Dice Challenge as it is drawn; `uses` is there when dice are to be used."""

    dice: tuple[str, ...]
    rolls: int
    closed: tuple[Closed | None, ...]
    uses: Uses | UnsetType = UNSET


class TilePosition(_Position, frozen=True, kw_only=True, tag="tiles"):
    """The Tile Challenge as it is drawn; `risk` and `bust` are there if the seat may draw."""

    centre: str
    drawn: str
    pool: int
    unseen: Annotated[
        tuple[int, ...], Meta(description="how many tiles of each colour are in the pool")
    ]
    risk: Annotated[float, Meta(description="the chance that the next tile ends the turn")] | (
        UnsetType
    ) = UNSET
    bust: Annotated[str, Meta(description="the symbols that would end the turn")] | (
        UnsetType
    ) = UNSET


Position = BoardPosition | CardPosition | DicePosition | TilePosition


class Choices(WireStruct, frozen=True, kw_only=True):
    """What the acting seat may do, beyond what everyone sees."""

    decisions: (
        Annotated[
            tuple[Choice, ...],
            Meta(description="all legal decisions, except placements, cards and dice"),
        ]
        | UnsetType
    ) = UNSET
    turned: (
        Annotated[
            tuple[Choice, ...],
            Meta(description="placements of a double whose scoring order matters"),
        ]
        | UnsetType
    ) = UNSET
    order_matters: (
        Annotated[
            tuple[str, ...], Meta(description="cards of the hand whose scoring order matters")
        ]
        | UnsetType
    ) = UNSET
    lowest: Annotated[str, Meta(description="the colours for which you may swap or discard")] | (
        UnsetType
    ) = UNSET


@cache
def rules_of(game: AnyGame) -> Rules:
    """What does not change in a game."""
    held, laps = HAND_SIZE if isinstance(game, CardChallenge) else 0, 1
    match game:
        case BoardGame(scoring=scoring, rack_size=held):
            goal, bonus = scoring.stops[-1], scoring.stops
            laps = len(scoring.stops)  # a stop at the end of each
            win = 1 if isinstance(scoring, TugOfWar) else goal  # E5
        case TileChallenge(target=goal):
            win, bonus = goal, (goal,)
        case _:
            goal, win, bonus = areas.LAST_COLUMN, areas.GOAL_COLUMN, (areas.LAST_COLUMN,)
    return Rules(
        game=game.name,
        edition=game.edition,
        goal=goal,
        win=win,
        bonus=bonus,
        sides=game.sides,
        hidden=game.hides_draws,
        held=held,
        rolls=MAX_ROLLS if isinstance(game, DiceChallenge) else 0,
        laps=laps,
        areas=areas.AREAS if isinstance(game, CardChallenge | DiceChallenge) else (),
    )


class _Common(TypedDict):
    """What all kinds of positions have."""

    pegs: tuple[Pegs, ...]
    ranked_by: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    due: int


class PositionBuilder:
    """Builds the positions of a game one after the other, each with the help of the last one."""

    def __init__(self) -> None:
        self._cells = ""
        self._rays: list[str] = []

    def build(self, game: AnyGame, state: AnyState) -> Position:
        """What everyone sees of a state."""
        common = _Common(
            pegs=game.scores(state),
            ranked_by=game.ranked_by(state),
            ranks=game.ranks(state),
            due=state.due,
        )
        match state:
            case BoardState():
                assert isinstance(game, BoardGame)
                return self._board(game, state, common)
            case CardState():
                return CardPosition(
                    faceup=state.faceup,
                    deck=len(state.deck),
                    discards=len(state.discards),
                    closed=tuple(closed(pegs) for pegs in state.pegs),
                    **common,
                )
            case DiceState():
                return DicePosition(
                    dice=state.dice,
                    rolls=state.rolls,
                    closed=tuple(closed(pegs) for pegs in state.pegs),
                    uses=_uses(state),
                    **common,
                )
            case TileState():
                return _tiles(game, state, common)

    def _board(self, game: BoardGame, state: BoardState, common: _Common) -> BoardPosition:
        board = state.board
        if len(self._cells) == len(board.cells):
            self._rays = update_rays(self._rays, self._cells, board)
        else:
            self._rays = rays_of(board)
        self._cells = board.cells
        tokens = state.standing.tokens
        return BoardPosition(
            radius=game.radius,
            cells=board.cells,
            rays=tuple(self._rays),
            spots=f"{game.open_edges(state):x}",
            first_turn=game.is_first_turn(state),
            bonus=state.phase == "bonus",
            bag=len(state.bag),
            tokens=tokens if any(token is not None for token in tokens) else UNSET,
            **common,
        )


def without_rays(position: Position) -> Position:
    """A position without what is only needed to place a tile."""
    if isinstance(position, BoardPosition):
        return replace(position, rays=(), spots="0")
    return position


def racks_of(state: AnyState, view: View) -> Groups | UnsetType:
    """The racks as a view shows them, in a game that has racks."""
    return redact_groups(state.racks, view) if isinstance(state, BoardState) else UNSET


def hands_of(state: AnyState, view: View) -> Groups | UnsetType:
    """The hands as a view shows them, in a game that has hands."""
    return redact_groups(state.hands, view) if isinstance(state, CardState) else UNSET


def open_racks(state: AnyState) -> tuple[Pieces, ...] | UnsetType:
    """The racks with all their tiles, in a game that has racks."""
    return state.racks if isinstance(state, BoardState) else UNSET


def open_hands(state: AnyState) -> tuple[Pieces, ...] | UnsetType:
    """The hands with all their cards, in a game that has hands."""
    return state.hands if isinstance(state, CardState) else UNSET


def choices_of(game: AnyGame, state: AnyState, turn: Turn) -> Choices:
    """What the acting seat may do."""
    if isinstance(game, BoardGame) and isinstance(state, BoardState) and turn.kind == "place":
        return Choices(turned=tuple(map(to_choice, game.placements(state).turned)) or UNSET)
    if isinstance(state, CardState) and turn.kind == "play":  # any card
        return Choices(order_matters=_ordered(game, state, turn.seat))
    if turn.kind in ("use", "roll-or-use"):
        return Choices()  # any use of the dice, of which there can be thousands
    return Choices(
        decisions=tuple(map(to_choice, game.legal(state))),
        lowest=_named(game, state, turn.seat) if turn.kind in ("swap", "discard") else UNSET,
    )


def _ordered(game: AnyGame, state: CardState, seat: int) -> tuple[str, ...]:
    """The cards of a hand that lead elsewhere if their second symbol is scored first (G3)."""
    return tuple(
        card
        for card in dict.fromkeys(state.hands[seat])
        if game.apply(state, Play(card)) != game.apply(state, Play(card[::-1]))
    )


def _named(game: AnyGame, state: AnyState, seat: int) -> str:
    """The colours for which a seat may put tiles or cards away: its lowest, in the duel its 9s."""
    pegs = game.scores(state)[seat]
    if isinstance(game, BoardGame) and isinstance(game.scoring, TugOfWar):
        end = game.scoring.stops[-1]
        return "".join([s for s, peg in zip(SYMBOLS, pegs, strict=True) if peg == end])
    return lowest(pegs)


def closed(pegs: Pegs) -> Closed | None:
    """The first column that none of these pegs can enter now, and the pegs that keep it closed."""
    for column in areas.BORDERS:
        if blockers := areas.blockers(pegs, column):
            floor = areas.floor(column)
            return Closed(column=column, floor=floor, blockers=blockers, why=areas.BORDER_RULE)
    return None


def _uses(state: DiceState) -> Uses | UnsetType:
    if state.phase != "choose":
        return UNSET
    roll = state.dice[state.seat]
    others = "".join(row for seat, row in enumerate(state.dice) if seat != state.seat)
    places = {symbol: [i for i, die in enumerate(roll) if die == symbol] for symbol in roll}
    return Uses(  # H4
        match=tuple(others.count(die) for die in roll),
        equal=tuple(tuple(equal) for equal in places.values() if len(equal) > 1),
        wild=(0, *range(len(roll))),
    )


def _tiles(game: AnyGame, state: TileState, common: _Common) -> TilePosition:
    pool = state.pool
    symbols = bust(game, state) if state.phase == "choose" else UNSET
    risk: float | UnsetType = UNSET
    if symbols is not UNSET:
        risk = sum(map(pool.count, symbols)) / len(pool) if pool else 0.0
    return TilePosition(
        centre=state.centre,
        drawn=state.drawn,
        pool=len(pool),
        # All that is not in the pool is in sight, or has left the game in sight of everyone.
        unseen=tuple(pool.count(symbol) for symbol in SYMBOLS),
        bust=symbols,
        risk=risk,
        **common,
    )


def bust(game: AnyGame, state: TileState) -> str:
    """The symbols of the pool that would end the turn (I5)."""
    if not state.pool:
        return ""
    drawing = game.apply(state, Draw())
    return "".join(
        [
            symbol
            for symbol in SYMBOLS
            if symbol in state.pool
            and any(isinstance(e, WentOut) for e in game.events(drawing, Outcome((symbol,))))
        ]
    )
