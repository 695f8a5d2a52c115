"""Many questions of one address or one guest do not keep others waiting."""

import pytest

from ingenious.server.bot_workers.fair_queue import (
    MAX_GUESTS_PER_ADDRESS,
    MAX_REMEMBERED_ADDRESSES,
    Busy,
    FairQueue,
    Owner,
)
from ingenious.server.bot_workers.pool import BotWorkers


def put(queue: FairQueue[str], *items: str, urgent: bool = True) -> None:
    """Let items wait that begin with the names of their address and guest, as in "a1 first"."""
    for item in items:
        assert queue.put(Owner(item[0], item[1]), item, urgent=urgent) is None


def taken(queue: FairQueue[str], seconds: float = 1.0) -> list[str]:
    """Everything, in the order in which it is taken, when each answer takes this long."""
    found = list[str]()
    while queue:
        found.append(queue.take())
        queue.charge(Owner(found[-1][0], found[-1][1]), 0.0, seconds)
    return found


def test_addresses_take_turns_each_in_order_of_arrival() -> None:
    queue: FairQueue[str] = FairQueue(100)
    put(queue, "a1 x", "a1 y", "a1 z", "b1 x", "c1 x", "b1 y")
    assert len(queue) == 6
    assert taken(queue) == ["a1 x", "b1 x", "c1 x", "a1 y", "b1 y", "a1 z"]
    assert len(queue) == 0


def test_many_guests_of_an_address_share_its_time() -> None:
    queue: FairQueue[str] = FairQueue(100)
    put(queue, *(f"a{guest} {item}" for item in "xy" for guest in range(9)))
    put(queue, "b1 x", "b1 y", "b1 z")
    order = taken(queue)
    assert [order.index(f"b1 {item}") for item in "xyz"] == [1, 3, 5]


def test_the_guests_of_an_address_take_turns() -> None:
    queue: FairQueue[str] = FairQueue(100)
    put(queue, "a1 x", "a1 y", "a1 z", "a2 x", "a2 y")
    assert taken(queue) == ["a1 x", "a2 x", "a1 y", "a2 y", "a1 z"]


def test_time_is_shared_not_the_number_of_questions() -> None:
    queue: FairQueue[str] = FairQueue(100)
    put(queue, "a1 long", "a1 long too", *(f"b1 {number}" for number in range(30)))
    assert queue.take() == "a1 long"
    queue.charge(Owner("a", "1"), 0.0, 1.0)
    order = list[str]()
    while queue:
        order.append(queue.take())
        queue.charge(Owner(order[-1][0], "1"), 0.0, 0.05)
    assert order.index("a1 long too") == 20  # when the other has used as much


def test_time_for_running_questions_counts_as_used() -> None:
    queue: FairQueue[str] = FairQueue(100)
    put(queue, "a1 x", "a1 y", "b1 x")
    assert queue.take() == "a1 x"
    queue.charge(Owner("a", "1"), 1.0)
    assert queue.take() == "b1 x"
    queue.charge(Owner("b", "1"), 0.0, 0.5)
    put(queue, "b1 y")
    assert queue.take() == "b1 y"
    queue.charge(Owner("a", "1"), -1.0, 0.1)
    put(queue, "b1 z")
    assert queue.take() == "a1 y"


def test_an_idle_address_does_not_save_up_time() -> None:
    queue: FairQueue[str] = FairQueue(100)
    put(queue, "a1 x", "b1 x", "b1 y", "b1 z")
    assert taken(queue) == ["a1 x", "b1 x", "b1 y", "b1 z"]
    put(queue, "a1 p", "a1 q", "a1 r", "b1 p")
    assert taken(queue).index("b1 p") == 1


def test_questions_for_which_a_person_waits_come_first() -> None:
    queue: FairQueue[str] = FairQueue(100)
    put(queue, "a1 later", "b1 later", urgent=False)
    put(queue, "a1 x", "a2 x")
    assert taken(queue) == ["a1 x", "a2 x", "b1 later", "a1 later"]


def test_items_that_may_not_be_taken_are_skipped() -> None:
    queue: FairQueue[str] = FairQueue(100)
    put(queue, "a1 long", "a1 short", "b1 long")
    assert queue.take(lambda address, item: address != "a" or "long" not in item) == "a1 short"
    assert queue.take(lambda address, _: address != "a") == "b1 long"
    with pytest.raises(LookupError):
        queue.take(lambda address, _: address != "a")
    assert queue.take() == "a1 long"


def test_dropped_items_are_not_served() -> None:
    queue: FairQueue[str] = FairQueue(100)
    put(queue, "a1 x", "a1 y", "b1 x")
    for item in ("a1 x", "a1 x", "b1 x", "b1 x", "c1 x"):
        queue.drop(Owner(item[0], item[1]), item)
    assert len(queue) == 1
    assert queue.take() == "a1 y"


def test_a_full_queue_refuses_the_address_that_fills_it() -> None:
    queue: FairQueue[str] = FairQueue(3)
    put(queue, "a1 x", "a1 y", "a1 z")
    with pytest.raises(Busy, match="3 requests are already waiting for a bot"):
        queue.put(Owner("a", "1"), "a1 more")
    assert len(queue) == 3


def test_an_address_that_fills_the_queue_makes_room_until_all_have_equally_many() -> None:
    queue: FairQueue[str] = FairQueue(4)
    put(queue, "a1 w", "a1 x", "a2 x", "a1 y")
    assert queue.put(Owner("b", "1"), "b1 x") == "a1 y"
    assert queue.put(Owner("c", "1"), "c1 x") == "a1 x"
    with pytest.raises(Busy):
        queue.put(Owner("b", "1"), "b1 y")
    assert taken(queue) == ["a1 w", "b1 x", "c1 x", "a2 x"]


def test_idle_addresses_are_forgotten_when_there_are_many() -> None:
    queue: FairQueue[str] = FairQueue(100)
    for number in range(3 * MAX_REMEMBERED_ADDRESSES):
        queue.put(Owner(f"address {number}", "guest"), "question")
        assert queue.take() == "question"
    assert len(queue._addresses) <= MAX_REMEMBERED_ADDRESSES


def test_forgotten_guests_still_count_for_their_address() -> None:
    queue: FairQueue[str] = FairQueue(100)
    put(queue, "b1 x", "b1 y")
    for number in range(3 * MAX_GUESTS_PER_ADDRESS):
        owner = Owner("a", f"guest {number}")
        queue.put(owner, "question")
        assert queue.take(lambda address, _: address == "a") == "question"
        queue.charge(owner, 0.0, 1.0)
    assert len(queue._addresses["a"].guests) <= MAX_GUESTS_PER_ADDRESS
    queue.put(Owner("a", "another"), "more")
    assert taken(queue) == ["b1 x", "b1 y", "more"]


def test_a_queue_has_room_for_at_least_one() -> None:
    with pytest.raises(ValueError, match="at least one question"):
        FairQueue[str](0)
    with pytest.raises(ValueError, match="at least one bot process is needed, not 0"):
        BotWorkers(0)
