"""Reasons in the board games."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from ...rules import (
    BoardGame,
    BoardState,
    CardState,
)
from ...rules.board import Board
from ...rules.events import (
    TokenTaken,
)
from ...rules.game import lowest
from ...rules.moves import (
    Decision,
    Place,
    Swap,
)
from ...rules.scoreboards import TUG_END
from ...rules.symbols import ORDER, SYMBOLS, Pieces, show_any
from ..policies import CLOSENESS
from .context import (
    COLOURS,
    NUMBERS,
    MoveContext,
    in_order,
    name_colours,
    tell_amounts,
    tell_bonus,
    tell_ending,
    tell_losses,
    tell_scores,
)
from .parts import (
    ExchangesFinished,
    HasNoLowest,
    Keeps,
    OpensNothing,
    Part,
    Pulls,
    ScoresNothing,
    SetsUp,
    TakesAway,
    TakesTokens,
    part,
)

WORTH_TELLING = 2
"""So many points must be taken away or set up to be told."""


def of_placement(scene: MoveContext) -> Iterator[Part | None]:
    """The parts of a placement's reason."""
    spoils, plans = _taken_away(scene), _set_up(scene)
    yield tell_ending(scene)
    if scene.gains:
        yield tell_scores(scene)
        yield tell_bonus(scene)
        yield _pulled(scene)
        yield _token(scene)
        yield spoils
    else:
        yield _quiet(scene, spoils or plans)
    yield tell_losses(scene)
    if not spoils and scene.gains:
        yield plans


def _quiet(scene: MoveContext, good: Part | None) -> Part:
    """What speaks for a placement that scores nothing."""
    if good is not None:
        return part(f"scores nothing but {good.text}", ScoresNothing(), *good.said)
    if opened := _nothing_opened(scene):
        return part(f"scores nothing and {opened.text}", ScoresNothing(), *opened.said)
    return part("scores nothing", ScoresNothing())


WAYS: dict[Literal["over", "side", "middle"], str] = {
    "over": "over to your side",
    "side": "to your side",
    "middle": "to the middle",
}


def _pulled(scene: MoveContext) -> Part | None:
    """The pegs of a duel that changed sides."""
    if scene.game.name != "duel":
        return None
    now = scene.game.scores(scene.after)[scene.seat]
    ways = dict[str, str]()
    for symbol in scene.gains:
        start, end = scene.pegs[ORDER[symbol]], now[ORDER[symbol]]
        if start <= 0 <= end:
            way = "middle" if end == 0 else "over" if start else "side"
            ways[way] = ways.get(way, "") + symbol
    for to, where in WAYS.items():
        if to in ways:
            return part(f"pulls {name_colours(ways[to])} {where}", Pulls(ways[to], to))
    return None


def _token(scene: MoveContext) -> Part | None:
    taken = [e.symbol for e in scene.events if isinstance(e, TokenTaken) and e.from_opponent]
    if not taken:
        return None
    tokens = "token" if len(taken) == 1 else "tokens"
    text = f"takes the {name_colours(taken)} {tokens} from {scene.called(1 - scene.seat)}"
    return part(text, TakesTokens("".join(taken)))


def _taken_away(scene: MoveContext) -> Part | None:
    """The best place of a colour that a rival can no longer have, where it is missed most."""
    most, told = 0.0, None
    for rival in scene.rivals:
        for symbol, had, left in _best_places(scene, rival):
            missed = _lift(scene, rival, symbol, left, had)
            if had - left >= WORTH_TELLING and missed > most:
                text = f"takes away {scene.called(rival)}'s {had} in {COLOURS[symbol]}"
                most, told = missed, part(text, TakesAway(rival, symbol, had))
    return told


def _set_up(scene: MoveContext) -> Part | None:
    """A better place than before for a colour that is still on the rack."""
    rack = "".join(scene.after.racks[scene.seat]) or SYMBOLS  # in solo any tile may come
    most, told = 0.0, None
    for symbol, had, now in _best_places(scene, scene.seat):
        gained = _lift(scene, scene.seat, symbol, had, now)
        if symbol in rack and now - had >= WORTH_TELLING and gained > most:
            text = f"sets up {now} in {COLOURS[symbol]}{scene.remark([symbol])}"
            most, told = gained, part(text, SetsUp(symbol, now, symbol in scene.low))
    return told


def _lift(scene: MoveContext, seat: int, symbol: str, less: int, more: int) -> float:
    """How much more points are worth to a seat than fewer: the lower the peg, the more."""
    peg = scene.game.scores(scene.after)[seat][ORDER[symbol]]
    return float(CLOSENESS ** (peg + less) - CLOSENESS ** (peg + more))


