"""The exceptions of this package."""

_MAX_MESSAGE_CHARS = 300
"""The longest message: an untrusted record can make the rules quote a lot."""


class RecordError(ValueError):
    """An invalid record: where, which rule it breaks, what is wrong and what would be right."""

    def __init__(
        self,
        message: str,
        entry: int | None = None,
        rule: str | None = None,
        game: int | None = None,
        place: str | None = None,
    ) -> None:
        super().__init__(message, entry, rule, game, place)  # all, so that it can be pickled
        self.message = _clear(message)
        self.entry = entry
        self.rule = rule
        self.game = game  # of a match, from 0
        self.place = place  # the file and the line

    def __str__(self) -> str:
        place = "" if self.place is None else f"{_clear(self.place)}: "
        game = "" if self.game is None else f"game {self.game}: "
        entry = "" if self.entry is None else f"log entry {self.entry}: "
        rule = "" if self.rule is None else f" ({self.rule})"
        return f"{place}{game}{entry}{self.message}{rule}"


class NotationError(ValueError):
    """A move or a position whose text form cannot be read, or that has none."""

    def __init__(self, message: str) -> None:
        super().__init__(_clear(message))


def check_text(value: object, what: str) -> None:
    """Raise `TypeError` unless a value is a text; `what` names it, such as "a move"."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a text (str), not {type(value).__name__}")


def _clear(message: str) -> str:
    """The message, not too long, with what cannot be printed escaped."""
    if len(message) > _MAX_MESSAGE_CHARS:
        message = f"{message[:_MAX_MESSAGE_CHARS]}..."
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in message)
