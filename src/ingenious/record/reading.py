"""Reads records and matches from JSON; reports the first problem as one clear error."""

import json
from typing import NoReturn, cast, get_args

from ..rules import EDITIONS, PLAYERS, AnyGame, Pegs, Reason, Result, UnknownGame
from ..rules import game as rules_of
from ..rules.game import DealPart
from ..rules.match import CHALLENGES, Starts
from ..rules.symbols import Pieces
from .dates import is_date
from .dealer import SEED_SIZE
from .entries import read_entry
from .errors import RecordError, check_text
from .model import (
    MATCH_FORMAT,
    RECORD_FORMAT,
    Commitment,
    Deal,
    Entry,
    Hidden,
    MatchRecord,
    Record,
    View,
    is_hidden,
)
from .validate import (
    a_bool,
    a_hidden_number,
    a_list,
    a_text,
    a_whole_number,
    an_object,
    expected,
    pairs,
    quoted,
    required,
    symbols,
    whole_numbers,
)

MAX_RECORD_CHARS = 4 * 2**20
"""The longest record: a hundred times what a long game needs."""

MAX_ENTRIES = 50_000
MAX_EVENT_CHARS = 200
_HEX = frozenset("0123456789abcdefABCDEF")
_DEAL_PARTS = frozenset({"racks", "hands", "faceup", "dice", "centre"})


def parse(text: str) -> Record | MatchRecord:
    """A record or a match from one line of JSON; well-formed, but possibly against the rules."""
    check_text(text, "a record")
    return read(load_json(text))


