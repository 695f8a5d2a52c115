"""People from elsewhere or under a false name, and what every answer carries against them."""

import asyncio
import sqlite3
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from ingenious.server.app import create_app
from ingenious.server.config import Config
from ingenious.server.http.guard import MAX_BODY_BYTES, SECURITY_HEADERS
from ingenious.server.identity import COOKIE, MAX_TOKEN_CHARACTERS, SECURE_COOKIE, People, Person
from testkit.client import Socket, random_decision
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess

from .hostile import ALLOWED, NEVER_EXPIRES, SECRET, SOLO, browser, is_healthy, signed_in

# From elsewhere


def foreign(server: ServerProcess) -> list[str]:
    """Origins of pages that are not ours."""
    return [
        "https://evil.example",
        "null",
        "",
        "http://[",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        f"http://127.0.0.1:{server.port}.evil.example",
        f"http://evil.example/127.0.0.1:{server.port}",
        f"http://127.0.0.1:{server.port}@evil.example",
        "file://",
        ALLOWED + ".evil.example",
        ALLOWED.replace("https", "http"),
        "\xff\xfe",
    ]


def test_pages_of_other_origins_cannot_use_a_cookie(strict: ServerProcess) -> None:
    with browser(strict) as client:
        cookie = f"{SECURE_COOKIE}={client.cookies[SECURE_COOKIE]}"
        table = client.post("/api/tables", json=SOLO).json()["table"]
        address = f"ws://127.0.0.1:{strict.port}/api/tables/{table}/live"

        async def status(origin: str) -> int:
            try:
                headers = {"Cookie": cookie, "Origin": origin}
                async with connect(address, additional_headers=headers) as opened:
                    await opened.recv()
                return 101
            except InvalidStatus as refused:
                return refused.response.status_code

        for origin in foreign(strict):
            headers = [(b"Origin", origin.encode("latin-1"))]
            for path, values in (("/api/tables", SOLO), ("/api/guests", {"name": "Eve"})):
                response = client.post(path, json=values, headers=headers)
                assert (response.status_code, origin) == (403, origin)
                assert (
                    response.json()["error"]
                    == "requests from web pages of this origin are not allowed"
                )
                assert "set-cookie" not in response.headers
            # What is only looked at is answered, but no page from elsewhere is let read it.
            seen = client.get("/api/me", headers=headers)
            assert "access-control-allow-origin" not in seen.headers
            if origin.isascii():
                assert (asyncio.run(status(origin)), origin) == (403, origin)
        assert len(client.get("/api/me/tables").json()["tables"]) == 1
        for origin in (ALLOWED, "http://localhost:5173", strict.url):
            assert asyncio.run(status(origin)) == 101
            renamed = client.post("/api/guests", json={"name": "Ann"}, headers={"Origin": origin})
            assert renamed.status_code == 201
    assert is_healthy(strict)


# Under a false name


def forged(server: ServerProcess) -> dict[str, tuple[str, str]]:
    """Cookies and tokens that are not what they should be."""
    ann = Person("gAnn", "Ann")
    ours, other = People(SECRET.encode()), People(b"another secret")
    cookie, token = ours.cookie(ann), ours.token(ann, NEVER_EXPIRES)
    payload, _, signature = cookie.rpartition(".")
    return {
        "nothing": ("", ""),
        "anything": ("x", "x"),
        "a dot": (".", "."),
        "without signature": (payload, payload),
        "with half of it": (cookie[:-5], token[:-5]),
        "with another name": ("x" + payload + "." + signature, "x" + token),
        "of another server": (other.cookie(ann), other.token(ann, NEVER_EXPIRES)),
        "of the other kind": (token, cookie),
        "an invitation": (ours.invite("x"), ours.invite("x")),
        "too long": (cookie + "x" * MAX_TOKEN_CHARACTERS, token + "x" * MAX_TOKEN_CHARACTERS),
        "far too long": ("x" * 20_000, "x" * 20_000),
        "compressed": (".eJyLVspMUbIyNNBRykvMTQUxDJRqAUxmBgY." + signature, ".eJw." + signature),
        "odd letters": ("\xff\xfe\x80", "\xff\xfe\x80"),
    }


