"""Writing records and matches as JSON."""

import json

from ..rules import Result
from .entries import write_entry
from .model import MATCH_FORMAT, RECORD_FORMAT, Commitment, Deal, JsonObject, MatchRecord, Record


def to_json(document: Record | MatchRecord) -> str:
    """A record or a match as one line of JSON, in ASCII and without a newline."""
    values = write_record(document) if isinstance(document, Record) else write_match(document)
    return json.dumps(values, separators=(",", ":"))


def write_record(record: Record) -> JsonObject:
    """A record as JSON values."""
    game = record.game
    values = {
        "format": RECORD_FORMAT,
        "game": game.name,
        "edition": game.edition,
        "options": dict(game.options),
        "seats": list(record.seats),
        "start": record.start,
        "deal": _write_deal(record.deal),
        "log": [write_entry(entry, game.name) for entry in record.log],
        "result": None if record.result is None else write_result(record.result),
    }
    if record.dealer is not None:
        values["dealer"] = _write_dealer(record.dealer)
    if record.view != "whole":
        values["view"] = None if record.view == "spectator" else record.view
    if record.date is not None:
        values["date"] = record.date
    if record.event is not None:
        values["event"] = record.event
    return values


def _write_deal(deal: Deal) -> JsonObject:
    """The deal as JSON values; the centre is not a list of seats."""
    parts: JsonObject = {}
    for key, groups in deal.items():
        written = [list(group) if isinstance(group, tuple) else group for group in groups]
        parts[key] = written[0] if key == "centre" else written
    return parts


def write_result(result: Result) -> JsonObject:
    """A result as JSON values."""
    return {
        "reason": result.reason,
        "scores": [list(pegs) for pegs in result.scores],
        "ranks": list(result.ranks),
    }


def _write_dealer(dealer: Commitment) -> JsonObject:
    values: JsonObject = {"commit": dealer.commit}
    if dealer.seed is not None:
        values["seed"] = dealer.seed.hex()
    if dealer.drew_start:
        values["drew_start"] = True
    return values


def write_match(match: MatchRecord) -> JsonObject:
    """A match as JSON values."""
    values: JsonObject = {"format": MATCH_FORMAT}
    if match.challenges is not None:
        values["challenges"] = list(match.challenges)
    if match.challenges is not None or match.starts != "rotate":
        values["starts"] = match.starts
    return values | {
        "games": [write_record(record) for record in match.games],
        "points": [list(row) for row in match.points],
        "totals": list(match.totals),
        "ranks": list(match.ranks),
    }
