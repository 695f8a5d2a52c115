"""What every store does, SQLite and PostgreSQL alike."""

import asyncio
import sqlite3
from contextlib import suppress

import asyncpg
import pytest

from ingenious.store import (
    AliveStamp,
    ListedTable,
    NumberGap,
    NumberTaken,
    Opener,
    Store,
    Unavailable,
    open_store,
    sql,
)
from testkit.stores import async_test, events, opened_store, summary


async def write(store: Store, table: str, number: int = 0, end: int | None = None) -> None:
    """Append the events from that number up to the end, or just the one."""
    written = events(table, number, number + 1 if end is None else end)
    await store.append(table, number, written, summary())


@async_test
async def test_events_are_read_as_they_were_written(where: str) -> None:
    async with opened_store(where) as store:
        await write(store, "t", 0, 2)
        await write(store, "t", 2)
        await write(store, "other")
        assert await store.read("t") == events("t", 0, 3)
        assert await store.read("t", after=0) == events("t", 1, 3)
        assert await store.read("t", after=2) == []
        assert await store.read("unheard-of") == []


@async_test
async def test_any_bytes_are_an_event(where: str) -> None:
    strange = [b"", bytes(range(256)), b"\n", b"x" * 200_000]
    async with opened_store(where) as store:
        await store.append("t", 0, strange, summary())
        assert await store.read("t") == strange


@async_test
async def test_a_number_is_written_once(where: str) -> None:
    async with opened_store(where) as store:
        await write(store, "t", 0, 3)
        for taken in range(3):
            with pytest.raises(
                NumberTaken, match=f"event {taken} of table t has already been written"
            ):
                await store.append("t", taken, [b"else"] * 4, summary(9999), ["late"])
        assert await store.read("t") == events("t", 0, 3)
        assert await store.of_person("late", 10) == []
        assert await store.changed(1001) == []


@async_test
async def test_no_number_is_skipped(where: str) -> None:
    async with opened_store(where) as store:
        with pytest.raises(NumberGap, match="table t has no event 0 for event 1 to follow"):
            await write(store, "t", 1)
        await write(store, "t", 0)
        with pytest.raises(NumberGap):
            await write(store, "t", 2)
        assert await store.read("t") == events("t", 0, 1)


@async_test
async def test_an_append_is_one_event_or_more(where: str) -> None:
    async with opened_store(where) as store:
        with pytest.raises(ValueError, match="needs at least one event"):
            await store.append("t", 0, [], summary())
        with pytest.raises(ValueError, match="from number 0 on"):
            await write(store, "t", -1)


@async_test
async def test_of_many_concurrent_appends_exactly_one_succeeds(where: str) -> None:
    async with opened_store(where) as one, opened_store(where) as other:
        for number in range(0, 6, 2):
            tries = [
                store.append("t", number, [b"%d-%d" % (number, mark), b"and on"], summary())
                for mark, store in enumerate([one, other] * 20)
            ]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert [type(result) for result in results if result is not None] == [NumberTaken] * 39
            winner = results.index(None)
            assert await one.read("t", number - 1) == [b"%d-%d" % (number, winner), b"and on"]


@async_test
async def test_a_refused_append_does_not_affect_the_others(where: str) -> None:
    async with opened_store(where) as store:
        await write(store, "taken")
        tables = [f"t{number}" for number in range(100)]
        tries = [write(store, table) for table in [*tables[:50], "taken", *tables[50:]]]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(result) for result in results if result is not None] == [NumberTaken]
        for table in tables:
            assert await store.read(table) == events(table, 0, 1)


