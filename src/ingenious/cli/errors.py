"""Errors that end a command."""

PROGRAM = __name__.partition(".")[0].replace("_", "-")
"""`ingenious`, or `ingenious-rules` in the distribution of that name."""


class CommandError(Exception):
    """Ends the command with a message for people and an exit status."""

    def __init__(self, message: object, status: int = 2) -> None:
        super().__init__(str(message))
        self.status = status
