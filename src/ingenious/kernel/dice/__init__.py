"""The Dice Challenge on numbers: every split and order of the dice, and the race solved exactly.

A *board* is the number of one player's six pegs as they stand, of which the areas (F2) allow
166,943. A *pattern* is a board up to the order of its colours: there are 1,414. A *roll* is the
number of a set of dice, and `others` are the dice that lie before the other players, counted by
symbol. What becomes of a roll is the twin of `rules/dice.py`.
"""

from .boards import (
    COLOURS,
    ROUNDS,
    board_of,
    boards,
    reach,
    roll_numbers,
    roll_sets,
    roll_thrice,
    rolls,
)
from .race import Race, new_race, others_dice, solve_pattern
from .turn import Memory, Outlook, bonus_value, chances, new_memory, opponents_clock, weigh_rolls

__all__ = [
    "COLOURS",
    "ROUNDS",
    "Memory",
    "Outlook",
    "Race",
    "board_of",
    "boards",
    "bonus_value",
    "chances",
    "new_memory",
    "new_race",
    "opponents_clock",
    "others_dice",
    "reach",
    "roll_numbers",
    "roll_sets",
    "roll_thrice",
    "rolls",
    "solve_pattern",
    "weigh_rolls",
]
