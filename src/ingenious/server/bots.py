"""Bots and programs at the tables of a hall: they are asked when it is for them to act."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec

from ..store import Unavailable
from ..table import Refused, Table, commands
from ..table.settings import STAND_IN
from .hints import Hints
from .live import Command, Live, NoSuchTable, NotNow, Stale
from .thinkers import STRONGEST, Busy, NoAnswer, Question, Thinkers

if TYPE_CHECKING:
    from .hall import Hall

log = logging.getLogger(__name__)


class Bots:
    """Whoever thinks for the tables of a hall."""

    def __init__(self, hall: "Hall", thinkers: Thinkers) -> None:
        self._hall = hall
        self._thinkers = thinkers
        self.hints = Hints(hall, thinkers)

    @property
    def waiting(self) -> int:
        """How many questions nobody thinks about yet."""
        return self._thinkers.waiting

    def ask(self, live: Live) -> None:
        """Ask a bot if it is for one to act.

        Who has appended what came before does so. The others would think the same thoughts once
        more; they look after bots that seem forgotten.
        """
        actor = live.table.actor()
        if actor is None:
            return
        if actor.kind == "person":
            self._expect(live.table)
        elif live.thinking is None:
            live.thinking = self._hall.spawn(self._think(live))

    def _expect(self, table: Table) -> None:
        """Tell the thinkers which bots will be asked soon, and that a hint may be wanted."""
        assert table.game is not None
        seats = table.settings.seats
        levels = {plan.level for plan in seats if plan.kind == "bot"}
        if levels and table.settings.casual:
            levels.add(STRONGEST)
        for level in levels:
            self._thinkers.expect(table.host, table.game.rules.name, len(seats), level)

    async def _think(self, live: Live) -> None:
        """Ask bots and programs for their decisions until it is for a person to act."""
        helped = -1  # the number at which a program failed, so that a stand-in plays instead
        try:
            while True:
                async with self._hall.at(live.id) as found:
                    if found is not live:
                        return  # it was let go, and is thought about anew where it stands now
                    table = live.table
                    actor = table.actor()
                    if actor is None or actor.kind == "person":
                        live.thinking = None
                        return
                    number, seat, owner = table.number, actor.seat, table.host
                    question = Question(_asked(live, seat), seat, actor.level)
                    if actor.kind == "program" and helped != number:
                        question = Question(_asked(live, seat), seat, program=actor.program)
                    elif actor.kind == "program":
                        question = Question(_asked(live, seat), seat, STAND_IN)
                try:
                    entry = await self._thinkers.decide(owner, question)
                    await self._hall.do(live.id, _decided(seat, entry), expects=number + 1)
                except Stale:
                    continue
                except (NoAnswer, Refused) as error:
                    if not question.program:
                        raise
                    log.warning("a program failed", extra={"table": live.id, "why": str(error)})
                    helped = number
        except Busy:
            pass  # it is asked again when somebody looks for forgotten ones
        except (NoAnswer, Refused, Unavailable, NoSuchTable, NotNow) as error:
            log.error("a bot could not move", extra={"table": live.id, "why": str(error)})
        finally:
            if live.thinking is asyncio.current_task():
                live.thinking = None


def _decided(seat: int, entry: dict[str, Any]) -> Command:
    return lambda table, at: commands.play_for(table, seat, entry, at)


def _asked(live: Live, seat: int) -> bytes:
    """The redacted record with which a seat is asked."""
    return msgspec.json.encode(live.views.record(seat))
