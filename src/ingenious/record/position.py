"""Positions as text, to print and to parse: for tests, documents and bug reports.

A position is lines of `name: value`, and for the board games the board as it looks, row by row,
`.` for an empty space. Parsing needs `game` and `phase`; other lines may be left out where their
value is the usual one: pegs on 0, empty racks, seat 0, one action due, the first turns over, and in
the bag whatever is on no rack.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from ..rules import (
    AnyState,
    BoardGame,
    BoardState,
    CardChallenge,
    CardState,
    DiceChallenge,
    DiceState,
    Ending,
    Game,
    Pegs,
    Reason,
    TileChallenge,
    TileState,
    UnknownGame,
    boardgame,
    cards,
    dice,
    game,
    tiles,
)
from ..rules.board import EMPTY, Board, from_cells, layout
from ..rules.errors import IllegalMove
from ..rules.scoreboards import Standing
from ..rules.symbols import SYMBOLS, Pieces, pile, take
from .errors import NotationError
from .notation import parse_pile, write_pile

_GAME = re.compile(r"(\w+) +(\d)(?: +(\d+)( +no-opening-roll)?)?")


def write_position(rules: Game[Any], state: AnyState) -> str:
    """The position as text."""
    flags = [] if rules.options.get("opening_roll", True) else ["no-opening-roll"]
    lines = [
        " ".join(["game:", rules.name, str(rules.players), rules.edition, *flags]),
        f"phase: {state.phase}",
        f"seat: {state.seat}",
        f"due: {state.due}",
    ]
    match state:
        case BoardState():
            lines += _write_board_state(state)
        case CardState():
            lines += [f"idle: {state.idle}", *_write_pegs(state.pegs)]
            lines += _by_seat("hand", map(write_pile, state.hands))
            lines += _by_seat("faceup", map(" ".join, state.faceup))
            lines += [f"deck: {write_pile(state.deck)}", f"discards: {write_pile(state.discards)}"]
        case DiceState():
            lines += [f"rolls: {state.rolls}", *_write_pegs(state.pegs)]
            lines += _by_seat("dice", state.dice)
        case TileState():  # pragma: no branch - there are no other states
            lines += [*_write_pegs(state.pegs), f"centre: {state.centre}", f"drawn: {state.drawn}"]
            lines.append(f"pool: {write_pile(state.pool)}")
    if state.ending is not None:
        resigned = "" if state.ending.resigned is None else f" {state.ending.resigned}"
        lines.append(f"ending: {state.ending.reason}{resigned}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _write_board_state(state: BoardState) -> list[str]:
    lines = [f"turns: {state.turns}", *_write_pegs(state.standing.pegs)]
    if any(holder is not None for holder in state.standing.tokens):
        holders = ("-" if holder is None else str(holder) for holder in state.standing.tokens)
        lines.append(f"tokens: {' '.join(holders)}")
    lines += _by_seat("rack", map(write_pile, state.racks))
    if state.aside:
        lines.append(f"aside: {write_pile(state.aside)}")
    return [*lines, f"bag: {write_pile(state.bag)}", "board:", *write_board(state.board)]


def _by_seat(name: str, values: Any) -> list[str]:
    return [f"{name} {seat}: {value}" for seat, value in enumerate(values)]


def _write_pegs(pegs: tuple[Pegs, ...]) -> list[str]:
    return _by_seat("pegs", (" ".join(map(str, row)) for row in pegs))


def write_board(board: Board) -> list[str]:
    """The rows of a board, each shifted as it lies."""
    radius = board.layout.radius
    rows: dict[int, list[str]] = {}
    for space, cell in zip(board.layout.spaces, board.cells, strict=True):
        rows.setdefault(space.r, []).append(cell)
    return [" " * abs(r) + " ".join(rows[r]) for r in range(-radius, radius + 1)]


def parse_board(rows: list[str]) -> Board:
    """The board drawn so; its size is told by the number of rows."""
    radius = (len(rows) - 1) // 2
    if radius not in (5, 6, 7) or len(rows) % 2 == 0:
        raise NotationError(f"a board has 11, 13 or 15 rows, not {len(rows)}")
    cells = ""
    for r, row in zip(range(-radius, radius + 1), rows, strict=True):
        found = "".join(row.split())
        if len(found) != 2 * radius + 1 - abs(r) or not set(found) <= {*SYMBOLS, EMPTY}:
            raise NotationError(
                f"row {r + radius + 1} of the board has {2 * radius + 1 - abs(r)} spaces, each "
                f"one of {SYMBOLS}{EMPTY}; it is {row.strip()!r}"
            )
        cells += found
    return from_cells(radius, cells)


def parse_position(text: str) -> tuple[Game[Any], AnyState]:
    """The game and the state that are written so."""
    lines = _Lines(text)
    rules = _parse_game(lines.take("game"))
    try:
        match rules:
            case CardChallenge():
                state: AnyState = _parse_cards(rules, lines)
            case DiceChallenge():
                state = _parse_dice(rules, lines)
            case TileChallenge():
                state = _parse_tiles(rules, lines)
            case BoardGame():
                state = _parse_board_state(rules, lines)
            case _:  # pragma: no cover - there are no other games
                raise AssertionError(rules)
    except IllegalMove as error:
        raise NotationError(f"more pieces than the box has: {error.message}") from None
    lines.check_all_taken()
    return rules, state


def _parse_game(value: str) -> Game[Any]:
    found = _GAME.fullmatch(value)
    if not found:
        raise NotationError(f"'game:' is a name, players, an edition: not {value!r}")
    name, players, edition, no_opening_roll = found.groups()
    flags = {"opening_roll": False} if no_opening_roll else {}
    try:
        return game(name, int(players), edition, flags)
    except UnknownGame as error:
        raise NotationError(str(error)) from None


def _parse_board_state(rules: BoardGame, lines: "_Lines") -> BoardState:
    boards = len(rules.scoring.new().pegs)
    racks = lines.piles("rack", rules.players)
    aside = parse_pile(lines.take("aside", ""))
    bag = lines.rest_of(boardgame.BOX, "bag", (*racks, aside))
    board = parse_board(lines.rows())
    if board.layout is not layout(rules.radius):
        raise NotationError(f"the board has {2 * rules.radius + 1} rows in this game")
    return BoardState(
        board=board,
        standing=Standing(lines.pegs(boards, signed=rules.name == "duel"), lines.tokens()),
        racks=racks,
        bag=bag,
        aside=aside,
        seat=lines.seat(rules),
        turns=lines.number("turns", rules.players),
        due=lines.number("due", 1),
        phase=lines.phase(boardgame.Phase),
        ending=lines.ending(rules),
    )


def _parse_cards(rules: CardChallenge, lines: "_Lines") -> CardState:
    hands = lines.piles("hand", rules.players)
    # Which of two cards lies nearer the centre matters, so these keep their order.
    faceup = tuple(
        tuple(
            piece for word in lines.take(f"faceup {seat}", "").split() for piece in parse_pile(word)
        )
        for seat in range(rules.players)
    )
    discards = parse_pile(lines.take("discards", ""))
    return CardState(
        hands=hands,
        faceup=faceup,
        deck=lines.rest_of(cards.BOX, "deck", (*hands, *faceup, discards)),
        discards=discards,
        pegs=lines.pegs(rules.players),
        seat=lines.seat(rules),
        due=lines.number("due", 1),
        idle=lines.number("idle", 0),
        phase=lines.phase(cards.Phase),
        ending=lines.ending(rules),
    )


def _parse_dice(rules: DiceChallenge, lines: "_Lines") -> DiceState:
    return DiceState(
        dice=tuple(lines.symbols(f"dice {seat}") for seat in range(rules.players)),
        pegs=lines.pegs(rules.players),
        seat=lines.seat(rules),
        rolls=lines.number("rolls", 0),
        due=lines.number("due", 1),
        phase=lines.phase(dice.Phase),
        ending=lines.ending(rules),
    )


def _parse_tiles(rules: TileChallenge, lines: "_Lines") -> TileState:
    centre, drawn = "".join(pile(lines.symbols("centre"))), lines.symbols("drawn")
    return TileState(
        pool="".join(lines.rest_of(tuple(tiles.BOX), "pool", (tuple(centre), tuple(drawn)))),
        centre=centre,
        drawn=drawn,
        pegs=lines.pegs(rules.players),
        seat=lines.seat(rules),
        due=lines.number("due", 1),
        phase=lines.phase(tiles.Phase),
        ending=lines.ending(rules),
    )


@dataclass
class _Lines:
    """The lines of a position, taken one by one; what nobody took is an error."""

    text: str
    values: dict[str, str] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        in_board = False
        for line in self.text.splitlines():
            name, colon, value = line.partition(":")
            if not line.strip():
                continue
            if in_board and not colon:
                self.board.append(line)
                continue
            in_board = name.strip() == "board"
            if not colon:
                raise NotationError(f"a line is 'name: value', not {line!r}")
            if name.strip() in self.values:
                raise NotationError(f"{name.strip()!r} is written twice")
            self.values[name.strip()] = value.strip()

    def take(self, name: str, usual: str | None = None) -> str:
        value = self.values.pop(name, usual)
        if value is None:
            raise NotationError(f"the position has no line '{name}: …'")
        return value

    def rows(self) -> list[str]:
        """The rows of the board, which stand under the line that names it."""
        self.take("board", "")
        return self.board

    def check_all_taken(self) -> None:
        if self.values:
            raise NotationError(
                f"this game's positions have no line '{next(iter(self.values))}: …'"
            )

    def number(self, name: str, usual: int) -> int:
        value = self.take(name, str(usual))
        if not value.isdecimal() or len(value) > 4:
            raise NotationError(f"{name!r} is a number, not {value!r}")
        return int(value)

    def seat(self, rules: Game[Any]) -> int:
        seat = self.number("seat", 0)
        if seat >= rules.players:
            raise NotationError(f"there is no seat {seat}")
        return seat

    def phase(self, phases: Any) -> Any:
        """One of the values of a game's `Phase`."""
        value = self.take("phase")
        if value not in get_args(phases):
            raise NotationError(f"a phase is one of {', '.join(get_args(phases))}, not {value!r}")
        return value

    def pegs(self, boards: int, *, signed: bool = False) -> tuple[Pegs, ...]:
        rows = []
        for board in range(boards):
            words = self.take(f"pegs {board}", "0 0 0 0 0 0").split()
            digits = (word.removeprefix("-") if signed else word for word in words)
            if len(words) != 6 or not all(word.isdecimal() and len(word) < 3 for word in digits):
                raise NotationError(f"pegs are six numbers in the order {SYMBOLS}, not {words}")
            rows.append(tuple(map(int, words)))
        return tuple(rows)

    def tokens(self) -> tuple[int | None, ...]:
        words = self.take("tokens", "- - - - - -").split()
        if len(words) != 6 or not set(words) <= {"-", "0", "1"}:
            raise NotationError(f"tokens are six of '-', '0', '1', not {words}")
        return tuple(None if word == "-" else int(word) for word in words)

    def piles(self, name: str, players: int) -> tuple[Pieces, ...]:
        return tuple(parse_pile(self.take(f"{name} {seat}", "")) for seat in range(players))

    def symbols(self, name: str) -> str:
        value = self.take(name, "")
        if not set(value) <= set(SYMBOLS):
            raise NotationError(f"{name!r} is letters of {SYMBOLS}, not {value!r}")
        return value

    def rest_of(self, box: Pieces, name: str, elsewhere: tuple[Pieces, ...]) -> Pieces:
        """A pile that is written, or else what is left of the box."""
        pieces = [piece for group in elsewhere for piece in group]
        rest = take(box, pieces, name, "the box")
        if name not in self.values:
            return rest
        written = parse_pile(self.take(name))
        take(rest, written, name, "the box")
        return written

    def ending(self, rules: Game[Any]) -> Ending | None:
        reason, _, seat = self.take("ending", "").partition(" ")
        if not reason:
            return None
        reasons: Mapping[str, Reason] = {known: known for known in get_args(Reason)}
        if reason not in reasons or (seat and seat not in map(str, range(rules.players))):
            raise NotationError(f"an ending is one of {', '.join(reasons)}, not {reason!r}")
        return Ending(reasons[reason], int(seat) if seat else None)
