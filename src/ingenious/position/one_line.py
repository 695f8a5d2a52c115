"""Positions in one line, for links, tests and data, as FEN is for chess.

A line has six fields, with spaces or underscores between them. `-` stands for nothing.

- The game: its name and the number of players, then an edition or option that is not the usual one:
  `classic2`, `solo1:2004`.
- The turn: seat, phase and due, then turns, idle plays or rolls, then how the game ended:
  `0:place:1:7`, `1:over:0:30:resigned.1`.
- The pegs: six numbers for each score board; in the duel, then who has the tokens:
  `0.3.5.0.0.1/2.2.0.4.1.0`.
- The table: the rows of the board with the number of empty spaces, `R4G/7/…`; face-up cards or dice
  by seat; or the centre and what was drawn, `ROY+RO`.
- The racks or hands by seat: `RGYBPP/?6`.
- The rest: how many of each kind are in the bag, or only its size, then the tiles set aside; in the
  Card Challenge, how many of each kind were discarded. Kinds are in the order of the symbols: RR,
  RO, RY and so on; cards have no doubles. If racks are unknown, their tiles are counted here too.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from ..record.errors import NotationError
from ..record.notation import parse_pile
from ..record.position_lines import Lines
from ..rules import EDITIONS
from ..rules.board import EMPTY
from ..rules.symbols import DOUBLES, PAIRS, SYMBOLS, UNKNOWN, Pieces, pile

NOTHING = "-"
MAX_CHARS = 1000

_GAME = re.compile(r"([a-z]+)([0-9])(?::([0-9]{4}))?(?::(no-opening-roll))?")
_TURN = re.compile(r"(\d):([a-z]+):(\d{1,4})(?::(\d{1,4}))?(?::([a-z-]+)(?:\.(\d))?)?", re.ASCII)
_ROW = re.compile(rf"(?:[{SYMBOLS}]|(?<!\d)[1-9]\d?(?!\d))+", re.ASCII)
_HAND = re.compile(rf"((?:[{SYMBOLS}]{{2}})*)(\?\d{{1,2}})?", re.ASCII)
_COUNTERS: Mapping[str, str] = {"cards": "idle", "dice": "rolls", "tiles": ""}
_TILE_KINDS = pile(PAIRS + DOUBLES)
_FIELDS = ("game", "turn", "pegs", "table", "hands", "rest")


def write_line(text: str) -> str:
    """The one line for a position as text."""
    lines = Lines(text, unknown=True)
    values = lines.values
    name, players, edition, *flags = values["game"].split()
    usual = EDITIONS[name][0]
    game = ":".join([f"{name}{players}", *([] if edition == usual else [edition]), *flags])
    match name:
        case "cards":
            table = _each(values, "faceup", lambda value: value.replace(" ", ""))
            hands = _each(values, "hand", _write_hand)
            rest = _write_counts(parse_pile(values["discards"]), PAIRS)
        case "dice":
            table, hands, rest = _each(values, "dice", str), NOTHING, NOTHING
        case "tiles":
            table, hands, rest = f"{values['centre']}+{values['drawn']}", NOTHING, NOTHING
        case _:
            table = "/".join(_write_row("".join(row.split())) for row in lines.board)
            hands = _each(values, "rack", _write_hand)
            bag = values["bag"] if "bag" in values else values["unseen"]
            rest = bag if UNKNOWN in bag else _write_counts(parse_pile(bag), _TILE_KINDS)
            if "aside" in values:
                rest += "+" + _write_hand(values["aside"])
    turn = [values["seat"], values["phase"], values["due"]]
    if counter := _COUNTERS.get(name, "turns"):
        turn.append(values[counter])
    if "ending" in values:
        turn.append(values["ending"].replace(" ", "."))
    pegs = _each(values, "pegs", lambda value: value.replace(" ", "."))
    if "tokens" in values:
        pegs += "=" + values["tokens"].replace(" ", "")
    return " ".join((game, ":".join(turn), pegs, table, hands, rest))


def read_line(line: str) -> Lines:
    """The lines of the text for a position in one line; raises `NotationError`."""
    if len(line) > MAX_CHARS:
        raise NotationError(f"a position in one line has at most {MAX_CHARS} characters")
    fields = line.replace("_", " ").split()
    if len(fields) != len(_FIELDS):
        raise NotationError(
            f"a position in one line must have six fields ({', '.join(_FIELDS)}), not {len(fields)}"
        )
    game, turn, pegs, table, hands, rest = fields
    lines = Lines("", unknown=True)
    name = _read_game(lines, game)
    _read_turn(lines, turn, _COUNTERS.get(name, "turns"))
    pegs, equals, tokens = pegs.partition("=")
    _by_seat(lines, "pegs", (board.replace(".", " ") for board in pegs.split("/")))
    if equals:
        lines.values["tokens"] = " ".join(tokens)
    match name:
        case "cards":
            _by_seat(lines, "faceup", (" ".join(_read_hand(cards)) for cards in table.split("/")))
            _by_seat(lines, "hand", map(_read_pile, hands.split("/")))
            lines.values["discards"] = _read_counts(rest, PAIRS)
        case "dice":
            _by_seat(lines, "dice", (dice.replace(NOTHING, "") for dice in table.split("/")))
        case "tiles":
            lines.values["centre"], _, lines.values["drawn"] = table.partition("+")
        case _:
            lines.values["board"] = ""
            lines.board += map(_read_row, table.split("/"))
            _by_seat(lines, "rack", map(_read_pile, hands.split("/")))
            bag, plus, aside = rest.partition("+")
            if plus:
                lines.values["aside"] = _read_pile(aside)
            if bag.startswith(UNKNOWN):
                lines.values["bag"] = bag
            else:
                stock = "unseen" if UNKNOWN in hands else "bag"
                lines.values[stock] = _read_counts(bag, _TILE_KINDS)
    if name in ("dice", "tiles") and (hands, rest) != (NOTHING, NOTHING):
        raise NotationError(f"{name} has no hands and no bag: the last two fields must be '- -'")
    return lines


def _each(values: Mapping[str, str], name: str, write: Callable[[str], str]) -> str:
    """The values of a name by seat, between slashes."""
    found = (write(value) for key, value in values.items() if key.split()[0] == name)
    return "/".join(value or NOTHING for value in found)


def _write_row(row: str) -> str:
    return re.sub(rf"\{EMPTY}+", lambda run: str(len(run[0])), row)


def _write_hand(value: str) -> str:
    pieces = parse_pile(value, unknown=True)
    unknown = pieces.count(UNKNOWN)
    known = "".join(piece for piece in pieces if piece != UNKNOWN)
    return known + (f"?{unknown}" if unknown else "")


def _write_counts(pieces: Pieces, kinds: Pieces) -> str:
    counts = Counter(pieces)
    return "".join(str(counts[kind]) for kind in kinds)


def _read_game(lines: Lines, field: str) -> str:
    found = _GAME.fullmatch(field)
    if not found:
        raise NotationError(f"the game must look like 'classic2' or 'dice3:2010', not {field!r}")
    name, players, edition, flag = found.groups()
    if name not in EDITIONS:
        raise NotationError(f"unknown game {name!r}; the games are {', '.join(EDITIONS)}")
    usual = EDITIONS[name][0]
    lines.values["game"] = " ".join(filter(None, (name, players, edition or usual, flag)))
    return str(name)


def _read_turn(lines: Lines, field: str, counter: str) -> None:
    found = _TURN.fullmatch(field)
    if not found or bool(counter) != (found[4] is not None):
        example = "0:place:1:7" if counter else "0:choose:1"
        raise NotationError(f"the turn must look like {example!r}, not {field!r}")
    seat, phase, due, count, ending, resigned = found.groups()
    lines.values |= {"seat": seat, "phase": phase, "due": due}
    if counter:
        lines.values[counter] = count
    if ending:
        lines.values["ending"] = ending if resigned is None else f"{ending} {resigned}"


def _by_seat(lines: Lines, name: str, values: Iterable[str]) -> None:
    for seat, value in enumerate(values):
        lines.values[f"{name} {seat}"] = value


def _read_row(row: str) -> str:
    if not _ROW.fullmatch(row):
        raise NotationError(f"a row of the board must be letters and numbers, not {row!r}")
    return re.sub(r"\d+", lambda number: EMPTY * int(number[0]), row)


def _read_hand(hand: str) -> list[str]:
    """The pieces of a hand, unknown ones as their number."""
    found = _HAND.fullmatch("" if hand == NOTHING else hand)
    if not found:
        raise NotationError(f"a hand must look like 'RGYB?4', not {hand!r}")
    pieces = re.findall("..", found[1])
    return [*pieces, found[2]] if found[2] else pieces


def _read_pile(hand: str) -> str:
    return " ".join(_read_hand(hand))


def _read_counts(field: str, kinds: Pieces) -> str:
    if not re.fullmatch(rf"[0-9]{{{len(kinds)}}}", field):
        raise NotationError(
            f"the last field must have one digit for each of the {len(kinds)} kinds, not {field!r}"
        )
    numbers = zip(kinds, field, strict=True)
    return " ".join(kind + number for kind, number in numbers if number != "0")
