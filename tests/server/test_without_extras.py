"""A server without the packages of the extra `server`."""

import asyncio
import sys
from pathlib import Path
from random import Random

import httpx

from testkit.guests import Guest
from testkit.server_process import ServerProcess

MISSING = ("asyncpg", "prometheus_client", "redis", "resvg_py", "uvloop")


def test_it_serves_games_and_says_what_metrics_need(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    _, _, _, *arguments = server.command
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({MISSING!r}))\n"
        f"from ingenious.cli import main; sys.exit(main({arguments!r}))"
    )
    server.command = [sys.executable, "-c", code]
    with server:
        metrics = httpx.get(server.url + "/metrics")
        guest = Guest(server.url, "Ann")
        opened = guest.open_table("solo", [{}])
        page = httpx.get(f"{server.url}/table/{opened['table']}")
        preview = guest.get(f"/api/tables/{opened['table']}/preview.png")
        asyncio.run(_play(guest, opened["table"]))
    assert (metrics.status_code, metrics.text) == (
        404,
        "Metrics need prometheus-client: pip install 'ingenious[server]'\n",
    )
    assert "og:title" in page.text
    assert "og:image" not in page.text
    assert (preview.status_code, preview.json()["code"]) == (404, "missing")
    assert "pip install 'ingenious[pictures]'" in preview.json()["error"]
    assert "Traceback" not in server.log


async def _play(guest: Guest, table: str) -> None:
    async with guest.socket(table) as socket:
        await socket.ask(do="start")
        await socket.play_to_end(Random(1))
