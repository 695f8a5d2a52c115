"""Who may see what at a table: watching, sitting down, shared screens, hints, turns, messages.

Three things are decided elsewhere: `record.redact` hides racks, hands and draws, `LiveGame` knows
which decision is still held back from the others, and `talking` says which messages a viewer may
read.
"""

from ..record import MatchRecord, Record, redact
from ..rules.moves import DecisionKind, Turn
from .errors import Private, Refused, not_your_seat
from .live_game import SECRET_KINDS
from .messages import AskCoach, AskHint
from .table import Table

MAX_HINTS = 10

Viewer = int | None
"""A seat, or a spectator."""


def viewer_of(table: Table, person_id: str, shown: int | None = None) -> Viewer:
    """The seat through which a person sees.

    A person with several seats shares a screen. They see through the seat whose hand is `shown`,
    or through none if no hand is shown.
    """
    seats = table.held_by(person_id) if person_id else []
    if len(seats) == 1:
        return seats[0]
    return shown if shown in seats else None


def has_turn(table: Table, seat: int | None) -> bool:
    """Whether it is a seat's turn; only then may a shared screen show its hand."""
    return table.turn is not None and table.turn.seat == seat


def is_member(table: Table, person_id: str) -> bool:
    """Whether a person has a seat at the table, or opened it."""
    return bool(person_id) and (table.host == person_id or bool(table.held_by(person_id)))


def check_watch(table: Table, person_id: str, *, is_invited: bool = False) -> None:
    """Raise `Private` if only members may see the table.

    People with an invitation may watch before the game begins, and everyone may once it is over.
    """
    if table.settings.spectators or table.phase == "over" or is_member(table, person_id):
        return
    if not (is_invited and table.phase == "gathering"):
        raise Private("this table is private: only seated players may watch")


def check_act(table: Table, person_id: str, *, is_invited: bool) -> None:
    """Raise `Private` if a non-member without an invitation sends a command to a private table.

    A refusal by the command itself would reveal the table's number and its seats.
    """
    if not is_invited:
        check_watch(table, person_id)


def check_sit(table: Table, person_id: str, seat: int, *, is_invited: bool) -> None:
    """Refuse a seat without an invitation, unless the table is listed or the seat is theirs."""
    if (
        is_invited
        or table.settings.listed
        or table.host == person_id
        or seat in table.held_by(person_id)
    ):
        return
    raise Refused(
        "uninvited", "this table needs an invitation; use its invitation link to sit down"
    )


def check_shown(table: Table, person_id: str, seat: int, viewer: Viewer) -> None:
    """Refuse to act for a seat on a shared screen before its hand is shown.

    The reason for refusing a decision could reveal the hand.
    """
    seats = table.held_by(person_id)
    if len(seats) > 1 and seat in seats and seat != viewer:
        raise Refused(
            "look-first", f"several seats share this screen; send look for seat {seat} first"
        )


def check_look(table: Table, person_id: str, seat: int) -> None:
    """Refuse to show a hand on a shared screen unless it is that seat's turn."""
    if seat not in table.held_by(person_id):
        raise not_your_seat(seat)
    _check_turn(table, seat)


def check_preview(table: Table, person_id: str, seat: int, viewer: Viewer) -> None:
    """Refuse a preview to everyone but the seat that has to decide."""
    check_shown(table, person_id, seat, viewer)
    if seat != viewer:
        raise not_your_seat(seat)
    _check_turn(table, seat)


def _check_turn(table: Table, seat: int) -> None:
    if not has_turn(table, seat):
        raise Refused("not-your-turn", f"it is not seat {seat}'s turn")


def check_hint(table: Table, person_id: str, hint: AskHint | AskCoach, viewer: Viewer) -> None:
    """Refuse hints to everyone but the seat that has to decide, at a casual table."""
    seat = hint.seat
    if isinstance(hint, AskHint) and not 1 <= hint.count <= MAX_HINTS:
        raise Refused("malformed", f"count must be from 1 to {MAX_HINTS}")
    check_shown(table, person_id, seat, viewer)
    if seat not in table.held_by(person_id):
        raise not_your_seat(seat)
    if not table.settings.casual:
        raise Refused("not-casual", "hints are only allowed at casual tables")
    if not has_turn(table, seat):
        raise Refused("not-your-turn", "hints are only for the seat whose turn it is")


def visible_kind(turn: Turn, viewer: Viewer) -> DecisionKind | None:
    """The kind of decision that is due; only the seat itself may know that it can swap."""
    is_visible = turn.seat == viewer or turn.kind not in SECRET_KINDS
    return turn.kind if is_visible else None


def match_record(table: Table, viewer: Viewer) -> MatchRecord | None:
    """The table's match as far as a viewer may know it; None if it plays no match."""
    match = table.match_for(viewer)
    return None if match is None else redact(match, viewer)


def game_records(table: Table, viewer: Viewer) -> list[Record]:
    """The table's games as far as a viewer may know them: finished ones are complete."""
    return [
        record if record.result is not None else redact(record, viewer)
        for record in table.records_for(viewer)
    ]
