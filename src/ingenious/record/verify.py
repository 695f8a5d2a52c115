"""Verifying a record or a match, from its first entry to its result."""

from collections import deque
from collections.abc import Sequence

from ..rules import Result
from ..rules.match import CHALLENGES, match_ranks, start_of, tally, victory_points
from .dealer import Dealer
from .errors import RecordError
from .model import MatchRecord, Record
from .replay import replay


def verify(document: Record | MatchRecord) -> None:
    """Raise `RecordError` unless the record, or the match with all its games, is valid."""
    if isinstance(document, Record):
        verify_record(document)
    else:
        verify_match(document)


def verify_record(record: Record) -> None:
    """Raise `RecordError` unless every entry is legal and the result follows from them."""
    (final,) = deque(replay(record), maxlen=1)
    result = record.game.result(final)
    if result == record.result:
        if result is None and record.dealer is not None and record.dealer.seed is not None:
            raise RecordError("dealer.seed must stay secret until the game has a result")
        return
    if result is None:
        raise RecordError("the game is not over: result should be null")
    if record.result is None:
        raise RecordError(f"the game is over ({result.reason}): result should say so")
    raise RecordError(*_difference(result, record.result))


def _difference(right: Result, written: Result) -> tuple[str, int | None, str | None]:
    """What is wrong with a result, and the rule that it breaks."""
    is_resigned = right.reason == "resigned"
    if right.reason != written.reason:
        rule = "A5" if is_resigned else "A3"
        return f"result.reason should be {right.reason!r}, not {written.reason!r}", None, rule
    for seat, (pegs, given) in enumerate(zip(right.scores, written.scores, strict=True)):
        if pegs != given:
            return f"result.scores[{seat}] should be {list(pegs)}, not {list(given)}", None, None
    rule = "A5" if is_resigned else "A4"
    return f"result.ranks should be {list(right.ranks)}, not {list(written.ranks)}", None, rule


def verify_match(match: MatchRecord) -> None:
    """Raise `RecordError` unless all games are valid and the tally is right (J1, J2)."""
    first = match.games[0]
    points = []
    for number, record in enumerate(match.games):
        try:
            verify_record(record)
            _check_place_in_match(match, number)
        except RecordError as error:
            raise RecordError(error.message, error.entry, error.rule, number) from None
        if record.result is not None:
            points.append(victory_points(record.result.scores))
    totals = tally(points, len(first.seats))
    nothing_yet = [(0,) * len(first.seats)] * (len(match.games) - len(points))
    if list(match.points) not in (points, points + nothing_yet):
        raise _wrong("points", [list(row) for row in points])
    if match.totals != totals:
        raise _wrong("totals", totals)
    last = None if match.challenges is None else match.games[-1].result  # J2
    if match.ranks != (ranks := match_ranks(totals, last)):
        is_resigned = last is not None and last.reason == "resigned"
        raise _wrong("ranks", ranks, "J2" if is_resigned else "J1")


def _check_place_in_match(match: MatchRecord, number: int) -> None:
    first, record = match.games[0], match.games[number]
    is_last = number == len(match.games) - 1
    if record.game.name not in CHALLENGES:
        raise RecordError(
            f"the challenges of a match must be from {', '.join(CHALLENGES)}", rule="J1"
        )
    if record.seats != first.seats:
        raise RecordError("all games of a match must have the same seats", rule="J1")
    _check_start(match, number)
    if record.result is None and not is_last:
        raise RecordError("only the last game of a match may be unfinished", rule="J1")
    if match.challenges is None:
        return
    if number >= len(match.challenges):
        raise RecordError("there are more games than challenges", rule="J1")
    if record.game.name != (agreed := match.challenges[number]):
        raise RecordError(f"game should be {agreed!r}, as agreed in challenges", rule="J1")
    if record.result is not None and record.result.reason == "resigned" and not is_last:
        raise RecordError("a resigned challenge must be the last of its match", rule="J2")


def _check_start(match: MatchRecord, number: int) -> None:
    """Refuse a game that begins with the wrong seat, by `starts`."""
    first, record = match.games[0], match.games[number]
    start = start_of(number, first.start, record.game.players, match.starts)
    why = "it moves on by one seat" if match.starts == "rotate" else "it is the same each time"
    if start is None:
        if record.dealer is None or record.dealer.seed is None:
            return  # any seat may have been drawn
        start, why = Dealer(record.dealer.seed).start(record.game.players), "drawn from dealer.seed"
    if record.start != start:
        raise RecordError(f"start should be {start}: {why}", rule="J1")


def _wrong(key: str, right: Sequence[object], rule: str = "J1") -> RecordError:
    return RecordError(f"{key} should be {list(right)}", rule=rule)
