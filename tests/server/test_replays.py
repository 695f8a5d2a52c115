"""An uploaded record is replayed if it is complete and valid, and is never stored."""

import asyncio
import json
import os
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from ingenious.cli import main
from ingenious.record import MatchRecord, Record, RecordError, parse, redact, to_json
from ingenious.server.http import replays
from ingenious.server.http.guard import MAX_BODY_BYTES
from ingenious.server.http.record_reader import (
    MAX_WAITING_PER_ADDRESS,
    MAX_WAITING_RECORDS,
    ReaderBusy,
    ReaderLimit,
    RecordReader,
)
from ingenious.server.http.replays import MAX_RECORD_BYTES, whole_game
from ingenious.server.http.routes import RECORD_EXAMPLE
from testkit.server_process import ServerProcess

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples"
GAMES = ("classic", "solo", "team", "duel", "cards", "dice", "tiles")


def example(name: str) -> str:
    return (EXAMPLES / f"{name}.jsonl").read_text("utf-8")


def post(server: ServerProcess, body: str | bytes, **query: str) -> httpx.Response:
    headers = {"Content-Type": "application/json"}
    url = server.url + "/api/replays"
    return httpx.post(url, content=body, params=query, headers=headers, timeout=30)


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_has_a_step_for_each_entry(server: ServerProcess, game: str) -> None:
    response = post(server, example(game))
    assert response.status_code == 200, response.text
    told = response.json()
    record = json.loads(example(game))
    assert told["record"] == record
    entries = [step["entry"] for step in told["steps"] if step["entry"] is not None]
    assert entries == [*range(len(record["log"]))]
    assert tuple(map(tuple, record["result"]["scores"])) == tuple(
        tuple(pegs) for pegs in told["steps"][-1]["position"]["pegs"]
    )


def test_an_uploaded_record_is_not_stored(server: ServerProcess) -> None:
    before = httpx.get(server.url + "/api/tables").json()
    assert post(server, example("duel")).status_code == 200
    assert httpx.get(server.url + "/api/tables").json() == before


def test_a_file_may_have_several_games_and_matches() -> None:
    many = example("duel") + "\n" + example("match") + "\n\r\n" + example("dice")
    match = parse(example("match"))
    assert isinstance(match, MatchRecord)
    names = ["duel", *(record.game.name for record in match.games), "dice"]
    assert [whole_game(many, number).game.name for number in range(len(names))] == names
    why = f"^there is no game 99 in this file; games are counted from 0, and it has {len(names)}$"
    with pytest.raises(RecordError, match=why):
        whole_game(many, 99)


def test_a_game_of_a_file_is_chosen_by_its_number(server: ServerProcess) -> None:
    match = json.loads(example("match"))
    assert post(server, example("match")).json()["record"] == match["games"][0]
    assert post(server, example("match"), game="1").json()["record"] == match["games"][1]
    assert post(server, example("match"), game="x").status_code == 422
    assert "there is no game 9 in this file" in post(server, example("match"), game="9").text


def test_a_record_may_span_lines_or_begin_with_a_byte_order_mark(
    server: ServerProcess,
) -> None:
    pretty = json.dumps(json.loads(example("solo")), indent=2)
    assert post(server, pretty).status_code == 200
    assert post(server, b"\xef\xbb\xbf" + example("solo").encode()).status_code == 200


def spoiled(**changes: Any) -> str:
    return json.dumps(RECORD_EXAMPLE | changes)


REFUSED = {
    "nothing": (
        "",
        "there is no game 0 in this file; games are counted from 0, and it has 0",
        None,
    ),
    "no JSON": ("hello", "this is not JSON", None),
    "half of it": (example("duel")[:500], "this is not JSON", None),
    "something else": ("[1]", "", None),
    "an empty object": ("{}", "format", None),
    "running": (spoiled(log=[], result=None), "the game is not over", None),
    "a wrong result": (
        # The example's values are of several types.
        spoiled(result=RECORD_EXAMPLE["result"] | {"ranks": [1, 2]}),  # type: ignore[operator]
        "result.ranks should be [2, 1], not [1, 2]",
        "A5",
    ),
    "an illegal move": (
        example("classic").replace('"at":[[', '"at":[[9,9],[', 1),
        "log entry 0",
        None,
    ),
    "half a character": (
        spoiled(seats=["\ud800", "Ben"]),
        "half of a surrogate pair",
        None,
    ),
    "deep": ("[" * 100_000 + "]" * 100_000, "nested too deeply", None),
}


@pytest.mark.parametrize(("body", "why", "rule"), REFUSED.values(), ids=REFUSED)
def test_invalid_records_are_refused_with_a_reason(
    server: ServerProcess, body: str, why: str, rule: str | None
) -> None:
    response = post(server, body)
    assert response.status_code == 422, response.text
    assert why in response.json()["error"]
    assert rule in (None, response.json()["rule"])
    assert len(response.content) < 1000


def test_a_name_that_is_not_valid_text_is_not_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.jsonl").write_text(spoiled(seats=["\ud800", "Ben"]), "utf-8")
    assert main(["import", str(tmp_path / "game.jsonl"), "--data", str(tmp_path / "data")]) == 1
    assert "half of a surrogate pair" in "".join(capsys.readouterr())


