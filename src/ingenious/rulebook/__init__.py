"""The rules of every game for players: one page of Markdown each, in three languages."""

from importlib.resources import files

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}

PAGES = ("classic", "solo", "team", "duel", "cards", "dice", "tiles", "match")


def page_text(page: str, language: str) -> str:
    """A page as it is written."""
    if page not in PAGES or language not in LANGUAGES:
        raise LookupError(f"there is no page {page!r} in the language {language!r}")
    return files(__package__).joinpath(language, f"{page}.md").read_text("utf-8")