@async_test
async def test_a_cancelled_append_does_not_affect_the_others(where: str) -> None:
    async with opened_store(where) as store:
        tasks = [asyncio.create_task(write(store, f"t{number}")) for number in range(100)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert results[1::2] == [None] * 50
        for number in range(1, 100, 2):
            assert await store.read(f"t{number}") == events(f"t{number}", 0, 1)
        # Whether those were written is unknown, but the next reader sees a definite answer.
        for number in range(0, 100, 2):
            with suppress(NumberTaken):
                await write(store, f"t{number}")
            assert await store.read(f"t{number}") == events(f"t{number}", 0, 1)


@async_test
async def test_lists_show_listed_tables_that_are_not_over(where: str) -> None:
    full = summary(50, phase="gathering", due=70, awaits_bot=True, brief='{"name":"Åsa"}')
    async with opened_store(where) as store:
        await store.append("gathering", 0, [b"0", b"1"], full)
        for table, present in {
            "newer": summary(60, phase="gathering"),
            "private": summary(60, phase="gathering", listed=False),
            "playing": summary(80),
            "played-on": summary(90),
            "between": summary(80, phase="between"),
            "over": summary(80, phase="over"),
            "old": summary(49, phase="gathering"),
        }.items():
            await store.append(table, 0, [b"0"], present)
        found = await store.listed(50, 10)
        assert [row.table for row in found] == ["newer", "gathering", "played-on", "playing"]
        assert found[1] == ListedTable("gathering", 1, full)
        assert [row.table for row in await store.listed(50, 3)] == [
            "newer",
            "gathering",
            "played-on",
        ]
        assert [row.table for row in await store.listed(81, 10)] == ["played-on"]


@async_test
async def test_the_list_is_shared_between_addresses_then_between_people(where: str) -> None:
    async with opened_store(where) as store:

        async def add(table: str, changed: int, who: str, origin: str) -> None:
            here = summary(changed, phase="gathering")
            await store.append(table, 0, [b"0"], here, opener=Opener(who, origin))

        await add("honest", 1, "ann", "home")
        await add("also", 2, "ben", "office")
        for number in range(30):
            await add(f"eve{number}", 100 + number, "eve", "there")
            await add(f"eva{number}", 200 + number, "eva", "there")
        for number in range(30):
            await add(f"other{number}", 300 + number, f"other{number}", "crowd")
        await store.append("old", 0, [b"0"], summary(3, phase="gathering"))

        async def listed(limit: int) -> list[str]:
            return [row.table for row in await store.listed(0, limit)]

        assert await listed(5) == ["other29", "eva29", "old", "also", "honest"]
        assert await listed(7) == ["other29", "other28", "eva29", "eve29", "old", "also", "honest"]
        everything = await listed(100)
        of = {start: [name for name in everything if name.startswith(start)] for start in PEOPLE}
        assert {start: len(names) for start, names in of.items()} == PEOPLE
        assert of["eva"] == [f"eva{number}" for number in range(29, 24, -1)]
        # What happens at a table does not change who has opened it.
        await store.append("eve0", 1, [b"1"], summary(900, phase="gathering"))
        assert (await listed(100)).count("eve0") == 1
        assert len([name for name in await listed(100) if name.startswith("eve")]) == 5


PEOPLE = {"honest": 1, "also": 1, "old": 1, "eve": 5, "eva": 5, "other": 20}


@async_test
async def test_tables_of_an_address_that_are_not_over_are_counted(where: str) -> None:
    async with opened_store(where) as store:
        for number, (phase, changed) in enumerate(
            [
                *(("gathering", 10), ("playing", 10), ("between", 10)),
                *(("gathering", 50), ("playing", 50), ("between", 60), ("over", 50)),
            ]
        ):
            here = summary(changed, phase=phase)
            await store.append(f"t{number}", 0, [b"0"], here, opener=Opener("eve", "there"))
        await store.append("t", 0, [b"0"], summary(50))
        counts = [
            await store.unfinished_from_address(origin, 50) for origin in ("there", "else", "")
        ]
        assert counts == [3, 0, 0]


@async_test
async def test_a_summary_is_that_of_the_last_append(where: str) -> None:
    async with opened_store(where) as store:
        await store.append("t", 0, [b"0"], summary(10, due=20, awaits_bot=True), ["anna"])
        last = summary(30, phase="over", listed=False, brief='"over"')
        await store.append("t", 1, [b"1", b"2"], last)
        assert await store.of_person("anna", 1) == [ListedTable("t", 2, last)]
        assert await store.due(1000, 10) == await store.awaiting_bot(1000, 10) == []


@async_test
async def test_a_person_stays_among_the_people_of_a_table(where: str) -> None:
    async with opened_store(where) as store:
        await store.append("first", 0, [b"0"], summary(10), ["anna"])
        await store.append("second", 0, [b"0"], summary(20), ["anna", "bo", "anna"])
        await store.append("first", 1, [b"1"], summary(30), {"bo", "anna"})
        await store.append("second", 1, [b"1"], summary(25))
        assert [row.table for row in await store.of_person("anna", 10)] == ["first", "second"]
        assert [row.table for row in await store.of_person("bo", 1)] == ["first"]
        assert await store.of_person("nobody", 10) == []


@async_test
async def test_sweeps_find_tables_that_wait(where: str) -> None:
    async with opened_store(where) as store:
        await store.append("slow", 0, [b"0"], summary(10, due=100, awaits_bot=True))
        await store.append("quick", 0, [b"0", b"1"], summary(20, due=50, awaits_bot=True))
        await store.append("calm", 0, [b"0"], summary(30))
        assert await store.awaiting_bot(10, 10) == []
        assert await store.awaiting_bot(21, 10) == ["slow", "quick"]
        assert await store.awaiting_bot(21, 1) == ["slow"]
        assert await store.due(49, 10) == []
        assert await store.due(50, 10) == ["quick"]
        assert await store.due(100, 10) == ["quick", "slow"]
        assert await store.due(100, 1) == ["quick"]
        assert await store.changed(20) == [("quick", 1), ("calm", 0)]
        assert await store.changed(31) == []


@async_test
async def test_a_stamp_says_when_the_tables_were_last_served(where: str) -> None:
    async with opened_store(where) as store:
        assert await store.read_alive() == AliveStamp(0)
        await store.append("t", 0, [b"0"], summary(30))
        assert await store.read_alive() == AliveStamp(30)
        await store.write_alive(5000)
        await store.write_alive(4000)  # from a process that is behind
        async with opened_store(where) as other:
            stamp = await other.read_alive()
        assert (stamp.changed, stamp.at) == (30, 5000)
        assert stamp.age is not None
        assert 0 <= stamp.age < 60_000


@async_test
async def test_all_tables_come_oldest_first(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "PAGE_SIZE", 3)
    async with opened_store(where) as store:
        assert [table async for table in store.tables()] == []
        tables = [f"t{number * 7 % 10}" for number in range(10)]
        for table in tables:
            await write(store, table)
        await write(store, tables[0], 1)
        assert [table async for table in store.tables()] == tables


@async_test
async def test_a_secret_is_the_same_for_all_callers(where: str) -> None:
    async with opened_store(where) as one, opened_store(where) as other:
        tries = [
            store.secret("cookies", b"\x00%d" % mark) for mark, store in enumerate([one, other] * 9)
        ]
        secrets = set(await asyncio.gather(*tries))
        assert len(secrets) == 1
        assert secrets == {await one.secret("cookies", b"late")}
        assert await other.secret("another", b"fresh") == b"fresh"


@async_test
async def test_events_are_still_there_after_closing(where: str) -> None:
    async with opened_store(where) as store:
        await write(store, "t", 0, 3)
        secret = await store.secret("cookies", b"fresh")
    async with opened_store(where) as store:
        await store.check()
        assert await store.read("t") == events("t", 0, 3)
        assert await store.secret("cookies", b"fresher") == secret
        await write(store, "t", 3)


@async_test
async def test_closing_finishes_running_writes(where: str) -> None:
    store = await open_store(where)
    tasks = [asyncio.create_task(write(store, f"t{number}")) for number in range(5)]
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), store.close())
    await asyncio.gather(*tasks)
    await store.close()
    async with opened_store(where) as again:
        for number in range(5):
            assert await again.read(f"t{number}") == events(f"t{number}", 0, 1)


