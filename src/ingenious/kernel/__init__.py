"""The games on flat arrays, compiled, for search and training.

The kernel is the twin of the rules: whatever it plays, `rules/` would play the same, entry for
entry, and `tests/kernel/test_twin.py` is the one place that proves it. Nothing else may decide
what is legal or what scores; when the two differ, the kernel is wrong.
"""
