"""The store in an SQLite file: processes that die, processes that share, disks that are full."""

import asyncio
import os
import re
import resource
import sqlite3
import stat
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from ingenious.store import Store, Unavailable, file_lock, open_store, sql
from testkit.stores import async_test, events, opened_store, summary

APPENDING_PROCESS = [sys.executable, "-m", "tests.store.concurrent_appends"]
TIMEOUT_S = 60


def start_appending(where: str, name: str, tables: int, end: int) -> "subprocess.Popen[bytes]":
    """A process that plays at this many tables at once, and prints what was acknowledged."""
    return subprocess.Popen(
        [*APPENDING_PROCESS, where, name, str(tables), str(end)], stdout=subprocess.PIPE
    )


def is_intact(where: str) -> bool:
    with closing(sqlite3.connect(where)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@async_test
async def test_only_the_owner_may_read_the_file(file: str) -> None:
    async with opened_store(file) as store:
        await store.append("t", 0, [b"secret"], summary())
        for path in Path(file).parent.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(file: str) -> None:
    with start_appending(file, "t", tables=50, end=1_000_000) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3000)]
        process.kill()
        said += process.stdout.read().splitlines(keepends=True)
    acknowledged = Counter(line.split()[0].decode() for line in said if line.endswith(b"\n"))
    assert len(acknowledged) == 50

    async def check() -> None:
        async with opened_store(file) as store:
            for table, number in acknowledged.items():
                there = await store.read(table)
                # One more may have been written whose acknowledgement was not to be.
                assert number <= len(there) <= number + 1
                assert there == events(table, 0, len(there))

    asyncio.run(check())
    assert is_intact(file)


def test_two_processes_share_a_file(file: str) -> None:
    asyncio.run(_create_store(file))
    processes = [start_appending(file, name, tables=20, end=20) for name in "ab"]
    for process in processes:
        said, _ = process.communicate(timeout=TIMEOUT_S)
        assert process.returncode == 0
        assert len(said.splitlines()) == 400

    async def check() -> None:
        async with opened_store(file) as store:
            tables = [table async for table in store.tables()]
            assert len(tables) == 40
            for table in tables:
                assert await store.read(table) == events(table, 0, 20)

    asyncio.run(check())
    assert is_intact(file)


@async_test
async def test_a_process_that_ends_leaves_the_log_to_the_other(file: str) -> None:
    """The last connection to close deletes the log, so no process may lose its lock before."""
    async with opened_store(file) as store:
        await store.append("t", 0, [b"0"], summary())
        log = Path(file + "-wal").stat().st_ino
        with start_appending(file, "a", tables=1, end=1) as process:
            assert await asyncio.to_thread(process.wait, TIMEOUT_S) == 0
        assert Path(file + "-wal").stat().st_ino == log
        await store.append("t", 1, [b"1"], summary())
        with start_appending(file, "b", tables=1, end=1) as process:
            assert await asyncio.to_thread(process.wait, TIMEOUT_S) == 0
        assert await store.read("t") == [b"0", b"1"]
        assert sorted([table async for table in store.tables()]) == ["a0", "b0", "t"]


async def _create_store(file: str) -> None:
    await (await open_store(file)).close()


@async_test
async def test_writing_waits_while_another_program_holds_the_file(file: str) -> None:
    async with opened_store(file) as store:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            append = asyncio.create_task(store.append("t", 0, [b"0"], summary()))
            await asyncio.sleep(0.1)
            assert not append.done()
            assert await store.read("t") == []  # others' reading does not wait
            other.execute("COMMIT")
        await append


@async_test
async def test_a_file_held_for_too_long_is_unavailable(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_store(file) as store:
        monkeypatch.setattr(file_lock, "WRITE_LOCK_TIMEOUT_S", 0.05)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable, match="locked"):
                await store.append("t", 0, [b"0"], summary())
            other.execute("ROLLBACK")
        with (
            file_lock.FileLock(Path(file)).hold(),
            pytest.raises(Unavailable, match="another process"),
        ):
            await store.append("t", 0, [b"0"], summary())
        await store.append("t", 0, [b"1"], summary())
        assert await store.read("t") == [b"1"]


