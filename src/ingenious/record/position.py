"""Writes and parses positions as text, for tests, documents and bug reports.

A position is a list of `name: value` lines, and for the board games a drawing of the board, row by
row, with `.` for an empty space. `game` and `phase` are required; other lines may be left out if
they have their default: pegs on 0, empty racks, seat 0, one action due, the first turns over, and
in the bag whatever is on no rack.
"""

import re
from collections.abc import Iterable
from typing import get_args

from ..rules import (
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
    UnknownGame,
    boardgame,
    cards,
    dice,
    game,
    tiles,
)
from ..rules.areas import LAST_COLUMN
from ..rules.board import EMPTY, PRINTED, RADIUS, Board, from_cells, layout
from ..rules.errors import IllegalMove
from ..rules.moves import Chance
from ..rules.scoreboards import Standing
from ..rules.symbols import SYMBOLS, UNKNOWN, Pieces, pile, take
from ..rules.words import pluralize
from .errors import NotationError, check_text
from .notation import parse_pile, write_pile
from .position_lines import Lines

_GAME = re.compile(r"(\w+) +(\d)(?: +(\d+)( +no-opening-roll)?)?")


def write_position(rules: AnyGame, state: AnyState) -> str:
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
            unknown = sum(hand.count(UNKNOWN) for hand in state.hands)
            deck = f"?{len(state.deck) - unknown}" if unknown else write_pile(state.deck)
            lines += [f"deck: {deck}", f"discards: {write_pile(state.discards)}"]
        case DiceState():
            lines += [f"rolls: {state.rolls}", *_write_pegs(state.pegs)]
            lines += _by_seat("dice", state.dice)
        case _:
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
    is_exact = UNKNOWN in state.bag or not any(UNKNOWN in rack for rack in state.racks)
    bag = f"{'bag' if is_exact else 'unseen'}: {write_pile(state.bag)}"
    return [*lines, bag, "board:", *write_board(state.board)]


def _by_seat(name: str, values: Iterable[str]) -> list[str]:
    return [f"{name} {seat}: {value}" for seat, value in enumerate(values)]


def _write_pegs(pegs: tuple[Pegs, ...]) -> list[str]:
    return _by_seat("pegs", (" ".join(map(str, row)) for row in pegs))


def write_board(board: Board) -> list[str]:
    """The rows of a board, each indented as on the board."""
    radius = board.layout.radius
    rows: dict[int, list[str]] = {}
    for space, cell in zip(board.layout.spaces, board.cells, strict=True):
        rows.setdefault(space.r, []).append(cell)
    return [" " * abs(r) + " ".join(rows[r]) for r in range(-radius, radius + 1)]


def parse_board(rows: list[str]) -> Board:
    """The board in a drawing; the number of rows gives its size."""
    radius = (len(rows) - 1) // 2
    if radius not in RADIUS.values() or len(rows) % 2 == 0:
        raise NotationError(f"a board must have 11, 13 or 15 rows, not {len(rows)}")
    cells = ""
    for r, row in zip(range(-radius, radius + 1), rows, strict=True):
        found = "".join(row.split())
        if len(found) != 2 * radius + 1 - abs(r) or not set(found) <= {*SYMBOLS, EMPTY}:
            raise NotationError(
                f"row {r + radius + 1} of the board has {2 * radius + 1 - abs(r)} spaces, each "
                f"one of {SYMBOLS}{EMPTY}; it is {row.strip()!r}"
            )
        cells += found
    board = from_cells(radius, cells)
    if any(cells[board.layout.index[space]] != symbol for space, symbol in PRINTED.items()):
        raise NotationError("the six printed symbols must be on their own spaces (B2)")
    return board


def parse_position(text: str) -> tuple[AnyGame, AnyState]:
    """The game and the state of a position, of which parts may be missing."""
    check_text(text, "a position")
    return parse_lines(Lines(text))


