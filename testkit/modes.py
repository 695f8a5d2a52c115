"""The 15 modes, each a game with a number of players, and random games of them."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ingenious.record import Dealer, Record, Recorder
from ingenious.rules import PLAYERS, Game, game
from ingenious.rules.moves import Chance, Decision, Move, Outcome

MODES = [(name, players) for name, counts in PLAYERS.items() for players in counts]

Choose = Callable[[Game[Any], Any, Random], Decision]


def at_random(rules: Game[Any], state: Any, rng: Random) -> Decision:
    """Any legal decision."""
    return rng.choice(rules.legal(state))


def random_outcome(chance: Chance, rng: Random) -> Outcome:
    """Any possible outcome."""
    if chance.repeats:
        return Outcome(tuple(rng.choices(chance.source, k=chance.count)))
    first = min(chance.count, len(chance.source))
    drawn = rng.sample(list(chance.source), first)
    return Outcome((*drawn, *rng.sample(chance.renewal, chance.count - first)))


def moves(
    rules: Game[Any], rng: Random, start: int = 0, choose: Choose = at_random
) -> Iterator[tuple[Any, Move]]:
    """A whole game: each state, with the move made in it."""
    state = rules.new(start)
    while (awaited := rules.awaits(state)) is not None:
        move: Move
        if isinstance(awaited, Chance):
            move = random_outcome(awaited, rng)
        else:
            move = choose(rules, state, rng)
        yield state, move
        state = rules.apply(state, move)


def recorded(
    name: str, players: int, seed: int, choose: Choose = at_random, *, stop_after: int | None = None
) -> Record:
    """The record of a game with a dealer, stopped after some decisions if asked for."""
    rules, rng = game(name, players), Random(seed)
    recorder = Recorder(
        rules, [f"seat {n}" for n in range(players)], dealer=Dealer(seed.to_bytes(32, "big"))
    )
    decisions = 0
    while rules.awaits(recorder.state) is not None and decisions != stop_after:
        recorder.play(choose(rules, recorder.state, rng))
        decisions += 1
    return recorder.record()
