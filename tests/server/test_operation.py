"""Running a server: what keeps it from starting, its health, its logs, its end, its idle tables."""

import asyncio
import base64
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from ingenious.cli import main
from ingenious.server.app import create_app
from ingenious.server.config import Config
from ingenious.server.identity import COOKIE
from ingenious.store import Unavailable
from ingenious.table import Event, Refused, SeatPlan, Settings, Table, commands
from ingenious.table.settings import IDLE_TABLE_MS, MAX_EVENTS, MAX_TAKEBACKS
from testkit.guests import DATABASE_PASSWORD, UNREACHABLE_DATABASE, Guest, play_out, seat_guests
from testkit.server_process import ServerProcess

HANDSHAKE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


# Errors at startup


def run_command(*words: object) -> tuple[int, str]:
    """The exit status and the output of `ingenious serve`, which ends by itself."""
    command = [sys.executable, "-m", "ingenious", "serve", *map(str, words)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=300)
    return done.returncode, (done.stderr + done.stdout).decode()


@pytest.fixture
def serve(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str]]:
    """The same in this process; fails if the server would start."""

    def run(*words: object) -> tuple[int, str]:
        status = main(["serve", *map(str, words)])
        told = capsys.readouterr()
        return status, told.err + told.out

    def start(*_: object, **__: object) -> None:
        raise AssertionError("the server starts")

    monkeypatch.setattr("uvicorn.run", start)
    return run


Serve = Callable[..., tuple[int, str]]


def test_a_port_in_use_is_reported(tmp_path: Path, serve: Serve) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = ("--data", tmp_path, "--port", port)
        outcomes = [serve(*words), run_command(*words, "--workers", 2)]
    why = os.strerror(98)
    told = f"ingenious serve: cannot listen on 127.0.0.1:{port}: {why}\n"
    assert outcomes == [(2, told)] * 2


def test_an_address_of_another_machine_is_reported(tmp_path: Path, serve: Serve) -> None:
    status, output = serve("--data", tmp_path, "--host", "nowhere.invalid")
    assert status == 2
    assert output.startswith("ingenious serve: cannot listen on nowhere.invalid:8000: ")
    assert output.count("\n") == 1


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("place", ["a file", "broken", "newer", "database"])
def test_a_store_that_cannot_be_opened_is_reported(
    tmp_path: Path, place: str, workers: int, serve: Serve
) -> None:
    words: list[object] = ["--workers", workers, "--port", 0, "--data", tmp_path]
    games = tmp_path / "games.sqlite"
    match place:
        case "a file":
            games.write_text("")
            words[-1], why = games / "x", f"{games}/x/games.sqlite cannot be used right now: Not a "
        case "broken":
            games.write_bytes(Random(1).randbytes(5000))
            why = f"{games} cannot be used right now: file is not a database"
        case "newer":
            store = sqlite3.connect(games)
            store.execute("PRAGMA user_version = 9999")
            store.close()
            why = f"{games} was written by a newer version of this program"
        case _:
            words += ["--database", UNREACHABLE_DATABASE]
            why = "the database games at 127.0.0.1 cannot be used right now"
    in_a_process = (place, workers) in (("database", 1), ("broken", 2))
    status, output = run_command(*words) if in_a_process else serve(*words)
    assert status == 2
    assert output.startswith(f"ingenious serve: {why}")
    assert output.count("\n") == 1  # no traceback, and no endless retries
    assert DATABASE_PASSWORD not in output


# Health


def test_health_and_readiness(server: ServerProcess) -> None:
    assert httpx.get(server.url + "/health").text == "alive\n"
    assert httpx.get(server.url + "/ready").text == "ready\n"


def readiness(**app_state: Any) -> httpx.Response:
    """What a server answers whose parts are like this."""
    app = create_app(Config())
    app.state.app_state = SimpleNamespace(**app_state)

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://x"
        ) as client:
            assert (await client.get("/health")).status_code == 200  # it need not be restarted
            return await client.get("/ready")

    return asyncio.run(ask())


def test_a_server_without_its_store_is_alive_but_not_ready() -> None:
    async def fails() -> None:
        raise Unavailable("the disk at a secret place is full")

    response = readiness(checked=float("-inf"), store=SimpleNamespace(check=fails))
    assert (response.status_code, response.text) == (503, "the store is unavailable\n")


def test_a_server_without_its_broker_is_ready() -> None:
    async def works() -> None:
        pass

    store, away = SimpleNamespace(check=works), SimpleNamespace(connected=False)
    response = readiness(checked=float("-inf"), store=store, broker=away)
    assert (response.status_code, "broker disconnected" in response.text) == (200, True)


def measured(url: str, what: str) -> float:
    """A number that Prometheus would collect; 0 if there is none yet."""
    text = httpx.get(url + "/metrics").text
    found = re.search(rf"^{re.escape(what)} ([\d.e+-]+)$", text, re.MULTILINE)
    return 0.0 if found is None else float(found[1])


