"""Hints: the best moves first, each idea once, and sorted by the value that is shown."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ingenious.bots import Budget, Evaluation, NotAsked, Question, greedy
from ingenious.bots import players as module
from ingenious.bots.hints import Hint, analyse, hints
from ingenious.bots.players import answer
from ingenious.bots.reasons import reason
from ingenious.position import Position
from ingenious.record import Entry, NotationError, Record, redact, replay
from ingenious.record.notation import write_move
from ingenious.rules.game import with_item
from ingenious.rules.moves import Keep, Place, Swap
from ingenious.rules.symbols import CANONICAL
from testkit.hidden import MODES_WITH_HIDDEN_PIECES, alternative_records
from testkit.modes import MODES, recorded
from testkit.records import played, unfinished_record


def all_legal(asked: Question) -> Sequence[Evaluation]:
    """A thinker that ranks all legal decisions in a random order."""
    legal = list(asked.game.legal(asked.state))
    Random(asked.seed).shuffle(legal)
    return [Evaluation(decision, -n, 1 / (n + 1), 18.0 - n) for n, decision in enumerate(legal)]


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    asked: list[Question] = []

    def think(question: Question) -> Sequence[Evaluation]:
        asked.append(question)
        return all_legal(question)

    monkeypatch.setattr(module, "thinker", lambda game: think)
    return asked


def test_the_best_comes_first_and_each_idea_once(thinking: list[Question]) -> None:
    record, seat = unfinished_record("solo", 1, decisions=20)
    found = hints(record, seat, count=4, seed=8)
    (asked,) = thinking
    verdicts = {verdict.decision: verdict for verdict in all_legal(asked)}
    assert found[0].decision == next(iter(verdicts))
    scores = [verdicts[hint.decision].score for hint in found]
    assert scores == sorted(scores, reverse=True)
    ideas = {(CANONICAL[tile_of(hint)], hint.reason) for hint in found}
    assert len(ideas) == len(found) == 4
    # None was left out but for being an idea that came before.
    last = verdicts[found[-1].decision].score
    for decision, verdict in verdicts.items():
        assert isinstance(decision, Place)
        why = reason(asked.game, asked.state, decision, record.seats)
        assert verdict.score < last or (CANONICAL[decision.tile], why.text) in ideas
    for hint in found:
        verdict = verdicts[hint.decision]
        assert (hint.chance, hint.lowest) == (verdict.chance, verdict.lowest)
        assert hint.entry == Entry(seat, hint.decision)


def tile_of(hint: Hint) -> str:
    assert isinstance(hint.decision, Place)
    return hint.decision.tile


def test_level_budget_and_seed_are_passed_on(thinking: list[Question]) -> None:
    record, seat = unfinished_record("dice", 3)
    budget = Budget(seconds=0.5, playouts=7)
    assert len(hints(record, seat, level=2, budget=budget, count=1, seed=99)) == 1
    assert len(hints(record)) == 3
    first, second = thinking
    assert (first.level, first.budget, first.seed) == (2, budget, 99)
    assert (second.level, second.budget, second.seat) == (5, Budget(), seat)


@pytest.mark.parametrize(("name", "players"), MODES_WITH_HIDDEN_PIECES)
def test_the_same_knowledge_gives_the_same_hints(
    name: str, players: int, thinking: list[Question]
) -> None:
    record, seat = unfinished_record(name, players)
    found = hints(redact(record, seat))
    assert hints(record) == hints(record, seat) == found
    for owner, world in alternative_records(record, seat, Random(5)):
        assert owner != seat
        assert hints(world, seat) == found


def not_asked(record: Record, seat: int | None = None) -> str:
    with pytest.raises(NotAsked) as error:
        hints(record, seat)
    return str(error.value)


def test_records_without_a_decision_to_make_are_refused() -> None:
    record, seat = unfinished_record("duel", 2)
    assert not_asked(record, 1 - seat) == f"it is seat {seat}'s turn, not seat {1 - seat}'s"
    assert not_asked(redact(record, 1 - seat)).startswith(f"it is seat {seat}'s turn")
    assert not_asked(redact(record, None)).startswith("the record is redacted for a spectator")
    assert "cannot be redacted for" in not_asked(redact(record, 1 - seat), seat)
    assert "no seat 7" in not_asked(record, 7)
    assert not_asked(played("duel", 2, 1)) == "the game is over"
    before_the_first_roll = replace(played("dice", 2, 1), log=(), result=None)
    assert not_asked(before_the_first_roll).startswith("a roll comes next")


@pytest.mark.parametrize("asked", [{"count": 0}, {"level": 6}, {"level": 0}])
def test_wrong_numbers_are_refused(asked: dict[str, Any]) -> None:
    record, seat = unfinished_record("duel", 2)
    with pytest.raises(
        ValueError, match=r"count must be 1 or more|level must be one of 1, 2, 3, 4, 5"
    ):
        hints(record, seat, **asked)


def test_swap_and_keep_are_hints_too(thinking: list[Question]) -> None:
    record = recorded("classic", 2, 1, greedy, stop_after=24)
    may_swap = next(n for n, state in enumerate(replay(record)) if state.phase == "swap")
    found = hints(replace(record, log=record.log[:may_swap]))
    assert {type(hint.decision) for hint in found} == {Swap, Keep}


@pytest.mark.parametrize(("name", "players"), MODES)
def test_the_levels_give_hints_in_every_game(name: str, players: int) -> None:
    record, seat = unfinished_record(name, players)
    best, *others = hints(record, level=2, budget=Budget(playouts=0))
    assert best.entry == answer(redact(record, seat), seat, 2, Budget(playouts=0))
    assert len(others) <= 2
    assert all(write_move(hint.decision) and hint.reason for hint in (best, *others))


@pytest.mark.parametrize(("name", "players"), MODES)
def test_hints_are_sorted_by_what_is_shown(name: str, players: int) -> None:
    few = Budget(playouts=80)
    for decisions in (3, 6, 9, 12):
        record, seat = unfinished_record(name, players, decisions)
        found = hints(record, seat, level=5, budget=few, count=10)
        if len(found) == 1:  # there was nothing to think about
            continue
        assert {hint.measure for hint in found} == {"lowest" if players == 1 else "chance"}
        values = [hint.value for hint in found if hint.value is not None]
        assert len(values) == len(found)
        assert values == sorted(values, reverse=True)
        # The order is not made by the display alone: what the bot plays is the first of them.
        assert found[0].entry == answer(redact(record, seat), seat, 5, few)


def judged(
    monkeypatch: pytest.MonkeyPatch, name: str, *worth: tuple[float | None, float | None]
) -> list[Hint]:
    """Hints of a bot that expects these chances and lowest pegs of its decisions."""

    def thinks(asked: Question) -> Sequence[Evaluation]:
        # Placements that differ in what they score, so that each is an idea of its own.
        ways = dict[str, Any]()
        for decision in asked.game.legal(asked.state):
            why = reason(asked.game, asked.state, decision, record.seats)
            ways.setdefault(why.text, decision)
        pairs = zip(ways.values(), worth, strict=False)
        return [Evaluation(decision, 0.0, *expected) for decision, expected in pairs]

    record, seat = unfinished_record(name, 1 if name == "solo" else 2, decisions=6)
    monkeypatch.setattr(module, "thinker", lambda game: thinks)
    return hints(record, seat, count=len(worth))


@pytest.mark.parametrize("chance", [0.0, 0.004, 0.996, 1.0])
def test_in_a_decided_game_hints_are_measured_by_the_lowest_peg(
    monkeypatch: pytest.MonkeyPatch, chance: float
) -> None:
    found = judged(monkeypatch, "classic", (chance, 2.1), (chance, 3.4), (chance, 2.8))
    assert [(hint.measure, hint.value) for hint in found] == [
        ("lowest", 3.4),
        ("lowest", 2.8),
        ("lowest", 2.1),
    ]


@pytest.mark.parametrize(
    ("name", "low"),
    [("classic", (3.0, 3.01, 2.99)), ("duel", (1.0, 2.0, 3.0)), ("classic", (None, None, None))],
)
def test_where_lowest_pegs_are_equal_hints_are_measured_by_points(
    monkeypatch: pytest.MonkeyPatch, name: str, low: tuple[float | None, ...]
) -> None:
    found = judged(monkeypatch, name, *((0.0, lowest) for lowest in low))
    assert {hint.measure for hint in found} == {"points"}
    values = [hint.value for hint in found if hint.value is not None]
    assert values == [hint.points for hint in found] == sorted(values, reverse=True)
    assert len(set(values)) > 1


def test_equal_chances_stay_if_the_game_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    found = judged(monkeypatch, "classic", (0.501, 2.1), (0.503, 3.4))
    assert [(hint.measure, hint.value) for hint in found] == [("chance", 0.503), ("chance", 0.501)]


def test_unknown_values_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    found = judged(monkeypatch, "classic", (None, None), (None, None))
    assert {(hint.measure, hint.value) for hint in found} == {(None, None)}


def test_swap_and_keep_in_a_lost_game_have_no_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = recorded("classic", 2, 1, greedy, stop_after=24)
    may_swap = next(n for n, state in enumerate(replay(record)) if state.phase == "swap")

    def lost(asked: Question) -> Sequence[Evaluation]:
        return [Evaluation(decision, 0.0, 0.0) for decision in asked.game.legal(asked.state)]

    monkeypatch.setattr(module, "thinker", lambda game: lost)
    found = hints(replace(record, log=record.log[:may_swap]))
    assert {(hint.measure, hint.value) for hint in found} == {(None, None)}


@pytest.mark.parametrize(
    ("mode", "wrong", "says"),
    [
        (("classic", 4), "rack", "seat {other} must have 6 pieces, not 0"),
        (("cards", 2), "hand", "seat {other} must have 6 pieces, not 0"),
        (("cards", 2), "due", "'due' can be 1 at most, by the pegs of seat {seat}"),
        (("dice", 3), "due", "'due' can be 1 at most, by the pegs of seat {seat}"),
    ],
)
def test_a_state_that_no_game_can_reach_is_refused(
    thinking: list[Question], mode: tuple[str, int], wrong: str, says: str
) -> None:
    """Compiled code would read or write beyond its arrays."""
    position = Position.new(*mode, seed=1)
    state: Any = position.state
    seat, other = state.seat, (state.seat + 1) % mode[1]
    if wrong == "due":
        changed: dict[str, object] = {"due": 9}
    else:
        changed = {f"{wrong}s": with_item(getattr(state, f"{wrong}s"), other, ())}
    impossible = Position(position.rules, replace(state, **changed))
    with pytest.raises(NotationError, match=says.format(seat=seat, other=other)):
        analyse(impossible)
    assert thinking == []
