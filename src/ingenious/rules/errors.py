"""The one exception of the rules."""


class IllegalMove(ValueError):
    """A move that the rules refuse: which rule it breaks, what is wrong and what would be right."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(rule, message)  # both, so that it can be pickled
        self.rule = rule
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"
