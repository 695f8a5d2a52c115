"""The exceptions of this room."""

_LONGEST = 300
"""The most characters of a message: a record from somewhere can make the rules quote a lot."""


class RecordError(ValueError):
    """A record that does not hold: where, by which rule, what is wrong and what would be right."""

    def __init__(self, message: str, entry: int | None = None, rule: str | None = None) -> None:
        super().__init__(message)
        self.message = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}..."
        self.entry = entry
        self.rule = rule

    def __str__(self) -> str:
        where = "" if self.entry is None else f"log entry {self.entry}: "
        rule = "" if self.rule is None else f" ({self.rule})"
        return f"{where}{self.message}{rule}"


class NotationError(ValueError):
    """A move, an entry or a position in a text form that cannot be read."""
