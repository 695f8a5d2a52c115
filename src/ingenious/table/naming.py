"""How a field says what its values are called outside, where we keep them as something simpler."""

from typing import Annotated, TypeAlias

from msgspec import Meta

REFERENCE = "#/components/schemas/{name}"


def called(name: str) -> Meta:
    """Says that a value is of the kind that has this name on the wire."""
    return Meta(extra_json_schema={"$ref": REFERENCE.format(name=name)})


GameName: TypeAlias = Annotated[str, called("Game")]
"""The table itself says which games there are, and does so in words."""
