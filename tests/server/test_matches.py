"""Matches at a real server: resigning, the choices of a match, and tables of older versions."""

import asyncio
import json
import secrets
from pathlib import Path
from typing import Any

import pytest

from ingenious.cli import main
from ingenious.record import read, verify
from ingenious.server.live.service import summary_of
from ingenious.store import open_store
from ingenious.table import Table, decode
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess

ROOT = Path(__file__).parents[2]
OLD_EVENTS = ROOT / "tests" / "table" / "stored" / "match-before-j2.jsonl"
"""A match of Ada and Ben as stored before J2; Ada leads and has resigned the second challenge."""


def view_of(guest: Guest, table: str) -> dict[str, Any]:
    seen: dict[str, Any] = guest.get(f"/api/tables/{table}").json()
    return seen


def do(guest: Guest, table: str, **message: Any) -> None:
    response = guest.post(f"/api/tables/{table}", message)
    assert response.status_code == 200, response.text


def resign(guest: Guest, table: str, seat: int) -> None:
    number = view_of(guest, table)["view"]["number"] + 1
    decision = {"seat": seat, "resign": True}
    do(guest, table, do="play", seat=seat, number=number, decision=decision)


def match_record(guest: Guest, table: str) -> dict[str, Any]:
    document: dict[str, Any] = guest.get(f"/api/tables/{table}/record").json()
    verify(read(document))
    return document


@pytest.mark.rules("J2")
@pytest.mark.parametrize("seat", [0, 1])
def test_resigning_gives_up_the_match(server: ServerProcess, seat: int) -> None:
    table, guests = seat_guests(server.url, "dice+tiles+cards", 2, starts="same")
    do(guests[0], table, do="start")
    resign(guests[seat], table, seat)
    seen = view_of(guests[0], table)
    assert seen["settings"]["resigning"] == "match"
    shared = seen["view"]["shared"]
    assert (shared["phase"], shared["match"]["resigned"]) == ("over", True)
    assert shared["match"]["ranks"][seat] == 2
    assert {"start", "resign"} & set(seen["view"]["can"]) == set()
    record = match_record(guests[1], table)
    assert (record["challenges"], record["starts"]) == (["dice", "tiles", "cards"], "same")
    assert record["ranks"][seat] == 2
    assert guests[0].post(f"/api/tables/{table}", {"do": "start"}).status_code == 409


@pytest.mark.rules("H2", "J1")
def test_a_match_has_the_options_of_its_dice_challenge(server: ServerProcess) -> None:
    options = {"opening_roll": False}
    table, guests = seat_guests(server.url, "dice+cards", 2, options=options, starts="drawn")
    do(guests[0], table, do="start")
    seen = view_of(guests[0], table)
    assert (seen["settings"]["options"], seen["settings"]["starts"]) == (options, "drawn")
    assert (seen["record"]["options"], seen["record"]["deal"]) == (options, {})


async def stored_before(running: ServerProcess, guests: list[Guest]) -> str:
    """Put the old table into the server's database, with these guests seated; return its id."""
    opened = [guest.open_table("duel", [{}, {}])["table"] for guest in guests]
    store = await open_store(str(running.data / "games.sqlite"))
    try:
        ids = []
        for table in opened:
            created = json.loads((await store.read(table))[0])
            ids.append(created["by"])
        text = OLD_EVENTS.read_text("utf-8")
        for name, id_ in zip(("ada", "ben"), ids, strict=True):
            text = text.replace(f'"{name}"', f'"{id_}"')
        lines = text.encode().splitlines()
        table = secrets.token_urlsafe(9)
        summary = summary_of(Table.fold(decode(line) for line in lines))
        await store.append(table, 0, lines, summary, ids)
    finally:
        await store.close()
    return table


@pytest.mark.rules("J2")
def test_a_table_of_an_older_version_keeps_its_ranks_and_continues(server: ServerProcess) -> None:
    ada, ben = guests = [Guest(server.url, "Ada"), Guest(server.url, "Ben")]
    table = asyncio.run(stored_before(server, guests))
    seen = view_of(ada, table)
    assert seen["settings"]["resigning"] == "challenge"
    match = seen["view"]["shared"]["match"]
    assert seen["view"]["shared"]["phase"] == "between"
    assert (match["totals"], match["ranks"], "resigned" in match) == ([7, 4], [1, 2], False)
    do(ben, table, do="start")
    resign(ada, table, 0)
    shared = view_of(ben, table)["view"]["shared"]
    assert (shared["phase"], shared["match"]["ranks"]) == ("over", [1, 2])
    record = match_record(ben, table)
    assert "challenges" not in record
    assert [game["start"] for game in record["games"]] == [0, 1, 0]
    do(ben, table, do="rematch")
    rematch = view_of(ben, table)["view"]["shared"]["rematch"]
    assert view_of(ben, rematch)["settings"]["resigning"] == "match"


@pytest.mark.rules("J2")
@pytest.mark.parametrize(
    ("name", "resigning"), [("match-resigned", "match"), ("match-resigned-before", "challenge")]
)
def test_resigned_matches_can_be_imported(name: str, resigning: str, tmp_path: Path) -> None:
    file, data = ROOT / "docs" / "examples" / f"{name}.jsonl", tmp_path / "data"
    assert main(["import", str(file), "--data", str(data)]) == 0
    assert main(["export", "--data", str(data), "--out", str(tmp_path / "out")]) == 0
    (written,) = map(json.loads, (tmp_path / "out").read_text("utf-8").splitlines())
    table = written.pop("table")
    assert written == json.loads(file.read_text("utf-8"))

    async def settings() -> Any:
        store = await open_store(str(data / "games.sqlite"))
        try:
            return json.loads((await store.read(table))[0])["settings"]
        finally:
            await store.close()

    kept = asyncio.run(settings())
    assert kept["resigning"] == resigning
    assert kept["games"] == written.get("challenges", ["cards", "dice"])


@pytest.mark.rules("J2")
def test_an_unfinished_match_cannot_be_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = json.loads((ROOT / "docs" / "examples" / "match.jsonl").read_text("utf-8"))
    match["challenges"].append("dice")
    (tmp_path / "match.jsonl").write_text(json.dumps(match))
    words = ["import", str(tmp_path / "match.jsonl"), "--data", str(tmp_path / "data")]
    assert main(words) == 1
    assert "is not over" in capsys.readouterr().out
