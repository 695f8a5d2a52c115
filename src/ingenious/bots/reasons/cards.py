"""Reasons in the Card Challenge."""

from collections.abc import Iterator

from ...rules.events import (
    FaceUpReplaced,
)
from ...rules.moves import (
    Play,
)
from ...rules.symbols import show_any
from .context import (
    COLOURS,
    MoveContext,
    few_lowest,
    lowest_remark,
    name_colours,
    tell_bonus,
    tell_ending,
    tell_losses,
    tell_scores,
)
from .parts import Clears, Part, ScoresNothing, ShowsLowest, part


def of_play(scene: MoveContext) -> Iterator[Part | None]:
    """The parts of a card's reason."""
    yield tell_ending(scene)
    yield tell_scores(scene) if scene.gains else _shown(scene)
    yield tell_bonus(scene)
    yield tell_losses(scene)
    yield _cleared(scene)


def _shown(scene: MoveContext) -> Part:
    """Nothing, but maybe a lowest colour that the card brings to the table."""
    assert isinstance(scene.decision, Play)
    low = [symbol for symbol in scene.decision.card if symbol in scene.low]
    if not low:
        return tell_scores(scene)
    text = f"scores nothing but shows {name_colours(low)}{scene.remark(low)}"
    return part(text, ScoresNothing(), ShowsLowest("".join(low)))


def _cleared(scene: MoveContext) -> Part | None:
    """A colour that went from the table while a rival needs it."""
    gone = next(event.discarded for event in scene.events if isinstance(event, FaceUpReplaced))
    table = [card for cards in scene.after.faceup for card in cards]
    for rival in scene.rivals:
        low = few_lowest(scene.after.pegs[rival])
        for symbol in gone:
            if symbol in low and not show_any(table, symbol):
                remark = lowest_remark(symbol, low, f"{scene.called(rival)}'s")
                text = f"takes the last {COLOURS[symbol]} off the table{remark}"
                return part(text, Clears(symbol, rival))
    return None