def _nothing_opened(scene: MoveContext) -> Part | None:
    """That a quiet move at least gives nothing to the others, if so."""
    rivals = scene.rivals
    places = [place for rival in rivals for place in _best_places(scene, rival)]
    if not places or any(now > had for _, had, now in places):
        return None
    whom = scene.called(rivals[0]) if len(rivals) == 1 else "the others"
    return part(f"gives {whom} nothing new", OpensNothing(tuple(rivals)))


def _best_places(scene: MoveContext, seat: int) -> Iterator[tuple[str, int, int]]:
    """For each colour, the most that a half can score for a seat, before the move and after it.

    Both are counted on the score boards after the move: only what will count is of interest.
    """
    game, standing = scene.game, scene.after.standing
    assert isinstance(game, BoardGame)
    scoring, pegs = game.scoring, game.scores(scene.after)[seat]

    def counted(symbol: str, points: int) -> int:
        moved, _ = scoring.score(standing, seat, symbol, points, None)
        return scoring.scores(moved, game.players)[seat][ORDER[symbol]] - pegs[ORDER[symbol]]

    if scene.after.ending is None:
        before, after = _best_gains(scene.before.board), _best_gains(scene.after.board)
        for symbol, had, now in zip(SYMBOLS, before, after, strict=True):
            yield symbol, counted(symbol, had), counted(symbol, now)


@lru_cache(maxsize=16)
def _best_gains(board: Board) -> tuple[int, ...]:
    """The most points of a half in each colour, on spaces where a tile still fits."""
    fitting = [n for n, edges in enumerate(board.layout.edges_at) if edges & board.open]
    return tuple(
        max((board.gains[6 * space + colour] for space in fitting), default=0)
        for colour in range(6)
    )


# Tiles and hands that may be exchanged


def of_exchange(scene: MoveContext) -> Iterator[Part]:
    """The parts of a reason for other pieces."""
    match scene.decision:
        case Swap(tiles) if scene.game.name == "duel":
            yield _duel_swap(scene, tiles)
        case _:
            pieces = _pieces(scene)
            low = lowest(scene.pegs)
            colours = f"{name_colours(low, 'or')}, {scene.whose} lowest"
            if len(low) > 3:
                colours = f"any of {scene.whose} lowest colours"
            text = f"none of your {pieces} shows {colours}: six new ones"
            yield part(text, HasNoLowest(pieces, low))


def _pieces(scene: MoveContext) -> Literal["tiles", "cards"]:
    return "tiles" if isinstance(scene.before, BoardState) else "cards"


def _duel_swap(scene: MoveContext, tiles: Pieces) -> Part:
    done = [s for s in SYMBOLS if scene.pegs[ORDER[s]] == TUG_END and show_any(tiles, s)]
    is_, them = ("is", "it") if len(done) == 1 else ("are", "them")
    shown = f"the tile that shows {them}"
    if len(tiles) > 1:
        shown = f"the {NUMBERS[len(tiles)]} tiles that show {them}"
    text = f"{name_colours(done)} {is_} on your {TUG_END}: swaps {shown}"
    return part(text, ExchangesFinished("".join(done), len(tiles)))


def of_keeping(scene: MoveContext) -> Iterator[Part]:
    """What could be done with what is kept, as things lie."""
    state: BoardState | CardState = scene.before
    if isinstance(state, BoardState):
        what, held = "tiles", state.racks[scene.seat]
    else:
        what, held = "hand", state.hands[scene.seat]
    best, draws = _best_next(scene), 6 - len(held)
    if amounts := tell_amounts(best):
        text = f"keeps your {what}, which can score {amounts}"
    else:
        text = f"keeps your {what} and draws {NUMBERS[draws]}"
    yield part(text, Keeps(_pieces(scene), in_order(best), draws))


def _best_next(scene: MoveContext) -> MoveContext:
    """The placement or play that would bring most, were it the next turn."""
    game, names = scene.game, scene.names
    phase = "place" if isinstance(scene.before, BoardState) else "play"
    state = replace(scene.before, phase=phase, due=1)
    tries = dict[object, Decision]()
    for move in game.legal(state):
        same = (move.tile, state.board.gain_of(move)) if isinstance(move, Place) else move
        tries.setdefault(same, move)
    scenes = (MoveContext.of(game, state, move, names) for move in tries.values())
    return max(scenes, key=lambda tried: sum(tried.gains.values()))
