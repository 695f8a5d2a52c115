"""Records as JSON values, for tests that bend them in one place."""

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
"""Records never change, so that many tests can look at one game."""

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
"""The record that the description of the format shows."""


def document(name: str, players: int, seed: int = 1, stop_after: int | None = None) -> Json:
    """The JSON values of a game, whole or broken off after some decisions."""
    return write_record(played(name, players, seed, stop_after=stop_after))


def undealt(values: Json) -> Json:
    """The same record, to be checked by the rules alone."""
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


def _steps(path: str) -> list[str | int]:
    return [int(step) if step.isdecimal() else step for step in path.split(".")]


def changed(values: Json, path: str, value: object) -> Json:
    """A copy with another value at the path, such as `log.0.seat`."""
    values = deepcopy(values)
    *way, last = _steps(path)
    inner: Any = values
    for step in way:
        inner = inner[step]
    inner[last] = value
    return values


def without(values: Json, path: str) -> Json:
    """A copy in which there is nothing at the path."""
    values = deepcopy(values)
    *way, last = _steps(path)
    inner: Any = values
    for step in way:
        inner = inner[step]
    del inner[last]
    return values


def unread(values: object) -> RecordError:
    """The error with which reading refuses these values."""
    return unparsed(json.dumps(values))


def unparsed(text: str) -> RecordError:
    """The error with which reading refuses this text: always one that a person can read."""
    with pytest.raises(RecordError) as caught:
        parse(text)
    return readable(caught.value)


def refused(values: Json) -> RecordError:
    """The error with which a record of the right shape is refused."""
    record = parse(json.dumps(values))
    with pytest.raises(RecordError) as caught:
        verify(record)
    return readable(caught.value)


def readable(error: RecordError) -> RecordError:
    """The error, of which the words are few, on one line, and in plain ASCII."""
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


def running(name: str, players: int, seed: int = 4, decisions: int = 9) -> tuple[Record, int]:
    """A game in which a seat has to decide, and the seat."""
    record = played(name, players, seed, stop_after=decisions)
    *_, state = replay(record)
    turn = record.game.awaits(state)
    assert turn is not None
    assert turn.seat is not None
    return record, turn.seat


def exported(data: Path, out: Path) -> list[dict[str, Any]]:
    """What the command writes of a server's games."""
    assert main(["export", "--data", str(data), "--out", str(out)]) == 0
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]
