"""Lines: moves are pushed and taken back, and a line becomes a record."""

from dataclasses import replace
from random import Random

import pytest

from ingenious import Chance, IllegalMove, RecordError, verify
from ingenious.position import Line, Position
from ingenious.record import replay
from testkit.modes import MODES, recorded


@pytest.mark.parametrize("mode", MODES)
def test_a_line_becomes_a_record(mode: tuple[str, int]) -> None:
    line, rng = Line(Position.new(*mode, seed=5)), Random(5)
    while line.position.result is None:
        line.push(rng.choice(line.position.legal))
    record = line.record()
    verify(record)
    assert record.result == line.position.result
    assert Position.of(record) == line.position


@pytest.mark.parametrize("mode", MODES)
def test_a_record_goes_on_as_a_line(mode: tuple[str, int]) -> None:
    record = recorded(*mode, seed=3, stop_after=20)
    line = Line.of(record, at=10)
    assert line.position.state == list(replay(record))[10]
    assert line.seats == record.seats
    assert line.record().log == record.log[:10]


@pytest.mark.parametrize("mode", MODES)
def test_the_chance_of_a_record_with_a_seed_follows_by_itself(mode: tuple[str, int]) -> None:
    record = recorded(*mode, seed=3)
    assert record.dealer is not None
    assert record.dealer.seed is not None
    assert Line.of(record).record() == record
    decisions = Line.of(record).moves
    for at in range(0, len(record.log), 7):
        line = Line.of(record, at)
        assert not isinstance(line.position.awaits, Chance)
        for move in decisions[len(line) :]:
            line.push(move)
        assert line.record() == record
        while line.moves:
            line.pop()
        assert line.position == Line.of(record, 0).position


def test_without_a_seed_the_outcomes_of_a_record_are_moves() -> None:
    record = replace(recorded("solo", 1, seed=3), dealer=None)
    at = next(at for at, entry in enumerate(record.log) if entry.outcome is not None)
    line = Line.of(record, at)
    assert isinstance(line.position.awaits, Chance)
    drawn = record.log[at].outcome
    assert isinstance(drawn, tuple)
    line.push(f"[{' '.join(drawn)}]")
    assert line.position == Position.of(record, at + 1)


def test_a_line_needs_only_the_entries_before_it_to_be_valid() -> None:
    record = recorded("classic", 2, seed=3, stop_after=20)
    wrong = replace(record, log=(*record.log[:10], replace(record.log[10], seat=7)))
    line = Line.of(wrong, at=10)
    assert line.position == Position.of(wrong, at=10) == Line.of(record, at=10).position
    with pytest.raises(RecordError, match=r"log entry 10: it is seat \d's turn, not seat 7's"):
        Line.of(wrong)


def test_moves_are_taken_back() -> None:
    line = Line(Position.new("classic", players=2, seed=7))
    first = line.position
    move = first.legal[3]
    second = line.push(move)
    assert (line.peek(), len(line), line.moves) == (move, 1, (move,))
    assert line.position == second != first
    assert line.pop() == move
    assert line.position == first
    with pytest.raises(IndexError, match="the line has no moves yet"):
        line.pop()
    assert repr(line) == f"<Line of 0 moves, now {first.line!r}>"


def test_an_illegal_move_changes_nothing() -> None:
    line = Line(Position.new("tiles", players=2, seed=7))
    before = line.position
    with pytest.raises(IllegalMove):
        line.push("score")
    assert (line.position, len(line)) == (before, 0)


def test_a_line_from_the_middle_of_a_game_has_no_record() -> None:
    position = Position.of(recorded("classic", 2, seed=3, stop_after=10))
    with pytest.raises(ValueError, match="only a line from the opening of a game has a record"):
        Line(position).record()


def test_a_record_keeps_the_date_and_the_event() -> None:
    opening = Position.new("classic", players=2, seed=7)
    record = Line(opening, date="2026-11-18", event="Club evening").record()
    assert (record.date, record.event) == ("2026-11-18", "Club evening")
    assert Line.of(record).record() == replace(record, dealer=None)
    with pytest.raises(ValueError, match="a date looks like '2026-11-18', not 'today'"):
        Line(opening, date="today")
    for event in ("", "Club\nevening", "x" * 201):
        with pytest.raises(ValueError, match="an event has a name of 1 to 200 printable"):
            Line(opening, event=event)


def test_a_line_needs_a_name_for_each_seat() -> None:
    with pytest.raises(ValueError, match="classic needs 2 names, not 1"):
        Line(Position.new("classic"), ["Ada"])
    with pytest.raises(TypeError, match="the names must be a list, not 'Ab'"):
        Line(Position.new("classic"), "Ab")


def test_players_without_names_are_counted_from_1() -> None:
    line = Line(Position.new("tiles", 3, seed=1))
    assert line.record().seats == ("Seat 1", "Seat 2", "Seat 3")
