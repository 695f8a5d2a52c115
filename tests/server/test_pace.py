"""Input from one address is read at a bounded pace, without delaying the others."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from random import Random
from time import monotonic

import pytest

from ingenious.server.http import pace
from ingenious.server.http.pace import (
    BURST_S,
    MAX_BUFFERED_BYTES,
    MAX_DEBT_S,
    PIECE_BYTES,
    AddressPace,
    Pace,
    PacedReader,
)
from testkit.guests import Guest, play_out, seat_guests
from testkit.server_process import ServerProcess
from testkit.sockets import HOSTILE_ADDRESS, cpu_seconds

from .hostile import faults


class Transport(asyncio.Transport):
    """A connection without a network."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = True
        self.closed = False

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return self.closed

    def abort(self) -> None:
        self.closed = True


class Protocol:
    """Keeps the data that it parses; `Times.each` is how long a piece takes."""

    def __init__(self, of: AddressPace | None) -> None:
        self.transport = Transport()
        self.parsed: list[bytes] = []
        self.is_paused = False
        self.reader = PacedReader(self.transport, of)
        self.reader.serve(self.parsed.append, lambda: self.is_paused)

    def reads(self) -> bool:
        return self.transport.reads

    def is_closed(self) -> bool:
        return self.transport.closed


class Times:
    """The server's clock, and the time that each parsed piece takes."""

    def __init__(self) -> None:
        self.now = 0.0
        self.cpu = 0.0
        self.each = 0.0

    def clock(self) -> float:
        return self.now

    def thread_time(self) -> float:
        self.cpu += self.each
        return self.cpu


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    found = Times()
    monkeypatch.setattr(pace, "thread_time", found.thread_time)
    return found


def test_data_is_passed_on_in_pieces_and_in_order() -> None:
    protocol = Protocol(None)
    data = Random(1).randbytes(3 * PIECE_BYTES + 5)
    protocol.reader.receive(data)
    assert [len(piece) for piece in protocol.parsed] == [PIECE_BYTES, PIECE_BYTES, PIECE_BYTES, 5]
    assert b"".join(protocol.parsed) == data
    assert protocol.reads()


def test_an_address_without_budget_waits_and_others_do_not(times: Times) -> None:
    async def check() -> None:
        all_ = Pace(0.2, times.clock)
        flood, neighbour = Protocol(all_.of("a")), Protocol(all_.of("a"))
        other = Protocol(all_.of("b"))
        times.each = 2 * BURST_S  # the first piece uses up the time of its address, and more
        flood.reader.receive(bytes(3 * PIECE_BYTES))
        assert len(flood.parsed) == 1
        assert not flood.reads()
        neighbour.reader.receive(b"move")
        assert not neighbour.parsed
        other.reader.receive(b"move")
        assert other.parsed == [b"move"]

        times.each = 0.0
        times.now = 0.49  # BURST is used up, and is refilled by a fifth of a second per second
        all_.of("a")._serve_next()
        assert len(flood.parsed) == 1
        times.now = 0.51
        all_.of("a")._serve_next()
        assert len(flood.parsed) == 3
        assert neighbour.parsed == [b"move"]
        assert flood.reads()
        assert neighbour.reads()

    asyncio.run(check())


def test_waiting_connections_take_turns(times: Times) -> None:
    async def check() -> None:
        address = AddressPace(0.2, times.clock)
        flood, neighbour = Protocol(address), Protocol(address)
        times.each = 1.5 * BURST_S
        flood.reader.receive(bytes(10 * PIECE_BYTES))
        neighbour.reader.receive(b"move")
        times.now += 1
        address._serve_next()  # a piece of the flood, which uses up the time again
        assert (len(flood.parsed), len(neighbour.parsed)) == (2, 0)
        times.now += 1
        address._serve_next()
        assert (len(flood.parsed), len(neighbour.parsed)) == (2, 1)

    asyncio.run(check())


def test_a_timer_continues_with_waiting_connections() -> None:
    async def check() -> None:
        address = AddressPace(0.2)
        protocol = Protocol(address)
        address.spend(BURST_S + 0.01)
        protocol.reader.receive(b"move")
        assert not protocol.parsed
        async with asyncio.timeout(60):
            while not protocol.parsed:
                await asyncio.sleep(0.01)
        assert protocol.reads()

    asyncio.run(check())


def test_a_protocol_that_has_paused_stays_paused(times: Times) -> None:
    async def check() -> None:
        address = AddressPace(0.2, times.clock)
        protocol = Protocol(address)
        address.spend(2 * BURST_S)
        protocol.reader.receive(b"move")
        protocol.is_paused = True
        times.now = 1.0
        address._serve_next()
        assert protocol.parsed == [b"move"]
        assert not protocol.reads()

    asyncio.run(check())


