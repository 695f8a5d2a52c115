"""The engine and a second, independent reading of the rules judge alike.

The referee in `tests/referee` shares no code with the package. It must hold what `simulate`
makes, its own games must verify, and what it spoils must be refused by both or by neither.
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
from tests.referee.spoil import spoil

SPOILED = cases(40)
"""Spoiled records for each of the 15 modes: 600 in all, and `test_fuzz` adds more."""

every_mode = pytest.mark.parametrize(("name", "players"), MODES)


def engine_refuses(document: Mapping[str, Any]) -> RecordError | None:
    """The engine's one error, if it has one; anything else it raises fails the test."""
    try:
        verify(parse(json.dumps(document)))
    except RecordError as error:
        return error
    return None


def referee_refuses(document: Mapping[str, Any]) -> Refused | None:
    try:
        check(document)
    except Refused as error:
        return error
    return None


def assert_judged_alike(document: dict[str, Any]) -> bool:
    """Both refuse, or neither does; returns whether they refuse."""
    ours, theirs = engine_refuses(document), referee_refuses(document)
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
def test_the_referee_holds_what_simulate_makes(name: str, players: int) -> None:
    for record in simulated(name, players, cases(2)):
        check(record)


@every_mode
def test_the_engine_holds_what_the_referee_makes(name: str, players: int) -> None:
    for seed in range(4):
        record = make(name, players, Random(seed), stop_early=seed == 3)
        assert engine_refuses(record) is None


@every_mode
def test_spoiled_records_are_judged_alike(name: str, players: int) -> None:
    rng = Random(f"{name} {players}")
    bases = [*simulated(name, players, 3), make(name, players, rng)]
    for record in bases[::2]:
        record.pop("dealer", None)
    refusals = sum(assert_judged_alike(spoil(rng.choice(bases), rng)) for _ in range(SPOILED))
    assert SPOILED // 2 < refusals < SPOILED


@pytest.mark.rules("J1")
@pytest.mark.parametrize("starts", ["rotate", "same", "drawn"])
def test_the_referee_accepts_the_matches_that_simulate_makes(starts: Starts) -> None:
    rules = [game(name, 3) for name in ("cards", "dice", "tiles")]
    for match in simulate_matches(rules, at_random, 2, "referee", "player", starts=starts):
        check(json.loads(to_json(match)))


@pytest.mark.rules("J1", "J2")
def test_the_engine_accepts_the_matches_that_the_referee_makes() -> None:
    rng = Random(3)
    matches = [make_match(players, rng) for players in (2, 2, 2, 3, 4) for _ in range(8)]
    for match in matches:
        assert engine_refuses(match) is None
    given_up = [match for match in matches if "challenges" in match and is_resigned(match)]
    before = [match for match in matches if "challenges" not in match and is_resigned(match)]
    assert given_up, "no match was given up"
    assert before, "no older match has a resigned challenge"


def is_resigned(match: Mapping[str, Any]) -> bool:
    results = [record.get("result") or {} for record in match["games"]]
    return any(result.get("reason") == "resigned" for result in results)


@pytest.mark.rules("J1", "J2")
def test_spoiled_matches_are_judged_alike() -> None:
    rng = Random(7)
    rules = [game(name, 3) for name in ("cards", "dice", "tiles")]
    (played,) = simulate_matches(rules, at_random, 1, "referee", "player")
    made = [make_match(players, rng) for players in (2, 2, 2, 2, 3, 4)]
    matches = [json.loads(to_json(played)), *made]
    assert not any(map(assert_judged_alike, matches))
    tried = cases(60)
    refusals = sum(assert_judged_alike(spoil(rng.choice(matches), rng)) for _ in range(tried))
    assert tried // 2 < refusals < tried
