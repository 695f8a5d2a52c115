"""Tournaments between players, and their ratings."""
