"""Partners write to each other over real sockets; no other viewer can read it before the end."""

import asyncio
from random import Random
from typing import Any

import pytest

from testkit.client import Socket, random_decision
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess
from testkit.wire_types import check_wire_type

SECRET = "I hold the last two greens"


async def opened(guests: list[Guest], table: str, url: str) -> list[Socket]:
    """The sockets of four players and of a spectator, which keep every byte that they are sent."""
    sockets = [*(guest.socket(table) for guest in guests), Socket(url, table)]
    for socket in sockets:
        socket.received = []
        await socket.open()
    return sockets


async def settled(sockets: list[Socket], number: int) -> None:
    """Wait until all know an event."""
    for socket in sockets:
        while socket.number < number:
            await socket.receive()


async def step(sockets: list[Socket], rng: Random) -> None:
    """Make one decision, and wait until everyone knows it."""
    acting = sockets[sockets[0].view["turn"]["seat"]]
    await acting.play(rng)
    if acting.has_turn() and acting.view["turn"]["kind"] == "swap":  # the others do not know yet
        await acting.play(rng)
    for socket in sockets:
        while socket.view["turn"] != acting.view["turn"]:
            await socket.receive()


def who_heard(sockets: list[Socket], text: str) -> set[int]:
    return {n for n, socket in enumerate(sockets) if any(text in t for t in socket.received or ())}


def test_messages_of_partners_are_sent_only_to_them_before_the_end(
    server: ServerProcess,
) -> None:
    table, guests = seat_guests(server.url, "team", 4, talk=True, start=0)

    async def play() -> None:
        sockets, rng = await opened(guests, table, server.url), Random(1)
        await sockets[0].ask(do="start")
        await settled(sockets, sockets[0].number)
        for turn in range(12):
            if turn % 3 == 0:
                answer = await sockets[0].ask(do="say", seat=0, text=f"{SECRET} {turn}")
                assert answer["type"] == "update", answer
                await settled(sockets, sockets[0].number)
            await step(sockets, rng)
        for socket in sockets:  # players who reconnect receive them again
            await socket.close()
            await socket.open(after=0)
        assert who_heard(sockets, SECRET) == {0, 2}
        assert sockets[2].table["messages"][0]["text"] == f"{SECRET} 0"
        assert [socket.table["messages"] for socket in sockets[1::2]] == [[], []]
        for guest in (guests[1], guests[3], Guest(server.url, "Eve")):
            for path in ("", "/record"):
                assert SECRET not in guest.get(f"/api/tables/{table}{path}").text
        assert SECRET in guests[2].get(f"/api/tables/{table}").text
        resign = {"seat": 1, "resign": True}
        number = sockets[1].number + 1
        await sockets[1].ask(do="play", seat=1, number=number, decision=resign)
        await settled(sockets, sockets[1].number)
        assert who_heard(sockets, SECRET) == {0, 1, 2, 3, 4}
        for socket in sockets:
            await socket.close()

    asyncio.run(play())
    seen = Guest(server.url, "Eve").get(f"/api/tables/{table}").json()
    check_wire_type("SeenTable", seen)
    assert [message["text"] for message in seen["messages"]] == [
        f"{SECRET} {n}" for n in (0, 3, 6, 9)
    ]


def test_a_message_does_not_make_a_decision_stale(server: ServerProcess) -> None:
    table, guests = seat_guests(server.url, "team", 4, talk=True, start=0)

    async def play() -> None:
        sockets = await opened(guests, table, server.url)
        await sockets[0].ask(do="start")
        await settled(sockets, sockets[0].number)
        number = sockets[0].number + 1
        await sockets[2].ask(do="say", seat=2, text="wait")
        chosen = random_decision(sockets[0].view, Random(1))
        answer = await sockets[0].ask(do="play", seat=0, number=number, decision=chosen)
        assert answer["type"] == "update", answer
        for socket in sockets:
            await socket.close()

    asyncio.run(play())


def test_messages_by_http_and_after_a_restart(restarted: ServerProcess) -> None:
    table, guests = seat_guests(restarted.url, "team", 4, talk=True)
    path = f"/api/tables/{table}"
    said = {"do": "say", "seat": 0, "text": SECRET}
    assert guests[0].post(path, said).json()["code"] == "not-begun"
    guests[0].post(path, {"do": "start"})
    assert guests[0].post(path, said).status_code == 200
    assert guests[1].post(path, said).json()["code"] == "not-your-seat"
    link = guests[0].post(path, {**said, "text": "www.example.org"})
    assert (link.status_code, link.json()["code"]) == (409, "link")
    restarted.stop()
    restarted.start()
    for seat, guest in enumerate(guests):
        found = guest.get(path).json()["messages"]
        assert [m["text"] for m in found] == ([SECRET] if seat in (0, 2) else []), seat


def test_a_shared_screen_reads_and_writes_as_the_seat_it_shows(
    server: ServerProcess,
) -> None:
    """Ann's screen has a seat of each team; Cid and Dora play on their own."""
    ann, cid, dora = (Guest(server.url, name) for name in ("Ann", "Cid", "Dora"))
    settings = {"games": ["team"], "seats": [{}] * 4, "talk": True, "start": 0}
    made = ann.post("/api/tables", {"settings": settings, "sit": [0, 1]}).json()
    cid.sit(made, 2)
    dora.sit(made, 3)
    table = made["table"]

    async def play() -> None:
        async with ann.socket(table) as screen, cid.socket(table) as partner:
            screen.received = []
            await screen.ask(do="start")
            await settled([partner], screen.number)
            await partner.ask(do="say", seat=2, text=SECRET)
            await settled([screen], partner.number)
            assert screen.view["looks"] is None
            assert not any(SECRET in text for text in screen.received)
            answer = await screen.ask(do="say", seat=0, text="hi")
            assert answer["code"] == "look-first"
            answer = await screen.ask(do="look", seat=0)
            assert [m["text"] for m in answer["messages"]] == [SECRET]
            assert (await screen.ask(do="say", seat=0, text="hi"))["type"] == "update"
            heard = len(screen.received)
            await screen.play(Random(1))
            assert screen.view["turn"]["seat"] == 1
            await screen.ask(do="look", seat=1)
            assert screen.table["messages"] == []
            assert not any(SECRET in text for text in screen.received[heard:])

    asyncio.run(play())
    assert ann.get(f"/api/tables/{table}").json()["messages"] == []


@pytest.mark.parametrize("talk", [False, True])
def test_quick_chat_at_a_table_with_partners(server: ServerProcess, talk: bool) -> None:
    table, guests = seat_guests(server.url, "team", 4, talk=talk)
    path, word = f"/api/tables/{table}", {"do": "react", "seat": 0, "reaction": "hello"}
    assert guests[0].post(path, word).status_code == 200
    guests[0].post(path, {"do": "start"})

    async def try_it() -> dict[str, Any]:
        async with guests[2].socket(table) as socket:
            assert ("react" in socket.view["can"]) == talk
            return await socket.ask(do="react", seat=2, reaction="wow")

    answer = asyncio.run(try_it())
    assert (answer["type"], answer.get("code")) == (
        ("update", None) if talk else ("refused", "silent")
    )
