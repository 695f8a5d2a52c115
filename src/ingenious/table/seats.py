"""The seats of a table: who holds them, and who has to decide for them."""

from dataclasses import dataclass
from typing import Literal

from .settings import STAND_IN, SeatPlan

BOTS = ("Emil", "Nora", "Ben", "Ines")
"""What the bots are called, by seat: "Nora" is easier to speak of than "bot 3 on seat 1"."""


@dataclass(slots=True)
class Seat:
    """A chair: what was planned for it, and who holds it."""

    plan: SeatPlan
    number: int
    who: str | None = None
    name: str = ""
    away: bool = False  # left in the middle of a game
    late: bool = False  # its time has run out: for this decision, or in all

    @property
    def is_free(self) -> bool:
        """Whether anybody may take it."""
        return self.plan.kind == "open" and self.who is None

    @property
    def called(self) -> str:
        """The name under which it plays."""
        if self.plan.kind == "open":
            return self.name
        return BOTS[self.number] if self.plan.kind == "bot" else self.plan.program

    @property
    def signed(self) -> str:
        """The name in a record, which also tells how strong a bot was."""
        return f"{self.called} (bot {self.plan.level})" if self.plan.kind == "bot" else self.called


@dataclass(frozen=True, slots=True)
class Actor:
    """Who has to decide for a seat: the person who holds it, a bot, or a program."""

    seat: int
    kind: Literal["person", "bot", "program"]
    level: int = STAND_IN
    program: str = ""
