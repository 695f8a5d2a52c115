"""The engine and the referee, a second implementation of the rules, agree.

The referee in `tests/referee` shares no code with the package. It must accept the games of
`simulate`, the engine must accept the referee's games, and they must agree on mutated records.
"""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from ingenious.bots import at_random, greedy, simulate, simulate_matches
from ingenious.record import RecordError, parse, to_json, verify
from ingenious.rules import game
from ingenious.rules.match import Starts
from testkit.cases import cases
from testkit.modes import MODES
from tests.referee.check import Refused, check
from tests.referee.make import make, make_match
from tests.referee.mutate import mutate

MUTATIONS = cases(24)
"""Mutated records for each of the 15 modes: 360 in all, and `test_fuzz` adds more."""

every_mode = pytest.mark.parametrize(("name", "players"), MODES)


def engine_error(document: Mapping[str, Any]) -> RecordError | None:
    """The engine's error, if any; other exceptions fail the test."""
    try:
        verify(parse(json.dumps(document)))
    except RecordError as error:
        return error
    return None


def referee_error(document: Mapping[str, Any]) -> Refused | None:
    try:
        check(document)
    except Refused as error:
        return error
    return None


def assert_agreement(document: dict[str, Any]) -> bool:
    """Check that both refuse or both accept; whether they refuse."""
    ours, theirs = engine_error(document), referee_error(document)
    if ours is not None and theirs is None:
        # The referee does not know how draws follow from a seed.
        assert "dealer.seed" in ours.message, str(ours)
    else:
        assert (ours is None) == (theirs is None), str(theirs)
    if ours is not None:
        assert ours.message.isprintable()
        assert len(str(ours)) < 400
    return ours is not None


def simulated(name: str, players: int, games: int) -> list[dict[str, Any]]:
    return [
        json.loads(to_json(record))
        for policy in (at_random, greedy)
        for record in simulate(game(name, players), policy, games, "referee", "player")
    ]


@every_mode
def test_the_referee_accepts_the_games_of_simulate(name: str, players: int) -> None:
    for record in simulated(name, players, cases(1)):
        check(record)


@every_mode
def test_the_engine_accepts_the_games_of_the_referee(name: str, players: int) -> None:
    for seed in range(cases(2)):
        record = make(name, players, Random(seed), stop_early=seed % 2 == 1)
        assert engine_error(record) is None


@every_mode
def test_engine_and_referee_agree_on_mutated_records(name: str, players: int) -> None:
    rng = Random(f"{name} {players}")
    bases = [*simulated(name, players, 2), make(name, players, rng)]
    for record in bases[::2]:
        record.pop("dealer", None)
    refusals = sum(assert_agreement(mutate(rng.choice(bases), rng)) for _ in range(MUTATIONS))
    assert MUTATIONS // 2 < refusals < MUTATIONS


@pytest.mark.rules("J1")
@pytest.mark.parametrize("starts", ["rotate", "same", "drawn"])
def test_the_referee_accepts_the_matches_of_simulate(starts: Starts) -> None:
    rules = [game(name, 3) for name in ("cards", "dice", "tiles")]
    for match in simulate_matches(rules, at_random, 2, "referee", "player", starts=starts):
        check(json.loads(to_json(match)))


@pytest.mark.rules("J1", "J2")
def test_the_engine_accepts_the_matches_of_the_referee() -> None:
    rng = Random(3)
    matches = [make_match(players, rng) for players in (2, 2, 2, 3, 4) for _ in range(4)]
    for match in matches:
        assert engine_error(match) is None
    resigned = [match for match in matches if "challenges" in match and is_resigned(match)]
    older = [match for match in matches if "challenges" not in match and is_resigned(match)]
    assert resigned, "no match was resigned"
    assert older, "no older match has a resigned challenge"


def is_resigned(match: Mapping[str, Any]) -> bool:
    results = [record.get("result") or {} for record in match["games"]]
    return any(result.get("reason") == "resigned" for result in results)


@pytest.mark.rules("J1", "J2")
def test_engine_and_referee_agree_on_mutated_matches() -> None:
    rng = Random(7)
    rules = [game(name, 3) for name in ("cards", "dice", "tiles")]
    (played,) = simulate_matches(rules, at_random, 1, "referee", "player")
    made = [make_match(players, rng) for players in (2, 2, 2, 2, 3, 4)]
    matches = [json.loads(to_json(played)), *made]
    assert not any(map(assert_agreement, matches))
    tried = cases(36)
    refusals = sum(assert_agreement(mutate(rng.choice(matches), rng)) for _ in range(tried))
    assert tried // 2 < refusals < tried
