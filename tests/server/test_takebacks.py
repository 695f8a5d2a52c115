"""Takeback requests, and what views and lists offer, at a real server."""

import asyncio
from random import Random

import pytest

from testkit.client import Socket
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess

WORKER_START_TIMEOUT_S = 300
"""Seconds that a stand-in may take where nothing is compiled yet and the machine is busy."""


async def play_until_turn_of(seat: int, sockets: list[Socket], rng: Random) -> None:
    """Play a round, until a seat has the turn again."""
    for acting in [*range(seat, len(sockets)), *range(seat)]:
        while sockets[acting].has_turn():
            await sockets[acting].play(rng)
        for socket in sockets:
            while socket.view["turn"]["seat"] == acting:
                await socket.receive()


@pytest.mark.parametrize("players", [2, 3])
def test_a_takeback_request_is_granted_when_the_others_leave(
    server: ServerProcess, players: int
) -> None:
    table, guests = seat_guests(server.url, "classic", players, start=0)

    async def play() -> None:
        sockets = [await guest.socket(table).open() for guest in guests]
        first, *others = sockets
        await first.ask(do="start")
        for other in others:
            await other.receive()
        await play_until_turn_of(0, sockets, Random(1))
        await first.ask(do="takeback", seat=0)
        assert first.shared["asking"] == 0
        for seat, other in enumerate(others, 1):
            assert "asking" in first.shared
            await other.ask(do="leave", seat=seat)
            while not first.shared["seats"][seat].get("away"):
                await first.receive()
        assert "asking" not in first.shared
        assert first.record is not None
        assert first.record["log"] == []
        assert first.has_turn()
        for socket in sockets:
            await socket.close()

    asyncio.run(play())


def test_the_asker_can_withdraw_a_request(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "classic", 2, start=0)

    async def play() -> None:
        async with ann.socket(table) as first, ben.socket(table) as second:
            await first.ask(do="start")
            await second.receive()
            await play_until_turn_of(0, [first, second], Random(1))
            await first.ask(do="takeback", seat=0)
            assert "takeback-withdraw" in first.view["can"]
            await second.receive()
            assert "takeback-reply" in second.view["can"]
            refused = await second.ask(do="takeback-withdraw")
            assert refused["code"] == "other-asks"
            await first.ask(do="takeback-withdraw")
            told = await second.receive()
            assert [news["event"] for news in told["news"]] == ["withdrew-back"]
            assert "asking" not in second.shared
            assert "takeback-reply" not in second.view["can"]
            assert "takeback" in first.view["can"]

    asyncio.run(play())


def test_a_seat_that_was_left_is_offered_no_refused_command(
    server: ServerProcess,
) -> None:
    table, (ann, ben, cat) = seat_guests(server.url, "classic", 3, start=0)
    duel, pair = seat_guests(server.url, "duel", 2, start=0)

    async def play() -> None:
        sockets = [await guest.socket(table).open() for guest in (ann, ben, cat)]
        first, second, _ = sockets
        await first.ask(do="start")
        for other in sockets[1:]:
            await other.receive()
        await play_until_turn_of(0, sockets, Random(1))
        await second.ask(do="leave", seat=1)
        await first.ask(do="takeback", seat=0)
        while "asking" not in second.shared:
            await second.receive()
        assert second.view["can"] == ["react"]
        assert (await second.ask(do="takeback-reply", agrees=True))["code"] == "not-asked"
        for socket in sockets:
            await socket.close()
        async with pair[0].socket(duel) as first:
            await first.ask(do="start")
            assert "resign" in first.view["can"]
            await first.ask(do="leave", seat=0)
            assert first.view["can"] == ["react"]

    asyncio.run(play())


def test_a_list_does_not_show_late_after_the_stand_in_has_moved(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    clock = {"kind": "move", "seconds": 1}
    table = ann.open_table("dice", [{}, {"kind": "bot", "level": 1}], start=0, clock=clock)["table"]

    async def play() -> None:
        async with ann.socket(table) as socket:
            await socket.ask(do="start")
            while not socket.shared["seats"][0].get("late"):
                await socket.receive(WORKER_START_TIMEOUT_S)
            while socket.shared["seats"][0].get("late"):
                await socket.receive(WORKER_START_TIMEOUT_S)
            [listed] = ann.get("/api/me/tables").json()["tables"]
            while listed["number"] < socket.number:
                [listed] = ann.get("/api/me/tables").json()["tables"]
            if listed["number"] == socket.number:
                assert listed["brief"]["seats"] == socket.shared["seats"]
            await socket.ask(do="leave", seat=0)

    asyncio.run(play())
