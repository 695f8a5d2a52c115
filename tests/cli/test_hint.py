"""`ingenious hint`: the best moves of the last record of a file."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from ingenious.bots import Evaluation, Question, players
from ingenious.bots.engine_protocol import read_answer
from ingenious.record import redact, to_json
from ingenious.record.notation import parse_move
from ingenious.rules import BoardState, game
from testkit.records import match_document, played, unfinished_record
from tests.cli.conftest import Command, SetStdin


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """The questions that the bot is asked; it knows chances only from level 4 on."""
    questions: list[Question] = []

    def think(question: Question) -> Sequence[Evaluation]:
        questions.append(question)
        known = (0.63, 4.26) if question.level > 3 else (None, None)
        return [
            Evaluation(decision, -n, *known)
            for n, decision in enumerate(question.game.legal(question.state))
        ]

    monkeypatch.setattr(players, "thinker", lambda game: think)
    return questions


GAME = """
{"format": "ingenious-record/1", "game": "tiles", "seats": ["Ada", "Ben"], "start": 1,
 "deal": {"centre": ["R", "R", "G"]}, "log": [], "result": null}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A Tile Challenge in which it is Ben's turn."""
    path = tmp_path / "game.json"
    path.write_text(GAME)
    return path


def test_hints_are_printed_as_a_table(ingenious: Command, file: Path) -> None:
    ran = ingenious("hint", file)
    assert (ran.status, ran.err) == (0, "")
    title, _, *rows = (" ".join(line.split()) for line in ran.out.strip().splitlines())
    assert title == "move chance to win lowest peg why"
    assert rows[0] == "free R 63 % 4.3 scores 2 red; a free score carries no risk"
    assert rows[1] == "free G 63 % 4.3 scores 1 green; a free score carries no risk"
    assert rows[2].startswith("draw 63 % 4.3 2 in 3 chance")


def test_columns_that_a_level_does_not_know_are_left_out(ingenious: Command, file: Path) -> None:
    ran = ingenious("hint", file, "--level", 2)
    assert ran.status == 0
    assert "chance to win" not in ran.out
    assert "lowest" not in ran.out.splitlines()[1]


def test_hints_are_printed_as_json(ingenious: Command, file: Path) -> None:
    ran = ingenious("hint", file, "--json")
    values = [json.loads(line) for line in ran.out.splitlines()]
    assert [value["move"] for value in values] == ["free R", "free G", "draw"]
    for value in values:
        assert list(value) == [
            *("entry", "move", "chance", "lowest", "points", "measure", "value", "reason", "said")
        ]
        decision = read_answer(json.dumps({"entry": value["entry"]}), game("tiles", 2), 1)
        assert parse_move(value["move"]) == decision
        assert (value["chance"], value["lowest"]) == (0.63, 4.26)


def test_options_are_passed_on(ingenious: Command, file: Path, asked: list[Question]) -> None:
    few = ingenious("hint", file, "--count", 1, "--seconds", "0.5", "--playouts", 9, "--json")
    assert len(few.out.splitlines()) == 1
    assert ingenious("hint", file, "--seat", 2, "--level", 1).status == 0
    first, second = asked
    assert (first.budget.seconds, first.budget.playouts, first.level) == (0.5, 9, 5)
    assert (second.level, second.seat) == (1, 1)
    wrong = ingenious("hint", file, "--seat", 1)
    assert (wrong.status, wrong.out) == (1, "")
    assert wrong.err == "ingenious hint: it is seat 2's turn, not seat 1's\n"


def test_hints_for_an_earlier_position(
    ingenious: Command, tmp_path: Path, asked: list[Question]
) -> None:
    """Hints for a position of a finished game do not use what came later."""
    file = tmp_path / "games.jsonl"
    assert ingenious("simulate", "duel", "--games", 2, "--seed", 4, "--out", file).status == 0
    assert "the game is over" in ingenious("hint", file).err
    assert ingenious("hint", file, "--game", 1, "--at", 8).status == 0
    assert isinstance(asked[0].state, BoardState)
    assert asked[0].state.turns == 4
    far = ingenious("hint", file, "--at", 10**6)
    assert (far.status, far.out) == (1, "")
    assert "--at must be from 0 to " in far.err
    assert "there is no game 3: " in ingenious("hint", file, "--game", 3).err


def test_a_redacted_record_gets_the_same_hints(
    ingenious: Command, set_stdin: SetStdin, asked: list[Question]
) -> None:
    record, seat = unfinished_record("duel", 2)
    outputs = set()
    for shown in (record, redact(record, seat)):
        set_stdin(b"not looked at\n" + to_json(shown).encode() + b"\n\n")
        ran = ingenious("hint", "-", "--json")
        assert (ran.status, ran.err) == (0, "")
        outputs.add(ran.out)
    assert len(outputs) == 1
    assert asked[0] == asked[1]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            to_json(played("duel", 2, 1)),
            f"the game is over after move {len(played('duel', 2, 1).log)}; --at chooses an "
            "earlier position\n",
        ),
        (json.dumps(match_document()), "the game is over after move "),
        (
            to_json(redact(unfinished_record("duel", 2)[0], None)),
            "the record is redacted for a spectator",
        ),
        ("{}", "RECORDS:1: "),
        ("\n\n[", "RECORDS:3: "),
        ("", "RECORDS contains no records"),
    ],
)
def test_records_without_a_decision_to_make_are_refused(
    text: str, error: str, ingenious: Command, tmp_path: Path
) -> None:
    path = tmp_path / "records"
    path.write_text(text)
    ran = ingenious("hint", path)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith(f"ingenious hint: {error.replace('RECORDS', str(path))}")


def test_a_record_that_breaks_a_rule_is_refused(ingenious: Command, file: Path) -> None:
    file.write_text(GAME.replace('"log": []', '"log": [{"seat": 1, "free": "B"}]'))
    ran = ingenious("hint", file)
    assert (ran.status, ran.out) == (1, "")
    says = "move 1: a free score must be one of your lowest"
    assert ran.err.startswith(f"ingenious hint: {file}:1: {says}")


def test_a_line_that_is_not_text_is_refused(ingenious: Command, tmp_path: Path) -> None:
    path = tmp_path / "records"
    path.write_bytes(b"\xff\n")
    assert f"{path}:1: this is not UTF-8" in ingenious("hint", path).err


def test_a_missing_file_is_reported(ingenious: Command, tmp_path: Path) -> None:
    ran = ingenious("hint", tmp_path / "none")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("ingenious hint: cannot read ")


def test_names_cannot_send_control_characters_to_the_terminal(
    ingenious: Command, tmp_path: Path
) -> None:
    record, _ = unfinished_record("classic", 2, decisions=12)
    path = tmp_path / "game.jsonl"
    path.write_text(to_json(record).replace("seat 0", r"\u001b[2J").replace("seat 1", r"\u0007"))
    ran = ingenious("hint", path, "--count", 60)
    assert ran.status == 0
    assert "?" in ran.out
    assert "\x1b" not in ran.out
    assert "\x07" not in ran.out


@pytest.mark.parametrize(
    "option",
    [("--level", 6), ("--count", 0), ("--seconds", -1), ("--seconds", "x"), ("--playouts", "-1")],
)
def test_wrong_options_are_refused(
    option: tuple[object, ...], ingenious: Command, file: Path
) -> None:
    wrong = ingenious("hint", file, *option)
    assert (wrong.status, wrong.out) == (2, "")
    assert "usage: ingenious hint" in wrong.err
