"""The rules of every game for players: one page of Markdown each, in three languages."""

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the pages: its own name, and the texts that are put together by the code."""

    name: str
    edition_heading: str
    edition_intro: str
    edition_note: str


LANGUAGES = {
    "en": Language(
        "English",
        "The {} edition",
        "All editions play the same. This is how the {} rulebook words it (B17):",
        "- **{}:** {}",
    ),
    "de": Language(
        "Deutsch",
        "Die Ausgabe von {}",
        "Alle Ausgaben spielen sich gleich. So drückt es die Anleitung von {} aus (B17):",
        "- **{}:** {}",
    ),
    "fr": Language(
        "Français",
        "L’édition de {}",
        "Toutes les éditions se jouent de la même façon. "
        "Voici ce que dit le livret de {} (B17)\u00a0:",
        "- **{}\u00a0:** {}",
    ),
}

PAGES = ("classic", "solo", "team", "duel", "cards", "dice", "tiles", "match")


def page_text(page: str, language: str) -> str:
    """A page as it is written."""
    if page not in PAGES or language not in LANGUAGES:
        raise LookupError(f"there is no page {page!r} in the language {language!r}")
    return files(__package__).joinpath(language, f"{page}.md").read_text("utf-8")
