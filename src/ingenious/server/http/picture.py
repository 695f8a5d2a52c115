"""Draws previews, in the process that also builds replays."""

from ...position import Position
from ...record import Record, parse
from .record_reader import PictureRequest

SIZE = (1200, 630)
"""The size that Open Graph recommends."""


def draw_preview(request: PictureRequest) -> bytes:
    """The position after the last move of a record, or before the deal, in PNG."""
    if request.record:
        record = parse(request.record)
        assert isinstance(record, Record)
        position = Position.of(record)
    else:
        position = Position.new(
            request.game, request.players, edition=request.edition, options=request.options
        )
    return position.png(frame=SIZE, names=request.names)
