"""The one place where hidden information is removed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from ..rules import AnyGame
from ..rules.symbols import Pieces
from .model import Commitment, Deal, Entry, Hidden, MatchRecord, Record, View, is_hidden

R = TypeVar("R", Record, MatchRecord)


def redact(document: R, seat: int | None) -> R:
    """What a seat, or a spectator (None), knows of a game: hidden pieces are replaced by a number.

    Until the game has its result, a bot, a remote player or a spectator gets nothing else. Tiles
    shown in a swap and discarded hands were shown to everyone and stay. In a match, finished games
    are public and stay as they are.
    """
    if isinstance(document, Record):
        return _redact_record(document, "spectator" if seat is None else seat)
    games = tuple(game if game.result else redact(game, seat) for game in document.games)
    return replace(document, games=games)


def _redact_record(record: Record, view: View) -> Record:
    if view not in ("spectator", *range(record.game.players)):
        raise ValueError(f"there is no seat {view}")
    if record.view not in ("whole", view):
        raise ValueError(f"a record redacted for {record.view} cannot be redacted for {view}")
    dealer = None if record.dealer is None else Commitment(record.dealer.commit)
    record = replace(record, dealer=dealer, date=None, event=None)
    if record.view == view:
        return record
    return replace(
        record,
        deal=_redact_deal(record.game, record.deal, view),
        log=tuple(redact_entry(record.game, entry, view) for entry in record.log),
        view=view,
    )


def _redact_deal(game: AnyGame, deal: Deal, view: View) -> Deal:
    hidden = {part.name for part in game.deal_parts if part.hidden}
    return {
        name: redact_groups(groups, view) if name in hidden else groups
        for name, groups in deal.items()
    }


def redact_groups(groups: Sequence[Pieces | Hidden], view: View) -> tuple[Pieces | Hidden, ...]:
    """The racks or hands of all seats; those that the view hides are replaced by their size."""
    return tuple(
        _size(group) if is_hidden(owner, view) else group for owner, group in enumerate(groups)
    )


def redact_entry(game: AnyGame, entry: Entry, view: View) -> Entry:
    """An entry of a running game as a view shows it."""
    if entry.outcome is None or not game.hides_draws or not is_hidden(entry.seat, view):
        return entry
    return replace(entry, outcome=_size(entry.outcome))


def _size(pieces: Pieces | Hidden) -> Hidden:
    return pieces if isinstance(pieces, int) else len(pieces)
