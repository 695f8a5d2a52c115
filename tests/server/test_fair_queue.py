"""Who asks much does not keep others waiting."""

import pytest

from ingenious.server.thinkers import Busy, Thinkers
from ingenious.server.thinkers.fairness import FairQueue


def test_owners_take_turns_and_each_gets_what_came_first() -> None:
    queue: FairQueue[str] = FairQueue(100)
    for item in ("a1", "a2", "a3", "a4", "b1", "c1", "b2"):
        assert queue.put(item[0], item) is None
    assert len(queue) == 7
    assert [queue.take() for _ in range(7)] == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]
    assert len(queue) == 0


def test_who_asks_again_while_others_wait_comes_after_them() -> None:
    queue: FairQueue[str] = FairQueue(100)
    queue.put("a", "a1")
    queue.put("b", "b1")
    assert queue.take() == "a1"
    queue.put("a", "a2")
    assert [queue.take(), queue.take()] == ["b1", "a2"]


def test_what_is_dropped_does_not_come() -> None:
    queue: FairQueue[str] = FairQueue(100)
    for item in ("a1", "a2", "b1"):
        queue.put(item[0], item)
    for owner, item in (("a", "a1"), ("a", "a1"), ("b", "b1"), ("b", "b1"), ("c", "c1")):
        queue.drop(owner, item)
    assert len(queue) == 1
    assert queue.take() == "a2"


def test_a_full_queue_takes_no_more_from_who_fills_it() -> None:
    queue: FairQueue[str] = FairQueue(3)
    for item in ("a1", "a2", "a3"):
        queue.put("a", item)
    with pytest.raises(Busy, match="3 questions are waiting already"):
        queue.put("a", "a4")
    assert len(queue) == 3


def test_who_fills_a_queue_gives_way_to_others_until_all_have_the_same() -> None:
    queue: FairQueue[str] = FairQueue(4)
    for item in ("a1", "a2", "a3", "a4"):
        queue.put("a", item)
    assert queue.put("b", "b1") == "a4"
    assert queue.put("c", "c1") == "a3"
    with pytest.raises(Busy):
        queue.put("b", "b2")
    assert [queue.take() for _ in range(4)] == ["a1", "b1", "c1", "a2"]


def test_there_is_room_for_one_at_least() -> None:
    with pytest.raises(ValueError, match="at least one question"):
        FairQueue[str](0)
    with pytest.raises(ValueError, match="at least one process, not 0"):
        Thinkers(0)
