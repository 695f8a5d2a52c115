"""`show`, `hint` and `analyse` take the same: positions, records and redacted records."""

import json
import struct
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ingenious.bots import Evaluation, Question, players
from ingenious.position import Position
from ingenious.record import Record, parse, redact, to_json
from tests.cli.conftest import Command, SetStdin
from tests.cli.processes import run

COMMANDS = ("show", "hint", "analyse")
every_command = pytest.mark.parametrize("command", COMMANDS)


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """The questions that the bot is asked."""
    questions: list[Question] = []

    def think(question: Question) -> Sequence[Evaluation]:
        questions.append(question)
        legal = question.game.legal(question.state)
        return [Evaluation(decision, -n, 0.5, 3.0) for n, decision in enumerate(legal[:9])]

    monkeypatch.setattr(players, "thinker", lambda game: think)
    return questions


@pytest.fixture
def position() -> Position:
    """A position of the duel as seat 0, whose turn it is, knows it."""
    return Position.new("duel", seed=7, start=0).redact(0)


def running(games: Path, name: str, at: int) -> Record:
    record = parse((games / name).read_text().splitlines()[-1])
    assert isinstance(record, Record)
    return replace(record, log=record.log[:at], result=None, dealer=None)


@every_command
def test_a_position_in_any_form_and_place(
    command: str, position: Position, ingenious: Command, set_stdin: SetStdin, tmp_path: Path
) -> None:
    outputs = set()
    for text in (position.line, position.line.replace(" ", "_"), str(position), f"\n{position}\n"):
        file = tmp_path / "position"
        file.write_text(text)
        for given in (text, file, "-"):
            for options in ((), ("--game", 1), ("--at", 0)):
                set_stdin(text.encode())
                ran = ingenious(command, given, *options)
                assert (ran.status, ran.err) == (0, "")
                outputs.add(ran.out)
    (output,) = outputs
    assert "duel for 2, edition 2023" in output or command == "hint"
    assert "Seat 0" not in output


def test_a_file_of_positions_and_records(
    position: Position, ingenious: Command, games: Path, tmp_path: Path
) -> None:
    file = tmp_path / "mixed"
    second = position.play(position.legal[0])
    record = (games / "tiles").read_text().splitlines()[0]
    file.write_text("\n".join([position.line, record, second.line, ""]))
    names = [ingenious("show", file, "--game", n).out.split(maxsplit=1)[0] for n in range(1, 4)]
    assert names == ["duel", "tiles", "duel"]
    assert ingenious("show", file) == ingenious("show", second.line)
    assert f"there is no game 4: {file} has 3 games" in ingenious("show", file, "--game", 4).err


@every_command
@pytest.mark.parametrize("name", ["duel", "cards"])
def test_a_record_and_its_redacted_form_at_any_move(
    command: str, name: str, ingenious: Command, games: Path, tmp_path: Path
) -> None:
    """A redacted record of the seat to move gives the same advice as the complete one."""
    record = running(games, name, 8)
    seat = Position.of(record).turn
    while seat is None:
        record = replace(record, log=record.log[:-1])
        seat = Position.of(record).turn
    moves = len(record.log)
    whole, known, longer = (tmp_path / text for text in ("whole", "known", "longer"))
    whole.write_text(to_json(record))
    known.write_text(to_json(redact(record, seat)))
    longer.write_text((games / name).read_text())
    outputs = [
        ingenious(command, whole),
        ingenious(command, known),
        ingenious(command, longer, "--at", moves),
    ]
    assert [(ran.status, ran.err) for ran in outputs] == [(0, "")] * 3
    if command == "show":
        assert "?" in outputs[1].out
        assert f"move {moves} of {moves}" in outputs[1].out
    else:
        tables = {ran.out[ran.out.index("chance to win") :] for ran in outputs}
        assert len(tables) == 1


