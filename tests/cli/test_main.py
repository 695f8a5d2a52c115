"""The command as a whole."""

import subprocess
import sys
from pathlib import Path

import pytest

import ingenious as package
from ingenious.bots.engine_protocol import write_question
from ingenious.cli import COMMANDS
from ingenious.record import to_json
from testkit.guests import UNREACHABLE_DATABASE
from testkit.records import unfinished_record
from tests.cli.conftest import Command
from tests.cli.processes import TIMEOUT_S, run


def test_the_version_is_printed(ingenious: Command) -> None:
    assert ingenious("--version") == (0, f"ingenious {package.__version__}\n", "")


def test_the_help_lists_every_command(ingenious: Command) -> None:
    shown = ingenious("--help")
    assert shown.status == 0
    assert all(command in shown.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help(command: str, ingenious: Command) -> None:
    shown = ingenious(command, "--help")
    assert shown.status == 0
    assert shown.out.startswith(f"usage: ingenious {command} ")


def test_without_arguments_the_help_is_shown(ingenious: Command) -> None:
    assert ingenious() == (0, ingenious("--help").out, "")


@pytest.mark.parametrize("arguments", [["--"], ["stroll"], ["--unknown"]])
def test_wrong_arguments_are_refused(arguments: list[str], ingenious: Command) -> None:
    wrong = ingenious(*arguments)
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err.startswith("usage: ingenious ")


@pytest.mark.parametrize(
    ("arguments", "question"),
    [
        ("shwo games.jsonl", "did you mean show?"),
        ("--versoin", "did you mean --version?"),
        ("simulate dice --sed 5", "did you mean --seed?"),
        ("simulate --sed 5 dice", "did you mean --seed?"),
        ("simulate --sed=5 dice", "did you mean --seed?"),
        ("simulate --games 5 dice --playres 2", "did you mean --players?"),
        ("simulate clasic", "did you mean classic?"),
        ("simulate dice --policy gredy", "did you mean greedy?"),
        ("show games.jsonl --gmae 2", "did you mean --game?"),
        ("show games.jsonl --move 3", "did you mean --moves?"),
        ("simulate dice --pol greedy", "did you mean --policy?"),
        ("sim dice", "did you mean simulate?"),
    ],
)
def test_a_wrong_word_names_the_right_one(
    arguments: str, question: str, ingenious: Command
) -> None:
    wrong = ingenious(*arguments.split())
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err.endswith(f"; {question}\n")


@pytest.mark.parametrize(
    "arguments",
    ["simulate dice --colour red", "analyse games.jsonl --seat 1", "show one two", "--zzz", "--=1"],
)
def test_a_word_like_no_other_is_named_alone(arguments: str, ingenious: Command) -> None:
    wrong = ingenious(*arguments.split())
    assert (wrong.status, wrong.out) == (2, "")
    assert "error: unrecognized arguments: " in wrong.err
    assert "did you mean" not in wrong.err


def test_a_value_may_look_like_an_option(ingenious: Command) -> None:
    assert ingenious("simulate", "dice", "--seed=--sed").status == 0


def test_the_module_and_the_installed_command_are_the_same() -> None:
    installed = Path(sys.executable).with_name("ingenious")
    shown = subprocess.run([installed, "--help"], check=True, stdout=subprocess.PIPE)
    assert shown.stdout == run("--help").stdout


def run_without(
    module: str, *arguments: object, stdin: str = ""
) -> "subprocess.CompletedProcess[bytes]":
    """Run the command while a module cannot be imported."""
    code = (
        f"import sys; sys.modules[{module!r}] = None\n"
        f"from ingenious.cli import main; sys.exit(main({[*map(str, arguments)]!r}))"
    )
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, input=stdin.encode(), check=False, capture_output=True, timeout=TIMEOUT_S
    )


@pytest.mark.parametrize(
    ("command", "missing"), [("play", "uvicorn"), ("serve", "msgspec"), ("export", "msgspec")]
)
def test_a_missing_package_is_named_in_one_line(command: str, missing: str, tmp_path: Path) -> None:
    done = run_without(missing, command, "--data", tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == (
        f"ingenious: the required package {missing!r} is not installed; run `make setup` in a "
        "checkout, or install ingenious again with pip\n"
    )


@pytest.mark.parametrize(
    ("missing", "arguments", "sentence"),
    [
        ("asyncpg", ["serve", "--database", UNREACHABLE_DATABASE], "PostgreSQL needs asyncpg"),
        ("asyncpg", ["export", "--database", UNREACHABLE_DATABASE], "PostgreSQL needs asyncpg"),
        ("redis", ["serve", "--broker", "redis://127.0.0.1:1"], "Redis needs the package redis"),
    ],
)
def test_a_missing_extra_is_named_in_one_line(
    missing: str, arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    done = run_without(missing, *arguments, "--data", tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"ingenious: {sentence}: pip install 'ingenious[server]'\n"


@pytest.mark.parametrize(
    ("missing", "arguments"),
    [
        ("server", ["play"]),
        ("server", ["serve"]),
        ("server", ["export"]),
        ("arena", ["arena", "duel", "--bots", "greedy,random"]),
        ("training", ["train", "duel"]),
        ("perf", ["bench"]),
        ("kernel", ["hint", "-"]),
        ("kernel", ["analyse", "-"]),
        ("kernel", ["bot", "--level", "1"]),
    ],
)
def test_what_the_rules_alone_cannot_do_is_named_in_one_line(
    missing: str, arguments: list[str]
) -> None:
    record, seat = unfinished_record("duel", 2)
    asks = "bot" in arguments
    written = write_question(record, seat, 1.0) if asks else to_json(record)
    done = run_without(f"ingenious.{missing}", *arguments, stdin=written)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"ingenious: this needs the complete edition: pip install ingenious\n"


def test_a_missing_module_of_our_own_raises_an_error() -> None:
    done = run_without("ingenious.terminal.pieces", "verify", "-")
    assert done.returncode == 1
    assert b"ModuleNotFoundError" in done.stderr


@pytest.mark.parametrize("closed", [">&-", "<&-"])
@pytest.mark.parametrize("arguments", ["verify -", "rules duel", "simulate dice"])
def test_closed_streams_are_reported_in_one_line(closed: str, arguments: str) -> None:
    command = f"'{sys.executable}' -m ingenious {arguments} {closed}"
    done = subprocess.run(
        ["sh", "-c", command], check=False, capture_output=True, timeout=TIMEOUT_S
    )
    assert done.returncode == 2
    assert done.stderr == b"ingenious: standard input and standard output must be open\n"
