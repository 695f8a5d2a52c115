"""The seats of a table, and who decides for them."""

from dataclasses import dataclass
from typing import Literal

from .settings import STAND_IN_LEVEL, SeatPlan

BOT_NAMES = ("Emil", "Nora", "Ben", "Ines")
"""The names of the bots, by seat: "Nora" is easier to say than "bot 3 on seat 1"."""


@dataclass(slots=True)
class Seat:
    """A seat: its plan from the settings, and the person on it."""

    plan: SeatPlan
    number: int
    person_id: str | None = None
    name: str = ""
    away: bool = False  # left in the middle of a game
    late: bool = False  # its clock has expired: for this decision, or for the game

    @property
    def is_free(self) -> bool:
        """Whether it can be taken."""
        return self.plan.kind == "open" and self.person_id is None

    @property
    def shown_name(self) -> str:
        """The name that is shown."""
        if self.plan.kind == "open":
            return self.name
        return BOT_NAMES[self.number] if self.plan.kind == "bot" else self.plan.program

    @property
    def record_name(self) -> str:
        """The name in a record, with the level of a bot."""
        suffix = f" (bot {self.plan.level})" if self.plan.kind == "bot" else ""
        return self.shown_name + suffix


@dataclass(frozen=True, slots=True)
class Actor:
    """Who has to decide for a seat: its person, a bot, or a program."""

    seat: int
    kind: Literal["person", "bot", "program"]
    level: int = STAND_IN_LEVEL
    program: str = ""
