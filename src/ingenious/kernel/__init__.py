"""The games on flat arrays, compiled, for search and training.

The kernel is the twin of the rules: whatever it plays, `rules/` would play the same, entry for
entry. `tests/kernel/test_twin.py` proves it for the board games, and `test_cards.py`,
`test_dice.py` and `test_tiles.py` beside it for the Challenges. Nothing else may decide what is
legal or what scores; when the two differ, the kernel is wrong.
"""
