"""Messages between partners: who may write, and who may read them.

In a team game the partners agree beforehand whether they may talk (D1). If so, they can write to
each other. If not, no player can use the quick chat during the game, because it could
carry signals.
"""

from .errors import Refused, seat_left
from .table import Table

MAX_MESSAGES = 150
"""Per side, so that no side can use up the messages of the other."""

MESSAGE_BURST = 5
MESSAGE_BURST_MS = 10_000
"""A seat may send `MESSAGE_BURST` messages in this time."""


def partners(table: Table, seat: int) -> tuple[int, ...]:
    """The other seats of the same side."""
    side = next(side for side in table.rules.sides if seat in side)
    return tuple(other for other in side if other != seat)


def is_silent(table: Table) -> bool:
    """Whether partners must not talk now, quick chat included."""
    return table.phase == "playing" and bool(partners(table, 0)) and not table.settings.talk


def may_read(table: Table, seat: int, viewer: int | None) -> bool:
    """Whether a viewer may read what a seat wrote: its partner now, everyone after the end."""
    if table.phase == "over":
        return True
    return viewer is not None and (viewer == seat or viewer in partners(table, seat))


def check_write(table: Table, seat: int) -> None:
    """Raise `Refused` unless a seat can write to its partner now."""
    if table.phase == "gathering":
        raise Refused("not-begun")
    if table.phase != "playing":
        raise Refused("over")
    if not table.settings.talk:
        raise Refused("silent", "partners may not talk at this table", "D1")
    if table.seats[seat].away:
        raise seat_left(seat)
    if not _has_human_partner(table, seat):
        raise Refused("no-partner", "there is no one to write to: your partner is a bot")
    side = {seat, *partners(table, seat)}
    if sum(sent.seat in side for _, sent in table.messages) >= MAX_MESSAGES:
        raise Refused("full", f"a team can send at most {MAX_MESSAGES} messages")


def check_pace(table: Table, seat: int, at: int) -> None:
    """Raise `Refused` if a seat writes too fast."""
    sent = [event.at for _, event in table.messages if event.seat == seat]
    # A clock that was set back must not stop anyone from writing.
    if len(sent) >= MESSAGE_BURST and 0 <= at - sent[-MESSAGE_BURST] < MESSAGE_BURST_MS:
        why = f"you can send at most {MESSAGE_BURST} messages in {MESSAGE_BURST_MS // 1000} seconds"
        raise Refused("too-quick", why)


def _has_human_partner(table: Table, seat: int) -> bool:
    """Whether a partner is another person; one person may hold both seats."""
    others = [table.seats[partner].person_id for partner in partners(table, seat)]
    return any(
        person_id is not None and person_id != table.seats[seat].person_id for person_id in others
    )
