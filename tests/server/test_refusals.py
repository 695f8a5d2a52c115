"""Every refusal has a code, and every code is raised, typed and documented."""

import ast
import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import httpx
import pytest

from ingenious.server.http.endpoint import to_problem
from ingenious.server.http.errors import Problem, RefusalCode
from ingenious.server.live.live_table import Stale, TableBusy
from ingenious.table import Refused, TableCode
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess
from testkit.wire_types import check_wire_type

ROOT = Path(__file__).parents[2]
SOURCES = [
    *(ROOT / "src/ingenious/table").glob("*.py"),
    *(ROOT / "src/ingenious/server").rglob("*.py"),
]
PLACE = {"Refused": 0, "Problem": 1, "CannotReplay": 0}
"""Which argument of a refusal is its code."""


def raised() -> Iterator[tuple[str, int, str]]:
    """Every code in the sources: file, line, code."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if (place := PLACE.get(node.func.id)) is None or len(node.args) <= place:
                continue
            code = node.args[place]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield path.name, node.lineno, code.value
            else:  # passed through from a refusal that has one
                assert ast.unparse(code) == "error.code", f"{path.name}:{node.lineno}"


def test_every_code_that_is_raised_is_declared_and_vice_versa() -> None:
    found = list(raised())
    assert len(found) > 60
    codes = set(get_args(RefusalCode))
    assert {code for _, _, code in found} == codes
    assert set(get_args(TableCode)) < codes


def test_every_code_is_documented() -> None:
    text = (ROOT / "docs/errors.md").read_text("utf-8")
    part = text.partition("## Why something is refused")[2].partition("\n## ")[0]
    rows = [row.split("|")[1] for row in part.splitlines() if row.startswith("| `")]
    named = [code for row in rows for code in re.findall(r"`([\w-]+)`", row)]
    assert sorted(named) == sorted(get_args(RefusalCode))


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Refused("rule", "no printed symbol is there", "B7"), 409, "rule"),
        (Stale(7), 409, "stale"),
        (TableBusy("try again"), 503, "busy"),
        (Problem(404, "missing", "nothing"), 404, "missing"),
    ],
)
def test_an_impossible_command_is_refused_with_its_code(
    error: Exception, status: int, code: str
) -> None:
    known = to_problem(error)
    assert known is not None
    assert (known.status, known.code) == (status, code)


def test_a_bug_is_not_reported_as_a_refusal() -> None:
    assert to_problem(KeyError("x")) is None


ODD: list[Any] = [None, True, -1, 0, 1, 2, 10**12, 0.5, "", "hello", "RY", [], {}, [0, 0], {"x": 1}]
COMMAND_FIELDS = {
    "play": ("seat", "number", "decision"),
    "preview": ("seat", "decision"),
    "look": ("seat",),
    "sit": ("seat", "invite", "name"),
    "leave": ("seat",),
    "start": (),
    "takeback": ("seat",),
    "takeback-reply": ("agrees", "seat"),
    "takeback-withdraw": (),
    "react": ("seat", "reaction"),
    "say": ("seat", "text"),
    "rematch": (),
    "close": (),
    "hint": ("seat", "count"),
}


def random_commands(rng: Random, count: int) -> Iterator[dict[str, Any]]:
    """Messages with values that are valid, almost valid, or invalid."""
    fitting: dict[str, list[Any]] = {
        "seat": [0, 1, 2],
        "number": [3, 4, 5, 99],
        "decision": [
            {"seat": 0, "resign": False},
            {"seat": 0, "keep": True},
            {"seat": 0, "place": "RO", "at": [[0, 0], [1, 0]]},
            {"seat": 1, "place": "RO", "at": [[0, 0], [9, 9]]},
        ],
        "agrees": [True, False],
        "reaction": ["hello"],
        "text": ["hello", "www.example.org", "", "x" * 300],
        "name": ["Ann", "", "x" * 50],
        "invite": ["", "no"],
        "count": [0, 11],
    }
    for _ in range(count):
        do = rng.choice(list(COMMAND_FIELDS))
        values = {
            k: rng.choice(fitting[k] if rng.random() < 0.8 else ODD) for k in COMMAND_FIELDS[do]
        }
        yield {"do": do, **values}


def test_every_message_is_executed_or_refused_with_a_code(server: ServerProcess) -> None:
    table, (ann, _ben) = seat_guests(server.url, "classic", 2, start=0)
    eve, rng, codes = Guest(server.url, "Eve"), Random("refusals"), set()

    async def ask() -> None:
        async with ann.socket(table) as first, eve.socket(table) as stranger:
            await first.ask(do="start")
            for number, command in enumerate(random_commands(rng, 400)):
                socket = stranger if number % 4 == 0 else first
                answer = await socket.ask(**command)
                check_wire_type("ServerMessage", answer)
                if answer["type"] == "refused":
                    codes.add(answer["code"])
                    assert (answer["rule"] is not None) >= (answer["code"] == "rule")

    asyncio.run(ask())
    for command in random_commands(rng, 100):
        response = ann.post(f"/api/tables/{table}", command)
        if response.status_code != 200:
            check_wire_type("ProblemDoc", response.json())
            codes.add(response.json()["code"])
    expected = {
        "malformed",
        "not-your-seat",
        "no-seat",
        "stale",
        "begun",
        "uninvited",
    }
    assert expected <= codes


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("GET", "/api/nothing", None, "missing"),
        ("PUT", "/api/games", None, "malformed"),
        ("GET", "/api/boards/9", None, "missing"),
        ("GET", "/api/tables/nonsense", None, "no-table"),
        ("GET", "/api/me", None, "nobody"),
        ("POST", "/api/guests", {"name": " "}, "name"),
        ("POST", "/api/guests", {"nme": "Ann"}, "malformed"),
        ("POST", "/api/replays", {"format": "?"}, "record"),
    ],
)
def test_requests_are_refused_with_a_code(
    server: ServerProcess, method: str, path: str, body: Any, code: str
) -> None:
    response = httpx.request(method, server.url + path, json=body)
    check_wire_type("ProblemDoc", response.json())
    assert response.json()["code"] == code


def test_a_stale_command_over_http_gets_the_current_number(server: ServerProcess) -> None:
    table, (ann, _ben) = seat_guests(server.url, "classic", 2, start=0)
    path = f"/api/tables/{table}"
    ann.post(path, {"do": "start"})
    play = {"do": "play", "seat": 0, "number": 2, "decision": {"seat": 0, "keep": True}}
    stale = ann.post(path, play).json()
    assert (stale["code"], stale["number"]) == ("stale", 3)
