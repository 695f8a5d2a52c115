"""Signals, full disks and closed pipes while a command runs."""

import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Start
from tests.cli.processes import TIMEOUT_S, has_lines, run, wait_until

MANY_GAMES = ("--games", 10**9)


def check_whole_lines(file: Path, ingenious: Command) -> int:
    """Check that all records in the file are valid and complete; their number."""
    data = file.read_bytes()
    assert data.endswith(b"\n")
    lines = data.count(b"\n")
    assert ingenious("verify", file) == (
        0,
        "1 of 1 record is valid\n" if lines == 1 else f"{lines} of {lines} records are valid\n",
        "",
    )
    return lines


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("game", ["duel", "dice", "match"])
def test_a_signal_leaves_whole_records(
    sent: signal.Signals, game: str, ingenious: Command, start_command: Start, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    process = start_command("simulate", game, *MANY_GAMES, "--out", file)
    wait_until(has_lines(file, 3))
    process.send_signal(sent)
    _, stderr = process.communicate(timeout=TIMEOUT_S)
    assert check_whole_lines(file, ingenious) >= 3
    if sent == signal.SIGINT:
        assert process.returncode == 130
        assert re.fullmatch(rb"interrupted: \d+ complete records written\n", stderr)
    else:
        assert process.returncode == -sent
        assert stderr == b""


WRITES_LONG_LINES = """
import signal, sys
from ingenious.cli.files import WholeLines
line = "x" * 10_000_000
with WholeLines(sys.argv[1]) as one, WholeLines(sys.argv[2]) as other:
    for _ in range(15):
        one.write(line)
        other.write(line)
    signal.pause()
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_handled_at_the_end_of_the_line(
    sent: signal.Signals, start_command: Start, tmp_path: Path
) -> None:
    """The lines are so long that the signal comes while one of the files is written."""
    files = [tmp_path / "one", tmp_path / "other"]
    process = start_command(*files, command=[sys.executable, "-c", WRITES_LONG_LINES])
    wait_until(lambda: files[0].exists() and files[0].stat().st_size > 0)
    process.send_signal(sent)
    assert process.wait(TIMEOUT_S) == -sent
    for file in files:
        assert file.stat().st_size % 10_000_001 == 0
        file.unlink()


@pytest.mark.parametrize("game", ["duel", "dice", "match"])
def test_a_kill_damages_at_most_the_last_record(
    game: str, ingenious: Command, start_command: Start, tmp_path: Path
) -> None:
    """SIGKILL cannot be handled, so the last line may be incomplete."""
    file = tmp_path / "games.jsonl"
    process = start_command("simulate", game, *MANY_GAMES, "--out", file)
    wait_until(has_lines(file, 3))
    process.kill()
    assert process.wait(TIMEOUT_S) == -signal.SIGKILL
    whole, end, _ = file.read_bytes().rpartition(b"\n")
    file.write_bytes(whole + end)
    assert check_whole_lines(file, ingenious) >= 3


def test_an_interrupted_verification_says_so(start_command: Start, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = start_command("verify", pipe)
    with pipe.open("wb"):  # waits until the command has opened its end
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, stderr) == (130, b"interrupted\n")


@pytest.mark.parametrize("limit", [1000, 9000, 20_000])
def test_a_full_disk_leaves_whole_records(limit: int, ingenious: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = run(
        "simulate",
        "duel",
        *MANY_GAMES,
        "--out",
        file,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    lines = file.read_bytes().count(b"\n")
    assert done.returncode == 2
    assert done.stderr.decode() == (
        f"ingenious simulate: cannot write {file}: File too large; "
        f"{lines} complete record{'' if lines == 1 else 's'} written\n"
    )
    assert file.stat().st_size <= limit
    assert (lines == 0) == (limit == 1000)
    if lines:
        assert check_whole_lines(file, ingenious) == lines


def test_a_full_device_is_reported() -> None:
    done = run("simulate", "duel", "--out", "/dev/full")
    assert done.returncode == 2
    assert done.stderr == (
        b"ingenious simulate: cannot write /dev/full: No space left on device; "
        b"0 complete records written\n"
    )


@pytest.mark.parametrize("command", ["simulate duel", "verify {}", "show {}", "rules duel"])
def test_a_full_device_as_standard_output_is_reported(command: str, games: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run(*command.format(games / "duel").split(), stdout=full)
    assert done.returncode == 2
    assert done.stderr == b"ingenious: cannot write the output: No space left on device\n"


def test_a_reader_of_the_games_may_close_the_pipe(start_command: Start) -> None:
    process = start_command("simulate", "duel", *MANY_GAMES, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b'{"format":')
    process.stdout.close()
    assert process.wait(TIMEOUT_S) == 141
    assert process.stderr is not None
    assert process.stderr.read() == b""


def test_a_reader_of_the_verification_may_close_the_pipe(
    start_command: Start, tmp_path: Path
) -> None:
    file = tmp_path / "bad"
    file.write_bytes(b"{}\n" * 20_000)
    process = start_command("verify", file, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == f"{file}:1: the record has no 'format'\n".encode()
    process.stdout.close()
    assert process.wait(TIMEOUT_S) == 141
    assert process.stderr is not None
    assert process.stderr.read() == b""
