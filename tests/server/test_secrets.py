"""Secrets stay secret: every byte that a seat or a spectator is sent is looked at."""

import asyncio
import base64
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from ingenious.rules import PLAYERS
from ingenious.rules.symbols import SYMBOLS
from testkit.cases import SOAK
from testkit.client import Socket, random_decision
from testkit.guests import Guest, play_out, seat_guests
from testkit.modes import MODES
from testkit.server_process import ServerProcess

WAYS = (base64.b64encode, base64.urlsafe_b64encode)
HIDING = ("classic", "team", "duel", "cards")
"""In these games racks or hands are hidden."""
LEAST = [(game, min(players)) for game, players in PLAYERS.items()] + [("classic", 4), ("cards", 4)]
"""Modes in which everything that can be hidden is; `make soak` plays all."""


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
    if path[-1] in ("blockers", "lowest"):
        return True  # symbols of pegs, not a tile
    if path[:3] == ("view", "shared", "position"):
        return path[3] == "faceup"
    if path[0] == "record":
        where = path[1:]
        return where[:2] == ("deal", "faceup") or (
            where[0] == "log" and where[2] in ("place", "swap", "play", "discard")
        )
    if path[0] == "news" and path[2] == "entries":
        return path[4] in ("place", "swap", "play", "discard")
    if path[0] == "story":
        return True  # of a preview, which contains only pieces that the sender named
    if path[0] == "news" and path[2] == "story":
        told = message["news"][path[1]]["story"][path[3]][0]
        return told in ("Placed", "Shown", "PutBack", "Played", "FaceUpReplaced", "Dealt")
    return False


def is_own(path: tuple[Any, ...], message: dict[str, Any], seat: int | None) -> object:
    """Whether a piece is in a field that shows a seat its own pieces."""
    if seat is None:
        return False
    if path[0] == "view" and path[1] in ("racks", "hands"):
        return path[2] == seat
    if path[:3] == ("view", "choices", "order_matters"):
        named = message["view"]["choices"]["order_matters"][path[3]]
        return named in message["view"]["hands"][seat]
    if path[:2] == ("view", "choices"):
        is_told = path[2] in ("decisions", "turned")
        return is_told and message["view"]["turn"]["seat"] == seat
    if path[0] == "view":
        return False
    if path[0] == "record" and path[1] == "deal":
        return path[3] == seat
    if path[0] == "record":
        return path[3] == "draw" and message["record"]["log"][path[2]]["seat"] == seat
    if path[0] == "news" and path[2] == "entries":
        entry = message["news"][path[1]]["entries"][path[3]]
        return path[4] == "draw" and entry["seat"] == seat
    return False


@pytest.mark.parametrize(("game", "players"), MODES if SOAK else LEAST)
def test_no_hidden_piece_and_no_seed_is_sent(
    server: ServerProcess, game: str, players: int
) -> None:
    table, guests = seat_guests(server.url, game, players)

    async def play() -> list[Socket]:
        sockets = [guest.socket(table) for guest in guests] + [Socket(server.url, table)]
        for socket in sockets:
            socket.received = []
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
    secrets = [seed.hex(), *(way(seed).decode() for way in WAYS), *(g.token for g in guests)]
    looked_at = 0
    for number, socket in enumerate(sockets):
        assert socket.received
        for text in socket.received:
            looked_at += look_at(text, game, number if number < players else None, secrets)
        assert socket.record == record  # over: everything is public now
    assert looked_at or game not in HIDING


def look_at(text: str, game: str, seat: int | None, secrets: list[str]) -> int:
    """Check what was sent to a seat; how many pieces were looked at."""
    message = json.loads(text)
    if message.get("record") and message["record"]["result"]:
        return 0
    for secret in secrets:
        assert secret.lower() not in text.lower()
    if game not in HIDING:
        return 0
    found = list(pieces(message))
    for path, piece in found:
        where = f"{piece} at {path} in {text[:300]}"
        assert is_public(path, message) or is_own(path, message, seat), where
    view = message.get("view", {})
    for key in ("racks", "hands"):
        assert all(isinstance(group, int) for n, group in enumerate(view.get(key, [])) if n != seat)
    turn = view.get("turn")
    if turn and turn["seat"] != seat:
        assert turn["kind"] not in ("swap", "discard")
    return len(found)


@pytest.mark.parametrize("game", HIDING)
def test_a_shared_screen_shows_no_more_than_the_seat_that_was_tapped(
    server: ServerProcess, game: str
) -> None:
    players = 4 if game == "team" else 2
    ann = Guest(server.url, "Ann")
    settings = {"games": [game], "seats": [{}] * players}
    wanted = {"settings": settings, "sit": list(range(players)), "begin": True}
    table = ann.post("/api/tables", wanted).json()["table"]

    async def play() -> Socket:
        rng = Random(game)
        async with ann.socket(table) as screen:
            screen.received = []
            for number in range(24):
                seat = screen.view["turn"]["seat"]
                if screen.view["looks"] != seat:
                    await screen.ask(do="look", seat=seat)
                chosen = random_decision(screen.view, rng)
                await screen.ask(do="preview", seat=seat, decision=chosen)
                await screen.play(rng)
                if number % 6 == 5:
                    await screen.ask(do="takeback", seat=seat)
                if number % 8 == 7:
                    await screen.close()
                    await screen.open(after=screen.number - 3)
            return screen

    screen = asyncio.run(play())
    assert screen.received
    looked_at = 0
    for text in screen.received:
        message = json.loads(text)
        looked_at += look_at(text, game, message.get("view", {}).get("looks"), [ann.token])
    assert looked_at


@pytest.mark.parametrize("game", HIDING)
def test_responses_over_http_contain_nothing_hidden(server: ServerProcess, game: str) -> None:
    players = 4 if game == "team" else 2
    table, guests = seat_guests(server.url, game, players)

    async def play() -> None:
        async with guests[0].socket(table) as first:
            await first.ask(do="start")
            for _ in range(6):
                seat = first.view["turn"]["seat"]
                async with guests[seat].socket(table) as acting:
                    while acting.has_turn():
                        await acting.play(Random(game))
                while first.view["turn"]["seat"] == seat:
                    await first.receive()

    asyncio.run(play())
    looked_at = 0
    for number, guest in enumerate([*guests, Guest(server.url, "Eve")]):
        seat = number if number < players else None
        tokens = [other.token for other in guests]
        looked_at += look_at(guest.get(f"/api/tables/{table}").text, game, seat, tokens)
        record = guest.get(f"/api/tables/{table}/record").text
        looked_at += look_at(f'{{"record": {record}}}', game, seat, tokens)
        assert guest.get(f"/api/tables/{table}/replay").status_code == 409
        assert "RG" not in json.dumps(httpx.get(server.url + "/api/tables").json())
    assert looked_at
