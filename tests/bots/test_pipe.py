"""Over a pipe: questions and answers as the page on the format says, and programs that fail."""

import json
import re
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ingenious import Position
from ingenious.bots import Budget, Forfeit, at_random, engine_protocol, player
from ingenious.bots.engine_protocol import (
    Program,
    answer_lines,
    read_answer,
    read_question,
    write_answer,
    write_question,
)
from ingenious.record import Record, RecordError, redact, replay
from ingenious.rules import game
from ingenious.rules.moves import (
    Decision,
    Discard,
    Draw,
    Free,
    Keep,
    Outcome,
    Place,
    Play,
    Reroll,
    Resign,
    Score,
    Space,
    Swap,
)
from scripts.web import find_node
from testkit.example_question import EXAMPLES, FILE, example_question
from testkit.modes import MODES, moves
from testkit.records import unfinished_record


def question(mode: tuple[str, int] = ("classic", 2), **changes: object) -> str:
    record, seat = unfinished_record(*mode)
    values = json.loads(write_question(redact(record, seat), seat, 1.0)) | changes
    return json.dumps({key: value for key, value in values.items() if value != "absent"})


def first_legal(record: Record, seat: int, seconds: float | None) -> Decision:
    return player("greedy").decide(record, seat, 1)


def test_a_question_is_read_as_it_is_written() -> None:
    record, seat = unfinished_record("cards", 3)
    known = redact(record, seat)
    assert read_question(write_question(known, seat, 0.25)) == (known, seat, 0.25)
    assert read_question(question(seconds="absent"))[2] is None
    assert read_question(question(seconds=None))[2] is None
    assert read_question(question(seconds=2))[2] == 2.0


@pytest.mark.parametrize("mode", MODES)
def test_a_question_has_the_position_and_every_legal_entry(mode: tuple[str, int]) -> None:
    record, seat = unfinished_record(*mode)
    known = redact(record, seat)
    *_, state = replay(record)
    asked = json.loads(write_question(known, seat, 1.0))
    assert Position.parse(asked["position"]).line == Position.of(known).line
    legal = [read_answer(json.dumps({"entry": e}), record.game, seat) for e in asked["legal"]]
    assert legal == list(record.game.legal(state))


def test_a_question_for_another_seat_has_no_legal_entries() -> None:
    record, seat = unfinished_record("classic", 2)
    assert "legal" not in json.loads(write_question(redact(record, 1 - seat), 1 - seat, 1.0))


def test_the_example_of_a_question_is_complete() -> None:
    line = FILE.read_text("utf-8").rstrip("\n")
    assert line == example_question()
    asked = json.loads(line)
    assert list(asked) == ["record", "seat", "seconds", "position", "legal"]
    (answer,) = answer_lines([line], first_legal)
    assert json.loads(answer)["entry"] in asked["legal"]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "this is not JSON"),
        ("{", "this is not JSON"),
        ("[" * 100_000, "this is nested too deeply"),
        ('{"seat": 0, "seat": 1}', "the key 'seat' appears twice"),
        ("3", "a question should be an object, not 3"),
        ("{}", "the question has no 'record'"),
        (question(seat="absent"), "the question has no 'seat'"),
        (question(seat=True), "seat should be a whole number, not true"),
        (question(seconds="long"), "seconds should be a number, not 'long'"),
        (question(seconds=True), "seconds should be a number, not true"),
        (question(seconds=-1), "seconds should be a number from 0 to 1000000, not -1"),
        (question(seconds=10**400), "seconds should be a number from 0 to 1000000, not a huge"),
        (question(seconds=10**9), "seconds should be a number from 0 to 1000000, not 1"),
        (question(seconds=float("nan")), "this is not JSON: NaN is not a JSON number"),
        (
            question(seconds=2.5).replace("2.5", "1e999"),
            "seconds should be a number from 0 to 1000000, not inf",
        ),
        (question(record={}), "the record has no 'format'"),
        (question(record=[]), "a record should be an object"),
    ],
)
def test_an_invalid_line_gets_an_error_and_the_next_is_answered(line: str, error: str) -> None:
    first, second = answer_lines([line, question()], first_legal)
    assert list(json.loads(first)) == ["error"]
    assert json.loads(first)["error"].startswith(error)
    assert list(json.loads(second)) == ["entry"]


