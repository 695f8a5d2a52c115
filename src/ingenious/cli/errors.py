"""Errors that end a command."""


class CommandError(Exception):
    """Ends the command with a message for people and an exit status."""

    def __init__(self, message: object, status: int = 2) -> None:
        super().__init__(str(message))
        self.status = status
