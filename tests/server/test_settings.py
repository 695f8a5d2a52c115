"""The settings of a server: options, variables, and errors for invalid ones."""

import argparse
from dataclasses import fields

import pytest

from ingenious.cli import main
from ingenious.cli import serve as serve_command
from ingenious.cli.server_options import settings
from ingenious.server.config import Config, from_environment, option, variable

SECRET = "sixteen letters."

GIVEN: dict[str, tuple[str, str]] = {
    "host": ("127.0.0.2", "127.0.0.3"),
    "port": ("8001", "8002"),
    "data": ("here", "there"),
    "database": ("postgresql://a/b", "postgres://c/d"),
    "broker": ("redis://a", "rediss://b"),
    "workers": ("2", "3"),
    "bots": ("2", "3"),
    "programs": ("a=b", "c=d"),
    "origins": ("http://a", "http://b"),
    "proxies": ("*", "10.0.0.1"),
    "log_level": ("debug", "error"),
    "guests_per_minute": ("2", "3"),
    "tables_per_minute": ("2", "3"),
    "reading_per_minute": ("2", "3"),
    "requests_per_second": ("2", "3"),
    "messages_per_second": ("2", "3"),
    "tables_per_person": ("2", "3"),
    "tables_per_address": ("2", "3"),
    "sockets": ("2", "3"),
    "sockets_per_address": ("2", "3"),
    "cpu_per_address": ("2", "3"),
    "away_after": ("2", "3"),
}
"""For each setting a value of the variable, and another one of the option."""


def asked(*words: str) -> Config:
    """The settings that a command asks for."""
    parser = argparse.ArgumentParser()
    serve_command.add_to(parser)
    return settings(parser.parse_args(words))


def test_every_setting_is_tried() -> None:
    assert {setting.name for setting in fields(Config)} == {*GIVEN, "secure", "secret"}


@pytest.mark.parametrize("name", GIVEN)
def test_an_option_overrides_the_environment_variable(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_variable, by_option = GIVEN[name]
    assert str(getattr(asked(), name)) not in (by_variable, by_option)
    monkeypatch.setenv(variable(name), by_variable)
    assert str(getattr(asked(), name)) == by_variable
    assert str(getattr(asked(option(name), by_option), name)) == by_option


def test_the_secret_has_no_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        asked("--secret", SECRET)  # other users of the machine could read it
    assert ended.value.code == 2
    capsys.readouterr()
    monkeypatch.setenv("INGENIOUS_SECRET", SECRET)
    assert asked().secret == SECRET
    monkeypatch.setenv("INGENIOUS_SECRET", "")
    assert asked().secret == ""


@pytest.mark.parametrize(
    ("text", "meant"), [("1", True), ("yes", True), ("0", False), ("no", False)]
)
def test_secure_cookies_by_variable_and_option(
    text: str, meant: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INGENIOUS_SECURE", text)
    assert asked().secure == meant
    assert asked("--secure").secure


def test_workers_get_the_settings_of_the_command() -> None:
    config = Config(port=1, programs="a=b\nc=d", secure=True, secret=SECRET, log_level="error")
    assert from_environment(config.to_environment()) == config


WRONG = {
    "port": (["--port", "70000"], "--port must be from 0 to 65535, not 70000"),
    "no port": (["--port", "http"], "expected a whole number, 0 or more, not 'http'"),
    "workers": (["--workers", "0"], "--workers must be 1 or more, not 0"),
    "sockets": (["--sockets", "-1"], "expected a whole number, 0 or more, not '-1'"),
    "tables": (["--tables-per-person", "0"], "--tables-per-person must be 1 or more, not 0"),
    "bots": (["--bots", "-1"], "expected a whole number, 0 or more, not '-1'"),
    "logs": (
        ["--log-level", "loud"],
        "--log-level must be debug, info, warning or error, not 'loud'",
    ),
    "database": (
        ["--database", "mysql://x"],
        "--database must be an address that begins with postgresql://",
    ),
    "broker": (["--broker", "amqp://x"], "--broker must be an address that begins with redis://"),
    "programs": (["--programs", "x"], "--programs needs NAME=COMMAND on each line, not 'x'"),
    "unknown": (["--colour", "red"], "unrecognized arguments: --colour red"),
}


@pytest.mark.parametrize(("words", "why"), WRONG.values(), ids=WRONG)
def test_wrong_options_are_reported(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(["serve", *words])
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    told = capsys.readouterr().err
    assert why in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("INGENIOUS_PORT", "x", "INGENIOUS_PORT must be a whole number, not 'x'"),
        ("INGENIOUS_WORKERS", "-2", "INGENIOUS_WORKERS must be a whole number, not '-2'"),
        ("INGENIOUS_SECURE", "maybe", "INGENIOUS_SECURE must be 0 or 1, not 'maybe'"),
        ("INGENIOUS_LOG_LEVEL", "", "--log-level must be debug, info, warning or error, not ''"),
    ],
)
def test_wrong_variables_are_reported(
    name: str,
    text: str,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(name, text)
    assert main(["serve"]) == 2
    assert capsys.readouterr().err == f"ingenious serve: {why}\n"
