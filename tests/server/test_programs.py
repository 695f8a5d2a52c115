"""The host's programs at a table: they play over a pipe, and a bot takes over if one fails."""

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest

from testkit.guests import Guest, play_out
from testkit.server_process import ServerProcess

GOOD = """
import sys
from ingenious.bots import player
from ingenious.bots.engine_protocol import answer_lines
bot = player("random")
for line in answer_lines(sys.stdin, lambda record, seat, _: bot.decide(record, seat, 1)):
    print(line, flush=True)
"""
RUBBISH = "while True:\n    input()\n    print('rubbish', flush=True)\n"


def test_a_program_plays_and_a_bot_replaces_one_that_fails(tmp_path: Path) -> None:
    for name, text in (("good", GOOD), ("bad", RUBBISH)):
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    programs = "\n".join(f"{n}={sys.executable} {tmp_path / n}.py" for n in ("good", "bad"))
    with ServerProcess(tmp_path / "data", "--programs", programs) as server:
        ann = Guest(server.url, "Ann")
        for name in ("good", "bad"):
            seats = [{}, {"kind": "program", "program": name}]
            table = ann.open_table("tiles", seats, start=0)["table"]

            async def play(table: str = table) -> list[str]:
                async with ann.socket(table) as socket:
                    await socket.ask(do="start")
                    await play_out([socket], Random(1))
                    assert socket.record is not None
                    names: list[str] = socket.record["seats"]
                    return names

            assert asyncio.run(play()) == ["Ann", name]
        assert "a program failed" in server.log
        assert "rubbish" in server.log


@pytest.mark.parametrize("name", ["", "unknown", "good; rm -rf"])
def test_programs_that_the_host_does_not_allow_are_refused(
    server: ServerProcess, name: str
) -> None:
    ann = Guest(server.url, "Ann")
    seats = [{}, {"kind": "program", "program": name}]
    response = ann.post("/api/tables", {"settings": {"games": ["tiles"], "seats": seats}})
    assert response.status_code == 422
    assert "program" in response.json()["error"]
