"""The lines of a position's text, taken one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, get_args

from ..rules import AnyGame, Ending, Pegs, Reason
from ..rules.symbols import SYMBOLS, UNKNOWN, Pieces, take
from .errors import NotationError
from .notation import parse_pile, write_pile

P = TypeVar("P", bound=str)


@dataclass
class Lines:
    """The lines of a position, taken one by one; a line that is left over is an error.

    With `unknown`, pieces can be unknown: `?6`, or a rack, hand or bag whose line is left out.
    """

    text: str
    unknown: bool = False
    values: dict[str, str] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        in_board = False
        for line in self.text.splitlines():
            name, colon, value = line.partition(":")
            if not line.strip():
                continue
            if in_board and not colon:
                self.board.append(line)
                continue
            in_board = name.strip() == "board"
            if not colon:
                raise NotationError(f"a line must look like 'name: value', not {line!r}")
            if name.strip() in self.values:
                raise NotationError(f"{name.strip()!r} appears twice")
            self.values[name.strip()] = value.strip()

    def take(self, name: str, usual: str | None = None) -> str:
        value = self.values.pop(name, usual)
        if value is None:
            raise NotationError(f"the position needs a line '{name}: …'")
        return value

    def rows(self) -> list[str]:
        """The rows of the board, which follow the line `board:`."""
        self.take("board", "")
        return self.board

    def check_all_taken(self) -> None:
        if self.values:
            raise NotationError(
                f"a position of this game cannot have a line '{next(iter(self.values))}: …'"
            )

    def number(self, name: str, usual: int) -> int:
        value = self.take(name, str(usual))
        if not value.isdecimal() or len(value) > 4:
            raise NotationError(f"{name!r} must be a number, not {value!r}")
        return int(value)

    def seat(self, rules: AnyGame) -> int:
        seat = self.number("seat", 0)
        if seat >= rules.players:
            raise NotationError(f"there is no seat {seat}")
        return seat

    def phase(self, phases: Sequence[P]) -> P:
        """One of the phases of a game."""
        value = self.take("phase")
        for phase in phases:
            if phase == value:
                return phase
        raise NotationError(f"the phase must be one of {', '.join(phases)}, not {value!r}")

    def pegs(self, boards: int, top: int, *, signed: bool = False) -> tuple[Pegs, ...]:
        rows = []
        for board in range(boards):
            words = self.take(f"pegs {board}", "0 0 0 0 0 0").split()
            allowed = {str(peg) for peg in range(-top if signed else 0, top + 1)}
            if len(words) != 6 or not set(words) <= allowed:
                raise NotationError(
                    f"pegs must be six numbers up to {top} in the order {SYMBOLS}, "
                    f"not {' '.join(words)}"
                )
            rows.append(tuple(map(int, words)))
        return tuple(rows)

    def tokens(self) -> tuple[int | None, ...]:
        words = self.take("tokens", "- - - - - -").split()
        if len(words) != 6 or not set(words) <= {"-", "0", "1"}:
            raise NotationError(f"tokens must be six of '-', '0', '1', not {words}")
        return tuple(None if word == "-" else int(word) for word in words)

    def pile(self, name: str, usual: str = "") -> Pieces:
        return parse_pile(self.take(name, usual), unknown=self.unknown)

    def hands(self, name: str, rules: AnyGame, size: int) -> tuple[Pieces, ...]:
        """The racks or hands of all seats; one whose line is left out is full and unknown."""
        is_dealt = self.unknown and self.values.get("phase") != "deal"
        usual = f"?{size}" if is_dealt else ""
        return tuple(self.pile(f"{name} {seat}", usual) for seat in range(rules.players))

    def symbols(self, name: str) -> str:
        value = self.take(name, "")
        if not set(value) <= set(SYMBOLS):
            raise NotationError(f"{name!r} must be letters of {SYMBOLS}, not {value!r}")
        return value

    def rest_of(self, box: Pieces, name: str, elsewhere: tuple[Pieces, ...]) -> Pieces:
        """The pile of a line; without the line, what is left of the box."""
        pieces = [piece for group in elsewhere for piece in group]
        rest = take(box, pieces, name, "the box")
        if name not in self.values:
            return rest
        written = parse_pile(self.take(name))
        take(rest, written, name, "the box")
        return written

    def stock(self, name: str, rest: Pieces, unknown: int) -> Pieces:
        """A deck or pool that must be exactly the rest of the box, less the unknown pieces."""
        if name not in self.values:
            return rest
        written = self.pile(name)
        size, right = len(written), len(rest) - unknown
        if UNKNOWN in written or unknown:
            if written != (UNKNOWN,) * size:
                raise NotationError(f"with unknown hands, {name!r} must be its size: ?{right}")
        elif written != rest:
            raise NotationError(f"{name!r} must be the rest of the box: {write_pile(rest)}")
        if size != right:
            raise NotationError(f"{name!r} must have {right} pieces, not {size}")
        return rest

    def ending(self, rules: AnyGame) -> Ending | None:
        reason, _, seat = self.take("ending", "").partition(" ")
        if not reason:
            return None
        reasons: Mapping[str, Reason] = {known: known for known in get_args(Reason)}
        if reason not in reasons or (seat and seat not in map(str, range(rules.players))):
            raise NotationError(f"the ending must be one of {', '.join(reasons)}, not {reason!r}")
        if (reason == "resigned") != bool(seat):
            # Without a seat no side would rank last; with any other reason the seat would.
            raise NotationError(
                "an ending must name a seat if that seat resigned, and only then (A5)"
            )
        if reason == "resigned" and len(rules.sides) != 2:
            raise NotationError("a player can only resign in a game between two sides (A5)")
        return Ending(reasons[reason], int(seat) if seat else None)
