"""Refusals of a table: a code for programs, a sentence for people."""

from collections.abc import Mapping
from typing import Literal

from ..record import RecordError
from ..rules import IllegalMove

TableCode = Literal[
    "agreed",
    "asked",
    "begun",
    "closed",
    "full",
    "link",
    "look-first",
    "malformed",
    "message",
    "name",
    "no-partner",
    "no-seat",
    "nobody-asks",
    "not-asked",
    "not-begun",
    "not-casual",
    "not-host",
    "not-over",
    "not-seated",
    "not-your-seat",
    "not-your-turn",
    "nothing-to-take-back",
    "other-asks",
    "over",
    "rematched",
    "rule",
    "seat-free",
    "seat-left",
    "seat-taken",
    "seated",
    "silent",
    "time-is-up",
    "too-many-takebacks",
    "too-quick",
    "uninvited",
]


USUAL_MESSAGES: Mapping[TableCode, str] = {
    "begun": "the game has already begun",
    "closed": "the table is closed",
    "nobody-asks": "there is no takeback request",
    "not-begun": "the game has not begun yet",
    "not-over": "the game is not over yet",
    "over": "the game is over",
}


class Refused(Exception):
    """A command that the table refuses: a code, the reason, and the rule if there is one."""

    def __init__(self, code: TableCode, message: str = "", rule: str | None = None) -> None:
        self.code = code
        self.message = message or USUAL_MESSAGES.get(code, code)
        super().__init__(code, self.message, rule)
        self.rule = rule

    def __str__(self) -> str:
        return self.message if self.rule is None else f"{self.message} ({self.rule})"


class Private(Exception):
    """Only members may see the table."""


def seat_left(seat: int) -> Refused:
    """The refusal of a player who has left their seat."""
    return Refused("seat-left", f"you have left seat {seat}; sit down again first")


def not_your_seat(seat: int) -> Refused:
    """The refusal to act for the seat of another player."""
    return Refused("not-your-seat", f"seat {seat} is not yours")


def decision_refused(error: IllegalMove | RecordError) -> Refused:
    """The refusal of a decision that breaks a rule, or cannot be read."""
    if error.rule is None:
        return Refused("malformed", str(error))
    return Refused("rule", error.message, error.rule)
