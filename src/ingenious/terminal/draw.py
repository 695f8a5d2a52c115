"""A position as a terminal shows it: the table, the score boards, and what is due next."""

from collections import Counter
from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ..position.unknown import stock_size
from ..record import MatchRecord
from ..record.notation import write_space
from ..rules import (
    AnyGame,
    AnyState,
    BoardGame,
    BoardState,
    CardState,
    DiceState,
    Result,
    TileChallenge,
    TileState,
)
from ..rules.areas import AREAS, GOAL_COLUMN, LAST_COLUMN
from ..rules.board import EMPTY
from ..rules.dice import MAX_ROLLS
from ..rules.game import DUTIES
from ..rules.moves import Chance, Decision, Place, Space
from ..rules.scoreboards import TugOfWar
from ..rules.words import pluralize
from .pieces import FAINT, pieces, printable, score_board, symbol, tug_board

BOLD = Style(bold=True)
AREA_STARTS = tuple(first for first, _ in AREAS[1:])
ENDING_WORDS = {
    "board-full": "no more tiles can be placed",
    "instant-win": "an instant win",
    "won": "all six pegs have reached their goal",
    "stalled": "no peg has moved for too long, and no player has all six pegs on "
    f"{GOAL_COLUMN}; the player in first place wins",
    "resigned": "one side resigned",
}
COLUMN_GAP = 3
CHANCE_VERBS = {"draw": "draws", "roll": "rolls", "refill": "refills the centre with"}


class BesideOrBelow:
    """Two things side by side if the terminal is wide enough, else one below the other."""

    def __init__(self, left: RenderableType, right: RenderableType) -> None:
        self._pair = left, right

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = (Measurement.get(console, options, part).maximum for part in self._pair)
        if sum(widths) + COLUMN_GAP <= options.max_width:
            table = Table.grid(padding=(0, COLUMN_GAP, 0, 0))
            table.add_row(*self._pair)
            yield table
        else:
            yield Group(self._pair[0], Text(), self._pair[1])


def draw(
    game: AnyGame, state: AnyState, names: Sequence[str], last: Decision | None = None
) -> RenderableType:
    """The table; `last` is the decision that led here, so that a placed tile can be marked."""
    clean = [printable(name) for name in names]
    return Group(_table(game, state, clean, last), Text(), status(game, state, clean))


def _table(
    game: AnyGame, state: AnyState, names: list[str], last: Decision | None
) -> RenderableType:
    match state:
        case BoardState():
            assert isinstance(game, BoardGame)
            return _board_table(game, state, names, last)
        case CardState():
            return _cards_table(state, names)
        case DiceState():
            return _dice_table(state, names)
        case TileState():
            assert isinstance(game, TileChallenge)
            return _tiles_table(state, names, game.target)


def status(game: AnyGame, state: AnyState, names: Sequence[str]) -> Text:
    """Who has to do what, or how the game ended."""
    result = game.result(state)
    if result is not None:
        return _places(game, state, result, names)
    awaited = game.awaits(state)
    if isinstance(awaited, Chance):
        if awaited.seat is None:
            return Text("The opening deal is next")
        return Text.assemble(
            (names[awaited.seat], BOLD), f" {CHANCE_VERBS[awaited.kind]} {awaited.count} next"
        )
    assert awaited is not None
    more = f" ({state.due - 1} more owed)" if state.due > 1 else ""
    return Text.assemble((names[awaited.seat], BOLD), f" must {DUTIES[awaited.kind]}{more}")


def _places(game: AnyGame, state: AnyState, result: Result, names: Sequence[str]) -> Text:
    """How the game ended, and the sides from the first to the last."""
    by = game.ranked_by(state)
    lines = [Text(f"Over: {ENDING_WORDS[result.reason]}.", BOLD)]
    for rank, side in sorted((result.ranks[side[0]], side) for side in game.sides):
        # A rank in a record counts the seats before it; here sides are counted.
        place = 1 + sum(result.ranks[other[0]] < rank for other in game.sides)
        others = [by[other[0]] for other in game.sides if result.ranks[other[0]] != rank]
        who = " & ".join(names[seat] for seat in side)
        if result.reason == "resigned":  # the pegs did not decide
            decided = " (resigned)" if place > 1 else ""
        else:
            decided = f" ({_decided(game, by[side[0]], others)})"
        lines.append(Text(f"{place}. {who}{decided}"))
    return Text("\n").join(lines)


def match_places(match: MatchRecord) -> Text:
    """How a match stands or ended, and its seats from the first to the last (J1, J2)."""
    last = match.games[-1].result
    is_resigned = match.challenges is not None and last is not None and last.reason == "resigned"
    if is_resigned:
        title = "The match is over: one side resigned."
    elif match.is_over:
        title = "The match is over."
    else:
        agreed = len(match.challenges or match.games)
        title = f"The match after {len(match.games)} of {pluralize(agreed, 'challenge')}:"
    lines = [Text(title, BOLD)]
    for rank, seat in sorted((rank, seat) for seat, rank in enumerate(match.ranks)):
        total = match.totals[seat]
        points = pluralize(total, "victory point")
        gave_up = ", resigned" if is_resigned and rank > 1 else ""
        lines.append(Text(f"{rank}. {printable(match.games[0].seats[seat])} ({points}{gave_up})"))
    return Text("\n").join(lines)


