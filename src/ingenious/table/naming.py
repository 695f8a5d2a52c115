"""Names under which types appear in the API and in the pages, where the code has a simpler type."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

REFERENCE = "#/components/schemas/{name}"


def called(name: str) -> Meta:
    """Says that a value is of the type with this name on the wire."""
    return Meta(extra_json_schema={"$ref": REFERENCE.format(name=name)})


KnownColour = Literal["R", "O", "Y", "G", "B", "P"]
"""What `Colour` is on the wire."""

KnownGame = Literal["classic", "solo", "team", "duel", "cards", "dice", "tiles"]
"""What `Game` is on the wire."""

GameName: TypeAlias = Annotated[str, called("Game")]
"""A plain string, because the table itself refuses an unknown game, with a sentence."""