def parse_lines(lines: Lines) -> tuple[AnyGame, AnyState]:
    """The game and the state of the lines of a position."""
    rules = _parse_game(lines.take("game"))
    try:
        match rules:
            case CardChallenge():
                state: AnyState = _parse_cards(rules, lines)
            case DiceChallenge():
                state = _parse_dice(rules, lines)
            case TileChallenge():
                state = _parse_tiles(rules, lines)
            case _:
                assert isinstance(rules, BoardGame)
                state = _parse_board_state(rules, lines)
    except IllegalMove as error:
        raise NotationError(
            f"there are more pieces than the box contains: {error.message}"
        ) from None
    lines.check_all_taken()
    _check_possible(rules, state)
    return rules, state


def _check_possible(rules: AnyGame, state: AnyState) -> None:
    """Refuse a position in which the game is not over but could not go on."""
    if (state.phase == "over") != (state.ending is not None):
        raise NotationError("a position must have an ending if the game is over, and only then")
    awaited = rules.awaits(state)
    if isinstance(awaited, Chance) and awaited.count < 1:
        raise NotationError(
            f"seat {state.seat} holds too many pieces for a {awaited.kind} to come next"
        )
    if isinstance(rules, BoardGame) and isinstance(state, BoardState):
        _check_room(rules, state)
    if isinstance(state, CardState) and state.phase != "deal":
        each = {len(cards) for cards in state.faceup}
        if each != {rules.deal_parts[1].size}:
            faceup = pluralize(rules.deal_parts[1].size, "card")
            raise NotationError(f"each seat must have {faceup} face up")


def _check_room(rules: BoardGame, state: BoardState) -> None:
    """Refuse a board on which a tile has to be placed and no tile fits."""
    if state.phase not in boardgame.PLACING_PHASES or rules.open_edges(state):
        return
    if state.board.open:
        raise NotationError(
            f"seat {state.seat} has no legal move on its first turn: there is no room for a tile "
            "beside a printed symbol that no tile touches yet (B7)"
        )
    raise NotationError(
        f"seat {state.seat} has no legal move: no two adjacent spaces are empty, so the game is "
        "over (B15)"
    )


def _parse_game(value: str) -> AnyGame:
    found = _GAME.fullmatch(value)
    if not found:
        raise NotationError(f"'game:' needs a name, players and an edition, not {value!r}")
    name, players, edition, no_opening_roll = found.groups()
    flags = {"opening_roll": False} if no_opening_roll else {}
    try:
        return game(name, int(players), edition, flags)
    except UnknownGame as error:
        raise NotationError(str(error)) from None


def _parse_board_state(rules: BoardGame, lines: Lines) -> BoardState:
    boards = len(rules.scoring.new().pegs)
    top = rules.scoring.stops[-1]
    racks = lines.hands("rack", rules, rules.rack_size)
    aside = parse_pile(lines.take("aside", ""))
    board = parse_board(lines.rows())
    if lines.unknown:
        bag = _parse_bag(lines, board, (*racks, aside))
    else:
        bag = lines.rest_of(boardgame.BOX, "bag", (*racks, aside))
    if board.layout is not layout(rules.radius):
        raise NotationError(f"the board must have {2 * rules.radius + 1} rows in this game")
    return BoardState(
        board=board,
        standing=Standing(lines.pegs(boards, top, signed=rules.name == "duel"), lines.tokens()),
        racks=racks,
        bag=bag,
        aside=aside,
        seat=lines.seat(rules),
        turns=lines.number("turns", rules.players),
        due=lines.number("due", 1),
        phase=lines.phase(get_args(boardgame.Phase)),
        ending=lines.ending(rules),
    )


