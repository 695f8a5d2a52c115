"""Builds the views of a live table. Nothing hidden is in them.

Racks, hands, draws and entries go through `record.redact`, the one place that hides information.
What a viewer does not know about yet comes from `visibility`.
"""

from collections.abc import Collection

import msgspec
from msgspec import UNSET, UnsetType

from ...record import MatchRecord, replay
from ...record.model import View as RecordView
from ...rules import AnyGame, AnyState
from ...rules.moves import Turn
from .. import talking
from ..applied import AppliedEvent
from ..commands import possible
from ..events import MessageSent
from ..seats import Seat
from ..table import Table
from ..visibility import Viewer, visible_kind
from .news import EncodedNews, encode_news
from .position import Choices, PositionBuilder, choices_of, hands_of, racks_of, rules_of
from .records import EncodedRecord, ResultDoc, encode_record
from .structs import (
    Brief,
    MatchTally,
    PartnerMessage,
    PausedClock,
    SeatView,
    SharedView,
    TurnView,
    View,
)
from .verdict import verdict

encode = msgspec.json.Encoder().encode


class ViewBuilder:
    """Builds the views of one table; the part that viewers share is encoded once per event."""

    def __init__(self, table: Table) -> None:
        self._table = table
        # One for viewers who know every decision, one for those who do not know the held one.
        self._positions = {True: PositionBuilder(), False: PositionBuilder()}
        self._shared: dict[bool, msgspec.Raw] = {}
        self._built_at = -1  # the number of the last event when it was encoded
        self._imported_end: AnyState | None = None  # the final state of an imported game
        self._rules: tuple[AnyGame, msgspec.Raw] | None = None  # a game, and its rules encoded

    def view(self, viewer: Viewer, person_id: str = "") -> View:
        """The table as it is now; `person_id` also sees their own seats and commands."""
        table, game = self._table, self._table.game
        seats = table.held_by(person_id) if person_id else []
        state = self._state(viewer)
        turn = None if game is None else game.turn_for(viewer)
        # Once the game is over, everything is shown.
        sees: RecordView = "whole" if turn is None else "spectator" if viewer is None else viewer
        return View(
            number=table.number_for(seats),
            shared=self._shared_view(viewer),
            looks=viewer,
            yours=tuple(seats) if person_id else UNSET,
            can=tuple(possible(table, person_id, viewer)) if person_id else UNSET,
            turn=UNSET if state is None else _turn(turn, viewer),
            racks=UNSET if state is None else racks_of(state, sees),
            hands=UNSET if state is None else hands_of(state, sees),
            choices=UNSET if state is None else _choices(table.rules, state, turn, viewer),
        )

    def _shared_view(self, viewer: Viewer) -> msgspec.Raw:
        table = self._table
        if self._built_at != table.number:
            self._built_at = table.number
            self._shared.clear()
        knows_all = table.game is None or table.game.knows_all(viewer)
        found = self._shared.get(knows_all)
        if found is None:
            found = msgspec.Raw(encode(self._build_shared(viewer, knows_all)))
            self._shared[knows_all] = found
        return found

    def _build_shared(self, viewer: Viewer, knows_all: bool) -> SharedView:
        """What is the same for all who know every decision, or for all who do not."""
        table, rules = self._table, self._table.rules
        state, game, paused = self._state(viewer), table.game, table.paused
        left = table.left()
        has_clock = table.settings.clock.kind != "none"
        return SharedView(
            phase=table.phase,
            seats=tuple(_seat(seat) for seat in table.seats),
            since=table.since,
            rules=self._encoded_rules(rules),
            position=None if state is None else self._positions[knows_all].build(rules, state),
            verdict=UNSET if state is None else verdict(rules, state) or UNSET,
            deadline=table.deadline() if has_clock else UNSET,
            left=(None if left is None else tuple(left)) if has_clock else UNSET,
            paused=UNSET
            if paused is None
            else PausedClock(seat=paused.seat, since=paused.since, until=paused.until),
            stand_ins=UNSET if game is None else tuple(game.stand_ins_for(viewer)) or UNSET,
            asking=UNSET if table.asking is None else table.asking,
            rematch=table.rematch or UNSET,
            match=UNSET if (match := table.match) is None else _tally(match),
        )

    def _encoded_rules(self, game: AnyGame) -> msgspec.Raw:
        if self._rules is None or self._rules[0] is not game:
            self._rules = game, msgspec.Raw(encode(rules_of(game)))
        return self._rules[1]

    def _state(self, viewer: Viewer) -> AnyState | None:
        """The state that a viewer is shown; None before a game."""
        table = self._table
        if table.game is not None:
            return table.game.state_for(viewer)
        if self._imported_end is None and table.records:
            *_, self._imported_end = replay(table.records[-1])
        return self._imported_end

    def record(self, viewer: Viewer) -> EncodedRecord | None:
        """The record of the current or last game; complete once it is over."""
        records = self._table.records_for(viewer)
        if not records:
            return None
        return encode_record(records[-1], "spectator" if viewer is None else viewer)

    def news(
        self,
        applied: AppliedEvent,
        viewer: Viewer,
        seats: Collection[int] = (),
        *,
        knows_held: bool = False,
    ) -> EncodedNews:
        """An event as a viewer on these seats may know it.

        A decision that was held comes with the event that reveals it, except for the seat that
        made it, and for a shared screen that was showing it (`knows_held`).
        """
        held, event = applied.held, applied.event
        if held is not None and (knows_held or held.is_for(viewer)):
            held = None
        text = None
        if isinstance(event, MessageSent) and talking.may_read(self._table, event.seat, viewer):
            text = event.text
        return encode_news(applied, held, viewer, seats, text)

    def messages(self, viewer: Viewer, person_id: str = "") -> tuple[PartnerMessage, ...]:
        """The messages between partners that a viewer may read."""
        seats = self._table.seats_of(person_id)
        return tuple(
            PartnerMessage(
                number=count.for_seats(seats), at=sent.at, seat=sent.seat, text=sent.text
            )
            for count, sent in self._table.messages
            if talking.may_read(self._table, sent.seat, viewer)
        )