@contextmanager
def small_disk(folder: Path) -> Iterator[Callable[[], object]]:
    """A folder that two megabytes fill, and how to make room in it."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if (
        os.geteuid() == 0
        and subprocess.run(mount, check=False, capture_output=True).returncode == 0
    ):
        try:
            yield lambda: subprocess.check_call(["mount", "-o", "remount,size=20m", str(folder)])
        finally:
            subprocess.check_call(["umount", str(folder)])
        return
    # Python ignores the signal that comes with it, so writing too much is an error like others.
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, before[1]))
    try:
        yield lambda: resource.setrlimit(resource.RLIMIT_FSIZE, before)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def fill(store: Store) -> dict[str, int]:
    """Append until the disk is full; the number of acknowledged events of each table."""
    acknowledged: Counter[str] = Counter()

    async def play(table: str) -> None:
        for number in range(10_000):
            await store.append(table, number, [b"x" * 2000], summary(), [f"p{number}"])
            acknowledged[table] += 1

    results = await asyncio.gather(*(play(f"t{n}") for n in range(20)), return_exceptions=True)
    assert {type(result) for result in results} == {Unavailable}
    return acknowledged


@async_test
async def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as make_room:
        file = str(tmp_path / "disk" / "tables.db")
        async with opened_store(file) as store:
            acknowledged = await fill(store)
            with pytest.raises(
                Unavailable, match=r"tables\.db cannot be used right now: .*(full|I/O)"
            ):
                await store.append("large", 0, [b"x" * 3_000_000], summary())
            for table, number in acknowledged.items():
                assert await store.read(table) == [b"x" * 2000] * number
            make_room()
            await store.check()
            for table, number in acknowledged.items():
                await store.append(table, number, [b"after"], summary())
        assert is_intact(file)
        async with opened_store(file) as store:
            for table, number in acknowledged.items():
                assert await store.read(table) == [b"x" * 2000] * number + [b"after"]


@async_test
async def test_a_file_that_is_not_a_store_is_reported(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Reiner, " * 1000)
    with pytest.raises(
        Unavailable, match="letter cannot be used right now: file is not a database"
    ):
        await open_store(str(tmp_path / "letter"))
    with pytest.raises(Unavailable, match="unable to open database file"):
        await open_store(str(tmp_path))
    with pytest.raises(Unavailable, match="cannot be used right now: File exists"):
        await open_store(str(tmp_path / "letter" / "tables.db"))


@async_test
async def test_a_mistake_in_one_append_leaves_the_store_usable(file: str) -> None:
    async with opened_store(file) as store:
        with pytest.raises(Unavailable):
            await store.append("t", 0, [b"0"], summary(1 << 70))
        await store.append("t", 0, [b"0"], summary())


@async_test
async def test_no_query_scans_all_tables(file: str) -> None:
    async with opened_store(file):
        pass
    with closing(sqlite3.connect(file)) as connection:
        for name, query in vars(sql).items():
            if name.isupper() and isinstance(query, str) and query.lstrip().startswith("SELECT"):
                values = dict.fromkeys(re.findall(r"\$(\d)", query), 1)
                plan = connection.execute(f"EXPLAIN QUERY PLAN {query}", values).fetchall()
                steps = [step for *_, step in plan]
                assert not [
                    step
                    for step in steps
                    if re.match(r"SCAN (?!by_person|by_address|\(subquery)", step)
                ]


def test_an_event_loop_that_ends_too_early_does_no_harm(file: str) -> None:
    async def leave_open() -> None:
        store = await open_store(file)
        task = asyncio.create_task(store.append("t", 0, [b"0"], summary()))
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(leave_open())
    asyncio.run(_create_store(file))


@contextmanager
def no_more_files() -> Iterator[None]:
    """In this context the process cannot open any file."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    spare = os.open(os.devnull, os.O_RDONLY)  # the lowest number that is free
    held = [spare]
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(64, spare + 1), before[1]))
        with suppress(OSError):
            while True:
                held.append(os.open(os.devnull, os.O_RDONLY))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for file in held:
            os.close(file)


@async_test
async def test_an_open_store_opens_no_further_files(file: str) -> None:
    async with opened_store(file) as store:
        await store.append("t", 0, [b"0"], summary())
        await store.read("t")
        with no_more_files():
            with pytest.raises(OSError, match="Too many open files"):
                os.open(os.devnull, os.O_RDONLY)
            # More than the log holds before it is carried over into the file.
            for number in range(1, 200):
                await store.append("t", number, [b"x" * 40_000], summary(number), ["somebody"])
            assert len(await store.read("t")) == 200
            assert len(await store.of_person("somebody", 10)) == 1
            await store.listed(0, 100)
            await store.check()
    assert is_intact(file)


def test_a_deleted_lock_file_is_made_again(tmp_path: Path) -> None:
    """Two that hold locks on different files of the same name would both write."""
    path = tmp_path / "tables.db"
    beside = tmp_path / "tables.db-turn"
    first, second = file_lock.FileLock(path), file_lock.FileLock(path)
    for one in (first, second):
        with one.hold():
            pass
    beside.unlink()
    with second.hold(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_lock, "WRITE_LOCK_TIMEOUT_S", 0.05)
        with pytest.raises(BlockingIOError), first.hold():
            pass
    with first.hold():
        assert beside.exists()
    first.close()
    second.close()


def test_threads_of_a_store_take_turns(tmp_path: Path) -> None:
    shared, inside, most = file_lock.FileLock(tmp_path / "tables.db"), 0, 0

    def write() -> None:
        nonlocal inside, most
        for _ in range(50):
            with shared.hold():
                inside += 1
                most = max(most, inside)
                time.sleep(0)
                inside -= 1

    threads = [Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    shared.close()
    assert most == 1
