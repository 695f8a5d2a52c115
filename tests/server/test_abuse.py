"""People who mean harm: too much, too slow, too often, from elsewhere, under a false name."""

import asyncio
import re
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bench.client import Socket, decision
from ingenious.server.app import create_app
from ingenious.server.config import Config
from ingenious.server.people import COOKIE, LONGEST, People, Person
from ingenious.server.shield import HEADERS, LARGEST_BODY

from .running import Guest, Running, seated

SECRET = "a secret that only this test and its server know"
ALLOWED = "https://play.example"
STRICT = (
    *("--origins", f"{ALLOWED} http://localhost:5173", "--secure"),
    *("--tables-per-person", "3", "--sockets", "8", "--messages-per-second", "1000000"),
)
SOLO = {"settings": {"games": ["solo"], "seats": [{}]}, "sit": [0]}
UPGRADE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
HASTE = """
import sys
from ingenious.cli import main
from ingenious.server import patience, shield
shield.PATIENCE, patience.ARRIVAL, patience.READING = 1.0, 1.5, 2.0
sys.exit(main())
"""


class Hasty(Running):
    """A server whose patience ends after a second or two, so that a test need not wait long."""

    def __init__(self, data: Path, *options: str) -> None:
        super().__init__(data, *options)
        at = self._words.index("-m")
        self._words[at : at + 2] = ["-c", HASTE]


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INGENIOUS_SECRET", SECRET)
        running = Running(tmp_path_factory.mktemp("strict") / "data", *STRICT)
        with running:
            yield running


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Hasty(tmp_path_factory.mktemp("hasty") / "data") as running:
        yield running


@contextmanager
def browser(server: Running) -> Iterator[httpx.Client]:
    """Somebody with a cookie."""
    with httpx.Client(base_url=server.url, timeout=30) as client:
        client.post("/api/guests", json={"name": "Ann"}).raise_for_status()
        for cookie in client.cookies.jar:
            cookie.secure = False  # as if there were HTTPS
        yield client


def connected(server: Running, data: bytes = b"") -> socket.socket:
    """A bare connection, over which something was sent."""
    bare = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    bare.sendall(data)
    return bare


def heard(bare: socket.socket) -> bytes:
    """Everything that comes until the other side ends the connection."""
    found = b""
    with bare, suppress(ConnectionResetError):
        while data := bare.recv(65536):
            found += data
    return found


def is_well(server: Running) -> bool:
    """Whether the server serves others, without delay and without having made a mistake."""
    begun = time.monotonic()
    response = httpx.get(server.url + "/ready", timeout=30)
    return response.status_code == 200 and time.monotonic() - begun < 5 and not faults(server)


def faults(server: Running) -> list[str]:
    """What the server's log tells of its own mistakes."""
    return [line for line in server.log.splitlines() if '"trace"' in line or '"error"' in line]


