"""The types of the wire are true, and the browser has the same."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from ingenious.cli import main
from ingenious.record import to_json, write_record
from ingenious.rules.moves import Resign
from ingenious.server.http.replays import replay_of
from ingenious.server.live.listing import to_tables
from ingenious.store import ListedTable, Summary
from ingenious.table import Settings, Table, ViewBuilder, commands
from ingenious.table.view.build import brief
from ingenious.table.view.decision import LogEntry
from scripts import wire_types
from testkit.guests import Guest, seat_guests
from testkit.modes import MODES, recorded
from testkit.records import exported
from testkit.server_process import ServerProcess
from testkit.tables import BOT, OPEN, TableDriver
from testkit.wire_types import SCHEMAS, check_wire_type, has_wire_type

ROOT = Path(__file__).parents[2]


def as_sent(values: object) -> Any:
    return json.loads(msgspec.json.encode(values))


def test_the_browser_has_the_types_of_the_server() -> None:
    kept = wire_types.TYPES_FILE.read_text("utf-8")
    assert kept == wire_types.written(), f"the types have changed; run {wire_types.COMMAND}"


def messages_about(table: Table) -> Iterator[tuple[str, Any]]:
    """What everyone at a table, and a spectator, receives now, each with its type."""
    views = ViewBuilder(table)
    for viewer in (None, *range(len(table.seats))):
        who = "" if viewer is None else str(table.seats[viewer].person_id)
        yield "View", as_sent(views.view(viewer, who))
        if (record := views.record(viewer)) is not None:
            yield "RecordDocument", as_sent(record)
        yield "News", as_sent(views.news(table.news[-1], viewer))
    yield "Brief", as_sent(brief(table))


def check_messages(table: Table) -> None:
    for kind, values in messages_about(table):
        check_wire_type(kind, values)


@pytest.mark.parametrize(("name", "players"), MODES)
def test_whole_games_are_sent_in_these_types(name: str, players: int) -> None:
    driver = TableDriver(Settings((name,), (OPEN, *(BOT,) * (players - 1)))).sit("ann").start()
    table, rng = driver.table, Random(name)
    while table.phase == "playing":
        driver.play(rng)
        if table.number % 3 == 0:
            check_messages(table)
    check_messages(table)
    check_wire_type("Replay", as_sent(replay_of(table.records[-1])))


ENTRIES = {
    frozenset({"seat", *keys.split()})
    for keys in (
        *("place at gain", "swap draw", "draw", "play first", "discard", "roll", "resolve"),
        *("refill", "score", "free", "resign"),
    )
}
"""The kinds of entries, which are distinguished by their keys."""


def test_every_declared_entry_and_choice_occurs() -> None:
    entries: set[frozenset[str]] = set()
    offered: set[str] = set()
    for name, players in MODES:
        driver = TableDriver(Settings((name,), (OPEN,) * players), by="p0")
        driver.sit(*[f"p{seat}" for seat in range(players)])
        driver.apply(commands.start(driver.table, "p0", bytes(32), driver.advance(1)))
        table, rng = driver.table, Random(name)
        while table.phase == "playing":
            if table.number > 20 and (name, players) == ("dice", 2):
                driver.apply(commands.play(table, "p0", 0, Resign(0), driver.advance(1)))
                break
            assert table.turn is not None
            view = as_sent(ViewBuilder(table).view(table.turn.seat))
            choices = view["choices"]
            offered |= {key for choice in choices.get("decisions", []) for key in choice}
            driver.play(rng)
        log = as_sent(write_record(table.records[-1]))["log"]
        entries |= {frozenset(entry) for entry in log}
    assert entries == ENTRIES
    declared = {field.encode_name for field in msgspec.structs.fields(LogEntry)}
    assert set().union(*ENTRIES) == declared
    assert offered == {"swap", "keep", "discard", "draw", "score", "free"}


def objects(values: Any) -> Iterator[dict[str, Any]]:
    """All objects of a message, itself too."""
    if isinstance(values, dict):
        yield values
        for value in values.values():
            yield from objects(value)
    elif isinstance(values, list):
        for value in values:
            yield from objects(value)


def test_the_types_forbid_what_they_do_not_name() -> None:
    """A key too many anywhere is noticed, and so is one too few, unless it may be missing."""
    driver = TableDriver(Settings(("cards", "dice"), (OPEN, OPEN))).sit("ann", "bob").start()
    driver.play(Random(1))
    for kind, values in messages_about(driver.table):
        spoiled = deepcopy(values)
        for found in list(objects(spoiled)):
            found["surprise"] = "!"
            assert not has_wire_type(kind, spoiled)
            del found["surprise"]
            assert has_wire_type(kind, spoiled)
        for key in SCHEMAS.get(kind, {}).get("required", ()):
            assert not has_wire_type(
                kind, {name: value for name, value in values.items() if name != key}
            )


def test_an_imported_game_is_shown_as_it_ended() -> None:
    for name, players in MODES:
        record = recorded(name, players, 7)
        events = commands.import_game(
            Settings((name,), (OPEN,) * players), as_sent(write_record(record)), 0
        )
        table = Table.fold(events)
        for kind, values in messages_about(table):
            check_wire_type(kind, values)
        view = as_sent(ViewBuilder(table).view(None))
        assert record.result is not None
        assert view["shared"]["position"]["pegs"] == [list(pegs) for pegs in record.result.scores]
        assert (view["shared"]["phase"], view["turn"]) == ("over", None)
        assert [seat["taken"] for seat in view["shared"]["seats"]] == [True] * players
        for group in view.get("racks", view.get("hands", [])):
            assert isinstance(group, list)
        check_wire_type("Replay", as_sent(replay_of(table.records[-1])))


def test_the_examples_of_the_documentation_match_their_types() -> None:
    pages = ("clients", "http-api", "websocket", "views", "errors")
    text = "".join((ROOT / "docs" / f"{page}.md").read_text("utf-8") for page in pages)
    found = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    kinds = {"type": "ServerMessage", "settings": "NewTable", "tables": "Tables"}
    for values in found:
        check_wire_type(next(kind for key, kind in kinds.items() if key in values), values)
    assert len(found) > 7


def test_lists_records_and_replays_match_their_types(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "dice+tiles", 2, start=1, listed=True)
    path = f"/api/tables/{table}"
    check_wire_type("SeenTable", ann.get(path).json())
    assert ann.post(path, {"do": "start"}).status_code == 200
    seen = ben.get(path).json()
    check_wire_type("SeenTable", seen)
    entry = next(e for e in ben.get("/api/me/tables").json()["tables"] if e["table"] == table)
    assert (entry["yours"], entry["brief"]["turn"], entry["brief"]["moves"]) == ([1], 1, 0)
    uses = [{"match": die} for die in range(len(seen["view"]["shared"]["position"]["dice"][1]))]
    play = {"do": "play", "seat": 1, "number": seen["view"]["number"] + 1}
    decision = {"seat": 1, "resolve": uses}
    assert ben.post(path, {**play, "decision": decision}).status_code == 200
    for guest, yours in ((ann, [0]), (ben, [1]), (Guest(server.url, "Eve"), [])):
        tables = guest.get("/api/tables").json()
        check_wire_type("Tables", tables)
        entry = next(e for e in tables["tables"] if e["table"] == table)
        assert (entry["yours"], entry["brief"]["turn"], entry["brief"]["moves"]) == (yours, 0, 1)
        assert entry["brief"]["game"] == "dice"
    check_wire_type("AnyRecord", ann.get(path + "/record").json())
    check_wire_type("ProblemDoc", ann.get(path + "/replay").json())  # the game is not over yet
    check_wire_type("History", ann.get(path + "/history").json())
    number = ann.get(path).json()["view"]["number"] + 1
    resign = {"do": "play", "seat": 0, "number": number, "decision": {"seat": 0, "resign": True}}
    assert ann.post(path, resign).status_code == 200
    check_wire_type("AnyRecord", ann.get(path + "/record?game=0").json())
    check_wire_type("Replay", ann.get(path + "/replay").json())


def test_briefs_of_earlier_versions_are_still_listed() -> None:
    old = {
        "games": ["duel"],
        "edition": "2023",
        "phase": "playing",
        "seats": [{"kind": "open", "name": "Ann", "taken": True}],
        "casual": True,
        "spectators": True,
    }
    summary = Summary("playing", True, 5, None, False, json.dumps(old))
    tables = as_sent(to_tables([ListedTable("abc", 7, summary)], "p0"))
    check_wire_type("Tables", tables)
    assert tables["tables"][0]["brief"] == {"game": "duel", "turn": None, "moves": 0, **old}


@pytest.mark.parametrize("damaged", ["", "[]", '{"who":["p0","p1"],"brief":{},"count":[5,[0]]}'])
def test_a_damaged_summary_is_left_out_of_lists(damaged: str) -> None:
    summary = Summary("playing", True, 5, None, False, damaged)
    assert to_tables([ListedTable("abc", 7, summary)], "p1").tables == []


def test_an_imported_game_can_be_viewed_and_replayed(tmp_path: Path) -> None:
    record = recorded("team", 4, 5)
    (tmp_path / "game.jsonl").write_text(to_json(record) + "\n", "utf-8")
    assert main(["import", str(tmp_path / "game.jsonl"), "--data", str(tmp_path / "data")]) == 0
    (written,) = exported(tmp_path / "data", tmp_path / "out.jsonl")
    with ServerProcess(tmp_path / "data") as server:
        path = f"{server.url}/api/tables/{written['table']}"
        seen, replay = httpx.get(path).json(), httpx.get(path + "/replay").json()
    check_wire_type("SeenTable", seen)
    check_wire_type("Replay", replay)
    assert replay["steps"][-1]["position"] == seen["view"]["shared"]["position"]
    assert seen["view"]["shared"]["rules"]["sides"] == [[0, 2], [1, 3]]


def test_a_table_is_closed_by_its_host(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "duel", 2, listed=True)
    path = f"/api/tables/{table}"
    assert "close" in ann.get(path).json()["view"]["can"]
    refused = ben.post(path, {"do": "close"})
    assert (refused.status_code, refused.json()["error"]) == (
        409,
        "only the host can close the table",
    )
    assert ann.post(path, {"do": "close"}).status_code == 200
    seen = ann.get(path).json()
    check_wire_type("SeenTable", seen)
    assert (seen["view"]["shared"]["phase"], seen["view"]["can"]) == ("over", ["react"])
    for message in ({"do": "start"}, {"do": "close"}, {"do": "rematch"}):
        assert ann.post(path, message).json()["error"] == "the table is closed"
    sit = Guest(server.url, "Eve").post(path, {"do": "sit", "seat": 0})
    assert sit.json()["error"] in ("seat 0 is taken", "the table is closed")
    assert ann.get(path + "/record").status_code == 404
    assert ann.get(path + "/replay").status_code == 404
