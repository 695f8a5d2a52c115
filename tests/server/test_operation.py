"""Running a server: its settings, its health, its logs, its end, and moving its games."""

import argparse
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
from dataclasses import fields
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from bench.client import Socket
from ingenious.cli import main
from ingenious.cli import serve as serve_command
from ingenious.server.app import create_app
from ingenious.server.config import Config, from_environment, option, variable
from ingenious.server.people import COOKIE
from ingenious.store import Unavailable
from ingenious.table import Event, Refused, SeatPlan, Settings, Table, commands
from ingenious.table.settings import IDLE, MOST_BACKS, MOST_EVENTS

from .running import Guest, Running, play_out, seated

PASSWORD = "sesame"
NOWHERE = f"postgresql://somebody:{PASSWORD}@127.0.0.1:1/games"

HANDSHAKE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)

# Settings

GIVEN: dict[str, tuple[str, str]] = {
    "host": ("127.0.0.2", "127.0.0.3"),
    "port": ("8001", "8002"),
    "data": ("here", "there"),
    "database": ("postgresql://a/b", "postgres://c/d"),
    "broker": ("redis://a", "rediss://b"),
    "workers": ("2", "3"),
    "bots": ("2", "3"),
    "programs": ("a=b", "c=d"),
    "origins": ("http://a", "http://b"),
    "proxies": ("*", "10.0.0.1"),
    "log_level": ("debug", "error"),
    "guests_per_minute": ("2", "3"),
    "tables_per_minute": ("2", "3"),
    "requests_per_second": ("2", "3"),
    "messages_per_second": ("2", "3"),
    "tables_per_person": ("2", "3"),
    "sockets": ("2", "3"),
    "away_after": ("2", "3"),
}
"""For each setting what the environment says, and what the command says."""


def asked(*words: str) -> Config:
    """The settings that a command asks for."""
    parser = argparse.ArgumentParser()
    serve_command.add_to(parser.add_subparsers())
    return serve_command.settings(parser.parse_args(["serve", *words]))


def test_every_setting_is_tried() -> None:
    assert {setting.name for setting in fields(Config)} == {*GIVEN, "secure", "secret"}


