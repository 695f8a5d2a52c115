"""Playing on a real server: sockets, seats, takebacks, clocks, bots, links."""

import asyncio
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from ingenious.record import parse, verify
from testkit.client import Socket, random_decision
from testkit.guests import Guest, hints_when_ready, play_out, seat_guests
from testkit.server_process import ServerProcess

BOT = {"kind": "bot", "level": 1}


def news_of(answer: dict[str, Any]) -> dict[str, Any]:
    """The one piece of news of an answer."""
    (news,) = answer["news"]
    assert isinstance(news, dict)
    return news


def test_a_decision_is_acknowledged_with_its_number_and_sent_to_everyone(
    server: ServerProcess,
) -> None:
    table, (ann, ben) = seat_guests(server.url, "classic", 2, start=0)

    async def play() -> None:
        async with ann.socket(table) as first, ben.socket(table) as second:
            await first.ask(do="start")
            await second.receive()
            answer = await first.play(Random(1))
            assert answer["type"] == "update"
            assert news_of(answer)["number"] == first.number == 4
            heard = await second.receive()
            assert news_of(heard)["story"] == news_of(answer)["story"]
            mine, theirs = news_of(answer)["entries"], news_of(heard)["entries"]
            assert mine[0] == theirs[0]
            assert (len(mine[1]["draw"]), theirs[1]["draw"]) == (1, 1)

    asyncio.run(play())


def test_a_refusal_names_the_rule_and_changes_nothing(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "classic", 2, start=0)

    async def play() -> None:
        async with ann.socket(table) as first, ben.socket(table) as second:
            await first.ask(do="start")
            await second.receive()
            tile = first.view["racks"][0][0]
            middle = {"seat": 0, "place": tile, "at": [[0, 0], [1, 0]]}
            refused = await first.ask(do="play", seat=0, number=4, decision=middle)
            assert (refused["type"], refused["rule"]) == ("refused", "B7")
            assert "printed symbol" in refused["error"]
            refused = await second.ask(do="play", seat=1, number=4, decision={**middle, "seat": 1})
            assert refused["error"] == "it is seat 0's turn"
            for seat in (0, 1):  # no player acts or resigns for another
                resign = {"seat": seat, "resign": True}
                other = first if seat else second
                refused = await other.ask(do="play", seat=seat, number=4, decision=resign)
                assert refused["error"] == f"seat {seat} is not yours"
            stale = await first.ask(do="play", seat=0, number=3, decision=middle)
            assert stale["number"] == 3
            assert "the table has changed since" in stale["error"]
            assert first.number == second.number == 3

    asyncio.run(play())


def test_a_preview_shows_what_would_happen(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "classic", 2, start=0)

    async def play() -> None:
        async with ann.socket(table) as first, ben.socket(table) as second:
            await first.ask(do="start")
            await second.receive()
            chosen = random_decision(first.view, Random(2))
            preview = await first.ask(do="preview", seat=0, decision=chosen)
            assert [name for name, _ in preview["story"]][:2] == ["Placed", "Counted"]
            answer = await first.ask(do="play", seat=0, number=4, decision=chosen)
            story = news_of(answer)["story"]
            assert story[: len(preview["story"])] == preview["story"]
            refused = await second.ask(do="preview", seat=0, decision=chosen)
            assert refused["error"] == "seat 0 is not yours"

    asyncio.run(play())


def test_a_client_that_reconnects_receives_what_it_missed(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "cards", 2, start=0)

    async def play() -> None:
        rng = Random(3)
        async with ann.socket(table) as first, ben.socket(table) as second:
            await first.ask(do="start")
            await second.receive()
            last = second.number
            await second.close()
            while first.has_turn():
                await first.play(rng)
            await second.open(after=last)
            numbers = [news["number"] for news in second.table["news"]]
            assert numbers == list(range(last + 1, first.number + 1))
            assert second.number == first.number
            await play_out([first, second], rng)
            assert first.record == second.record

    asyncio.run(play())


