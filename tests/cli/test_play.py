"""`ingenious play`: starts a server and opens the game in a browser."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from ingenious.cli import play
from ingenious.server.config import Config
from testkit.server_process import free_port
from tests.cli.conftest import Command, Start
from tests.cli.processes import TIMEOUT_S, wait_until


def first_line(process: "subprocess.Popen[bytes]") -> str:
    """The first line of its output."""
    assert process.stdout is not None
    return process.stdout.readline().decode()


def interrupt(process: "subprocess.Popen[bytes]") -> tuple[bytes, bytes]:
    """Stop it as Ctrl-C does; the rest of its output."""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=TIMEOUT_S)
    return out, err


def test_it_prints_its_url_serves_the_page_and_stops_with_ctrl_c(
    start_command: Start, tmp_path: Path
) -> None:
    port = free_port()
    options = ("--port", port, "--data", tmp_path / "data", "--no-browser")
    process = start_command("play", *options, stdout=subprocess.PIPE)
    assert (
        first_line(process)
        == f"Ingenious is running at http://127.0.0.1:{port} (press Ctrl-C to stop).\n"
    )
    with urlopen(f"http://127.0.0.1:{port}/") as page:
        assert b"<title>Ingenious</title>" in page.read()
    assert interrupt(process) == (b"\n", b"")
    assert process.returncode == 0
    assert (tmp_path / "data" / "games.sqlite").exists()


def test_it_opens_the_browser_at_the_next_free_port(start_command: Start, tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}.new"\nmv "{opened}.new" "{opened}"\n')
    browser.chmod(0o755)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("INGENIOUS_P")}
    environment |= {"BROWSER": f"{browser} %s", "XDG_DATA_HOME": str(tmp_path)}
    process = start_command("play", stdout=subprocess.PIPE, env=environment)
    url = first_line(process).split()[4]
    assert int(url.rpartition(":")[2]) in play.DEFAULT_PORTS
    wait_until(opened.exists)
    assert opened.read_text().strip() == url
    assert interrupt(process) == (b"\n", b"")
    assert (tmp_path / "ingenious" / "games.sqlite").exists()


def test_a_given_port_that_is_in_use_is_refused(ingenious: Command, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = ingenious("play", "--port", port, "--data", tmp_path, "--no-browser")
    assert result.status == 2
    assert f"ingenious play: cannot listen on 127.0.0.1:{port}" in result.err
    assert result.out == ""


def test_wrong_options_say_what_is_allowed(ingenious: Command) -> None:
    result = ingenious("play", "--port", "70000")
    assert (result.status, result.err) == (
        2,
        "ingenious play: --port must be from 0 to 65535, not 70000\n",
    )


def test_a_port_in_use_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    first = free_port()
    monkeypatch.setattr(play, "DEFAULT_PORTS", range(first, first + 50))
    assert play._free_port("127.0.0.1") == first
    with socket.create_server(("127.0.0.1", first)):
        assert first < play._free_port("127.0.0.1") < first + 50


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::", "http://[::1]:8000"),
        ("fe80::1", "http://[fe80::1]:8000"),
        ("games.example", "http://games.example:8000"),
    ],
)
def test_the_printed_url_works_in_a_browser(host: str, url: str) -> None:
    assert play._address(Config(host=host)) == url


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
def test_without_a_screen_no_browser_is_opened_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not play._can_open_window()
    monkeypatch.setenv("DISPLAY", ":0")
    assert play._can_open_window()


@pytest.mark.parametrize(("is_compiled", "lines"), [(True, 0), (False, 2)])
def test_it_says_that_bots_are_compiling_and_when_they_are_ready(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    is_compiled: bool,
    lines: int,
) -> None:
    monkeypatch.setattr(play, "are_compiled", lambda: is_compiled)
    monkeypatch.setattr(sys, "executable", shutil.which("true"))
    output = ""

    def is_printed() -> bool:
        nonlocal output
        output += capsys.readouterr().out
        return output.count("\n") == lines

    with play._compiling() as compile_ahead:
        compile_ahead()
        wait_until(is_printed)
    if lines:
        assert output.startswith("Compiling the bots for this machine, which is only needed once.")
        assert output.endswith("\nThe bots are ready.\n")
