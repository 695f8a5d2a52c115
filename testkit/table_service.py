"""The table service on a store of its own, with a clock that a test moves."""

from ingenious.server.bot_workers import BotWorkers
from ingenious.server.clock import CLOCK, now
from ingenious.server.live.service import TableService, summary_of
from ingenious.store import NoBroker, Store
from ingenious.table import Clock as ClockSetting
from ingenious.table import Settings, Table, commands, decode, encode
from ingenious.table.events import Event
from testkit.tables import OPEN, SEED


def pass_time(seconds: float) -> None:
    """Set the server's clock forward."""
    CLOCK.set(now() + round(1000 * seconds))


async def open_table(store: Store, clock: ClockSetting) -> str:
    """A table at which seat 0 has to decide."""
    settings = Settings(("duel",), (OPEN, OPEN), start=0, clock=clock)
    events = commands.create(settings, "ann", now())
    table = Table.fold(events)
    for seat, who in enumerate(("ann", "bob")):
        events += (sat := commands.sit(table, who, who, seat, now()))
        table.apply(sat[0])
    events += (start := commands.start(table, "ann", SEED, now()))
    table.apply(start[0])
    await store.append("t", 0, [encode(event) for event in events], summary_of(table))
    return "t"


async def stored(store: Store) -> list[Event]:
    """The events of that table."""
    return [decode(event) for event in await store.read("t")]


def service_of(store: Store, *, is_alone: bool = True) -> TableService:
    """A table service that has not started its tasks."""
    return TableService(store, NoBroker(), BotWorkers(1), is_alone=is_alone)
