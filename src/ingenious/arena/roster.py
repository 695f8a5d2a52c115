"""The players of one process."""

from collections.abc import Sequence
from contextlib import suppress

from ..bots.engine_protocol import Forfeit
from ..bots.players import Player, player
from ..bots.question import Budget
from ..record import Dealer, Recorder, redact
from ..rules import AnyGame


class Roster:
    """Bots by their numbers, each started when it is first needed.

    A bot that plays several seats has a separate player for each, so that a program cannot use what
    it remembers from another seat.
    """

    def __init__(self, game: AnyGame, specs: Sequence[str], budget: Budget) -> None:
        self._game = game
        self._specs = tuple(specs)
        self._budget = budget
        self._players: dict[tuple[int, int], Player] = {}

    def at(self, bot: int, seat: int) -> Player:
        """The bot's player for a seat."""
        if (bot, seat) not in self._players:
            started = player(self._specs[bot], self._budget)
            with suppress(Forfeit):  # the player will forfeit its games instead
                warm_up_player(self._game, started, seat)
            self._players[bot, seat] = started
        return self._players[bot, seat]

    def close(self) -> None:
        """Close all players."""
        while self._players:
            self._players.popitem()[1].close()


def warm_up_player(game: AnyGame, started: Player, seat: int) -> None:
    """Ask a player for a decision that does not count, so that no game waits while it starts.

    Raises `Forfeit` if it fails.
    """
    names = [str(number) for number in range(game.players)]
    recorder = Recorder(game, names, start=seat, dealer=Dealer.of("warm-up"))
    started.decide(redact(recorder.record(), seat), seat, 0)
