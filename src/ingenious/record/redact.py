"""The one place where hidden information is removed."""

from dataclasses import replace

from ..rules.symbols import Pieces
from .document import HIDING_DEALS, HIDING_GAMES, Commitment, Deal, Entry, Hidden, Record


def redact(record: Record, seat: int | None) -> Record:
    """What a seat knows of a game, or a spectator (None): all that it has not seen is its size.

    Until the game has its result this is all that a bot, a remote player or a spectator is ever
    given. Tiles shown in a swap and hands discarded were shown to everyone and stay.
    """
    dealer = None if record.dealer is None else Commitment(record.dealer.commit)
    return replace(
        record,
        deal=_redact_deal(record.deal, seat),
        log=tuple(_redact_entry(entry, record.game.name, seat) for entry in record.log),
        dealer=dealer,
        view="spectator" if seat is None else seat,
    )


def _redact_deal(deal: Deal, seat: int | None) -> Deal:
    return {
        key: tuple(
            _size(group) if key in HIDING_DEALS and owner != seat else group
            for owner, group in enumerate(groups)
        )
        for key, groups in deal.items()
    }


def _redact_entry(entry: Entry, game: str, seat: int | None) -> Entry:
    if entry.outcome is None or game not in HIDING_GAMES or entry.seat == seat:
        return entry
    return replace(entry, outcome=_size(entry.outcome))


def _size(pieces: Pieces | Hidden) -> Hidden:
    return pieces if isinstance(pieces, int) else len(pieces)
