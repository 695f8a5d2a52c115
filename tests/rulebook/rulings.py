"""Reads our rulings on a page, where the rulebooks are silent or disagree.

A ruling is a block quote under the rule it belongs to: a mark, a word, the rules and the reason.

    > § **Our ruling** (A4). The rulebooks compare pegs until one differs, and stop there.

Nothing else on a page is a block quote.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ingenious.rulebook import page_text
from ingenious.rulebook.pages import RULING_MARK

WORDS = {"en": "Our ruling", "de": "Unsere Auslegung", "fr": "Notre interprétation"}
"""The words after the mark, in each language."""

_RULING = re.compile(
    RULING_MARK
    + r" \*\*(?P<word>[^*]+)\*\* \((?P<rules>[A-J]\d+(?:, [A-J]\d+)*)\)\. (?P<reason>\w.+[.!?])"
)


class InvalidRuling(ValueError):
    """A block quote that is not a ruling."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What we decided about some rules, and why."""

    rules: tuple[str, ...]
    reason: str


def read_rulings(page: str, language: str) -> tuple[Ruling, ...]:
    """The rulings of a page, in their order on the page."""
    tokens = MarkdownIt("commonmark").parse(page_text(page, language))
    return tuple(parse_ruling(text, language) for text in _quoted(tokens))


def parse_ruling(text: str, language: str) -> Ruling:
    """The ruling in the text of a block quote."""
    found = _RULING.fullmatch(" ".join(text.split()))
    if not found or found["word"] != WORDS[language]:
        wanted = f"{RULING_MARK} **{WORDS[language]}** (A4). The reason."
        raise InvalidRuling(f"a block quote is a ruling, like '> {wanted}', not {text!r}")
    return Ruling(tuple(found["rules"].split(", ")), found["reason"])


def _quoted(tokens: Sequence[Token]) -> Iterator[str]:
    """The text of each block quote."""
    text: list[str] | None = None
    for token in tokens:
        if token.type == "blockquote_open":
            text = []
        elif token.type == "blockquote_close" and text is not None:
            yield "\n".join(text)
            text = None
        elif token.type == "inline" and text is not None:
            text.append(token.content)
