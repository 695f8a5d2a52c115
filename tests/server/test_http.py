"""Bad input over HTTP that the API's description does not generate: refused with a reason."""

import http.client
import json
from typing import Any

import httpx
import pytest

from ingenious.rules import PLAYERS
from ingenious.rules.match import CHALLENGES, MAX_CHALLENGES
from testkit.server_process import ServerProcess
from testkit.wire_types import check_wire_type

from .conftest import GuestAtTables

pytestmark = pytest.mark.usefixtures("without_faults")

DEEP = 10_000


def asked(server: ServerProcess, method: str, path: str, **more: Any) -> httpx.Response:
    """A request whose path is sent as it is written."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.request(method, path, **more)
        answer = connection.getresponse()
        return httpx.Response(answer.status, headers=answer.getheaders(), content=answer.read())
    finally:
        connection.close()


def error_of(response: httpx.Response) -> str:
    """The content of a refusal, which always has the same form."""
    assert response.headers["content-type"] == "application/json"
    told: dict[str, Any] = response.json()
    check_wire_type("ProblemDoc", told)
    return str(told["error"])


def test_the_list_of_games_names_valid_settings(server: ServerProcess) -> None:
    found = {game["name"]: game for game in asked(server, "GET", "/api/games").json()}
    assert list(found) == list(PLAYERS)
    assert {name for name, game in found.items() if game["in_match"]} == set(CHALLENGES)
    assert {game["in_match"] for game in found.values()} == {0, MAX_CHALLENGES}
    assert all(game["levels"] == [1, 2, 3, 4, 5] for game in found.values())


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/games", {"GET", "HEAD"}),
        ("DELETE", "/api/tables", {"GET", "HEAD", "POST"}),
        ("PATCH", "/api/tables/x", {"GET", "HEAD", "POST"}),
        ("GET", "/api/guests", {"POST"}),
        ("POST", "/health", {"GET", "HEAD"}),
        ("BREW", "/api/me", {"GET", "HEAD"}),
    ],
)
def test_wrong_methods_are_refused(
    server: ServerProcess, method: str, path: str, allowed: set[str]
) -> None:
    response = asked(server, method, path)
    assert (response.status_code, error_of(response)) == (405, "Method Not Allowed")
    assert set(response.headers["allow"].split(", ")) == allowed


@pytest.mark.parametrize(
    "path", ["/nowhere", "/api", "/api/", "/api/tables/", "/api/tables/x/y", "//", "/../etc/passwd"]
)
def test_unknown_paths_are_refused(server: ServerProcess, path: str) -> None:
    response = asked(server, "GET", path)
    assert (response.status_code, error_of(response)) == (404, "Not Found")


@pytest.mark.parametrize(
    "id_",
    ["..", "%2e%2e", "%00", "%0d%0aX:y", "%ff", "%F0%9F%98%80", "a" * 10_000, "'--", "x y", "*"],
)
@pytest.mark.parametrize("more", ["", "/record", "/replay", "/history"])
def test_odd_table_ids_are_refused(server: ServerProcess, id_: str, more: str) -> None:
    response = asked(server, "GET", f"/api/tables/{id_}{more}".replace(" ", "%20"))
    assert response.status_code == 404
    assert "table" in error_of(response) or ".." in id_  # that is a path which leads elsewhere
    assert len(response.content) < 200


@pytest.mark.parametrize("given", [None, "text/plain", "application/x-www-form-urlencoded", "json"])
def test_another_content_type_is_refused(server: ServerProcess, given: str | None) -> None:
    headers = {} if given is None else {"Content-Type": given}
    response = asked(server, "POST", "/api/guests", body=b'{"name":"Ann"}', headers=headers)
    assert (response.status_code, error_of(response)) == (
        415,
        "the Content-Type must be application/json",
    )


@pytest.fixture(scope="module")
def waiting(guest_at_tables: GuestAtTables) -> str:
    """A table at which nothing has happened, and nothing does."""
    return guest_at_tables.guest.open_table("classic", [{}, {}])["table"]


def deep(opening: str, closing: str) -> str:
    return opening * DEEP + closing * DEEP


TABLE = "/api/tables/{table}"
BODIES = {
    "no JSON": ("/api/guests", "hello", 400, "not valid JSON"),
    "nothing": ("/api/guests", "", 400, "not valid JSON"),
    "half of it": ("/api/guests", '{"name":"An', 400, "not valid JSON"),
    "more than one": ("/api/guests", '{"name":"Ann"}{}', 400, "not valid JSON"),
    "not a number": ("/api/guests", '{"name":NaN}', 400, "not valid JSON"),
    "infinite": (TABLE, '{"do":"start","id":Infinity}', 400, "not valid JSON"),
    "half a letter": ("/api/guests", '{"name":"\\ud800"}', 400, "not valid JSON"),
    "the other half": ("/api/guests", '{"name":"\\udc00x"}', 400, "not valid JSON"),
    "a list": ("/api/guests", "[]", 422, "Expected `object`, got `array`"),
    "nothing at all": ("/api/guests", "null", 422, "Expected `object`, got `null`"),
    "a number as name": ("/api/guests", '{"name":1}', 422, "`$.name`"),
    "no name": ("/api/guests", "{}", 422, "missing required field `name`"),
    "an unknown field": ("/api/guests", '{"name":"Ann","x":1}', 422, "unknown field `x`"),
    "a name of spaces": ("/api/guests", '{"name":" \\t "}', 409, "1 to 40 visible characters"),
    "a long name": (
        "/api/guests",
        json.dumps({"name": "n" * 41}),
        409,
        "1 to 40 visible characters",
    ),
    "a name with a bell": ("/api/guests", '{"name":"\\u0007"}', 409, "1 to 40 visible characters"),
    "a name that turns": ("/api/guests", '{"name":"A\\u202e"}', 409, "1 to 40 visible characters"),
    "a name that shows nothing": ("/api/guests", '{"name":"\\u3164"}', 409, "visible characters"),
    "a token without a name": ("/api/tokens", '{"name":"\\u2800"}', 409, "visible characters"),
    "a name like a bot's": ("/api/guests", '{"name":"Nora [bot 3]"}', 409, "only a bot's name"),
    "a deep list": ("/api/guests", deep("[", "]"), 422, "got `array`"),
    "a deep name": ("/api/guests", f'{{"name":{deep("[", "]")}}}', 422, "got `array`"),
    "a deep decision": (
        TABLE,
        f'{{"do":"play","seat":0,"number":2,"decision":{{"x":{deep("[", "]")}}}}}',
        400,
        "nested too deeply",
    ),
    "deep objects": (
        TABLE,
        '{"do":"play","seat":0,"number":2,"decision":' + '{"x":' * 4000 + "0" + "}" * 4001,
        400,
        "nested too deeply",
    ),
    "a huge number": (TABLE, f'{{"do":"start","id":{"9" * 5000}}}', 422, "range"),
    "a huge seat": (
        TABLE,
        f'{{"do":"leave","seat":{"9" * 99}}}',
        409,
        "the seats are 0 to 1",
    ),
    "a seat below": (TABLE, '{"do":"leave","seat":-1}', 409, "the seats are 0 to 1"),
    "a seat and a half": (
        TABLE,
        '{"do":"leave","seat":0.5}',
        422,
        "Expected `int`",
    ),
    "a true seat": (TABLE, '{"do":"leave","seat":true}', 422, "Expected `int`"),
    "no command": (TABLE, '{"seat":0}', 422, "missing required field `do`"),
    "an unknown command": (TABLE, '{"do":"cheat"}', 422, "'cheat'"),
    "a hint": (TABLE, '{"do":"hint","seat":0}', 422, "'hint'"),
    "another reaction": (
        TABLE,
        '{"do":"react","seat":0,"reaction":"shut up"}',
        422,
        "`$.reaction`",
    ),
    "a decision too early": (
        TABLE,
        '{"do":"play","seat":0,"number":2,"decision":{"seat":0,"keep":true}}',
        409,
        "not begun",
    ),
    "no decision": (
        TABLE,
        '{"do":"play","seat":0,"number":2,"decision":{"seat":0}}',
        409,
        "must be one decision",
    ),
}


@pytest.mark.parametrize(("path", "body", "status", "why"), BODIES.values(), ids=BODIES)
def test_odd_bodies_are_refused(
    server: ServerProcess,
    guest_at_tables: GuestAtTables,
    waiting: str,
    path: str,
    body: str,
    status: int,
    why: str,
) -> None:
    headers = {"Content-Type": "application/json", **guest_at_tables.ways[0]}
    path = path.format(table=waiting)
    response = asked(server, "POST", path, body=body.encode(), headers=headers)
    assert (response.status_code, why in error_of(response)) == (status, True), response.text
    assert len(response.content) < 1000


def test_bytes_that_are_not_text_are_refused(server: ServerProcess) -> None:
    for body in (b'{"name":"\xff"}', b"\xff\xfe", b'\xef\xbb\xbf{"name":"Ann"}', b"\x00"):
        headers = {"Content-Type": "application/json"}
        response = asked(server, "POST", "/api/guests", body=body, headers=headers)
        assert (response.status_code, "not valid JSON" in error_of(response)) == (400, True)


GAMES = ", ".join(PLAYERS)
UNSUITABLE = {
    "no game": ({"games": []}, "a table needs at least one game"),
    "too many games": ({"games": ["dice"] * 13}, "a match must have 2 to 12 challenges, not 13"),
    "an unknown game": ({"games": ["chess"]}, f"unknown game 'chess'; the games are {GAMES}"),
    "a match of anything": (
        {"games": ["dice", "duel"]},
        "the challenges of a match must be from cards, dice, tiles",
    ),
    "nobody": ({"seats": []}, "classic is for 2, 3 or 4 players, not 0"),
    "a crowd": ({"seats": [{}] * 100}, "classic is for 2, 3 or 4 players, not 100"),
    "a team of two": ({"games": ["team"]}, "team is for 4 players, not 2"),
    "an edition to come": (
        {"edition": "2099"},
        "the edition of classic must be '2023' or '2004', not '2099'",
    ),
    "an option of another": ({"options": {"opening_roll": True}}, "no option opening_roll"),
    "talk without a team": ({"talk": True}, "talk is only for team games"),
    "starts without a match": ({"starts": "same"}, "starts is only for matches"),
    "an unknown way to begin": ({"starts": "youngest"}, "`$.settings.starts`"),
    "a start from nowhere": ({"start": 2}, "start must be a seat from 0 to 1, not 2"),
    "a bot too strong": (
        {"seats": [{}, {"kind": "bot", "level": 6}]},
        "level must be from 1 to 5, not 6",
    ),
    "a bot too weak": (
        {"seats": [{}, {"kind": "bot", "level": 0}]},
        "level must be from 1 to 5, not 0",
    ),
    "a program": ({"seats": [{}, {"kind": "program", "program": "rm"}]}, "it offers: none"),
    "no time": ({"clock": {"kind": "move", "seconds": 0}}, "1 to 1209600 seconds, not 0"),
    "a year": ({"clock": {"kind": "move", "seconds": 3e7}}, "1 to 1209600 seconds, not 3e+07"),
    "less each move": (
        {"clock": {"kind": "total", "seconds": 9, "increment": -1}},
        "an increment must be from 0 to the seconds of the clock",
    ),
    "a clock of another kind": ({"clock": {"kind": "hourglass"}}, "`$.settings.clock.kind`"),
    "too large for time": ({"clock": {"seconds": 10**400}}, "`$.settings.clock.seconds`"),
    "an unknown setting": ({"stakes": 5}, "unknown field `stakes` - at `$.settings`"),
    "a setting of a seat": ({"seats": [{}, {"colour": "R"}]}, "`$.settings.seats[1]`"),
    "no list of seats": ({"seats": 2}, "Expected `array`, got `int` - at `$.settings.seats`"),
}


@pytest.mark.parametrize(("changes", "right"), UNSUITABLE.values(), ids=UNSUITABLE)
def test_contradictory_settings_are_refused_with_a_reason(
    guest_at_tables: GuestAtTables, changes: dict[str, Any], right: str
) -> None:
    wanted = {"games": ["classic"], "seats": [{}, {}], **changes}
    response = guest_at_tables.guest.post("/api/tables", {"settings": wanted})
    assert response.status_code == 422
    assert right in error_of(response)


@pytest.mark.parametrize(
    ("more", "right"),
    [
        ({"sit": [2]}, "there is no seat 2; the seats are 0 to 1"),
        ({"sit": [-1]}, "there is no seat -1; the seats are 0 to 1"),
        ({"sit": [0, 0]}, "you are already in seat 0"),
        ({"sit": [0], "names": ["\u200b"]}, "a name must have 1 to 40 visible characters"),
        ({"sit": [0], "names": ["\uffa0"]}, "a name must have 1 to 40 visible characters"),
        ({"sit": [0], "begin": True}, "seat 1 is still free; the game needs all seats taken"),
    ],
)
def test_seats_that_cannot_be_taken_are_refused(
    guest_at_tables: GuestAtTables, more: dict[str, Any], right: str
) -> None:
    settings = {"games": ["classic"], "seats": [{}, {}]}
    before = guest_at_tables.guest.get("/api/me/tables").json()
    response = guest_at_tables.guest.post("/api/tables", {"settings": settings, **more})
    assert (response.status_code, error_of(response)) == (409, right)
    assert guest_at_tables.guest.get("/api/me/tables").json() == before


@pytest.mark.parametrize("game", ["-1", "1.5", "x", "9" * 5000, "٣", "1e3", " 0"])
def test_odd_numbers_of_games_are_refused(
    server: ServerProcess, guest_at_tables: GuestAtTables, game: str
) -> None:
    for what in ("record", "replay"):
        path = f"/api/tables/{guest_at_tables.tables[0]}/{what}"
        response = httpx.get(server.url + path, params={"game": game})
        assert response.status_code == 422
        assert error_of(response) == "game must be a whole number from 0 to 999999999"
        beyond = httpx.get(server.url + path, params={"game": "1"})
        assert (beyond.status_code, error_of(beyond)) == (
            404,
            "there is no game 1 at this table; games are counted from 0, and it has 1",
        )


def test_a_number_that_is_given_twice_is_refused(
    server: ServerProcess, guest_at_tables: GuestAtTables
) -> None:
    for what in ("record", "replay"):
        path = f"/api/tables/{guest_at_tables.tables[0]}/{what}"
        for given in ("game=0&game=0", "game=null&game="):
            response = httpx.get(f"{server.url}{path}?{given}")
            assert response.status_code == 422
            assert error_of(response) == "game was given more than once"