@async_test
async def test_a_closed_store_says_so(where: str) -> None:
    store = await open_store(where)
    await store.close()
    for use in (write(store, "t"), store.read("t"), store.check()):
        with pytest.raises(Unavailable, match="clos"):
            await use


@async_test
async def test_several_processes_may_open_a_new_store_at_once(where: str) -> None:
    stores = await asyncio.gather(*(open_store(where) for _ in range(8)))
    await asyncio.gather(*(write(store, f"t{n}") for n, store in enumerate(stores)))
    assert sorted([table async for table in stores[0].tables()]) == [f"t{n}" for n in range(8)]
    await asyncio.gather(*(store.close() for store in stores))


@async_test
async def test_a_store_of_a_newer_program_is_refused(where: str) -> None:
    async with opened_store(where) as store:
        await write(store, "t")
    if where.startswith("postgresql"):
        connection = await asyncpg.connect(where)
        await connection.execute("INSERT INTO steps (number) VALUES (99)")
        await connection.close()
    else:
        direct = sqlite3.connect(where)
        direct.execute("PRAGMA user_version = 99")
        direct.close()
    with pytest.raises(Unavailable, match=r"newer version .* at migration 99, .* Please update"):
        await open_store(where)


@async_test
async def test_a_store_is_a_file_or_a_postgresql_address() -> None:
    for nowhere in ("", "mysql://somewhere", "redis://somewhere"):
        with pytest.raises(ValueError, match=r"a store must be a file, .* or a database"):
            await open_store(nowhere)


@async_test
async def test_a_position_has_one_claim_at_a_time(where: str) -> None:
    async with opened_store(where) as store, opened_store(where) as other:
        claims = [(store, "one"), (other, "two")] * 10
        found = await asyncio.gather(
            *(each.claim("table", 3, holder, 60) for each, holder in claims)
        )
        winners = {
            holder for (_, holder), is_theirs in zip(claims, found, strict=True) if is_theirs
        }
        assert len(winners) == 1
        (winner,) = winners
        (loser,) = {"one", "two"} - winners
        assert await store.claim("table", 3, winner, 60)  # renewed
        assert not await other.claim("table", 3, loser, 60)
        assert await other.claim("other table", 3, loser, 60)
        assert await other.claim("table", 4, loser, 60)  # the table went on
        assert not await store.claim("table", 3, winner, 60)


@async_test
async def test_a_claim_expires(where: str) -> None:
    async with opened_store(where) as store:
        assert await store.claim("table", 3, "dead", 0.3)
        assert not await store.claim("table", 3, "other", 0.3)
        async with asyncio.timeout(30):
            while not await store.claim("table", 3, "other", 60):
                await asyncio.sleep(0.05)
        # A clock that was set back must not make a claim last for hours.
        assert await store.claim("table", 3, "third", 1)


@async_test
async def test_a_revoked_person_stays_revoked(where: str) -> None:
    async with opened_store(where) as store, opened_store(where) as other:
        assert not await store.is_revoked("p1")
        await store.revoke("p1", 1)
        await other.revoke("p1", 2)
        assert await other.is_revoked("p1")
        assert not await other.is_revoked("p2")
    async with opened_store(where) as store:
        assert await store.is_revoked("p1")
