"""What a seat or a spectator is told of a table, as JSON. Nothing hidden is in it.

Everything comes from the one place that hides: entries, racks and hands go through `redact`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from ..record import MatchRecord, redact, replay, write_record
from ..record.document import View
from ..record.entries import write_entry
from ..record.redact import redact_entry
from ..record.writing import write_result
from ..rules import Game
from ..rules.events import Event as Told
from . import events, talking
from .news import News
from .playing import SECRET_KINDS, Playing
from .positions import Positions, Values, choices, facts, held
from .possible import possible
from .seats import Seat
from .table import Table
from .verdicts import verdict

Viewer = int | None
"""A seat, or a spectator."""

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
    events.WithdrewBack: ("seat",),
    events.TookBack: ("seat",),
    events.Reacted: ("seat", "reaction"),
    events.ClockPaused: ("seat", "since"),
    events.ClockResumed: ("seat",),
    events.ServerAway: ("since", "until"),
    events.MessageSent: ("seat",),
    events.Imported: (),
    events.Rematched: ("table",),
    events.Closed: (),
}
"""What everybody is told of an event: never who somebody is, a seed, or a decision itself.

A decision is told by its entries: to decline a swap has none.
"""

encode = msgspec.json.Encoder().encode


class Views:
    """The views of one live table; what all of them share is written once for each event."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._positions = Positions(), Positions()  # for those who know all, and for the others
        self._written = -1  # the number of the event after which it was written
        self._shared: dict[bool, bytes] = {}  # for those who know all, and for the others
        self._told: dict[tuple[int, bool], bytes] = {}  # news as everyone sees them
        self._rules: Game[Any] | None = None
        self._facts = msgspec.Raw()  # of these rules
        self._end: Any = None  # how a game ended that was brought from elsewhere

    def view(self, viewer: Viewer, who: str = "") -> msgspec.Raw:
        """How the table looks now; `who` also sees their own seats and commands."""
        table, game = self._table, self._table.game
        if self._written != table.number:
            self._written = table.number
            self._shared.clear()
            self._told.clear()
        knows_all = game is None or game.knows_all(viewer)
        shared = self._shared.get(knows_all)
        if shared is None:
            shared = self._shared[knows_all] = encode(self._for_everybody(viewer, knows_all))
        seats = table.held_by(who) if who else ()
        values: Values = {"looks": viewer, "number": table.number_for(seats)}
        if who:
            values["yours"] = seats
            values["can"] = possible(table, who, viewer)
        if game is not None:
            values |= _playing(game, viewer)
        elif table.records:
            values |= _ended(self._state())
        return joined(encode(values), shared)

    def _for_everybody(self, viewer: Viewer, knows_all: bool) -> Values:
        """What is the same for all who know of every decision, or for all who do not."""
        table, rules = self._table, self._table.rules
        state = table.game.state_for(viewer) if table.game is not None else self._state()
        if self._rules is not rules:
            self._rules, self._facts = rules, msgspec.Raw(encode(facts(rules)))
        values: Values = {
            "phase": table.phase,
            "seats": [_seat(seat) for seat in table.seats],
            "since": table.since,
            "rules": self._facts,
            "position": None if state is None else self._positions[knows_all].shared(rules, state),
        }
        if state is not None and (decided := verdict(rules, state)) is not None:
            values["verdict"] = decided
        if table.settings.clock.kind != "none":
            values |= {"deadline": table.deadline(), "left": table.left()}
        if (paused := table.paused) is not None:
            values["paused"] = paused
        if table.game is not None and (stand_ins := table.game.stand_ins_for(viewer)):
            values["stand_ins"] = stand_ins
        if table.asking is not None:
            values["asking"] = table.asking
        if table.rematch is not None:
            values["rematch"] = table.rematch
        if (match := table.match) is not None:
            values["match"] = _tally(match)
        return values

    def _state(self) -> Any:
        """The state that is shown; None before a game."""
        table = self._table
        if table.game is not None:
            return table.game.state
        if self._end is None and table.records:
            *_, self._end = replay(table.records[-1])
        return self._end

    def record(self, viewer: Viewer) -> Values | None:
        """The record of the game that is played or was last; all of it once it is over."""
        records = self._table.records_for(viewer)
        if not records:
            return None
        last = records[-1]
        return write_record(last if last.result else redact(last, viewer))

    def news(
        self, news: News, viewer: Viewer, seats: Collection[int] = (), *, knows_held: bool = False
    ) -> msgspec.Raw:
        """An event as a viewer on these seats may know it.

        What was held until now comes with it, except for the seat that decided it, and for a shared
        screen that was showing it (`knows_held`).
        """
        held, rules = news.held, news.rules
        if held is not None and (knows_held or held.is_for(viewer)):
            held = None
        key = news.number, held is None
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = encode(_told(news, held))
        values: Values = {"number": news.count.for_seats(seats)}
        new = news.entries if held is None else (*held.entries, *news.entries)
        if rules is not None and new:
            view: View = "spectator" if viewer is None else viewer
            values["entries"] = [
                write_entry(redact_entry(rules, entry, view), rules.name) for entry in new
            ]
        if isinstance(sent := news.event, events.MessageSent):
            values |= self._text(sent, viewer)
        return joined(encode(values), told)

    def messages(self, viewer: Viewer, who: str = "") -> list[Values]:
        """What partners wrote, as far as a viewer may read it."""
        seats = self._table.seats_of(who)
        return [
            {"number": count.for_seats(seats), "at": sent.at, "seat": sent.seat, "text": sent.text}
            for count, sent in self._table.messages
            if talking.may_read(self._table, sent.seat, viewer)
        ]

    def _text(self, sent: events.MessageSent, viewer: Viewer) -> Values:
        """What a seat wrote to its partner, for those who may read it."""
        return {"text": sent.text} if talking.may_read(self._table, sent.seat, viewer) else {}