@every_command
@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("duel2 0:place", "a position in one line must have six fields"),
        ("game: duel 2\nphase: place", "a board must have 11, 13 or 15 rows, not 0"),
        ("game: chess 2", "unknown game 'chess'"),
        ("clasic2 0:place:1:7 - - - -", "unknown game 'clasic'"),
    ],
)
def test_an_impossible_position_is_refused(
    command: str, given: str, error: str, ingenious: Command, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text(given)
    for argument in (given, file):
        ran = ingenious(command, argument)
        assert (ran.status, ran.out) == (1, "")
        assert error in ran.err


@every_command
def test_what_is_neither_a_file_nor_a_position(
    command: str, position: Position, ingenious: Command, tmp_path: Path
) -> None:
    fields = "a position in one line must have six fields (game, turn, pegs, table, hands, rest)"
    neither = f"ingenious {command}: this is neither a file nor a position: {fields}"
    for wrong in (position.line.replace("duel2", "duel 2"), f"see {position.line}"):
        assert ingenious(command, wrong) == (1, "", f"{neither}, not 7\n")
        file = tmp_path / "0:place:1:7"
        file.write_text(wrong)
        in_file = ingenious(command, file)
        assert in_file == (1, "", f"ingenious {command}: {file}:1: {fields}, not 7\n")
    assert "No such file" in ingenious(command, "duel.jsonl").err


@every_command
def test_a_position_has_no_other_games_and_moves(
    command: str, position: Position, ingenious: Command
) -> None:
    wrong = ingenious(command, position.line, "--game", 2)
    assert wrong == (
        1,
        "",
        f"ingenious {command}: there is no game 2: only one position is given\n",
    )
    wrong = ingenious(command, position.line, "--at", 3)
    assert wrong == (1, "", f"ingenious {command}: --at must be 0 for a position, not 3\n")


@pytest.mark.parametrize("command", ["hint", "analyse"])
def test_a_seat_whose_pieces_are_unknown_gets_no_advice(
    command: str, position: Position, ingenious: Command
) -> None:
    other = Position.new("duel", seed=7, start=0).redact(1)
    wrong = ingenious(command, other.line)
    assert wrong == (1, "", f"ingenious {command}: the pieces of seat 1 are not known\n")


def test_the_seat_of_a_hint_is_counted_from_1(position: Position, ingenious: Command) -> None:
    assert ingenious("hint", position.line, "--seat", 1).status == 0
    wrong = ingenious("hint", position.line, "--seat", 2)
    assert wrong == (1, "", "ingenious hint: it is seat 1's turn, not seat 2's\n")
    assert ingenious("hint", position.line, "--seat", 0).status == 2


def test_an_analysis_says_whose_turn_it_is_and_lists_five_moves(
    position: Position, ingenious: Command, asked: list[Question]
) -> None:
    ran = ingenious("analyse", position.line, "--level", 4, "--seconds", "0.5", "--playouts", 8)
    game, turn, *_ = ran.out.splitlines()
    assert (game, turn) == ("duel for 2, edition 2023", "Seat 1 must place a tile")
    (question,) = asked
    assert (question.level, question.budget.seconds, question.budget.playouts) == (4, 0.5, 8)
    as_json = ingenious("analyse", position.line, "--json", "--count", 2).out.splitlines()
    assert [sorted(json.loads(line)) for line in as_json] == 2 * [
        ["chance", "entry", "lowest", "measure", "move", "points", "reason", "said", "value"]
    ]


@pytest.mark.parametrize("name", ["duel", "cards", "dice", "tiles"])
def test_the_list_of_moves(name: str, ingenious: Command, games: Path) -> None:
    record = json.loads((games / name).read_text().splitlines()[-1])
    title, *lines = ingenious("show", games / name, "--moves").out.splitlines()
    moves = len(record["log"])
    assert title.endswith(f"   {moves} moves")
    for number, (line, entry) in enumerate(zip(lines, record["log"], strict=False), 1):
        assert line.split()[0] == str(number)
        assert record["seats"][entry["seat"]] in line
    assert lines[moves] == ""
    assert lines[moves + 1].startswith("Over: ")
    (first, _, *_) = ingenious("show", games / name, "--moves", "--at", 1).out.splitlines()
    assert first.endswith("   1 move")


def test_the_list_of_moves_numbers_what_at_takes(ingenious: Command, games: Path) -> None:
    _, *lines = ingenious("show", games / "duel", "--moves", "--at", 7).out.splitlines()
    number, _, _, move = lines[6].split(maxsplit=3)
    assert number == "7"
    title = ingenious("show", games / "duel", "--at", 7).out.splitlines()[0]
    assert title.endswith(f": {move}")


def test_a_resignation_names_no_other_number(ingenious: Command) -> None:
    examples = Path(__file__).parent.parent.parent / "docs" / "examples"
    shown = ingenious("show", examples / "match-resigned.jsonl", "--moves").out
    assert "  Ada  resign\n" in shown


def test_a_position_has_no_list_of_moves(position: Position, ingenious: Command) -> None:
    wrong = ingenious("show", position.line, "--moves")
    assert wrong == (
        1,
        "",
        "ingenious show: a position has no list of moves; give a record\n",
    )


@pytest.mark.parametrize("name", ["classic", "solo", "team", "duel", "cards", "dice", "tiles"])
def test_a_picture_in_svg(name: str, ingenious: Command, games: Path, tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    assert ingenious("show", games / name, "--at", 5, "--svg", file) == (0, "", "")
    root = ElementTree.fromstring(file.read_text("utf-8"))
    assert (root.tag, root.get("width")) == ("{http://www.w3.org/2000/svg}svg", "960")
    out = ingenious("show", games / name, "--at", 5, "--svg", "-").out
    assert out == file.read_text("utf-8")
    dark = ingenious(
        "show", games / name, "--at", 5, "--svg", "-", "--theme", "dark", "--width", 300
    )
    assert ElementTree.fromstring(dark.out).get("width") == "300"
    assert "random 1" in dark.out


def test_a_theme_without_colours_of_its_own_is_refused(ingenious: Command, games: Path) -> None:
    wrong = ingenious("show", games / "duel", "--svg", "-", "--theme", "page")
    assert (wrong.status, wrong.out) == (2, "")
    assert "choose from 'light', 'dark'" in wrong.err


def test_a_picture_in_png(games: Path, tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    done = run("show", games / "duel", "--png", file, "--width", 480)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">I", data[16:20]) == (480,)
    assert run("show", games / "duel", "--png", "-", "--width", 480).stdout == data


def test_a_picture_that_cannot_be_written_is_reported(
    ingenious: Command, games: Path, tmp_path: Path
) -> None:
    wrong = ingenious("show", games / "duel", "--svg", tmp_path)
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err.startswith(f"ingenious show: cannot write {tmp_path}: ")


def test_a_picture_has_a_largest_width(ingenious: Command, games: Path) -> None:
    wrong = ingenious("show", games / "duel", "--png", "-", "--width", 10_001)
    assert wrong.status == 2
    assert wrong.err.endswith("argument --width: expected a width of at most 10000, not 10001\n")


def test_png_without_its_package_says_what_to_install(
    ingenious: Command, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["ingenious.picture.png"], "IS_AVAILABLE", False)
    wrong = ingenious("show", games / "duel", "--png", tmp_path / "picture.png")
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err == (
        "ingenious: Pictures in PNG need resvg-py: pip install 'ingenious[pictures]'\n"
    )


def test_hostile_names_stay_out_of_pictures(
    ingenious: Command, games: Path, tmp_path: Path
) -> None:
    values = json.loads((games / "duel").read_text().splitlines()[0])
    values["seats"] = ["\x1b[2J\x00", "<b>&\ud800"]
    file = tmp_path / "record"
    file.write_text(json.dumps(values))
    root = ElementTree.fromstring(ingenious("show", file, "--svg", "-").out)
    texts = [element.text for element in root.iter() if element.text]
    assert any("?[2J?" in text for text in texts)
    assert any("<b>&?" in text for text in texts)
