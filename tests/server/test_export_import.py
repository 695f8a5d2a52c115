"""Games move from a server to another."""

import asyncio
import json
from pathlib import Path
from random import Random

import httpx
import pytest

from ingenious.cli import main
from testkit.client import Socket
from testkit.guests import DATABASE_PASSWORD, UNREACHABLE_DATABASE, Guest, seat_guests
from testkit.records import exported
from testkit.server_process import ServerProcess


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server with two finished games, a match, a running game and an open table."""
    data = tmp_path_factory.mktemp("archive") / "data"
    with ServerProcess(data) as server:

        async def play(games: str, seats: int) -> None:
            table, guests = seat_guests(server.url, games, seats)
            sockets = [await guest.socket(table).open() for guest in guests]
            for _ in games.split("+"):
                await sockets[0].ask(do="start")
                await asyncio.gather(*[until_over(one) for one in sockets])
            for one in sockets:
                await one.close()

        for games, seats in (("duel", 2), ("cards", 3), ("dice+tiles", 2)):
            asyncio.run(play(games, seats))
        table, guests = seat_guests(server.url, "classic", 2)
        guests[0].post(f"/api/tables/{table}", {"do": "start"})
        guests[0].open_table("duel", [{}, {}])
    return data


async def until_over(wire: Socket) -> None:
    """Play one game of a match."""
    while wire.shared["phase"] != "playing":
        await wire.receive()
    while wire.shared["phase"] == "playing":
        if wire.has_turn():
            await wire.play(Random(3))
        else:
            await wire.receive()


def test_games_move_from_one_server_to_another(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = exported(archive, tmp_path / "all.jsonl")
    assert "4 records written" in capsys.readouterr().err
    whole = [game for game in written if all(g["result"] for g in game.get("games", [game]))]
    assert (len(written), len(whole)) == (4, 3)
    words = ["import", str(tmp_path / "all.jsonl"), "--data", str(tmp_path / "other")]
    assert main(words) == 1
    told = capsys.readouterr().out
    assert "all.jsonl:4: this record is redacted to what a spectator knows" in told
    assert "3 games imported, 0 already there, 1 refused" in told
    assert exported(tmp_path / "other", tmp_path / "again.jsonl") == whole
    assert main(words) == 1
    assert "0 games imported, 3 already there, 1 refused" in capsys.readouterr().out
    with ServerProcess(tmp_path / "other") as server:
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
def test_files_without_records_are_reported(
    tmp_path: Path, line: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(line + "\n", "utf-8")
    assert main(["import", str(file), "--data", str(tmp_path / "data")]) == 1
    told = capsys.readouterr()
    assert f"{file}{why}" in told.out
    assert told.out.endswith("0 games imported, 0 already there, 1 refused\n")
    assert "Traceback" not in told.out + told.err


def test_records_that_were_tampered_with_are_not_imported(
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
    assert "0 games imported, 0 already there, 4 refused" in told
    assert [f"changed.jsonl:{number}: " in told for number in range(1, 5)] == [True] * 4


@pytest.mark.parametrize("command", ["export", "import"])
def test_a_store_that_cannot_be_used_is_reported(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a file").write_text("x")
    words = [str(tmp_path / "games")] if command == "import" else []
    for more in (
        ["--database", UNREACHABLE_DATABASE],
        ["--database", "mysql://x"],
        ["--data", str(tmp_path / "a file")],
    ):
        assert main([command, *words, *more]) == 2
        told = capsys.readouterr().err
        assert told.startswith(f"ingenious {command}: ")
        assert told.count("\n") == 1
        assert DATABASE_PASSWORD not in told


def test_files_that_cannot_be_read_or_written_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path / "data")]
    assert main(["import", str(tmp_path / "nothing"), *data]) == 2
    assert "cannot read" in capsys.readouterr().err
    assert main(["import", str(tmp_path), *data]) == 2
    assert "cannot read" in capsys.readouterr().err
    assert main(["export", "--out", str(tmp_path / "no" / "folder"), *data]) == 2
    assert "cannot write" in capsys.readouterr().err
