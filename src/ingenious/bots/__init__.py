"""Players: so far the two simple ones against which others are measured."""

from .policies import POLICIES, Policy, greedy, uniform
from .simulate import play_game, simulate, simulate_matches

__all__ = [
    "POLICIES",
    "Policy",
    "greedy",
    "play_game",
    "simulate",
    "simulate_matches",
    "uniform",
]
