"""Names of types in the API and in the pages, where the code has a simpler type."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

REFERENCE = "#/components/schemas/{name}"


def wire_type(name: str) -> Meta:
    """Annotates a value that is of the named type on the wire."""
    return Meta(extra_json_schema={"$ref": REFERENCE.format(name=name)})


KnownColour = Literal["R", "O", "Y", "G", "B", "P"]
"""What `Colour` is on the wire."""

KnownGame = Literal["classic", "solo", "team", "duel", "cards", "dice", "tiles"]
"""What `Game` is on the wire."""

GameName: TypeAlias = Annotated[str, wire_type("Game")]
"""A plain string: `settings.check_settings` refuses unknown games with a sentence."""
