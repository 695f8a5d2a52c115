"""Measurements, with their results kept in RESULTS.md."""
