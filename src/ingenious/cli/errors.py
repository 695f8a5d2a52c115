"""Errors that end a command, and how a record's errors are described to people."""

from ..record import RecordError
from ..rules.words import count_seats_from_1

PROGRAM = __name__.partition(".")[0].replace("_", "-")
"""`ingenious`, or `ingenious-rules` in the distribution of that name."""


class CommandError(Exception):
    """Ends the command with a message for people and an exit status."""

    def __init__(self, message: object, status: int = 2) -> None:
        super().__init__(str(message))
        self.status = status


def describe(error: RecordError) -> str:
    """An error for people, who count games, moves and seats from 1."""
    game = "" if error.game is None else f"game {error.game + 1}: "
    move = "" if error.entry is None else f"move {error.entry + 1}: "
    rule = "" if error.rule is None else f" ({error.rule})"
    return f"{game}{move}{count_seats_from_1(error.message)}{rule}"
