"""Random and mutated frames for a real server, and what becomes of its tables."""
