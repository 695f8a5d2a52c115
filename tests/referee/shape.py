"""Small readers of JSON values: each returns a value of the expected type, or refuses."""

from collections import Counter
from collections.abc import Iterable

SYMBOLS = "ROYGBP"  # A1

# The actions of all games. `keep` and `reroll` are used in the bots' protocol but never written in
# a record, so an entry with one of them is always wrong.
ACTIONS = (
    "place",
    "draw",
    "swap",
    "play",
    "discard",
    "roll",
    "resolve",
    "refill",
    "score",
    "free",
    "resign",
    "keep",
    "reroll",
)


class Refused(Exception):
    """The document is invalid: why, at which log entry (from 0), and by which rule."""

    def __init__(self, why: str, entry: int | None = None, rule: str | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.entry = entry
        self.rule = rule

    def __str__(self) -> str:
        place = "" if self.entry is None else f"entry {self.entry}: "
        rule = "" if self.rule is None else f" ({self.rule})"
        return f"{place}{self.why}{rule}"


def whole(value: object, what: str) -> int:
    # bool is a subclass of int, and 1.0 == 1, so check the type itself.
    if type(value) is not int:
        raise Refused(f"{what} must be a whole number")
    return value


def as_object(value: object, what: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise Refused(f"{what} must be an object")
    return value


def as_list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise Refused(f"{what} must be a list")
    return value


def list_of(value: object, length: int, what: str, rule: str | None = None) -> list[object]:
    items = as_list(value, what)
    if len(items) != length:
        raise Refused(f"{what} must have {length} items, not {len(items)}", rule=rule)
    return items


def text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise Refused(f"{what} must be a string")
    return value


def need(owner: dict[str, object], key: str, what: str) -> object:
    if key not in owner:
        raise Refused(f"{what} lacks {key}")
    return owner[key]


def must_be_true(value: object, what: str) -> None:
    if value is not True:
        raise Refused(f"{what} must be true")


def letter(value: object, what: str) -> str:
    if not isinstance(value, str) or len(value) != 1 or value not in SYMBOLS:
        raise Refused(f"{what} must be one of the letters {SYMBOLS}")
    return value


def letters(value: object, what: str) -> list[str]:
    return [letter(item, what) for item in as_list(value, what)]


def two_letters(value: object, what: str) -> str:
    """A tile or card, with its letters in either order."""
    if not isinstance(value, str) or len(value) != 2 or any(one not in SYMBOLS for one in value):
        raise Refused(f"{what} must be two of the letters {SYMBOLS}")
    return value


def ordered(pair: str) -> str:
    """The canonical name of a tile or card, with its letters in order."""
    return "".join(sorted(pair, key=SYMBOLS.index))


def pairs(value: object, what: str) -> list[str]:
    return [ordered(two_letters(item, what)) for item in as_list(value, what)]


def whole_row(value: object, length: int, what: str) -> list[int]:
    return [whole(item, what) for item in list_of(value, length, what)]


def take(stock: Counter[str], items: Iterable[str], where: str, rule: str | None) -> None:
    """Remove the items from the stock; refuse one that is not in it."""
    for item in items:
        if stock[item] <= 0:
            raise Refused(f"{where} has no {item} left", rule=rule)
        stock[item] -= 1


def as_sorted_list(stock: Counter[str]) -> list[str]:
    """The stock as a sorted list."""
    return sorted(stock.elements())


def lowest_symbols(pegs: dict[str, int]) -> list[str]:
    low = min(pegs.values())
    return [symbol for symbol in SYMBOLS if pegs[symbol] == low]


def shows_any(pair: str, symbols: Iterable[str]) -> bool:
    return any(symbol in pair for symbol in symbols)


def action_of(entry: dict[str, object]) -> str:
    """The action of an entry; a swap also has a draw."""
    found = [name for name in ACTIONS if name in entry]
    if found == ["draw", "swap"]:
        return "swap"
    if len(found) != 1:
        raise Refused(f"an entry must have one action, not {', '.join(found) or 'none'}")
    return found[0]
