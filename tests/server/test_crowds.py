"""People play while one address has very many connections."""

import asyncio
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from testkit.client import Socket
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess
from testkit.sockets import HOSTILE_ADDRESS, cpu_seconds, idle_connections

from .hostile import faults


class DefaultServer(ServerProcess):
    """A server with its default limits, except for the options given."""

    def __init__(self, data: Path, *options: str) -> None:
        super().__init__(data)
        self.command = [
            *(sys.executable, "-m", "ingenious", "serve", "--port", str(self.port)),
            *("--data", str(data), "--bots", "1", *options),
        ]


class ServerWithFewFiles(DefaultServer):
    """A server with a low limit of open files."""

    def __init__(self, data: Path, files: int) -> None:
        super().__init__(data)
        self.command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *self.command]


@pytest.fixture(scope="module")
def few_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerWithFewFiles(tmp_path_factory.mktemp("files") / "data", 256) as server:
        yield server
        assert server.stop() == 0


def measured(server: ServerProcess, name: str) -> float:
    """The value of a metric."""
    lines = httpx.get(server.url + "/metrics", timeout=30).text.splitlines()
    (found,) = [line for line in lines if line.startswith(name + " ")]
    return float(found.split()[1])


@pytest.mark.parametrize("source", [HOSTILE_ADDRESS, "127.0.0.1"])
def test_bare_connections_cannot_use_up_the_descriptors(
    few_files: ServerProcess, source: str
) -> None:
    server = few_files
    table, (ann, ben) = seat_guests(server.url, "duel", 2)
    rng = Random("descriptors")

    async def play() -> None:
        async with ann.socket(table) as first, ben.socket(table) as second:
            await first.ask(do="start")
            await second.receive()
            with idle_connections(server, 400, source):
                for _ in range(6):
                    while not (first.has_turn() or second.has_turn()):
                        await first.receive()
                        await second.receive()
                    one, other = (first, second) if first.has_turn() else (second, first)
                    answer = await one.play(rng)
                    assert answer["type"] != "refused", answer
                    while other.number < one.number:
                        await other.receive()
                    assert httpx.get(server.url + "/health", timeout=30).status_code == 200
                    assert httpx.get(server.url + "/ready", timeout=30).status_code == 200
                async with ann.socket(table) as again:  # after a lost connection
                    assert again.number == first.number
                Guest(server.url, "Cleo").open_table("duel", [{}, {}])
                before = cpu_seconds(server)
                time.sleep(2)
                assert cpu_seconds(server) - before < 1.5  # it does not spin

    asyncio.run(play())
    assert not faults(server)


def test_bare_connections_of_an_address_are_limited(few_files: ServerProcess) -> None:
    server, closed = few_files, "ingenious_connections_closed_total"
    before = measured(server, closed)
    with idle_connections(server, 150, HOSTILE_ADDRESS) as held:
        assert httpx.get(server.url + "/health").status_code == 200
        assert measured(server, "ingenious_files_limit") == 256
        assert measured(server, "ingenious_files_open") < 150
        assert 150 > measured(server, closed) - before > 100
        # Those that are closed are the oldest.
        held[0].settimeout(60)
        assert held[0].recv(1) == b""
        held[-1].settimeout(0.2)
        with pytest.raises(TimeoutError):
            held[-1].recv(1)


@asynccontextmanager
async def all_closed(sockets: list[Socket]) -> AsyncIterator[None]:
    """Close sockets in the end, whatever happened."""
    try:
        yield
    finally:
        await asyncio.gather(*[one.close() for one in sockets])


async def refusal(one: Socket) -> int:
    """The status with which a socket is refused; 0 if it is not."""
    try:
        await one.open()
    except InvalidStatus as error:
        return error.response.status_code
    return 0


async def code_of_end(one: Socket) -> int:
    """The code with which the server closes a socket."""
    try:
        while True:
            await one.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


@pytest.fixture(scope="module")
def _sixteen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    limits = ("--sockets", "16", "--guests-per-minute", "1000", "--tables-per-minute", "1000")
    with DefaultServer(tmp_path_factory.mktemp("sixteen") / "data", *limits) as server:
        yield server


@pytest.fixture
def sixteen(_sixteen: ServerProcess) -> ServerProcess:
    """A server with 16 places for sockets, none of which is taken."""
    until = time.monotonic() + 60
    while measured(_sixteen, "ingenious_sockets"):
        assert time.monotonic() < until
        time.sleep(0.05)
    return _sixteen


