"""An interrupted export leaves no incomplete file."""

import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from ingenious.cli.files import FileError
from ingenious.cli.whole_file import whole_file
from tests.cli.conftest import Start
from tests.cli.processes import TIMEOUT_S

ENDLESS_EXPORT = """
import sys
from ingenious.cli import export, main
from ingenious.store import open_store
import asyncio
asyncio.run(open_store(sys.argv[1] + "/games.sqlite"))

async def export_records(store):
    for number in range(3):
        yield {"number": number}
    print("half", flush=True)
    await asyncio.sleep(600)

export.export_records = export_records
sys.exit(main(["export", "--data", sys.argv[1], "--out", sys.argv[2]]))
"""


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("before", ["", "what was there\n"])
def test_an_interrupted_export_leaves_the_previous_file(
    sent: signal.Signals, before: str, start_command: Start, tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    if before:
        out.write_text(before)
    command = [sys.executable, "-c", ENDLESS_EXPORT]
    process = start_command(tmp_path, out, command=command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"half\n"
    process.send_signal(sent)
    process.wait(TIMEOUT_S)
    assert process.returncode != 0
    assert (out.read_text() if out.exists() else "") == before
    left = [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")]
    assert len(left) == (sent == signal.SIGKILL)  # which cannot be handled


def test_a_finished_file_replaces_the_previous_one(tmp_path: Path) -> None:
    out, link = tmp_path / "games", tmp_path / "link"
    out.write_text("before")
    out.chmod(0o640)
    link.symlink_to(out)
    with whole_file(str(link)) as lines:
        lines.write("one")
        assert out.read_text() == "before"
        lines.write("two")
    assert (out.read_text(), link.is_symlink()) == ("one\ntwo\n", True)
    assert out.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "link"]


def test_a_failure_leaves_no_file(tmp_path: Path) -> None:
    out = tmp_path / "games"
    with suppress(ValueError), whole_file(str(out)) as lines:
        lines.write("one")
        raise ValueError
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileError, match=f"cannot write {tmp_path}/no/games"):
        whole_file(str(tmp_path / "no" / "games")).__enter__()


def test_devices_are_written_directly() -> None:
    with whole_file("/dev/null") as lines:
        lines.write("one")
    assert not Path("/dev/null").is_file()
