"""Players: five levels for every game, simple ones to measure them by, and other programs."""

from .engine_protocol import Forfeit
from .levels import LEVELS, Level
from .players import NotAsked, Player, answer, player
from .policies import POLICIES, Policy, at_random, greedy
from .references import REFERENCES
from .simulate import play_game, simulate, simulate_matches
from .thinking import Budget, Question, Verdict

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