def load_json(text: str) -> object:
    """The value of one line of JSON; refused if parsers could disagree about it."""
    if len(text) > MAX_RECORD_CHARS:
        raise RecordError(
            f"a record can have at most {MAX_RECORD_CHARS} characters, not {len(text)}"
        )
    try:
        value: object = json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=_unique_keys
        )
    except RecursionError:
        raise RecordError("this is nested too deeply to be a record") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"this is not JSON: {error.msg} at column {error.colno}") from None
    except RecordError:
        raise
    except ValueError:  # Python refuses to read thousands of digits
        raise RecordError("a number in this record is too long") from None
    return value


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; refused if a key appears twice, because parsers disagree about duplicates."""
    values = dict(pairs)
    if len(values) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise RecordError(f"the key {quoted(twice)} appears twice in one object")
    return values


def _refuse_constant(name: str) -> NoReturn:
    raise RecordError(f"this is not JSON: {name} is not a JSON number")


def read(value: object) -> Record | MatchRecord:
    """A record or a match from a JSON value."""
    document = an_object(value, "a record")
    if document.get("format") == MATCH_FORMAT:
        return read_match(document)
    return read_record(document)


def read_record(value: object) -> Record:
    """A record from a JSON value."""
    document = an_object(value, "a record")
    if document.get("format") != RECORD_FORMAT:
        kinds = f"{RECORD_FORMAT!r} or {MATCH_FORMAT!r}"
        raise expected(kinds, required(document, "format", "the record"), "format")
    seats = a_list(required(document, "seats", "the record"), "seats")
    names = tuple(a_text(name, f"seats[{i}]") for i, name in enumerate(seats))
    game = _read_game(document, len(names))
    start = a_whole_number(required(document, "start", "the record"), "start")
    if not 0 <= start < game.players:
        raise RecordError(f"start should be a seat from 0 to {game.players - 1}", rule="A2")
    view = _read_view(document["view"], game.players) if "view" in document else "whole"
    return Record(
        game=game,
        seats=names,
        start=start,
        deal=_read_deal(document, game, view),
        log=_read_log(document, game, view),
        result=_read_result(document.get("result"), game.players),
        dealer=_read_dealer(document),
        view=view,
        date=_read_date(document.get("date")),
        event=_read_event(document.get("event")),
    )


def _read_game(document: dict[str, object], players: int) -> AnyGame:
    name = required(document, "game", "the record")
    if not isinstance(name, str) or name not in PLAYERS:
        raise expected(f"one of {', '.join(PLAYERS)}", name, "game")
    options = an_object(document.get("options", {}), "options")
    flags = {}
    if name == "dice" and "opening_roll" in options:
        flags["opening_roll"] = a_bool(options["opening_roll"], "options.opening_roll")
    edition = document.get("edition", "2010" if EDITIONS[name] == ("2010",) else None)
    if edition not in EDITIONS[name]:
        editions = " or ".join(repr(edition) for edition in EDITIONS[name])
        raise RecordError(f"edition should be {editions} for {name}", rule="B17")
    try:
        return rules_of(name, players, a_text(edition, "edition"), flags)
    except UnknownGame as error:
        raise RecordError(f"seats: {error}", rule="A2") from None


def _read_deal(document: dict[str, object], game: AnyGame, view: View) -> Deal:
    values = an_object(required(document, "deal", "the record"), "deal")
    for name in sorted(_DEAL_PARTS & values.keys()):
        if name not in {part.name for part in game.deal_parts}:
            raise RecordError(f"the deal of this game of {game.name} has no {name!r}")
    return {
        part.name: _read_part(required(values, part.name, "deal"), part, view)
        for part in game.deal_parts
    }


def _read_part(value: object, part: DealPart, view: View) -> tuple[Pieces | Hidden, ...]:
    if part.name == "centre":
        return (_read_group(value, part, "centre"),)
    groups = a_list(value, part.name, part.groups)
    return tuple(
        a_hidden_number(group, f"{part.name}[{owner}]", part.size, part.size)
        if part.hidden and is_hidden(owner, view)
        else _read_group(group, part, f"{part.name}[{owner}]")
        for owner, group in enumerate(groups)
    )


def _read_group(value: object, part: DealPart, where: str) -> Pieces:
    read_pieces = symbols if part.name in ("dice", "centre") else pairs
    try:
        return read_pieces(value, where, part.size)
    except RecordError as error:
        raise RecordError(error.message, rule=part.rule) from None


def _read_log(document: dict[str, object], game: AnyGame, view: View) -> tuple[Entry, ...]:
    values = a_list(required(document, "log", "the record"), "log")
    if len(values) > MAX_ENTRIES:
        raise RecordError(f"a log can have at most {MAX_ENTRIES} entries, not {len(values)}")
    log = []
    for number, value in enumerate(values):
        try:
            log.append(read_entry(value, game, view))
        except RecordError as error:
            raise RecordError(error.message, number, error.rule) from None
    return tuple(log)


def _read_result(value: object, players: int) -> Result | None:
    if value is None:
        return None
    values = an_object(value, "result")
    reason = a_text(required(values, "reason", "result"), "result.reason")
    if reason not in get_args(Reason):
        raise expected(f"one of {', '.join(get_args(Reason))}", reason, "result.reason")
    scores = a_list(required(values, "scores", "result"), "result.scores", players)
    pegs: tuple[Pegs, ...] = tuple(
        whole_numbers(row, f"result.scores[{i}]", 6) for i, row in enumerate(scores)
    )
    ranks = whole_numbers(required(values, "ranks", "result"), "result.ranks", players)
    return Result(cast(Reason, reason), pegs, ranks)


def _read_dealer(document: dict[str, object]) -> Commitment | None:
    if "dealer" not in document:
        return None
    values = an_object(document["dealer"], "dealer")
    commit = _read_hex(required(values, "commit", "dealer"), "dealer.commit")
    # This key is our own extension: other values are ignored.
    drew_start = values.get("drew_start") is True
    if "seed" not in values:
        return Commitment(commit.hex(), None, drew_start)
    return Commitment(commit.hex(), _read_hex(values["seed"], "dealer.seed"), drew_start)


def _read_hex(value: object, where: str) -> bytes:
    text = a_text(value, where)
    if len(text) != 2 * SEED_SIZE or not set(text) <= _HEX:
        raise expected(f"{2 * SEED_SIZE} hexadecimal digits", value, where)
    return bytes.fromhex(text)


def _read_date(value: object) -> str | None:
    """A date. Other values are ignored, because any program may use this key."""
    return value if isinstance(value, str) and is_date(value) else None


def _read_event(value: object) -> str | None:
    """The name of an event. Other values are ignored, because any program may use this key."""
    return value if isinstance(value, str) and is_event(value) else None


def is_event(text: str) -> bool:
    """Whether a text can be the name of an event."""
    return 0 < len(text) <= MAX_EVENT_CHARS and text.isprintable()


def _read_view(value: object, players: int) -> View:
    if value is None:
        return "spectator"
    seat = a_whole_number(value, "view")
    if not 0 <= seat < players:
        raise expected(f"a seat from 0 to {players - 1}, or null", value, "view")
    return seat


def read_match(value: object) -> MatchRecord:
    """A match from a JSON value."""
    document = an_object(value, "a match")
    games = a_list(required(document, "games", "the match"), "games")
    if not games:
        raise RecordError("a match must have at least one game", rule="J1")
    records = []
    for number, game in enumerate(games):
        try:
            records.append(read_record(game))
        except RecordError as error:
            raise RecordError(error.message, error.entry, error.rule, number) from None
    points = a_list(required(document, "points", "the match"), "points")
    return MatchRecord(
        tuple(records),
        tuple(whole_numbers(row, f"points[{i}]") for i, row in enumerate(points)),
        whole_numbers(required(document, "totals", "the match"), "totals"),
        whole_numbers(required(document, "ranks", "the match"), "ranks"),
        _read_challenges(document["challenges"]) if "challenges" in document else None,
        _read_starts(document["starts"]) if "starts" in document else "rotate",
    )


def _read_challenges(value: object) -> tuple[str, ...]:
    """The agreed list of challenges, of any length."""
    names = tuple(
        a_text(name, f"challenges[{i}]") for i, name in enumerate(a_list(value, "challenges"))
    )
    for i, name in enumerate(names):
        if name not in CHALLENGES:
            kinds = f"one of {', '.join(CHALLENGES)}"
            raise RecordError(expected(kinds, name, f"challenges[{i}]").message, rule="J1")
    return names


def _read_starts(value: object) -> Starts:
    if value not in get_args(Starts):
        raise expected(f"one of {', '.join(get_args(Starts))}", value, "starts")
    return cast(Starts, value)
