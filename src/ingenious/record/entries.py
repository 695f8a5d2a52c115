"""Entries of the log between JSON and typed values."""

from collections.abc import Callable, Mapping

from ..rules import AnyGame
from ..rules.moves import (
    Decision,
    DieUse,
    Discard,
    Draw,
    Free,
    Keep,
    MatchDie,
    Place,
    Play,
    Reroll,
    Resign,
    Resolve,
    Score,
    Space,
    Swap,
    WildScore,
)
from ..rules.symbols import Pieces, pile
from .errors import RecordError
from .model import Entry, JsonObject, View, is_hidden
from .validate import (
    a_hidden_number,
    a_list,
    a_pair,
    a_symbol,
    a_whole_number,
    an_object,
    expected,
    pairs,
    required,
    symbols,
    whole_numbers,
)

Values = dict[str, object]

ACTIONS: Mapping[str, tuple[str, ...]] = {
    "classic": ("place", "draw", "swap", "resign"),
    "solo": ("draw", "place", "resign"),
    "team": ("place", "draw", "swap", "resign"),
    "duel": ("place", "draw", "swap", "resign"),
    "cards": ("play", "discard", "draw", "resign"),
    "dice": ("roll", "resolve", "resign"),
    "tiles": ("refill", "draw", "score", "free", "resign"),
}
"""The actions of each game's log; `swap` comes with its `draw`."""

ACTION_WORDS = tuple(
    dict.fromkeys(
        [*(action for actions in ACTIONS.values() for action in actions), *("keep", "reroll")]
    )
)
"""All words for an action; the last two are used in answers and messages, never in records."""


def read_entry(value: object, game: AnyGame, view: View = "whole") -> Entry:
    """An entry of a game's log; in a view, a hidden draw is a number."""
    values = an_object(value, "an entry")
    seat = a_whole_number(required(values, "seat", "the entry"), "seat")
    action = _the_action(values, game.name)
    if action in ("draw", "swap", "roll", "refill"):
        decision, key = _decision_before_outcome(values, game.name, action)
        written = required(values, key, "the entry")
        if game.hides_draws and is_hidden(seat, view):
            return Entry(seat, decision, a_hidden_number(written, key, 1, 6))
        return Entry(seat, decision, _read_outcome(written, key, game.name))
    gain = _read_gain(values) if action == "place" and "gain" in values else None
    return Entry(seat, _read_deciding(values, action, seat), gain=gain)


UNRECORDED_DECISIONS: Mapping[str, Decision] = {"keep": Keep(), "reroll": Reroll(), "draw": Draw()}
"""Decisions that a record does not contain: it shows them by the outcome that follows."""


def read_decision(value: object, game: AnyGame | None, seat: int) -> Decision:
    """The decision in an answer or a message of this seat; raises `RecordError`.

    It is an entry without gains and without what chance adds to it. Without a game, a decision of
    any game is read.
    """
    entry = an_object(value, "entry")
    if (given := a_whole_number(required(entry, "seat", "the entry"), "seat")) != seat:
        raise RecordError(f"the answer is for seat {given}, not for seat {seat}")
    actions = [action for action in ACTION_WORDS if action in entry]
    if len(actions) != 1 or actions[0] in ("roll", "refill"):
        raise RecordError(
            f"an answer must be one decision, not {' and '.join(actions) or 'nothing'}"
        )
    if (action := actions[0]) in UNRECORDED_DECISIONS:
        return _read_true(entry, action, UNRECORDED_DECISIONS[action])
    if action == "swap":
        return _read_swap(entry)
    if game is not None:
        _check_action(action, game.name)
    return _read_deciding(entry, action, seat)


def _the_action(values: Values, game: str) -> str:
    """The one action of an entry."""
    found = [action for action in ACTION_WORDS if action in values]
    if "swap" in found and "draw" in found:
        found.remove("draw")  # a swap with its draw is one action
    if len(found) != 1:
        has = f"it has {' and '.join(found)}" if found else "it has none"
        raise RecordError(f"an entry must have exactly one of {', '.join(ACTIONS[game])}; {has}")
    _check_action(found[0], game)
    return found[0]


def _check_action(action: str, game: str) -> None:
    if action not in ACTIONS[game]:
        raise RecordError(f"{game} has no {action!r}, only {', '.join(ACTIONS[game])}")


def _read_deciding(values: Values, action: str, seat: int) -> Decision:
    """The decision of an entry without an outcome."""
    decision = DECISION_READERS[action](values)
    return Resign(seat) if isinstance(decision, Resign) else decision


def _decision_before_outcome(values: Values, game: str, action: str) -> tuple[Decision | None, str]:
    """The decision of an entry with an outcome, if it has one, and the key of the outcome."""
    if action == "swap":
        return _read_swap(values), "draw"
    if action == "draw" and game == "tiles":
        return Draw(), "draw"
    return None, action


