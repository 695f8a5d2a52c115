"""`ingenious completion`: scripts with which shells complete the command."""

import subprocess
from pathlib import Path

import pytest

from ingenious.cli import COMMANDS
from tests.cli.conftest import Command
from tests.cli.processes import TIMEOUT_S
from tests.cli.test_main import run_without

ASK_BASH = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMP_LINE="$*"
COMP_POINT=${#COMP_LINE}
registered=$(complete -p ingenious)
[[ $registered =~ -F\\ ([^ ]+) ]]
"${BASH_REMATCH[1]}" ingenious "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script for bash, and files to complete."""
    folder = tmp_path_factory.mktemp("completion")
    (folder / "games.jsonl").touch()
    (folder / "gallery").mkdir()
    return folder / "completion.bash"


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("s", "serve simulate show"),
        ("a", "analyse arena"),
        ("simulate c", "classic cards"),
        ("simulate duel --po", "--policy"),
        ("simulate duel --policy ", "random greedy"),
        ("simulate duel --out ga", "games.jsonl gallery"),
        ("show ga", "games.jsonl gallery"),
        ("show games.jsonl --m", "--moves"),
        ("show games.jsonl --theme ", "light dark"),
        ("verify one two ga", "games.jsonl gallery"),
        ("hint --level ", "1 2 3 4 5"),
        ("play --data ga", "gallery"),
        ("completion ", "bash zsh fish"),
    ],
)
def test_bash_completes_words(words: str, completed: str, script: Path, ingenious: Command) -> None:
    if not script.exists():
        script.write_text(ingenious("completion", "bash").out)
    asked = ["bash", "--norc", "-c", ASK_BASH, "bash", str(script), "ingenious", *words.split(" ")]
    done = subprocess.run(
        asked, check=True, capture_output=True, text=True, timeout=TIMEOUT_S, cwd=script.parent
    )
    assert done.stderr == ""
    assert sorted(done.stdout.split()) == sorted(completed.split())


@pytest.mark.parametrize(
    ("shell", "begins"), [("zsh", "#compdef ingenious"), ("fish", "complete -c ingenious")]
)
def test_other_shells_get_a_script_of_their_own(
    shell: str, begins: str, ingenious: Command
) -> None:
    written = ingenious("completion", shell)
    assert (written.status, written.err) == (0, "")
    assert begins in written.out
    for word in (*COMMANDS, "playouts", "greedy", "no-opening-roll"):
        assert word in written.out


def test_another_shell_is_refused(ingenious: Command) -> None:
    wrong = ingenious("completion", "bsah")
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err.endswith("; did you mean bash?\n")


def test_without_its_package_it_says_what_to_install() -> None:
    done = run_without("shtab", "completion", "bash")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == (
        "ingenious: Shell completion needs shtab: pip install 'ingenious[completion]'\n"
    )


def test_commands_that_are_not_installed_have_no_options() -> None:
    done = run_without("ingenious.arena", "completion", "bash")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"--no-opening-roll" in done.stdout
    assert b"--sprt" not in done.stdout
