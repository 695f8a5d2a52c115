"""The story of a move as it is sent: the events of the rules, each with the name of its class."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias, get_args

from ...rules import events
from ..naming import called

STORY = {kind.__name__: kind for kind in get_args(events.Event)}
"""Everything that can happen in a story, by its name."""

StoryItem: TypeAlias = Annotated[tuple[str, Any], called("Told")]
"""The name of an event and its values. msgspec has no unions of dataclasses, hence `Any`."""


def to_story(happened: Sequence[events.Event]) -> tuple[StoryItem, ...]:
    """A story as it is sent."""
    return tuple([(type(event).__name__, event) for event in happened])
