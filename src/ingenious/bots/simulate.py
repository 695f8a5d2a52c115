"""Whole games between policies, reproducible from a seed."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random

from ..record import Dealer, MatchRecord, Record, Recorder, match_of
from ..rules import AnyGame
from ..rules.match import Starts, check_challenges, start_of
from .baselines import Policy


def play_game(
    game: AnyGame, policy: Policy, seed: bytes, name: str, start: int | None = None
) -> Record:
    """One game of a policy against itself; without `start`, the dealer draws who begins."""
    seats = [f"{name} {seat + 1}" for seat in range(game.players)]
    recorder = Recorder(game, seats, start=start, dealer=Dealer(seed))
    # Another seed than the dealer's, or the players could know the bag.
    rng = Random(int.from_bytes(sha256(b"policy" + seed).digest(), "big"))
    while game.awaits(recorder.state) is not None:
        recorder.play(policy(game, recorder.state, rng))
    return recorder.record()


def simulate(
    game: AnyGame, policy: Policy, games: int, seed: str, name: str, start: int | None = None
) -> Iterator[Record]:
    """Games, each with its own seed, derived from `seed` and its number."""
    for number in range(games):
        secret = _secret(seed, game.name, game.players, number)
        yield play_game(game, policy, secret, name, start)


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
    names = [game.name for game in challenges]
    check_challenges(names)
    players = challenges[0].players
    for number in range(matches):
        secrets = [
            _secret(seed, f"match {i} {game.name}", players, number)
            for i, game in enumerate(challenges)
        ]
        games = [play_game(challenges[0], policy, secrets[0], name, start)]
        for i, game in enumerate(challenges[1:], 1):
            begins = start_of(i, games[0].start, players, starts)
            games.append(play_game(game, policy, secrets[i], name, begins))
        yield match_of(games, names, starts)


def _secret(seed: str, name: str, players: int, number: int) -> bytes:
    text = f"ingenious-simulate/1 {seed} {name} {players} {number}"
    return sha256(text.encode("utf-8", "surrogateescape")).digest()