def test_queued_data_is_parsed_first(times: Times) -> None:
    async def check() -> None:
        address = AddressPace(0.2, times.clock)
        protocol = Protocol(address)
        protocol.reader.run(lambda: protocol.parsed.append(b"at once"))
        address.spend(2 * BURST_S)
        protocol.reader.run(lambda: protocol.parsed.append(b"next"))
        protocol.reader.receive(b"last")
        assert protocol.parsed == [b"at once"]
        times.now = 1.0
        address._serve_next()
        assert protocol.parsed == [b"at once", b"next", b"last"]

    asyncio.run(check())


def test_a_connection_that_keeps_sending_while_it_waits_is_closed(times: Times) -> None:
    async def check() -> None:
        address = AddressPace(0.2, times.clock)
        protocol = Protocol(address)
        address.spend(2 * BURST_S)
        protocol.reader.receive(bytes(MAX_BUFFERED_BYTES))
        assert not protocol.is_closed()
        protocol.reader.receive(b"more")
        assert protocol.is_closed()
        times.now = 1.0
        address._serve_next()
        assert not protocol.parsed

    asyncio.run(check())


def test_debt_is_bounded(times: Times) -> None:
    address = AddressPace(0.2, times.clock)
    for _ in range(100):
        address.spend(0.5)
    times.now = (MAX_DEBT_S + 0.5) / 0.2 + 0.01
    assert address.has_time


def test_closing_connections_does_not_clear_a_debt(times: Times) -> None:
    all_ = Pace(0.2, times.clock)
    all_.of("a").spend(1.0)
    for number in range(100):
        all_.of(f"other {number}")
    assert not all_.of("a").has_time


# At a live server

SECONDS = 3

PINGS = b"\x89\x80\x00\x00\x00\x00" * 1_000_000  # masked, without content
REQUEST = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("pace") / "data") as found:
        yield found
        assert not faults(found)


async def connection(server: ServerProcess) -> Stream:
    return await asyncio.open_connection("127.0.0.1", server.port, local_addr=(HOSTILE_ADDRESS, 0))


async def socket_at(server: ServerProcess, table: str) -> Stream:
    reader, writer = await connection(server)
    lines = (
        f"GET /api/tables/{table}/live HTTP/1.1",
        "Host: localhost",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )
    writer.write("\r\n".join((*lines, "", "")).encode())
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    return reader, writer


async def flood(stream: Stream, data: bytes) -> bytes:
    """Send as much as the server takes for some seconds; return its answers."""
    reader, writer = stream
    writer.write(data)
    answer, end = bytearray(), monotonic() + SECONDS
    with suppress(TimeoutError, ConnectionError):
        while (rest := end - monotonic()) > 0:
            async with asyncio.timeout(rest):
                answer += await reader.read(65_536)
    writer.transport.abort()
    return bytes(answer)


async def play_under_attack(
    server: ServerProcess, attack: Callable[[str], Coroutine[None, None, int]]
) -> int:
    """Play a game while another address attacks its table; return the attack's result."""
    table, (ann, ben) = seat_guests(server.url, "duel", 2)
    async with ann.socket(table) as first, ben.socket(table) as second:
        await first.ask(do="start")
        attacking = asyncio.create_task(attack(table))
        await play_out([first, second], Random("pace"))
        return await attacking


def test_a_flood_of_pings_takes_only_its_share_of_the_time(server: ServerProcess) -> None:
    async def attack(table: str) -> int:
        return len(await flood(await socket_at(server, table), PINGS))

    before = cpu_seconds(server)
    assert asyncio.run(play_under_attack(server, attack)) > 0
    assert cpu_seconds(server) - before < SECONDS / 2  # the flood gets a fifth


def test_a_flood_of_requests_takes_only_its_share_of_the_time(server: ServerProcess) -> None:
    async def attack(table: str) -> int:
        streams = [await connection(server) for _ in range(20)]
        answers = await asyncio.gather(*[flood(stream, REQUEST * 200) for stream in streams])
        return b"".join(answers).count(b"alive")

    assert 0 < asyncio.run(play_under_attack(server, attack)) < 2000  # of 4000


def test_a_client_that_asks_too_often_is_slowed_down_not_closed(server: ServerProcess) -> None:
    """It reads all answers, so it is not treated as a client that does not read."""
    ann = Guest(server.url, "Ann", HOSTILE_ADDRESS)
    table = ann.open_table("duel", [{}, {}])["table"]

    async def ask() -> None:
        async with ann.socket(table) as socket:
            ids = {await socket.send(do="hint", seat=0, count=1) for _ in range(500)}
            while ids:
                ids.discard((await socket.receive()).get("id"))

    asyncio.run(ask())
