"""Clients that send too much, too slowly or too often."""

import asyncio
import re
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ingenious.server.http.guard import MAX_BODY_BYTES
from testkit.client import Socket
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess
from testkit.sockets import connect, post_head, read_to_end

from .hostile import SOLO, is_healthy, signed_in

UPGRADE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
SHORT_TIMEOUTS = """
import sys
from ingenious.cli import main
from ingenious.server.http import guard, timeouts
guard.BODY_TIMEOUT_S, timeouts.REQUEST_TIMEOUT_S, timeouts.UNREAD_TIMEOUT_S = 1.0, 1.5, 2.0
sys.exit(main())
"""


class ImpatientServer(ServerProcess):
    """A server with timeouts of one or two seconds, so that tests do not wait long."""

    def __init__(self, data: Path, *options: str) -> None:
        super().__init__(data, *options)
        at = self.command.index("-m")
        self.command[at : at + 2] = ["-c", SHORT_TIMEOUTS]


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ImpatientServer(tmp_path_factory.mktemp("impatient") / "data") as running:
        yield running


# Too much


def test_a_body_that_is_too_large_is_refused(server: ServerProcess) -> None:
    guest = Guest(server.url, "Ann")
    for size, status in (
        (MAX_BODY_BYTES, 409),
        (MAX_BODY_BYTES + 1, 413),
        (10 * MAX_BODY_BYTES, 413),
    ):
        body = b'{"name":"' + b"n" * (size - 11) + b'"}'
        assert len(body) == size
        for content in (body, iter([body[:100], body[100:]])):  # with its length, and chunked
            response = httpx.post(
                server.url + "/api/guests",
                content=content,
                headers={"Content-Type": "application/json"},
            )
            assert response.status_code == status
            assert ("larger than 32768 bytes" in response.json()["error"]) == (status == 413)
    assert guest.get("/api/me").status_code == 200


def test_a_chunked_body_that_is_too_large_is_refused(server: ServerProcess) -> None:
    bare = connect(server, post_head("/api/guests", "Transfer-Encoding: chunked"))
    chunk = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
    answer = b""
    for _ in range(12):
        bare.sendall(chunk)
    while b"must not be larger than" not in answer:
        answer += bare.recv(65536)
    assert answer.startswith(b"HTTP/1.1 413 ")
    bare.close()
    assert is_healthy(server)


def test_headers_that_are_too_large_are_refused(server: ServerProcess) -> None:
    for lines in ("X: " + "x" * 2_000_000, "\r\n".join(f"X{n}: {n}" for n in range(200_000))):
        bare = connect(server)
        with suppress(OSError):  # it may be refused before all of it was sent
            bare.sendall(f"GET / HTTP/1.1\r\nHost: x\r\n{lines}\r\n\r\n".encode())
        assert read_to_end(bare)[:12] in (b"HTTP/1.1 431", b"")
    assert is_healthy(server)


@pytest.mark.parametrize(
    "lines", ["X: " + "x" * 9000, "\r\n".join(f"X{n}: {n}" for n in range(200))]
)
def test_a_handshake_that_is_too_large_is_refused(server: ServerProcess, lines: str) -> None:
    bare = connect(server, f"{UPGRADE.format(table='x')}{lines}\r\n\r\n".encode())
    assert read_to_end(bare).startswith(b"HTTP/1.1 431 ")
    bare = connect(server, UPGRADE.format(table="x" * 9000).encode() + b"\r\n")
    assert read_to_end(bare).startswith(b"HTTP/1.1 431 ")
    assert is_healthy(server)


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
def test_malformed_requests_are_refused(server: ServerProcess, lines: str) -> None:
    bare = connect(server, post_head("/api/guests", lines) + b"{}")
    assert int(read_to_end(bare).split()[1]) in (400, 501)
    assert is_healthy(server)


# Too slow


def test_a_body_that_never_ends_times_out(impatient: ServerProcess) -> None:
    for head in ("Content-Length: 100", "Transfer-Encoding: chunked"):
        answer = read_to_end(connect(impatient, post_head("/api/guests", head) + b"1"))
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'must arrive within 1 second"' in answer
    assert is_healthy(impatient)