def test_a_forged_cookie_is_ignored(strict: ServerProcess) -> None:
    private = {"games": ["duel"], "seats": [{}, {}], "spectators": False}
    owner = signed_in(strict, "Owner")
    table = owner.post("/api/tables", {"settings": private, "sit": [0]}).json()["table"]
    for what, (cookie, token) in forged(strict).items():
        for headers in (
            [(b"Cookie", f"{COOKIE}={cookie}".encode("latin-1"))],
            [(b"Cookie", f"{SECURE_COOKIE}={cookie}".encode("latin-1"))],
            [(b"Authorization", f"Bearer {token}".strip().encode("latin-1"))],
            [(b"Authorization", f"bearer  {token}".strip().encode("latin-1"))],
            [(b"Authorization", f"Basic {token}".strip().encode("latin-1"))],
        ):
            with httpx.Client(base_url=strict.url, headers=headers) as client:
                assert (client.get("/api/me").status_code, what) == (401, what)
                assert client.get("/api/me/tables").status_code == 401
                assert client.post("/api/tables", json=SOLO).status_code == 401
                assert client.get(f"/api/tables/{table}").status_code == 403
                left = client.post(f"/api/tables/{table}", json={"do": "leave", "seat": 0})
                assert left.status_code == 401
    assert is_healthy(strict)


def test_a_forged_cookie_opens_no_private_table_over_a_socket(strict: ServerProcess) -> None:
    owner = signed_in(strict, "Owner")
    private = {"games": ["duel"], "seats": [{}, {}], "spectators": False}
    opened = owner.post("/api/tables", {"settings": private, "sit": [0]}).json()
    settings = {"games": ["duel"], "seats": [{}, {}]}
    public = owner.post("/api/tables", {"settings": settings, "sit": [0]}).json()["table"]

    async def try_to_connect() -> None:
        for what, (_, token) in forged(strict).items():
            if not token.isascii() or len(token) > 8000:
                continue  # it cannot be sent, or cannot be read
            eve = Socket(strict.url, opened["table"], token)
            with pytest.raises(InvalidStatus) as refused:
                await eve.open()
            assert (refused.value.response.status_code, what) == (403, what)
            async with Socket(strict.url, public, token) as spectator:
                assert "yours" not in spectator.view
                answer = await spectator.ask(do="leave", seat=0)
                assert answer["error"] == "spectators cannot do that; choose a name first"

    asyncio.run(try_to_connect())
    assert is_healthy(strict)


def test_every_accepted_name_is_recognized_again() -> None:
    people = People(SECRET.encode())
    letters = [chr(code) for code in range(0x20, 0x2FFFF, 7) if chr(code).isprintable()]
    for name in (
        "\U00020000" * 40,
        *("".join(Random(n).choices(letters, k=40)) for n in range(99)),
    ):
        person = People.new_guest(name)
        assert people.from_cookie(people.cookie(person)) == person
        assert people.from_token(people.token(person, NEVER_EXPIRES), 0) == person


