"""Benchmarks of the server, the pages and the bots, with their results."""