def _read_outcome(value: object, key: str, game: str) -> Pieces:
    if game == "tiles" and key == "draw":
        return (a_symbol(value, key),)
    return symbols(value, key) if game in ("dice", "tiles") else pairs(value, key)


def _read_swap(values: Values) -> Swap:
    return Swap(pile(pairs(values["swap"], "swap")))


def _read_placement(values: Values) -> Decision:
    """A placement; the half that is scored first comes first in the result."""
    tile = a_pair(values["place"], "place")
    at = a_list(required(values, "at", "the entry"), "at", 2)
    a, b = _read_space(at[0], "at[0]"), _read_space(at[1], "at[1]")
    if _scores_second_first(values):
        return Place(tile[::-1], (b, a))
    return Place(tile, (a, b))


def _read_gain(values: Values) -> tuple[int, int]:
    """The gains of both halves of a placement, in the order in which they are scored."""
    first, second = whole_numbers(values["gain"], "gain", 2)
    return (second, first) if _scores_second_first(values) else (first, second)


def _scores_second_first(values: Values) -> bool:
    first = a_whole_number(values.get("first", 0), "first")
    if first not in (0, 1):
        raise expected("0 or 1", first, "first")
    return first == 1


def _read_space(value: object, where: str) -> Space:
    q, r = whole_numbers(value, where, 2)
    return Space(q, r)


def _read_play(values: Values) -> Decision:
    card = a_pair(values["play"], "play")
    first = a_symbol(values.get("first", card[0]), "first")
    if first not in card:
        raise RecordError(f"the card {card} has no {first} to score first", rule="G3")
    return Play(card if card[0] == first else card[::-1])


def _read_uses(values: Values) -> Decision:
    uses = a_list(values["resolve"], "resolve")
    return Resolve(tuple(_read_use(use, f"resolve[{i}]") for i, use in enumerate(uses)))


def _read_use(value: object, where: str) -> DieUse:
    use = an_object(value, where)
    if ("match" in use) == ("wild" in use):
        raise RecordError(f"{where} should be either a match or a wild score", rule="H4")
    if "match" in use:
        return MatchDie(a_whole_number(use["match"], f"{where}.match"))
    dice = whole_numbers(use["wild"], f"{where}.wild")
    return WildScore(dice, a_symbol(required(use, "as", where), f"{where}.as"))


def _read_true(values: Values, key: str, decision: Decision) -> Decision:
    if values[key] is not True:
        raise expected("true", values[key], key)
    return decision


DECISION_READERS: Mapping[str, Callable[[Values], Decision]] = {
    "place": _read_placement,
    "play": _read_play,
    "discard": lambda values: Discard(pile(pairs(values["discard"], "discard"))),
    "resolve": _read_uses,
    "score": lambda values: _read_true(values, "score", Score()),
    "free": lambda values: Free(a_symbol(values["free"], "free")),
    "resign": lambda values: _read_true(values, "resign", Resign(0)),
}


def write_entry(entry: Entry, game: str) -> JsonObject:
    """An entry as JSON values."""
    values: JsonObject = {"seat": entry.seat}
    if entry.decision is not None and not isinstance(entry.decision, Draw):
        values |= write_decision(entry.decision)
    if entry.gain is not None:
        values["gain"] = list(entry.gain)
    if entry.outcome is not None:
        values[_outcome_key(entry, game)] = _write_outcome(entry, game)
    return values


def _outcome_key(entry: Entry, game: str) -> str:
    if game == "dice":
        return "roll"
    return "refill" if game == "tiles" and entry.decision is None else "draw"


def _write_outcome(entry: Entry, game: str) -> object:
    if isinstance(entry.outcome, tuple):
        is_letter = game == "tiles" and entry.decision is not None
        return entry.outcome[0] if is_letter else list(entry.outcome)
    return entry.outcome


def write_decision(decision: Decision) -> JsonObject:
    """A decision as the JSON values of its entry, without the seat and without any outcome."""
    match decision:
        case Place(tile, at):
            return {"place": tile, "at": [list(space) for space in at]}
        case Swap(tiles):
            return {"swap": list(tiles)}
        case Play(card):
            return {"play": card, "first": card[0]}
        case Discard(cards):
            return {"discard": list(cards)}
        case Resolve(uses):
            return {"resolve": [_write_use(use) for use in uses]}
        case Free(symbol):
            return {"free": symbol}
        case _:  # keep, reroll, draw, score, resign
            return {type(decision).__name__.lower(): True}


def _write_use(use: DieUse) -> JsonObject:
    if isinstance(use, MatchDie):
        return {"match": use.die}
    return {"wild": list(use.dice), "as": use.symbol}