@pytest.mark.parametrize("name", GIVEN)
def test_a_setting_comes_by_variable_and_the_option_wins(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_variable, by_option = GIVEN[name]
    assert str(getattr(asked(), name)) not in (by_variable, by_option)
    monkeypatch.setenv(variable(name), by_variable)
    assert str(getattr(asked(), name)) == by_variable
    assert str(getattr(asked(option(name), by_option), name)) == by_option


def test_the_secret_is_for_the_environment_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        asked("--secret", "x")  # everybody on the machine could read it
    assert ended.value.code == 2
    capsys.readouterr()
    monkeypatch.setenv("INGENIOUS_SECRET", "x")
    assert asked().secret == "x"


@pytest.mark.parametrize(
    ("text", "meant"), [("1", True), ("yes", True), ("0", False), ("no", False)]
)
def test_secure_cookies_by_variable_and_option(
    text: str, meant: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INGENIOUS_SECURE", text)
    assert asked().secure == meant
    assert asked("--secure").secure


def test_what_workers_are_told_is_what_the_command_was() -> None:
    config = Config(port=1, programs="a=b\nc=d", secure=True, secret="x", log_level="error")
    assert from_environment(config.to_environment()) == config


WRONG = {
    "port": (["--port", "70000"], "a port is from 0 to 65535, not 70000"),
    "no port": (["--port", "http"], "invalid int value: 'http'"),
    "workers": (["--workers", "0"], "--workers is 1 or more, not 0"),
    "sockets": (["--sockets", "-1"], "--sockets is 1 or more, not -1"),
    "tables": (["--tables-per-person", "0"], "--tables-per-person is 1 or more, not 0"),
    "bots": (["--bots", "-1"], "--bots is 0 or more, not -1"),
    "logs": (["--log-level", "loud"], "--log-level is debug, info, warning, error, not 'loud'"),
    "database": (["--database", "mysql://x"], "an address that begins with postgresql://"),
    "broker": (["--broker", "amqp://x"], "an address that begins with redis://"),
    "programs": (["--programs", "x"], "--programs has NAME=COMMAND on each line, not 'x'"),
    "unknown": (["--colour", "red"], "unrecognized arguments: --colour red"),
}


@pytest.mark.parametrize(("words", "why"), WRONG.values(), ids=WRONG)
def test_wrong_options_are_told(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(["serve", *words])
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    told = capsys.readouterr().err
    assert why in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("INGENIOUS_PORT", "x", "INGENIOUS_PORT should be a whole number, not 'x'"),
        ("INGENIOUS_WORKERS", "-2", "INGENIOUS_WORKERS should be a whole number, not '-2'"),
        ("INGENIOUS_SECURE", "maybe", "INGENIOUS_SECURE should be 0 or 1, not 'maybe'"),
        ("INGENIOUS_LOG_LEVEL", "", "--log-level is debug, info, warning, error, not ''"),
    ],
)
def test_wrong_variables_are_told(
    name: str,
    text: str,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(name, text)
    assert main(["serve"]) == 2
    assert capsys.readouterr().err == f"ingenious serve: {why}\n"


# What keeps it from starting


def ended(*words: object, command: str = "serve") -> tuple[int, str]:
    """The exit status of a command that ends by itself, and what it says."""
    words = (sys.executable, "-m", "ingenious", command, *words)
    done = subprocess.run([*map(str, words)], capture_output=True, check=False, timeout=60)
    return done.returncode, (done.stderr + done.stdout).decode()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_port_that_somebody_else_has(tmp_path: Path, workers: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, told = ended("--data", tmp_path, "--port", port, "--workers", workers)
    why = os.strerror(98)
    assert (status, told) == (2, f"ingenious serve: cannot listen at 127.0.0.1:{port}: {why}\n")


def test_an_address_that_is_not_there(tmp_path: Path) -> None:
    status, told = ended("--data", tmp_path, "--host", "nowhere.invalid")
    assert status == 2
    assert told.startswith("ingenious serve: cannot listen at nowhere.invalid:8000: ")
    assert told.count("\n") == 1


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("place", ["a file", "broken", "newer", "database"])
def test_games_that_cannot_be_kept(tmp_path: Path, place: str, workers: int) -> None:
    words: list[object] = ["--workers", workers, "--port", 0, "--data", tmp_path]
    games = tmp_path / "games.sqlite"
    match place:
        case "a file":
            games.write_text("")
            words[-1], why = games / "x", f"{games}/x/games.sqlite cannot be used just now: Not a "
        case "broken":
            games.write_bytes(Random(1).randbytes(5000))
            why = f"{games} cannot be used just now: file is not a database"
        case "newer":
            store = sqlite3.connect(games)
            store.execute("PRAGMA user_version = 9999")
            store.close()
            why = f"{games} was written by a newer version of this program"
        case _:
            words += ["--database", NOWHERE]
            why = "the database games at 127.0.0.1 cannot be used just now"
    status, told = ended(*words)
    assert status == 2
    assert told.startswith(f"ingenious serve: {why}")
    assert told.count("\n") == 1  # no trace, and nothing is tried again and again
    assert PASSWORD not in told


# Health


def test_health_and_readiness(server: Running) -> None:
    assert httpx.get(server.url + "/health").text == "alive\n"
    assert httpx.get(server.url + "/ready").text == "ready\n"


def readiness(**desk: Any) -> httpx.Response:
    """What a server answers whose parts are like this."""
    app = create_app(Config())
    app.state.desk = SimpleNamespace(**desk)

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
    assert (response.status_code, response.text) == (503, "the store cannot be used\n")


def test_a_server_without_its_broker_is_ready_all_the_same() -> None:
    async def works() -> None:
        pass

    store, away = SimpleNamespace(check=works), SimpleNamespace(connected=False)
    response = readiness(checked=float("-inf"), store=store, broker=away)
    assert (response.status_code, "without its broker" in response.text) == (200, True)


def measured(url: str, what: str) -> float:
    """A number that Prometheus would collect."""
    text = httpx.get(url + "/metrics").text
    found = re.search(rf"^{re.escape(what)} ([\d.e+-]+)$", text, re.MULTILINE)
    assert found is not None, what
    return float(found[1])


def test_metrics_are_sums_over_all_workers(tmp_path: Path) -> None:
    games = 'ingenious_requests_total{method="GET",path="/api/games",status="200"}'
    with Running(tmp_path / "data", "--workers", "2") as server:
        table, guests = seated(server.url, "tiles", 2, start=0)
        for _ in range(40):  # each over a connection of its own, so that both workers have some
            assert httpx.get(server.url + "/api/games").status_code == 200
        assert {measured(server.url, games) for _ in range(6)} == {40}

        async def play() -> None:
            sockets = [await guests[n % 2].socket(table).open() for n in range(6)]
            await sockets[0].ask(do="start")
            for _ in range(6):
                assert measured(server.url, "ingenious_sockets") == 6
            for one in sockets:
                await one.close()

        asyncio.run(play())
        until = time.monotonic() + 10
        while measured(server.url, "ingenious_sockets") and time.monotonic() < until:
            time.sleep(0.1)
        assert measured(server.url, "ingenious_sockets") == 0
        for event, count in (("created", 1), ("sat", 2), ("started", 1)):
            assert measured(server.url, f'ingenious_events_total{{event="{event}"}}') == count
        assert server.stop() == 0


# Logs


def test_logs_are_lines_of_json_without_any_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INGENIOUS_SECRET", "the-secret-of-all-cookies")
    with Running(tmp_path / "data", "--log-level", "debug") as server:
        table, guests = seated(server.url, "dice", 2)
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


class Witness:
    """Somebody who plays until the server ends, and remembers what was acknowledged."""

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


def test_a_stop_in_the_middle_of_games_loses_nothing(tmp_path: Path) -> None:
    server = Running(tmp_path / "data").start()
    witnesses = []
    for _ in range(6):
        table, guests = seated(server.url, "classic", 2, start=0)
        guests[0].post(f"/api/tables/{table}", {"do": "start"})
        witnesses += [Witness(guest, table) for guest in guests]
    ann = Guest(server.url, "Ann")
    table = ann.open_table("classic", [{}, {"kind": "bot", "level": 3}], start=1)["table"]
    ann.post(f"/api/tables/{table}", {"do": "start"})  # now a bot thinks there

    async def play() -> float:
        games = [asyncio.create_task(w.play(Random(n))) for n, w in enumerate(witnesses)]
        while sum(len(witness.acknowledged) for witness in witnesses) < 60:
            await asyncio.sleep(0.02)
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        assert await asyncio.to_thread(server.process.wait, 30) == 0
        await asyncio.gather(*games)
        return time.monotonic() - begun

    assert asyncio.run(play()) < 10
    assert {witness.code for witness in witnesses} == {1012}  # the server restarts; come back
    assert '"trace"' not in server.log
    server.start()

    async def look() -> None:
        for witness in witnesses:
            async with witness.guest.socket(witness.table) as wire:
                assert witness.acknowledged
                assert wire.number >= max(witness.acknowledged)
                assert len(set(witness.acknowledged)) == len(witness.acknowledged)
        pair = [await w.guest.socket(w.table).open() for w in witnesses[:2]]
        await play_out(pair, Random(1))  # and whoever comes back can go on
        for wire in pair:
            await wire.close()

    asyncio.run(look())
    assert server.stop() == 0


def test_a_stop_does_not_wait_for_who_does_not_listen(tmp_path: Path) -> None:
    with Running(tmp_path / "data") as server:
        table, _ = seated(server.url, "duel", 2)
        address = ("127.0.0.1", server.port)
        with socket.create_connection(address) as first, socket.create_connection(address) as other:
            first.sendall(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
            other.sendall(HANDSHAKE.format(table=table).encode())
            other.recv(100)
            begun = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - begun < 20


# Moving games


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server with two finished games, a match, a running game and an open table."""
    data = tmp_path_factory.mktemp("archive") / "data"
    with Running(data) as server:

        async def play(games: str, seats: int) -> None:
            table, guests = seated(server.url, games, seats)
            sockets = [await guest.socket(table).open() for guest in guests]
            for _ in games.split("+"):
                await sockets[0].ask(do="start")
                await asyncio.gather(*[until_over(one) for one in sockets])
            for one in sockets:
                await one.close()

        for games, seats in (("duel", 2), ("cards", 3), ("dice+tiles", 2)):
            asyncio.run(play(games, seats))
        table, guests = seated(server.url, "classic", 2)
        guests[0].post(f"/api/tables/{table}", {"do": "start"})
        guests[0].open_table("duel", [{}, {}])
    return data


async def until_over(wire: Socket) -> None:
    """Play one game of a match."""
    while wire.view["phase"] != "playing":
        await wire.receive()
    while wire.view["phase"] == "playing":
        if wire.has_turn():
            await wire.play(Random(3))
        else:
            await wire.receive()


def exported(data: Path, out: Path) -> list[dict[str, Any]]:
    """What the command writes of a server's games."""
    assert main(["export", "--data", str(data), "--out", str(out)]) == 0
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def test_games_move_from_a_server_to_another(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = exported(archive, tmp_path / "all.jsonl")
    assert "4 games written" in capsys.readouterr().err
    whole = [game for game in written if all(g["result"] for g in game.get("games", [game]))]
    assert (len(written), len(whole)) == (4, 3)
    words = ["import", str(tmp_path / "all.jsonl"), "--data", str(tmp_path / "other")]
    assert main(words) == 1
    told = capsys.readouterr().out
    assert "all.jsonl:4: this record is redacted to what a spectator knows" in told
    assert "3 games brought, 0 were there already, 1 could not be used" in told
    assert exported(tmp_path / "other", tmp_path / "again.jsonl") == whole
    assert main(words) == 1
    assert "0 games brought, 3 were there already, 1 could not be used" in capsys.readouterr().out
    with Running(tmp_path / "other") as server:
        for game in whole:
            path = f"{server.url}/api/tables/{game['table']}"
            assert httpx.get(f"{path}/replay").status_code == 200
            told_of = httpx.get(f"{path}/record").json()
            assert told_of == {key: value for key, value in game.items() if key != "table"}
            refused = Guest(server.url, "Eve").post(
                f"/api/tables/{game['table']}", {"do": "sit", "seat": 0}
            )
            assert refused.status_code == 409


def test_a_running_game_is_exported_without_its_secrets(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (running,) = [
        game
        for game in exported(archive, tmp_path / "all.jsonl")
        if "games" not in game and game["result"] is None
    ]
    capsys.readouterr()
    assert running["dealer"].get("seed") is None
    assert running["deal"]["racks"] == [6, 6]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hello", ":1: "),
        ("[]", ":1: "),
        ("{}", ":1: "),
        ("[" * 100_000, ":1: "),
        ('{"ingenious":1,"game":"chess"}', ":1: "),
        ("\x00", ":1: "),
    ],
    ids=["no JSON", "a list", "nothing", "deep", "another game", "a zero"],
)
def test_files_that_are_no_records(
    tmp_path: Path, line: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(line + "\n", "utf-8")
    assert main(["import", str(file), "--data", str(tmp_path / "data")]) == 1
    told = capsys.readouterr()
    assert f"{file}{why}" in told.out
    assert told.out.endswith("0 games brought, 0 were there already, 1 could not be used\n")
    assert "Traceback" not in told.out + told.err


def test_records_that_were_tampered_with_are_not_brought(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = exported(archive, tmp_path / "all.jsonl")[0]
    changed = [
        {**whole, "log": whole["log"][:-1]},
        {**whole, "log": [whole["log"][1], *whole["log"][1:]]},
        {**whole, "dealer": {**whole["dealer"], "seed": "00" * 32}},
        {**whole, "start": 1 - whole["start"]},
    ]
    file = tmp_path / "changed.jsonl"
    file.write_text("".join(json.dumps(values) + "\n" for values in changed), "utf-8")
    capsys.readouterr()
    assert main(["import", str(file), "--data", str(tmp_path / "data")]) == 1
    told = capsys.readouterr().out
    assert "0 games brought, 0 were there already, 4 could not be used" in told
    assert [f"changed.jsonl:{number}: " in told for number in range(1, 5)] == [True] * 4


@pytest.mark.parametrize("command", ["export", "import"])
def test_moving_games_where_that_cannot_be(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a file").write_text("x")
    words = [str(tmp_path / "games")] if command == "import" else []
    for more in (
        ["--database", NOWHERE],
        ["--database", "mysql://x"],
        ["--data", str(tmp_path / "a file")],
    ):
        assert main([command, *words, *more]) == 2
        told = capsys.readouterr().err
        assert told.startswith(f"ingenious {command}: ")
        assert told.count("\n") == 1
        assert PASSWORD not in told


def test_files_that_cannot_be_read_or_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path / "data")]
    assert main(["import", str(tmp_path / "nothing"), *data]) == 2
    assert "cannot read" in capsys.readouterr().err
    assert main(["import", str(tmp_path), *data]) == 2
    assert "cannot read" in capsys.readouterr().err
    assert main(["export", "--out", str(tmp_path / "no" / "folder"), *data]) == 2
    assert "cannot write" in capsys.readouterr().err


# Idle tables, and tables without end


def gathering(**more: Any) -> Table:
    """A table at which Ann waits since time 0."""
    settings = Settings(games=("solo",), seats=(SeatPlan(),), **more)
    return Table.fold(commands.create(settings, "ann", 0))


def test_a_table_that_nobody_came_to_is_closed_after_a_day() -> None:
    table = gathering()
    assert commands.sit(table, "ann", "Ann", 0, IDLE)
    with pytest.raises(Refused, match="it is closed"):
        commands.sit(table, "ann", "Ann", 0, IDLE + 1)


def test_a_table_that_nobody_came_to_is_no_longer_listed(server: Running) -> None:
    ann = Guest(server.url, "Ann")
    tables = [ann.open_table("duel", [{}, {}], listed=True)["table"] for _ in "ab"]
    store = sqlite3.connect(server.data / "games.sqlite", timeout=30)
    with store:
        store.execute(
            "UPDATE tables SET changed = changed - ? WHERE id = ?", (IDLE + 60_000, tables[0])
        )
    store.close()
    listed = {e["table"] for e in httpx.get(server.url + "/api/tables").json()["tables"]}
    assert (tables[0] in listed, tables[1] in listed) == (False, True)


def happen(table: Table, events: list[Event]) -> None:
    """Let something happen at a table."""
    for event in events:
        table.apply(event)


def decide(table: Table, at: int) -> list[Event]:
    """What follows if Ann does something that she may."""
    assert table.game is not None
    chosen = table.game.rules.legal(table.game.state)[0]
    return commands.play(table, "ann", 0, table.game.spelled(chosen, 0), at)


def test_takebacks_and_words_come_to_an_end() -> None:
    table = gathering()
    happen(table, commands.sit(table, "ann", "Ann", 0, 0))
    happen(table, commands.start(table, "ann", bytes(32), 0))
    for at in range(MOST_BACKS):
        happen(table, decide(table, at))
        happen(table, commands.ask_back(table, "ann", 0, at))
    happen(table, decide(table, 1000))
    with pytest.raises(Refused, match="that is enough"):
        commands.ask_back(table, "ann", 0, 2000)
    assert commands.react(table, "ann", 0, "hello", 3000)
    table.number = MOST_EVENTS
    with pytest.raises(Refused, match="only the game itself goes on"):
        commands.react(table, "ann", 0, "hello", 4000)
    with pytest.raises(Refused, match="only the game itself goes on"):
        commands.leave(table, "ann", 0, 4000)
    assert decide(table, 5000)


def test_nobody_is_kept_from_coming_back() -> None:
    table = gathering()
    happen(table, commands.sit(table, "ann", "Ann", 0, 0))
    happen(table, commands.start(table, "ann", bytes(32), 0))
    happen(table, commands.leave(table, "ann", 0, 0))
    table.number = MOST_EVENTS
    assert commands.sit(table, "ann", "Ann", 0, 2 * IDLE)
