"""`ingenious verify`: checks records, and reports what is wrong and where."""

import json
import resource
from pathlib import Path

import pytest

from ingenious.record import parse, redact, to_json
from ingenious.record.model import Record
from ingenious.record.reading import MAX_RECORD_CHARS
from tests.cli.conftest import Command, SetStdin
from tests.cli.processes import run


def test_several_files(ingenious: Command, games: Path) -> None:
    files = sorted(games.iterdir())
    assert ingenious("verify", *files) == (0, "23 of 23 records are valid\n", "")


def test_standard_input(ingenious: Command, games: Path, set_stdin: SetStdin) -> None:
    set_stdin((games / "duel").read_bytes())
    assert ingenious("verify", "-") == (0, "3 of 3 records are valid\n", "")


def test_standard_input_among_files(ingenious: Command, games: Path, set_stdin: SetStdin) -> None:
    set_stdin(b"{}\n")
    checked = ingenious("verify", games / "duel", "-", games / "solo")
    assert checked.status == 1
    assert checked.out == "standard input:1: the record has no 'format'\n6 of 7 records are valid\n"


def test_standard_input_of_a_process(games: Path) -> None:
    checked = run("verify", "-", input=(games / "match").read_bytes())
    assert (checked.returncode, checked.stdout, checked.stderr) == (
        0,
        b"2 of 2 records are valid\n",
        b"",
    )


@pytest.mark.parametrize(
    ("content", "valid"),
    [
        ("{0}\n{1}\n", "2 of 2 records are valid"),
        ("{0}\n{1}", "2 of 2 records are valid"),
        ("\ufeff{0}\n{1}\n", "2 of 2 records are valid"),
        ("{0}\r\n{1}\r\n", "2 of 2 records are valid"),
        ("\n\n{0}\n   \n\t\n{1}\n\n", "2 of 2 records are valid"),
        ("   {0}   \n", "1 of 1 record is valid"),
    ],
)
def test_blank_lines_and_white_space_are_allowed(
    content: str, valid: str, ingenious: Command, games: Path, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    lines = (games / "tiles").read_text().splitlines()
    for number in (0, 1):
        content = content.replace(f"{{{number}}}", lines[number])
    file.write_bytes(content.encode())
    assert ingenious("verify", file) == (0, f"{valid}\n", "")


def test_bad_lines_are_reported_with_their_numbers(
    ingenious: Command, games: Path, tmp_path: Path
) -> None:
    good, other, _ = (games / "duel").read_bytes().splitlines()
    broken = json.loads(other)
    broken["log"][4]["seat"] = 5
    (match, _) = (games / "match").read_bytes().splitlines()
    wrong_tally = json.loads(match) | {"ranks": [3, 3]}
    whole = parse(good.decode())
    assert isinstance(whole, Record)
    file = tmp_path / "mixed"
    file.write_bytes(
        b"\n".join(
            [
                good,
                b"",
                b"not JSON",
                json.dumps(broken).encode(),
                b"\xff\xfe",
                match,
                json.dumps(wrong_tally).encode(),
                to_json(redact(whole, 1)).encode(),
                b"\xef\xbb\xbf" + good,
                other,
            ]
        )
    )
    checked = ingenious("verify", file)
    assert checked.status == 1
    assert checked.err == ""
    *problems, last = checked.out.splitlines()
    starts = [
        f"{file}:3: this is not JSON: Expecting value at column 1",
        f"{file}:4: move 5: it is seat ",
        f"{file}:5: this is not UTF-8 text, at byte 0 of the line",
        f"{file}:7: ranks should be [",
        f"{file}:8: this record is redacted to what seat 2 knows",
        f"{file}:9: this is not JSON: Unexpected UTF-8 BOM",
    ]
    assert len(problems) == len(starts)
    for problem, begins in zip(problems, starts, strict=True):
        assert problem.startswith(begins)
    assert last == "3 of 9 records are valid"


@pytest.mark.parametrize("content", [b"", b"\n", b"\xef\xbb\xbf", b" \n\t\n\r\n"])
def test_a_file_without_records_is_reported(
    content: bytes, ingenious: Command, tmp_path: Path
) -> None:
    file = tmp_path / "empty"
    file.write_bytes(content)
    checked = ingenious("verify", file)
    assert checked == (2, f"{file}: the file contains no records\n", "")


def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    ingenious: Command, games: Path, tmp_path: Path
) -> None:
    missing = tmp_path / "missing"
    checked = ingenious("verify", missing, tmp_path, games / "solo")
    assert (checked.status, checked.out) == (2, "3 of 3 records are valid\n")
    assert checked.err == (
        f"ingenious verify: cannot read {missing}: No such file or directory\n"
        f"ingenious verify: cannot read {tmp_path}: Is a directory\n"
    )


def test_an_error_while_reading_is_reported(ingenious: Command) -> None:
    memory = "/proc/self/mem"  # can be opened, but not read at its start
    checked = ingenious("verify", memory)
    assert (checked.status, checked.out) == (2, "")
    assert checked.err == f"ingenious verify: cannot read {memory}: Input/output error\n"


