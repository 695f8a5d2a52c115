"""Several processes serve the same tables, and each question to a bot is asked once."""

import asyncio
import sys
from pathlib import Path

from ingenious.server.live.leases import LEASE_S, Leases
from ingenious.store import open_store
from testkit.guests import Guest
from testkit.server_process import ServerProcess

SLOW = 14
"""Seconds, longer than the time after which other processes look for forgotten bots."""

PROGRAM = f"""
import json, sys, time
from ingenious.bots import player
from ingenious.bots.engine_protocol import read_question, write_answer
first = True
for line in sys.stdin:
    with open(sys.argv[1], "a") as log:
        log.write("asked\\n")
    time.sleep({SLOW} if first else 0)
    first = False
    record, seat, _ = read_question(line)
    entry = write_answer(seat, player("random").decide(record, seat, 1))
    print(json.dumps({{"entry": entry}}), flush=True)
"""
TABLES = 5


def test_a_slow_program_is_asked_once_for_each_table(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(PROGRAM)
    log = tmp_path / "questions"
    log.touch()
    command = f"slow={sys.executable} {tmp_path / 'slow.py'} {log}"
    with ServerProcess(tmp_path / "data", "--workers", "2", "--programs", command) as server:
        ann = Guest(server.url, "Ann")
        wanted = {
            "settings": {
                "games": ["duel"],
                "seats": [{}, {"kind": "program", "program": "slow"}],
                "start": 1,
            },
            "sit": [0],
            "begin": True,
        }
        tables = [ann.post("/api/tables", wanted).json()["table"] for _ in range(TABLES)]

        async def wait(table: str) -> None:
            async with ann.socket(table) as socket:
                while not socket.has_turn():
                    await socket.receive(300)

        async def wait_for_all() -> None:
            await asyncio.gather(*map(wait, tables))

        asyncio.run(wait_for_all())
        assert log.read_text().count("asked") == TABLES


def test_a_claim_is_renewed_while_it_is_held_and_then_released(tmp_path: Path) -> None:
    async def hold() -> None:
        store = await open_store(str(tmp_path / "games.sqlite"))
        ours, theirs = Leases(store, lambda: False), Leases(store, lambda: False)
        async with ours.hold("table", 3) as is_ours:
            assert is_ours
            await asyncio.sleep(LEASE_S + 1)  # longer than one claim lasts
            async with theirs.hold("table", 3) as is_theirs:
                assert not is_theirs
            async with theirs.hold("table", 4) as is_theirs:
                assert is_theirs
        async with ours.hold("another", 1):
            pass
        async with asyncio.timeout(60):  # until the claim, which is not renewed, expires
            is_free = False
            while not is_free:
                async with theirs.hold("another", 1) as is_free:
                    await asyncio.sleep(0.1)
        await store.close()

    asyncio.run(hold())


def test_a_single_process_claims_nothing(tmp_path: Path) -> None:
    async def hold() -> None:
        store = await open_store(str(tmp_path / "games.sqlite"))
        async with Leases(store, lambda: True).hold("table", 3) as is_ours:
            assert is_ours
            assert await store.claim("table", 3, "another process", 60)
        await store.close()

    asyncio.run(hold())