def test_a_seat_with_nothing_to_decide_gets_an_error() -> None:
    wrong = 1 - json.loads(question())["seat"]
    unreadable = RecordError("this is not UTF-8 text")
    lines: list[str | ValueError] = [question(seat=wrong), question(seat=9), unreadable]
    told = [json.loads(answer)["error"] for answer in answer_lines(lines, first_legal)]
    assert told[0].endswith(f"cannot be redacted for {wrong}")
    assert told[1] == "there is no seat 9"
    assert told[2] == "this is not UTF-8 text"


def test_missing_weights_are_reported() -> None:
    def decide(record: Record, seat: int, seconds: float | None) -> Decision:
        raise FileNotFoundError("there are no weights")

    assert list(answer_lines([question()], decide)) == ['{"error": "there are no weights"}']


@pytest.mark.parametrize(("name", "players"), MODES)
def test_every_decision_of_a_game_goes_over_the_pipe(name: str, players: int) -> None:
    rules = game(name, players)
    for state, move in moves(rules, Random(5), choose=at_random):
        if not isinstance(move, Outcome):
            line = json.dumps({"entry": write_answer(state.seat, move)})
            assert read_answer(line, rules, state.seat) == move


@pytest.mark.parametrize(
    ("name", "entry", "decision"),
    [
        ("classic", {"swap": ["RO", "YR"]}, Swap(("RO", "RY"))),
        ("classic", {"keep": True}, Keep()),
        (
            "team",
            {"place": "RR", "at": [[0, 1], [1, 1]], "first": 1},
            Place("RR", (Space(1, 1), Space(0, 1))),
        ),
        ("cards", {"play": "GR", "first": "R"}, Play("RG")),
        ("cards", {"discard": ["YR"]}, Discard(("RY",))),
        ("dice", {"reroll": True}, Reroll()),
        ("tiles", {"draw": True}, Draw()),
        ("tiles", {"score": True}, Score()),
        ("tiles", {"free": "R"}, Free("R")),
        ("duel", {"resign": True}, Resign(1)),
    ],
)
def test_answers_can_be_read(name: str, entry: dict[str, Any], decision: Decision) -> None:
    line = json.dumps({"entry": {"seat": 1, **entry}})
    assert read_answer(line, game(name), 1) == decision


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ({"error": "no idea"}, "it reported an error: 'no idea'"),
        ({}, "the answer has no 'entry'"),
        ({"entry": 3}, "entry should be an object, not 3"),
        ({"entry": {"keep": True}}, "the entry has no 'seat'"),
        ({"entry": {"seat": 0, "keep": True}}, "the answer is for seat 0, not for seat 1"),
        ({"entry": {"seat": 1}}, "an answer must be one decision, not nothing"),
        ({"entry": {"seat": 1, "keep": True, "swap": []}}, "one decision, not swap and keep"),
        ({"entry": {"seat": 1, "keep": 1}}, "keep should be true, not 1"),
        ({"entry": {"seat": 1, "roll": ["R"]}}, "an answer must be one decision, not roll"),
        ({"entry": {"seat": 1, "swap": ["RR"], "draw": ["OO"]}}, "not draw and swap"),
        ({"entry": {"seat": 1, "place": "RR"}}, "the entry has no 'at'"),
        ({"entry": {"seat": 1, "play": "RO"}}, "classic has no 'play'"),
    ],
)
def test_invalid_answers_are_refused(answer: dict[str, Any], error: str) -> None:
    with pytest.raises(RecordError, match=re.escape(error)):
        read_answer(json.dumps(answer), game("classic"), 1)


# Programs of other authors


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Any]:
    """Seats a program, written here in Python, and ends it."""
    seated = []

    def seat(source: str, seconds: float = 20) -> Program:
        path = tmp_path / "bot.py"
        path.write_text(source, "utf-8")
        bot = player(shlex.join([sys.executable, str(path)]), Budget(seconds=seconds))
        assert isinstance(bot, Program)
        seated.append(bot)
        return bot

    yield seat
    for bot in seated:
        bot.close()


