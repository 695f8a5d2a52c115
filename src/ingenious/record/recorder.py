"""Recording a game while it is played."""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple

from ..rules import BoardState, Game
from ..rules.events import Story
from ..rules.game import S
from ..rules.match import CHALLENGES, Starts, match_ranks, tally, victory_points
from ..rules.moves import Chance, Decision, Draw, Keep, Move, Outcome, Place, Reroll, Resign, Swap
from ..rules.symbols import Pieces
from ..rules.words import checked_names
from .dealer import Dealer
from .model import Commitment, Entry, MatchRecord, Record, split_deal


class Mark(NamedTuple):
    """A point of a game to which a recorder can go back."""

    state: Any
    outcomes: int
    entries: int
    pending: Decision | None


class Recorder(Generic[S]):
    """Plays one game and records it.

    With a dealer, every outcome that the rules await is generated at once, so `state` always waits
    for a decision or is over. Without `start`, the dealer draws the seat that begins.
    """

    def __init__(
        self,
        game: Game[S],
        seats: Sequence[str],
        *,
        start: int | None = None,
        dealer: Dealer | None = None,
    ) -> None:
        self.seats = checked_names(seats, game.name, game.players)
        if start is None and dealer is None:
            raise ValueError("without a dealer, start must name the seat that begins")
        self._drew_start = start is None
        if start is None and dealer is not None:
            start = dealer.start(game.players)
        self.game = game
        self.start = start or 0
        if not 0 <= self.start < game.players:
            raise ValueError(f"start must be a seat from 0 to {game.players - 1}, not {start}")
        self.state = game.new(self.start)
        self._dealer = dealer
        self._outcomes = 0
        self._dealt: Pieces = ()
        self._log: list[Entry] = []
        self._pending: Decision | None = None  # made, but its outcome is still awaited
        self._make_outcomes()

    def play(self, move: Move, story: Story = None, after: S | None = None) -> None:
        """Apply a decision, or without a dealer an outcome; raises `IllegalMove`.

        Its events, and those of outcomes, are added to the story. A caller that has already applied
        the move passes the state `after` it.
        """
        self._apply(move, story, after)
        self._make_outcomes(story)

    def mark(self) -> Mark:
        """The current point of the game."""
        return Mark(self.state, self._outcomes, len(self._log), self._pending)

    def go_back(self, mark: Mark) -> None:
        """Go back to a point; with a dealer, the same outcomes follow again."""
        self.state, self._outcomes, entries, self._pending = mark
        del self._log[entries:]

    @property
    def log(self) -> Sequence[Entry]:
        """The entries so far."""
        return self._log

    def _make_outcomes(self, story: Story = None) -> None:
        while self._dealer is not None:
            awaited = self.game.awaits(self.state)
            if not isinstance(awaited, Chance):
                return
            self._apply(self._dealer.outcome(self._outcomes + 1, awaited), story)

    def _apply(self, move: Move, story: Story, after: S | None = None) -> None:
        awaited, before = self.game.awaits(self.state), self.state
        self.state = self.game.advance(before, move, story) if after is None else after
        assert awaited is not None, "the rules refuse every move once the game is over"
        match move:
            case Outcome(pieces):
                self._outcomes += 1
                if awaited.seat is None:
                    self._dealt = pieces
                else:
                    self._log.append(Entry(awaited.seat, self._pending, pieces))
                self._pending = None
            case Swap() | Draw():
                self._pending = move
            case Keep() | Reroll():
                self._pending = None
            case Resign(seat):
                self._log.append(Entry(seat, move))
            case _:
                assert awaited.seat is not None, "a decision is a seat's"
                self._log.append(Entry(awaited.seat, move, gain=_gain(before, move)))

    def record(self) -> Record:
        """The record so far; a decision whose outcome is still awaited is not in it yet.

        Raises `ValueError` before the opening deal.
        """
        if self.game.deal_size() != len(self._dealt):
            raise ValueError("there is nothing to record before the opening deal")
        result = self.game.result(self.state)
        commitment = None
        if self._dealer is not None:
            seed = None if result is None else self._dealer.seed
            commitment = Commitment(self._dealer.commit, seed, self._drew_start)
        return Record(
            game=self.game,
            seats=self.seats,
            start=self.start,
            deal=split_deal(self.game, self._dealt),
            log=tuple(self._log),
            result=result,
            dealer=commitment,
        )


def _gain(state: object, move: Decision) -> tuple[int, int] | None:
    if isinstance(move, Place) and isinstance(state, BoardState):
        return state.board.gain_of(move)
    return None


def match_of(
    games: Sequence[Record], challenges: Sequence[str] | None = None, starts: Starts = "rotate"
) -> MatchRecord:
    """The match of these games, with its tally (J1) and its ranks (J2).

    `challenges` is the agreed list, by default the games themselves. An unfinished game at the end
    does not count yet. Raises `ValueError` unless the list begins with the games and only the last
    one may be resigned.
    """
    names = tuple(record.game.name for record in games)
    agreed = names if challenges is None else tuple(challenges)
    _check_names(names)
    if agreed[: len(names)] != names:
        raise ValueError(f"the games do not match the challenges {', '.join(agreed)}")
    if any(record.result and record.result.reason == "resigned" for record in games[:-1]):
        raise ValueError("a resigned challenge must be the last of its match (J2)")
    points, totals = _tally(games)
    ranks = match_ranks(totals, games[-1].result)
    return MatchRecord(tuple(games), points, totals, ranks, agreed, starts)


def match_by_totals(games: Sequence[Record]) -> MatchRecord:
    """The match of these games as before J2: ranked by its totals, even if a game was resigned."""
    _check_names([record.game.name for record in games])
    points, totals = _tally(games)
    return MatchRecord(tuple(games), points, totals, match_ranks(totals))


def _check_names(names: Sequence[str]) -> None:
    if not names or any(name not in CHALLENGES for name in names):
        raise ValueError(f"a match must be one or more of {', '.join(CHALLENGES)}")


def _tally(games: Sequence[Record]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """The victory points of each game and their sums."""
    players = len(games[0].seats)
    points = tuple(
        victory_points(record.result.scores) if record.result else (0,) * players
        for record in games
    )
    return points, tally(points, players)
