"""Players: five levels for every game, simple baselines, and external programs."""

from .baselines import BASELINES, POLICIES, Policy, at_random, greedy
from .engine_protocol import Forfeit
from .levels import LEVELS, Level
from .players import NotAsked, Player, answer, player
from .question import Budget, Evaluation, Question
from .simulate import play_game, simulate, simulate_matches

__all__ = [
    "BASELINES",
    "LEVELS",
    "POLICIES",
    "Budget",
    "Evaluation",
    "Forfeit",
    "Level",
    "NotAsked",
    "Player",
    "Policy",
    "Question",
    "answer",
    "at_random",
    "greedy",
    "play_game",
    "player",
    "simulate",
    "simulate_matches",
]