def test_a_redacted_record_cannot_be_replayed(server: ServerProcess) -> None:
    record = parse(spoiled(log=[], result=None))
    assert isinstance(record, Record)
    for view in (None, 0):
        response = post(server, to_json(redact(record, view)))
        assert (response.status_code, "only complete records" in response.text) == (422, True)


def test_an_uploaded_record_may_be_larger_than_other_bodies(server: ServerProcess) -> None:
    record = json.loads(example("dice"))
    long = json.dumps(record | {"comment": "x" * (2 * MAX_BODY_BYTES)})
    assert post(server, long).status_code == 200
    too_long = post(server, "x" * (MAX_RECORD_BYTES + 1))
    assert (too_long.status_code, too_long.json()["error"]) == (
        413,
        f"the body of this request must not be larger than {MAX_RECORD_BYTES} bytes",
    )
    elsewhere = httpx.post(server.url + "/api/guests", json={"name": "x" * MAX_BODY_BYTES})
    assert (
        elsewhere.json()["error"]
        == f"the body of this request must not be larger than {MAX_BODY_BYTES} bytes"
    )


def test_invalid_text_and_other_content_types_are_refused(server: ServerProcess) -> None:
    assert post(server, b"\xff").json()["error"] == "the body is not valid UTF-8, at byte 0"
    response = httpx.post(server.url + "/api/replays", content=example("dice"))
    assert response.status_code == 415


def test_a_game_that_would_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "MAX_ENTRIES", 10)
    with pytest.raises(RecordError, match="too long to replay: it has more than 10 entries"):
        whole_game(example("dice"), 0)


@pytest.mark.parametrize(
    ("addresses", "most"), [(1000, MAX_WAITING_RECORDS), (1, MAX_WAITING_PER_ADDRESS)]
)
def test_waiting_records_are_limited(addresses: int, most: int) -> None:
    async def run() -> list[object]:
        reader = RecordReader(1000)
        asked = [reader.replay(example("dice"), 0, f"{n % addresses}") for n in range(most + 3)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        await reader.close()
        return [*found]

    found = asyncio.run(run())
    assert [isinstance(one, ReaderBusy) for one in found].count(True) == 3
    assert [isinstance(one, bytes) for one in found].count(True) == most


def test_an_address_has_limited_seconds_for_its_records() -> None:
    async def upload() -> None:
        reader = RecordReader(1, clock=lambda: 0.0)  # second per minute
        assert await reader.replay(example("dice"), 0, "there")
        for _ in range(2):
            with pytest.raises(ReaderLimit) as limit:
                await reader.replay(example("dice"), 0, "there")
            assert 0 < limit.value.pause <= 60
        assert await reader.replay(example("dice"), 0, "elsewhere")
        await reader.close()

    asyncio.run(upload())


def test_a_killed_reader_process_is_replaced() -> None:
    async def run() -> None:
        reader = RecordReader(1000)
        first = await reader.replay(example("dice"), 0)
        assert reader._child is not None
        os.kill(reader._child.pid, signal.SIGKILL)
        await asyncio.sleep(0.5)
        assert await reader.replay(example("dice"), 0) == first
        with pytest.raises(RecordError):
            await reader.replay("{}", 0)
        await reader.close()

    asyncio.run(run())


def test_a_flood_of_records_is_limited_by_time(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", "--reading-per-minute", "1") as server:

        def upload(_: int) -> httpx.Response:
            headers = {"Content-Type": "application/json"}
            url = server.url + "/api/replays"
            return httpx.post(url, content=example("dice"), headers=headers, timeout=60)

        with ThreadPoolExecutor(16) as threads:
            answers = list(threads.map(upload, range(16)))
        assert 200 in {answer.status_code for answer in answers}
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert all(1 <= int(answer.headers["retry-after"]) <= 60 for answer in refused)


def test_replays_of_tables_are_built_in_another_process_within_a_time_limit(tmp_path: Path) -> None:
    files = [str(EXAMPLES / f"{game}.jsonl") for game in GAMES]
    assert main(["import", *files, "--data", str(tmp_path / "data")]) == 0
    with ServerProcess(tmp_path / "data", "--reading-per-minute", "1") as server:
        with sqlite3.connect(server.data / "games.sqlite") as store:
            tables = [table for (table,) in store.execute("SELECT id FROM tables")]
        store.close()
        assert len(tables) == len(GAMES)

        def replay(table: str) -> httpx.Response:
            return httpx.get(f"{server.url}/api/tables/{table}/replay", timeout=60)

        first, *others = [replay(table) for table in tables]
        assert first.json()["steps"]
        lines = [Path(f"/proc/{child}/cmdline").read_bytes() for child in server.children()]
        assert any(b"record_worker" in line for line in lines)
        refused = [other for other in others if other.status_code == 429]
        assert refused
        assert refused[0].json()["code"] == "too-much"
        assert 1 <= int(refused[0].headers["retry-after"]) <= 60
        assert replay(tables[0]).content == first.content  # it is kept