def wait_until_measured(url: str, what: str, number: float) -> None:
    """The server counts a request after its answer, and a closed socket when it hears of it."""
    until = time.monotonic() + 60
    while measured(url, what) != number and time.monotonic() < until:
        time.sleep(0.1)
    assert measured(url, what) == number


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("workers") / "data", "--workers", "2") as running:
        yield running
        assert running.stop() == 0


def test_metrics_are_sums_over_all_workers(two_workers: ServerProcess) -> None:
    url = two_workers.url
    games = 'ingenious_requests_total{method="GET",path="/api/games",status="200"}'
    events = {
        f'ingenious_events_total{{event="{event}"}}': count
        for event, count in (("created", 1), ("sat", 2), ("started", 1))
    }
    before = {what: measured(url, what) for what in (games, *events)}
    table, guests = seat_guests(url, "tiles", 2, start=0)
    for _ in range(40):  # each over its own connection, so that both workers get some
        assert httpx.get(url + "/api/games").status_code == 200
    wait_until_measured(url, games, before[games] + 40)
    assert {measured(url, games) for _ in range(6)} == {before[games] + 40}

    async def play() -> None:
        sockets = [await guests[n % 2].socket(table).open() for n in range(6)]
        await sockets[0].ask(do="start")
        wait_until_measured(url, "ingenious_sockets", 6)
        assert {measured(url, "ingenious_sockets") for _ in range(6)} == {6}
        for one in sockets:
            await one.close()

    asyncio.run(play())
    wait_until_measured(url, "ingenious_sockets", 0)
    for what, count in events.items():
        assert measured(url, what) == before[what] + count


def test_gauges_of_a_killed_worker_do_not_count(two_workers: ServerProcess) -> None:
    table, (ann, _) = seat_guests(two_workers.url, "duel", 2)

    async def kill_all() -> None:
        held = [await ann.socket(table).open() for _ in range(6)]
        wait_until_measured(two_workers.url, "ingenious_sockets", 6)
        for worker in two_workers.children():  # what else it has started ends by itself
            if b"spawn_main" in Path(f"/proc/{worker}/cmdline").read_bytes():
                os.kill(worker, signal.SIGKILL)
        two_workers.wait()
        for one in held:
            await one.close()

    asyncio.run(kill_all())
    assert measured(two_workers.url, "ingenious_sockets") == 0


# Logs


def test_logs_are_lines_of_json_without_any_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INGENIOUS_SECRET", "the-secret-of-all-cookies")
    with ServerProcess(tmp_path / "data", "--log-level", "debug") as server:
        table, guests = seat_guests(server.url, "dice", 2)
        private = guests[0].open_table("duel", [{}, {}], spectators=False)
        with httpx.Client(base_url=server.url) as client:
            client.post("/api/guests", json={"name": "Ann"})
            cookie = client.cookies[COOKIE]
            client.get(f"/api/tables/{private['table']}", params={"invite": private["invite"]})
            client.get("/api/me", headers={"Authorization": "Bearer forged-token"})
            client.get("/nowhere/at-all?token=in-a-query")
            client.post("/api/tables", content=b"body-of-a-request")

        async def play() -> None:
            async with guests[0].socket(table) as first, guests[1].socket(table) as second:
                await first.ask(do="start")
                await first.ask(do="leave", seat=7)
                await first.send_raw("no-message")
                await play_out([first, second], Random(1))

        asyncio.run(play())
        record = httpx.get(f"{server.url}/api/tables/{table}/record").json()
        assert server.stop() == 0
    seed = bytes.fromhex(record["dealer"]["seed"])
    secrets = [
        *("the-secret-of-all-cookies", "forged-token", "in-a-query", "body-of-a-request"),
        *(private["invite"], "no-message", cookie, cookie.partition(".")[0]),
        *(part for guest in guests for part in (guest.token, guest.token.partition(".")[0])),
        *(seed.hex(), base64.b64encode(seed).decode(), base64.urlsafe_b64encode(seed).decode()),
    ]
    lines = server.log.splitlines()
    assert [json.loads(line)["message"] for line in lines][-1] == "stopped"
    assert all({"time", "level", "from", "message"} <= set(json.loads(line)) for line in lines)
    assert [secret for secret in secrets if secret in server.log] == []


# The end


