"""One game between players, each of which sees only what its seat knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter

from ..bots.engine_protocol import Forfeit
from ..bots.players import Player
from ..record import Dealer, Record, Recorder, redact
from ..rules import AnyGame, AnyState, IllegalMove
from ..rules.game import rank
from ..rules.moves import Decision, Resign, Turn
from .pairings import points_by_rank


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A seat lost the game because of an invalid or missing answer, after this many entries."""

    seat: int
    entry: int
    reason: str


@dataclass(frozen=True, slots=True)
class Match:
    """A finished game: points and lowest peg of each side, and how long each seat thought.

    The record of a forfeited game ends at the forfeit: with two sides as resigned, with more sides
    as unfinished (A5).
    """

    record: Record
    points: tuple[float, ...]
    lowest: tuple[int, ...]
    milliseconds: tuple[tuple[float, ...], ...]
    forfeit: Forfeited | None


def play_match(
    game: AnyGame, players: Sequence[Player], names: Sequence[str], seed: bytes
) -> Match:
    """Play a game between the players of its seats.

    The dealer draws who begins. The players' random numbers come from the same seed, but neither
    can be derived from the other.
    """
    recorder = Recorder(game, names, dealer=Dealer(seed))
    thought: list[list[float]] = [[] for _ in players]
    forfeit = None
    while isinstance(turn := game.awaits(recorder.state), Turn):
        view = redact(recorder.record(), turn.seat)
        decision_seed = _decision_seed(seed, turn.seat, len(thought[turn.seat]))
        began = perf_counter()
        try:
            decision = players[turn.seat].decide(view, turn.seat, decision_seed)
            thought[turn.seat].append(1000 * (perf_counter() - began))
            recorder.play(_check_own(decision, turn.seat))
        except (Forfeit, IllegalMove) as error:
            forfeit = Forfeited(turn.seat, len(view.log), str(error))
            break
    if forfeit is not None and len(game.sides) == 2:
        recorder.play(Resign(forfeit.seat))
    return Match(
        record=recorder.record(),
        points=_points(game, recorder.state, forfeit),
        lowest=_lowest(game, recorder.state, forfeit),
        milliseconds=tuple(map(tuple, thought)),
        forfeit=forfeit,
    )


def _decision_seed(seed: bytes, seat: int, number: int) -> int:
    """The seed of a decision, which does not reveal the dealer's seed."""
    digest = sha256(b"ingenious-arena/1 luck %d %d " % (seat, number) + seed).digest()
    return int.from_bytes(digest[:8], "big") >> 1  # fits a signed word


def _check_own(decision: Decision, seat: int) -> Decision:
    if isinstance(decision, Resign) and decision.seat != seat:
        raise Forfeit(f"it resigned seat {decision.seat}, which is not its own")
    return decision


def _points(game: AnyGame, state: AnyState, forfeit: Forfeited | None) -> tuple[float, ...]:
    """The points of each side; a side that forfeited gets none, the others are ranked as usual."""
    ranks = game.ranks(state)
    ahead = [-ranks[side[0]] for side in game.sides]
    if forfeit is None:
        return points_by_rank(rank([(place,) for place in ahead]))
    if len(game.sides) == 1:
        return (0.0,)
    out = [int(forfeit.seat not in side) for side in game.sides]
    return points_by_rank(rank(list(zip(out, ahead, strict=True))))


def _lowest(game: AnyGame, state: AnyState, forfeit: Forfeited | None) -> tuple[int, ...]:
    """The lowest peg of each side, which is the result of a solo game; 0 if it forfeited."""
    scores = game.scores(state)
    return tuple(
        0 if forfeit is not None and forfeit.seat in side else min(scores[side[0]])
        for side in game.sides
    )
