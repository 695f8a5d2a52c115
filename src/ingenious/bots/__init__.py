"""Players: so far the two simple ones against which others are measured."""

from .policies import POLICIES, Policy, at_random, greedy
from .simulate import play_game, simulate, simulate_matches

__all__ = [
    "POLICIES",
    "Policy",
    "at_random",
    "greedy",
    "play_game",
    "simulate",
    "simulate_matches",
]