class RecordingPlayer:
    """Plays until the server stops, and notes which decisions were acknowledged."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest = guest
        self.table = table
        self.acknowledged: list[int] = []
        self.code: int | None = None

    async def play(self, rng: Random) -> None:
        """Play until the socket is closed."""
        wire = await self.guest.socket(self.table).open()
        try:
            while not wire.is_over():
                if not wire.has_turn():
                    await wire.receive()
                    continue
                answer = await wire.play(rng)
                if answer["type"] != "refused":
                    self.acknowledged.append(answer["view"]["number"])
                await asyncio.sleep(0.01)
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd else None
        else:
            await wire.close()


def test_stopping_the_server_during_games_loses_nothing(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data").start()
    players = []
    for _ in range(3):
        table, guests = seat_guests(server.url, "duel", 2, start=0)
        guests[0].post(f"/api/tables/{table}", {"do": "start"})
        players += [RecordingPlayer(guest, table) for guest in guests]
    ann = Guest(server.url, "Ann")
    table = ann.open_table("duel", [{}, {"kind": "bot", "level": 3}], start=1)["table"]
    ann.post(f"/api/tables/{table}", {"do": "start"})  # now a bot thinks there

    async def play() -> float:
        games = [asyncio.create_task(w.play(Random(n))) for n, w in enumerate(players)]
        while sum(len(player.acknowledged) for player in players) < 30:
            await asyncio.sleep(0.02)
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        assert await asyncio.to_thread(server.process.wait, 60) == 0
        await asyncio.gather(*games)
        return time.monotonic() - begun

    assert asyncio.run(play()) < 10  # uvicorn would wait as long for its clients
    assert {player.code for player in players} == {1012}  # "service restart"
    assert '"trace"' not in server.log
    server.start()

    async def look() -> None:
        for player in players:
            async with player.guest.socket(player.table) as wire:
                assert player.acknowledged
                assert wire.number >= max(player.acknowledged)
                assert len(set(player.acknowledged)) == len(player.acknowledged)
        pair = [await w.guest.socket(w.table).open() for w in players[:2]]
        await play_out(pair, Random(1))  # returning players can continue
        for wire in pair:
            await wire.close()

    asyncio.run(look())
    assert server.stop() == 0


def test_stopping_does_not_wait_for_unresponsive_clients(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        table, _ = seat_guests(server.url, "duel", 2)
        address = ("127.0.0.1", server.port)
        with socket.create_connection(address) as first, socket.create_connection(address) as other:
            first.sendall(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
            other.sendall(HANDSHAKE.format(table=table).encode())
            other.recv(100)
            begun = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - begun < 20


# Idle tables, and tables without end


def gathering(**more: Any) -> Table:
    """A table at which Ann waits since time 0."""
    settings = Settings(games=("solo",), seats=(SeatPlan(),), **more)
    return Table.fold(commands.create(settings, "ann", 0))


def test_a_table_that_no_player_joins_is_closed_after_a_day() -> None:
    table = gathering()
    assert commands.sit(table, "ann", "Ann", 0, IDLE_TABLE_MS)
    with pytest.raises(Refused, match="closed because no player joined"):
        commands.sit(table, "ann", "Ann", 0, IDLE_TABLE_MS + 1)


def test_a_table_that_no_player_joins_is_no_longer_listed(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    tables = [ann.open_table("duel", [{}, {}], listed=True)["table"] for _ in "ab"]
    store = sqlite3.connect(server.data / "games.sqlite", timeout=30)
    with store:
        store.execute(
            "UPDATE tables SET changed = changed - ? WHERE id = ?",
            (IDLE_TABLE_MS + 60_000, tables[0]),
        )
    store.close()
    listed = {e["table"] for e in httpx.get(server.url + "/api/tables").json()["tables"]}
    assert (tables[0] in listed, tables[1] in listed) == (False, True)


def apply_all(table: Table, events: list[Event]) -> None:
    """Apply events to a table."""
    for event in events:
        table.apply(event)


def decide(table: Table, at: int) -> list[Event]:
    """What follows if Ann does something that she may."""
    assert table.game is not None
    chosen = table.game.rules.legal(table.game.state)[0]
    return commands.play(table, "ann", 0, chosen, at)


def test_takebacks_and_quick_chat_are_limited() -> None:
    table = gathering()
    apply_all(table, commands.sit(table, "ann", "Ann", 0, 0))
    apply_all(table, commands.start(table, "ann", bytes(32), 0))
    for at in range(MAX_TAKEBACKS):
        apply_all(table, decide(table, at))
        apply_all(table, commands.request_takeback(table, "ann", 0, at))
    apply_all(table, decide(table, 1000))
    with pytest.raises(Refused, match="a game allows at most"):
        commands.request_takeback(table, "ann", 0, 2000)
    assert commands.react(table, "ann", 0, "hello", 3000)
    table.number = MAX_EVENTS
    with pytest.raises(Refused, match="only the game goes on"):
        commands.react(table, "ann", 0, "hello", 4000)
    with pytest.raises(Refused, match="only the game goes on"):
        commands.leave(table, "ann", 0, 4000)
    assert decide(table, 5000)


def test_players_can_return_to_a_full_table() -> None:
    table = gathering()
    apply_all(table, commands.sit(table, "ann", "Ann", 0, 0))
    apply_all(table, commands.start(table, "ann", bytes(32), 0))
    apply_all(table, commands.leave(table, "ann", 0, 0))
    table.number = MAX_EVENTS
    assert commands.sit(table, "ann", "Ann", 0, 2 * IDLE_TABLE_MS)
