"""Stories: what happened, step by step, as pairs of a name and its values."""

import dataclasses
from typing import Annotated, Any, TypeAlias, get_args, get_type_hints

import msgspec
from msgspec import Struct

from ...rules import events
from ...rules.game import Reason
from ..naming import called
from .told import Colour

SPELLED: dict[str, Any] = {
    "symbol": Colour,
    "colour": Colour,
    "gains": tuple[tuple[Colour, int], ...],
    "reason": Reason,
}
"""What values of these names really are."""


def as_told(kind: type[Any]) -> type[Struct]:
    """The type on the wire of something that is a dataclass elsewhere."""
    hints = get_type_hints(kind)
    fields = [
        (field.name, SPELLED.get(field.name, hints[field.name]))
        for field in dataclasses.fields(kind)
    ]
    return msgspec.defstruct(
        kind.__name__,
        fields,
        module=__name__,
        namespace={"__doc__": kind.__doc__},
        frozen=True,
        forbid_unknown_fields=True,
    )


STORY = {kind.__name__: as_told(kind) for kind in get_args(events.Event)}
"""Everything that can happen in a story, by its name."""

StoryItem: TypeAlias = Annotated[tuple[str, dict[str, Any]], called("Told")]
