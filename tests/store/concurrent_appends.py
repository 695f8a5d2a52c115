"""A process that appends at many tables at once, up to an end.

It writes a line, table and number, for every event that is acknowledged.
"""

import asyncio
import os
import sys

from testkit.stores import event, opened_store, summary


async def main(where: str, name: str, tables: int, end: int) -> None:
    async with opened_store(where) as store:

        async def play(table: str) -> None:
            for number in range(end):
                await store.append(table, number, [event(table, number)], summary(number))
                os.write(1, f"{table} {number}\n".encode())

        await asyncio.gather(*(play(f"{name}{n}") for n in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