def _tally(match: MatchRecord) -> Values:
    values: Values = {
        "game": len(match.games) - 1,
        "points": match.points,
        "totals": match.totals,
        "ranks": match.ranks,
    }
    result = match.games[-1].result
    if match.challenges is not None and result is not None and result.reason == "resigned":
        values["resigned"] = True
    return values


def joined(first: bytes, second: bytes) -> msgspec.Raw:
    """Two objects of JSON, none of them empty, as one."""
    return msgspec.Raw(first[:-1] + b"," + second[1:])


def _told(news: News, held: News | None) -> Values:
    """What everyone receives of an event, and of what was held until then."""
    event = news.event
    tag = event.__struct_config__.tag
    values: Values = {"at": event.at, "event": tag}
    values |= {name: getattr(event, name) for name in TOLD[type(event)]}
    if isinstance(event, events.Played):
        values["story"] = tell(news.story)
    if held is not None and isinstance(held.event, events.Played):
        values["story"] = tell((*held.story, *news.story))
        values["stand_in"] = values["stand_in"] or held.event.stand_in
    return values


def _playing(game: Playing, viewer: Viewer) -> Values:
    turn, state = game.turn_for(viewer), game.state_for(viewer)
    if turn is None:
        return _ended(state)
    values = held(state, "spectator" if viewer is None else viewer)
    is_mine = turn.seat == viewer
    told = is_mine or turn.kind not in SECRET_KINDS
    values["turn"] = {"seat": turn.seat, "kind": turn.kind if told else None}
    if is_mine:
        values |= choices(game.rules, state, turn)
    return values


def _ended(state: Any) -> Values:
    """Once the game is over, all is shown."""
    return {"turn": None, **held(state, "whole")}


def tell(story: Sequence[Told]) -> list[tuple[str, Told]]:
    """A story as it is sent: each event with its name."""
    return [(type(told).__name__, told) for told in story]


def _seat(seat: Seat) -> Values:
    values: Values = {"kind": seat.plan.kind, "name": seat.called, "taken": bool(seat.called)}
    if seat.plan.kind == "bot":
        values["level"] = seat.plan.level
    if seat.away:
        values["away"] = True
    if seat.late:
        values["late"] = True
    return values


def lasting(table: Table) -> bytes:
    """What a list of tables shows of one, but for what changes with every decision."""
    settings, rules = table.settings, table.rules
    values: Values = {
        "games": settings.games,
        "game": rules.name,
        "edition": rules.edition,
        "phase": table.phase,
        "casual": settings.casual,
        "spectators": settings.spectators,
    }
    if settings.clock.kind != "none":
        values["clock"] = settings.clock
    if table.phase == "over" and (records := table.records) and (result := records[-1].result):
        values["result"] = write_result(result)
    return encode(values)


def brief(table: Table, lasts: bytes) -> msgspec.Raw:
    """What a list of tables shows of one, of which the lasting part was written before."""
    turn = table.turn
    values = {
        "turn": None if turn is None else turn.seat,
        "moves": table.decisions,
        "seats": [_seat(seat) for seat in table.seats],
    }
    return joined(encode(values), lasts)
