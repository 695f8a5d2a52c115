"""Honest tables beside a hostile address: `python -m bench.hostile`."""
