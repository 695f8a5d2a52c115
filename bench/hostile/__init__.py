"""Honest tables while one address attacks the server: `python -m bench.hostile`."""