def _parse_bag(lines: Lines, board: Board, elsewhere: tuple[Pieces, ...]) -> Pieces:
    """The tiles in the bag, with those on unknown racks; only their number, if that is all.

    The board shows symbols, not tiles, so what is in the bag does not follow from it.
    """
    pieces = [piece for group in elsewhere for piece in group]
    unknown = pieces.count(UNKNOWN)
    rest = take(boardgame.BOX, [piece for piece in pieces if piece != UNKNOWN], "B3", "the box")
    covered = len(board.cells) - board.cells.count(EMPTY) - len(PRINTED)
    if covered % 2:
        raise NotationError(
            f"the tiles on the board must cover an even number of spaces, not {covered}"
        )
    right = len(rest) - covered // 2 - unknown
    name, size = ("unseen", right + unknown) if "unseen" in lines.values else ("bag", right)
    written = lines.pile(name, f"?{right}")
    if name == "bag" and unknown and UNKNOWN not in written:
        raise NotationError(
            "with unknown racks, write 'unseen: …' instead of 'bag: …': the tiles in the bag and "
            "on those racks"
        )
    if right < 0 or len(written) != size:
        raise NotationError(
            f"{name!r} must have {size} tiles, not {len(written)}, because {covered // 2} are on "
            f"the board and {len(pieces)} elsewhere"
        )
    if UNKNOWN in written:
        if name == "unseen" or written != (UNKNOWN,) * size:
            raise NotationError(f"{name!r} must be tiles like 'RG2 YB', or for the bag '?{right}'")
    else:
        take(rest, written, "B3", "the box")
    return written


def _parse_cards(rules: CardChallenge, lines: Lines) -> CardState:
    hands = lines.hands("hand", rules, cards.HAND_SIZE)
    # It matters which of two cards lies nearer the centre, so these keep their order.
    faceup = tuple(
        tuple(
            piece for word in lines.take(f"faceup {seat}", "").split() for piece in parse_pile(word)
        )
        for seat in range(rules.players)
    )
    discards = parse_pile(lines.take("discards", ""))
    if lines.unknown:
        seen = [card for pile in (*hands, *faceup, discards) for card in pile if card != UNKNOWN]
        unknown = sum(hand.count(UNKNOWN) for hand in hands)
        deck = lines.stock("deck", take(cards.BOX, seen, "G1", "the box"), unknown)
    else:
        deck = lines.rest_of(cards.BOX, "deck", (*hands, *faceup, discards))
    return CardState(
        hands=hands,
        faceup=faceup,
        deck=deck,
        discards=discards,
        pegs=lines.pegs(rules.players, LAST_COLUMN),
        seat=lines.seat(rules),
        due=lines.number("due", 1),
        idle=lines.number("idle", 0),
        phase=lines.phase(get_args(cards.Phase)),
        ending=lines.ending(rules),
    )


def _parse_dice(rules: DiceChallenge, lines: Lines) -> DiceState:
    rolled = tuple(lines.symbols(f"dice {seat}") for seat in range(rules.players))
    if any(len(row) not in (0, rules.dice_each) for row in rolled):
        raise NotationError(f"each player must have {rules.dice_each} dice")
    return DiceState(
        dice=rolled,
        pegs=lines.pegs(rules.players, LAST_COLUMN),
        seat=lines.seat(rules),
        rolls=lines.number("rolls", 0),
        due=lines.number("due", 1),
        phase=lines.phase(get_args(dice.Phase)),
        ending=lines.ending(rules),
    )


def _parse_tiles(rules: TileChallenge, lines: Lines) -> TileState:
    centre, drawn = "".join(pile(lines.symbols("centre"))), lines.symbols("drawn")
    pegs = lines.pegs(rules.players, rules.target)
    if lines.unknown:
        scored = (peg * symbol for row in pegs for peg, symbol in zip(row, SYMBOLS, strict=True))
        rest = take(tuple(tiles.BOX), "".join((centre, drawn, *scored)), "I1", "the box")
        pool = lines.stock("pool", rest, 0)
    else:
        pool = lines.rest_of(tuple(tiles.BOX), "pool", (tuple(centre), tuple(drawn)))
    return TileState(
        pool="".join(pool),
        centre=centre,
        drawn=drawn,
        pegs=pegs,
        seat=lines.seat(rules),
        due=lines.number("due", 1),
        phase=lines.phase(get_args(tiles.Phase)),
        ending=lines.ending(rules),
    )
