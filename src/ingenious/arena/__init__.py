"""Tournaments between players, their ratings, and the training of the bots."""
