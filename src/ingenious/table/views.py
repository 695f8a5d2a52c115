"""What a seat or a spectator is told of a table, as JSON. Nothing hidden is in it.

Everything comes from the one place that hides: entries, racks and hands go through `redact`.
"""

from collections.abc import Mapping, Sequence

import msgspec

from ..record import redact, write_record
from ..record.document import View
from ..record.entries import write_entry
from ..record.redact import redact_entry
from ..record.writing import write_result
from ..rules.events import Event as Told
from . import events
from .playing import Playing
from .positions import Positions, Values, choices, held
from .table import News, Seat, Table

Viewer = int | None
"""A seat, or a spectator."""

SECRET_KINDS = ("swap", "discard")
"""That a seat may do this tells something about its rack or hand, so only the seat is told."""

TOLD: Mapping[type[events.Event], tuple[str, ...]] = {
    events.Created: (),
    events.Sat: ("seat", "name"),
    events.Left: ("seat",),
    events.Started: (),
    events.Played: ("seat", "stand_in"),
    events.RanOut: ("seat",),
    events.AskedBack: ("seat",),
    events.AgreedBack: ("seat",),
    events.RefusedBack: ("seat",),
    events.TookBack: ("seat",),
    events.Reacted: ("seat", "reaction"),
    events.Imported: (),
    events.Rematched: ("table",),
}
"""What everybody is told of an event: never who somebody is, a seed, or a decision itself.

A decision is told by its entries: that a swap was declined is nobody's business.
"""

encode = msgspec.json.Encoder().encode


class Views:
    """The views of one live table; what all of them share is drawn once for each event."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._positions = Positions()
        self._drawn = -1  # the number of the event after which the position was drawn
        self._position = msgspec.Raw(b"null")

    def view(self, viewer: Viewer, who: str | None = None) -> Values:
        """How the table looks now; `who` also learns which seats are his and what he can do."""
        table, game = self._table, self._table.game
        values: Values = {
            "number": table.number,
            "phase": table.phase,
            "looks": viewer,
            "seats": [_seat(seat) for seat in table.seats],
            "since": table.since,
            "position": self._shared(),
        }
        if who is not None:
            values["yours"] = table.held_by(who)
            values["can"] = possible(table, who)
        if table.settings.clock.kind != "none":
            values |= {"deadline": table.deadline(), "left": table.left()}
        if table.asking is not None:
            values["asking"] = table.asking
        if table.rematch is not None:
            values["rematch"] = table.rematch
        if game is not None:
            values |= self._playing(game, viewer)
        if (match := table.match) is not None:
            values["match"] = {"points": match.points, "totals": match.totals, "ranks": match.ranks}
        return values

    def _shared(self) -> msgspec.Raw:
        table = self._table
        if self._drawn != table.number:
            if (game := table.game) is not None:
                position = self._positions.shared(game.rules, game.state)
                self._position = msgspec.Raw(encode(position))
            self._drawn = table.number
        return self._position

    def _playing(self, game: Playing, viewer: Viewer) -> Values:
        turn, state = game.turn, game.state
        if turn is None:
            return {"turn": None, **held(state, "whole")}  # the game is over, and all is shown
        values = held(state, "spectator" if viewer is None else viewer)
        is_mine = turn.seat == viewer
        told = is_mine or turn.kind not in SECRET_KINDS
        values["turn"] = {"seat": turn.seat, "kind": turn.kind if told else None}
        if is_mine:
            values |= choices(game.rules, state, turn)
        return values

    def record(self, viewer: Viewer) -> Values | None:
        """The record of the game that is played or was last; all of it once it is over."""
        records = self._table.records
        if not records:
            return None
        last = records[-1]
        return write_record(last if last.result else redact(last, viewer))

    def news(self, news: News, viewer: Viewer) -> Values:
        """An event as a viewer may know it."""
        event, game = news.event, self._table.game
        tag = event.__struct_config__.tag
        values: Values = {"number": news.number, "at": event.at, "event": tag}
        values |= {name: getattr(event, name) for name in TOLD[type(event)]}
        if isinstance(event, events.Played) and game is not None:
            view: View = "spectator" if viewer is None else viewer
            entries = [redact_entry(game.rules, entry, view) for entry in news.entries]
            values["entries"] = [write_entry(entry, game.rules.name) for entry in entries]
            values["story"] = tell(news.story)
        return values


def tell(story: Sequence[Told]) -> list[tuple[str, Told]]:
    """A story as it is sent: each event with its name."""
    return [(type(told).__name__, told) for told in story]


def _seat(seat: Seat) -> Values:
    values: Values = {"kind": seat.plan.kind, "name": seat.called, "taken": not seat.is_free}
    if seat.plan.kind == "bot":
        values["level"] = seat.plan.level
    if seat.away:
        values["away"] = True
    if seat.late:
        values["late"] = True
    return values


def possible(table: Table, who: str) -> list[str]:
    """What somebody can do at the table besides deciding when it is his turn."""
    seats, phase, asking = table.held_by(who), table.phase, table.asking
    can = {
        "start": phase in ("gathering", "between")
        and (bool(seats) or who == table.host)
        and not any(seat.is_free for seat in table.seats),
        "rematch": phase == "over" and bool(seats) and table.rematch is None,
    }
    if phase == "playing" and seats:
        game = table.game
        assert game is not None, "one is played"
        can["resign"] = len(game.rules.sides) == 2
        can["back"] = (
            table.settings.casual
            and asking is None
            and any(game.before_last(seat) is not None for seat in seats)
        )
        can["answer-back"] = asking is not None and table.seats[asking].who != who
    return [word for word, may in can.items() if may]


def brief(table: Table) -> Values:
    """What a list of tables shows of one."""
    settings = table.settings
    values: Values = {
        "games": settings.games,
        "edition": table.rules.edition,
        "phase": table.phase,
        "seats": [_seat(seat) for seat in table.seats],
        "casual": settings.casual,
        "spectators": settings.spectators,
    }
    if settings.clock.kind != "none":
        values["clock"] = settings.clock
    if table.phase == "over" and (records := table.records) and (result := records[-1].result):
        values["result"] = write_result(result)
    return values
