"""Players: five levels for every game, simple ones to measure them by, and other programs."""

from .baselines import REFERENCES
from .engine_protocol import Forfeit
from .levels import LEVELS, Level
from .players import NotAsked, Player, answer, player
from .policies import POLICIES, Policy, at_random, greedy
from .question import Budget, Question, Verdict
from .simulate import play_game, simulate, simulate_matches

__all__ = [
    "LEVELS",
    "POLICIES",
    "REFERENCES",
    "Budget",
    "Forfeit",
    "Level",
    "NotAsked",
    "Player",
    "Policy",
    "Question",
    "Verdict",
    "answer",
    "at_random",
    "greedy",
    "play_game",
    "player",
    "simulate",
    "simulate_matches",
]