def post(path: str, *headers: str) -> bytes:
    """The head of a request whose body is to follow."""
    lines = [f"POST {path} HTTP/1.1", "Host: x", "Content-Type: application/json", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


# Too much


def test_a_body_has_a_largest_size(server: Running) -> None:
    guest = Guest(server.url, "Ann")
    for size, status in ((LARGEST_BODY, 409), (LARGEST_BODY + 1, 413), (10 * LARGEST_BODY, 413)):
        body = b'{"name":"' + b"n" * (size - 11) + b'"}'
        assert len(body) == size
        for content in (body, iter([body[:100], body[100:]])):  # with its length, and chunked
            response = httpx.post(
                server.url + "/api/guests",
                content=content,
                headers={"Content-Type": "application/json"},
            )
            assert response.status_code == status
            assert ("at most 32768 bytes" in response.json()["error"]) == (status == 413)
    assert guest.get("/api/me").status_code == 200


def test_a_chunk_after_the_other(server: Running) -> None:
    bare = connected(server, post("/api/guests", "Transfer-Encoding: chunked"))
    chunk = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
    answer = b""
    for _ in range(12):
        bare.sendall(chunk)
    while b"at most" not in answer:
        answer += bare.recv(65536)
    assert answer.startswith(b"HTTP/1.1 413 ")
    bare.close()
    assert is_well(server)


def test_headers_have_a_largest_size(server: Running) -> None:
    for lines in ("X: " + "x" * 2_000_000, "\r\n".join(f"X{n}: {n}" for n in range(200_000))):
        bare = connected(server)
        with suppress(OSError):  # it may be refused before all of it was sent
            bare.sendall(f"GET / HTTP/1.1\r\nHost: x\r\n{lines}\r\n\r\n".encode())
        assert heard(bare)[:12] in (b"HTTP/1.1 400", b"")
    assert is_well(server)


@pytest.mark.parametrize(
    "lines", ["X: " + "x" * 9000, "\r\n".join(f"X{n}: {n}" for n in range(200))]
)
def test_a_handshake_has_a_largest_size(server: Running, lines: str) -> None:
    bare = connected(server, f"{UPGRADE.format(table='x')}{lines}\r\n\r\n".encode())
    assert heard(bare).startswith(b"HTTP/1.1 431 ")
    bare = connected(server, UPGRADE.format(table="x" * 9000).encode() + b"\r\n")
    assert heard(bare).startswith(b"HTTP/1.1 431 ")
    assert is_well(server)


@pytest.mark.parametrize(
    "lines",
    [
        "Content-Length: -1",
        "Content-Length: 1e9",
        "Content-Length: 5\r\nContent-Length: 6",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding: chunked\r\n\r\nzz",
        "Host: y",
        "Bad Header: x",
        "X: \x00",
    ],
)
def test_requests_that_are_none(server: Running, lines: str) -> None:
    bare = connected(server, post("/api/guests", lines) + b"{}")
    assert int(heard(bare).split()[1]) in (400, 501)
    assert is_well(server)


# Too slow


def test_a_body_that_never_ends(hasty: Running) -> None:
    for head in ("Content-Length: 100", "Transfer-Encoding: chunked"):
        answer = heard(connected(hasty, post("/api/guests", head) + b"1"))
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"has to arrive within 1 seconds" in answer
    assert is_well(hasty)


def test_a_body_that_comes_letter_by_letter(hasty: Running) -> None:
    bare = connected(hasty, post("/api/guests", "Content-Length: 1000"))
    begun = time.monotonic()
    with suppress(ConnectionResetError, BrokenPipeError):
        while time.monotonic() < begun + 30:
            bare.sendall(b" ")
            time.sleep(0.1)
    assert 1 < time.monotonic() - begun < 10
    bare.close()
    assert is_well(hasty)


@pytest.mark.parametrize(
    "data",
    ["", "G", "GET / HTTP/1.1\r\nHost: x\r\n", UPGRADE.format(table="x")],
    ids=["nothing", "a letter", "half a head", "half a handshake"],
)
def test_a_request_that_never_comes(hasty: Running, data: str) -> None:
    begun = time.monotonic()
    assert heard(connected(hasty, data.encode())) == b""
    assert 1 < time.monotonic() - begun < 10
    assert is_well(hasty)


def test_a_second_request_that_never_comes(hasty: Running) -> None:
    bare = connected(hasty, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    while not bare.recv(65536).endswith(b"alive\n"):
        pass
    bare.sendall(b"GET /hea")
    assert heard(bare) == b""


def test_many_who_only_connect_hold_up_nobody(hasty: Running) -> None:
    table, (ann, _) = seated(hasty.url, "duel", 2, start=0)
    idle = [connected(hasty, b"GET / HT") for _ in range(200)]

    async def play() -> None:
        async with ann.socket(table) as socket:
            await socket.ask(do="start")
            begun = time.monotonic()
            await socket.play(Random(1))
            assert time.monotonic() - begun < 5

    asyncio.run(play())
    assert is_well(hasty)
    assert [heard(bare) for bare in idle] == [b""] * len(idle)


def sockets_of(server: Running) -> int:
    """How many sockets the server says are open."""
    found = re.search(r"^ingenious_sockets (\d+)", httpx.get(server.url + "/metrics").text, re.M)
    assert found is not None
    return int(found[1])


def test_who_never_reads_is_cut_off_and_holds_up_nobody(hasty: Running) -> None:
    table, guests = seated(hasty.url, "duel", 2, start=0)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", hasty.port))
    slow.sendall(UPGRADE.format(table=table).encode() + b"\r\n")

    async def play(socket: Socket) -> float:
        worst = 0.0
        while not socket.is_over():
            if not socket.has_turn():
                await socket.receive()
                continue
            begun = time.monotonic()
            await socket.play(Random(1))
            worst = max(worst, time.monotonic() - begun)
        return worst

    async def be_busy() -> float:
        async with guests[0].socket(table) as first, guests[1].socket(table) as second:
            while sockets_of(hasty) < 3:
                await asyncio.sleep(0.05)
            await first.ask(do="start")
            worst = await asyncio.gather(play(first), play(second))
            until = time.monotonic() + 30
            while sockets_of(hasty) > 2 and time.monotonic() < until:
                await asyncio.sleep(0.1)
            assert sockets_of(hasty) == 2
        return max(worst)

    assert asyncio.run(be_busy()) < 5
    heard(slow)  # comes to an end
    assert is_well(hasty)


def test_who_reads_too_late_is_told_to_come_back(strict: Running) -> None:
    ann = known(strict, "Ann")
    wanted = {"settings": {"games": ["classic"], "seats": [{}, {}], "start": 0}, "sit": [0, 1]}
    table = ann.post("/api/tables", {**wanted, "begin": True}).json()["table"]

    async def ask_without_reading() -> None:
        async with ann.socket(table) as first, ann.socket(table) as second:
            slow = first._socket
            assert slow is not None
            slow.transport.pause_reading()
            for _ in range(6_000):  # answers of some kilobytes, more than all buffers hold
                await slow.send('{"do":"look","seat":0}')
            answer = await second.ask(do="look", seat=0)  # nobody else waits for that
            assert answer["type"] == "table"
            slow.transport.resume_reading()
            with suppress(ConnectionClosed):
                async for _ in slow:
                    pass
            assert (slow.close_code, slow.close_reason) == (
                1013,
                "too slow; come back for the rest",
            )

    asyncio.run(ask_without_reading())
    assert is_well(strict)


# Too often


def test_signing_in_and_opening_tables_have_their_rates(tmp_path: Path) -> None:
    options = ("--guests-per-minute", "3", "--tables-per-minute", "2", "--requests-per-second", "4")
    with Running(tmp_path / "data", *options) as server:
        tokens = []
        for path in ("/api/guests", "/api/tokens", "/api/tokens"):
            response = httpx.post(server.url + path, json={"name": "Ann"})
            assert response.status_code == 201
            tokens.append(response.json().get("token"))
        too_many = httpx.post(server.url + "/api/guests", json={"name": "Ann"})
        assert (too_many.status_code, too_many.headers["retry-after"]) == (429, "60")
        assert "too many new names" in too_many.json()["error"]
        assert "set-cookie" not in too_many.headers
        headers = {"Authorization": f"Bearer {tokens[-1]}"}
        asked = [httpx.post(server.url + "/api/tables", json=SOLO, headers=headers) for _ in "123"]
        assert [response.status_code for response in asked] == [201, 201, 429]
        assert "too many new tables" in asked[2].json()["error"]
        with httpx.Client(base_url=server.url, headers=headers) as client:
            answers = [client.get("/api/me") for _ in range(60)]
            assert {response.status_code for response in answers} == {200, 429}
            assert answers[-1].headers["retry-after"].isdigit()
            assert client.get("/health").status_code == 200  # whoever watches over it still can
            time.sleep(0.5)
            assert client.get("/api/me").status_code == 200


def test_a_flood_on_one_socket_is_slowed_down_and_others_are_not(server: Running) -> None:
    table, (ann, ben) = seated(server.url, "duel", 2)
    flood = 130

    async def play() -> None:
        async with ann.socket(table) as first, ben.socket(table) as second:

            async def send_all() -> float:
                begun = time.monotonic()
                ids = [await first.send(do="look", seat=0) for _ in range(flood)]
                while (await first.receive()).get("id") != ids[-1]:
                    pass
                return time.monotonic() - begun

            flooding = asyncio.create_task(send_all())
            took = []
            for _ in range(20):
                begun = time.monotonic()
                await second.ask(do="look", seat=1)
                took.append(time.monotonic() - begun)
                await asyncio.sleep(0.05)
            # 60 at once and then 30 a second, by default
            assert await flooding > (flood - 60) / 30 - 0.5
            assert sorted(took)[10] < 0.5

    asyncio.run(play())
    assert is_well(server)


def known(server: Running, name: str, id_: str | None = None) -> Guest:
    """Somebody with a token that was made here, with the server's own secret."""
    guest = Guest.__new__(Guest)
    person = People.new_program(name) if id_ is None else Person(id_, name)
    guest.url, guest.name, guest.token = server.url, name, People(SECRET.encode()).token(person)
    guest._headers = {"Authorization": f"Bearer {guest.token}"}
    return guest


def test_nobody_has_more_tables_than_he_can_play_at(strict: Running) -> None:
    ann = known(strict, "Ann")
    opened = [ann.post("/api/tables", SOLO) for _ in range(4)]
    assert [response.status_code for response in opened] == [201, 201, 201, 429]
    assert opened[3].json()["error"].startswith("you have 3 tables that are not over; end some")
    assert known(strict, "Ben").post("/api/tables", SOLO).status_code == 201
    # What nobody came to for a day is closed, and counts no longer.
    table = opened[0].json()["table"]
    with sqlite3.connect(strict.data / "games.sqlite") as store:
        store.execute("UPDATE tables SET changed = changed - 86500000 WHERE id = ?", (table,))
    store.close()
    assert ann.post("/api/tables", SOLO).status_code == 201


def test_there_is_a_last_socket(strict: Running) -> None:
    ann = known(strict, "Ann")
    table = ann.post("/api/tables", SOLO).json()["table"]

    async def fill() -> None:
        while sockets_of(strict):  # of tests before
            await asyncio.sleep(0.05)
        held = [await ann.socket(table).open() for _ in range(8)]
        for _ in range(2):
            with pytest.raises(InvalidStatus) as refused:
                await ann.socket(table).open()
            answer = refused.value.response
            assert answer.status_code == 503
            assert b"too many people" in bytes(answer.body or b"")
        assert ann.get("/api/me").status_code == 200
        await held.pop().close()
        while sockets_of(strict) == 8:
            await asyncio.sleep(0.05)
        held.append(await ann.socket(table).open())
        for one in held:
            await one.close()

    asyncio.run(fill())
    assert is_well(strict)


# From elsewhere


def foreign(server: Running) -> list[str]:
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


def test_pages_from_elsewhere_can_do_nothing_with_a_cookie(strict: Running) -> None:
    with browser(strict) as client:
        cookie = f"{COOKIE}={client.cookies[COOKIE]}"
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
                assert response.json()["error"] == "this origin may not use the server"
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
    assert is_well(strict)


# Under a false name


def forged(server: Running) -> dict[str, tuple[str, str]]:
    """Cookies and tokens that are not what they should be."""
    ann = Person("gAnn", "Ann")
    ours, other = People(SECRET.encode()), People(b"another secret")
    cookie, token = ours.cookie(ann), ours.token(ann)
    payload, _, signature = cookie.rpartition(".")
    return {
        "nothing": ("", ""),
        "anything": ("x", "x"),
        "a dot": (".", "."),
        "without signature": (payload, payload),
        "with half of it": (cookie[:-5], token[:-5]),
        "with another name": ("x" + payload + "." + signature, "x" + token),
        "of another server": (other.cookie(ann), other.token(ann)),
        "of the other kind": (token, cookie),
        "an invitation": (ours.invite("x"), ours.invite("x")),
        "too long": (cookie + "x" * LONGEST, token + "x" * LONGEST),
        "far too long": ("x" * 20_000, "x" * 20_000),
        "compressed": (".eJyLVspMUbIyNNBRykvMTQUxDJRqAUxmBgY." + signature, ".eJw." + signature),
        "odd letters": ("\xff\xfe\x80", "\xff\xfe\x80"),
    }


def test_what_was_not_signed_here_is_nobody(strict: Running) -> None:
    private = {"games": ["duel"], "seats": [{}, {}], "spectators": False}
    owner = known(strict, "Owner")
    table = owner.post("/api/tables", {"settings": private, "sit": [0]}).json()["table"]
    for what, (cookie, token) in forged(strict).items():
        for headers in (
            [(b"Cookie", f"{COOKIE}={cookie}".encode("latin-1"))],
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
    assert is_well(strict)


def test_a_false_name_sees_no_private_table_over_a_socket(strict: Running) -> None:
    owner = known(strict, "Owner")
    private = {"games": ["duel"], "seats": [{}, {}], "spectators": False}
    opened = owner.post("/api/tables", {"settings": private, "sit": [0]}).json()
    settings = {"games": ["duel"], "seats": [{}, {}]}
    public = owner.post("/api/tables", {"settings": settings, "sit": [0]}).json()["table"]

    async def knock() -> None:
        for what, (_, token) in forged(strict).items():
            if not token.isascii() or len(token) > 8000:
                continue  # nobody could send it, or read it
            eve = Socket(strict.url, opened["table"], token)
            with pytest.raises(InvalidStatus) as refused:
                await eve.open()
            assert (refused.value.response.status_code, what) == (403, what)
            async with Socket(strict.url, public, token) as spectator:
                assert "yours" not in spectator.view
                answer = await spectator.ask(do="leave", seat=0)
                assert answer["error"] == "who only watches cannot do that; choose a name first"

    asyncio.run(knock())
    assert is_well(strict)


def test_every_name_that_is_taken_is_known_again() -> None:
    people = People(SECRET.encode())
    letters = [chr(code) for code in range(0x20, 0x2FFFF, 7) if chr(code).isprintable()]
    for name in (
        "\U00020000" * 40,
        *("".join(Random(n).choices(letters, k=40)) for n in range(99)),
    ):
        person = People.new_guest(name)
        assert people.of_cookie(people.cookie(person)) == person
        assert people.of_token(people.token(person)) == person


def test_an_invitation_is_for_a_free_seat_of_one_table_before_the_game(server: Running) -> None:
    ann, ben, eve = (Guest(server.url, name) for name in ("Ann", "Ben", "Eve"))
    opened = ann.open_table("duel", [{}, {}], spectators=False)
    path, other = f"/api/tables/{opened['table']}", ann.open_table("duel", [{}, {}])
    sit = {"do": "sit", "seat": 1, "invite": opened["invite"]}

    def refusal(values: dict[str, Any], where: str = path) -> str:
        response = eve.post(where, values)
        assert response.status_code == 409
        return str(response.json()["error"])

    assert "invited" in refusal(sit, f"/api/tables/{other['table']}")
    assert "invited" in refusal({**sit, "invite": other["invite"]})
    assert "invited" in refusal({**sit, "invite": opened["invite"].lower()})
    assert "invited" in refusal({**sit, "invite": ""})
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


def test_of_a_private_match_nobody_else_sees_a_game_before_all_are_over(server: Running) -> None:
    table, guests = seated(server.url, "dice+tiles", 2, spectators=False)
    eve = Guest(server.url, "Eve")

    async def play(socket: Socket) -> None:
        while socket.view["phase"] != "between":
            if socket.has_turn():
                await socket.play(Random(2))
            else:
                await socket.receive()

    async def play_the_first() -> None:
        async with guests[0].socket(table) as first, guests[1].socket(table) as second:
            await first.ask(do="start")
            await asyncio.gather(play(first), play(second))

    asyncio.run(play_the_first())
    for what in ("", "/record", "/replay", "/record?game=0", "/replay?game=0"):
        path = f"/api/tables/{table}{what}"
        assert (guests[0].get(path).status_code, what) == (200, what)
        assert (eve.get(path).status_code, what) == (403, what)
        assert (httpx.get(server.url + path).status_code, what) == (403, what)


# What is kept


def test_of_a_decision_nothing_but_the_decision_is_kept(server: Running) -> None:
    table, (ann, _) = seated(server.url, "classic", 2, start=0)

    async def play() -> None:
        async with ann.socket(table) as socket:
            await socket.ask(do="start")
            junk: Any = "junk"
            for _ in range(500):
                junk = [junk]
            chosen = {**decision(socket.view, Random(1)), "junk": junk}
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


def assert_dressed(headers: Any, path: str) -> None:
    """Whether an answer has all headers that keep a browser out of trouble."""
    for name, value in HEADERS.items():
        assert (name, headers.get(name)) == (name, value), path
    if path.startswith("/api/"):
        assert headers["Cache-Control"] == "no-store"


def test_every_answer_has_the_security_headers(server: Running) -> None:
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
        (413, "POST", "/api/guests", {"json": {"name": "n" * LARGEST_BODY}}),
        (415, "POST", "/api/guests", {"content": "x"}),
        (422, "POST", "/api/guests", {"json": {}}),
    ]
    for status, method, path, more in asked:
        response = httpx.request(method, server.url + path, **more)
        assert (response.status_code, path) == (status, path)
        assert_dressed(response.headers, path)
        assert "server" not in response.headers


def test_a_socket_that_is_refused_is_so_with_the_security_headers(strict: Running) -> None:
    async def refused(path: str, **headers: str) -> tuple[int, Any]:
        address = strict.url.replace("http", "ws") + path
        with pytest.raises(InvalidStatus) as caught:
            await connect(address, additional_headers=headers)
        return caught.value.response.status_code, caught.value.response.headers

    async def knock() -> None:
        for status, path, origin in (
            (404, "/api/tables/x/live", strict.url),
            (422, "/api/tables/x/live?after=x", strict.url),
            (403, "/api/tables/x/live", "https://evil.example"),
        ):
            found, headers = await refused(path, Origin=origin)
            assert found == status
            assert_dressed(headers, path)

    asyncio.run(knock())


def test_even_a_fault_of_ours_has_the_security_headers(tmp_path: Path) -> None:
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
    assert_dressed(response.headers, "/fail")


def test_no_script_but_our_own_files_can_run(server: Running) -> None:
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


def test_the_page_of_the_api_keeps_to_the_policy(server: Running) -> None:
    page = httpx.get(server.url + "/api/docs")
    inline = Inline()
    inline.feed(page.text)
    assert inline.tags > 50
    assert inline.found == []


def test_cookies_are_for_our_server_alone(server: Running, strict: Running) -> None:
    for running, is_secure in ((server, False), (strict, True)):
        cookie = httpx.post(running.url + "/api/guests", json={"name": "Ann"}).headers["set-cookie"]
        _, *rules = cookie.lower().split("; ")
        assert {"httponly", "samesite=lax", "path=/"} <= set(rules)
        assert ("secure" in rules) == is_secure
        assert not any(rule.startswith("domain") for rule in rules)


def test_a_socket_takes_no_compression_that_could_blow_up(server: Running) -> None:
    table, _ = seated(server.url, "duel", 2)

    async def offer() -> ClientConnection:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
        async with connect(address, compression="deflate") as opened:
            return opened

    assert asyncio.run(offer()).protocol.extensions == []
