"""The documentation is correct: its examples run, its links work, and it is complete."""

import doctest
import os
import re
import shlex
from argparse import ArgumentParser
from itertools import pairwise
from pathlib import Path

import pytest
from mypy import api as mypy

import ingenious
from ingenious.cli import COMMANDS, main
from ingenious.record import MatchRecord, parse, verify
from ingenious.rules import PLAYERS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.jsonl"))
QUICK = ("rules", "simulate", "verify", "show")
"""The commands that the tests run: those that end and need no bots."""
MATCHES = ("match", "match-resigned", "match-resigned-before")

every_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])


@every_page
def test_the_examples_of_a_page_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    results = doctest.testfile(str(page), module_relative=False)
    assert results.failed == 0
    runs_python = page.name in ("README.md", "library.md", "records.md", "bots.md", "tutorial.md")
    assert (results.attempted > 0) == runs_python


def python_of(page: Path, *, prompts: bool = True) -> str:
    """The Python of a page: what is typed at the prompt, and its blocks."""
    text = page.read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    typed = [example.source for example in doctest.DocTestParser().get_examples(text)]
    return "".join(
        [*(typed if prompts else []), *(block for block in blocks if ">>>" not in block)]
    )


def test_the_examples_of_all_pages_have_the_right_types(tmp_path: Path) -> None:
    for page in PAGES:
        (tmp_path / f"{page.stem.lower().replace('-', '_')}_page.py").write_text(python_of(page))
    # Without a cache: mypy takes the function `game` for the module of the same name otherwise.
    checked = mypy.run([str(tmp_path), "--cache-dir", os.devnull])
    assert checked == (f"Success: no issues found in {len(PAGES)} source files\n", "", 0)


def shell_lines(page: Path) -> list[str]:
    """What a page types into a shell, without remarks."""
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    lines = [line.partition(" #")[0].strip() for block in blocks for line in block.splitlines()]
    return [line.removesuffix("&").strip() for line in lines if line]


@every_page
def test_shell_examples_are_commands_with_valid_options(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Parsed(Exception):
        """The options are valid; nothing is run."""

    def parse(parser: ArgumentParser, words: list[str]) -> None:
        parse_args(parser, words)
        raise Parsed

    parse_args = ArgumentParser.parse_args
    monkeypatch.setattr(ArgumentParser, "parse_args", parse)
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for program, *words in map(shlex.split, shell_lines(page)):
        if program.endswith("ingenious"):
            with pytest.raises(Parsed):
                main(words)
        elif program == "make":
            assert {word for word in words if "=" not in word} <= {*targets}, words
        elif program == "python":
            assert (ROOT / words[0]).is_file() or words[0] == "-m"


@pytest.mark.parametrize(
    ("name", "commands"),
    [("README.md", list(QUICK)), ("docs/command-line.md", ["show", "show", "show"])],
)
def test_the_quick_commands_of_a_page_run(
    name: str, commands: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # What a simulation with bots, which is not run, would write.
    simulate = "simulate classic --policy greedy --games 2 --out games.jsonl"
    assert main(simulate.split()) == 0
    quick = quick_commands(ROOT / name)
    assert [words[0] for words in quick] == commands
    for words in quick:
        assert main(words) == 0


def test_no_other_page_has_quick_commands() -> None:
    assert [page.name for page in PAGES if quick_commands(page)] == ["README.md", "command-line.md"]


def quick_commands(page: Path) -> list[list[str]]:
    """The words of the commands of a page that need no bots."""
    lines = [shlex.split(line) for line in shell_lines(page)]
    return [
        words
        for program, *words in lines
        if program == "ingenious" and words[0] in QUICK and "--bots" not in words
    ]


@every_page
def test_links_lead_to_existing_files(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / link).exists(), link


@every_page
def test_every_column_of_a_table_has_a_header(page: Path) -> None:
    lines = page.read_text("utf-8").splitlines()
    for header, rule in pairwise(lines):
        if re.match(r"\| ?---", rule):
            assert all(cell.strip() for cell in header.strip("|").split("|")), header


def test_there_is_an_example_record_of_every_game() -> None:
    assert {path.stem for path in EXAMPLES} == {*PLAYERS, *MATCHES}


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_an_example_record_is_valid(path: Path) -> None:
    (line,) = path.read_text("utf-8").splitlines()
    document = parse(line)
    verify(document)
    if isinstance(document, MatchRecord):
        assert path.stem in MATCHES
        document = document.games[-1]
    else:
        assert document.game.name == path.stem
    assert document.result is not None
    assert document.dealer is not None


def test_every_public_name_is_documented() -> None:
    guide = (ROOT / "docs" / "library.md").read_text("utf-8")
    assert [name for name in ingenious.__all__ if name not in guide] == []


def test_every_public_name_is_listed_and_no_tool_of_ours() -> None:
    listed = dir(ingenious)
    assert {*ingenious.__all__, "__version__", "rules"} <= {*listed}
    assert not {"TYPE_CHECKING", "import_module"} & {*listed}


def test_the_changelog_has_a_section_for_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    version = re.escape(ingenious.__version__)
    assert re.search(rf"^## \[{version}\] - \d{{4}}-\d\d-\d\d$", changes, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_documented_with_its_placeholder(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    shown = capsys.readouterr().out
    found = re.findall(r"^  (--[a-z-]+)(?: ([A-Z][A-Z0-9,=]*))?", shown, re.MULTILINE)
    usage = shown.partition("\n\n")[0]
    assert {option for option, _ in found} == set(re.findall(r"--[a-z-]+", usage))
    page = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    section = page.partition(f"## `ingenious {command}")[2].partition("\n## ")[0]
    documented = set(re.findall(r"`(--[^`]+)`", section))
    assert {" ".join(filter(None, option)) for option in found} <= documented