def test_one_screen_for_two_seats_shows_a_hand_only_after_a_tap(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    wanted = {
        "settings": {"games": ["classic"], "seats": [{}, {}], "start": 0},
        "sit": [0, 1],
        "names": ["Ann", "Ben"],
        "begin": True,
    }
    table = ann.post("/api/tables", wanted).json()["table"]

    async def play() -> None:
        rng = Random(4)
        async with ann.socket(table) as screen:
            assert [seat["name"] for seat in screen.shared["seats"]] == ["Ann", "Ben"]
            assert screen.view["yours"] == [0, 1]
            for turn in range(6):
                seat = turn % 2
                assert (screen.view["looks"], screen.view["racks"]) == (None, [6, 6])
                refused = await screen.ask(do="look", seat=1 - seat)
                assert f"it is not seat {1 - seat}'s turn" in refused["error"]
                wrong = {"seat": seat, "place": "RR", "at": [[0, 0], [0, 1]]}
                number = screen.number + 1
                refused = await screen.ask(do="play", seat=seat, number=number, decision=wrong)
                assert "send look for seat" in refused["error"]
                refused = await screen.ask(do="preview", seat=seat, decision=wrong)
                assert "send look for seat" in refused["error"]
                refused = await screen.ask(do="hint", seat=seat)
                assert "send look for seat" in refused["error"]
                await screen.ask(do="look", seat=seat)
                assert screen.view["looks"] == seat
                assert len(screen.view["racks"][seat]) == 6
                assert screen.view["racks"][1 - seat] == 6
                answer = await screen.play(rng)
                while screen.view["turn"]["seat"] == seat:  # a swap to decide on
                    answer = await screen.play(rng)
                # The refill comes with the end of the turn, and is seen at the next one.
                assert answer["type"] == "table"
                assert all(
                    isinstance(entry.get("draw", 0), int) for entry in answer["record"]["log"]
                )

    asyncio.run(play())


def test_takebacks_need_consent(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "duel", 2, start=0)

    async def play() -> None:
        rng = Random(5)
        async with ann.socket(table) as first, ben.socket(table) as second:
            await first.ask(do="start")
            before = first.record
            await second.receive()
            while first.has_turn():
                await first.play(rng)
                await second.receive()
            await first.ask(do="takeback", seat=0)
            await second.receive()
            assert "takeback-reply" in second.view["can"]
            await second.ask(do="takeback-reply", agrees=False)
            assert "asking" not in second.shared
            await first.receive()
            await first.ask(do="takeback", seat=0)
            await second.receive()
            await second.ask(do="takeback-reply", agrees=True)
            while not first.has_turn():
                await first.receive()
            assert first.record is not None
            assert before is not None
            assert first.record["deal"] == before["deal"]
            assert len(first.record["log"]) <= len(before["log"]) + 1

    asyncio.run(play())


def test_takebacks_against_bots_are_free_and_hints_are_given(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    table = ann.open_table("classic", [{}, BOT], start=0)["table"]

    async def play() -> None:
        async with ann.socket(table) as socket:
            await socket.ask(do="start")
            rack = socket.view["racks"][0]
            hints = await hints_when_ready(socket, 0, count=2)
            assert 1 <= len(hints) <= 2
            assert hints[0]["reason"]
            entry = hints[0]["entry"]
            await socket.ask(do="play", seat=0, number=socket.number + 1, decision=entry)
            while not socket.has_turn():
                await socket.receive()
            await socket.ask(do="takeback", seat=0)
            assert socket.view["racks"][0] == rack
            assert socket.has_turn()

    asyncio.run(play())


def test_the_coach_is_asked_before_a_decision_is_made(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    seats = [{}, {"kind": "bot", "level": 1}]
    table = ann.open_table("dice", seats, start=0, coached=True)["table"]

    async def play() -> None:
        async with ann.socket(table) as socket:
            assert socket.table["settings"]["coached"]
            await socket.ask(do="start")
            while not socket.has_turn():
                await socket.receive()
            await hints_when_ready(socket, 0)
            answer = await socket.ask(do="coach", seat=0)
            assert (answer["type"], answer["left"]) == ("coach", 4)
            assert answer["advice"]["topic"] == "roll"
            decision = {"seat": 0, "reroll": True}
            answer = await socket.ask(do="coach", seat=0, decision=decision, said=["roll"] * 5)
            assert (answer["advice"], answer["left"]) == (None, 0)
            answer = await socket.ask(do="coach", seat=0, decision={"seat": 0, "draw": True})
            assert (answer["type"], answer["code"]) == ("refused", "rule")
            answer = await socket.ask(do="coach", seat=1)
            assert answer["type"] == "refused"

    asyncio.run(play())


def test_a_bot_plays_for_a_seat_that_was_left_until_its_owner_returns(
    server: ServerProcess,
) -> None:
    table, (ann, ben) = seat_guests(server.url, "dice", 2, start=0)

    async def play() -> None:
        rng = Random(6)
        async with ann.socket(table) as first, ben.socket(table) as second:
            await first.ask(do="start")
            await second.ask(do="leave", seat=1)
            while not any(news["event"] == "left" for news in (await first.receive())["news"]):
                pass
            while first.has_turn():
                await first.play(rng)
            played = []
            while not first.has_turn():
                played += (await first.receive())["news"]
            assert all(news["stand_in"] for news in played if news["event"] == "played")
            await second.ask(do="sit", seat=1)
            while first.shared["seats"][1].get("away"):
                await first.receive()
            while first.has_turn():
                await first.play(rng)
            while not second.has_turn():
                await second.receive()
            answer = await second.play(rng)
            assert not answer["news"][0]["stand_in"]

    asyncio.run(play())


def test_a_bot_plays_when_a_clock_expires(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    clock = {"kind": "move", "seconds": 1}
    table = ann.open_table("tiles", [{}, BOT], start=0, clock=clock)["table"]

    async def play() -> None:
        async with ann.socket(table) as socket:
            await socket.ask(do="start")
            assert socket.shared["deadline"] - socket.shared["since"] == 1000
            events: list[str] = []
            while "played" not in events:
                message = await socket.receive()
                events += [news["event"] for news in message["news"]]
            assert events[:2] == ["ran-out", "played"]
            assert socket.shared["stand_ins"]  # where the list of moves has its marks from

    asyncio.run(play())


def test_a_rematch_against_a_bot_or_at_one_screen_begins_at_once(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    against_bot: list[dict[str, Any]] = [{}, BOT]
    at_one_screen: list[dict[str, Any]] = [{}, {}]
    for seats, mine in ((against_bot, 1), (at_one_screen, 2)):
        opened = ann.open_table("duel", seats, start=0)
        for seat in range(1, mine):
            ann.sit(opened, seat)

        async def play(table: str = opened["table"]) -> str:
            async with ann.socket(table) as socket:
                await socket.ask(do="start")
                resign = {"seat": 0, "resign": True}
                await socket.ask(do="play", seat=0, number=socket.number + 1, decision=resign)
                await socket.ask(do="rematch")
                return str(socket.shared["rematch"])

        again = ann.get(f"/api/tables/{asyncio.run(play())}").json()
        assert again["view"]["shared"]["phase"] == "playing"


def test_a_match_with_a_rematch_and_its_records(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "dice+tiles", 2, start=1)

    async def play() -> str:
        rng = Random(7)
        async with ann.socket(table) as first, ben.socket(table) as second:
            for _ in range(2):
                await first.ask(do="start")
                while second.shared["phase"] != "playing":
                    await second.receive()

                async def play_on(socket: Socket) -> None:
                    while socket.shared["phase"] == "playing":
                        if socket.has_turn():
                            await socket.play(rng)
                        else:
                            await socket.receive()

                await asyncio.gather(play_on(first), play_on(second))
            assert first.is_over()
            assert len(first.shared["match"]["points"]) == 2
            await first.ask(do="rematch")
            other: str = first.shared["rematch"]
            await second.receive()
            assert second.shared["rematch"] == other
            refused = await second.ask(do="rematch")
            assert refused["type"] == "refused"
            return other

    other = asyncio.run(play())
    seen = ben.get(f"/api/tables/{other}").json()
    assert seen["view"]["yours"] == [1]
    assert seen["settings"]["start"] == 0
    everyone = httpx.get(f"{server.url}/api/tables/{table}/record")
    match = parse(everyone.text)
    verify(match)
    assert "attachment" in everyone.headers["content-disposition"]
    for number in range(2):
        one = httpx.get(f"{server.url}/api/tables/{table}/record?game={number}")
        verify(parse(one.text))
        replay = httpx.get(f"{server.url}/api/tables/{table}/replay?game={number}").json()
        assert len(replay["steps"]) == len(replay["record"]["log"]) + 1
    mine = [entry["table"] for entry in ann.get("/api/me/tables").json()["tables"]]
    assert set(mine) == {table, other}


def test_a_link_for_spectators_cannot_play(server: ServerProcess) -> None:
    ann, eve = Guest(server.url, "Ann"), Guest(server.url, "Eve")
    opened = ann.open_table("duel", [{}, {}])
    table = opened["table"]
    for invite in ("", "x" * 16, eve.open_table("duel", [{}, {}])["invite"]):
        sat = eve.post(f"/api/tables/{table}", {"do": "sit", "seat": 1, "invite": invite})
        assert sat.status_code == 409
        assert "needs an invitation" in sat.json()["error"]
    assert "invite" not in eve.get(f"/api/tables/{table}").json()

    async def watch() -> None:
        async with Socket(server.url, table) as spectator:
            assert "invite" not in spectator.table
            for message in ({"do": "start"}, {"do": "sit", "seat": 1}):
                assert (await spectator.ask(**message))["type"] == "refused"
        async with eve.socket(table) as socket:
            assert (await socket.ask(do="start"))["type"] == "refused"

    asyncio.run(watch())
    ben = Guest(server.url, "Ben")
    ben.sit(opened, 1)
    again = eve.post(f"/api/tables/{table}", {"do": "sit", "seat": 1, "invite": opened["invite"]})
    assert again.json()["error"] == "seat 1 is taken"


def test_tables_without_spectators_refuse_them(server: ServerProcess) -> None:
    ann, eve = Guest(server.url, "Ann"), Guest(server.url, "Eve")
    opened = ann.open_table("duel", [{}, {}], spectators=False)
    path = f"/api/tables/{opened['table']}"
    assert eve.get(path).status_code == 403
    assert eve.get(f"{path}?invite={opened['invite']}").status_code == 200
    assert ann.get(path).status_code == 200

    async def watch() -> None:
        with pytest.raises(InvalidStatus) as caught:
            await eve.socket(opened["table"]).open()
        assert caught.value.response.status_code == 403

    asyncio.run(watch())


def test_an_invited_guest_without_a_seat_is_disconnected_at_the_start(
    server: ServerProcess,
) -> None:
    ann, eve = Guest(server.url, "Ann"), Guest(server.url, "Eve")
    opened = ann.open_table("duel", [{}, BOT], spectators=False)

    async def watch() -> None:
        curious = eve.socket(opened["table"])
        await curious.open(invite=opened["invite"])
        async with ann.socket(opened["table"]) as socket:
            await socket.ask(do="start")
        with pytest.raises(ConnectionClosedError) as caught:
            await curious.watch_to_end()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1008

    asyncio.run(watch())


def test_quick_chat_does_not_make_a_decision_stale(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "duel", 2, start=0)

    async def play() -> None:
        async with ann.socket(table) as first, ben.socket(table) as second:
            await first.ask(do="start")
            await second.ask(do="react", seat=1, reaction="thinking")
            chosen, number = random_decision(first.view, Random(2)), first.number + 1
            answer = await first.ask(do="play", seat=0, number=number, decision=chosen)
            assert news_of(answer)["number"] == number + 1

    asyncio.run(play())


def test_listed_tables_are_open_to_everyone(server: ServerProcess) -> None:
    ann, eve = Guest(server.url, "Ann"), Guest(server.url, "Eve")
    opened = ann.open_table("duel", [{}, {}], listed=True)
    listed = httpx.get(server.url + "/api/tables").json()["tables"]
    (entry,) = [entry for entry in listed if entry["table"] == opened["table"]]
    assert entry["brief"]["seats"][0]["name"] == "Ann"
    sat = eve.post(f"/api/tables/{opened['table']}", {"do": "sit", "seat": 1})
    assert sat.status_code == 200


def test_a_guest_is_known_by_a_cookie(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url) as browser:
        assert browser.get("/api/me").status_code == 401
        response = browser.post("/api/guests", json={"name": "  Ann  Other "})
        assert response.json() == {"name": "Ann Other"}
        cookie = response.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        settings = {"games": ["solo"], "seats": [{}]}
        opened = browser.post(
            "/api/tables", json={"settings": settings, "sit": [0], "begin": True}
        ).json()
        browser.post("/api/guests", json={"name": "Ann"})  # a new name, the same person
        assert browser.get("/api/me").json() == {"name": "Ann"}
        tables = browser.get("/api/me/tables").json()["tables"]
        assert [entry["table"] for entry in tables] == [opened["table"]]
