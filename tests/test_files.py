"""Files of records: several records, matches, folders, gzip, and invalid lines."""

import gzip
import json
from pathlib import Path

import pytest

import ingenious
from ingenious import RecordError, read, to_json
from ingenious.record import match_of, write_record
from testkit.modes import recorded

GAMES = [recorded("classic", 2, seed=1), recorded("tiles", 3, seed=2), recorded("dice", 2, seed=3)]
LINES = [to_json(record) + "\n" for record in GAMES]


def test_a_file_has_several_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(LINES))
    assert list(read(path)) == list(read(str(path))) == GAMES


def test_a_match_is_read_game_by_game(tmp_path: Path) -> None:
    games = [recorded("cards", 2, seed=1), recorded("dice", 2, seed=3)]
    path = tmp_path / "match.jsonl"
    path.write_text(to_json(match_of(games)) + "\n" + LINES[0])
    assert list(read(path)) == [*games, GAMES[0]]


def test_a_file_can_be_one_record_over_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(write_record(GAMES[0]), indent=2))
    assert list(read(path)) == [GAMES[0]]


def test_a_file_can_be_compressed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress("".join(LINES).encode()))
    assert list(read(path)) == GAMES


def test_the_record_files_of_a_folder_are_read_by_name(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_text(LINES[2])
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress((LINES[0] + LINES[1]).encode()))
    (tmp_path / "notes.txt").write_text("not a record")
    (tmp_path / "more.jsonl").mkdir()
    assert list(read(tmp_path)) == GAMES


def test_an_invalid_line_is_named_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    broken = LINES[1].replace('"seat":', '"sait":', 1)
    path.write_text(LINES[0] + "\n" + broken + "{\n" + LINES[2])
    records = read(path)
    assert next(records) == GAMES[0]
    with pytest.raises(RecordError) as error:
        next(records)
    assert str(error.value).startswith(f"{path}, line 3: log entry 0: ")
    assert error.value.entry == 0
    assert "skip_invalid=True" in error.value.__notes__[0]
    assert list(read(path, skip_invalid=True)) == [GAMES[0], GAMES[2]]


@pytest.mark.parametrize("damaged", ["cut", "changed", "not gzip"])
def test_a_damaged_compressed_file_is_refused(tmp_path: Path, damaged: str) -> None:
    path = tmp_path / "games.jsonl.gz"
    data = gzip.compress("".join(LINES).encode())
    changed = data[:200] + bytes(byte ^ 255 for byte in data[200:])
    path.write_bytes({"cut": data[:-200], "changed": changed, "not gzip": b"{}"}[damaged])
    with pytest.raises(RecordError, match=r"jsonl\.gz, line \d: this cannot be decompressed"):
        list(read(path))


def test_a_missing_file_is_an_ordinary_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read(tmp_path / "missing.jsonl"))


def test_read_is_a_public_name() -> None:
    assert ingenious.read is read
