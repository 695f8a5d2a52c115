"""Records as JSON values, for tests that change one of them."""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ingenious.bots import at_random, play_game
from ingenious.cli import main
from ingenious.record import (
    Record,
    RecordError,
    match_of,
    parse,
    replay,
    verify,
    write_match,
    write_record,
)
from ingenious.rules import game
from ingenious.rules.match import CHALLENGES
from testkit.modes import recorded

Json = dict[str, Any]

played = cache(recorded)
"""Records never change, so tests can share them."""

EXAMPLE = """
{"format": "ingenious-record/1",
 "game": "classic", "edition": "2023", "options": {},
 "seats": ["Ada", "Ben"], "start": 0,
 "deal": {"racks": [["RG","YG","YB","YB","BP","OB"], ["GB","RB","YB","PP","RB","RR"]]},
 "log": [
   {"seat": 0, "place": "GY", "at": [[-5,4],[-4,4]], "gain": [0,1]},
   {"seat": 0, "draw": ["OB"]}],
 "result": null}
"""
"""The record shown in the description of the format."""


def document(name: str, players: int, seed: int = 1, stop_after: int | None = None) -> Json:
    """The JSON values of a game, whole or stopped after some decisions."""
    return write_record(played(name, players, seed, stop_after=stop_after))


def without_dealer(values: Json) -> Json:
    """The same record without a dealer, so that only the rules check its outcomes."""
    return {key: value for key, value in values.items() if key != "dealer"}


@cache
def match_games(players: int = 2, first: int = 0) -> tuple[Record, ...]:
    """A Card, a Dice and a Tile Challenge of the same seats, each begun by the next seat."""
    return tuple(
        play_game(game(name, players), at_random, bytes(32), "seat", (first + number) % players)
        for number, name in enumerate(CHALLENGES)
    )


def match_document(players: int = 2, first: int = 0) -> Json:
    """The JSON values of a match."""
    return write_match(match_of(match_games(players, first)))


def _parent(values: Json, path: str) -> tuple[Any, str | int]:
    """The object or list that holds the value at the path, and the value's key there."""
    *parents, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
    parent: Any = values
    for step in parents:
        parent = parent[step]
    return parent, last


def changed(values: Json, path: str, value: object) -> Json:
    """A copy with a different value at the path, such as `log.0.seat`."""
    values = deepcopy(values)
    parent, key = _parent(values, path)
    parent[key] = value
    return values


def without(values: Json, path: str) -> Json:
    """A copy without the value at the path."""
    values = deepcopy(values)
    parent, key = _parent(values, path)
    del parent[key]
    return values


def read_error(values: object) -> RecordError:
    """The error raised when reading these values."""
    return parse_error(json.dumps(values))


def parse_error(text: str) -> RecordError:
    """The error raised when reading this text."""
    with pytest.raises(RecordError) as caught:
        parse(text)
    return check_readable(caught.value)


def verify_error(values: Json) -> RecordError:
    """The error raised when verifying a readable record."""
    record = parse(json.dumps(values))
    with pytest.raises(RecordError) as caught:
        verify(record)
    return check_readable(caught.value)


def check_readable(error: RecordError) -> RecordError:
    """The error, after checking that its message is short, on one line and plain ASCII."""
    assert type(error) is RecordError
    text = str(error)
    assert text.isascii()
    assert text.isprintable()
    assert 10 < len(text) < 350
    return error


CARDS: Json = {
    "format": "ingenious-record/1",
    "game": "cards",
    "seats": ["Ada", "Ben"],
    "start": 0,
    "deal": {
        "hands": [["RO", "RO", "RO", "RY", "RY", "OY"], ["GB", "GB", "GB", "GP", "GP", "GP"]],
        "faceup": [["RY", "OY"], ["GB", "GP"]],
    },
    "log": [
        {"seat": 0, "play": "RY"},
        {"seat": 0, "draw": ["OY"]},
        {"seat": 1, "play": "GP", "first": "P"},
        {"seat": 1, "draw": ["YP"]},
        {"seat": 0, "play": "OY"},  # now red, orange and yellow moved, and the hand shows no other
        {"seat": 0, "draw": ["BP"]},
    ],
}
"""The beginning of a Card Challenge for two."""


def unfinished_record(
    name: str, players: int, seed: int = 4, decisions: int = 9
) -> tuple[Record, int]:
    """A game in which a seat has to decide, and the seat."""
    record = played(name, players, seed, stop_after=decisions)
    *_, state = replay(record)
    turn = record.game.awaits(state)
    assert turn is not None
    assert turn.seat is not None
    return record, turn.seat


def exported(data: Path, out: Path) -> list[dict[str, Any]]:
    """The records that `ingenious export` writes from a server's data."""
    assert main(["export", "--data", str(data), "--out", str(out)]) == 0
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]
