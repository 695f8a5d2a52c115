"""Parsing the examples of the pages. The server plays them, and checks that they are true.

An example is a fenced block `example`. It begins with a position; then each line says something:

- `> MOVE` is played,
- `= name: value` is a line of the position then reached. Two more things can be asked: `ranks`,
  how the seats stand (A4), and `points`, the victory points that a match would give them (J1),
- `! MOVE (B7)` is refused by that rule,
- `# …` is a remark for the reader.

A challenge of a match has one more line in its position: `earlier`, the victory points from the
challenges before it. At its end `totals` and `match ranks` can be asked too: the victory points so
far, and how the seats then stand in the match (J1, J2).
"""

import re
from dataclasses import dataclass

_EARLIER = re.compile(r"earlier: (?P<points>\d+(?: \d+)*)")
_REFUSED = re.compile(r"! (?P<move>.+) \((?P<rule>[A-J]\d+)\)")


class InvalidExample(ValueError):
    """An example that cannot be parsed, or that says something untrue."""


@dataclass(frozen=True, slots=True)
class Line:
    """A move or a fact, with the remark before it."""

    text: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class MoveLine(Line):
    """A move that is played."""


@dataclass(frozen=True, slots=True)
class FactLine(Line):
    """What is true after the moves before it."""


@dataclass(frozen=True, slots=True)
class RefusedLine(Line):
    """A move that a rule forbids."""

    rule: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A position as text, and what is done with it."""

    position: str
    lines: tuple[Line, ...]
    earlier: tuple[int, ...] = ()
    """Each seat's victory points before this challenge, if it is part of a match."""


def parse_example(text: str) -> Example:
    """The example of a text."""
    position: list[str] = []
    lines: list[Line] = []
    remark: list[str] = []
    earlier: tuple[int, ...] = ()
    for row in text.splitlines():
        if row.startswith("#"):
            remark.append(row[1:].strip())
        elif row.startswith((">", "=", "!")):
            lines.append(_parse_line(row, " ".join(remark)))
            remark = []
        elif lines and row.strip():
            raise InvalidExample(f"after the position a line is a move, fact or refusal: {row!r}")
        elif found := _EARLIER.fullmatch(row.strip()):
            earlier = tuple(map(int, found["points"].split()))
        elif row.strip():
            position.append(row)
    if remark:
        raise InvalidExample(f"the last remark is about nothing: {' '.join(remark)}")
    if all(isinstance(line, MoveLine) for line in lines):
        raise InvalidExample("the example shows nothing")
    return Example("\n".join(position), tuple(lines), earlier)


def _parse_line(row: str, remark: str) -> Line:
    if row.startswith("> "):
        return MoveLine(row[2:], remark)
    if row.startswith("= "):
        return FactLine(row[2:], remark)
    refused = _REFUSED.fullmatch(row)
    if not refused:
        raise InvalidExample(f"a refusal looks like '! RG H8-H9 (B7)', not {row!r}")
    return RefusedLine(refused["move"], remark, refused["rule"])
