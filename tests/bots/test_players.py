"""Players know what their seat knows, and are asked only when it has to decide."""

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ingenious import Position
from ingenious.bots import (
    LEVELS,
    Budget,
    Evaluation,
    NotAsked,
    Question,
    answer,
    greedy,
    levels,
    player,
    weights,
)
from ingenious.bots import players as module
from ingenious.bots.board import load_evaluator
from ingenious.bots.engine_protocol import Program
from ingenious.bots.hints import analyse, hints
from ingenious.bots.levels import THINKER_MODULES, thinker
from ingenious.bots.players import LevelPlayer, evaluate, question, seed_of
from ingenious.kernel import jit
from ingenious.record import (
    Dealer,
    Entry,
    Recorder,
    RecordError,
    redact,
    replay,
    verify,
)
from ingenious.rules import PLAYERS, BoardState, TileState, game
from ingenious.rules.moves import Outcome, Swap, Turn
from testkit.bot_questions import full_state_bot
from testkit.hidden import MODES_WITH_HIDDEN_PIECES, alternative_records
from testkit.modes import MODES
from testkit.records import played, unfinished_record


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """The questions that are put to the thinker of any game."""
    asked: list[Question] = []

    def think(question: Question) -> Sequence[Evaluation]:
        asked.append(question)
        return full_state_bot(question)

    monkeypatch.setattr(module, "thinker", lambda game: think)
    return asked


@pytest.mark.parametrize("spec", ["1", "3", "5", "random", "greedy"])
@pytest.mark.parametrize(("name", "players"), MODES)
def test_every_player_plays_every_game(
    spec: str, name: str, players: int, thinking: list[Question]
) -> None:
    bot = player(spec)
    for decisions in (1, 8, 17):
        record, seat = unfinished_record(name, players, decisions=decisions)
        *_, state = replay(record)
        decision = bot.decide(redact(record, seat), seat, 5)
        record.game.apply(state, decision)
        assert bot.decide(redact(record, seat), seat, 5) == decision
    bot.close()


def test_players_have_names() -> None:
    assert [player(str(level)).name for level in LEVELS] == [
        "1 Newcomer",
        "2 Casual",
        "3 Club",
        "4 Expert",
        "5 Master",
    ]
    assert player(" greedy ").name == "greedy"
    assert all(level.sentence.endswith(".") for level in LEVELS.values())


def test_anything_else_is_a_command() -> None:
    bot = player(f"'{sys.executable}' -c pass", Budget(seconds=2))
    assert isinstance(bot, Program)
    assert bot.name == f"'{sys.executable}' -c pass"
    bot.close()


