"""A table service with one table, and a clock that the test advances."""

from ingenious.server.bot_workers.pool import BotWorkers
from ingenious.server.clock import CLOCK, now
from ingenious.server.live.service import TableService, summary_of
from ingenious.store import NoBroker, Store
from ingenious.table import Clock as ClockSetting
from ingenious.table import Settings, Table, commands, decode, encode
from ingenious.table.events import Event
from testkit.tables import OPEN, SEED


def advance_clock(seconds: float) -> None:
    """Advance the server's clock."""
    CLOCK.set(now() + round(1000 * seconds))


async def open_table(store: Store, clock: ClockSetting) -> str:
    """Store a table at which it is seat 0's turn, and return its id."""
    settings = Settings(("duel",), (OPEN, OPEN), start=0, clock=clock)
    events = commands.create(settings, "ann", now())
    table = Table.fold(events)
    for seat, player in enumerate(("ann", "bob")):
        events += (taken := commands.sit(table, player, player, seat, now()))
        table.apply(taken[0])
    events += (started := commands.start(table, "ann", SEED, now()))
    table.apply(started[0])
    await store.append("t", 0, [encode(event) for event in events], summary_of(table))
    return "t"


async def stored_events(store: Store) -> list[Event]:
    """The events of that table in the store."""
    return [decode(event) for event in await store.read("t")]


def new_service(store: Store, *, is_alone: bool = True) -> TableService:
    """A table service whose tasks are not started."""
    return TableService(store, NoBroker(), BotWorkers(1), is_alone=is_alone)