def ask(bot: Program, mode: tuple[str, int] = ("classic", 2)) -> Decision:
    record, seat = unfinished_record(*mode)
    return bot.decide(redact(record, seat), seat, 1)


def test_the_bot_without_our_library_plays_every_game() -> None:
    node = find_node()
    assert node is not None, "the pages need it"
    command = shlex.join([f"{node.folder}/node", str(EXAMPLES / "any_move.mjs")])
    with closing(player(command, Budget(seconds=20))) as bot:
        for mode in MODES:
            record, seat = unfinished_record(*mode)
            *_, state = replay(record)
            record.game.apply(state, bot.decide(redact(record, seat), seat, 1))


NOISY = """
import sys
for line in sys.stdin:
    print("x" * 300_000, file=sys.stderr)
    print(ANSWER, flush=True)
"""


def test_a_program_may_write_much_to_standard_error(program: Any) -> None:
    record, seat = unfinished_record("tiles", 2)
    legal = record.game.legal([*replay(record)][-1])[0]
    answer = json.dumps({"entry": write_answer(seat, legal)})
    bot = program(NOISY.replace("ANSWER", repr(answer)))
    for _ in range(4):
        assert bot.decide(redact(record, seat), seat, 1) == legal


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("", "the process ended"),
        ("raise SystemExit('out of ideas')", "the process ended: out of ideas"),
        ("input(); print()", "this is not JSON"),
        ("input(); print('pass')", "this is not JSON: Expecting value at column 1: 'pass"),
        ('input(); print(\'{"error": "no idea"}\')', "it reported an error: 'no idea'"),
        (
            'input(); print(\'{"entry": {"seat": SEAT, "keep": true}}\')',
            r"seat \d must place a tile; 'keep' is not possible now \(B6\)",
        ),
        (
            'input(); print(\'{"entry": {"seat": SEAT, "place": "RO", "at": [[0, 9], [0, 8]]}}\')',
            r"\(B[56]\)",
        ),
    ],
)
def test_a_program_forfeits_the_game_by_a_wrong_answer(
    source: str, reason: str, program: Any
) -> None:
    bot = program(source.replace("SEAT", str(unfinished_record("classic", 2)[1])))
    for _ in range(2):  # the next game restarts it
        with pytest.raises(Forfeit, match=reason):
            ask(bot)


def test_a_program_that_never_answers_forfeits(
    program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_protocol, "START_TIMEOUT_S", 0.0)
    bot = program("import time\ntime.sleep(1000)", seconds=0)
    with pytest.raises(Forfeit, match=r"no answer after 1 second \("):
        ask(bot)


def test_a_program_that_exits_between_questions_forfeits(program: Any) -> None:
    record, seat = unfinished_record("tiles", 2)
    legal = record.game.legal([*replay(record)][-1])[0]
    answer = json.dumps({"entry": write_answer(seat, legal)})
    bot = program(f"input(); print({answer!r})")
    assert bot.decide(redact(record, seat), seat, 1) == legal
    with pytest.raises(Forfeit, match="the process ended"):
        bot.decide(redact(record, seat), seat, 1)
    assert bot.decide(redact(record, seat), seat, 1) == legal


def test_a_program_that_cannot_be_started_forfeits(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_bytes(b"\x00 no program")
    path.chmod(0o755)
    with closing(player(str(path))) as bot, pytest.raises(Forfeit, match="cannot start"):
        ask(bot)  # type: ignore[arg-type]


def test_a_program_that_writes_too_much_forfeits(program: Any) -> None:
    record, seat = unfinished_record("tiles", 2)
    legal = record.game.legal([*replay(record)][-1])[0]
    answer = json.dumps({"entry": write_answer(seat, legal)})
    bot = program(f"while input(): print({answer!r}, flush=True); print('and', flush=True)")
    assert bot.decide(redact(record, seat), seat, 1) == legal
    time.sleep(0.2)
    with pytest.raises(Forfeit, match="it wrote more than one line in answer to a question: 'and"):
        bot.decide(redact(record, seat), seat, 1)