@pytest.mark.parametrize("spec", ["6", "0", "", "55", "gredy", "no/such/bot", "²"])
def test_unknown_bots_are_refused(spec: str) -> None:
    with pytest.raises(
        ValueError, match=r"is neither a bot nor a command; the bots are 1, 2, 3, 4, 5, ran"
    ):
        player(spec)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seconds": -1}, "seconds must be a number from 0 to 1000000, not -1"),
        ({"seconds": float("nan")}, "seconds must be a number from 0 to 1000000, not nan"),
        ({"seconds": "1"}, "seconds must be a number from 0 to 1000000, not '1'"),
        ({"playouts": -7}, "playouts must be a whole number, 0 or more, not -7"),
        ({"playouts": 0.5}, "playouts must be a whole number, 0 or more, not 0.5"),
    ],
)
def test_a_budget_is_never_negative(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Budget(**values)


def test_a_number_is_no_budget() -> None:
    record, seat = unfinished_record("dice", 3)
    number: Any = 0.5
    asking: list[Callable[[], object]] = [
        lambda: player("5", number),
        lambda: answer(record, seat, 5, number),
        lambda: hints(record, budget=number),
        lambda: analyse(Position.of(record), budget=number),
    ]
    for ask in asking:
        with pytest.raises(TypeError, match=r"like Budget\(seconds=0.5\), not 0.5$"):
            ask()


def test_a_file_is_no_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("low.py", "low"):
        (tmp_path / name).write_text("")
    for spec, says in {
        "low.py": "to run this file, write 'python low.py'",
        "low.py --fast": "to run this file, write 'python low.py --fast'",
        "low": "to run this file, write './low'",
        "./low": "this file is not executable",
    }.items():
        with pytest.raises(ValueError, match=f"is neither a bot nor a command; {says}$"):
            player(spec)


def test_a_question_has_all_that_a_thinker_needs(thinking: list[Question]) -> None:
    record, seat = unfinished_record("classic", 3)
    budget = Budget(seconds=0.5, playouts=7)
    entry = answer(redact(record, seat), seat, 4, budget, seed=99)
    (asked,) = thinking
    assert entry == Entry(seat, full_state_bot(asked)[0].decision)
    assert (asked.game, asked.seat, asked.level) == (record.game, seat, 4)
    assert (asked.budget, asked.seed) == (budget, 99)
    *_, state = replay(record)
    assert isinstance(state, BoardState)
    assert isinstance(asked.state, BoardState)
    assert asked.state.racks[seat] == state.racks[seat]
    assert asked.state.board == state.board


@pytest.mark.parametrize("mode", MODES_WITH_HIDDEN_PIECES)
def test_hidden_pieces_make_no_difference(mode: tuple[str, int], thinking: list[Question]) -> None:
    """The same seed and the same knowledge get the same answer, whatever the others hold."""
    compared = 0
    for decisions in (6, 14):
        record, seat = unfinished_record(*mode, decisions=decisions)
        record = replace(record, dealer=None)
        known = redact(record, seat)
        for _, world in alternative_records(record, seat, Random(3)):
            assert world != record
            for level in (1, 5):
                told = answer(redact(world, seat), seat, level)
                assert told == answer(known, seat, level)
                # One who hands over everything gets no other answer either.
                assert told == answer(world, seat, level)
                compared += 1
    assert compared


def test_the_same_position_gets_the_same_answer_for_all_names() -> None:
    record, seat = unfinished_record("dice", 2)
    known = redact(record, seat)
    others = replace(known, seats=("Ada \ud800", "Ben"), dealer=None)
    assert seed_of(others, seat) == seed_of(known, seat) < 2**63
    assert seed_of(known, seat, "other") != seed_of(known, seat)
    assert seed_of(unfinished_record("dice", 2, seed=5)[0], seat) != seed_of(known, seat)


def test_one_legal_decision_is_answered_without_thinking(thinking: list[Question]) -> None:
    rules = game("tiles", 2)
    recorder = Recorder(rules, ["Ada", "Ben"], start=0)
    recorder.play(Outcome(("R", "R", "O")))
    asked = question(redact(recorder.record(), 0), 0, 5, Budget(), 1)
    assert isinstance(asked.state, TileState)
    state = replace(asked.state, pool="", pegs=((1, 0, 1, 1, 1, 1),) * 2)
    assert len(rules.legal(state)) == 1
    assert evaluate(replace(asked, state=state)) == (Evaluation(rules.legal(state)[0], 0.0),)
    assert thinking == []


def test_a_swap_is_asked_for(thinking: list[Question]) -> None:
    record, number = next(
        (record, number)
        for record in (played("classic", 2, seed, greedy) for seed in range(40))
        for number, entry in enumerate(record.log)
        if isinstance(entry.decision, Swap)
    )
    seat = record.log[number].seat
    before = replace(record, log=record.log[:number], result=None, dealer=None)
    decision = player("greedy").decide(redact(before, seat), seat, 0)
    assert decision == record.log[number].decision
    with pytest.raises(NotAsked, match=f"it is seat {seat}'s turn|a draw comes next"):
        player("greedy").decide(redact(before, 1 - seat), 1 - seat, 0)


@pytest.mark.parametrize("spec", ["2", "random"])
def test_a_seat_with_nothing_to_decide_is_refused(spec: str, thinking: list[Question]) -> None:
    bot = player(spec)
    over, (record, seat) = played("tiles", 2, 1), unfinished_record("classic", 2)
    with pytest.raises(NotAsked, match=r"^the game is over$"):
        bot.decide(redact(over, 0), 0, 1)
    with pytest.raises(NotAsked, match=r"^the game is over$"):
        bot.decide(redact(replace(over, result=None), 0), 0, 1)
    with pytest.raises(NotAsked, match=f"^it is seat {seat}'s turn, not seat {1 - seat}'s"):
        bot.decide(redact(record, 1 - seat), 1 - seat, 1)
    with pytest.raises(NotAsked, match="cannot be redacted for"):
        bot.decide(redact(record, 1 - seat), seat, 1)
    with pytest.raises(NotAsked, match="cannot be redacted for"):
        bot.decide(redact(record, None), seat, 1)
    with pytest.raises(NotAsked, match="there is no seat 2"):
        bot.decide(record, 2, 1)
    unrolled = replace(played("dice", 2, 1), log=(), result=None, start=0)
    with pytest.raises(NotAsked, match="a roll comes next; there is nothing to decide"):
        bot.decide(redact(unrolled, 0), 0, 1)
    assert thinking == []


def test_a_record_that_breaks_a_rule_is_an_error(thinking: list[Question]) -> None:
    record, seat = unfinished_record("classic", 2)
    twice = replace(redact(record, seat), log=record.log[:1] * 2)
    with pytest.raises(RecordError):
        player("3").decide(twice, seat, 1)


def test_an_unknown_level_is_refused() -> None:
    record, seat = unfinished_record("duel", 2)
    with pytest.raises(ValueError, match="level must be one of 1, 2, 3, 4, 5, not 6"):
        LevelPlayer(6, Budget()).decide(redact(record, seat), seat, 1)


@pytest.mark.parametrize("name", PLAYERS)
def test_every_game_has_its_thinker(name: str) -> None:
    assert thinker(game(name)).__module__ == f"ingenious.bots.{THINKER_MODULES[name]}"


@pytest.mark.parametrize("mode", [("cards", 3), ("duel", 2)])
def test_a_whole_game_of_players(mode: tuple[str, int]) -> None:
    """Handed only what their seats know, they play a game to its end."""
    rules = game(*mode)
    bots = [player(spec) for spec in ("greedy", "random", "greedy")]
    recorder = Recorder(rules, [str(seat) for seat in range(mode[1])], dealer=Dealer.of("seed"))
    while (turn := rules.awaits(recorder.state)) is not None:
        assert isinstance(turn, Turn)
        known = redact(recorder.record(), turn.seat)
        recorder.play(bots[turn.seat].decide(known, turn.seat, 1))
    verify(recorder.record())


def test_missing_weights_say_what_makes_them() -> None:
    with pytest.raises(FileNotFoundError, match="ingenious train chess --players 2"):
        weights.load_arrays("chess-2")


@pytest.mark.parametrize("kept", [False, True])
def test_compiling_is_announced(
    kept: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(jit, "is_prepared", lambda module: kept)
    monkeypatch.setattr(jit, "_folder_for", lambda module: None)  # from a cache it is not compiled
    monkeypatch.setattr(jit, "_announcements", [])
    levels._thinker.cache_clear()
    thinker(game("tiles", 2))
    assert caplog.records == []  # nothing has to be compiled yet

    @jit.compiled
    def doubled(number: int) -> int:
        return 2 * number

    assert [doubled(3), doubled(2**70 // 2**69)] == [6, 4]
    told = [record.message for record in caplog.records]
    said = (
        "compiling the bots for this machine, which takes one to five minutes and is only needed "
        "once; `ingenious prepare` does it ahead of time"
    )
    assert told == [said][kept:]


def test_the_bots_count_as_compiled_once_all_their_games_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INGENIOUS_CACHE", str(tmp_path / "cache"))
    assert not levels.are_compiled()
    with pytest.raises(KeyboardInterrupt), levels.compiling(PLAYERS):
        raise KeyboardInterrupt
    assert not levels.are_compiled()
    for games in (["classic"], ["cards"], ["dice", "tiles"], ["classic", "solo", "team", "duel"]):
        assert not levels.are_compiled()
        with levels.compiling(games):
            pass
    assert levels.are_compiled()


def test_weights_of_another_version_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shape = np.array([1, 5, 0, 4, 4, 4])
    weights.write_arrays(tmp_path / "duel-2.npz", {"shape": shape, "weights": np.zeros(9)}, {})
    monkeypatch.setenv("INGENIOUS_WEIGHTS", str(tmp_path))
    weights.load_arrays.cache_clear()
    with pytest.raises(FileNotFoundError, match="another game or version: train them again with"):
        load_evaluator.__wrapped__("duel", 2)
    (tmp_path / "duel-2.npz").write_text("nothing of the kind")
    weights.load_arrays.cache_clear()
    with pytest.raises(FileNotFoundError, match=r"duel-2\.npz is not a weights file"):
        load_evaluator.__wrapped__("duel", 2)
    monkeypatch.setenv("INGENIOUS_WEIGHTS", str(tmp_path / "missing"))
    weights.load_arrays.cache_clear()
    with pytest.raises(
        FileNotFoundError, match=r"INGENIOUS_WEIGHTS must name a folder, not .*missing$"
    ):
        load_evaluator.__wrapped__("duel", 2)
    weights.load_arrays.cache_clear()
