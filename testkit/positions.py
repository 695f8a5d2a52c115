"""Positions drawn as text, and moves in notation."""

from typing import Any

import pytest

from ingenious.record.notation import parse_move
from ingenious.record.position import parse_position
from ingenious.rules import Game, IllegalMove
from ingenious.rules.events import Event


def play(position: str, *moves: str) -> tuple[Game[Any], Any]:
    """The game, and the state after the moves."""
    rules, state = parse_position(position)
    for move in moves:
        state = rules.apply(state, parse_move(move))
    return rules, state


def after(position: str, *moves: str) -> Any:
    """The state after the moves."""
    return play(position, *moves)[1]


def events_of(position: str, *moves: str) -> tuple[Event, ...]:
    """The events of the last move."""
    rules, state = play(position, *moves[:-1])
    return rules.events(state, parse_move(moves[-1]))


def broken_rule(position: str, *moves: str) -> str:
    """The rule that the last move breaks."""
    rules, state = play(position, *moves[:-1])
    with pytest.raises(IllegalMove) as error:
        rules.apply(state, parse_move(moves[-1]))
    return error.value.rule


def legal(position: str, *moves: str) -> set[Any]:
    """The legal decisions after the moves."""
    rules, state = play(position, *moves)
    return set(rules.legal(state))


EMPTY_BOARD = """
     R . . . . G
    . . . . . . .
   . . . . . . . .
  . . . . . . . . .
 . . . . . . . . . .
P . . . . . . . . . B
 . . . . . . . . . .
  . . . . . . . . .
   . . . . . . . .
    . . . . . . .
     Y . . . . O
"""

# Two adjacent empty spaces are left, D7 and D8; every placement there fills the board.
LAST_SPACES = """
     R G B O P G
    . . R O Y G B
   R B P Y G O P R
  G O B R Y G P B O
 R Y P G B O R P Y G
P G B R O Y P G B R B
 O R Y P G B R O Y P
  B P O R Y P G B R
   Y G P B O R Y G
    R O G P B Y R
     Y P R G B O
"""

WHOLE_BOARD = """
       . . . . . . . .
      . . . . . . . . .
     . . R . . . . G . .
    . . . . . . . . . . .
   . . . . . . . . . . . .
  . . . . . . . . . . . . .
 . . . . . . . . . . . . . .
. . P . . . . . . . . . B . .
 . . . . . . . . . . . . . .
  . . . . . . . . . . . . .
   . . . . . . . . . . . .
    . . . . . . . . . . .
     . . Y . . . . O . .
      . . . . . . . . .
       . . . . . . . .
"""
