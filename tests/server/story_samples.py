"""Stories and ends of games for the tests of the pages: `python -m tests.server.story_samples`.

For each game there are a few decisions that cover every kind of event, and an end of each kind.
Both are found among games that are played from fixed seeds.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from ingenious.bots import Policy, at_random, greedy
from ingenious.record import Dealer, Record, Recorder
from ingenious.rules import Game, Pegs, game
from ingenious.rules.game import Reason
from ingenious.rules.moves import Resign, Turn
from ingenious.server.http.replays import replay_of
from ingenious.table.view.position import rules_of
from ingenious.table.view.verdict import verdict
from testkit.tables import ended_state

TARGET = Path(__file__).parents[2] / "web" / "src" / "text" / "stories.json"

GAMES = {"classic": 2, "solo": 1, "team": 4, "duel": 2, "cards": 2, "dice": 2, "tiles": 2}
MORE = {"classic": 4, "cards": 4, "dice": 3, "tiles": 4}
"""More players than in `GAMES`, for ends with lower ranks."""

POLICIES: tuple[tuple[Policy, ...], ...] = ((greedy,), (greedy, at_random), (at_random, greedy))
SEEDS = 8

Values = dict[str, Any]


def played(name: str, players: int, seed: int, resigns: int | None = None) -> tuple[Record, Any]:
    """The record of a game and its last state; a seat may resign after twelve decisions."""
    rules, rng = game(name, players), Random(f"{name} {seed}")
    policies = POLICIES[seed % len(POLICIES)]
    names = ["Ada", "Nora", "Ben", "Ines"][:players]
    recorder = Recorder(rules, names, dealer=Dealer(seed.to_bytes(32, "big")))
    decisions = 0
    while isinstance(turn := rules.awaits(recorder.state), Turn):
        if resigns is not None and len(rules.sides) == 2 and decisions == 12:
            recorder.play(Resign(resigns))
            break
        recorder.play(policies[turn.seat % len(policies)](rules, recorder.state, rng))
        decisions += 1
    return recorder.record(), recorder.state


def happens(item: list[Any]) -> str:
    """The kind of an event of a story, without its seat, place and points."""
    kind, told = item
    marks = [
        key for key in ("bonus", "lost", "blockers", "repeated", "bonus_lost") if told.get(key)
    ]
    marks += [str(told[key]) for key in ("reason", "roll") if key in told]
    return ".".join([kind, *marks])


def stories(name: str, players: int) -> list[list[Any]]:
    """As few decisions as needed to cover every kind of event in some games."""
    found: list[tuple[set[str], list[Any]]] = []
    for seed in range(SEEDS):
        record, _ = played(name, players, seed, resigns=None if seed else 1)
        for step in json.loads(msgspec.json.encode(replay_of(record)))["steps"]:
            found.append(({happens(item) for item in step["story"]}, step["story"]))
    missing = set().union(*[kinds for kinds, _ in found])
    chosen = []
    while missing:
        kinds, story = max(found, key=lambda one: (len(one[0] & missing), -len(one[1])))
        missing -= kinds
        chosen.append(story)
    return chosen


def ends(name: str, players: int) -> Iterator[Values]:
    """Ends of a game, of each reason and for each rank of seat 0."""
    seen = set()
    for seed in range(3 * SEEDS):
        record, state = played(name, players, seed, resigns=seed % 2 if seed < 2 else None)
        if record.result is None:
            continue
        key = record.result.reason, record.result.ranks[0]
        if key not in seen:
            seen.add(key)
            yield end_of(record.game, state, key[0])


RARE: dict[str, list[tuple[Reason, tuple[Pegs, ...]]]] = {
    "classic 2": [
        ("board-full", ((12, 14, 18, 18, 18, 18), (18, 13, 12, 18, 18, 18))),
        ("board-full", ((12, 14, 15, 18, 18, 18), (18, 14, 12, 18, 16, 18))),
        ("board-full", ((12, 14, 18, 18, 18, 18), (18, 14, 12, 18, 18, 18))),
        ("board-full", ((6, 16, 10, 18, 18, 18), (10, 12, 8, 14, 14, 13))),
        ("board-full", ((6, 9, 10, 18, 18, 18), (10, 12, 8, 14, 14, 13))),
        ("board-full", ((7, 16, 10, 18, 18, 18), (10, 12, 8, 18, 14, 18))),
        ("instant-win", ((18,) * 6, (17, 18, 18, 15, 18, 18))),
        ("instant-win", ((18, 18, 18, 17, 18, 18), (18,) * 6)),
    ],
    "classic 4": [
        ("board-full", tuple((low, 18, 18, 16 + low - 9, 18, 18) for low in (9, 12, 12, 10))),
        ("board-full", ((12, 18, 18, 15, 18, 18), (12, 18, 18, 13, 18, 18), (4,) * 6, (3,) * 6)),
        ("board-full", ((9, 15, 11, 18, 18, 18), (9, 11, 14, 18, 18, 18), (12,) * 6, (3,) * 6)),
        ("board-full", ((12,) * 6, (12,) * 6, (4,) * 6, (4,) * 6)),
        ("board-full", ((4,) * 6, (12,) * 6, (12,) * 6, (5,) * 6)),
    ],
    "solo 1": [("instant-win", ((36,) * 6,))],
    "team 4": [
        ("board-full", ((20, 21, 30, 30, 30, 30), (30, 20, 22, 30, 30, 30))),
        ("board-full", ((20, 21, 30, 30, 30, 30), (30, 20, 21, 30, 30, 30))),
        ("instant-win", ((36,) * 6, (30,) * 6)),
        ("instant-win", ((30,) * 6, (36,) * 6)),
        ("instant-win", ((36, 36, 34, 36, 36, 36), (36,) * 6)),
        ("instant-win", ((36, 33, 36, 35, 36, 36), (36,) * 6)),
    ],
    "duel 2": [
        ("board-full", ((1, 4, 0, 0, -1, -2),)),
        ("board-full", ((1, 4, 0, 0, -1, -4),)),
        ("board-full", ((1, 4, 2, 0, -1, -4),)),
    ],
    "cards 2": [
        ("stalled", ((3, 3, 3, 3, 3, 0), (3, 3, 3, 2, 3, 0))),
        ("won", ((7, 8, 8, 7, 9, 9), (6, 9, 7, 5, 8, 7))),
        ("won", ((7, 8, 8, 7, 9, 5), (7,) * 6)),
    ],
}
"""Ends that are rare in play: the pegs, one row for each score board."""


def rare(name: str, players: int) -> Iterator[Values]:
    rules = game(name, players)
    for reason, boards in RARE.get(f"{name} {players}", []):
        yield end_of(rules, ended_state(rules, boards, reason), reason)


def end_of(rules: Game[Any], state: Any, reason: str) -> Values:
    """What the page needs to show the end of a game to seat 0."""
    position = {
        "pegs": rules.scores(state),
        "ranked_by": rules.ranked_by(state),
        "ranks": rules.ranks(state),
    }
    return {
        "reason": reason,
        "rules": rules_of(rules),
        "position": position,
        "verdict": verdict(rules, state),
        "resigned": state.ending.resigned,
    }


def everything() -> Values:
    """The whole file."""
    both = [*GAMES.items(), *MORE.items()]
    return {
        "stories": {name: stories(name, players) for name, players in GAMES.items()},
        "ends": {
            f"{name} {players}": [*ends(name, players), *rare(name, players)]
            for name, players in both
        },
    }


if __name__ == "__main__":
    TARGET.write_bytes(msgspec.json.encode(everything()) + b"\n")
