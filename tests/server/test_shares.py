"""Tables, lists and rematches are shared between addresses, then between the people there."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from testkit.server_process import ServerProcess

HOSTILE, HOME = "192.0.2.66", "192.0.2.1"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose list has the tables of these tests alone."""
    with ServerProcess(tmp_path_factory.mktemp("shares") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with six tables for each address."""
    data = tmp_path_factory.mktemp("six") / "data"
    with ServerProcess(data, "--tables-per-address", "6") as running:
        yield running


class Visitor:
    """A program that comes from an address, as a proxy reports it."""

    def __init__(self, server: ServerProcess, address: str, name: str) -> None:
        self._url = server.url
        self._headers = {"X-Forwarded-For": address}
        token = self.post("/api/tokens", {"name": name}).json()["token"]
        self._headers["Authorization"] = f"Bearer {token}"

    def post(self, path: str, values: Any) -> httpx.Response:
        return httpx.post(self._url + path, json=values, headers=self._headers, timeout=30)

    def get(self, path: str) -> Any:
        return httpx.get(self._url + path, headers=self._headers, timeout=30).json()

    def open_listed(self) -> httpx.Response:
        settings = {"games": ["duel"], "seats": [{}, {}], "listed": True}
        return self.post("/api/tables", {"settings": settings, "sit": [0]})

    def listed(self) -> list[str]:
        return [entry["table"] for entry in self.get("/api/tables")["tables"]]


def test_two_guests_cannot_push_others_off_the_list(server: ServerProcess) -> None:
    ann, ben = Visitor(server, HOME, "Ann"), Visitor(server, HOME, "Ben")
    honest = [guest.open_listed().json()["table"] for guest in (ann, ben)]
    for name in ("Eve", "Eva"):
        guest = Visitor(server, HOSTILE, name)
        opened = [guest.open_listed() for _ in range(60)]
        assert {response.status_code for response in opened} == {201}
    listed = ann.listed()
    assert set(honest) <= set(listed)
    assert len(listed) == 2 + 5 + 5
    for number in range(10):  # nor can a crowd
        assert Visitor(server, HOSTILE, f"Eve {number}").open_listed().status_code == 201
    assert set(honest) <= set(ann.listed())
    assert len(ann.listed()) == 2 + 20


def origins(server: ServerProcess) -> set[str]:
    """What the store has kept of the addresses."""
    with sqlite3.connect(server.data / "games.sqlite", timeout=30) as store:
        rows = store.execute("SELECT DISTINCT origin FROM tables").fetchall()
    store.close()
    return {row[0] for row in rows}


def test_tables_of_an_address_are_limited(six: ServerProcess) -> None:
    before = origins(six)
    guests = [Visitor(six, HOSTILE, f"Eve {n}") for n in range(4)]
    statuses = [guest.open_listed().status_code for guest in guests for _ in range(2)]
    assert statuses == [201] * 6 + [429] * 2
    refused = guests[0].open_listed()
    assert refused.json()["code"] == "too-many-tables"
    assert "retry-after" not in refused.headers
    assert Visitor(six, HOME, "Ann").open_listed().status_code == 201
    added = origins(six) - before
    assert len(added) == 2
    assert not [origin for origin in added if "192" in origin or len(origin) != 16]


def test_abandoned_games_do_not_lock_out_an_address(six: ServerProcess) -> None:
    settings = {"games": ["duel"], "seats": [{}, {}]}
    wanted = {"settings": settings, "sit": [0, 1], "begin": True}
    ann, ben = Visitor(six, "192.0.2.2", "Ann"), Visitor(six, "192.0.2.2", "Ben")
    opened = [ann.post("/api/tables", wanted).status_code for _ in range(7)]
    assert opened == [*[201] * 6, 429]
    assert ben.post("/api/tables", wanted).json()["code"] == "too-many-tables"
    with sqlite3.connect(six.data / "games.sqlite", timeout=30) as store:
        store.execute("UPDATE tables SET changed = changed - 25 * 3600 * 1000")
    store.close()
    assert ben.post("/api/tables", wanted).status_code == 201


def test_rematches_of_an_address_are_limited(server: ServerProcess) -> None:
    def chained(name: str, address: str) -> list[str]:
        """How a guest's rematches are answered, each resigned at once for the next one."""
        guest = Visitor(server, address, name)
        settings = {"games": ["duel"], "seats": [{}, {}]}
        wanted = {"settings": settings, "sit": [0, 1], "begin": True}
        table = guest.post("/api/tables", wanted).json()["table"]
        answers = []
        for _ in range(12):
            path = f"/api/tables/{table}"
            number = guest.get(path)["view"]["number"] + 1
            resign = {"seat": 0, "resign": True}
            play = {"do": "play", "seat": 0, "number": number, "decision": resign}
            assert guest.post(path, play).status_code == 200
            asked = guest.post(path, {"do": "rematch"})
            answers.append("" if asked.status_code == 200 else asked.json()["code"])
            if asked.status_code != 200:
                break
            table = guest.get(path)["view"]["shared"]["rematch"]
        return answers

    answers = chained("Eve", HOSTILE)
    assert answers[:5] == [""] * 5
    assert answers[-1] == "too-quick"
    # Together, so that they are quicker than the limit even on a busy machine.
    with ThreadPoolExecutor(12) as pool:
        crowd = list(pool.map(lambda number: chained(f"Eve {number}", HOSTILE), range(12)))
    early = [answer for answers in crowd for answer in answers[:5]]
    assert "too-quick" in early, "new names of the same address are limited too"
    assert chained("Ann", HOME)[0] == ""
