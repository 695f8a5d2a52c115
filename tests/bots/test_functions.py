"""Bots that are functions: in this process, and over a pipe."""

import io
import json
import re
import runpy
import shlex
import sys
from contextlib import closing
from dataclasses import replace
from doctest import DocTestParser
from pathlib import Path
from random import Random

import pytest

from ingenious import Decision, Position
from ingenious.bots import (
    Budget,
    Decide,
    Forfeit,
    FunctionPlayer,
    NotAsked,
    player,
    serve,
    simulated_game,
)
from ingenious.bots.engine_protocol import write_question
from ingenious.record import redact, replay, verify
from ingenious.rules import game
from testkit.modes import MODES
from testkit.records import played, unfinished_record

DOCS = Path(__file__).parents[2] / "docs"


def first_legal(position: Position, seat: int) -> Decision:
    assert position.turn == seat
    return position.legal[0]


@pytest.mark.parametrize("mode", MODES)
def test_a_function_gets_what_its_seat_knows(mode: tuple[str, int]) -> None:
    record, seat = unfinished_record(*mode)
    seen = []

    def decide(position: Position, asked: int) -> Decision:
        seen.append(position)
        return first_legal(position, asked)

    bot = FunctionPlayer(decide)
    for view in (record, redact(record, seat)):
        record.game.apply([*replay(record)][-1], bot.decide(view, seat, 1))
    assert seen == [Position.of(redact(record, seat))] * 2
    assert bot.name == "decide"


def test_a_function_may_return_the_text_of_a_decision() -> None:
    record, seat = unfinished_record("classic", 2)
    (move,) = Position.of(redact(record, seat)).legal[:1]
    bot = FunctionPlayer(lambda position, _: repr(position.legal).split(": ")[1].split(", ")[0])
    assert bot.decide(record, seat, 1) == move


def test_whatever_else_it_returns_is_refused() -> None:
    record, seat = unfinished_record("tiles", 2)
    for returned in (None, 3, "[R]"):
        bot = FunctionPlayer(lambda *_, returned=returned: returned, "mine")
        with pytest.raises(TypeError):
            bot.decide(record, seat, 1)


def test_a_function_is_asked_only_when_its_seat_has_to_decide() -> None:
    record, seat = unfinished_record("classic", 2)
    bot = FunctionPlayer(first_legal)
    with pytest.raises(NotAsked, match=f"it is seat {seat}'s turn, not seat {1 - seat}'s"):
        bot.decide(record, 1 - seat, 1)
    over = played("tiles", 2, 1)
    for ended in (over, replace(over, result=None)):
        with pytest.raises(NotAsked, match="the game is over"):
            bot.decide(ended, 0, 1)


def test_functions_play_whole_games() -> None:
    bots = [FunctionPlayer(first_legal), player("random")]
    record = simulated_game(game("duel"), bots, ["first", "random"], "seed", 0)
    verify(record)
    bots[1] = FunctionPlayer(lambda *_: "keep")
    with pytest.raises(
        Forfeit, match=r"keeps at move \d+: seat 1 must place a tile; 'keep' is not possible"
    ):
        simulated_game(game("duel"), bots, ["first", "keeps"], "seed", 0)


def answers(
    function: Decide, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> list[dict[str, object]]:
    written = io.StringIO()
    monkeypatch.setattr("sys.stdin", lines)
    monkeypatch.setattr("sys.stdout", written)
    serve(function)
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_a_function_answers_questions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record, seat = unfinished_record("dice", 2)
    question = write_question(redact(record, seat), seat, 1.0)

    def decide(position: Position, asked: int) -> Decision:
        print("thinking")  # noqa: T201 - a beginner's way to find a mistake
        return first_legal(position, asked)

    told = answers(decide, [question, "{", question], monkeypatch)
    assert told[0] == told[2] == {"entry": json.loads(question)["legal"][0]}
    assert str(told[1]["error"]).startswith("this is not JSON")
    assert capsys.readouterr().err == "thinking\n" * 2


def test_where_a_function_fails_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record, seat = unfinished_record("dice", 2)
    question = write_question(redact(record, seat), seat, 1.0)

    def decide(position: Position, asked: int) -> str:
        assert position.turn == asked
        return "roll the dice"

    (told,) = answers(decide, [question], monkeypatch)
    assert "roll the dice" in str(told["error"])
    assert "Traceback" in capsys.readouterr().err

    def fails(position: Position, asked: int) -> str:
        return str(1 // 0)

    with pytest.raises(ZeroDivisionError):
        answers(fails, [question], monkeypatch)


# The guides


def blocks_of(page: str) -> list[str]:
    text = (DOCS / page).read_text("utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    ("page", "modes"), [("tutorial.md", [("classic", 2), ("duel", 2)]), ("bots.md", MODES)]
)
def test_the_bot_of_a_guide_plays_over_the_pipe(
    page: str, modes: list[tuple[str, int]], tmp_path: Path
) -> None:
    (source,) = (block for block in blocks_of(page) if "serve(" in block)
    file = tmp_path / "my_bot.py"
    file.write_text(source, "utf-8")
    command = shlex.join([sys.executable, str(file)])
    with closing(player(command, Budget(seconds=20))) as bot:
        for mode in modes:
            record, seat = unfinished_record(*mode)
            *_, state = replay(record)
            record.game.apply(state, bot.decide(redact(record, seat), seat, 1))


def test_the_bot_of_the_tutorial_beats_chance(tmp_path: Path) -> None:
    (source,) = (block for block in blocks_of("tutorial.md") if "serve(" in block)
    file = tmp_path / "my_bot.py"
    file.write_text(source, "utf-8")
    decide = runpy.run_path(str(file))["decide"]  # it does not serve when it is imported
    bots = [FunctionPlayer(decide), player("random")]
    won = [
        simulated_game(game("classic", 2), bots, ["mine", "random"], "seed", number)
        for number in range(4)
    ]
    assert [record.result and record.result.ranks[0] for record in won] == [1] * 4


def test_the_function_of_the_tutorial_plays_against_a_level(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = (DOCS / "tutorial.md").read_text("utf-8")
    begins = text.index("## 6.")
    named = {"Position": Position, "rng": Random(1), "position": Position.new("classic", 2, seed=1)}
    for example in DocTestParser().get_examples(text[begins:]):
        if "sum(careful_wins" not in example.source:
            exec(example.source, named)
    (block,) = (block for block in blocks_of("tutorial.md") if 'player("1")' in block)
    exec(block.replace("range(10)", "range(1)"), named)
    assert re.fullmatch(r"\(\d, \d\)\n", capsys.readouterr().out)
