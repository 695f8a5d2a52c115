"""The four board games: positions as flat arrays, features, heuristic, search and self-play."""
