"""The Dice Challenge in numbers: every way to use the dice, and the race solved exactly.

A *board* is the number of a player's score board: the areas (F2) allow 166,943 positions of the six
pegs. A *pattern* is a board up to the order of its colours: there are 1,414. A *roll* is the number
of a set of dice, and `others` are the dice before the other players, counted by symbol. The ways to
use a roll come from `rules/dice.py`.
"""

from .boards import (
    TURNS_AHEAD,
    board_of,
    boards,
    boards_reached,
    roll_numbers,
    roll_sets,
    rolls,
    turn_value,
)
from .race import count_others_dice, new_race, solve_pattern
from .turn import (
    Memory,
    Outlook,
    bonus_value,
    finish_chances,
    new_memory,
    race_chances,
    weigh_rolls,
)

__all__ = [
    "TURNS_AHEAD",
    "Memory",
    "Outlook",
    "board_of",
    "boards",
    "boards_reached",
    "bonus_value",
    "count_others_dice",
    "finish_chances",
    "new_memory",
    "new_race",
    "race_chances",
    "roll_numbers",
    "roll_sets",
    "rolls",
    "solve_pattern",
    "turn_value",
    "weigh_rolls",
]
