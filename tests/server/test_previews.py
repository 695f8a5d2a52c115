"""Links to tables and replays show a picture and a few words, and nothing that is hidden."""

import asyncio
import re
from html import unescape
from pathlib import Path
from random import Random

import httpx
import pytest

from ingenious.position import Position
from ingenious.record import Record, parse
from ingenious.server.http.previews import LAST_GAME, picture_request
from ingenious.server.http.record_reader import PictureRequest, ReaderLimit, RecordReader
from testkit.client import random_decision
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess
from testkit.tables import two_players

FRAME = (1200, 630)


def tags(page: httpx.Response) -> dict[str, str]:
    """The tags for previews in a page."""
    assert page.status_code == 200
    found = re.findall(
        r'<meta (?:property|name)="(og:\S+|twitter:\S+)" content="(.*?)" />', page.text
    )
    return {name: unescape(value) for name, value in found}


def page(server: ServerProcess, path: str, **query: str) -> httpx.Response:
    return httpx.get(server.url + path, params=query, headers={"Accept": "text/html"})


def picture(server: ServerProcess, table: str, **query: str | int) -> httpx.Response:
    return httpx.get(f"{server.url}/api/tables/{table}/preview.png", params=query, timeout=30)


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def play(guests: list[Guest], table: str, moves: int = 0) -> None:
    """Start the game, and make a few moves."""
    path, rng = f"/api/tables/{table}", Random(1)
    assert guests[0].post(path, {"do": "start"}).status_code == 200
    for _ in range(moves):
        seat = guests[0].get(path).json()["view"]["turn"]["seat"]
        view = guests[seat].get(path).json()["view"]
        message = {"do": "play", "seat": seat, "number": view["number"] + 1}
        answer = guests[seat].post(path, message | {"decision": random_decision(view, rng)})
        assert answer.status_code == 200, answer.text


def test_a_running_game_is_shown_as_spectators_know_it(server: ServerProcess) -> None:
    table, guests = seat_guests(server.url, "classic", 2)
    play(guests, table, moves=5)
    shown = tags(page(server, f"/table/{table}"))
    assert shown["og:title"] == "Ingenious: Guest 0 – Guest 1"
    assert re.fullmatch(
        r"Guest [01] is to move\. Lowest pegs: Guest 0 0, Guest 1 0\.", shown["og:description"]
    )
    assert shown["og:url"] == f"{server.url}/table/{table}"
    assert shown["og:image"] == f"{server.url}/api/tables/{table}/preview.png"
    assert shown["twitter:card"] == "summary_large_image"
    drawn = httpx.get(shown["og:image"], timeout=30)
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
    assert drawn.headers["cache-control"] == "public, max-age=60"
    assert drawn.headers["cross-origin-resource-policy"] == "cross-origin"
    assert size(drawn.content) == FRAME
    record = parse(httpx.get(f"{server.url}/api/tables/{table}/record").text)
    assert isinstance(record, Record)
    assert record.view == "spectator"
    assert drawn.content == Position.of(record).png(frame=FRAME, names=record.seats)
    for guest in guests:  # a player gets the same picture
        assert guest.get(f"/api/tables/{table}/preview.png").content == drawn.content


def test_a_finished_game_is_shown_with_its_result(server: ServerProcess) -> None:
    table, guests = seat_guests(server.url, "duel", 2)
    play(guests, table)
    view = guests[0].get(f"/api/tables/{table}").json()["view"]
    seat, number = view["turn"]["seat"], view["number"] + 1
    message = {
        "do": "play",
        "seat": seat,
        "number": number,
        "decision": {"seat": seat, "resign": True},
    }
    assert guests[seat].post(f"/api/tables/{table}", message).status_code == 200
    shown = tags(page(server, f"/replay/{table}", game="0"))
    assert shown["og:title"] == "Ingenious duel: Guest 0 – Guest 1"
    assert (
        shown["og:description"] == f"Guest {1 - seat} won. Pegs on each side: Guest 0 0, Guest 1 0."
    )
    assert shown["og:url"] == f"{server.url}/replay/{table}"
    assert shown["og:image"].endswith("/preview.png?game=0")
    assert size(httpx.get(shown["og:image"], timeout=30).content) == FRAME