def test_one_address_cannot_keep_players_from_their_tables(sixteen: ServerProcess) -> None:
    server = sixteen
    table, (ann, ben) = seat_guests(server.url, "duel", 2)
    assert ann.post(f"/api/tables/{table}", {"do": "start"}).status_code == 200
    eve = Guest(server.url, "Eve", HOSTILE_ADDRESS)
    other = eve.open_table("duel", [{}, {}])["table"]
    hostile = [Socket(server.url, other, eve.token, HOSTILE_ADDRESS) for _ in range(40)]

    async def play() -> None:
        async with all_closed(hostile):
            for one in hostile:
                await refusal(one)
            async with ann.socket(table) as first, ben.socket(table) as second:
                one = first if first.has_turn() else second
                assert (await one.play(Random("seats")))["type"] == "update"

    asyncio.run(play())
    assert not faults(server)


def test_sockets_of_one_address_are_limited(sixteen: ServerProcess) -> None:
    server = sixteen
    table, (ann, ben) = seat_guests(server.url, "duel", 2)
    other, (eve, _) = seat_guests(server.url, "duel", 2)
    hostile = [Socket(server.url, other, eve.token, HOSTILE_ADDRESS) for _ in range(12)]
    watching = [Socket(server.url, table, "", f"127.0.0.{n}") for n in range(70, 90)]

    async def fill() -> None:
        async with all_closed(hostile + watching), ann.socket(table) as first:
            await first.ask(do="start")
            # Half of all places at most.
            assert [await refusal(one) for one in hostile] == [0] * 8 + [429] * 4
            # An address that has none comes before one that has many, until all are equal.
            refused = [await refusal(one) for one in watching]
            assert refused == [0] * 11 + [503] * 9
            # Some places are reserved for players; for more, others are closed.
            async with ben.socket(table) as second, ann.socket(table) as again:
                assert second.shared["phase"] == again.shared["phase"] == "playing"
                one = first if first.has_turn() else second
                assert (await one.play(Random("places")))["type"] == "update"
                for _ in range(3):
                    async with ben.socket(table) as more:
                        assert more.shared["phase"] == "playing"

    asyncio.run(fill())
    assert not faults(server)


def test_a_player_replaces_a_spectator(sixteen: ServerProcess) -> None:
    server = sixteen
    games = [seat_guests(server.url, "duel", 2) for _ in range(9)]
    for table, (host, _) in games:
        assert host.post(f"/api/tables/{table}", {"do": "start"}).status_code == 200
    watching = [Socket(server.url, games[0][0], "", HOSTILE_ADDRESS) for _ in range(8)]
    seats = [(table, guest) for table, guests in games for guest in guests]
    players = [
        Socket(server.url, table, guest.token, f"127.0.0.{100 + n}")
        for n, (table, guest) in enumerate(seats)
    ]

    async def fill() -> None:
        async with all_closed(watching + players):
            assert [await refusal(one) for one in watching] == [0] * 8
            assert [await refusal(one) for one in players[:16]] == [0] * 16
            assert [await code_of_end(one) for one in watching] == [1013] * 8
            assert await refusal(players[16]) == 503  # all others play, too

    asyncio.run(fill())
    assert not faults(server)


def test_a_message_cannot_have_endless_parts(server: ServerProcess) -> None:
    table, (ann, _) = seat_guests(server.url, "duel", 2)
    head = (
        f"GET /api/tables/{table}/live HTTP/1.1",
        *(f"Host: 127.0.0.1:{server.port}", "Upgrade: websocket", "Connection: Upgrade"),
        *("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"),
        f"Authorization: Bearer {ann.token}",
    )
    with socket.create_connection(("127.0.0.1", server.port), 30) as bare:
        bare.sendall("\r\n".join((*head, "", "")).encode())
        assert bare.recv(12) == b"HTTP/1.1 101"
        masked = b"\x80" + bytes(4)  # of no length, with a mask
        bare.sendall(b"\x01" + masked)  # a text message begins, and empty parts follow
        with suppress(ConnectionError):
            for _ in range(50):  # longer than a silent connection is kept
                bare.sendall((b"\x00" + masked) * 200)
                time.sleep(0.2)
            pytest.fail("the socket is still open")
    assert not faults(server)


def test_players_of_a_busy_address_are_not_pushed_out(sixteen: ServerProcess) -> None:
    server = sixteen
    games = [seat_guests(server.url, "duel", 2) for _ in range(9)]
    for table, (host, _) in games:
        assert host.post(f"/api/tables/{table}", {"do": "start"}).status_code == 200
    seats = [(table, guest) for table, guests in games for guest in guests]
    sources = ["127.0.0.120"] * 8 + [f"127.0.0.{130 + n}" for n in range(6)] + [HOSTILE_ADDRESS] * 4
    players = [
        Socket(server.url, table, guest.token, source)
        for (table, guest), source in zip(seats, sources, strict=True)
    ]

    async def fill() -> None:
        async with all_closed(players):
            assert [await refusal(one) for one in players] == [0] * 16 + [503] * 2
            for one in players[:8]:
                seat = one.view["looks"]
                answer = await one.ask(do="react", seat=seat, reaction="hello")
                assert answer["type"] == "update", answer

    asyncio.run(fill())
    assert not faults(server)
