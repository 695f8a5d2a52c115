"""Whole games between bots, reproducible from a seed."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import TypeAlias

from ..record import Dealer, MatchRecord, Record, Recorder, match_of, redact
from ..rules import AnyGame, IllegalMove
from ..rules.match import Starts, check_challenges, start_of
from ..rules.moves import Turn
from .baselines import Policy
from .engine_protocol import Forfeit
from .players import Player

Bot: TypeAlias = Policy | Player
"""What decides for a seat: a policy sees the whole state, a player only what its seat knows."""


def play_game(
    game: AnyGame, policy: Policy, seed: bytes, name: str, start: int | None = None
) -> Record:
    """One game of a policy against itself; without `start`, the dealer draws who begins."""
    bots, names = _against_itself(game, policy, name)
    return play_bots(game, bots, names, seed, start)


def play_bots(
    game: AnyGame,
    bots: Sequence[Bot],
    names: Sequence[str],
    seed: bytes,
    start: int | None = None,
) -> Record:
    """One game with a bot in every seat; raises `Forfeit` if a program gives a wrong answer."""
    recorder = Recorder(game, names, start=start, dealer=Dealer(seed))
    # Another seed than the dealer's, or the players could know the bag.
    rng = Random(int.from_bytes(sha256(b"policy" + seed).digest(), "big"))
    decisions = 0
    while isinstance(turn := game.awaits(recorder.state), Turn):
        bot = bots[turn.seat]
        try:
            if callable(bot):
                decision = bot(game, recorder.state, rng)
            else:
                known = redact(recorder.record(), turn.seat)
                decision = bot.decide(known, turn.seat, _decision_seed(seed, decisions))
            recorder.play(decision)
        except (Forfeit, IllegalMove) as error:
            move = len(recorder.record().log) + 1
            raise Forfeit(f"{names[turn.seat]} at move {move}: {error}") from error
        decisions += 1
    return recorder.record()


def simulate(
    game: AnyGame, policy: Policy, games: int, seed: str, name: str, start: int | None = None
) -> Iterator[Record]:
    """Games, each with its own seed, derived from `seed` and its number."""
    bots, names = _against_itself(game, policy, name)
    for number in range(games):
        yield simulated_game(game, bots, names, seed, number, start)


def simulated_game(
    game: AnyGame,
    bots: Sequence[Bot],
    names: Sequence[str],
    seed: str,
    number: int,
    start: int | None = None,
) -> Record:
    """Game `number` of a simulation, which depends on no other game."""
    secret = _secret(seed, game.name, game.players, number)
    return play_bots(game, bots, names, secret, start)


def simulate_matches(
    challenges: Sequence[AnyGame],
    policy: Policy,
    matches: int,
    seed: str,
    name: str,
    start: int | None = None,
    starts: Starts = "rotate",
) -> Iterator[MatchRecord]:
    """Matches of these challenges (J1).

    `start` begins the first challenge, by default a drawn seat; `starts` says who begins the rest.
    """
    bots, names = _against_itself(challenges[0], policy, name)
    for number in range(matches):
        yield simulated_match(challenges, bots, names, seed, number, start, starts)


def simulated_match(
    challenges: Sequence[AnyGame],
    bots: Sequence[Bot],
    names: Sequence[str],
    seed: str,
    number: int,
    start: int | None = None,
    starts: Starts = "rotate",
) -> MatchRecord:
    """Match `number` of a simulation, which depends on no other match."""
    agreed = [game.name for game in challenges]
    check_challenges(agreed)
    players = challenges[0].players
    games: list[Record] = []
    for i, game in enumerate(challenges):
        secret = _secret(seed, f"match {i} {game.name}", players, number)
        begins = start_of(i, games[0].start, players, starts) if games else start
        games.append(play_bots(game, bots, names, secret, begins))
    return match_of(games, agreed, starts)


def _against_itself(
    game: AnyGame, policy: Policy, name: str
) -> tuple[Sequence[Policy], Sequence[str]]:
    """The same policy in every seat, and names numbered from 1."""
    names = [f"{name} {seat + 1}" for seat in range(game.players)]
    return [policy] * game.players, names


def _secret(seed: str, name: str, players: int, number: int) -> bytes:
    text = f"ingenious-simulate/1 {seed} {name} {players} {number}"
    return sha256(text.encode("utf-8", "surrogateescape")).digest()


def _decision_seed(seed: bytes, number: int) -> int:
    """The seed of a decision, which does not reveal the dealer's seed."""
    digest = sha256(b"ingenious-simulate/1 decision %d " % number + seed).digest()
    return int.from_bytes(digest[:8], "big") >> 1  # fits a signed word
