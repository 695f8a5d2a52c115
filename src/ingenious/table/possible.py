"""What a person can do at a table besides deciding, found by trying the commands themselves."""

from collections.abc import Callable, Mapping
from typing import Literal

from ..rules.moves import Resign
from . import commands
from .errors import Refused
from .table import Table

Can = Literal[
    "start",
    "resign",
    "takeback",
    "takeback-reply",
    "takeback-withdraw",
    "rematch",
    "close",
    "react",
    "say",
]
"""The commands, besides decisions, that a view lists if they are possible."""

Attempt = Callable[[Table, str, int, int | None], object]
"""A command tried by a person for one of their seats, while they look through one of them.

Most commands are for no seat in particular.
"""

ATTEMPTS: Mapping[Can, Attempt] = {
    "start": lambda table, who, *_: commands.start(table, who, b"", table.changed),
    "rematch": lambda table, who, *_: commands.rematch(table, who, "", table.changed),
    "close": lambda table, who, *_: commands.close(table, who, table.changed),
    "resign": lambda table, who, seat, _: commands.play(
        table, who, seat, Resign(seat), table.changed
    ),
    "takeback": lambda table, who, seat, looks: commands.request_takeback(
        table, who, seat, table.changed, looks
    ),
    "takeback-reply": lambda table, who, *_: commands.answer_takeback(
        table, who, True, table.changed
    ),
    "takeback-withdraw": lambda table, who, *_: commands.withdraw_takeback(
        table, who, table.changed
    ),
    "react": lambda table, who, seat, _: commands.check_react(table, who, seat),
    "say": lambda table, who, seat, _: commands.check_say(table, who, seat),
}

NO_SEAT = -1


def possible(table: Table, who: str, looks: int | None = None) -> list[Can]:
    """The commands that the table would accept from this person now.

    A command for a seat is possible if one of the person's seats can do it.
    """
    seats = table.held_by(who)
    if not seats and who != table.host:
        return []
    tried = seats or [NO_SEAT]
    return [
        word
        for word, attempt in ATTEMPTS.items()
        if any(_is_accepted(attempt, table, who, seat, looks) for seat in tried)
    ]


def _is_accepted(attempt: Attempt, table: Table, who: str, seat: int, looks: int | None) -> bool:
    try:
        attempt(table, who, seat, looks)
    except Refused:
        return False
    return True
