"""What the training of every game offers to the command that runs it."""

from typing import Protocol

from ..bots.weights import Arrays


class Run(Protocol):
    """A training under way. It can be stopped after every `advance` and taken up again."""

    name: str
    """The name of its file of weights, `classic-2` for example."""

    @property
    def games(self) -> int:
        """Games of self-play (or solved positions) so far."""

    @property
    def progress(self) -> float:
        """How much of what was planned is done, from 0 to 1."""

    def advance(self) -> str:
        """Train on for about ten seconds, on all cores; returns a line on how it goes."""

    def reseed(self, number: int) -> None:
        """Let chance take another course: runs from one checkpoint are not to play the same."""

    def checkpoint(self) -> Arrays:
        """All it takes to go on later."""

    def weights(self) -> Arrays:
        """What the bots play with."""