def test_an_invitation_is_for_a_free_seat_of_one_table_before_the_game(
    server: ServerProcess,
) -> None:
    ann, ben, eve = (Guest(server.url, name) for name in ("Ann", "Ben", "Eve"))
    opened = ann.open_table("duel", [{}, {}], spectators=False)
    path, other = f"/api/tables/{opened['table']}", ann.open_table("duel", [{}, {}])
    sit = {"do": "sit", "seat": 1, "invite": opened["invite"]}

    def refusal(values: dict[str, Any], where: str = path) -> str:
        response = eve.post(where, values)
        assert response.status_code == 409
        return str(response.json()["error"])

    assert "needs an invitation" in refusal(sit, f"/api/tables/{other['table']}")
    for invite in (other["invite"], opened["invite"].lower(), ""):
        response = eve.post(path, {**sit, "invite": invite})
        assert (response.status_code, response.json()) == (403, eve.get(path).json())
    assert eve.get(f"{path}?invite={opened['invite']}").status_code == 200
    ben.sit(opened, 1)
    for seat in (0, 1):
        assert refusal({**sit, "seat": seat}) == f"seat {seat} is taken"
    assert ann.post(path, {"do": "start"}).status_code == 200
    assert refusal(sit) == "seat 1 is taken"
    assert eve.get(f"{path}?invite={opened['invite']}").status_code == 403
    assert ben.post(path, {"do": "leave", "seat": 1}).status_code == 200
    assert refusal(sit) == "seat 1 is taken"  # it is Ben's, who may come back
    assert ben.post(path, {"do": "sit", "seat": 1}).status_code == 200
    resign = {"do": "play", "seat": 1, "number": 6, "decision": {"seat": 1, "resign": True}}
    ended = ben.post(path, resign)
    while ended.status_code == 409:  # a bot was faster
        number = ben.get(path).json()["view"]["number"] + 1
        ended = ben.post(path, {**resign, "number": number})
    assert refusal(sit) == "seat 1 is taken"


def test_the_games_of_a_private_match_are_hidden_until_all_are_over(
    server: ServerProcess,
) -> None:
    table, guests = seat_guests(server.url, "dice+tiles", 2, spectators=False)
    eve = Guest(server.url, "Eve")

    async def play(socket: Socket) -> None:
        while socket.shared["phase"] != "between":
            if socket.has_turn():
                await socket.play(Random(2))
            else:
                await socket.receive()

    async def play_the_first() -> None:
        async with guests[0].socket(table) as first, guests[1].socket(table) as second:
            await first.ask(do="start")
            await asyncio.gather(play(first), play(second))

    asyncio.run(play_the_first())
    for what in ("", "/record", "/replay", "/history", "/record?game=0", "/replay?game=0"):
        path = f"/api/tables/{table}{what}"
        assert (guests[0].get(path).status_code, what) == (200, what)
        assert (eve.get(path).status_code, what) == (403, what)
        assert (httpx.get(server.url + path).status_code, what) == (403, what)


# What is stored


def test_unknown_keys_of_a_decision_are_not_stored(server: ServerProcess) -> None:
    table, (ann, _) = seat_guests(server.url, "classic", 2, start=0)

    async def play() -> None:
        async with ann.socket(table) as socket:
            await socket.ask(do="start")
            junk: Any = "junk"
            for _ in range(500):
                junk = [junk]
            chosen = {**random_decision(socket.view, Random(1)), "junk": junk}
            answer = await socket.ask(do="play", seat=0, number=4, decision=chosen)
            assert answer["news"][0]["number"] == 4

    asyncio.run(play())
    store = sqlite3.connect(server.data / "games.sqlite")
    events = store.execute("SELECT event FROM events WHERE table_id = ?", (table,)).fetchall()
    store.close()
    assert len(events) == 5
    assert b'"place"' in events[4][0]
    assert not any(b"junk" in event for (event,) in events)


# What every answer carries


def assert_security_headers(headers: Any, path: str) -> None:
    """Whether an answer has all headers that keep a browser out of trouble."""
    for name, value in SECURITY_HEADERS.items():
        assert (name, headers.get(name)) == (name, value), path
    if path.startswith("/api/"):
        assert headers["Cache-Control"] == "no-store"


