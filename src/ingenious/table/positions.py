"""A position as it is drawn: what everybody sees of it, and what the acting seat may do.

`wire` says what is in these values.
"""

from typing import Any

from ..record.document import View
from ..record.entries import write_decision
from ..record.redact import redact_groups
from ..rules import (
    BoardGame,
    BoardState,
    CardState,
    DiceState,
    Game,
    Pegs,
    TileChallenge,
    TileState,
    areas,
)
from ..rules.cards import HAND
from ..rules.dice import ROLLS
from ..rules.events import WentOut
from ..rules.moves import Draw, Outcome, Play, Turn
from ..rules.game import lowest
from ..rules.scoreboards import TugOfWar
from ..rules.symbols import SYMBOLS
from .rays import rays_of, renew

Values = dict[str, Any]

AREAS = ((0, 0), (1, 3), (4, 6), (7, areas.LAST))
"""The areas of a score board that has some, by their first and last columns (F1)."""

BORDERS = tuple(first for first, _ in AREAS[2:])
"""The columns in front of which pegs can be held up (F2)."""


def facts(game: Game[Any]) -> Values:
    """What does not change in a game, for whoever draws it."""
    held, laps = HAND if game.name == "cards" else 0, 1
    match game:
        case BoardGame(scoring=scoring, rack_size=held):
            goal, bonus = scoring.stops[-1], scoring.stops
            laps = len(scoring.stops)  # a stop at the end of each
            win = 1 if isinstance(scoring, TugOfWar) else goal  # E5
        case TileChallenge(target=goal):
            win, bonus = goal, (goal,)
        case _:
            goal, win, bonus = areas.LAST, areas.GOAL, (areas.LAST,)
    return {
        "game": game.name,
        "edition": game.edition,
        "goal": goal,
        "win": win,
        "bonus": bonus,
        "sides": game.sides,
        "hidden": game.hides_draws,
        "held": held,
        "rolls": ROLLS if game.name == "dice" else 0,
        "laps": laps,
        "areas": AREAS if game.name in ("cards", "dice") else (),
    }


class Positions:
    """Draws the positions of one game after the other, each with the help of the one before."""

    def __init__(self) -> None:
        self._cells = ""
        self._rays: list[str] = []

    def shared(self, game: Game[Any], state: Any) -> Values:
        """What everybody sees."""
        values: Values = {
            "pegs": game.scores(state),
            "ranked_by": game.ranked_by(state),
            "ranks": game.ranks(state),
            "due": state.due,
        }
        match state:
            case BoardState():
                assert isinstance(game, BoardGame)
                values |= self._board(game, state)
            case CardState():
                values |= {
                    "kind": "cards",
                    "faceup": state.faceup,
                    "deck": len(state.deck),
                    "discards": len(state.discards),
                    "closed": [closed(pegs) for pegs in state.pegs],
                }
            case DiceState():
                values |= _dice(state)
            case TileState():
                values |= _tiles(game, state)
            case _:
                raise TypeError(f"there is no such state as {state!r}")
        return values

    def _board(self, game: BoardGame, state: BoardState) -> Values:
        board = state.board
        if len(self._cells) == len(board.cells):
            self._rays = renew(self._rays, self._cells, board)
        else:
            self._rays = rays_of(board)
        self._cells = board.cells
        values: Values = {
            "kind": "board",
            "radius": game.radius,
            "cells": board.cells,
            "rays": self._rays,
            "spots": f"{game.open_edges(state):x}",
            "first_turn": game.is_first_turn(state),
            "bonus": state.phase == "bonus",
            "bag": len(state.bag),
        }
        if any(token is not None for token in state.standing.tokens):
            values["tokens"] = state.standing.tokens
        return values


def held(state: Any, view: View) -> Values:
    """The racks or hands as a view shows them."""
    match state:
        case BoardState():
            return {"racks": redact_groups(state.racks, view)}
        case CardState():
            return {"hands": redact_groups(state.hands, view)}
        case _:
            return {}


def choices(game: Game[Any], state: Any, turn: Turn) -> Values:
    """What the acting seat may do, beyond what everybody sees."""
    if turn.kind == "place":
        turned = game.placements(state).turned if isinstance(game, BoardGame) else ()
        return {"turned": [write_decision(place) for place in turned]} if turned else {}
    if turn.kind == "play":  # any card
        return {"order_matters": _ordered(game, state, turn.seat)}
    if turn.kind in ("use", "roll-or-use"):
        return {}  # any use of the dice, of which there can be thousands
    values: Values = {"choices": [write_decision(decision) for decision in game.legal(state)]}
    if turn.kind in ("swap", "discard"):
        values["lowest"] = _named(game, state, turn.seat)
    return values


def _ordered(game: Game[Any], state: CardState, seat: int) -> list[str]:
    """The cards of a hand that lead elsewhere if their second symbol is scored first (G3)."""
    return [
        card
        for card in dict.fromkeys(state.hands[seat])
        if game.apply(state, Play(card)) != game.apply(state, Play(card[::-1]))
    ]


def _named(game: Game[Any], state: Any, seat: int) -> str:
    """The colours for which a seat may put tiles or cards away: its lowest, in the duel its 9s."""
    pegs = game.scores(state)[seat]
    if isinstance(game, BoardGame) and isinstance(game.scoring, TugOfWar):
        end = game.scoring.stops[-1]
        return "".join([s for s, peg in zip(SYMBOLS, pegs, strict=True) if peg == end])
    return lowest(pegs)


def closed(pegs: Pegs) -> Values | None:
    """The first column that none of these pegs can enter now, and the pegs that see to it (F2)."""
    for column in BORDERS:
        if blockers := areas.blockers(pegs, column):
            floor = areas.floor(column)
            return {"column": column, "floor": floor, "blockers": blockers, "why": areas.CLOSES}
    return None


def _dice(state: DiceState) -> Values:
    values: Values = {
        "kind": "dice",
        "dice": state.dice,
        "rolls": state.rolls,
        "closed": [closed(pegs) for pegs in state.pegs],
    }
    if state.phase == "choose":
        roll = state.dice[state.seat]
        others = "".join(row for seat, row in enumerate(state.dice) if seat != state.seat)
        places = {symbol: [i for i, die in enumerate(roll) if die == symbol] for symbol in roll}
        values["uses"] = {  # H4
            "match": [others.count(die) for die in roll],
            "equal": [equal for equal in places.values() if len(equal) > 1],
            "wild": [0, *range(len(roll))],
        }
    return values


def _tiles(game: Game[Any], state: TileState) -> Values:
    pool = state.pool
    unseen = [pool.count(symbol) for symbol in SYMBOLS]
    values: Values = {
        "kind": "tiles",
        "centre": state.centre,
        "drawn": state.drawn,
        "pool": len(pool),
        "unseen": unseen,  # all that is not in the pool lies open, or has left the game in the open
    }
    if state.phase == "choose":
        values["bust"] = bust(game, state)
        bad = sum(pool.count(symbol) for symbol in values["bust"])
        values["risk"] = bad / len(pool) if pool else 0.0
    return values


def bust(game: Game[Any], state: TileState) -> str:
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