def test_an_open_table_is_shown_with_its_free_seats(server: ServerProcess) -> None:
    opened = Guest(server.url, 'Ann "<b>&').open_table("dice", [{}] * 3)
    shown = tags(page(server, f"/table/{opened['table']}"))
    assert shown["og:title"] == 'Dice Challenge: Ann "<b>&'
    assert shown["og:description"] == "2 seats are free."
    assert "<b>" not in page(server, f"/table/{opened['table']}").text
    assert size(httpx.get(shown["og:image"], timeout=30).content) == FRAME


def test_a_private_table_is_shown_to_no_other_person(server: ServerProcess) -> None:
    guests = [Guest(server.url, name) for name in ("Ann", "Bob")]
    opened = guests[0].open_table("classic", [{}] * 2, spectators=False)
    table, invite = opened["table"], opened["invite"]
    assert not tags(page(server, f"/table/{table}"))
    assert not tags(page(server, f"/table/{table}", invite="wrong"))
    assert picture(server, table).status_code == 403
    invited = tags(page(server, f"/table/{table}", invite=invite))
    assert invited["og:title"] == "Ingenious: Ann"
    drawn = httpx.get(invited["og:image"], timeout=30)
    assert size(drawn.content) == FRAME
    assert drawn.headers["cache-control"] == "private, max-age=60"
    assert drawn.headers["cross-origin-resource-policy"] == "cross-origin"
    guests[1].sit(opened, 1)
    play(guests, table)
    assert not tags(page(server, f"/table/{table}", invite=invite))
    assert picture(server, table, invite=invite).json()["code"] == "private"
    own = guests[0].get(f"/api/tables/{table}/preview.png")
    assert size(own.content) == FRAME
    assert own.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("table", ["none", "0" * 22, "%00", "a" * 500])
def test_an_unknown_table_has_no_preview(server: ServerProcess, table: str) -> None:
    assert not tags(page(server, f"/table/{table}"))
    answer = picture(server, table)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-table")


def test_there_must_be_such_a_game(server: ServerProcess) -> None:
    table = Guest(server.url, "Ann").open_table("dice", [{}] * 2)["table"]
    assert picture(server, table, game=0).status_code == 404
    assert picture(server, table, game=10**8).status_code == 404
    for wrong in ("x", "", "9" * 5000):
        assert picture(server, table, game=wrong).status_code == 422
        shown = tags(page(server, f"/replay/{table}", game=wrong))
        assert shown["og:title"] == "Dice Challenge: Ann"
        assert shown["og:image"].endswith("/preview.png")


def test_addresses_are_those_of_the_first_origin(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", "--origins", "https://play.example.org") as running:
        table = Guest(running.url, "Ann").open_table("solo", [{}])["table"]
        shown = tags(page(running, f"/table/{table}"))
    assert shown["og:url"] == f"https://play.example.org/table/{table}"
    assert shown["og:image"].startswith("https://play.example.org/api/")


def test_a_request_for_a_picture_has_nothing_hidden() -> None:
    driver, rng = two_players(), Random(2)
    for _ in range(12):
        request = picture_request(driver.table, LAST_GAME)
        record = parse(request.record)
        assert isinstance(record, Record)
        position = Position.of(record)
        assert position == position.redact(None)
        assert not position.is_known
        driver.play(rng)


def test_pictures_are_kept_and_count_as_reading() -> None:
    async def run() -> None:
        reader = RecordReader(1.0)
        try:
            first = await reader.picture(PictureRequest(("Ann", "Bob"), "dice", 2), "here")
            assert size(first) == FRAME
            with pytest.raises(ReaderLimit):
                await reader.picture(PictureRequest(("Ann", "Cid"), "dice", 2), "here")
            again = await reader.picture(PictureRequest(("Ann", "Bob"), "dice", 2), "here")
            assert again == first
        finally:
            await reader.close()

    asyncio.run(run())
