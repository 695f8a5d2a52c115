"""Secrets stay secret: every byte that a seat or a spectator is sent is looked at."""

import asyncio
import base64
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bench.client import Socket
from ingenious.rules.symbols import SYMBOLS
from tests.modes import MODES

from .running import Running, play_out, seated

WAYS = (base64.b64encode, base64.urlsafe_b64encode)
HIDING = ("classic", "team", "duel", "cards")
"""In these games racks or hands are hidden."""


def pieces(values: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every tile or card in a message, with the way to it."""
    if isinstance(values, dict):
        for key, value in values.items():
            assert not _is_piece(key), "no key is a piece"
            yield from pieces(value, (*path, key))
    elif isinstance(values, list):
        for number, value in enumerate(values):
            yield from pieces(value, (*path, number))
    elif isinstance(values, str) and _is_piece(values):
        yield path, values


def _is_piece(text: str) -> bool:
    return len(text) == 2 and set(text) <= set(SYMBOLS)


def is_public(path: tuple[Any, ...], message: dict[str, Any]) -> object:
    """Whether a piece that stands here was shown to everyone: placed, played, swapped, face up."""
    if path[:2] == ("view", "position"):
        return path[2] == "faceup"
    if path[0] == "record":
        where = path[1:]
        return where[:2] == ("deal", "faceup") or (
            where[0] == "log" and where[2] in ("place", "swap", "play", "discard")
        )
    if path[0] == "news" and path[2] == "entries":
        return path[4] in ("place", "swap", "play", "discard")
    if path[-1] == "blockers":
        return True  # symbols of pegs, not a tile
    if path[0] == "news" and path[2] == "story":
        told = message["news"][path[1]]["story"][path[3]][0]
        return told in ("Placed", "Shown", "PutBack", "Played", "FaceUpReplaced", "Dealt")
    return False


def is_own(path: tuple[Any, ...], message: dict[str, Any], seat: int | None) -> object:
    """Whether a piece stands where a seat is told what it holds itself."""
    if seat is None:
        return False
    if path[0] == "view" and path[1] in ("racks", "hands"):
        return path[2] == seat
    if path[0] == "view":
        return path[1] in ("choices", "turned") and message["view"]["turn"]["seat"] == seat
    if path[0] == "record" and path[1] == "deal":
        return path[3] == seat
    if path[0] == "record":
        return path[3] == "draw" and message["record"]["log"][path[2]]["seat"] == seat
    if path[0] == "news" and path[2] == "entries":
        entry = message["news"][path[1]]["entries"][path[3]]
        return path[4] == "draw" and entry["seat"] == seat
    return False


@pytest.mark.parametrize(("game", "players"), MODES)
def test_no_hidden_piece_and_no_seed_is_sent(server: Running, game: str, players: int) -> None:
    table, guests = seated(server.url, game, players)

    async def play() -> list[Socket]:
        sockets = [guest.socket(table) for guest in guests] + [Socket(server.url, table)]
        for socket in sockets:
            socket.heard = []
            await socket.open()
        *players, spectator = sockets
        await players[0].ask(do="start")
        await play_out(players, Random(f"{game} {len(guests)}"))
        while not spectator.is_over():
            await spectator.receive()
        for socket in sockets:
            await socket.close()
        return sockets

    sockets = asyncio.run(play())
    record = sockets[-1].record
    assert record is not None
    seed = bytes.fromhex(record["dealer"]["seed"])
    spellings = [
        seed.hex(),
        base64.b64encode(seed).decode(),
        base64.urlsafe_b64encode(seed).decode(),
    ]
    looked_at = 0
    for number, socket in enumerate(sockets):
        seat = number if number < players else None
        assert socket.heard
        for text in socket.heard:
            message = json.loads(text)
            if message.get("record") and message["record"]["result"]:
                assert message["record"] == record  # over: everything is public now
                continue
            for spelling in spellings:
                assert spelling.lower() not in text.lower()
            assert not any(guest.token in text for guest in guests)
            if game not in HIDING:
                continue
            for path, piece in pieces(message):
                where = f"{piece} at {path} in {text[:300]}"
                assert is_public(path, message) or is_own(path, message, seat), where
                looked_at += 1
            for key in ("racks", "hands"):
                groups = message.get("view", {}).get(key, [])
                assert all(isinstance(g, int) for n, g in enumerate(groups) if n != seat)
            turn = message.get("view", {}).get("turn")
            if turn and turn["seat"] != seat:
                assert turn["kind"] not in ("swap", "discard")
    assert looked_at or game not in HIDING