def _decided(game: AnyGame, own: tuple[int, ...], others: Sequence[tuple[int, ...]]) -> str:
    """The part of a side's ranking key that sets it apart from the others (A4, E4)."""
    needed = max((_differ_at(own, other) for other in others), default=0) + 1
    values = [str(value) for value in own[:needed]]
    if game.name != "duel":
        return f"lowest {', '.join(values)}"
    pegs = pluralize(own[0], "peg")
    return f"{pegs}, from the lowest up {', '.join(values[1:])}" if needed > 1 else pegs


def _differ_at(own: tuple[int, ...], other: tuple[int, ...]) -> int:
    """The first place where two keys differ; 0 if they do not."""
    pairs = enumerate(zip(own, other, strict=False))
    return next((place for place, (one, two) in pairs if one != two), 0)


def _board_table(
    game: BoardGame, state: BoardState, names: list[str], last: Decision | None
) -> RenderableType:
    racks = Text("\n").join(
        Text.assemble((f"{name}: ", BOLD), pieces(rack))
        for name, rack in zip(names, state.racks, strict=True)
    )
    bag = Text(f"bag: {pluralize(stock_size(state), 'tile')}", FAINT)
    return BesideOrBelow(
        _board(state, last), Group(_score_boards(game, state, names), Text(), racks, bag)
    )


def _score_boards(game: BoardGame, state: BoardState, names: list[str]) -> RenderableType:
    standing = state.standing
    if isinstance(game.scoring, TugOfWar):
        return tug_board((names[0], names[1]), standing.pegs[0], standing.tokens)
    stops = game.scoring.stops
    owners = [" & ".join(names[seat] for seat in side) for side in game.sides]
    boards = [
        score_board(owner, pegs, stops[-1], stops[:-1])
        for owner, pegs in zip(owners, standing.pegs, strict=True)
    ]
    table = Table.grid(padding=(0, 2, 1, 0))
    in_a_row = 1 if len(boards) <= 2 else 2
    for at in range(0, len(boards), in_a_row):
        table.add_row(*boards[at : at + in_a_row])
    return table


def _board(state: BoardState, last: Decision | None) -> Text:
    """Rows with their letter and the numbers of their ends, so that every space can be named."""
    layout = state.board.layout
    placed = last.at if isinstance(last, Place) else ()
    rows: dict[int, list[tuple[Space, str]]] = {}
    for space, cell in zip(layout.spaces, state.board.cells, strict=True):
        rows.setdefault(space.r, []).append((space, cell))
    lines = []
    for r, row in rows.items():
        first, end = write_space(row[0][0]), write_space(row[-1][0])
        line = Text.assemble((f"{first:<4}" + " " * abs(r), FAINT))
        for space, cell in row:
            cell_text = Text("·", FAINT) if cell == EMPTY else symbol(cell, lit=space in placed)
            line.append_text(cell_text).append(" ")
        lines.append(line.append(end[1:], FAINT))
    return Text("\n").join(lines)


def _cards_table(state: CardState, names: list[str]) -> RenderableType:
    table = Table.grid(padding=(0, 3, 1, 0))
    for seat, name in enumerate(names):
        cards = Text.assemble(
            ("face up  ", FAINT),
            pieces(state.faceup[seat]),
            ("\nhand     ", FAINT),
            pieces(state.hands[seat]),
        )
        table.add_row(score_board(name, state.pegs[seat], LAST_COLUMN, AREA_STARTS), cards)
    piles = f"deck: {pluralize(stock_size(state), 'card')}   "
    piles += f"discards: {pluralize(len(state.discards), 'card')}, face down"
    return Group(table, Text(piles, FAINT))


def _dice_table(state: DiceState, names: list[str]) -> RenderableType:
    table = Table.grid(padding=(0, 3, 1, 0))
    for seat, name in enumerate(names):
        is_rolling = seat == state.seat and state.rolls
        roll = f"   roll {state.rolls} of {MAX_ROLLS}" if is_rolling else ""
        dice = Text.assemble(("dice  ", FAINT), pieces(state.dice[seat]), (roll, FAINT))
        table.add_row(score_board(name, state.pegs[seat], LAST_COLUMN, AREA_STARTS), dice)
    return table


def _tiles_table(state: TileState, names: list[str], target: int) -> RenderableType:
    boards = Columns(
        [score_board(name, pegs, target) for name, pegs in zip(names, state.pegs, strict=True)],
        padding=(1, 4),
    )
    pool = Counter(state.pool)
    left = ", ".join(f"{letter} {pool[letter]}" for letter in pool)
    lines = Text.assemble(
        ("centre  ", FAINT),
        pieces(state.centre),
        ("\ndrawn   ", FAINT),
        pieces(state.drawn),
        (f"\npool    {pluralize(len(state.pool), 'tile')}: {left or 'none'}", FAINT),
    )
    return Group(boards, lines)
