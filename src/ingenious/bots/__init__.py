"""Players: five levels for every game, simple baselines, and external programs."""

from .baselines import BASELINES, POLICIES, Policy, at_random, greedy
from .engine_protocol import Forfeit
from .functions import Decide, FunctionPlayer, serve
from .levels import LEVELS, Level
from .players import NotAsked, Player, answer, player
from .question import Budget, Evaluation, Question
from .simulate import play_game, simulate, simulate_matches, simulated_game

__all__ = [
    "BASELINES",
    "LEVELS",
    "POLICIES",
    "Budget",
    "Decide",
    "Evaluation",
    "Forfeit",
    "FunctionPlayer",
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
    "serve",
    "simulate",
    "simulate_matches",
    "simulated_game",
]
