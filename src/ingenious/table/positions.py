"""A position as it is drawn: what everybody sees of it, and what the acting seat may do."""

from typing import Any

from ..record.document import View
from ..record.entries import write_decision
from ..record.redact import redact_groups
from ..rules import BoardGame, BoardState, CardState, DiceState, Game, TileState
from ..rules.events import WentOut
from ..rules.moves import Draw, Outcome, Turn
from .rays import rays_of, renew

Values = dict[str, Any]


class Positions:
    """Draws the positions of one game after the other, each with the help of the one before."""

    def __init__(self) -> None:
        self._cells = ""
        self._rays: list[str] = []

    def shared(self, game: Game[Any], state: Any) -> Values:
        """What everybody sees."""
        values: Values = {"pegs": game.scores(state), "ranks": game.ranks(state), "due": state.due}
        match state:
            case BoardState():
                assert isinstance(game, BoardGame)
                values |= self._board(game, state)
            case CardState():
                values |= {
                    "faceup": state.faceup,
                    "deck": len(state.deck),
                    "discards": len(state.discards),
                }
            case DiceState():
                values |= {"dice": state.dice, "rolls": state.rolls}
            case TileState():
                values |= {"centre": state.centre, "drawn": state.drawn, "pool": len(state.pool)}
                if state.phase == "choose":
                    values["risk"] = risk(game, state)
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
            "radius": game.radius,
            "cells": board.cells,
            "rays": self._rays,
            "spots": f"{game.open_edges(state):x}",
            "first_turn": game.is_first_turn(state),
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
    if turn.kind in ("play", "use", "roll-or-use"):
        return {}  # any card; any use of the dice, of which there can be thousands
    return {"choices": [write_decision(decision) for decision in game.legal(state)]}


def risk(game: Game[Any], state: TileState) -> float:
    """The chance that the next tile drawn ends the turn (I5)."""
    drawing = game.apply(state, Draw()) if state.pool else None
    if drawing is None:
        return 0.0
    bad = sum(
        state.pool.count(symbol)
        for symbol in set(state.pool)
        if any(isinstance(e, WentOut) for e in game.events(drawing, Outcome((symbol,))))
    )
    return bad / len(state.pool)
