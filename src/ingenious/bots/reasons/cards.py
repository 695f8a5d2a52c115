"""Reasons in the Card Challenge."""

from collections.abc import Iterator

from ...rules.events import (
    FaceUpReplaced,
)
from ...rules.moves import (
    Play,
)
from ...rules.symbols import show_any
from .scene import (
    COLOURS,
    Scene,
    few_lowest,
    lowest_remark,
    name_colours,
    tell_bonus,
    tell_ending,
    tell_losses,
    tell_scores,
)


def of_play(scene: Scene) -> Iterator[str]:
    """The parts of a card's reason."""
    yield tell_ending(scene)
    yield tell_scores(scene) if scene.gains else "scores nothing" + _shown(scene)
    yield tell_bonus(scene)
    yield tell_losses(scene)
    yield _cleared(scene)


def _shown(scene: Scene) -> str:
    """A lowest colour that the card brings to the table."""
    assert isinstance(scene.decision, Play)
    low = [symbol for symbol in scene.decision.card if symbol in scene.low]
    if not low:
        return ""
    return f" but shows {name_colours(low)}{scene.remark(low)}"


def _cleared(scene: Scene) -> str:
    """A colour that went from the table while a rival needs it."""
    gone = next(event.discarded for event in scene.events if isinstance(event, FaceUpReplaced))
    table = [card for cards in scene.after.faceup for card in cards]
    for rival in scene.rivals:
        low = few_lowest(scene.after.pegs[rival])
        for symbol in gone:
            if symbol in low and not show_any(table, symbol):
                remark = lowest_remark(symbol, low, f"{scene.called(rival)}'s")
                return f"takes the last {COLOURS[symbol]} off the table{remark}"
    return ""