def test_a_body_that_is_sent_byte_by_byte_times_out(impatient: ServerProcess) -> None:
    bare = connect(impatient, post_head("/api/guests", "Content-Length: 1000"))
    begun = time.monotonic()
    with suppress(ConnectionResetError, BrokenPipeError):
        while time.monotonic() < begun + 30:
            bare.sendall(b" ")
            time.sleep(0.1)
    assert 1 < time.monotonic() - begun < 10
    bare.close()
    assert is_healthy(impatient)


@pytest.mark.parametrize(
    "data",
    ["", "G", "GET / HTTP/1.1\r\nHost: x\r\n", UPGRADE.format(table="x")],
    ids=["nothing", "a letter", "half a head", "half a handshake"],
)
def test_a_connection_without_a_request_times_out(impatient: ServerProcess, data: str) -> None:
    begun = time.monotonic()
    assert read_to_end(connect(impatient, data.encode())) == b""
    assert 1 < time.monotonic() - begun < 10
    assert is_healthy(impatient)


def test_a_connection_without_a_second_request_times_out(impatient: ServerProcess) -> None:
    bare = connect(impatient, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    while not bare.recv(65536).endswith(b"alive\n"):
        pass
    bare.sendall(b"GET /hea")
    assert read_to_end(bare) == b""


def test_many_idle_connections_do_not_delay_others(impatient: ServerProcess) -> None:
    table, (ann, _) = seat_guests(impatient.url, "duel", 2, start=0)
    idle = [connect(impatient, b"GET / HT") for _ in range(200)]

    async def play() -> None:
        async with ann.socket(table) as socket:
            await socket.ask(do="start")
            begun = time.monotonic()
            await socket.play(Random(1))
            assert time.monotonic() - begun < 5

    asyncio.run(play())
    assert is_healthy(impatient)
    assert [read_to_end(bare) for bare in idle] == [b""] * len(idle)


def sockets_of(server: ServerProcess) -> int:
    """How many sockets the server says are open."""
    found = re.search(r"^ingenious_sockets (\d+)", httpx.get(server.url + "/metrics").text, re.M)
    assert found is not None
    return int(found[1])


def test_a_client_that_never_reads_is_disconnected_and_delays_no_other(
    impatient: ServerProcess,
) -> None:
    table, guests = seat_guests(impatient.url, "duel", 2, start=0)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", impatient.port))
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

    async def play_both() -> float:
        async with guests[0].socket(table) as first, guests[1].socket(table) as second:
            while sockets_of(impatient) < 3:
                await asyncio.sleep(0.05)
            await first.ask(do="start")
            worst = await asyncio.gather(play(first), play(second))
            until = time.monotonic() + 60
            while sockets_of(impatient) > 2 and time.monotonic() < until:
                await asyncio.sleep(0.1)
            assert sockets_of(impatient) == 2
        return max(worst)

    assert asyncio.run(play_both()) < 5
    read_to_end(slow)  # the server closes it
    assert is_healthy(impatient)


def _was_dropped_as_slow(server: ServerProcess) -> bool:
    metrics = httpx.get(server.url + "/metrics").text
    return 'ingenious_sockets_dropped_total{why="slow"} 1.0' in metrics


def test_a_client_that_reads_too_slowly_is_asked_to_reconnect(strict: ServerProcess) -> None:
    ann = signed_in(strict, "Ann")
    wanted = {"settings": {"games": ["classic"], "seats": [{}, {}], "start": 0}, "sit": [0, 1]}
    table = ann.post("/api/tables", {**wanted, "begin": True}).json()["table"]

    async def ask_without_reading() -> None:
        async with ann.socket(table) as first, ann.socket(table) as second:
            slow = first._socket
            assert slow is not None
            slow.transport.pause_reading()
            for _ in range(6_000):  # answers of some kilobytes, more than all buffers hold
                await slow.send('{"do":"look","seat":0}')
            while not _was_dropped_as_slow(strict):
                answer = await second.ask(do="look", seat=0)  # others do not wait
                assert answer["type"] == "table"
            slow.transport.resume_reading()
            with suppress(ConnectionClosed):
                async for _ in slow:
                    pass
            assert (slow.close_code, slow.close_reason) == (
                1013,
                "the client reads too slowly; please reconnect",
            )

    asyncio.run(ask_without_reading())
    assert is_healthy(strict)


# Too often


def test_new_names_and_new_tables_are_rate_limited(tmp_path: Path) -> None:
    options = ("--guests-per-minute", "3", "--tables-per-minute", "2", "--requests-per-second", "4")
    with ServerProcess(tmp_path / "data", *options) as server:
        tokens = []
        for path in ("/api/guests", "/api/tokens", "/api/tokens"):
            response = httpx.post(server.url + path, json={"name": "Ann"})
            assert response.status_code == 201
            tokens.append(response.json().get("token"))
        too_many = httpx.post(server.url + "/api/guests", json={"name": "Ann"})
        assert too_many.status_code == 429
        assert 1 <= int(too_many.headers["retry-after"]) <= 20  # three a minute
        assert "too many new names" in too_many.json()["error"]
        assert "set-cookie" not in too_many.headers
        headers = {"Authorization": f"Bearer {tokens[-1]}"}
        asked = [httpx.post(server.url + "/api/tables", json=SOLO, headers=headers) for _ in "123"]
        assert [response.status_code for response in asked] == [201, 201, 429]
        assert "too many new tables" in asked[2].json()["error"]
        with httpx.Client(base_url=server.url, headers=headers) as client:
            answers = [client.get("/api/me") for _ in range(60)]
            assert {response.status_code for response in answers} == {200, 429}
            refused = [response for response in answers if response.status_code == 429]
            assert all(response.headers["retry-after"].isdigit() for response in refused)
            assert client.get("/health").status_code == 200  # monitoring still works
            time.sleep(0.5)
            assert client.get("/api/me").status_code == 200


def test_a_flood_on_one_socket_does_not_slow_down_others(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "duel", 2)
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
            assert sorted(took)[10] < 1

    asyncio.run(play())
    assert is_healthy(server)


def test_the_unfinished_tables_of_a_person_are_limited(strict: ServerProcess) -> None:
    ann = signed_in(strict, "Ann")
    opened = [ann.post("/api/tables", SOLO) for _ in range(4)]
    assert [response.status_code for response in opened] == [201, 201, 201, 429]
    assert opened[3].json()["error"].startswith("you have 3 unfinished tables; finish some")
    assert signed_in(strict, "Ben").post("/api/tables", SOLO).status_code == 201
    # A table that no player joins for a day is closed and no longer counts.
    table = opened[0].json()["table"]
    with sqlite3.connect(strict.data / "games.sqlite") as store:
        store.execute("UPDATE tables SET changed = changed - 86500000 WHERE id = ?", (table,))
    store.close()
    assert ann.post("/api/tables", SOLO).status_code == 201


def test_the_number_of_sockets_is_limited(strict: ServerProcess) -> None:
    ann = signed_in(strict, "Ann")
    table = ann.post("/api/tables", SOLO).json()["table"]

    async def fill() -> None:
        while sockets_of(strict):  # of tests before
            await asyncio.sleep(0.05)
        held = [await ann.socket(table).open() for _ in range(8)]
        for _ in range(2):
            with pytest.raises(InvalidStatus) as refused:
                await ann.socket(table).open()
            answer = refused.value.response
            assert answer.status_code == 429  # half of all places for one address
            assert b"too many open sockets from your address" in bytes(answer.body or b"")
        assert ann.get("/api/me").status_code == 200
        await held.pop().close()
        while sockets_of(strict) == 8:
            await asyncio.sleep(0.05)
        held.append(await ann.socket(table).open())
        for one in held:
            await one.close()

    asyncio.run(fill())
    assert is_healthy(strict)