def test_a_file_is_required(ingenious: Command) -> None:
    checked = ingenious("verify")
    assert checked.status == 2
    assert "the following arguments are required: FILE" in checked.err


def test_a_line_has_a_maximum_length(ingenious: Command, games: Path, tmp_path: Path) -> None:
    record = (games / "tiles").read_bytes().splitlines()[0]
    file = tmp_path / "long"
    file.write_bytes(
        b"\n".join([record.ljust(MAX_RECORD_CHARS), record.ljust(MAX_RECORD_CHARS + 1), record])
    )
    checked = ingenious("verify", file)
    assert checked.status == 1
    assert checked.out == (
        f"{file}:2: the line is longer than the {MAX_RECORD_CHARS} bytes a record may have\n"
        "2 of 3 records are valid\n"
    )


def test_a_huge_line_is_read_in_bounded_memory(games: Path, tmp_path: Path) -> None:
    """The line is longer than the memory that the process may use."""
    file = tmp_path / "endless"
    with file.open("wb") as out:
        out.truncate(5 * 2**26)
        out.seek(0, 2)
        out.write(b"\n" + (games / "tiles").read_bytes())
    checked = run(
        "verify",
        file,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2**28, 2**28)),
    )
    assert checked.returncode == 1
    assert checked.stdout.decode() == (
        f"{file}:1: the line is longer than the {MAX_RECORD_CHARS} bytes a record may have\n"
        "3 of 4 records are valid\n"
    )


def test_a_file_name_that_cannot_be_printed(games: Path, tmp_path: Path) -> None:
    file = tmp_path / "\udcff.jsonl"
    file.write_bytes(b"{}\n")
    checked = run("verify", file, env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C.UTF-8"})
    assert checked.returncode == 1
    assert checked.stdout.endswith(
        b"/?.jsonl:1: the record has no 'format'\n0 of 1 record is valid\n"
    )
    assert checked.stderr == b""


def test_a_single_record_may_span_several_lines(ingenious: Command, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    example = json.loads(Path("docs/examples/tiles.jsonl").read_text())
    for indent in (0, 1, 4):
        file.write_text(json.dumps(example, indent=indent))
        assert ingenious("verify", file) == (0, "1 of 1 record is valid\n", "")
    file.write_text(json.dumps(example | {"start": 9}, indent=1))
    status, out, _ = ingenious("verify", file)
    assert (status, out.count("\n")) == (1, 2)


def test_a_broken_first_line_does_not_hide_the_others(ingenious: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    line = Path("docs/examples/tiles.jsonl").read_text()
    file.write_text(line[:100] + "\n" + line)
    status, out, _ = ingenious("verify", file)
    assert status == 1
    assert out.endswith("1 of 2 records is valid\n")


def test_json_has_an_object_for_every_record(
    ingenious: Command, games: Path, tmp_path: Path
) -> None:
    good, other, _ = (games / "duel").read_text().splitlines()
    broken = json.loads(other)
    broken["log"][4]["seat"] = 5
    match = json.loads((games / "match").read_text().splitlines()[0])
    match["games"][1]["log"][2]["seat"] = 7
    file = tmp_path / "mixed"
    file.write_text("\n".join([good, "", "[", json.dumps(broken), json.dumps(match)]))
    checked = ingenious("verify", "--json", file, games / "solo")
    assert (checked.status, checked.err) == (1, "")
    first, no_json, wrong, of_match, *rest = map(json.loads, checked.out.splitlines())
    assert first == {"file": str(file), "line": 1, "valid": True}
    assert (no_json["line"], no_json["valid"]) == (3, False)
    assert no_json["error"]["message"].startswith("this is not JSON: ")
    assert no_json["error"] | {"message": ""} == {
        "message": "",
        "game": None,
        "entry": None,
        "rule": None,
    }
    assert (wrong["line"], wrong["error"]["entry"], wrong["error"]["rule"]) == (4, 4, "A2")
    assert (of_match["line"], of_match["error"]["game"], of_match["error"]["entry"]) == (5, 1, 2)
    assert [values["valid"] for values in rest] == [True] * 3


def test_json_of_files_without_records(
    ingenious: Command, set_stdin: SetStdin, tmp_path: Path
) -> None:
    set_stdin(b"")
    checked = ingenious("verify", "--json", "-", tmp_path / "missing")
    assert (checked.status, checked.out) == (2, "")
    assert checked.err.splitlines() == [
        "ingenious verify: standard input: the file contains no records",
        f"ingenious verify: cannot read {tmp_path / 'missing'}: No such file or directory",
    ]


def test_errors_count_games_moves_and_seats_from_1(
    ingenious: Command, games: Path, tmp_path: Path
) -> None:
    match = json.loads((games / "match").read_text().splitlines()[0])
    seat = match["games"][1]["log"][2]["seat"]
    match["games"][1]["log"][2]["seat"] = 1 - seat
    file = tmp_path / "match"
    file.write_text(json.dumps(match))
    assert ingenious("verify", file).out.startswith(
        f"{file}:1: game 2: move 3: it is seat {seat + 1}'s turn, not seat {2 - seat}'s (A2)\n"
    )