def test_every_response_has_the_security_headers(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    private = ann.open_table("duel", [{}, {}], spectators=False)["table"]
    table = f"/api/tables/{private}"
    asked: list[tuple[int, str, str, dict[str, Any]]] = [
        *((200, "GET", path, {}) for path in ("/", "/health", "/ready", "/metrics", "/api/games")),
        *((200, "GET", path, {}) for path in ("/api/openapi.json", "/api/docs", "/api/docs.css")),
        (200, "HEAD", "/api/games", {}),
        (201, "POST", "/api/guests", {"json": {"name": "Ann"}}),
        (
            400,
            "POST",
            "/api/guests",
            {"content": "{", "headers": {"Content-Type": "application/json"}},
        ),
        (401, "GET", "/api/me", {}),
        (403, "GET", table, {}),
        (403, "POST", "/api/guests", {"json": {}, "headers": {"Origin": "https://evil.example"}}),
        (404, "GET", "/api/tables/x", {}),
        (404, "GET", "/nowhere", {}),
        (405, "PUT", "/api/games", {}),
        (409, "POST", "/api/guests", {"json": {"name": ""}}),
        (413, "POST", "/api/guests", {"json": {"name": "n" * MAX_BODY_BYTES}}),
        (415, "POST", "/api/guests", {"content": "x"}),
        (422, "POST", "/api/guests", {"json": {}}),
    ]
    for status, method, path, more in asked:
        response = httpx.request(method, server.url + path, **more)
        assert (response.status_code, path) == (status, path)
        assert_security_headers(response.headers, path)
        assert "server" not in response.headers


def test_the_refusal_of_a_socket_has_the_security_headers(strict: ServerProcess) -> None:
    async def refused(path: str, **headers: str) -> tuple[int, Any]:
        address = strict.url.replace("http", "ws") + path
        with pytest.raises(InvalidStatus) as caught:
            await connect(address, additional_headers=headers)
        return caught.value.response.status_code, caught.value.response.headers

    async def try_to_connect() -> None:
        for status, path, origin in (
            (404, "/api/tables/x/live", strict.url),
            (422, "/api/tables/x/live?after=x", strict.url),
            (403, "/api/tables/x/live", "https://evil.example"),
        ):
            found, headers = await refused(path, Origin=origin)
            assert found == status
            assert_security_headers(headers, path)

    asyncio.run(try_to_connect())


def test_an_internal_error_has_the_security_headers(tmp_path: Path) -> None:
    async def fail(request: Request) -> Response:
        raise ZeroDivisionError("a secret")

    app = create_app(Config(data=str(tmp_path)))
    app.router.routes.append(Route("/fail", fail))

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return await client.get("/fail")

    response = asyncio.run(ask())
    assert response.status_code == 500
    assert "secret" not in response.text
    assert_security_headers(response.headers, "/fail")


def test_only_our_own_script_files_can_run(server: ServerProcess) -> None:
    policy = httpx.get(server.url + "/").headers["content-security-policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == "'self'"
    assert parts.get("script-src", "'self'") == "'self'"
    assert parts.get("style-src", "'self'") == "'self'"
    assert (parts["object-src"], parts["base-uri"]) == ("'none'", "'none'")
    assert parts["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy
    assert "*" not in policy


class Inline(HTMLParser):
    """Looks for what a policy without inline scripts and styles would not let through."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags += 1
        names = dict(attrs)
        if tag in ("style", "iframe", "object", "embed", "base") or (
            tag == "script" and "src" not in names
        ):
            self.found.append(tag)
        self.found += [name for name in names if name.startswith("on") or name == "style"]
        links = (names.get("href") or "", names.get("src") or "")
        self.found += [link for link in links if ":" in link or link.startswith("//")]


def test_the_api_page_obeys_the_content_security_policy(server: ServerProcess) -> None:
    page = httpx.get(server.url + "/api/docs")
    inline = Inline()
    inline.feed(page.text)
    assert inline.tags > 50
    assert inline.found == []


def test_cookies_are_only_sent_to_our_server(server: ServerProcess, strict: ServerProcess) -> None:
    for running, is_secure in ((server, False), (strict, True)):
        cookie = httpx.post(running.url + "/api/guests", json={"name": "Ann"}).headers["set-cookie"]
        _, *rules = cookie.lower().split("; ")
        assert {"httponly", "samesite=lax", "path=/"} <= set(rules)
        assert ("secure" in rules) == is_secure
        assert not any(rule.startswith("domain") for rule in rules)


def test_a_socket_refuses_compression(server: ServerProcess) -> None:
    table, _ = seat_guests(server.url, "duel", 2)

    async def offer() -> ClientConnection:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
        async with connect(address, compression="deflate") as opened:
            return opened

    assert asyncio.run(offer()).protocol.extensions == []
