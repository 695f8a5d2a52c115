"""Messages for a client that does not read are limited in number and in bytes."""

from ingenious.server.live.outbox import MAX_QUEUED_BYTES, MAX_QUEUED_MESSAGES, Outbox


def test_messages_are_sent_in_order() -> None:
    outbox = Outbox()
    assert not outbox
    assert all(outbox.put(message) for message in (b"one", b"two"))
    assert [outbox.take(), outbox.take()] == [b"one", b"two"]
    assert not outbox


def test_the_number_of_waiting_messages_is_limited() -> None:
    outbox = Outbox()
    assert [outbox.put(b"x") for _ in range(MAX_QUEUED_MESSAGES + 1)] == [
        True
    ] * MAX_QUEUED_MESSAGES + [False]
    outbox.take()
    assert outbox.put(b"x")


def test_the_size_of_waiting_messages_is_limited() -> None:
    outbox = Outbox()
    assert outbox.put(bytes(MAX_QUEUED_BYTES // 2))
    assert outbox.put(bytes(MAX_QUEUED_BYTES // 2))
    assert not outbox.put(b"x")
    outbox.clear()
    assert outbox.put(b"x")


def test_a_large_message_may_wait_alone() -> None:
    outbox = Outbox()
    assert outbox.put(bytes(2 * MAX_QUEUED_BYTES))
    assert not outbox.put(b"x")
    outbox.take()
    assert outbox.put(b"x")
