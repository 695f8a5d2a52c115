"""The ids of tables."""

from ingenious.server.ids import is_id, new_id, next_id


def test_no_id_looks_like_an_option_of_a_command() -> None:
    ids = [new_id() for _ in range(2000)]
    rematches = [next_id(table) for table in ids]
    assert not any(table.startswith("-") for table in ids + rematches)
    assert all(is_id(table) for table in ids + rematches)
    assert len({*ids, *rematches}) == 4000


def test_a_table_has_one_rematch() -> None:
    assert next_id("abc") == next_id("abc") != next_id("abd")
