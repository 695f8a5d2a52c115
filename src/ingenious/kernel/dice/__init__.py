"""The Dice Challenge in numbers: every way to use the dice, and the race solved exactly.

A *board* is the number of a player's score board: the areas (F2) allow 166,943 positions of the six
pegs. A *pattern* is a board up to the order of its colours: there are 1,414. A *roll* is the number
of a set of dice, and `others` are the dice before the other players, counted by symbol. The ways to
use a roll come from `rules/dice.py`.
"""
