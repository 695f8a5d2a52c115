"""What a person can do at a table besides deciding, found by trying the commands themselves."""

from collections.abc import Callable, Mapping

from . import commands
from .refusals import Refused
from .table import Table

Attempt = Callable[[Table, str, int], object]
"""A command tried by a person for one of their seats; most commands are for none in particular."""

ATTEMPTS: Mapping[str, Attempt] = {
    "start": lambda table, who, _: commands.start(table, who, b"", table.changed),
    "rematch": lambda table, who, _: commands.rematch(table, who, "", table.changed),
    "close": lambda table, who, _: commands.close(table, who, table.changed),
    "resign": lambda table, who, seat: commands.play(
        table, who, seat, {"seat": seat, "resign": True}, table.changed
    ),
    "back": lambda table, who, seat: commands.ask_back(table, who, seat, table.changed),
    "answer-back": lambda table, who, _: commands.answer_back(table, who, True, table.changed),
    "withdraw-back": lambda table, who, _: commands.withdraw_back(table, who, table.changed),
    "react": commands.check_react,
    "say": commands.check_say,
}

NO_SEAT = -1


def possible(table: Table, who: str) -> list[str]:
    """The commands that the table would accept from this person now.

    What is for a seat is possible if one of the person's seats can do it.
    """
    seats = table.held_by(who)
    if not seats and who != table.host:
        return []
    tried = seats or [NO_SEAT]
    return [
        word
        for word, attempt in ATTEMPTS.items()
        if any(_is_accepted(attempt, table, who, seat) for seat in tried)
    ]


def _is_accepted(attempt: Attempt, table: Table, who: str, seat: int) -> bool:
    try:
        attempt(table, who, seat)
    except Refused:
        return False
    return True