def _turn(turn: Turn | None, viewer: Viewer) -> TurnView | None:
    return None if turn is None else TurnView(seat=turn.seat, kind=visible_kind(turn, viewer))


def _choices(
    rules: AnyGame, state: AnyState, turn: Turn | None, viewer: Viewer
) -> Choices | UnsetType:
    """What a viewer may do, if it is their turn."""
    if turn is None or turn.seat != viewer:
        return UNSET
    return choices_of(rules, state, turn)


def _tally(match: MatchRecord) -> MatchTally:
    result = match.games[-1].result
    is_resigned = (
        match.challenges is not None and result is not None and result.reason == "resigned"
    )
    return MatchTally(
        game=len(match.games) - 1,
        points=match.points,
        totals=match.totals,
        ranks=match.ranks,
        resigned=True if is_resigned else UNSET,
    )


def _seat(seat: Seat) -> SeatView:
    return SeatView(
        kind=seat.plan.kind,
        name=seat.shown_name,
        taken=bool(seat.shown_name),
        level=seat.plan.level if seat.plan.kind == "bot" else UNSET,
        away=True if seat.away else UNSET,
        late=True if seat.late else UNSET,
    )


def brief(table: Table) -> Brief:
    """What a list of tables shows for this table."""
    settings, rules, turn = table.settings, table.rules, table.turn
    records = table.records if table.phase == "over" else []
    result = records[-1].result if records else None
    return Brief(
        games=settings.games,
        game=rules.name,
        edition=rules.edition,
        phase=table.phase,
        seats=tuple(_seat(seat) for seat in table.seats),
        casual=settings.casual,
        spectators=settings.spectators,
        turn=None if turn is None else turn.seat,
        moves=table.decisions,
        clock=settings.clock if settings.clock.kind != "none" else UNSET,
        result=UNSET
        if result is None
        else ResultDoc(reason=result.reason, scores=result.scores, ranks=result.ranks),
    )
