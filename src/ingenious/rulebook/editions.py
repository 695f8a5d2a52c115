"""A page for the readers of one edition.

A page whose editions differ in wording has a section with a table that compares them, a column for
each edition (`| about | 2004 | 2023 |`). For one edition that section comes first and has only its
notes.
"""

import re

from . import LANGUAGES, page_text

_SECTION = re.compile(r"^(?=## )", re.MULTILINE)
_TABLE = re.compile(r"^(?:\|.*\|\n)+", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->\n*")


def edition_text(page: str, language: str, edition: str) -> str:
    """A page, with the notes of an edition in front; unchanged if it compares no editions."""
    text = page_text(page, language)
    beginning, *sections = _SECTION.split(_COMMENT.sub("", text))
    for number, section in enumerate(sections):
        if own := _section_of(section, language, edition):
            return "".join([beginning, own, *sections[:number], *sections[number + 1 :]])
    return text


def _section_of(section: str, language: str, edition: str) -> str | None:
    """A section that compares editions, as the notes of one of them."""
    table = _TABLE.search(section)
    if not table:
        return None
    head, _, *rows = [
        [cell.strip() for cell in row.strip("|").split("|")] for row in table[0].splitlines()
    ]
    if edition not in head:
        return None
    column = head.index(edition)
    texts = LANGUAGES[language]
    lines = [
        f"## {texts.edition_heading.format(edition)}\n",
        f"{texts.edition_intro.format(edition)}\n",
        *(texts.edition_note.format(row[0], row[column]) for row in rows),
    ]
    return "\n".join(lines) + "\n" + section[table.end() :]
