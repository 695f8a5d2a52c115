"""Small things that a careful host or a stranger would notice."""

import json
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from ingenious.server.http.rate_limit import Bucket, Buckets
from ingenious.server.processes import FOLDER_PREFIX, LOCK_FILE, shared_folder
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess
from testkit.sockets import connect, post_head, read_to_end

from .hostile import SOLO, is_healthy

# When to come back


def test_a_bucket_says_when_it_has_a_token_again() -> None:
    moment = 0.0
    bucket = Bucket(rate=0.5, capacity=2, clock=lambda: moment)
    assert [bucket.after() for _ in range(4)] == [0, 0, 2, 2]
    moment = 1.5
    assert bucket.after() == 0.5
    moment = 2.0
    assert (bucket.after(), bucket.after()) == (0, 2)


def test_a_cost_that_is_charged_afterwards_delays_the_next_request() -> None:
    moment = 0.0
    buckets = Buckets(rate=0.5, capacity=2, clock=lambda: moment)
    assert buckets.after("a") == 0
    buckets.spend("a", 3)
    assert (buckets.after("a"), buckets.after("b")) == (6, 0)


def test_retry_after_is_when_the_same_request_is_allowed(tmp_path: Path) -> None:
    options = (
        "--guests-per-minute",
        "20",
        "--tables-per-minute",
        "6",
        "--requests-per-second",
        "1",
    )
    with ServerProcess(tmp_path / "data", *options) as server:
        answers = [httpx.post(server.url + "/api/tokens", json={"name": "Ann"}) for _ in range(4)]
        headers = {"Authorization": f"Bearer {answers[0].json()['token']}"}
        too_many = httpx.get(server.url + "/api/me", headers=headers)
        assert (too_many.status_code, too_many.headers["retry-after"]) == (429, "1")
        assert too_many.json()["error"] == "too many requests from your address; wait 1 second"
        tables: list[httpx.Response] = []
        while not tables or tables[-1].status_code != 429 or "tables" not in tables[-1].text:
            tables.append(httpx.post(server.url + "/api/tables", json=SOLO, headers=headers))
            time.sleep(1.05)
        # One in ten seconds, and the last one was taken a second ago or more.
        assert 1 <= int(tables[-1].headers["retry-after"]) <= 10


# What is refused before it is read


@pytest.mark.parametrize("size", [40_000, 70_000, 200_000])
def test_headers_that_arrive_at_once_have_a_size_limit(server: ServerProcess, size: int) -> None:
    for lines in ("X: " + "x" * size, "\r\n".join(f"X{n}: {n:090}" for n in range(size // 100))):
        bare = connect(server, f"GET /health HTTP/1.1\r\nHost: x\r\n{lines}\r\n\r\n".encode())
        assert read_to_end(bare)[:12] in (b"HTTP/1.1 431", b"")  # a reset may overtake the answer
    bare = connect(server, f"GET /health HTTP/1.1\r\nX: {'x' * 70_000}\r\n\r\n".encode())
    assert b"alive" not in read_to_end(bare)
    fits = f"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: {'x' * 20_000}\r\n\r\n"
    assert read_to_end(connect(server, fits.encode())).startswith(b"HTTP/1.1 200")
    assert is_healthy(server)


@pytest.mark.parametrize("path", ["/api/guests", "/health"])
def test_a_length_and_chunks_together_are_refused(server: ServerProcess, path: str) -> None:
    head = post_head(path, "Content-Length: 14", "Transfer-Encoding: chunked")
    bare = connect(server, head + b'e\r\n{"name":"Ann"}\r\n0\r\n\r\nGET /health HTTP/1.1\r\n\r\n')
    answer = read_to_end(bare)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"must not have both" in answer
    assert answer.count(b"HTTP/1.1") == 1  # what follows is not read as another request
    assert is_healthy(server)


def test_strangers_learn_nothing_of_a_private_table(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "duel", 2, spectators=False)
    eve = Guest(server.url, "Eve")
    path = f"/api/tables/{table}"
    seen = eve.get(path)
    assert seen.status_code == 403
    messages: list[Any] = [
        {"do": "play", "seat": 0, "number": 900, "decision": {"seat": 0, "resign": True}},
        {"do": "play", "seat": 7, "number": 1, "decision": {"seat": 7, "resign": True}},
        {"do": "sit", "seat": 0},
        {"do": "sit", "seat": 9, "invite": "guessed"},
        *({"do": word, "seat": seat} for word in ("leave", "takeback") for seat in (0, 9)),
        {"do": "react", "seat": 0, "reaction": "hello"},
        *({"do": word} for word in ("start", "rematch", "close")),
    ]
    for begun in (False, True):
        for message in messages:
            refused = eve.post(path, message)
            assert (refused.status_code, refused.json()) == (403, seen.json()), (begun, message)
        if not begun:
            assert ann.post(path, {"do": "start"}).status_code == 200
    assert ben.post(path, {"do": "react", "seat": 1, "reaction": "hello"}).status_code == 200


def test_an_invited_guest_can_sit_down_at_a_private_table(server: ServerProcess) -> None:
    ann, ben = Guest(server.url, "Ann"), Guest(server.url, "Ben")
    opened = ann.open_table("duel", [{}, {}], spectators=False)
    ben.sit(opened, 1)


# Logs and figures


def test_times_in_the_log_have_a_zone(server: ServerProcess) -> None:
    times = [json.loads(line)["time"] for line in server.log.splitlines()]
    assert times
    for text in times:
        assert text.endswith("Z")
        moment = datetime.fromisoformat(text)
        assert moment.utcoffset() == timedelta(0)
        assert abs(datetime.now(moment.tzinfo) - moment) < timedelta(hours=2)


def test_folders_of_killed_servers_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    holds = (
        "import os\nfrom ingenious.server.processes import shared_folder\n"
        "with shared_folder() as folder:\n    print(folder, flush=True)\n    input()\n"
    )
    words = [sys.executable, "-c", holds]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        left = Path(process.stdout.readline().strip())
        (tmp_path / f"{FOLDER_PREFIX}other").mkdir()  # without a lock: not known to be left over
        with shared_folder() as mine:
            assert left.exists()
        process.kill()
    assert left.exists()
    assert not Path(mine).exists()
    with shared_folder() as mine:
        assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
            [f"{FOLDER_PREFIX}other", Path(mine).name]
        )
        assert (Path(mine) / LOCK_FILE).exists()
